"""Every option and argument of every command with wrong values: an exit code, a line, never a traceback."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from tests import forked
from tests.cli.shell import as_text
from tests.cli.test_output_files import commands
from tests.making import bytes_of

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
WAITING = ("serve", "siu", "play", "quiz")


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
        code = f"from lexkit.console import {words[0]}; {words[0]}()"
        done = forked.run(code, *line, cwd=tmp_path, environment={"LEXKIT_LEXICON": "few.gaddag"}, timeout=60)
        told = as_text(done.stderr)
        assert done.returncode in (0, 1, 2, 3, 4), (line, told)
        assert "Traceback" not in told, (line, told)
        assert "unexpected error" not in told, (line, told)
        assert len(told) < 3000, (line, told)
        if done.returncode in (3, 4):
            assert told.count("\n") <= 3, (line, told)
