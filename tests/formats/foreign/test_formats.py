"""Every format of other programs: their own files, lexkit's read by plain Python, plain Python's read by lexkit."""

import gzip
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import lexkit
from lexkit.errors import AlphabetError, CorruptFileError, ForeignFileError, LexkitError, TruncatedFileError
from lexkit.formats.foreign import format_table
from lexkit.formats.foreign.format_table import Source
from tests.formats.foreign import plain_files
from tests.formats.foreign.plain_files import Word, paths_of
from tests.running import COMPILED

GOLDEN = Path(__file__).parents[2] / "golden/foreign"
WORDS = ["A", "AB", "ABLE", "ABLES", "BLEAT", "CABLE", "CARE", "CARES", "E", "SCARE", "TABLES", "Z"]


def golden(name: str) -> bytes:
    return gzip.decompress((GOLDEN / f"{name}.gz").read_bytes())


def listed(language: str) -> list[str]:
    return golden(f"{language}.txt").decode().split()


def tiles_of(words: list[str], alphabet: str = "english") -> list[Word]:
    encode = lexkit.build(["A"], options=lexkit.Options(alphabet=alphabet)).alphabet.encode
    return [tuple(encode(word)) for word in words]


def alphagrams(words: list[Word]) -> set[Word]:
    return {tuple(sorted(word)) for word in words}


