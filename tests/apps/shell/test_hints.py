"""Hints: one line for a user who nearly asked for something that exists, with the way to get it."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
import typer.main

import lexkit
from lexkit.apps.shell import console, shell_words
from lexkit.apps.shell.lexc.app import app as lexc_app
from lexkit.apps.shell.lexq.app import program as lexq_program
from lexkit.apps.shell.shell_words import in_shell_words
from lexkit.compiler.lists.word_list import check_lengths
from lexkit.errors import LexkitError, QueryError, QuerySyntaxError, StorageError, WordListError
from lexkit.formats import compiled_kernels
from tests.apps.shell.shell import assert_refused, lexq, program
from tests.running import each

ROOT = Path(__file__).parents[3]
FOLDERS = ("base", "compiler", "formats", "lexicons", "players", "runtime", "src")
WORDS = ["ABLE", "CARE", "CARED", "CARES", "QUIZ", "TABLE"]


@each("options", [(), ("--count",), ("--json",), ("--min", "3")])
def test_letters_of_several_words_are_told_of_words(few: str, options: tuple[str, ...]) -> None:
    """Found: anagram "CLINT EASTWOOD" said 0 words, and nothing of --words."""
    done = lexq("-l", few, "anagram", "CLINT EASTWOOD", *options)
    assert done.stderr == "lexq: no single word fits; for several: lexq anagram 'CLINT EASTWOOD' --words 2-3\n"
    assert done.returncode == 1


@pytest.mark.parametrize("letters", ["CA RE", "XYZ"])
def test_other_letters_are_not(few: str, letters: str) -> None:
    assert lexq("-l", few, "anagram", letters).stderr == ""
    assert lexq("-l", few, "anagram", "ABLE XX", "--words", "2").stderr == ""


@each(
    ("ask", "remedy"),
    [
        (lambda lex: lex.anagrams("RETAIN"), "letters are for anagram:RETAIN, in Python anagram('RETAIN')"),
        (lambda lex: lex.front_hooks("S"), "letters are for front-hook:S, in Python front_hook('S')"),
        (lambda lex: lex.back_hooks("S"), "letters are for back-hook:S, in Python back_hook('S')"),
        (lambda lex: lex.vowels("AE"), "letters are for includes:AE, in Python includes('AE')"),
        (lambda lex: lex.consonants("ST"), "letters are for includes:ST, in Python includes('ST')"),
        (lambda lex: lex.search("length:7 anagrams:RETAIN"), "letters are for anagram:RETAIN"),
    ],
)
def test_letters_instead_of_a_number(few: str, ask: object, remedy: str) -> None:
    with pytest.raises(QuerySyntaxError, match=re.escape(remedy)):
        ask(lexkit.open(few))  # type: ignore[operator]


def test_letters_instead_of_a_number_at_the_shell(few: str) -> None:
    assert "anagram:RETAIN" in lexq("-l", few, "anagrams", "RETAIN").stderr
    assert "letters are" not in lexq("-l", few, "anagrams", "7x").stderr
    assert "letters are" not in lexq("-l", few, "length", "x").stderr


@each(
    ("name", "meant"),
    [("contains", "substring"), ("starts", "prefix"), ("endswith", "suffix"), ("contians", "substring")],
)
def test_an_unknown_kind_is_a_line_that_fits(few: str, name: str, meant: str) -> None:
    """Found: a wall of 35 names."""
    done = lexq("-l", few, "search", f"{name}:AB")
    line = done.stderr.splitlines()[0]
    assert f"did you mean {meant}: ?" in line
    assert line.endswith("lexq --help lists all")
    assert len(line) < 160


def test_how_to_get_definitions(few: str, tmp_path: Path) -> None:
    """Found: --columns definition did not say how to get any."""
    lex = lexkit.open(few)
    for option in (["--columns", "word,definition"], ["--sort", "definition"], ["--group", "definition"]):
        assert_refused(lexq("-l", few, "prefix", "", *option), 3, "build with --definitions, or attach them")
    with pytest.raises(QueryError, match="lexc attach LEXICON --column definition=FILE"):
        lex.words().sorted_by("definition")
    for name, remedy in (("spelling", "--spelling"), ("mark", "lexc merge"), ("lenght", "did you mean length?")):
        with pytest.raises(QueryError, match=remedy):
            lex.words().sorted_by(name)
    with pytest.raises(QueryError) as caught:
        lex.words().sorted_by("qqq")
    assert caught.value.remedy is None


def test_build_is_no_condition() -> None:
    """Found: build was listed among the conditions, and build:AEINRST is none."""
    text = program("lexq", "--help").stdout
    _, commands, conditions = re.split("^Commands.*:$", text, flags=re.M)[:3]
    assert re.search("^  build ", commands, re.M)
    assert not re.search("^  build ", conditions, re.M)
    from lexkit.runtime.query.conditions.registry import KINDS

    assert set(re.findall("^  ([a-z!-]+)  ", conditions, re.M)) == frozenset(KINDS)


# -- Python's words in Python, the shell's at the shell ---------------------------------------------------


def test_a_library_names_no_option_of_the_shell(tmp_path: Path) -> None:
    """Found: lexkit.build(["AA"]) said -o FILE."""
    (tmp_path / "bad.txt").write_text("A1\n")
    (tmp_path / "one.txt").write_text("AA\n")
    asked = (
        lambda: lexkit.build("-"),
        lambda: lexkit.build(tmp_path / "bad.txt", tmp_path / "bad.gaddag"),
        lambda: lexkit.build(tmp_path / "one.txt", tmp_path / "one.txt"),
        lambda: lexkit.build([chr(0x4E00 + n) for n in range(70)], tmp_path / "x", lexkit.Options(alphabet="auto")),
        lambda: lexkit.Options(min_length=9, max_length=3),
        lambda: lexkit.diff(["AA"], ["A1"]),
    )
    for ask in asked:
        with pytest.raises(LexkitError) as caught:
            ask()
        assert not re.search(r"(^|[\s(])--?[a-z]", str(caught.value)), caught.value


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        (["build", "-"], WordListError, "the lexicon has no name; name one: -o FILE"),
        (["build", "bad.txt"], WordListError, "leave them out with --skip-invalid, or choose another: --alphabet NAME"),
        (["build", "one.txt", "-o", "one.txt"], StorageError, "name another file"),
        (
            ["build", "one.txt", "--min-length", "9", "--max-length", "3"],
            LexkitError,
            "invalid lengths: expected --min-length <= --max-length, found 9 and 3",
        ),
    ],
)
def test_the_shell_names_its_options(tmp_path: Path, arguments: list[str], error: object, words: str) -> None:
    (tmp_path / "bad.txt").write_text("A1\n")
    (tmp_path / "one.txt").write_text("AA\n")
    done = program("lexc", *arguments, cwd=tmp_path)
    assert_refused(done, 4 if error is StorageError else 3, words)


def test_a_translation_changes_nothing_else() -> None:
    with pytest.raises(LexkitError) as caught:
        check_lengths(3, 2)
    in_shell_words(caught.value)
    assert str(caught.value) == "invalid lengths: expected --min-length <= --max-length, found 3 and 2"
    other = LexkitError("something", expected=7, remedy="rest")
    in_shell_words(other)
    assert str(other) == "something: expected 7; rest"


def test_the_shell_names_no_function_of_python() -> None:
    """Each remedy for callers of the library has words for users of the shell."""
    said = [said for said, _ in shell_words._WORDS]
    paths = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py") if path.stem != "shell_words"]
    sources = [path.read_text("utf-8") for path in paths]
    for words in said:
        assert any(words in source for source in sources), f"nobody says {words!r}"


def test_stale_kernels_are_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def ask(**_: object) -> None:
        raise AttributeError("no attribute 'walk'")

    monkeypatch.setattr(compiled_kernels, "find_stale", lambda: "proof.so is older than proof.py")
    with pytest.raises(SystemExit) as ended:
        console.run(ask, "lexq")
    told = capsys.readouterr().err
    assert ended.value.code == 3
    assert "compiled kernels of another release: proof.so is older than proof.py; rebuild them: pip" in told
    monkeypatch.undo()
    with pytest.raises(SystemExit):
        console.run(ask, "lexq")
    assert "unexpected error, please report it: AttributeError" in capsys.readouterr().err


def test_a_kernel_older_than_its_source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sources = {name: tmp_path / f"{name}.py" for name in ("one", "two")}
    files = {name: tmp_path / f"{name}.so" for name in sources}
    for path in (*sources.values(), *files.values()):
        path.touch()
    monkeypatch.setattr(compiled_kernels, "kernel_sources", lambda: sources)
    monkeypatch.setattr(compiled_kernels, "kernel_file", files.get)
    assert compiled_kernels.find_stale() == ""
    os.utime(files["two"], (0, 0))
    assert compiled_kernels.find_stale() == "two.so is older than two.py"
    del files["two"]
    assert compiled_kernels.find_stale() == "two is not compiled, others are"


@each(
    ("name", "line", "remedy"),
    [
        ("lexq", "cross PA ABLE", "options only, as in: lexq cross --before PA --after ABLE"),
        ("lexq", "info AB ABLE", "no more than [WORD], as in: lexq info QUIXOTRY"),
        ("lexc", "build a b", "no more than WORDS, as in: lexc build nwl.txt"),
        ("lexc", "diff a b c", "no more than OLD NEW, as in: lexc diff nwl20.txt nwl23.txt"),
    ],
)
def test_too_many_arguments_are_told_of_those_there_are(name: str, line: str, remedy: str) -> None:
    """Found: cross PA ABLE was told that both are unexpected, and not of its options."""
    assert_refused(program(name, *line.split()), 2, f"; expected {remedy}")


@pytest.mark.parametrize("name", ["lexq", "lexc"])
def test_so_are_those_of_every_command(name: str) -> None:
    """By the whole list of commands; what takes any number of arguments has no error."""
    made = typer.main.get_group(lexq_program if name == "lexq" else lexc_app)
    with made.make_context(name, ["--debug"], resilient_parsing=True) as parent:
        for command_name in made.list_commands(parent):
            command = made.get_command(parent, command_name)
            if any(one.nargs < 0 for one in command.params) or hasattr(command, "commands"):
                continue
            with pytest.raises(Exception, match=f", as in: {name} {command_name}"):
                command.make_context(command_name, ["5"] * 9, parent=parent)


@pytest.mark.parametrize(
    ("line", "where"),
    [
        ("lexq --limit 3 CARE", "Option --limit goes after the query: lexq QUERY --limit N"),
        ("lexq -n 3 prefix CARE", "Option -n goes after the command: lexq prefix ... -n N"),
        ("lexq gcg --turn 3 show x.gcg", "Option --turn goes after the command: lexq gcg show ... --turn N"),
        ("lexq CARE --timeout 3", "Option --timeout goes before the query: lexq --timeout SECONDS QUERY"),
        ("lexq gcg show x.gcg --debug", "Option --debug goes before the command: lexq --debug gcg show"),
        ("lexc -a polish build x.txt", "Option -a goes after the command: lexc build ... -a NAME|auto"),
        ("lexc build x.txt --debug", "Option --debug goes before the command: lexc --debug build"),
        ("lexq prefix --limt 3 CARE", "No such option: --limt (Possible options: --limit)"),
        (
            "lexq length -4",
            "No such option: -4. A number with a hyphen goes after --: lexq length -- -4",
        ),
        (
            "lexq -suffix:S",
            "No such option: -s. A query that begins with a hyphen goes after --: lexq -- '-suffix:S'",
        ),
    ],
)
def test_an_option_that_belongs_elsewhere(line: str, where: str) -> None:
    """Found: ``lexq --limit 3 CARE`` said that there is no --limit, and asked whether --timeout was meant."""
    name, *arguments = line.split()
    done = program(name, *arguments)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == f"Error: {where}"
