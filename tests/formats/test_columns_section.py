"""Columns in, the same columns out, for lexkit and for a reader of SPEC.md. What must not come in: tests/attacks."""

import math
from unittest import mock

import numpy as np
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from lexkit.errors import CorruptFileError
from lexkit.formats.columns_section import StoredColumn, pack_columns, read_columns
from lexkit.formats.text_column import TextBlocks
from tests.formats.spec_reader import read_columns as read_by_the_document
from tests.running import each

integers = st.one_of(st.none(), st.integers(-(1 << 63), (1 << 63) - 1), st.integers(-200, 200))
numbers = st.one_of(st.none(), st.floats(allow_nan=False, allow_infinity=False))
characters = st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\u0958\u0340")
texts = st.one_of(st.none(), st.text(st.one_of(characters, st.sampled_from("\t\nab")), min_size=1, max_size=40))


def of_integers(name: str, values: list[int | None]) -> StoredColumn:
    filled = np.array([value or 0 for value in values], np.int64)
    return StoredColumn.of_integers(name, filled, np.array([value is None for value in values], bool))


def of_numbers(name: str, values: list[float | None]) -> StoredColumn:
    return StoredColumn.of_numbers(name, np.array([math.nan if value is None else value for value in values], float))


def listed(column: StoredColumn) -> list[object]:
    """What a column has for each word, None for nothing."""
    if column.kind == "text":
        return [text or None for text in column.texts.all()]
    absent = np.zeros(column.words, bool) if column.absent is None else column.absent
    return [None if gone else value for value, gone in zip(column.values.tolist(), absent.tolist(), strict=True)]


def nfc(values: list[str | None]) -> list[str | None]:
    import unicodedata

    return [None if value is None else unicodedata.normalize("NFC", value) for value in values]


@given(st.data())
def test_round_trip(data):
    words = data.draw(st.sampled_from([0, 1, 2, 7, 8, 9, 63, 127, 128, 129, 300]))
    some = {
        "n": data.draw(st.lists(integers, min_size=words, max_size=words)),
        "Freq-2": data.draw(st.lists(numbers, min_size=words, max_size=words)),
        "definition": data.draw(st.lists(texts, min_size=words, max_size=words)),
    }
    columns = [of_integers("n", some["n"]), of_numbers("Freq-2", some["Freq-2"])]
    columns.append(StoredColumn.of_texts("definition", some["definition"]))
    section = pack_columns(columns)
    assert section == pack_columns(columns[::-1]), "the order in which columns come changes no byte"
    read = read_columns(memoryview(section), words)
    some["definition"] = nfc(some["definition"])
    assert list(read) == sorted(some)
    assert {name: listed(column) for name, column in read.items()} == some
    assert {name: column.missing for name, column in read.items()} == {
        name: values.count(None) for name, values in some.items()
    }
    assert read_by_the_document(section, words) == some
    assert pack_columns(read.values()) == section, "packed again, the same bytes"


@each("words", [1, 2, 127, 300])
def test_packed_numbers(words):
    rng = np.random.default_rng(words)
    values = np.round(rng.normal(0, 10, words) * (rng.random(words) < 0.5), 2)
    values[0] = 21_474_836.47
    column = StoredColumn.of_decimals("n", values + 0.004, 2, 200)
    assert column.entry == {"kind": "number", "decimals": 2, "packed": column.size, "sample": 200}
    section = pack_columns([column, of_integers("z", [1] * words)])
    read = read_columns(memoryview(section), words)
    assert read["n"].values.tolist() == values.tolist()
    assert not read["n"].values.flags.writeable
    assert read_by_the_document(section, words) == {"n": values.tolist(), "z": [1] * words}
    assert pack_columns(read.values()) == section


@each("value", [21_474_836.48, -21_474_836.48, math.nan])
def test_numbers_that_cannot_be_packed_are_stored_whole(value):
    column = StoredColumn.of_decimals("n", np.array([1.239, value]), 2)
    assert column.entry == {"kind": "number"}
    assert column.values[0] == 1.24
    assert StoredColumn.of_decimals("n", np.zeros(0), 2).entry == {"kind": "number"}


@each(
    ("values", "bits"),
    [
        ([0], 8), ([-128, 127], 8), ([128], 16), ([-129], 16), ([32767, None], 16), ([32768], 32),
        ([-(1 << 31), (1 << 31) - 1], 32), ([1 << 31], 64), ([-(1 << 63), (1 << 63) - 1], 64), ([], 8),
        ([None, None], 8),
    ],
)  # fmt: skip
def test_integers_take_the_fewest_bits(values, bits):
    column = of_integers("n", values)
    assert column.entry["bits"] == bits
    assert listed(read_columns(memoryview(pack_columns([column])), len(values))["n"]) == values


def test_arrays_are_aligned_and_views_of_the_file():
    data = pack_columns([of_integers("a", [1, None, 3]), of_numbers("b", [1.5, None, 2.5])])
    read = read_columns(memoryview(data), 3)
    for column in read.values():
        for array in column.arrays:
            assert np.frombuffer(array, np.uint8).ctypes.data % 64 == np.frombuffer(data, np.uint8).ctypes.data % 64
    assert not read["b"].values.flags.owndata
    assert not read["b"].values.flags.writeable


