"""Outputs never replace inputs: derived from what the commands declare, then case by case."""

import inspect
import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from lexkit.apps.shell.command_files import Files, declared_files, require_apart
from lexkit.errors import StorageError
from tests.apps.shell.shell import assert_refused, program
from tests.apps.shell.test_every_option import commands

#: Metavars of values that name no file. A new one is added here, or its parameter declares its files.
NO_FILES = {
    *("8D", "ADDRESS", "EXPRESSION...", "FORM", "GRADE", "HOST", "HOW", "KEY", "KEY,...", "LETTERS...", "LOW,HIGH"),
    *("LETTERS or LETTERS>=PERCENT...", "MINUTES[+SECONDS]", "N or N-M", "N or N-M...", "N or N/BEST..."),
    *("N,N,...", "N-M or N-M/BLANKS...", "NAME", "NAME,...", "NAME...", "NAME=SIGN", "NAME=TEXT", "NAME=VALUE,..."),
    *("NAMES", "OTHER", "PATTERN...", "PLACE", "PLAY", "PLAYER", "S", "STRING...", "TAG", "TEXT", "TEXT...", "TILES"),
    *(
        "TILES...",
        "TIME[+INC]",
        "WORD",
        "WORD,...",
        "WORD...",
        "[NAME]...",
        "[WORD]",
        "[WORD...]",
        "X=T",
        "compressed|expanded",
    ),
    *("front, back, both or either...", "normal or joker", "sorted|gordon", "yes or no..."),
}


def functions() -> Iterator[tuple[tuple[str, ...], Callable[..., Any]]]:
    for words, command in commands():
        if len(words) > 1 and not hasattr(command, "list_commands"):
            yield words, command.callback


def test_every_text_names_files_or_none() -> None:
    number = 0
    for words, function in functions():
        declared = declared_files(function)
        for name, parameter in inspect.signature(function, eval_str=True).parameters.items():
            kind, *more = get_args(parameter.annotation) or (parameter.annotation,)
            if "str" not in str(kind) or name in declared:
                continue
            assert more[0].metavar in NO_FILES, (words, name)
            number += 1
    assert number > 200


