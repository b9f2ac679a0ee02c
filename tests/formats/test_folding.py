"""Folding: letters that an alphabet lacks as those it has, against Unicode's own decompositions."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.errors import AlphabetError
from lexkit.formats.alphabet import Alphabet, Tile
from lexkit.formats.folding import Folder, suggest_folding
from lexkit.lexicons import alphabet, alphabet_names
from tests.running import each

ENGLISH = Folder(alphabet("english"))
#: Latin letters with and without marks: Latin-1, Extended-A and -B, Extended Additional.
LATIN = [chr(code) for code in [*range(0xC0, 0x250), *range(0x1E00, 0x1F00)] if chr(code).isalpha()]


def test_a_letter_with_marks_is_its_base() -> None:
    bases = {letter: unicodedata.normalize("NFD", letter) for letter in LATIN}
    bases = {
        letter: "".join(part for part in base if not unicodedata.combining(part)) for letter, base in bases.items()
    }
    expected = {letter: base for letter, base in bases.items() if base.isascii()}
    assert {letter: ENGLISH.fold(letter) for letter in expected} == expected
    assert {letter: ENGLISH.letter(letter) for letter in expected} == expected


@each(
    ("text", "expected"),
    [
        ("", ""),
        ("CAFE", "CAFE"),
        ("café", "cafe"),
        ("CAFÉ", "CAFE"),
        ("cafe\N{COMBINING ACUTE ACCENT}", "cafe"),
        ("x\N{COMBINING CARON}y", "xy"),
        ("Straße", "Strasse"),
        ("STRAẞE", "STRASSE"),
        ("œuvre Œuvre", "oeuvre OEuvre"),
        ("smørrebrød", "smorrebrod"),
        ("Łódź", "Lodz"),
        ("Þór Ðe ŋ ħ ŧ ĸ ŉ", "THor De ng h t k n"),
        ("ǿ Ǽ", "o AE"),
        ("ıİ", "iI"),
        ("ﬁn ﬂ", "fin fl"),
        ("Ａｂ", "Ab"),
        ("Việt", "Viet"),
        ("ſ", "s"),
    ],
)
def test_english(text: str, expected: str) -> None:
    assert ENGLISH.fold(text) == expected


@each("text", ["1²½", "x-y'z’", "привет", "한국", "語", "\N{COMBINING ACUTE ACCENT}", "?*[^", "Ⅷ", "\U000f0001"])
def test_what_stands_for_no_letter_stays(text: str) -> None:
    assert ENGLISH.fold(text) == unicodedata.normalize("NFC", text)


@each(
    ("name", "text", "expected"),
    [
        ("spanish", "Ñandú señor", "Ñandu señor"),
        ("spanish", "ÇH", "CH"),
        ("german", "Größe Café", "Grösse Cafe"),
        ("swedish", "SMØRREBRØD ÅÄÖ É", "SMÖRREBRÖD ÅÄÖ E"),
        ("norwegian", "Ø Æ Å É", "Ø Æ Å E"),
        ("polish", "żółć É ď", "żółć E d"),
        ("french", "ÇA ET LÀ", "CA ET LA"),
        ("catalan", "col·lecció ÇÀ", "col·leccio ÇA"),
        ("slovene", "čšž ć đ", "čšž c d"),
    ],
)
def test_letters_of_the_alphabet_stay(name: str, text: str, expected: str) -> None:
    assert Folder(alphabet(name)).fold(text) == expected


@each("name", alphabet_names())
def test_what_an_alphabet_reads_is_not_changed(name: str) -> None:
    known = alphabet(name)
    folder = Folder(known)
    for spelling in known.spellings:
        assert folder.fold(spelling) == spelling
        assert folder.fold_places(spelling)[1] == list(range(len(spelling) + 1))


@pytest.mark.parametrize("name", alphabet_names())
@given(st.text(st.sampled_from([*LATIN, *"ABCXYZ abc[]^·1-", "\u0301", "\u030c"]), max_size=12))
def test_folding_twice_is_folding_once(name: str, text: str) -> None:
    known = alphabet(name)
    folder = Folder(known)
    folded = folder.fold(text)
    assert folder.fold(folded) == folded
    normal = unicodedata.normalize("NFC", text)
    same, places = folder.fold_places(text)
    assert same == folded or normal.isascii()
    assert len(places) == len(same) + 1
    assert places == sorted(places)
    assert places[-1] == len(normal)
    try:
        tiles = known.encode(text)
    except AlphabetError:
        return
    assert known.encode(folded) == tiles


def test_as_many_marks_stay_as_the_alphabet_has() -> None:
    some = Folder(Alphabet("some", [Tile("E", "e"), Tile("Ê", "ê")]))
    assert some.fold("ế é Ệ") == "ê e Ê"
    assert Folder(Alphabet("few", [Tile("B", "b")])).fold("é ß") == "é ß"


@each(
    ("text", "syntax", "expected"),
    [
        ("ß+a", "regex", "(?:ss)+a"),
        ("aß{2}", "regex", "a(?:ss){2}"),
        ("ß\u0301?", "regex", "(?:ss)?"),
        ("^ß$", "regex", "^ss$"),
        ("é+", "regex", "e+"),
        ("[éß]", "regex", "[eß]"),
        ("^ß", "pattern", "^ß"),
        ("ß*^é", "pattern", "ss*^e"),
        ("[^ß]", "pattern", "[^ß]"),
        ("ß?[ß]", "letters", "ss?[ß]"),
    ],
)
def test_one_letter_becomes_two_only_where_it_can(text: str, syntax: str, expected: str) -> None:
    assert ENGLISH.fold_places(text, syntax)[0] == expected


def test_places_are_those_of_the_text() -> None:
    assert ENGLISH.fold_places("aßé!") == ("asse!", [0, 1, 1, 2, 3, 4])


def test_first_fields_are_folded_and_what_follows_is_kept() -> None:
    assert ENGLISH.fold_first_fields(" café a café\n\tÉ\té\r\nplain ß\nß") == " cafe a café\n\tE\té\r\nplain ß\nss"


@each(("letter", "plain"), [("É", "E"), ("ß", "ss"), ("Ł", "L")])
def test_the_remedy_says_how(letter: str, plain: str) -> None:
    assert f"reads it as {plain}" in str(suggest_folding(letter, alphabet("english")))
    with pytest.raises(AlphabetError, match=f"reads it as {plain}: --fold"):
        alphabet("english").encode(f"AB{letter}")


@each("letter", ["1", "Я", "", "-", "\u0301"])
def test_no_remedy_where_folding_does_not_help(letter: str) -> None:
    assert suggest_folding(letter, alphabet("english")) is None
    if letter:
        with pytest.raises(AlphabetError) as caught:
            alphabet("english").encode(letter)
        assert caught.value.remedy is None
