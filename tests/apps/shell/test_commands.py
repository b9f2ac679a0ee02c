"""The tables of commands, what a start imports, and Ctrl-C."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest
import typer.main

from lexkit.apps.shell.lexc.app import COMMANDS as LEXC
from lexkit.apps.shell.lexc.app import app as lexc_app
from lexkit.apps.shell.lexq.app import COMMANDS as LEXQ
from lexkit.apps.shell.lexq.app import program as lexq_program
from lexkit.compiler.build import build
from lexkit.runtime.query.conditions.registry import KINDS
from tests import forked
from tests.apps.shell.shell import lexq, program
from tests.running import COMPILED, few_of, modules_loaded_by

WORDS = ["AB", "ABLE", "ABLER", "CABLE", "CABLES", "FABLE", "TABLE", "TABLES", "ZA"]
PROGRAMS = {"lexc": lexc_app, "lexq": lexq_program}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_table_says_what_the_commands_say(name: str) -> None:
    """Each command is where the table says, and its help begins with the table's sentence."""
    group: Any = typer.main.get_command(PROGRAMS[name])
    for listed in group.whole_table().values():
        for command, (_, summary) in listed.items():
            text = " ".join(group.get_command(None, command).help.split())
            assert text.startswith(summary), command
            assert summary.endswith("."), command


def test_every_declared_command_is_in_a_table() -> None:
    """A command that a module declares and no table names would not exist."""
    from importlib import import_module

    for package, table in (("lexkit.apps.shell.lexc", {"": LEXC}), ("lexkit.apps.shell.lexq", LEXQ)):
        modules = {module for listed in table.values() for module, _ in listed.values()}
        for one in modules:
            app = import_module(one, package).app
            named = (
                {app.info.name}
                if app.info.name
                else {
                    info.name or typer.main.get_command_name(info.callback.__name__) for info in app.registered_commands
                }
            )
            assert named == {name for listed in table.values() for name, (module, _) in listed.items() if module == one}


def loaded_by(*arguments: str) -> set[str]:
    """The modules that a command line loads. A time would depend on the machine; what is imported does not."""
    head = f"import sys; sys.argv = {list(arguments)}\n"
    return set(modules_loaded_by(f"{head}from lexkit.apps.shell.console import {arguments[0]}; {arguments[0]}()"))


#: Modules that no query imports.
NEVER = {"rich", "tomllib", "platformdirs", "lexkit.compiler", "lexkit.apps.shell.lexq.board_commands"}


@pytest.mark.parametrize(
    "arguments",
    few_of(
        [
            *(["substring", "AB"], ["prefix", "AB", "-n", "9"], ["check", "ZA"], ["anagram", "ABEL"]),
            *(["hooks", "ABLE"], ["AEBL?"], ["able"]),
        ],
        3,
    ),
)
def test_a_query_imports_little(arguments: list[str], few: str) -> None:
    loaded = loaded_by("lexq", "-l", few, *arguments)
    assert "lexkit.runtime.words.words" in loaded
    # Interpreted kernels import numpy, which imports the others.
    unwanted = NEVER | ({"numpy", "secrets"} if COMPILED else set())
    if arguments[0] in ("substring", "prefix", "check", "hooks"):
        unwanted.add("lexkit.runtime.query")
    assert not loaded & unwanted


def test_a_build_imports_little(tmp_path: Path) -> None:
    (tmp_path / "few.txt").write_text("AB\nABLE\n")
    loaded = loaded_by("lexc", "build", f"{tmp_path}/few.txt", "-q")
    assert "lexkit.compiler.construct.minimal_automaton" in loaded
    unwanted = {"rich", "platformdirs", "zstandard", "secrets", "lexkit.runtime.automaton"}
    unwanted |= {f"lexkit.formats.{name}" for name in ("columns_section", "editions_section", "packed_lexicon")}
    unwanted |= {f"lexkit.apps.shell.lexc.{name}" for name in ("convert", "leaves", "about", "diff_and_merge")}
    if COMPILED:
        unwanted |= {"concurrent.futures"}
    assert not loaded & unwanted


