"""The shipped alphabets: their tiles, and that every word they can spell is read back as the same tiles."""

import pickle
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexkit import lexicons
from lexkit.errors import AlphabetError
from lexkit.formats.alphabet import Alphabet, LetterSet, Tile
from tests.running import MANY, each

NAMES = lexicons.alphabet_names()
#: Letters, tiles with the blanks, blanks, points of all tiles: by the tables of macondo, wolges, Quackle, Xanado.
SETS = {
    "catalan": (26, 100, 2, 189),
    "dutch": (26, 102, 2, 230),
    "english": (26, 100, 2, 187),
    "french": (26, 102, 2, 197),
    "german": (29, 102, 2, 202),
    "greek": (24, 104, 2, 206),
    "hong_kong_english": (26, 107, 4, 228),
    "norwegian": (32, 100, 2, 202),
    "polish": (32, 100, 2, 190),
    "romanian": (22, 100, 2, 211),
    "russian": (33, 104, 2, 224),
    "slovene": (29, 100, 2, 180),
    "spanish": (28, 100, 2, 192),
    "super_catalan": (26, 200, 5, 370),
    "super_english": (26, 200, 4, 381),
    "swedish": (31, 100, 2, 194),
    "turkish": (29, 100, 2, 201),
}

every_alphabet = each("name", NAMES)


def tiles_of(alphabet: Alphabet):
    return st.lists(st.integers(1, len(alphabet)), max_size=15).map(bytes)


def test_all_are_known():
    assert sorted(SETS) == NAMES


@every_alphabet
def test_tile_sums(name):
    alphabet = lexicons.alphabet(name)
    tiles = sum(tile.count for tile in alphabet.tiles) + alphabet.blanks
    points = sum(tile.count * tile.points for tile in alphabet.tiles)
    assert (len(alphabet), tiles, alphabet.blanks, points) == SETS[name]
    assert alphabet.name == name
    assert alphabet.blank_points == 0


@every_alphabet
def test_tables_are_sound(name):
    alphabet = lexicons.alphabet(name)
    assert 3 <= sum(tile.vowel for tile in alphabet.tiles) <= 16, "vowels"
    assert alphabet.language[:2].isalpha()
    assert alphabet.title
    for tile in alphabet.tiles:
        assert tile.points > 0 or tile.count == 0, f"{tile.label} is worth nothing"


@every_alphabet
def test_json_round_trip(name):
    alphabet = lexicons.alphabet(name)
    again = Alphabet.from_json(alphabet.to_json())
    assert again == alphabet
    assert hash(again) == hash(alphabet)
    assert again.spellings == alphabet.spellings
    assert pickle.loads(pickle.dumps(alphabet)) == alphabet


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
def test_words_read_back(name, data):
    """Tiles -> text -> tiles, in capitals, in brackets, in NFD, letter by letter in lower case."""
    alphabet = lexicons.alphabet(name)
    tiles = data.draw(tiles_of(alphabet))
    text = alphabet.decode(tiles)
    assert alphabet.encode(text) == tiles, f"{text!r}"
    assert unicodedata.is_normalized("NFC", text)
    assert alphabet.encode(unicodedata.normalize("NFD", text)) == tiles, "in NFD"
    used = [alphabet.tiles[tile - 1] for tile in tiles]
    assert alphabet.encode("".join(f"[{tile.label}]" for tile in used)) == tiles, "in brackets"
    assert alphabet.encode("".join(f"[{tile.lower}]" for tile in used)) == tiles, "in small letters"


@every_alphabet
def test_every_spelling(name):
    """Label, lower case, aliases, each in NFC and NFD and in brackets, is the tile it belongs to."""
    alphabet = lexicons.alphabet(name)
    for number, tile in enumerate(alphabet.tiles, 1):
        for text in (tile.label, tile.lower, *tile.aliases):
            for form in ("NFC", "NFD"):
                normal = unicodedata.normalize(form, text)
                assert alphabet.number(normal) == number, f"{text!r} in {form}"
                assert alphabet.encode(f"[{normal}]") == bytes([number]), f"[{text}] in {form}"
                assert alphabet.encode(normal) == bytes([number]), f"{text!r} in {form}"


