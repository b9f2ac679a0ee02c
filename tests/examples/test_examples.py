"""The examples as files and programs: imports, sessions, wrong input."""

from __future__ import annotations

import ast
import importlib
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import lexkit
from tests.running import each, few_of, run_shell

ROOT = Path(__file__).parent.parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
README = (ROOT / "examples" / "README.md").read_text("utf-8")
SESSIONS = [
    tuple(session.split("\n", 1))
    for block in re.findall(r"```console\n(.*?)```", README, re.S)
    for session in re.split(r"^\$ ", block, flags=re.M)[1:]
]


# -- as files ---------------------------------------------------------------------------------------


@each("path", EXAMPLES)
def test_an_example_is_short_and_uses_public_names(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.count("\n") <= 200
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
            assert all(name == "lexkit" or name.split(".")[0] in sys.stdlib_module_names for name in modules), modules
        if isinstance(node, ast.Attribute):
            assert not node.attr.startswith("_"), node.attr
            if isinstance(node.value, ast.Name) and node.value.id == "lexkit":
                assert node.attr in lexkit.__all__, node.attr


@each("path", EXAMPLES)
def test_the_readme_runs_what_the_docstring_shows(path: Path) -> None:
    commands = re.findall(r"^    \$ (.*)$", ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "", re.M)
    assert commands
    assert all(any(command in shown for shown, _ in SESSIONS) for command in commands)
    assert f"({path.name})" in README


def test_the_tutorial_shows_the_whole_game() -> None:
    """docs/write-a-game.md ends with the program, which has no more lines than it says."""
    program = (ROOT / "examples" / "play.py").read_text("utf-8")
    listing = program[program.index("import argparse") :]
    text = (ROOT / "docs" / "write-a-game.md").read_text("utf-8")
    assert f"```python\n{listing}```" in text
    assert sum(bool(line.strip()) for line in listing.splitlines()) <= 40


# -- at the shell -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("command", "expected"), few_of(SESSIONS, 5), ids=[command for command, _ in SESSIONS])
@pytest.mark.skipif(os.name == "nt", reason="the sessions are those of a POSIX shell")
def test_readme_sessions(english: lexkit.Lexicon, command: str, expected: str) -> None:
    done = run_shell(command.replace("python ", f"{shlex.quote(sys.executable)} "), ROOT)
    assert done.stdout == expected


@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        ("boggle NQSE ATO", 2, "boggle.py: the rows of a grid are equally long, and not empty: NQSE ATO"),
        ("boggle A1 BC", 2, "boggle.py: column 1 of '1': not a letter of the english alphabet: expected A"),
        ("crossword no-such-file", 2, "crossword.py: [Errno 2] No such file or directory: 'no-such-file'"),
        ("crossword --avoid length:x", 2, "crossword.py: not a number or range of numbers: expected N"),
        ("wordle CRANE:yy", 2, "wordle.py: a guess is written like CRANE:.yg.. (g green, y yellow, . grey), not"),
        ("wordle CRANE:yyyyy BOAT:....", 2, "wordle.py: all guesses have the same number of letters"),
        ("wordle CRANE:ggggg TOAST:ggggg", 1, "no word is left"),
        ("spelling_bee bee T TRAINS", 2, "spelling_bee.py: a Spelling Bee is a centre letter and six others"),
        ("spelling_bee countdown A1", 2, "spelling_bee.py: Countdown is played with letters, not 'A1'"),
        ("spelling_bee countdown QQQ", 1, "no word can be made of these letters"),
        ("ghost CARE", 2, "ghost.py: no game goes on after CARE"),
        ("ghost CTXA", 2, "ghost.py: no game goes on after CTX"),
        ("play clever", 2, "play.py: no such player: expected "),
        ("rhymes XQZV", 2, "rhymes.py: nobody told how XQZV is said"),
        ("rhymes --sounds K,K", 2, "rhymes.py: no such sound: K,K; there are AA"),
        ("reads --bases 9", 2, "reads.py: a genome has at least 40 bases"),
        ("openings O-O-O", 2, "openings.py: no opening has the move O-O-O"),
        ("word_ladder COLD XQZV", 2, "word_ladder.py: XQZV is not in the lexicon"),
        ("word_ladder CAT DOGS", 2, "word_ladder.py: CAT and DOGS are not equally long"),
        ("word_ladder QUIXOTRY RETAINED", 1, "no ladder leads from QUIXOTRY to RETAINED"),
    ],
)
def test_wrong_input_is_one_line_and_an_exit_code(
    english: lexkit.Lexicon,
    command: str,
    code: int,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    name, *arguments = command.split()
    monkeypatch.setattr(sys, "argv", [f"examples/{name}.py"])
    with pytest.raises(SystemExit) as left:
        importlib.import_module(f"examples.{name}").main(arguments)
    printed = capsys.readouterr()
    assert (left.value.code, printed.out) == (code, "")
    assert printed.err.startswith(message)
    assert printed.err.count("\n") == 1


def test_the_exit_code_is_that_of_the_process(english: lexkit.Lexicon) -> None:
    command = [sys.executable, str(ROOT / "examples" / "word_ladder.py"), "COLD", "XQZV"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    expected = (2, "", "word_ladder.py: XQZV is not in the lexicon\n")
    assert (done.returncode, done.stdout, done.stderr) == expected