@pytest.fixture
def saved(tmp_path: Path) -> Callable[..., Path]:
    """Save a file of these bytes."""

    def save(name: str, data: bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(data)
        return path

    return save


# -- files that the other programs wrote ----------------------------------------------------------------


@pytest.mark.parametrize("name", ["catalan.kwg", "catalan.dawg-only.kwg", "english-magpie.dawg-only.kwg"])
def test_their_files(name: str, tmp_path: Path) -> None:
    words = listed(name.partition(".")[0].partition("-")[0])
    lex = lexkit.open(GOLDEN / f"{name}.gz")
    assert list(lex) == [lex.alphabet.decode(lex.alphabet.encode(word)) for word in words]
    report = lexkit.convert(GOLDEN / f"{name}.gz", tmp_path / "made.gaddag")
    assert (report.words, report.format, report.path) == (len(words), "gaddag", tmp_path / "made.gaddag")
    assert lexkit.open(tmp_path / "made.gaddag").fingerprint == lex.fingerprint


def test_the_strings_of_a_gaddag_in_an_fst_set(saved: Callable[..., Path], tmp_path: Path) -> None:
    """As fst-gaddag has them: REV(x)+y for each word xy, REV(x) for a whole word, by characters."""
    words = ["CAB", "AB", "A", "AA"]
    made = lexkit.convert(saved("few.gaddag", lexkit.build(words).to_bytes()), tmp_path / "few.gaddag.fst")
    assert made.format == "fst-gaddag"
    strings = {"C+AB", "AC+B", "BAC", "A+B", "BA", "A", "A+A", "AA"}
    assert set(plain_files.read_fst(made.path.read_bytes())) == strings
    assert list(lexkit.open(made.path)) == sorted(words)
    # A string of no word, and a word of whose strings one is left out.
    for other in (
        strings | {"B+A"},
        strings - {"AC+B"},
        strings - {"BAC"},
        strings | {""},
        strings | {"\xc9"},
        (strings - {"AC+B"}) | {"AC-B"},
    ):
        with pytest.raises(CorruptFileError):
            lexkit.open(saved("other.gaddag.fst", plain_files.write_fst(dict.fromkeys(sorted(other), 0))))
    tiles = [lexkit.Tile(text, text.lower()) for text in ("'", "CH", "E", "O")]
    digraphs = lexkit.Options(alphabet=lexkit.Alphabet("few", tiles))
    source = saved("digraphs.gaddag", lexkit.build(["CHE", "O'"], options=digraphs).to_bytes())
    made = lexkit.convert(source, tmp_path / "made.gaddag.fst")
    expected = {"C+HE", "HC+E", "EHC", "O+'", "'O"}
    assert set(plain_files.read_fst(made.path.read_bytes())) == expected
    assert list(lexkit.open(made.path, alphabet=digraphs.alphabet)) == ["CHE", "O'"]
    plus = lexkit.Alphabet("plus", [lexkit.Tile("+", "+"), lexkit.Tile("A", "a")])
    for alphabet, word in (("polish", "ŻAR"), (plus, "A+A")):
        source = saved("wrong.gaddag", lexkit.build([word], options=lexkit.Options(alphabet=alphabet)).to_bytes())
        with pytest.raises(AlphabetError, match="ASCII"):
            lexkit.convert(source, tmp_path / "wrong.gaddag.fst")


def test_their_playabilities() -> None:
    lex = lexkit.open(GOLDEN / "english.quackle.dawg.gz")
    fields = golden("english.playabilities.txt").decode().split()
    column = lex.column("playability")
    wanted = {word: int(number) for number, word in zip(fields[::2], fields[1::2], strict=True)}
    assert {word: column[word] for word in lex} == wanted


def test_their_alphagrams() -> None:
    lex = lexkit.open(GOLDEN / "catalan.kad.gz")
    assert {tuple(lex.alphabet.encode(word)) for word in lex} == alphagrams(tiles_of(listed("catalan"), "catalan"))


def test_their_values() -> None:
    column = lexkit.open(GOLDEN / "english-map.fst.gz").column("value")
    words = sorted(listed("english"))
    assert [column[word] for word in words] == list(range(3, 3 * len(words) + 1, 3))
    assert plain_files.read_fst(golden("english-map.fst")) == {word: column[word] for word in words}
    few = {"CAB": 7, "CABS": 2**40, "DAB": 0}
    assert plain_files.read_fst(plain_files.write_fst(few)) == few


# -- both ways, with plain Python at the other end ------------------------------------------------------

ENGLISH = lexkit.build(["A"]).alphabet
#: Letters by number, and the separator of an fst set.
SORTED = "+ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#: Format -> read what lexkit wrote: the words, or the paths; write words for lexkit to read.
PLAIN: dict[str, tuple[Callable[[bytes], set[Word]], Callable[[list[Word]], bytes]]] = {
    "kwg": (plain_files.read_kwg, plain_files.write_kwg),
    "kwg-dawg": (plain_files.read_kwg, lambda words: plain_files.write_kwg(words, both=False)),
    "kbwg": (lambda data: plain_files.read_kwg(data, big=True), lambda words: plain_files.write_kwg(words, big=True)),
    "kad": (plain_files.read_kwg, lambda words: plain_files.write_kwg(sorted(alphagrams(words)), both=False)),
    "dwg": (plain_files.read_dwg, plain_files.write_dwg),
    "lxd": (plain_files.read_lxd, plain_files.write_lxd),
    "macondo-dawg": (plain_files.read_macondo, lambda words: plain_files.write_macondo(words, b"cdwg")),
    "macondo-gaddag": (
        lambda data: words_of(plain_files.read_macondo(data)),
        lambda words: plain_files.write_macondo(paths_of(words), b"cgdg"),
    ),
    "quackle-dawg": (
        lambda data: set(plain_files.read_quackle_dawg(data)),
        lambda words: plain_files.write_quackle_dawg(words, ENGLISH),
    ),
    "quackle-gaddag": (
        lambda data: words_of(plain_files.read_quackle_gaddag(data)),
        plain_files.write_quackle_gaddag,
    ),
    "fst": (
        lambda data: {tuple(ENGLISH.encode(key)) for key in plain_files.read_fst(data)},
        lambda words: plain_files.write_fst({ENGLISH.decode(word): 0 for word in words}),
    ),
    "fst-gaddag": (
        lambda data: words_of({tuple(SORTED.index(letter) for letter in key) for key in plain_files.read_fst(data)}),
        lambda words: plain_files.write_fst({"".join(SORTED[tile] for tile in path): 0 for path in paths_of(words)}),
    ),
}
#: Formats whose readers here know no letters but English ones.
OF_ENGLISH = ("dwg", "lxd", "macondo-dawg", "macondo-gaddag", "quackle-dawg", "fst", "fst-gaddag")


def words_of(paths: set[Word]) -> set[Word]:
    """The words of a GADDAG, which must have the paths of each and no others."""
    words = {path[::-1] for path in paths if 0 not in path}
    assert paths == paths_of(words)
    return words


def test_every_format_is_tested() -> None:
    assert set(PLAIN) | {"marisa"} == {one.name for one in format_table.FORMATS}


def test_marisa(saved: Callable[..., Path], tmp_path: Path) -> None:
    trie = pytest.importorskip("marisa_trie", exc_type=ImportError).Trie
    for language in ("english", "polish", "catalan"):
        lex = lexkit.build(listed(language)[::10], options=lexkit.Options(alphabet=language))
        made = lexkit.convert(saved("source.gaddag", lex.to_bytes()), tmp_path / f"{language}.marisa")
        texts = {"".join(lex.alphabet.labels[tile - 1] for tile in lex.alphabet.encode(word)) for word in lex}
        assert set(trie().load(str(made.path)).keys()) == texts
        assert list(lexkit.open(made.path)) == list(lex)
    data = trie(WORDS).tobytes()
    assert list(lexkit.open(saved("other.marisa", data))) == WORDS
    for size in (0, 20, len(data) // 2, len(data) - 1):
        with pytest.raises((CorruptFileError, ForeignFileError, TruncatedFileError)):
            lexkit.open(saved("cut.marisa", data[:size]))


def test_without_marisa(monkeypatch: pytest.MonkeyPatch, saved: Callable[..., Path]) -> None:
    monkeypatch.setitem(sys.modules, "marisa_trie", None)
    with pytest.raises(LexkitError, match="pip install marisa-trie"):
        lexkit.open(saved("few.marisa", b"We love Marisa.\0"))


LANGUAGES = ("english", "none", "polish", "catalan")


@pytest.mark.parametrize(
    ("form", "language"),
    [(form, language) for form in PLAIN for language in LANGUAGES[: 2 if form in OF_ENGLISH else 4]],
)
def test_what_lexkit_writes_and_reads(form: str, language: str, saved: Callable[..., Path], tmp_path: Path) -> None:
    words = [] if language == "none" else WORDS if language == "english" else listed(language)[::10]
    alphabet = "english" if language == "none" else language
    lex = lexkit.build(words, options=lexkit.Options(alphabet=alphabet))
    tiles = [tuple(lex.alphabet.encode(word)) for word in lex]
    held = alphagrams(tiles) if form == "kad" else set(tiles)
    source = saved("source.gaddag", lex.to_bytes())
    suffix = format_table.format_named(form).suffixes[0]
    suffix = f".made{suffix}"
    report = lexkit.convert(source, tmp_path / f"made{suffix}", format=form)
    data = report.path.read_bytes()
    read, write = PLAIN[form]
    assert read(data) == held
    assert report.size == len(data)
    for made in (data, write(tiles)):
        back = lexkit.open(saved(f"{alphabet}{suffix}", made))
        assert {tuple(back.alphabet.encode(word)) for word in back} == held
        assert back.alphabet == lex.alphabet
        if form != "kad":
            assert back.core.file.gaddag.pieces() == lex.core.file.gaddag.pieces()


@pytest.mark.parametrize(
    ("form", "language"),
    [("lxd", "catalan"), ("fst", "catalan"), ("fst", "polish")]
    + [
        (f"{program}-{part}", name)
        for program in ("macondo", "quackle")
        for part in ("dawg", "gaddag")
        for name in LANGUAGES[2:]
    ],
)
def test_digraphs_and_letters_beyond_ascii(
    form: str, language: str, saved: Callable[..., Path], tmp_path: Path
) -> None:
    """Out and in again, where a tile is two characters or the order of tiles is not that of characters."""
    lex = lexkit.build(listed(language)[::10], options=lexkit.Options(alphabet=language))
    made = lexkit.convert(saved("source.gaddag", lex.to_bytes()), tmp_path / "made", format=form)
    back = lexkit.convert(made.path, tmp_path / "back.gaddag", alphabet=language, source_format=form)
    assert list(lexkit.open(back.path)) == list(lex)


def test_letters_without_a_place(saved: Callable[..., Path], tmp_path: Path) -> None:
    source = saved("source.gaddag", lexkit.build(["ŻÓŁW"], options=lexkit.Options(alphabet="polish")).to_bytes())
    for name in ("made.lxd", "made.dwg"):
        with pytest.raises(LexkitError, match="cannot hold this letter"):
            lexkit.convert(source, tmp_path / name)
        assert not (tmp_path / name).exists()
    with pytest.raises(ForeignFileError, match="macondo-dawg or quackle-dawg"):
        lexkit.convert(source, tmp_path / "made.dawg")


def test_gaddags_have_all_paths(saved: Callable[..., Path], tmp_path: Path) -> None:
    source = saved("source.gaddag", lexkit.build(WORDS).to_bytes())
    wanted = paths_of(tiles_of(WORDS))
    assert plain_files.read_kwg(lexkit.convert(source, tmp_path / "made.kwg").path.read_bytes(), 1) == wanted
    big = lexkit.convert(source, tmp_path / "made.kbwg").path.read_bytes()
    assert plain_files.read_kwg(big, 1, big=True) == wanted


@pytest.mark.skipif(not COMPILED, reason="the construction is a kernel")
def test_sizes_are_theirs(saved: Callable[..., Path], tmp_path: Path) -> None:
    """Lists share tails as those of wolges do: the same DAWG, and a GADDAG that is larger by a thousandth or two."""
    saved("catalan.txt", "\n".join(listed("catalan")).encode())
    made = lexkit.convert(tmp_path / "catalan.txt", tmp_path / "catalan.dawg.kwg").size
    assert made == len(golden("catalan.dawg-only.kwg"))
    assert lexkit.convert(tmp_path / "catalan.txt", tmp_path / "catalan.kwg").size < 1.003 * len(golden("catalan.kwg"))


# -- what is refused ------------------------------------------------------------------------------------

KWG = plain_files.write_kwg(tiles_of(WORDS))


def node(data: bytes, at: int, xor: int) -> bytes:
    values = np.frombuffer(data, "<u4").copy()
    values[at] ^= xor
    return values.tobytes()


@pytest.mark.parametrize(
    ("data", "place", "expected"),
    [
        (KWG[:-1], None, "4 bytes a node"),
        (b"", None, ""),
        (node(KWG, 3, 0x3FF000), "node 3, child", "below"),
        (node(KWG, 0, 1 << 22), "node 0", "last of its siblings"),
        (node(KWG, 2, 0x1C000000), "node 2, letter", "1 to 26"),
        (node(KWG, len(KWG) // 4 - 1, 1 << 22), None, "last of its siblings"),
        (node(KWG, 2, 1 << 23), None, "the paths of all words"),
        (plain_files.write_kwg(tiles_of(WORDS), False) + b"\0\0\0\0", None, None),
    ],
)
def test_broken_rules_of_kwg(data: bytes, place: str | None, expected: str | None, saved: Callable[..., Path]) -> None:
    path = saved("english.kwg", data)
    if expected is None:
        assert list(lexkit.open(path)) == WORDS
        return
    with pytest.raises((CorruptFileError, TruncatedFileError)) as caught:
        lexkit.open(path)
    assert caught.value.path == str(path)
    assert place is None or caught.value.place == place
    assert expected in str(caught.value)


def words_of_nodes(*nodes: int) -> bytes:
    return np.array(nodes, "<u4").tobytes()


LAST, ENDS, A = 1 << 22, 1 << 23, 1 << 24


@pytest.mark.parametrize(
    ("nodes", "expected"),
    [
        ((LAST | 1, A | LAST | 1), "or a circle"),
        ((LAST | 1, A | ENDS | LAST | 2, A | ENDS | LAST | 1), "or a circle"),
        ((LAST | 1, A | LAST), "the end of a word, or a child"),
        ((LAST | 1, A | ENDS, A | ENDS | LAST), "another than its siblings'"),
        ((LAST | 1, A | ENDS | 2, 2 * A | ENDS | LAST | 3, LAST | 4, A | LAST | ENDS), "1 to 26"),
    ],
)
def test_dawgs_that_no_program_writes(nodes: tuple[int, ...], expected: str, saved: Callable[..., Path]) -> None:
    with pytest.raises(CorruptFileError, match=expected):
        lexkit.open(saved("english.kwg", words_of_nodes(*nodes)))


def test_lists_out_of_order_are_read(saved: Callable[..., Path]) -> None:
    """MAGPIE has a kind of KWG whose siblings do not ascend."""
    data = words_of_nodes(LAST | 1, 2 * A | ENDS | 3, A | ENDS | LAST, 3 * A | ENDS | LAST)
    assert list(lexkit.open(saved("english.dawg.kwg", data))) == ["A", "B", "BC"]


@pytest.mark.parametrize("levels", [20, 62])
def test_few_nodes_with_too_many_words(levels: int, saved: Callable[..., Path]) -> None:
    """Twenty-six letters again and again: billions of words in a file of six kilobytes, refused at once."""
    nodes = [LAST | 1]
    for level in range(levels):
        below = 1 + 26 * (level + 1) if level < levels - 1 else 0
        nodes += [letter * A | ENDS | (LAST if letter == 26 else 0) | below for letter in range(1, 27)]
    with pytest.raises(LexkitError, match="too many words"):
        lexkit.open(saved("english.kwg", words_of_nodes(*nodes)))


def test_too_many_nodes_for_kwg(monkeypatch: pytest.MonkeyPatch, saved: Callable[..., Path], tmp_path: Path) -> None:
    from lexkit.formats.foreign import kwg

    monkeypatch.setattr(kwg, "_KWG", kwg._Bits(0, 4, 22, 23, 24, 8))
    source = saved("source.gaddag", lexkit.build(WORDS).to_bytes())
    with pytest.raises(LexkitError, match="at most 16 nodes"):
        lexkit.convert(source, tmp_path / "made.kwg")
    assert not (tmp_path / "made.kwg").exists()


# -- names: of files, formats and alphabets -------------------------------------------------------------


def test_an_alphabet_is_given_or_meant(saved: Callable[..., Path]) -> None:
    with pytest.raises(AlphabetError, match="does not state its alphabet"):
        lexkit.open(saved("words.kwg", KWG))
    assert list(lexkit.open(saved("words.kwg", KWG), alphabet="english")) == WORDS
    assert lexkit.open(saved("nwl23.kwg", KWG)).alphabet.name == "english"
    assert lexkit.open(saved("FRA20.kwg", KWG)).alphabet.name == "french"
    assert lexkit.open(saved("osps.kwg", KWG)).alphabet.name == "polish"
    assert lexkit.open(saved("words.kwg", KWG), alphabet=lexkit.build(["A"]).alphabet).alphabet.name == "english"
    with pytest.raises(AlphabetError, match="no such alphabet"):
        lexkit.open(saved("words.kwg", KWG), alphabet="klingon")


def test_names_of_formats(saved: Callable[..., Path], tmp_path: Path) -> None:
    source = saved("source.gaddag", lexkit.build(WORDS).to_bytes())
    with pytest.raises(LexkitError, match="did you mean kwg"):
        lexkit.convert(source, tmp_path / "made", format="kgw")
    with pytest.raises(ForeignFileError, match="no format has this suffix"):
        lexkit.convert(source, tmp_path / "made")
    with pytest.raises(LexkitError, match="source and target are both"):
        lexkit.convert(source, tmp_path / "other.gaddag")
    report = lexkit.convert(source, tmp_path / "made", format="kwg")
    assert report.lost == ("alphabet",)
    again = lexkit.convert(report.path, tmp_path / "words.txt", source_format="kwg", alphabet="english")
    assert again.path.read_text() == "".join(f"{word}\n" for word in WORDS)
    assert (again.source_format, again.format, again.words) == ("kwg", "text", len(WORDS))


def test_a_reader_proves_whatever_the_name_says() -> None:
    with pytest.raises(CorruptFileError):
        format_table.format_named("kbwg").read(Source(KWG, None, 26))


def test_a_copy_under_another_name_says_its_own(saved: Callable[..., Path]) -> None:
    """What is in the cache was made from a file of that name."""
    data = plain_files.write_kwg([(1, 2), (2, 1)])
    for name in ("english.kwg", "english.second.kwg", "english.kwg"):
        assert lexkit.open(saved(name, data)).provenance["source"] == name
