"""Plain command lines, which lexq reads without typer: the same answers, errors and exit codes as by typer."""

from pathlib import Path
from typing import Any

import pytest

from lexkit.apps.shell.lexq import quick_start
from lexkit.apps.shell.lexq.quick_start import HELP_COLUMNS
from lexkit.compiler.build import build
from tests import forked
from tests.apps.shell.lexq_help import written_by_typer
from tests.apps.shell.shell import lexq
from tests.running import COMPILED, FULL, each, few_of, modules_loaded_by

WORDS = ["AB", "ABLE", "ABLER", "CABLE", "CABLES", "FABLE", "TABLE", "TABLES", "ZA"]

#: Command lines, and whether they are plain.
LINES: list[tuple[list[str], bool]] = [
    (["substring", "AB"], True),
    (["substring", "AB", "CA"], True),
    (["substring", "ab"], True),
    (["substring", "XX"], True),
    (["substring", ""], True),
    (["substring", "A9"], True),
    (["prefix", "AB", "--count"], True),
    (["prefix", "-c", "AB"], True),
    (["suffix", "ABLE", "--limit", "2"], True),
    (["suffix", "ABLE", "--limit=2"], True),
    (["suffix", "-n", "2", "ABLE", "--offset", "1"], True),
    (["suffix", "ABLE", "-n", "0"], True),
    (["substring", "AB", "--length", "4-5"], True),
    (["substring", "AB", "--sort", "-length"], False),
    (["substring", "AB", "--sort=-length"], True),
    (["substring", "AB", "--sort", "length", "--reverse"], True),
    (["substring", "AB", "--json"], True),
    (["substring", "AB", "--csv", "--columns", "word,points"], True),
    (["substring", "AB", "--columns", "no-such"], True),
    (["substring", "AB", "--group", "alphagram"], True),
    (["check", "ZA", "QI"], True),
    (["check", "ZA"], True),
    (["check", "-v", "ZA", "QI", "--json"], True),
    (["exact", "ZA"], True),
    (["check", "-"], True),
    (["hooks", "ABLE", "--inner"], True),
    (["anagram", "ABEL"], True),
    (["pattern", "?AB*"], True),
    (["near", "CABBE", "-d", "2"], True),
    (["build", "ABLES", "--min", "4"], True),
    (["palindrome", "yes"], True),
    (["anagram", "TABLES ZA", "--words", "2"], True),
    # Errors of usage that a command finds: typer says how it is used.
    (["substring", "AB", "--length", "5-4"], True),
    (["substring", "AB", "--json", "--csv"], True),
    (["substring", "AB", "--sort", "a,,b"], True),
    (["anagram", "ABEL", "--words", "x"], True),
    # What typer reads.
    (["palindrome"], False),
    ([], False),
    (["--help"], False),
    (["--version"], False),
    (["substring", "--help"], False),
    (["substring"], False),
    (["sbstring", "AB"], False),
    (["hook", "ABLE"], False),
    (["sbstring"], False),
    (["ABEL"], True),
    (["able"], True),
    (["ABLE", "ZA"], True),
    (["AEBL?", "-n", "2"], True),
    (["*AB*", "--json"], True),
    (["prefix:AB", "length:4"], True),
    (["lenght:4"], True),
    (["XQ"], True),
    (["anagram:"], True),
    (["search", "prefix:AB"], False),
    (["substring", "AB", "--limt", "2"], False),
    (["substring", "AB", "--limit"], False),
    (["substring", "AB", "--limit", "two"], False),
    (["substring", "AB", "--limit", "-1"], False),
    (["substring", "AB", "--limit", "1", "--limit", "2"], False),
    (["substring", "AB", "--count=1"], False),
    (["substring", "AB", "-n2"], False),
    (["substring", "AB", "-cn", "2"], False),
    (["substring", "--", "-AB"], False),
    (["substring", "AB", "-x"], False),
    (["near", "CABBE", "-d", "1000000000000"], False),
    (["build", "ABLES", "--min", "0"], False),
    (["cross", "--before", "C", "--after", "BLE"], True),
    (["info", "ABLE"], True),
    (["--timeout", "5", "substring", "AB"], False),
    (["--fold", "substring", "AB"], False),
]


