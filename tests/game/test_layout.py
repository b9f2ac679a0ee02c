"""Board layouts: the shipped ones, those of a file, and everything that is none."""

import os
import pickle
import tomllib
from pathlib import Path

import pytest

import lexkit
from lexkit import Layout
from lexkit.errors import LexkitError, PositionError, StorageError
from tests.running import each

TOML = """
name  = "tiny"
start = "2B"
rows  = '''
.'"
^-=
~#.
'''
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.toml"
    path.write_text(TOML, "utf-8")
    return path


def test_standard():
    layout = Layout.named("standard")
    assert (layout.rows, layout.columns, layout.start, layout.symmetric) == (15, 15, 7 * 15 + 7, True)
    assert len(layout.letter_multipliers) == len(layout.word_multipliers) == 225
    assert layout.word_multipliers[0] == 3
    assert layout.letter_multipliers[0] == 1
    assert layout.letter_multipliers[3] == 2
    assert layout.letter_multipliers[1 * 15 + 5] == 3
    assert layout.word_multipliers[layout.start] == 2
    assert [layout.word_multipliers.count(n) for n in (1, 2, 3)] == [200, 17, 8]
    assert [layout.letter_multipliers.count(n) for n in (1, 2, 3)] == [189, 24, 12]
    assert layout.bricks == ()


def test_super():
    layout = Layout.named("super")
    assert (layout.rows, layout.columns, layout.start, layout.symmetric) == (21, 21, 10 * 21 + 10, True)
    assert layout.word_multipliers[0] == 4
    assert max(layout.letter_multipliers) == 4


def test_one_object_whatever_the_name():
    assert Layout.named("CrosswordGame") is Layout.named("standard") is Layout.named("standard15")
    assert Layout.named("SuperCrosswordGame") is Layout.named("super")


def test_unknown_name():
    with pytest.raises(PositionError, match=r"no such board layout: expected standard, super, found 'x'"):
        Layout.named("x")


def test_from_a_file(file: Path):
    layout = Layout.from_toml(file)
    assert layout.name == "tiny"
    assert layout.letter_multipliers == bytes([1, 2, 3, 4, 1, 1, 1, 0, 1])
    assert layout.word_multipliers == bytes([1, 1, 1, 1, 2, 3, 4, 0, 1])
    assert layout.bricks == (7,)
    assert layout.start == 4
    assert not layout.symmetric
    assert str(layout) == ".'\"\n^-=\n~#."
    assert repr(layout) == "<Layout tiny: 3x3, start 2B>"


def test_rows_may_be_a_list_and_the_name_the_file(tmp_path: Path):
    path = tmp_path / "strip.toml"
    path.write_text('rows = ["....."]', "utf-8")
    layout = Layout.from_toml(str(path))
    assert (layout.name, layout.rows, layout.columns, layout.start) == ("strip", 1, 5, 2)


def test_largest_and_smallest():
    assert Layout("x", ["." * 32] * 32).start == 16 * 32 + 16
    assert Layout("x", ["."]).symmetric


@each(
    ("rows", "start", "symmetric"),
    [
        (["..", ".."], "1A", True),
        (["..", ".."], "2A", False),
        (["...", "..."], "1A", False),
        (["-=", "=-"], "2B", True),
    ],
)
def test_symmetric(rows, start, symmetric):
    assert Layout("x", rows, start).symmetric is symmetric


def test_equality_hash_pickle():
    one = Layout("one", ["..", ".."], "1A")
    assert one == Layout("two", ["..", ".."], "A1")
    assert one != Layout("one", ["..", ".."], "2B")
    assert one != Layout("one", [".-", ".."], "1A")
    assert one != "one"
    assert len({one, Layout("two", ["..", ".."], "1A")}) == 1
    again = pickle.loads(pickle.dumps(one))
    assert again == one
    assert again.name == "one"


def test_never_changes():
    with pytest.raises(AttributeError, match="cannot assign to field 'rows'"):
        Layout.named("standard").rows = 3  # type: ignore[misc]
    with pytest.raises(AttributeError, match="cannot delete field 'rows'"):
        del Layout.named("standard").rows


@each(
    ("name", "rows", "start", "message"),
    [
        ("", ["."], None, "name"),
        ("x\n", ["."], None, "name"),
        ("x" * 201, ["."], None, "name"),
        ("x", [], None, "rows: wrong number of rows: expected 1 to 32, found 0"),
        ("x", ["."] * 33, None, "rows: wrong number of rows: expected 1 to 32, found 33"),
        ("x", ["." * 33], None, "row 1: wrong number of squares: expected 1 to 32, found 33"),
        ("x", [""], None, "row 1: wrong number of squares"),
        ("x", ["..", "..."], None, "row 2: the rows have different widths: expected 2 squares, found 3"),
        ("x", ["..", ".x"], None, "row 2, column 2: no such glyph: expected .*, found 'x'"),
        ("x", ["#"], None, "start: the start square is a brick: found 1A"),
        ("x", ["..", ".."], "3A", "start: the start square is off the board: expected a square of 2x2, found 3A"),
        ("x", ["..", ".."], "1C", "start: the start square is off the board"),
        ("x", ["..", ".."], "here", "not a place"),
        ("x", ["..", ".."], 7, "start: not a square"),
        ("x", [1], None, "row 1"),
    ],
)
def test_no_layout(name, rows, start, message):
    with pytest.raises(PositionError, match=message) as caught:
        Layout(name, rows, start)
    assert isinstance(caught.value, ValueError)
    assert isinstance(caught.value, LexkitError)


@each(
    "content",
    [
        b"", b"rows = 7", b"rows = [7]", b"rows = [[]]", b'rows = ["..", "."]', b'rows = ["."]\nname = 7',
        b'rows = ["."]\nstart = 7', b'rows = ["."]\nstart = "9Z"', b"no TOML", b"\xff\xfe",
        b"a = " + b"[" * 5000, b"#" * 70000,
    ],
)  # fmt: skip
def test_no_layout_file(tmp_path: Path, content: bytes):
    path = tmp_path / "wrong.toml"
    path.write_bytes(content)
    with pytest.raises(PositionError, match=r"wrong\.toml") as caught:
        Layout.from_toml(path)
    assert caught.value.path == str(path)


def test_files_that_cannot_be_read(tmp_path: Path):
    with pytest.raises(StorageError, match="cannot read"):
        Layout.from_toml(tmp_path / "none.toml")
    with pytest.raises(StorageError, match="not a regular file"):
        Layout.from_toml(tmp_path)
    with pytest.raises(StorageError, match="not a path to a file"):
        Layout.from_toml("nul\0")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no FIFOs here")
def test_a_fifo_is_not_waited_for(tmp_path: Path):
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(StorageError, match="not a regular file"):
        Layout.from_toml(tmp_path / "fifo")


def test_a_name_is_a_str():
    with pytest.raises(TypeError):
        Layout.named(7)  # type: ignore[arg-type]


def test_public():
    assert {"Board", "Layout", "Move", "Rack", "Rules"} <= set(lexkit.__all__)


@each("part", ["a.", '"a".', '"\\"".', "'a'.", 'a."b". c .'])
@each("around", ["{}z = 1", "[{}z]", "[[{}z]]", "x = {{ y = 1, {}z = 1 }}"])
def test_keys_of_many_parts_are_not_read(part, around, tmp_path, monkeypatch):
    """Found: a file of 64 kB took 11 seconds and 426 MB."""
    path = tmp_path / "keys.toml"
    path.write_text(around.format(part * 40), "utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(tomllib, "loads", lambda text: pytest.fail("read"))
        with pytest.raises(PositionError, match="too many parts"):
            Layout.from_toml(path)
    rows = "rows = '''\n" + '".".".".".".".".".".".".".".".".\n-.-.-.-.-.-.-.-.-.-.-.-.-.-.-.-.\n' * 16 + "'''\n"
    path.write_text(around.format(part * 8).replace("[[", "[").replace("]]", "]") + "\n", "utf-8")
    path.write_text(rows + path.read_text("utf-8"), "utf-8")
    assert Layout.from_toml(path).rows == 32


def test_quotes_that_do_not_end_are_looked_at_once(tmp_path, monkeypatch):
    read = []
    monkeypatch.setattr(tomllib, "loads", lambda text: read.append(text) or {})
    for text in ('"\\' * 30_000, "'" * 60_000, '"' * 60_001, "a" * 60_000, " \"\\ '" * 10_000):
        path = tmp_path / "quotes.toml"
        path.write_text(text, "utf-8")
        with pytest.raises(PositionError):
            Layout.from_toml(path)
    assert len(read) == 5
