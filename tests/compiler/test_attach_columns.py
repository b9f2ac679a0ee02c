"""Values attached to a lexicon: nothing else changes, and a refusal changes nothing."""

import os

import numpy as np
import pytest

import lexkit
from lexkit.compiler.attach_columns import attach
from lexkit.compiler.build import Options, build
from lexkit.errors import ChangedFileError, ColumnError, CorruptFileError, VersionError
from lexkit.formats.lexicon_file import open_file
from lexkit.formats.packed_lexicon import pack
from tests.apps.shell.shell import program
from tests.attacks.forge import sections, shell
from tests.compiler.conftest import WORDS, attached
from tests.formats.spec_reader import SpecReader


def test_nothing_else_changes(few, tmp_path):
    """Attached in any order, or at once, or by the build: the same bytes; removed, those of the beginning."""
    plain = few.read_bytes()
    (tmp_path / "freq.csv").write_text("AA,1\nCAB,300\n")
    (tmp_path / "gloss.txt").write_text("AA lava\nTABLE a piece of furniture\n")
    columns = [f"freq={tmp_path / 'freq.csv'}", f"gloss={tmp_path / 'gloss.txt'}"]
    for order in (columns, columns[::-1]):
        few.write_bytes(plain)
        for column in order:
            attach(open_file(few), few, [column])
        both = few.read_bytes()
        assert {name: data for name, data in sections(both).items() if name != b"columns"} == sections(plain)
    few.write_bytes(plain)
    attach(open_file(few), few, columns)
    assert few.read_bytes() == both
    built = tmp_path / "built.gaddag"
    build(WORDS, built, Options(columns=tuple(columns)))
    assert built.read_bytes() == both
    assert SpecReader(both).columns == {
        "freq": [1, None, 300, None, None, None],
        "gloss": ["lava", None, None, None, None, "a piece of furniture"],
    }
    attach(open_file(few), few, remove=["freq"])
    assert lexkit.open(few).columns == ("gloss",)
    attach(open_file(few), few, remove=["gloss"])
    assert few.read_bytes() == plain


def test_replacing_keeps_the_others_as_they_were(few):
    attached(few, "AA,1\n")
    attached(few, "AA lava\n", "x.txt", column="gloss")
    before = bytes(open_file(few).columns["gloss"].arrays[1])
    assert attached(few, "AA,2\n") == [2, None, None, None, None, None]
    assert bytes(open_file(few).columns["gloss"].arrays[1]) == before
    assert lexkit.open(few).columns == ("freq", "gloss")


def test_readers_keep_what_they_opened(few):
    attached(few, "AA,1\n")
    with lexkit.open(few) as old:
        attached(few, "AA,2\n")
        assert old.column("freq")["AA"] == 1
    assert lexkit.open(few).column("freq")["AA"] == 2


def test_a_file_that_was_replaced_since_it_was_read(few):
    """Found: a column that another process had attached meanwhile was lost, and nothing said so."""
    read = open_file(few, "read")
    attached(few, "AA,1\n", column="theirs")
    table = few.with_name("ours.csv")
    table.write_text("AA,2\n")
    with pytest.raises(ChangedFileError, match="nothing was written"):
        attach(read, few, [f"ours={table}"])
    assert lexkit.open(few).columns == ("theirs",)
    attach(read, few.with_name("other.gaddag"), [f"ours={table}"])
    assert lexkit.open(few.with_name("other.gaddag")).columns == ("ours",)


def test_attach_by_path(few, tmp_path):
    """A path, packed or not, gives the same file as an open lexicon."""
    table = tmp_path / "freq.csv"
    table.write_text("AA,1\n")
    by_file, by_path, by_packed = (tmp_path / f"by{number}.gaddag" for number in range(3))
    attach(open_file(few), by_file, [f"freq={table}"])
    report = lexkit.attach(str(few), str(by_path), [f"freq={table}"])
    assert (report.path, report.columns) == (by_path, ["freq"])
    packed = tmp_path / "few.gaddag.zst"
    packed.write_bytes(pack(few)[1])
    lexkit.attach(packed, by_packed, [f"freq={table}"])
    assert by_file.read_bytes() == by_path.read_bytes() == by_packed.read_bytes()
    lexkit.attach(few, few, [f"freq={table}"])
    assert few.read_bytes() == by_file.read_bytes()


def test_columns_beside_the_other_sections(tmp_path):
    path = tmp_path / "all.gaddag"
    build(WORDS, path, Options(daggad=True, expanded=True))
    attached(path, "AA,1\n")
    assert list(open_file(path).sections.data)[-3:] == ["daggad", "expanded", "columns"]


def test_what_cannot_be_attached(few, tmp_path):
    (tmp_path / "freq.csv").write_text("AA,1\n")
    column = f"freq={tmp_path / 'freq.csv'}"
    with pytest.raises(ColumnError, match="two columns have the same name"):
        attach(open_file(few), few, [column, column])
    with pytest.raises(ColumnError, match="no such column to remove: expected one of: none, found 'freq'"):
        attach(open_file(few), few, remove=["freq"])
    with pytest.raises(ColumnError, match="too many columns"):
        attach(open_file(few), few, [f"n{number}={tmp_path / 'freq.csv'}" for number in range(65)])
    newer = shell(sections(few.read_bytes()), lambda header, rows: header.update(write=2))
    few.write_bytes(newer)
    with pytest.raises(VersionError):
        attach(open_file(few), few, [column])
    assert few.read_bytes() == newer
    assert sorted(os.listdir(tmp_path)) == ["few.gaddag", "freq.csv"]


def test_damage_in_a_block_is_found_by_verify(few):
    attached(few, "AA lava\n", "x.txt", column="gloss")
    parts = sections(few.read_bytes())
    damaged = bytearray(parts[b"columns"])
    damaged[-3] ^= 0xFF
    few.write_bytes(shell({**parts, b"columns": bytes(damaged)}))
    opened = lexkit.open(few)
    assert opened.prefix("C").to_list() == ["CAB", "CARE", "CARES"], "the words are not in question"
    with pytest.raises(CorruptFileError, match=r"C[78]: column gloss, block 0"):
        opened.column("gloss")["AA"]
    done = program("lexc", "verify", str(few))
    assert (done.returncode, done.stderr.count("\n")) == (3, 1)
    assert "column gloss, block 0" in done.stderr


def test_numbers_are_read_in_place(few):
    attached(few, "AA,1\nAB,2\n")
    values = lexkit.open(few).column("freq").values
    assert values.dtype == np.int8
    assert not values.flags.owndata
