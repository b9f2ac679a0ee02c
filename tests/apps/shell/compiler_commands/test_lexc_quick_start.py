"""Plain command lines, which lexc reads without typer: the same answers, files, errors and exit codes as by typer."""

from pathlib import Path

import pytest

from lexkit.apps.shell.lexc.options import COMMANDS
from lexkit.apps.shell.lexc.quick_start import read_plain
from lexkit.compiler.build import build
from tests import forked
from tests.apps.shell.shell import program
from tests.running import COMPILED, FULL, each, modules_loaded_by

QUICKLY = "from lexkit.apps.shell.console import lexc; lexc()"
BY_TYPER = "from lexkit.apps.shell.lexc.app import main; main()"

#: Command lines, and whether they are plain. They run in a folder with a list, a longer list, and their lexicons.
LINES: list[tuple[str, bool]] = [
    ("build few.txt", True),
    ("build few.txt -o made.gaddag -q", True),
    ("build few.txt --output=made.gaddag --quiet --alphabet english --max-length 4", True),
    ("build - -o made.gaddag -q --skip-invalid", True),
    ("build none.txt", True),
    ("build few.txt --alphabet klingon", True),
    ("build few.txt --layout round", True),
    ("build few.txt --method fast", True),
    ("build few.txt --min-length 9 --max-length 3", True),
    ("info few.gaddag", True),
    ("info few.gaddag --json", True),
    ("verify few.gaddag --words few.txt", True),
    ("verify few.gaddag -w more.txt", True),
    ("verify few.gaddag --spelling", True),
    ("stats few.txt", True),
    ("list few.gaddag", True),
    ("list few.gaddag -o few.txt", True),
    ("pack few.gaddag", True),
    ("convert few.gaddag made.kwg", True),
    ("diff few.txt more.txt", True),
    ("diff few.txt few.gaddag --count --json", True),
    ("diff - -", True),
    ("merge few.txt more.txt -o both.gaddag -q", True),
    ("merge few.txt more.txt -o both.gaddag --mark few", True),
    ("attach few.gaddag", True),
    ("leaves few.gaddag --rounds 1,x", True),
    ("use", True),
    ("use --forget", True),
    ("alphabets", True),
    ("alphabets dutch --as magpie", True),
    ("layouts super", True),
    ("convert few.gaddag few.kwg", True),
    ("convert few.gaddag few.kwg --format dawg", True),
    ("convert none.kwg few.gaddag", True),
    ("doctor --json", True),
    # What typer reads.
    ("", False),
    ("--help", False),
    ("--version", False),
    ("--debug build few.txt", False),
    ("build", False),
    ("build --help", False),
    ("build few.txt more.txt", False),
    ("build few.txt -o", False),
    ("build few.txt --min-length -1", False),
    ("build few.txt --min-length two", False),
    ("build few.txt --colum a=b", False),
    ("build few.txt --column a=a.csv --column b=b.csv", False),
    ("build -- few.txt", False),
    ("diff few.txt", False),
    ("merge few.txt more.txt", False),
    ("attach few.gaddag --no-alphagrams", False),
    ("leaves few.gaddag --minutes 5", False),
    ("leaves few.gaddag --rack-size 1", False),
    ("bild few.txt", False),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "few.txt").write_text("AB\nABLE\nCABLE\nTABLES\n")
    (tmp_path / "more.txt").write_text("AB\nABLES\nZA\n")
    build(tmp_path / "few.txt", tmp_path / "few.gaddag")
    return tmp_path


def outcome(code: str, line: str, folder: Path) -> tuple[object, ...]:
    """What a command line gives: exit code, answer, errors, and the files that it wrote, which are removed."""
    before = {path.name for path in folder.iterdir()}
    done = forked.run(code, *line.split(), stdin=b"AB\nA9\nZA\n", cwd=folder, environment={"LEXKIT_HOME": str(folder)})
    made = {path.name: path for path in folder.iterdir() if path.name not in before}
    written = {name: path.read_bytes() for name, path in made.items() if path.is_file()}
    for name in written:
        made[name].unlink()
    # How long it took.
    errors = [one for one in done.stderr.splitlines() if b"verified word by word" not in one]
    return done.returncode, done.stdout, errors, written


def test_plain_lines_are_told_from_others() -> None:
    assert [line for line, plain in LINES if (read_plain(line.split()) is None) is plain] == []


@each("line", [line for line, plain in LINES if plain][:: 1 if FULL else 3])
def test_plain_lines_are_answered_as_by_typer(line: str, folder: Path) -> None:
    assert outcome(QUICKLY, line, folder) == outcome(BY_TYPER, line, folder)


def test_every_command_has_a_line() -> None:
    assert {line.split()[0] for line, plain in LINES if plain} >= set(COMMANDS) - {"unpack"}


def test_completion_is_for_typer(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read_plain(["build", "few.txt"]) is not None
    monkeypatch.setenv("_LEXC_COMPLETE", "complete_bash")
    assert read_plain(["build", "few.txt"]) is None


def test_a_plain_build_imports_only_what_it_needs(folder: Path) -> None:
    """A time would depend on the machine; what is imported does not."""
    head = f"import sys; sys.argv = ['lexc', 'build', '{folder}/few.txt', '-q']\n"
    loaded = set(modules_loaded_by(head + QUICKLY))
    assert "lexkit.compiler.construct.minimal_automaton" in loaded
    unwanted = {"typer", "click", "rich", "platformdirs", "zstandard", "secrets", "lexkit.runtime.automaton"}
    unwanted |= {f"lexkit.formats.{name}" for name in ("columns_section", "editions_section", "packed_lexicon")}
    unwanted |= {f"lexkit.apps.shell.lexc.{name}" for name in ("lexc", "convert", "leaves", "about", "diff_and_merge")}
    if COMPILED:
        unwanted |= {"concurrent.futures"}
    assert loaded & unwanted == set()


def test_errors_of_usage_say_how_the_command_is_used(folder: Path) -> None:
    done = program("lexc", "build", "few.txt", "--layout", "round", cwd=folder)
    assert done.returncode == 2
    assert done.stderr.startswith("Usage: lexc build ")
    assert "--layout" in done.stderr
