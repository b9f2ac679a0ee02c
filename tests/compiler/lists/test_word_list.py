"""Word lists as they come: encodings, line ends, definitions, bad lines, huge lines."""

import bz2
import gzip
import lzma
import struct
import unicodedata
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit.compiler.lists import word_list
from lexkit.compiler.lists.word_list import read_words
from lexkit.errors import (
    AlphabetError,
    CorruptFileError,
    LexkitError,
    StorageError,
    TruncatedFileError,
    WordListError,
)
from lexkit.formats.bounded_input import MAX_LIST, Meter
from lexkit.lexicons import alphabet
from tests.apps.shell.shell import program
from tests.running import each

ENGLISH = alphabet("english")


def words_of(tmp_path: Path, data: bytes, **options: object) -> list[str]:
    path = tmp_path / "list.txt"
    path.write_bytes(data)
    chosen = options.pop("alphabet", ENGLISH)
    listed = read_words(path, chosen, **options)
    return [listed.alphabet.decode(word) for word in listed.words]


@each(
    ("data", "expected"),
    [
        (b"", []),
        (b"\n\n", []),
        (b"ax", ["AX"]),
        (b"ax\nbe\n", ["AX", "BE"]),
        (b"ax\r\nbe\r\n", ["AX", "BE"]),
        (b"\xef\xbb\xbfax\nbe", ["AX", "BE"]),
        (b"  ax\n\tbe  \n \n", ["AX", "BE"]),
        (b"AX a tool [n AXES]\nBE to exist 42\n", ["AX", "BE"]),
        (b"ax\tx\ty\nbe \xc3\xa9\xe2\x80\xa8\xc2\x85\n", ["AX", "BE"]),
        (b"Ax\naX\nAX\nAX\n", ["AX"] * 4),
        (b"[A]x\n[a][X]\n", ["AX", "AX"]),
    ],
)
def test_what_a_list_may_look_like(tmp_path: Path, data: bytes, expected: list[str]) -> None:
    assert words_of(tmp_path, data) == expected


@each(
    ("data", "place", "found"),
    [
        (b"ax\nb1\n", "line 2, column 2", "'1'"),
        (b"ax\n\xc3\xa9t\n", "line 2, column 1", "'\u00e9'"),
        (b"ax\nb\rc\n", "line 2, column 2", r"'\r'"),
        (b"a\xc2\x85x\n", "line 1, column 2", r"'\x85'"),
        (b"a\xe2\x80\xa8x\n", "line 1, column 2", r"'\u2028'"),
        (b"a\x00x\n", "line 1, column 2", r"'\x00'"),
        (b"\n\n  x'y z\n", "line 3, column 4", '"\'"'),
        (b"ab\nax\xef\xbb\xbf\n", "line 2, column 3", r"'\ufeff'"),
        (b"x" * 64 + b"\n", "line 1, column 1", "a word of 64 letters"),
        (b"a?\n", "line 1, column 2", "'?'"),
        ("\U000f0001\n".encode(), "line 1, column 1", r"'\U000f0001'"),
    ],
)
def test_a_line_that_holds_no_word(tmp_path: Path, data: bytes, place: str, found: str) -> None:
    with pytest.raises(WordListError) as error:
        words_of(tmp_path, data)
    assert f"{place}: {found}" in str(error.value)
    assert "list.txt" in str(error.value)
    assert "skip_invalid=True" in str(error.value)


def test_invalid_utf8_is_named_by_line_and_column(tmp_path: Path) -> None:
    with pytest.raises(WordListError, match=r"line 3, column 3: not UTF-8: found byte 0xe9; .*iconv"):
        words_of(tmp_path, b"ax\nbe\nca\xe9\n")


def test_the_first_ten_bad_lines_and_their_number(tmp_path: Path) -> None:
    data = b"ok\n" + b"".join(b"bad%d\n" % number for number in range(25))
    with pytest.raises(WordListError, match="25 lines are not words of 1 to 63 letters of the") as error:
        words_of(tmp_path, data)
    assert "line 11, column 4: '9'; and 15 more" in str(error.value)
    assert "line 12" not in str(error.value)
    listed = read_words(tmp_path / "list.txt", ENGLISH, skip_invalid=True)
    assert (len(listed.words), listed.invalid, len(listed.shown)) == (1, 25, 10)


