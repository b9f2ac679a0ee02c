"""Leave values in KLV2: a file that wolges wrote, our own read again, and files that are wrong."""

import csv
import random
import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit.errors import (
    CorruptFileError,
    ForeignFileError,
    LexiconFileError,
    LexkitError,
    StorageError,
    TruncatedFileError,
)
from lexkit.formats.foreign.klv2 import read_klv2, write_klv2
from lexkit.formats.leaves_section import StoredLeaves, leave_count
from lexkit.players.leaves import TrainedValues
from tests.apps.shell.shell import assert_refused, program
from tests.running import each

#: Written by wolges 2267824 from leaves.csv.
GOLDEN = Path(__file__).parents[2] / "golden/foreign"
#: The leaves A, AB and B of two letters, and their values.
NODES = [1 | 1 << 22, 3 | 1 << 23 | 1 << 24, 1 << 22 | 1 << 23 | 2 << 24, 1 << 22 | 1 << 23 | 2 << 24]
VALUES = [1.5, -2.0, 0.25]


def file_of(nodes: list[int] = NODES, values: list[float] = VALUES, count: int | None = None) -> bytes:
    number = len(values) if count is None else count
    head = struct.pack(f"<{1 + len(nodes)}I", len(nodes), *nodes)
    return head + struct.pack(f"<I{len(values)}f", number, *values)


def numbers(leave: str) -> bytes:
    return bytes([0 if letter == "?" else ord(letter) - 64 for letter in leave])


def test_a_file_of_wolges() -> None:
    """Every leave has its value, to the steps that 16 bits allow; all others are worth nothing."""
    leaves = read_klv2((GOLDEN / "leaves.klv2").read_bytes(), 26)
    rows = {leave: float(value) for leave, value in csv.reader((GOLDEN / "leaves.csv").read_text().splitlines())}
    assert len(rows) == 3000
    most = max(abs(leaves.value(numbers(leave)) - value) for leave, value in rows.items())
    assert most <= 0.5 / leaves.scale + 1e-6
    assert np.count_nonzero(leaves.values) <= len(rows)
    assert leaves.scale > 500
    assert leaves.longest == max(map(len, rows))
    again = read_klv2(write_klv2(leaves), 26)
    assert (again.values / again.scale == leaves.values / leaves.scale).all()


def test_a_file_by_hand() -> None:
    leaves = read_klv2(file_of(), 2)
    assert [leaves.value(tiles) for tiles in (b"", b"\1", b"\2\1", b"\2", b"\0")] == [0, 1.5, -2.0, 0.25, 0]
    assert leaves.longest == 2
    assert read_klv2(bytes.fromhex("01000000 00004000 00000000"), 5).values.tolist() == [0] * 7


def test_rounded_values_stay_as_they_are() -> None:
    """Found: the largest of them, as a number of 32 bits, allowed only coarser steps."""
    read = read_klv2(file_of(values=[3.890625, 1.8e-44, -0.25390625]), 2)
    assert read.scale == 8422
    again = read_klv2(write_klv2(read), 2)
    assert (again.scale, again.values.tolist()) == (read.scale, read.values.tolist())


