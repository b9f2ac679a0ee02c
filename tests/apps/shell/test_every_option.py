"""Every option and argument of every command with wrong values: an exit code, a line, never a traceback.

Of options that name a file, an empty name is refused, and ``-`` is a stream or refused.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
import typer.main

from tests import forked
from tests.apps.shell.shell import as_text, assert_refused, lexq, program
from tests.making import bytes_of


def commands() -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command of both programs, by its words, as typer makes it."""
    from lexkit.apps.shell.lexc.app import app
    from lexkit.apps.shell.lexq.app import program as asked

    def visit(command: Any, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
        names = command.list_commands(None) if hasattr(command, "list_commands") else []
        for name in names:
            yield from visit(command.get_command(None, name), (*words, name))
        yield words, command

    yield from visit(typer.main.get_command(app), ("lexc",))
    yield from visit(typer.main.get_command(asked), ("lexq",))


def is_stream(words: tuple[str, ...], option: str) -> bool:
    """Whether - is standard input or output there."""
    if words[0] == "lexc":
        return words[1] == "list"
    return option in ("--output", "--export", "--text")


def test_every_option_that_names_a_file() -> None:
    """Found: lexc pack -o "" wrote beside the file, and -o - into a file of that name."""
    number = 0
    for words, command in commands():
        for option in [one for one in command.params if one.param_type_name == "option"]:
            if option.metavar not in ("FILE", "FOLDER"):
                continue
            number += 1
            name = option.opts[0]
            with pytest.raises(typer.BadParameter, match="expected a file name, found an empty one"):
                command.make_context(words[-1], [f"{name}="])
            if not is_stream(words, name):
                with pytest.raises(typer.BadParameter, match="found -, which is not accepted here"):
                    command.make_context(words[-1], [f"{name}=-"])
    assert number > 50


@pytest.fixture
def few(tmp_path: Path) -> Path:
    (tmp_path / "few.gaddag").write_bytes(bytes_of(["AB", "BA"]))
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    [
        ("lexc", "pack", "few.gaddag", "-o", "-"),
        ("lexc", "pack", "few.gaddag", "--output=-"),
        ("lexc", "pack", "few.gaddag", "-o", ""),
        ("lexc", "pack", "few.gaddag", "-o", " "),
        ("lexc", "unpack", "few.gaddag", "-o", "-"),
        ("lexc", "list", "few.gaddag", "-o", ""),
        ("lexq", "-l", "few.gaddag", "substring", "A", "-o", ""),
    ],
)
def test_nothing_is_written_for_a_name_that_is_none(arguments: tuple[str, ...], few: Path) -> None:
    assert_refused(program(*arguments, cwd=few), 2, "expected a file name, found")
    assert [one.name for one in few.iterdir()] == ["few.gaddag"]


@pytest.mark.parametrize(
    "arguments", [("lexc", "list", "few.gaddag", "-o", "-"), ("lexq", "-l", "few.gaddag", "substring", "A", "-o", "-")]
)
def test_a_dash_is_standard_output(arguments: tuple[str, ...], few: Path) -> None:
    done = program(*arguments, cwd=few)
    assert (done.stdout, done.stderr, done.returncode) == ("AB\nBA\n", "", 0)
    assert [one.name for one in few.iterdir()] == ["few.gaddag"]


def test_pictures_and_records_at_standard_output(tmp_path: Path) -> None:
    picture = lexq("draw", "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 / 0/0 0", "-o", "-", cwd=tmp_path)
    assert picture.stdout.startswith("<svg")
    record = Path(__file__).parents[2] / "golden" / "appel_jacobson_1988.gcg"
    told = lexq("gcg", "convert", str(record), "-o", "-", cwd=tmp_path).stdout
    assert told.startswith("#character-encoding")
    assert lexq("gcg", "convert", str(record), "-o", "game.JSON", cwd=tmp_path).returncode == 0
    again = lexq("gcg", "convert", "game.JSON", "-o", "-", cwd=tmp_path)
    assert again.stdout.startswith("#player1 ")
    for name in ("game.cgp", "game", "game.gcg.txt"):
        done = lexq("gcg", "convert", str(record), "-o", name, cwd=tmp_path)
        assert_refused(done, 2, f"expected a file named .gcg or .json, found {name}")
    assert [one.name for one in tmp_path.iterdir()] == ["game.JSON"]