def test_lengths_are_chosen_and_counted(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("a\nbe\ncat\ndogs\n")
    listed = read_words(tmp_path / "list.txt", ENGLISH, min_length=2, max_length=3)
    assert [ENGLISH.decode(word) for word in listed.words] == ["BE", "CAT"]
    assert (listed.too_short, listed.too_long, listed.lines) == (1, 1, 4)


def test_lines_are_numbered_across_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lexkit.formats.bounded_input.BLOCK", 37)
    data = b"".join(b"word\n" for _ in range(500)) + b"b4d\n"
    with pytest.raises(WordListError, match="line 501, column 2"):
        words_of(tmp_path, data)
    assert len(words_of(tmp_path, data[:-4])) == 500
    with pytest.raises(WordListError, match="line 201, column 2: not UTF-8"):
        words_of(tmp_path, data[:1000] + b"x\xff\n" + data[1000:])


def test_a_line_that_never_ends(tmp_path: Path) -> None:
    with pytest.raises(WordListError, match=r"line 2, column 65537: the line does not end"):
        words_of(tmp_path, b"ax\n" + b"x" * (1 << 20))
    with pytest.raises(WordListError, match="line is too long"):
        words_of(tmp_path, b"ax\n" + b"x" * (1 << 17) + b"\nbe\n")


def test_an_endless_line_takes_bounded_memory() -> None:
    import tracemalloc

    def endless() -> object:
        while True:
            yield b"x" * (1 << 20)

    tracemalloc.start()
    with pytest.raises(WordListError, match="does not end"):
        list(word_list.join_lines(endless(), Meter("endless", "the list", WordListError, 1 << 30)))  # type: ignore[arg-type]
    assert tracemalloc.get_traced_memory()[1] < 8 << 20
    tracemalloc.stop()


@pytest.mark.parametrize("ending", ["txt", "txt.gz", "txt.zst"])
def test_compressed_lists(tmp_path: Path, ending: str) -> None:
    text = b"care\ncares\n"
    packed = {"txt": text, "txt.gz": gzip.compress(text), "txt.zst": zstandard.compress(text)}[ending]
    path = tmp_path / f"list.{ending}"
    path.write_bytes(packed)
    assert len(read_words(path, ENGLISH).words) == 2
    if ending != "txt":
        path.write_bytes(packed[:-3])
        with pytest.raises((TruncatedFileError, CorruptFileError), match="list"):
            read_words(path, ENGLISH)
        path.write_bytes(b"no such data at all, not compressed")
        with pytest.raises(CorruptFileError, match="list"):
            read_words(path, ENGLISH)


def test_a_list_that_is_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "none.txt", tmp_path):
        with pytest.raises(StorageError, match=path.name):
            read_words(path, ENGLISH)


def test_words_from_python() -> None:
    assert len(read_words(["care", "cares"], ENGLISH).words) == 2
    with pytest.raises(WordListError, match="line end"):
        read_words(["ca\nre"], ENGLISH)