@every_alphabet
@each("text", ["?", "[", "]", "[]", "[A", "A]", "[[A]]", " ", "\n", "A B", "7", "\u200b", "\ufeffA", "◊"])
def test_what_is_no_word(name, text):
    with pytest.raises(AlphabetError) as caught:
        lexicons.alphabet(name).encode(text)
    assert "column" in str(caught.value)


def test_letter_pairs_in_two_forms():
    """The same letter typed as one code point or as letter and mark."""
    pairs = {
        "german": "ÄÖÜ", "spanish": "Ñ", "catalan": "Ç", "swedish": "ÅÄÖÜ", "norwegian": "ÅÄÖÜ",
        "polish": "ĄĆĘŃÓŚŹŻ", "slovene": "ČŠŽ", "turkish": "ÇĞİÖŞÜ", "russian": "ЁЙ", "greek": "Ά",
    }  # fmt: skip
    for name, letters in pairs.items():
        alphabet = lexicons.alphabet(name)
        for letter in letters:
            apart = unicodedata.normalize("NFD", letter)
            assert len(apart) == 2, letter
            assert alphabet.encode(apart) == alphabet.encode(letter), f"{name} {letter}"
            assert alphabet.encode(apart.lower()) == alphabet.encode(letter.lower()) == alphabet.encode(letter)


def test_case_is_the_alphabets_own():
    """Python's lower() of I and İ is wrong in Turkish: dotless goes with dotless."""
    turkish = lexicons.alphabet("turkish")
    assert turkish.encode("ısı") == turkish.encode("ISI") != turkish.encode("İSİ") == turkish.encode("isi")
    assert turkish.encode("I") != turkish.encode("İ")
    assert turkish.encode("ı") == turkish.encode("I")
    assert turkish.decode(turkish.encode("ılıki")) == "ILIKİ"
    assert turkish.encode("İSTANBUL".lower()) == turkish.encode("İSTANBUL"), "what Python makes of it"
    german = lexicons.alphabet("german")
    assert german.encode("grö") == german.encode("GRÖ")
    with pytest.raises(AlphabetError):
        german.encode("ß")
    greek = lexicons.alphabet("greek")
    assert greek.encode("σοφός") == greek.encode("ΣΟΦΟΣ")


@each(
    ("name", "text", "letters"),
    [
        ("spanish", "CHICO", ["CH", "I", "C", "O"]),
        ("spanish", "[C][H]ICO", ["C", "H", "I", "C", "O"]),
        ("spanish", "PERRO", ["P", "E", "RR", "O"]),
        ("spanish", "perro", ["P", "E", "RR", "O"]),
        ("spanish", "Llama", ["LL", "A", "M", "A"]),
        ("spanish", "cHico", ["CH", "I", "C", "O"]),
        ("spanish", "[ch]ico", ["CH", "I", "C", "O"]),
        ("catalan", "COL·LEGI", ["C", "O", "L·L", "E", "G", "I"]),
        ("catalan", "col·legi", ["C", "O", "L·L", "E", "G", "I"]),
        ("catalan", "COL-LEGI", ["C", "O", "L·L", "E", "G", "I"]),
        ("catalan", "ANY", ["A", "NY"]),
        ("catalan", "AQU", ["A", "QU"]),
        ("catalan", "AY", ["A", "NY"]),
        ("catalan", "LLL·L", ["L", "L", "L·L"]),
    ],
)
def test_longest_label_first(name, text, letters):
    alphabet = lexicons.alphabet(name)
    assert [alphabet.labels[tile - 1] for tile in alphabet.encode(text)] == letters


