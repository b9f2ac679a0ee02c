"""Options that name a file, at every command: an empty name is refused, and ``-`` is a stream or refused."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
import typer.main

from tests.cli.shell import assert_refused, lexq, program
from tests.making import bytes_of


def commands() -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command of both programs, by its words, as typer makes it."""
    from lexkit.compiler.cli.lexc import app
    from lexkit.runtime.cli.lexq import program as asked

    def visit(command: Any, words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
        names = command.list_commands(None) if hasattr(command, "list_commands") else []
        for name in names:
            yield from visit(command.get_command(None, name), (*words, name))
        yield words, command

    yield from visit(typer.main.get_command(app), ("lexc",))
    yield from visit(typer.main.get_command(asked), ("lexq",))


def is_stream(words: tuple[str, ...], option: str) -> bool:
    """Whether - is standard output there."""
    if words[0] == "lexc":
        return words[1] == "list"
    return option in ("--output", "--export")


def test_every_option_that_names_a_file() -> None:
    """Found: lexc pack -o "" wrote beside the file, and -o - into a file of that name."""
    number = 0
    for words, command in commands():
        for option in [one for one in command.params if one.param_type_name == "option"]:
            if option.metavar not in ("FILE", "FOLDER"):
                continue
            number += 1
            name = option.opts[0]
            with pytest.raises(typer.BadParameter, match="expected the name of a file, found none"):
                command.make_context(words[-1], [f"{name}="])
            if not is_stream(words, name):
                with pytest.raises(typer.BadParameter, match="found -, which is no file here"):
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
        ("lexc", "unpack", "few.gaddag", "-o", "-"),
        ("lexc", "list", "few.gaddag", "-o", ""),
        ("lexq", "-l", "few.gaddag", "substring", "A", "-o", ""),
    ],
)
def test_nothing_is_written_for_a_name_that_is_none(arguments: tuple[str, ...], few: Path) -> None:
    assert_refused(program(*arguments, cwd=few), 2, "expected the name of a file, found")
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
    record = Path(__file__).parents[1] / "golden" / "appel_jacobson_1988.gcg"
    told = lexq("gcg", "convert", str(record), "-o", "-", cwd=tmp_path).stdout
    assert told.startswith("#character-encoding")
    assert lexq("gcg", "convert", str(record), "-o", "game.JSON", cwd=tmp_path).returncode == 0
    again = lexq("gcg", "convert", "game.JSON", "-o", "-", cwd=tmp_path)
    assert again.stdout.startswith("#player1 ")
    for name in ("game.cgp", "game", "game.gcg.txt"):
        done = lexq("gcg", "convert", str(record), "-o", name, cwd=tmp_path)
        assert_refused(done, 2, f"expected a file named .gcg or .json, found {name}")
    assert [one.name for one in tmp_path.iterdir()] == ["game.JSON"]