def test_the_letters_of_the_list_itself() -> None:
    listed = read_words(["Straße", "naïve", "ΣΊΣΥΦΟΣ", "i18n"], "auto")
    assert "".join(listed.alphabet) == "".join(sorted(set("STRASSENAÏVEΣΊΣΥΦΟΣI18N")))
    assert [listed.alphabet.decode(word) for word in listed.words] == ["STRASSE", "NAÏVE", "ΣΊΣΥΦΟΣ", "I18N"]
    behind = read_words(["\tno ж", " on\tЖ ш ", "", "\t", "one\r"], "auto").alphabet
    assert "".join(behind) == "ENO", "what stands behind a word does not count"
    with pytest.raises(AlphabetError, match="at most 63, found 70"):
        read_words([chr(0x4E00 + number) for number in range(70)], "auto")
    with pytest.raises(WordListError, match="'!'"):
        read_words(["oh!"], "auto")
    assert len(read_words([], "auto").alphabet) == 0


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["λόγος", "σοφός", "ΐαμα", "μῦς", "ᾠδή"], ["ΐΑΜΑ", "ΛΌΓΟΣ", "ΜῦΣ", "ΣΟΦΌΣ", "ὨΙΔΉ"]),
        (["straße", "wasser", "ﬁx"], ["FIX", "STRASSE", "WASSER"]),
        (["µm", "μέγα"], ["ΜM", "ΜΈΓΑ"]),
        (["ǆep", "ǅungla", "ljubav", "ǊUŠKA"], ["LJUBAV", "ǄEP", "ǄUNGLA", "ǊUŠKA"]),
        (["ſunſet", "sun"], ["SUN", "SUNSET"]),
        (["İstanbul", "kelime"], ["KELIME", "İSTANBUL"]),
        (["և", "բարև"], ["ԲԱՐԵՒ", "ԵՒ"]),
        (["каша", "Ёж"], ["ЁЖ", "КАША"]),
        (["ქართული"], ["ᲥᲐᲠᲗᲣᲚᲘ"]),
        (["ᏣᎳᎩ"], ["ᏣᎳᎩ"]),
        (["ǰan", "ẖet", "q̃a", "ŉdag"], ["Q̃A", "ǰAN", "ʼNDAG", "ẖET"]),
    ],
)  # fmt: skip
def test_a_word_is_found_in_lower_upper_and_title_case(words: list[str], shown: list[str], tmp_path: Path) -> None:
    lexkit.build(words, tmp_path / "a.gaddag", lexkit.Options(alphabet="auto"))
    lexicon = lexkit.open(tmp_path / "a.gaddag")
    assert sorted(lexicon) == shown
    for word in words:
        for form in (word, word.lower(), word.upper(), word.title(), word.casefold()):
            for text in (form, unicodedata.normalize("NFD", form)):
                assert text in lexicon
                assert lexicon.contains([text]).all()
                assert len(lexicon.search(text)) == 1
    if len(words) > 1:
        both = lexkit.merge({"one": words[:1], "two": words[1:]}, tmp_path / "b.gaddag", alphabet="auto")
        assert both.words == len(shown)


def test_final_sigmas(tmp_path: Path) -> None:
    path = tmp_path / "sigma.txt"
    path.write_text("λόγος\nσοφός\n", "utf-8")
    assert program("lexc", "build", str(path), "--alphabet", "auto", "-q").returncode == 0
    done = program("lexq", "-l", str(tmp_path / "sigma.gaddag"), "check", "λόγος", "λόγοσ", "ΛΌΓΟΣ", "Λόγος", "σοφός")
    assert done.returncode == 0, done.stdout


def test_case_is_folded_in_files_of_values_too(tmp_path: Path) -> None:
    values = tmp_path / "freq.csv"
    values.write_text("STRASSE,4\nλόγοσ,3\n", "utf-8")
    options = lexkit.Options(alphabet="auto", columns=(f"freq={values}",))
    lexkit.build(["straße", "λόγος"], tmp_path / "a.gaddag", options)
    lexicon = lexkit.open(tmp_path / "a.gaddag")
    assert [lexicon.column("freq")[word] for word in ("straße", "ΛΌΓΟΣ")] == [4, 3]


def test_a_letter_that_folds_to_none_of_the_list_is_refused() -> None:
    read = read_words(["strase", "q̃a"], "auto").alphabet
    assert read.decode(read.encode("STRAßE")) == "STRASSE"
    for text in ("é", "e\u0327", "ﬁ"):
        with pytest.raises(AlphabetError, match="not a letter of the auto alphabet"):
            read.encode(text)


@given(st.lists(st.text(max_size=12), max_size=12), st.sampled_from(["english", "spanish", "auto"]))
def test_any_text_is_words_or_a_typed_error(texts: list[str], name: str) -> None:
    chosen = name if name == "auto" else alphabet(name)
    try:
        listed = read_words([text for text in texts if "\n" not in text], chosen)
    except LexkitError as error:
        assert "\n" not in str(error)
        return
    fields = [
        text.replace("\t", " ").strip(" ").removesuffix("\r").strip(" ").split(" ")[0]
        for text in texts
        if "\n" not in text
    ]
    expected = [listed.alphabet.encode(text) for text in fields if text]
    assert list(listed.words) == expected