# -- any option with any value ----------------------------------------------------------------------

#: No text, signs that mean something elsewhere, text that no file has, numbers of any size.
WRONG = (
    *("", "-", " ", "=", ",", "a,b", "1-", "../..", "\U0001f600", "e\u0301" * 50, "\u0661", "\udcff", "x" * 3000),
    *("-1", "0", "nan", "inf", "1e400", "9" * 5000),
)
CGP = "15/15/15/15/15/15/15/5CARE6/15/15/15/15/15/15/15 AEINRT?/ABCDEFG 0/12 0"
#: Arguments with which a command does little; without an entry, it is given nothing else.
GIVEN = {
    **{("lexc", name): ["few.gaddag"] for name in ("info", "verify", "stats", "list", "pack")},
    ("lexc", "build"): ["few.txt", "-o", "made.gaddag"],
    ("lexc", "diff"): ["few.txt", "few.gaddag"],
    ("lexq", "draw"): [CGP],
    ("lexq", "moves"): [CGP],
    ("lexq", "autoplay"): ["-n", "1"],
    ("lexq", "match"): ["greedy", "greedy", "-n", "1"],
}
USAGE_ERROR: Any = typer.BadParameter.__base__
#: They wait for somebody.
WAITING = ("serve", "siu", "play", "quiz", "wall")


def wrong_uses() -> Iterator[tuple[tuple[str, ...], Any, list[str]]]:
    """(words, command, arguments) with one option or argument wrong."""
    for words, command in commands():
        for one in command.params:
            if one.name == "help" or getattr(one, "is_flag", False) or len(words) < 2:
                continue
            for wrong in WRONG:
                yield words, command, [f"{one.opts[0]}={wrong}" if one.param_type_name == "option" else wrong]


def test_wrong_values_are_read_or_refused() -> None:
    """Whatever typer and the checks of options make of them, it is a value or an error of usage."""
    read = refused = 0
    for words, command, arguments in wrong_uses():
        if words == ("lexq", "gcg"):
            continue
        try:
            command.make_context(words[-1], arguments, resilient_parsing=False)
            read += 1
        except USAGE_ERROR as error:
            refused += 1
            assert str(error.format_message()).strip(), (words, arguments)
    assert min(read, refused) > 1000


@pytest.mark.parametrize("seed", range(3))
def test_commands_with_wrong_values(seed: int, tmp_path: Path) -> None:
    """A sample of all; all of them: 4,000 in eight minutes, one of which was an unexpected error."""
    (tmp_path / "few.gaddag").write_bytes(bytes_of(["AB", "BA", "CAB"]))
    (tmp_path / "few.txt").write_text("AB\nBA\n")
    uses = [use for use in wrong_uses() if use[0][1] not in WAITING and (use[0] in GIVEN or "=" in use[2][0])]
    for words, _, arguments in random.Random(seed).sample(uses, 12):
        line = [*words[1:], *(GIVEN.get(words, []) if "=" in arguments[0] else []), *arguments]
        code = f"from lexkit.apps.shell.console import {words[0]}; {words[0]}()"
        done = forked.run(code, *line, cwd=tmp_path, environment={"LEXKIT_LEXICON": "few.gaddag"}, timeout=60)
        told = as_text(done.stderr)
        assert done.returncode in (0, 1, 2, 3, 4), (line, told)
        assert "Traceback" not in told, (line, told)
        assert "unexpected error" not in told, (line, told)
        assert len(told) < 3000, (line, told)
        if done.returncode in (3, 4):
            assert told.count("\n") <= 3, (line, told)