@pytest.mark.parametrize("arguments", [("lexq", "--help"), ("lexc", "--help")])
def test_help_imports_no_command(arguments: tuple[str, ...]) -> None:
    loaded = loaded_by(*arguments)
    modules = {module for listed in (LEXC, *LEXQ.values()) for module, _ in listed.values()}
    commands = {f"lexkit.apps.shell.{arguments[0]}{one}" if one.startswith(".") else one for one in modules}
    assert not loaded & (commands | {"rich"} | ({"numpy"} if COMPILED else set()))


def test_completion_of_commands_imports_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("_LEXQ_COMPLETE", "complete_bash"), ("COMP_WORDS", "lexq "), ("COMP_CWORD", "1")):
        monkeypatch.setenv(name, value)
    loaded = loaded_by("lexq")
    assert not {f"lexkit.apps.shell.lexq.{one}" for one in ("word_commands", "board_commands", "search")} & loaded


@pytest.mark.parametrize(
    ("shell", "environment"),
    [
        ("bash", {"COMP_WORDS": "lexq {}", "COMP_CWORD": "1"}),
        ("zsh", {"_TYPER_COMPLETE_ARGS": "lexq {}"}),
        ("fish", {"_TYPER_COMPLETE_ARGS": "lexq {}", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}),
    ],
)
def test_names_of_commands_are_completed(shell: str, environment: dict[str, str]) -> None:
    def completed(text: str) -> str:
        told = {name: value.format(text) for name, value in environment.items()}
        return lexq(_LEXQ_COMPLETE=f"complete_{shell}", **told).stdout

    for name in [*(name for listed in LEXQ.values() for name in listed), *KINDS]:
        assert name in completed("")
    assert "substring" in completed("subs")
    assert "superanagram" not in completed("subs")
    assert "--timeout" in completed("--tim")
    if shell != "bash":
        assert "Words that contain STRING anywhere" in completed("subs")


def test_the_lexicon_of_a_query(few: str, tmp_path: Path) -> None:
    other = str(tmp_path / "other.gaddag")
    build(["XAB"], other)
    for option in (["-l", other], ["--lexicon", other], [f"--lexicon={other}"], [f"-l{other}"]):
        assert lexq(*option, "substring", "AB", LEXKIT_LEXICON=few).stdout == "XAB\n"
    assert lexq("substring", "AB", LEXKIT_LEXICON=other).stdout == "XAB\n"


def test_errors_of_usage_say_how_the_command_is_used(few: str, tmp_path: Path) -> None:
    (tmp_path / "few.txt").write_text("AB\n")
    for name, line, option in (
        ("lexc", "build few.txt --layout round", "--layout"),
        ("lexq", "substring AB --json --csv", "--json and --csv exclude each other"),
    ):
        done = program(name, *line.split(), cwd=tmp_path, LEXKIT_LEXICON=few)
        assert done.returncode == 2
        assert done.stderr.startswith(f"Usage: {name} {line.split()[0]} ")
        assert option in done.stderr


# -- Ctrl-C ---------------------------------------------------------------------------------------------

#: Points at which a program is interrupted: as it loads a command, and as it reads, writes and flushes an answer.
PLACES = (
    "importlib.import_module",
    "lexkit.apps.shell.console.write",
    "lexkit.runtime.words.words.Words.to_list",
    "lexkit.catalogue.open",
)


@pytest.mark.skipif(os.name == "nt", reason="a signal of POSIX")
@pytest.mark.parametrize("place", PLACES)
def test_ctrl_c_ends_a_program(place: str, few: str, tmp_path: Path) -> None:
    """Exit code 130, no message, no file."""
    module, _, name = place.rpartition(".")
    code = f"""
import pkgutil, signal
import lexkit.apps.shell.console, lexkit.runtime.words.words, lexkit.catalogue
def interrupt(*_, **__):
    signal.raise_signal({int(signal.SIGINT)})
setattr(pkgutil.resolve_name({module!r}), {name!r}, interrupt)
lexkit.apps.shell.console.lexq()
"""
    arguments = ["substring", "AB", "-o", "found.txt"]
    done = forked.run(code, *arguments, cwd=tmp_path, environment={"LEXKIT_LEXICON": few})
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
    assert list(tmp_path.iterdir()) == []