@given(st.randoms(use_true_random=False), st.integers(1, 5), st.integers(1, 4))
def test_what_is_written_is_read(rng: random.Random, letters: int, longest: int) -> None:
    """Values of whole steps stay as they are, whatever the distribution; the file does not grow when written again."""
    values = np.array([rng.randint(-300, 300) for _ in range(leave_count(letters, longest))], np.int16)
    values[0] = 0
    values[rng.sample(range(len(values)), len(values) // 2)] = 0
    scale = rng.choice([1, 7, 64, 100, 250, 1000])
    leaves = StoredLeaves(letters, longest, scale, values)
    distribution = [rng.randint(0, 5) for _ in range(letters + 1)]
    for limits in (None, distribution, [0] * (letters + 1)):
        data = write_klv2(leaves, limits)
        read = read_klv2(data, letters)
        for place in range(0, len(values), 3):
            tiles = _tiles_of(place, letters, longest)
            found = read.value(tiles) if len(tiles) <= read.longest else 0
            assert found == pytest.approx(leaves.value(tiles), abs=1e-12)
        assert len(write_klv2(read, limits)) <= len(data)


def _tiles_of(place: int, letters: int, longest: int) -> bytes:
    """The leave of a place, found by trying."""
    from itertools import combinations_with_replacement

    table = StoredLeaves(letters, longest, 1, np.zeros(leave_count(letters, longest), np.int16))
    for size in range(longest + 1):
        for tiles in combinations_with_replacement(range(letters + 1), size):
            if table.place(bytes(tiles)) == place:
                return bytes(tiles)
    raise AssertionError(place)


def test_leaves_that_the_distribution_does_not_allow_are_left_out() -> None:
    values = np.zeros(leave_count(2, 3), np.int16)
    leaves = StoredLeaves(2, 3, 1, values)
    values[leaves.place(b"\1\2")] = 7
    (nodes,) = struct.unpack_from("<I", write_klv2(leaves, [0, 1, 1]))
    number = struct.unpack_from("<I", write_klv2(leaves, [0, 1, 1]), 4 + 4 * nodes)[0]
    assert number == 3
    values[leaves.place(b"\1\1")] = 7
    assert len(write_klv2(leaves, [0, 1, 1])) == len(write_klv2(leaves))


@each(
    ("data", "kind", "message"),
    [
        (b"", TruncatedFileError, "12 bytes or more"),
        (file_of()[:11], TruncatedFileError, "12 bytes or more"),
        (file_of()[:20], TruncatedFileError, "nodes are missing"),
        (file_of()[:-1], TruncatedFileError, "values are missing"),
        (file_of() + b"\0", CorruptFileError, "end"),
        (struct.pack("<III", 0, 0, 0), CorruptFileError, "number of nodes"),
        (struct.pack("<III", 2**32 - 1, 0, 0), CorruptFileError, "number of nodes"),
        (file_of(count=2**32 - 1), CorruptFileError, "number of values"),
        (file_of(count=3)[:-6], ForeignFileError, "16 bits"),
        (file_of([9 | 1 << 22, *NODES[1:]]), CorruptFileError, "node 0, arc"),
        (file_of([*NODES[:2], NODES[2] | 4 << 24, NODES[3]]), CorruptFileError, "node 2, tile"),
        (file_of([*NODES[:3], 1 << 23 | 2 << 24]), CorruptFileError, "last of its siblings"),
        (file_of([NODES[0], NODES[1], 1 << 22 | 1 << 23 | 1 << 24, NODES[3]]), CorruptFileError, "siblings"),
        (file_of([NODES[0], NODES[1], NODES[2], 1 << 22 | 1 << 23]), CorruptFileError, "tiles of a leave that ascend"),
        (file_of(values=VALUES[:2]), CorruptFileError, "leaves for 2 values"),
        (file_of(values=[*VALUES, 1.0]), CorruptFileError, "number of values"),
        (file_of(values=[1.0, float("nan"), 2.0]), CorruptFileError, "value 1"),
        (file_of(values=[1.0, 2.0, float("inf")]), CorruptFileError, "value 2"),
        (file_of(values=[1.0, 2.0, -40000.0]), CorruptFileError, "value 2"),
        # A leave of itself again and again; and one of thirty tiles that ends.
        (file_of([1 | 1 << 22, 1 | 3 << 22 | 1 << 24], [0.0] * 40), CorruptFileError, "at most 15 tiles"),
        (file_of([1 | 1 << 22, 1 | 1 << 22 | 1 << 24], []), CorruptFileError, "leaves for 0 values"),
    ],
)
def test_files_that_are_wrong(data: bytes, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind, match=message):
        read_klv2(data, 2, "x.klv2")


@given(st.randoms(use_true_random=False))
def test_damage_at_random(rng: random.Random) -> None:
    """Any damage is refused, or gives a table."""
    changed = bytearray((GOLDEN / "leaves.klv2").read_bytes() if rng.random() < 0.3 else file_of())
    for _ in range(rng.randint(1, 4)):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    try:
        leaves = read_klv2(bytes(changed[: rng.choice((len(changed), rng.randrange(len(changed))))]), 26)
    except LexiconFileError:
        return
    assert len(leaves.values) == leave_count(26, leaves.longest)


def test_files_by_name(tmp_path: Path) -> None:
    values = lexkit.read_leaves(GOLDEN / "leaves.klv2")
    assert isinstance(values, TrainedValues)
    assert values.of("?") == pytest.approx(-6.1525, abs=0.001)
    for name in ("a.klv2", "a.leaves.zst"):
        assert lexkit.write_leaves(values, tmp_path / name) == (tmp_path / name).stat().st_size
        again = lexkit.read_leaves(tmp_path / name, values.alphabet)
        assert again.of("AB") == values.of("AB")
    lexkit.write_leaves(values, tmp_path / "a.leaves.zst", steps=4)
    rough = lexkit.read_leaves(tmp_path / "a.leaves.zst")
    assert rough.of("?") == -6.25
    assert (rough.stored.values == np.rint(values.stored.values / values.stored.scale * 4)).all()
    for steps in (0, 1 << 15, 4000):
        with pytest.raises(LexkitError, match="steps"):
            lexkit.write_leaves(values, tmp_path / "b.klv2", steps=steps)
    with pytest.raises(CorruptFileError, match="tile"):
        lexkit.read_leaves(GOLDEN / "leaves.klv2", lexkit.Alphabet("ab", values.alphabet.tiles[:2]))
    with pytest.raises(CorruptFileError, match="kinds of tiles"):
        lexkit.read_leaves(tmp_path / "a.leaves.zst", "polish")
    with pytest.raises(StorageError, match="klv2"):
        lexkit.read_leaves(GOLDEN / "leaves.txt")
    with pytest.raises(StorageError, match="klv2"):
        lexkit.write_leaves(values, tmp_path / "a.txt")
    with pytest.raises(StorageError, match="cannot read"):
        lexkit.read_leaves(tmp_path / "none.klv2")
    with pytest.raises(TypeError, match=r"lex\.leaves"):
        lexkit.write_leaves("a.klv2", tmp_path / "b.klv2")  # type: ignore[arg-type]


def test_at_the_shell(tmp_path: Path) -> None:
    few, source, target = tmp_path / "few.gaddag", GOLDEN / "leaves.klv2", tmp_path / "out.klv2"
    lexkit.build(["AB", "BA"], few)
    done = program("lexc", "leaves", str(few), "--to", str(target), "--force")
    assert done.returncode == 0
    assert "leave values of the bundled English list; lexc leaves few.gaddag trains its own" in done.stderr
    assert lexkit.read_leaves(target).of("ERS") == pytest.approx(lexkit.open(few).leaves.of("ERS"), abs=0.01)
    target.unlink()
    done = program("lexc", "leaves", str(few), "--from", str(source))
    assert (done.returncode, done.stdout) == (0, "")
    kept = lexkit.open(few).leaves
    assert kept.of("A") == lexkit.read_leaves(source).of("A")
    done = program("lexc", "leaves", str(few), "--to", str(target), "--json")
    assert f'"size": {target.stat().st_size}' in done.stdout
    assert_refused(program("lexc", "leaves", str(few), "--to", str(target)), 4, "this file exists already")
    before = few.read_bytes()
    damaged = tmp_path / "bad.klv2"
    damaged.write_bytes(source.read_bytes()[:-3])
    assert_refused(program("lexc", "leaves", str(few), "--from", str(damaged)), 3, "values are missing")
    assert few.read_bytes() == before
    for wrong in (
        ["--from", "a", "--to", "b"],
        ["--to", "b", "--minutes", "1"],
        ["--minutes", "1", "--rounds", "1"],
        ["--steps", "4"],
    ):
        assert program("lexc", "leaves", str(few), *wrong).returncode == 2