@pytest.mark.parametrize("chosen", [ENGLISH, "auto"])
def test_a_list_that_unpacks_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chosen: object) -> None:
    """A few bytes of gzip can hold words for ever: no more is held in memory than a lexicon can have."""
    monkeypatch.setattr(word_list, "MAX_TILES", 8_000_000)
    monkeypatch.setattr(word_list, "MAX_LIST", 8_000_000)
    path = tmp_path / "bomb.txt.gz"
    with gzip.open(path, "wb", compresslevel=1) as packed:
        for _ in range(50):
            packed.write(b"care\n" * 200_000)
    with pytest.raises(WordListError, match="the list is too long: expected at most 8,000,000") as caught:
        read_words(path, chosen)
    assert int(str(caught.value).split("line ")[1].split(":")[0].replace(",", "")) < 4_000_000, "read to its end"


@pytest.mark.parametrize("name", ["long.txt", "long.txt.zst"])
def test_a_file_that_is_too_long_is_refused_before_it_is_read(tmp_path: Path, name: str) -> None:
    """A plain file has its size, and a frame claims one: nobody waits for 4 GiB to be read."""
    path = tmp_path / name
    if name.endswith(".zst"):
        header = struct.pack("<IBBQ", 0xFD2FB528, 0xC0, 0x58, MAX_LIST + 1)  # a claim of 8 bytes, a window
        assert zstandard.frame_content_size(header) == MAX_LIST + 1
        path.write_bytes(header)
    else:
        with path.open("wb") as file:
            file.truncate(MAX_LIST + 1)  # a hole, which takes no room
    with pytest.raises(
        WordListError, match="the list is too long: expected at most 4,294,967,296 bytes, found 4,294,967,297"
    ):
        read_words(path, ENGLISH)


@each(
    ("data", "message"),
    [
        ("care\ncat\n".encode("utf-16"), r"found a text in UTF-16; convert .* iconv -f UTF-16"),
        ("care\ncat\n".encode("utf-16-le"), "found a text in UTF-16"),
        ("care\ncat\n".encode("utf-16-be"), "found a text in UTF-16"),
        (b"care\rcat\r", r"lines end with CR alone: .*; convert the file: tr"),
        (b"care\rcat", "lines end with CR alone"),
        (b"care\r" * 20_000, "lines end with CR alone"),
        (lzma.compress(b"care\n"), "found xz-compressed data; unpack it first"),
        (bz2.compress(b"care\n"), "found bzip2-compressed data; unpack it first"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_list_in_utf_8_says_what_it_is(data: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(data)
    with pytest.raises(WordListError, match=message):
        lexkit.build(tmp_path / "a.txt")


@each(
    ("text", "words"),
    [
        ("care;50\ncares;40\nscare;30\nzoo;5\n", {"CARE": 50, "CARES": 40, "SCARE": 30, "ZOO": 5}),
        ("\ufeffCARE; 50 \r\nZOO;-5\r\n", {"CARE": 50, "ZOO": -5}),
        ("care;50\nzoo\nzoom;\n", {"CARE": 50, "ZOO": None, "ZOOM": None}),
        ("care;50", {"CARE": 50}),
    ],
)  # fmt: skip
def test_lists_of_words_and_scores(text: str, words: dict[str, int | None], tmp_path: Path) -> None:
    """As makers of crosswords write them."""
    path = tmp_path / "semi.txt"
    path.write_bytes(text.encode())
    lexkit.build(path)
    lexicon = lexkit.open(tmp_path / "semi.gaddag")
    assert {word: lexicon.column("score")[word] for word in lexicon} == words


def test_semicolons_that_are_no_scores(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    for text in ("care;fifty\n", "care\nzoo;5\n"):
        path.write_text(text)
        with pytest.raises(WordListError, match="';'"):
            lexkit.build(path)
    path.write_text("care;50\nice cream;40\n")
    report = lexkit.build(path, None, lexkit.Options(skip_invalid=True))
    assert (report.words, report.shown) == (1, [(2, 4, "'\u2423'")])