def run(code: str, arguments: list[str], lexicon: str) -> tuple[int, bytes, bytes]:
    done = forked.run(code, *arguments, stdin=b"ZA\nABLE TABLE\n", environment={"LEXKIT_LEXICON": lexicon})
    return done.returncode, done.stdout, done.stderr


def test_plain_lines_are_told_from_others() -> None:
    assert [arguments for arguments, plain in LINES if (quick_start.read_plain(arguments) is None) is plain] == []


@each("arguments", [arguments for arguments, plain in LINES if plain][:: 1 if FULL else 4])
def test_plain_lines_are_answered_as_by_typer(arguments: list[str], few: str) -> None:
    quickly = run("from lexkit.apps.shell.console import lexq; lexq()", arguments, few)
    assert quickly == run("from lexkit.apps.shell.lexq.app import main; main()", arguments, few)


def test_the_lexicon_of_a_plain_line(few: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LEXKIT_LEXICON", raising=False)
    other = str(tmp_path / "other.gaddag")
    build(["XAB"], other)

    def lexicon_of(*arguments: str) -> Any:
        plain = quick_start.read_plain(list(arguments))
        return plain and plain[2]

    assert lexicon_of("-l", other, "substring", "AB") == lexicon_of("--lexicon", other, "substring", "AB") == other
    assert lexicon_of("substring", "AB") is None
    monkeypatch.setenv("LEXKIT_LEXICON", few)
    assert lexicon_of("substring", "AB") == few
    assert lexicon_of("-l", "substring", "AB") == "substring", "the lexicon of a query"
    for strange in (["-l", ""], ["-l", "-x"], [f"--lexicon={other}"], [f"-l{other}"]):
        assert quick_start.read_plain([*strange, "substring", "AB"]) is None
    code = "from lexkit.apps.shell.console import lexq; lexq()"
    assert run(code, ["-l", other, "substring", "AB"], few)[1] == b"XAB\n"


def test_completion_is_for_typer(monkeypatch: pytest.MonkeyPatch) -> None:
    assert quick_start.read_plain(["substring", "AB"]) is not None
    monkeypatch.setenv("_LEXQ_COMPLETE", "complete_bash")
    assert quick_start.read_plain(["substring", "AB"]) is None


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
def test_a_plain_query_imports_neither_typer_nor_numpy(arguments: list[str], few: str) -> None:
    """A time would depend on the machine; what is imported does not."""
    head = f"import sys; sys.argv = ['lexq', '-l', {few!r}, *{arguments}]\n"
    loaded = set(modules_loaded_by(head + "from lexkit.apps.shell.console import lexq; lexq()"))
    assert "lexkit.runtime.words.words" in loaded
    unwanted = {"typer", "click", "rich", "tomllib", "platformdirs", "lexkit.compiler"}
    if COMPILED:  # interpreted kernels import numpy, which imports the others
        unwanted |= {"numpy", "secrets", "textwrap"}
    if arguments[0] in ("substring", "prefix", "check", "hooks"):
        unwanted.add("lexkit.runtime.query")
    assert not loaded & unwanted


@pytest.mark.parametrize("columns", [HELP_COLUMNS, 200])
def test_the_kept_help_is_typers(columns: int) -> None:
    assert written_by_typer(columns) == lexq("--help", COLUMNS=str(columns)).stdout, (
        "python -m tests.apps.shell.lexq_help"
    )


def test_help_on_a_narrow_terminal_is_typers() -> None:
    assert written_by_typer(50) == lexq("--help", COLUMNS="50").stdout


def test_help_imports_neither_typer_nor_numpy() -> None:
    head = "import sys; sys.argv = ['lexq', '--help']; "
    loaded = modules_loaded_by(head + "from lexkit.apps.shell.console import lexq; lexq()")
    assert not {"typer", "numpy"} & set(loaded)
