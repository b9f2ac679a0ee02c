"""What the programs write for people: nothing in a file, or in its name, commands the terminal."""

import os
import threading
from pathlib import Path

import pytest

from lexkit.apps.shell import console
from lexkit.apps.shell.lexq.write_answers import format_csv
from lexkit.formats.lexicon_file import lexicon_bytes, open_bytes
from tests.apps.shell.shell import program
from tests.making import bytes_of
from tests.running import each

COMMAND = "\x1b]0;evil\x07\x9b2J\x7f"


@pytest.fixture
def commanding(tmp_path: Path) -> Path:
    """A lexicon whose provenance, and whose name, would command a terminal."""
    file = open_bytes(bytes_of(["AA", "AB"]))
    provenance = {**file.provenance, "source": COMMAND, "options": {COMMAND: COMMAND}, COMMAND: [COMMAND]}
    path = tmp_path / f"{COMMAND}.gaddag"
    path.write_bytes(b"".join(lexicon_bytes(file.alphabet, provenance, file.gaddag)))
    return path


@pytest.mark.parametrize(
    "command",
    [
        ("lexc", "info", "{}"),
        ("lexc", "info", "{}", "--json"),
        ("lexc", "verify", "{}"),
        ("lexc", "pack", "{}"),
        ("lexc", "use", "{}"),
        ("lexc", "info", "no {}"),
        ("lexq", "-l", "{}", "info"),
        ("lexq", "-l", "{}", "info", "--json"),
    ],
)
def test_what_a_file_says_of_itself_commands_no_terminal(command, commanding, tmp_path):
    """Found: lexc info and lexq info wrote what stands in the provenance, and in the name of the file, as it is."""
    done = program(*(part.replace("{}", str(commanding)) for part in command), LEXKIT_HOME=str(tmp_path))
    written = done.stdout + done.stderr
    assert "evil" in written
    assert not set("\x1b\x07\x9b\x7f") & set(written)


@pytest.mark.skipif(os.name == "nt", reason="names of files are text there")
def test_a_name_that_is_no_text(tmp_path):
    """Found: an unexpected error, please report it."""
    path = os.fsencode(tmp_path) + b"/\xff.gaddag"
    Path(os.fsdecode(path)).write_bytes(bytes_of(["AA", "AB"]))
    for command in (("lexc", "info"), ("lexc", "info", "--json"), ("lexc", "verify"), ("lexc", "pack")):
        done = program(*command, os.fsdecode(path))
        assert done.returncode == 0, done.stderr


@each(
    "command",
    [
        ("lexc", "info"),
        ("lexc", "build"),
        ("lexc", "alphabets", "--{}"),
        ("lexc", "stats", "x", "--max-length={}"),
        ("lexq", "gcg", "show"),
        ("lexq", "autoplay", "--games={}"),
        ("lexq", "autoplay", "--sprt={}"),
        ("lexq", "autoplay", "--first={}"),
    ],
)
def test_an_error_does_not_repeat_all_that_was_written(command: tuple[str, ...]) -> None:
    """Found: 5,000 digits came back with the error."""
    words = [word.replace("{}", "9" * 5000) for word in command]
    done = program(*(words if words != list(command) else [*words, "9" * 5000]))
    assert done.returncode in (2, 3, 4)
    assert 60 < len(done.stderr) < 1200


@pytest.mark.skipif(os.name == "nt", reason="names of files are text there")
def test_a_default_whose_name_is_no_text(tmp_path: Path) -> None:
    """Found: an unexpected error, please report it."""
    path = os.fsdecode(os.fsencode(tmp_path) + b"/\xff.gaddag")
    Path(path).write_bytes(bytes_of(["AA", "AB"]))
    home = {"LEXKIT_HOME": str(tmp_path / "home")}
    assert program("lexc", "use", path, **home).returncode == 0
    assert program("lexq", "prefix", "A", **home).stdout == "AA\nAB\n"
    assert program("lexc", "use", "--forget", **home).returncode == 0


@each("before", ["", " ", "\t", "\n", "\r", "\x0b", "\0", "\xa0", "\u3000", "\ufeff", "\u200b \u202e", "'"])
def test_no_text_is_a_formula_and_each_is_read_back(before: str) -> None:
    for text in [
        before + start + "1+1" for start in ["=", "+", "-", "@", "＝", "＋", "－", "＠", "'=", "' =", "A", "'"]
    ]:
        marked = console.for_spreadsheet(text)
        shown = [one for one in marked if one.isprintable() and one != " "]
        assert shown[0] not in "=+-@＝＋－＠"
        assert console.from_spreadsheet(marked) == text


def test_a_number_is_no_formula() -> None:
    assert console.for_spreadsheet("-12.50") == "-12.50"
    assert format_csv([("=1", " -A", -1.5, None, "-2.00", "AB")], ",") == "'=1,' -A,-1.5,,-2.00,AB\n"
    assert format_csv([("=1", "AB")], "\t") == "'=1\tAB\n"


def test_what_takes_long_says_that_it_is_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal only, and only as long as it takes."""
    told, said = [], threading.Event()

    def tell(text: str) -> None:
        told.append(text)
        said.set()

    monkeypatch.setattr(console, "tell", tell)
    monkeypatch.setattr(console, "LONG", 0.0)
    with console.said_if_long("nobody looks"):
        pass
    monkeypatch.setattr(console, "watched", lambda: True)
    with console.said_if_long("wait"):
        assert said.wait(60)
    monkeypatch.setattr(console, "LONG", 3600.0)
    with console.said_if_long("too soon"):
        waiting = [one for one in threading.enumerate() if isinstance(one, threading.Timer)]
    assert told == ["wait\n"]
    assert waiting[-1].finished.is_set(), "it was told to stop"


@pytest.mark.skipif(os.name != "posix", reason="arguments are bytes")
def test_an_argument_that_is_no_text_is_shown(tmp_path: Path) -> None:
    """Found: an unexpected error, where the word was to be written."""
    (tmp_path / "few.txt").write_text("AA\nAB\n")
    assert program("lexc", "build", "few.txt", cwd=tmp_path).returncode == 0
    done = program("lexq", "-l", "few.gaddag", "check", "A\udce9", "--missing", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == "A?\n"
