"""Leave values in 16 bits (KLV, KLV16) and as text: what wolges wrote, both ways, and what is refused."""

import gzip
import struct
from pathlib import Path

import numpy as np
import pytest

import lexkit
from lexkit.errors import ColumnError, CorruptFileError, ForeignFileError, LexkitError
from lexkit.formats.foreign.klv2 import read_klv2, write_klv2

GOLDEN = Path(__file__).parents[2] / "golden/foreign"
TEXT = [line.split(",") for line in (GOLDEN / "leaves.csv").read_text().splitlines()]
#: Up to four tiles: a file of 40,000 leaves, not a million.
SHORT = [(leave, value) for leave, value in TEXT if len(leave) <= 4]


def plain_leaves(data: bytes, code: str, steps: int) -> dict[tuple[int, ...], float]:
    """Read a KLV in plain Python: the tiles of each leave, and its value."""
    (count,) = struct.unpack_from("<I", data)
    nodes = struct.unpack_from(f"<{count}I", data, 4)
    (number,) = struct.unpack_from("<I", data, 4 + 4 * count)
    values = struct.unpack_from(f"<{number}{code}", data, 8 + 4 * count)
    assert len(data) == 8 + 4 * count + number * struct.calcsize(code)
    found = {}

    def below(at: int, before: tuple[int, ...]) -> None:
        while at:
            leave = (*before, nodes[at] >> 24)
            if nodes[at] >> 23 & 1:
                found[leave] = values[len(found)] / steps
            below(nodes[at] & 0x3FFFFF, leave)
            at = 0 if nodes[at] >> 22 & 1 else at + 1

    below(nodes[0] & 0x3FFFFF, ())
    return found


def number(text: str) -> tuple[int, ...]:
    return tuple(sorted(0 if letter == "?" else ord(letter) - 64 for letter in text))


def test_theirs(tmp_path: Path) -> None:
    data = gzip.decompress((GOLDEN / "leaves.klv.gz").read_bytes())
    (tmp_path / "a.klv").write_bytes(data)
    values = lexkit.read_leaves(tmp_path / "a.klv")
    plain = plain_leaves(data, "h", 256)
    assert plain.keys() == {number(leave) for leave, _ in TEXT}
    assert max(abs(plain[number(leave)] - float(value)) for leave, value in TEXT) <= 1 / 500
    assert max(abs(values.of(leave) - plain[number(leave)]) for leave, _ in TEXT) <= 0.001
    assert values.stored.scale == 256
    texts = lexkit.read_leaves(GOLDEN / "leaves.csv")
    assert texts.of("?") == pytest.approx(-6.1525, abs=0.001)
    assert (texts.stored.values == lexkit.read_leaves(GOLDEN / "leaves.klv2").stored.values).all()


@pytest.mark.parametrize(("name", "code", "steps"), [("klv2", "f", 1), ("klv", "h", 256), ("klv16", "h", 8)])
def test_out_and_in_again(name: str, code: str, steps: int, tmp_path: Path) -> None:
    source = tmp_path / "short.csv"
    source.write_text("".join(f"{leave},{value}\n" for leave, value in SHORT))
    values = lexkit.read_leaves(source)
    report = lexkit.convert(source, tmp_path / f"a.{name}")
    assert (report.source_format, report.format, report.words) == ("csv", name, len(SHORT))
    plain = plain_leaves(report.path.read_bytes(), code, steps)
    finest = 1 / steps if steps > 1 else 1 / values.stored.scale
    assert max(abs(plain[number(leave)] - float(value)) for leave, value in SHORT) <= finest
    again = lexkit.convert(report.path, tmp_path / "b.csv")
    back = dict(line.split(",") for line in again.path.read_text().splitlines())
    held = {key: value for key, value in plain.items() if value}
    read = {number(leave): float(value) for leave, value in back.items()}
    assert read.keys() == held.keys()
    assert max(abs(read[leave] - value) for leave, value in held.items()) <= 1e-4


def test_the_values_of_a_lexicon(tmp_path: Path) -> None:
    lex = lexkit.build(["AB", "BA"])
    (tmp_path / "few.gaddag").write_bytes(lex.to_bytes())
    lexkit.convert(tmp_path / "few.gaddag", tmp_path / "a.klv2")
    read = lexkit.read_leaves(tmp_path / "a.klv2")
    assert read.of("ERS") == pytest.approx(lex.leaves.of("ERS"), abs=0.01)
    assert (read.origin, read.note) == ("a.klv2", "")


def test_refused(tmp_path: Path) -> None:
    (tmp_path / "short.csv").write_text("".join(f"{leave},{value}\n" for leave, value in SHORT))
    stored = lexkit.read_leaves(tmp_path / "short.csv").stored
    wide = type(stored)(stored.letters, stored.longest, 100, np.where(stored.values, 20_000, 0).astype(np.int16), {})
    with pytest.raises(LexkitError, match=r"-128 to 128\.00 points"):
        write_klv2(wide, kind="klv")
    assert read_klv2(write_klv2(wide, kind="klv16"), 26, kind="klv16").scale == 1
    data = (GOLDEN / "leaves.klv2").read_bytes()
    with pytest.raises(ForeignFileError, match="have 32 bits"):
        read_klv2(data, 26, kind="klv")
    with pytest.raises(ForeignFileError, match="have 16 bits"):
        read_klv2(write_klv2(wide, kind="klv16"), 26)


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ("A,1\nA,2\n", "line 2", "a value already"),
        ("AB,1\n\nBA,2\n", "line 3", "a value already"),
        ("A;1\n", "line 1", "not a leave"),
        ("A,one\n", "line 1", "not a leave"),
        ("A,nan\n", "line 1", "not a leave"),
        (",1\n", "line 1", "not a leave"),
        ("A,1\nÉ,2\n", "line 2", "not a leave"),
        ("A" * 16 + ",1\n", "line 1", "not a leave"),
    ],
)
def test_wrong_lines(text: str, place: str, what: str, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(text, "utf-8")
    with pytest.raises(ColumnError, match=what) as caught:
        lexkit.read_leaves(tmp_path / "a.csv")
    assert caught.value.place == place


def test_values_beyond_16_bits(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("A,40000\n")
    with pytest.raises(CorruptFileError, match="-32767 to 32767"):
        lexkit.read_leaves(tmp_path / "a.csv")
    (tmp_path / "b.csv").write_bytes(b"\xff\xfe")
    with pytest.raises(ColumnError, match="not UTF-8"):
        lexkit.read_leaves(tmp_path / "b.csv")