@each(
    ("name", "letters", "text"),
    [
        ("spanish", ["C", "H", "A"], "[C][H][A]"),
        ("spanish", ["CH", "A"], "CHA"),
        ("spanish", ["L", "LL", "L"], "[L][LL][L]"),
        ("spanish", ["LL", "L"], "LLL"),
        ("spanish", ["R", "RR"], "[R][RR]"),
        ("catalan", ["N", "L·L"], "NL·L"),
        ("catalan", ["L", "L"], "LL"),
    ],
)
def test_ambiguous_words_are_written_in_brackets(name, letters, text):
    alphabet = lexicons.alphabet(name)
    tiles = bytes(alphabet.number(letter) for letter in letters)
    assert alphabet.decode(tiles) == text
    assert alphabet.encode(text) == tiles


@st.composite
def alphabets(draw):
    """Any alphabet: labels of one to three code points that overlap as they like."""
    label = st.text(st.sampled_from("ABCÄÑŁΣЖ·"), min_size=1, max_size=3)
    labels = draw(st.lists(label, min_size=1, max_size=12, unique=True))
    return Alphabet("any", [Tile(text, text.lower()) for text in labels])


@settings(max_examples=200 if MANY else 20)
@given(data=st.data(), alphabet=alphabets())
def test_any_alphabet_reads_back(data, alphabet):
    tiles = data.draw(tiles_of(alphabet))
    assert alphabet.encode(alphabet.decode(tiles)) == tiles
    assert Alphabet.from_json(alphabet.to_json()) == alphabet


def test_widths():
    for count, width in ((0, 1), (1, 1), (31, 1), (32, 2), (63, 2)):
        alphabet = Alphabet("x", [Tile(chr(0x4E00 + number), chr(0x4E00 + number)) for number in range(count)])
        assert alphabet.width == width
        assert alphabet.mask == sum(1 << tile for tile in range(1, count + 1))


def test_letter_sets():
    english = lexicons.alphabet("english")
    some = english.letter_set("CAb")
    assert some == {"A", "B", "C"}
    assert list(some) == ["A", "B", "C"]
    assert str(some) == "ABC"
    assert "a" in some
    assert repr(some) == "{A, B, C}"
    assert len(some) == 3
    assert some.mask == 0b1110
    assert some | english.letter_set("Z") == {"A", "B", "C", "Z"}
    assert isinstance(some & {"A"}, LetterSet)
    assert hash(some) == hash(frozenset("ABC"))
    assert pickle.loads(pickle.dumps(some)) == some
    for wrong in (1, 1 << 27, -1):
        with pytest.raises(AlphabetError):
            english.letter_set(wrong)
    with pytest.raises(AlphabetError):
        english.letter_set(["Ä"])


def test_unknown_alphabet_names_the_known_ones():
    with pytest.raises(AlphabetError, match="catalan, dutch, english"):
        lexicons.alphabet("klingon")
    for path in ("../english", "", "boards/standard", "english.toml"):
        with pytest.raises(AlphabetError):
            lexicons.alphabet(path)


@each("wrong", [b"\0", b"\1\0\2", b"\x1b", b"\xff", 5])
def test_tiles_that_are_none_spell_no_word(wrong):
    """Found: 0 was spelled as the last letter, and a number too large was an IndexError."""
    with pytest.raises(AlphabetError, match="not a word in tiles: expected numbers of tiles from 1 to 26"):
        lexicons.alphabet("english").decode(wrong)
    assert lexicons.alphabet("english").decode(b"") == ""


@each("wrong", [("A", "a"), "A", None, 1, {"label": "A"}])
def test_what_is_no_tile_is_shown(wrong):
    """Found: the error said that it found None."""
    with pytest.raises(AlphabetError, match="letter 1: not a tile: expected a Tile, found ") as caught:
        Alphabet("x", [wrong])
    assert caught.value.found == repr(wrong)
