"""Places and tiles as text, in every alphabet."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Alphabet, lexicons
from lexkit.errors import AlphabetError, IllegalMoveError, PositionError
from lexkit.formats.alphabet import Tile
from lexkit.runtime.game.text.notation import BLANK, COLUMNS, read_place, square_name, tile_text, write_place
from tests.running import each

ENGLISH = tile_text(lexicons.alphabet("english"))
SPANISH = tile_text(lexicons.alphabet("spanish"))
CATALAN = tile_text(lexicons.alphabet("catalan"))


@each(
    ("text", "place"),
    [
        ("8D", (7, 3, True)), ("D8", (7, 3, False)), ("8d", (7, 3, True)), ("d8", (7, 3, False)),
        ("1A", (0, 0, True)), ("15O", (14, 14, True)), ("32AF", (31, 31, True)), ("AF32", (31, 31, False)),
        ("aa1", (0, 26, False)), ("Z26", (25, 25, False)),
    ],
)  # fmt: skip
def test_places(text, place):
    assert read_place(text) == place
    assert write_place(*place) == text.upper()


def test_every_square_has_a_name_and_back():
    assert len(set(COLUMNS)) == 32
    for row in range(32):
        for column in range(32):
            for across in (False, True):
                assert read_place(write_place(row, column, across)) == (row, column, across)
            assert read_place(square_name(row * 32 + column, 32))[:2] == (row, column)


@each("text", ["", "8", "D", "0A", "A0", "8-D", "8 D", "D8D", "8DD8", "٨D", "8Д", "ABC1", "1ABC", "8888A"])
def test_no_place(text):
    with pytest.raises(PositionError, match="not a place: expected a row and a column"):
        read_place(text)
    with pytest.raises(IllegalMoveError, match="not a place"):
        read_place(text, IllegalMoveError)


@each(
    ("codec", "text", "tiles"),
    [
        (ENGLISH, "CARE", [3, 1, 18, 5]),
        (ENGLISH, ".aZ.", [0, 0x81, 26, 0]),
        (ENGLISH, "", []),
        (SPANISH, "CHE", [4, 6]),
        (SPANISH, "[C][H]E", [3, 9, 6]),
        (SPANISH, ".ch.Ll", [0, 0x84, 0, 13]),
        (CATALAN, "L·Lnyqu", [13, 0x80 | 16, 0x80 | 19]),
    ],
)
def test_tiles(codec, text, tiles):
    assert list(codec.read(text)) == tiles


@each(
    ("codec", "text", "same"),
    [
        (ENGLISH, "[C]aRE", "CaRE"),
        (SPANISH, "[CH]E", "CHE"),
        (SPANISH, "[ch]e", "che"),
        (SPANISH, "Che", "CHe"),
        (SPANISH, "cHe", "che"),
        (SPANISH, "1a", "CHa"),
        (SPANISH, "N\u0303", "Ñ"),
        (CATALAN, "Kk", "Çç"),
        (CATALAN, "[L.L][l.l]Ww", "L·Ll·lL·Ll·l"),
        (CATALAN, "NYny", "Yy"),
        (tile_text(lexicons.alphabet("turkish")), "Iıİi", "[I][ı][İ][i]"),
        (tile_text(lexicons.alphabet("turkish")), "i\u0307", "i"),
    ],
)
def test_other_spellings(codec, text, same):
    assert codec.read(text) == codec.read(same)


def test_case_decides_about_blanks():
    for name in lexicons.alphabet_names():
        codec = tile_text(lexicons.alphabet(name))
        for number, tile in enumerate(lexicons.alphabet(name).tiles, 1):
            assert codec.read(tile.label) == bytes([number]), (name, tile)
            assert codec.read(tile.lower) == bytes([BLANK | number]), (name, tile)
            assert codec.read(f"[{tile.label}]") == bytes([number])
            assert codec.read(f"[{tile.lower}]") == bytes([BLANK | number])


def test_dots_are_no_part_of_a_tile():
    assert list(CATALAN.read("L.L")) == [12, 0, 12], "through, not the tile that some lists spell so"


@each(
    ("codec", "tiles", "text", "bracketed"),
    [
        (ENGLISH, [3, 0, 0x81], "C.a", "C.a"),
        (SPANISH, [4, 6], "CHE", "[CH]E"),
        (SPANISH, [3, 9], "[C][H]", "[C][H]"),
        (SPANISH, [3, 0x80 | 9], "[C][h]", "[C][h]"),
        (SPANISH, [0x84, 0, 13], "ch.LL", "[ch].[LL]"),
        (SPANISH, [12, 0, 12], "L.L", "L.L"),
        (CATALAN, [12, 0, 12], "L.L", "L.L"),
    ],
)
def test_writing(codec, tiles, text, bracketed):
    assert codec.write(bytes(tiles)) == text
    assert codec.bracketed(bytes(tiles)) == bracketed


def test_words_are_spelled_as_a_lexicon_spells_them():
    assert ENGLISH.word(bytes([3, 0x81, 18, 0x85])) == "CARE"
    assert SPANISH.word(bytes([0x84, 6])) == "CHE"
    assert SPANISH.word(bytes([3, 0x80 | 9])) == "[C][H]"


@given(st.sampled_from(lexicons.alphabet_names()), st.lists(st.tuples(st.integers(0, 33), st.booleans()), max_size=15))
def test_what_is_written_reads_back(name, drawn):
    alphabet = lexicons.alphabet(name)
    codec = tile_text(alphabet)
    numbers = [(number % (len(alphabet) + 1), blank) for number, blank in drawn]
    tiles = bytes(number | BLANK if number and blank else number for number, blank in numbers)
    assert codec.read(codec.write(tiles)) == tiles
    assert codec.read(codec.bracketed(tiles)) == tiles
    letters = bytes(tile & 0x7F for tile in tiles if tile)
    assert alphabet.encode(codec.word(letters)) == letters


@each("text", ["A1", "Ä", "A?", " ", "A-B", "[", "]", "[AB]", "А"])
def test_no_tiles(text):
    with pytest.raises(AlphabetError, match="not a tile of the english alphabet"):
        ENGLISH.read(text)


def test_the_place_of_a_wrong_tile_is_named():
    with pytest.raises(AlphabetError, match=r"column 3 of 'AB!': .*found '!'"):
        ENGLISH.read("AB!")


def test_made_once():
    alphabet = lexicons.alphabet("english")
    assert tile_text(alphabet) is tile_text(alphabet)
    for number in range(100):
        assert tile_text(Alphabet(f"x{number}", [Tile("A", "a")])).alphabet.name == f"x{number}"
    assert tile_text(alphabet).read("CARE") == ENGLISH.read("CARE")