def test_what_cannot_be_stored():
    with pytest.raises(ValueError, match="infinite"):
        of_numbers("n", [math.inf])
    for text in ("a\0b", "\x1b[2J", "\x9b", "x" * 32768, "\ud800"):
        with pytest.raises(ValueError):  # noqa: PT011
            StoredColumn.of_texts("n", [text])


def test_the_longest_texts():
    texts = ["x" * 32767] * 128
    column = read_columns(memoryview(pack_columns([StoredColumn.of_texts("t", texts)])), 128)["t"]
    assert listed(column) == texts


@given(st.lists(st.one_of(st.just(""), st.text(st.sampled_from("aBé\u0301ßİ x"), max_size=6)), max_size=300), st.data())
def test_looking_for_a_text(values, data):
    """Against the same question asked of a list; blocks asked for by themselves give theirs alone."""
    needle = data.draw(st.text(st.sampled_from("aBéß "), min_size=1, max_size=2))
    column = StoredColumn.of_texts("t", values)
    blocks: TextBlocks = column.texts
    stored = nfc(values)
    expected = [rank for rank, text in enumerate(stored) if needle.casefold() in text.casefold()]
    assert blocks.holding(needle).tolist() == expected
    ranks = np.array(
        sorted(data.draw(st.sets(st.integers(0, max(0, len(values) - 1)), max_size=5))) if values else [], int
    )
    some = blocks.blocks_of(ranks)
    among = set((ranks // 128).tolist())
    assert blocks.holding(needle, some).tolist() == [rank for rank in expected if rank // 128 in among]
    assert blocks.texts(ranks) == [stored[rank] for rank in ranks.tolist()]


def test_looking_for_a_text_in_some_blocks():
    """What is in every block is found in those that are asked for alone."""
    blocks = StoredColumn.of_texts("t", ["x" if rank in (3, 127, 128, 255, 256) else "y" for rank in range(300)]).texts
    for some, expected in ((None, [3, 127, 128, 255, 256]), ([1], [128, 255]), ([0, 2], [3, 127, 256]), ([], [])):
        assert blocks.holding("X", some).tolist() == expected


def test_blocks_are_kept_and_given_up():
    values = [f"text {rank}" for rank in range(128 * 40)]
    blocks = StoredColumn.of_texts("t", values).texts
    for rank in [*range(0, len(values), 100), 5, 4, 5119]:
        assert blocks.text(rank) == values[rank]
    assert len(blocks._kept) == 16


def test_a_block_that_is_kept_is_not_unpacked_again():
    blocks = StoredColumn.of_texts("t", [f"text {rank}" for rank in range(300)]).texts
    with mock.patch.object(blocks, "unpack", wraps=blocks.unpack) as unpack:
        for _ in range(2):
            assert blocks.texts(np.array([5, 130, 6])) == ["text 5", "text 130", "text 6"]
            assert blocks.text(131) == "text 131"
        assert [call.args[0] for call in unpack.call_args_list] == [0, 1]


def test_what_a_block_says_of_itself():
    """Its size, which is looked at before it is unpacked; no checksum, since the section has one."""
    (ends, blob) = StoredColumn.of_texts("t", ["a text"]).arrays
    told = zstandard.get_frame_parameters(blob)
    assert (int.from_bytes(ends, "little"), told.content_size, told.has_checksum) == (len(blob), 7, False)


def test_no_text_of_a_block_that_is_not_as_long_as_it_says():
    """Zstandard keeps a frame to the size that it states; were it not so, the block would be refused."""

    class Other:
        def decompress(self, frame: bytes, allow_extra_data: bool) -> bytes:
            return b"a text\0\0"

    blocks = StoredColumn.of_texts("t", ["a text"]).texts
    with pytest.raises(CorruptFileError, match=r"C7: column t, block 0.*expected 7 bytes, found 8"):
        blocks.unpack(0, Other())


def test_a_word_without_an_integer_has_none_of_somebody_elses():
    """Where there is no value there are zeros, so that the same values give the same bytes."""
    missing = np.array([True, False, True])
    column = StoredColumn.of_integers("n", np.array([1 << 40, 5, -7]), missing)
    assert column.entry == {"kind": "integer", "bits": 8, "missing": 2}
    assert column.arrays == (b"\0\5\0", b"\5")


def test_a_column_without_gaps_says_so():
    for column in (of_numbers("n", [1.0, 2.5]), of_integers("n", [1, 2])):
        assert column.absent is None
        assert column.missing == 0


def test_bitmaps_of_every_length():
    """All of the last byte is looked at, and nothing else is."""
    for words in range(1, 35):
        for gone in range(words):
            column = of_integers("n", [None if rank == gone else rank for rank in range(words)])
            (read,) = read_columns(memoryview(pack_columns([column])), words).values()
            assert read.absent.nonzero()[0].tolist() == [gone]
        section = bytearray(pack_columns([column]))
        for bit in range(words, -(-words // 8) * 8):
            changed = bytearray(section)
            changed[-1] = 1 << bit % 8
            with pytest.raises(CorruptFileError, match="C5"):
                read_columns(memoryview(changed), words)