def test_what_commands_declare_is_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file that a command writes, against each that it reads or writes, by another name of the same file."""
    monkeypatch.setenv("LEXKIT_HOME", str(tmp_path / "home"))
    file, link = tmp_path / "file.csv", tmp_path / "link.csv"
    file.write_text("kept")
    link.symlink_to(file)
    pairs = 0
    for words, function in functions():
        declared = declared_files(function)
        lexicon = "" if words[0] == "lexc" else None
        for (one, (files, _)), (other, (_, called)) in itertools.permutations(declared.items(), 2):
            if not files.writes:
                continue
            pairs += 1
            values = {one: str(link), other: _value(function, other, str(file))}
            with pytest.raises(StorageError, match="this would overwrite what") as error:
                require_apart(function, values, lexicon)
            assert called in error.value.what or declared[one][1] in error.value.what, words
    assert pairs > 90


def _value(function: Callable[..., Any], name: str, path: str) -> Any:
    """A value that names the file as this parameter does."""
    parameter = inspect.signature(function, eval_str=True).parameters[name]
    kind, declared, *_ = get_args(parameter.annotation)
    metavar = declared.metavar
    text = f"v={path}" if metavar.startswith("NAME=") else f"length:3 in:{path}" if "QUERY" in metavar else path
    return [text] if "list" in str(kind) else text


def test_files_that_are_not_there_yet(tmp_path: Path) -> None:
    """Two outputs of one name, of which neither exists."""
    for words, function in functions():
        written = [name for name, (files, _) in declared_files(function).items() if files.writes]
        for one, other in itertools.permutations(written, 2):
            values = {one: str(tmp_path / "new"), other: f"{tmp_path}/./new"}
            with pytest.raises(StorageError, match="this would overwrite what"):
                require_apart(function, values, "" if words[0] == "lexc" else None)
            require_apart(function, values | {other: str(tmp_path / "other")}, "")


def test_what_a_query_names() -> None:
    paths = Files().paths
    assert list(paths("a=b")) == ["a=b"]
    from lexkit.apps.shell.command_files import READS_COLUMN, READS_QUERY

    found = READS_QUERY.of(["length:3 -in:a.txt (in!:'b c.txt' or IN:\"d.txt\")", "begin:x"])
    assert {"a.txt", "b c.txt", "d.txt"} <= {*found}
    assert {*READS_COLUMN.of(["v=c.csv:title"])} == {"c.csv:title", "c.csv"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    words = "AB\nBA\n"
    for name in ("w.txt", "gaddag-list.txt"):
        (tmp_path / name).write_text(words)
    (tmp_path / "c.csv").write_text("word,v\nAB,1\nBA,2\n")
    (tmp_path / "t.csv").write_text("word\nAB\nBA\n")
    assert program("lexc", "build", "w.txt", "-o", "f.gaddag", cwd=tmp_path).returncode == 0
    (tmp_path / "plain").write_bytes((tmp_path / "f.gaddag").read_bytes())
    (tmp_path / "link.txt").symlink_to("f.gaddag")
    os.link(tmp_path / "w.txt", tmp_path / "hard.txt")
    alphabet = program("lexc", "alphabets", "english").stdout
    (tmp_path / "al.toml").write_text(alphabet)
    (tmp_path / "la.toml").write_text(program("lexc", "layouts", "standard").stdout)
    record = Path(__file__).parents[2] / "golden" / "appel_jacobson_1988.gcg"
    (tmp_path / "g.gcg").write_bytes(record.read_bytes())
    return tmp_path


@pytest.mark.parametrize(
    "line",
    [
        "lexq gcg analyse g.gcg --html g.gcg",
        "lexq gcg convert g.gcg -o g.gcg",
        "lexq -l f.gaddag autoplay -n 1 --positions f.gaddag",
        "lexq -l plain autoplay -n 1 --games-json plain",
        "lexq -l plain substring A -o plain",
        "lexq -l f.gaddag search length:2 -o link.txt",
        "lexq -l f.gaddag in w.txt -o w.txt",
        "lexq -l f.gaddag search in:w.txt -o hard.txt",
        "lexq -l f.gaddag search in:w.txt --over t.csv -o t.csv",
        "lexq -l f.gaddag in:w.txt -o w.txt",
        "lexq -l f.gaddag search --over t.csv -o w.txt in:w.txt",
        "lexq autoplay -n 1 --layout la.toml --positions la.toml",
        "lexq autoplay -n 1 --positions r.x --resume r.x",
        "lexq autoplay -n 1 --positions r.x --games-json ./r.x",
        "lexq quiz --file cards.db --export cards.db -f",
        "lexq quiz --export ../home/study.sqlite -f",
        "lexq sheet in:w.txt -o w.txt",
        "lexc build w.txt --column v=c.csv -o c.csv",
        "lexc build w.txt --column v=c.csv:v -o c.csv",
        "lexc build w.txt --alphabet ./al.toml -o al.toml",
        "lexc attach f.gaddag --column v=c.csv -o c.csv --force",
        "lexc attach f.gaddag --column v=c.csv -o link.txt --force",
        "lexc leaves f.gaddag --to f.gaddag --force",
        "lexc merge a=w.txt b=c.csv -o c.csv",
        "lexc list f.gaddag -o f.gaddag --force",
        "lexc pack f.gaddag -o link.txt --force",
        "lexc convert f.gaddag plain --format txt --alphabet ./plain --force",
        "lexc alphabets ./al.toml -o al.toml --force",
        "lexc layouts ./la.toml -o la.toml --force",
    ],
)
def test_outputs_do_not_replace_inputs(line: str, folder: Path) -> None:
    before = _contents(folder)
    name, *arguments = line.split()
    home = folder.parent / "home"
    home.mkdir(exist_ok=True)
    done = program(name, *arguments, cwd=folder, LEXKIT_HOME=str(home))
    assert_refused(done, 4, "this would overwrite")
    assert "name another file" in done.stderr
    assert _contents(folder) == before


def test_redirected_input_is_not_replaced(folder: Path) -> None:
    import subprocess
    import sys

    before = _contents(folder)
    for code, arguments in (
        ("lexq", ["-l", "f.gaddag", "prefix", "-", "-o", "w.txt"]),
        ("lexc", ["build", "-", "-o", "w.txt"]),
    ):
        with open(folder / "w.txt", "rb") as given:
            command = [sys.executable, "-c", f"from lexkit.apps.shell.console import {code}; {code}()", *arguments]
            done = subprocess.run(command, stdin=given, capture_output=True, text=True, cwd=folder, check=False)
        assert (done.returncode, "this would overwrite standard input" in done.stderr) == (4, True), done.stderr
    assert _contents(folder) == before


def test_a_game_is_not_saved_over_its_file(folder: Path) -> None:
    done = program("lexq", "-l", "plain", "play", "--file", "games.gcg", stdin="save! games.gcg\nquit\n", cwd=folder)
    assert "this would overwrite what --file reads" in done.stdout
    assert (folder / "games.gcg").read_bytes()[:6] == b"SQLite"


def test_what_is_apart_is_written(folder: Path) -> None:
    assert program("lexq", "-l", "f.gaddag", "search", "in:w.txt", "-o", "new.txt", cwd=folder).returncode == 0
    assert (folder / "new.txt").read_text() == "AB\nBA\n"
    assert program("lexc", "attach", "f.gaddag", "--column", "v=c.csv", cwd=folder).returncode == 0
    assert program("lexq", "search", "in:w.txt", "-o", "new.txt", cwd=folder, LEXKIT_LEXICON="plain").returncode == 0


def _contents(folder: Path) -> dict[str, bytes]:
    return {one.name: one.read_bytes() for one in folder.iterdir()}


def test_functions_of_python_refuse_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import lexkit
    from lexkit.compiler.attach_columns import attach
    from lexkit.compiler.build import Options

    monkeypatch.chdir(folder)
    before = _contents(folder)
    match = lexkit.Match(lexkit.open("plain"), "greedy", "greedy")
    calls: list[Callable[[], object]] = [
        lambda: lexkit.build("w.txt", "c.csv", Options(columns=("v=c.csv",))),
        lambda: lexkit.build("w.txt", "al.toml", Options(alphabet="./al.toml")),
        lambda: lexkit.build(["AB"], "al.toml", Options(alphabet="./al.toml")),
        lambda: lexkit.merge({"a": "w.txt", "b": "f.gaddag"}, "al.toml", alphabet="./al.toml"),
        lambda: lexkit.convert("f.gaddag", "plain", alphabet="./plain", format="kwg"),
        lambda: attach("f.gaddag", "c.csv", ["v=c.csv:v"]),
        lambda: match.tally(1, positions="plain"),
        lambda: match.tally(1, games_json=folder / "link.txt", gcg="f.gaddag"),
        lambda: match.tally(1, positions="new", games_json="./new"),
        lambda: match.tally(1, positions="new", resume="new"),
    ]
    for call in calls:
        with pytest.raises(StorageError, match="this would overwrite"):
            call()
    assert _contents(folder) == before


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
@pytest.mark.parametrize(
    "line",
    [
        "lexq serve --api --port 0 --keys FILE",
        "lexq autoplay -n 1 --layout FILE",
        "lexq play --layout FILE.toml",
        "lexq play --position ./FILE",
        "lexq moves 15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 --rack A --layout FILE",
        "lexc build w.txt -o new.gaddag --alphabet ./FILE",
        "lexc alphabets ./FILE",
        "lexc layouts ./FILE",
        "lexc leaves f.gaddag --rounds 1 --layout FILE",
        "lexc playability f.gaddag --games 1 --layout FILE",
        "lexc leaves f.gaddag --from FILE.klv2",
        "lexc leaves f.gaddag --from FILE.csv",
        "lexc leaves f.gaddag --from FILE.leaves.zst",
    ],
)
def test_files_of_options_end(line: str, folder: Path) -> None:
    """Neither a device that never ends nor a pipe into which nobody writes is read."""
    name, *arguments = line.split()
    at = next(number for number, text in enumerate(arguments) if "FILE" in text)
    for kind in ("device", "pipe"):
        path = folder / arguments[at].replace("FILE", kind)
        if kind == "device":
            path.symlink_to("/dev/zero")
        else:
            os.mkfifo(path)
        done = program(name, *arguments[:at], f"./{path.name}", *arguments[at + 1 :], cwd=folder)
        assert_refused(done, 4, "not a regular file")
