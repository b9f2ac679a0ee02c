"""Files made to take memory or time, or to be read as other words than they have: each is refused, or read right."""

import os
import struct
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import lexkit
from lexkit.converting import Conversion
from lexkit.errors import AlphabetError, ColumnError, CorruptFileError, ForeignFileError, LexkitError, WordListError
from lexkit.formats.alphabet import Alphabet
from lexkit.formats.foreign import fst, klv2
from lexkit.formats.foreign.format_table import Source, format_named
from lexkit.formats.foreign.leaves_csv import read_leaves_csv, write_leaves_csv
from lexkit.formats.leaves_section import StoredLeaves, leave_count
from lexkit.formats.tile import Tile
from lexkit.lexicons import alphabet as named
from lexkit.lexicons import alphabet_names
from tests.formats.foreign.plain_files import write_fst, write_kwg, write_quackle_dawg
from tests.running import each

#: Nodes in a run whose lists overlap: all lists together would take 14 GB.
MANY = 60_000
LAST, ENDS, A = 1 << 22, 1 << 23, 1 << 24


def read(name: str, data: bytes) -> object:
    return format_named(name).read(Source(data, None, 26))


def save(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


# -- lists that overlap ---------------------------------------------------------------------------------


def one_run(form: str) -> bytes:
    """One run of nodes, each of which leads to the next."""
    behind = np.minimum(np.arange(MANY) + 2, MANY)
    if form == "kwg":
        return np.array([LAST | 1, *(A | ENDS | behind[:-1]), A | ENDS | LAST], "<u4").tobytes()
    if form == "kbwg":
        return np.array([1 << 8 | 1 << 6, *(behind[:-1] << 8 | 0x81), 0xC1], "<u4").tobytes()
    nodes = np.array([1 << 8 | 0x80, *([1 << 8 | 0x45] * (MANY - 1)), 0xC5], ">u4")
    return b"\1" + bytes(16) + nodes.tobytes()


@each("form", ["kwg", "kbwg", "quackle-gaddag"])
def test_one_run_of_siblings_that_lead_into_it(form: str) -> None:
    with pytest.raises(CorruptFileError, match="at most 256 siblings"):
        read(form, one_run(form))


def test_lists_that_lead_to_every_place() -> None:
    """No list is too long, but those of the third level have billions of nodes together."""
    letters = np.tile(np.arange(1, 27), 4000)
    last = letters == 26
    goals = (np.arange(len(letters)) * 7919) % len(letters) + 1
    nodes = letters << 24 | ENDS | last * LAST | goals
    with pytest.raises(WordListError, match="too many words"):
        read("kwg", np.array([LAST | 1, *nodes], "<u4").tobytes())


def test_a_gaddag_that_leads_into_a_longer_list(tmp_path: Path) -> None:
    data = np.frombuffer(write_kwg([(1, 2), (2, 1), (3, 1)]), "<u4").astype(np.int64)
    begin = int(data[1] & 0x3FFFFF)
    goal = int(data[begin] & 0x3FFFFF)
    assert goal
    data[begin] += len(data) - goal
    run = np.arange(1, 201) << 24 | ENDS
    run[-1] |= LAST
    whole = np.concatenate([data, run]).astype("<u4").tobytes()
    with pytest.raises(CorruptFileError, match="the paths of all words"):
        lexkit.open(save(tmp_path / "english.kwg", whole))


def test_nodes_of_fst_that_lie_in_each_other() -> None:
    """Each byte is the state of a node of 32 to 38 arcs."""
    nodes = np.random.default_rng(1).integers(0x20, 0x27, 300_000).astype(np.uint8).tobytes()
    data = struct.pack("<QQ", 3, 0) + nodes
    data += struct.pack("<QQ", 1, len(data) - 1)
    with pytest.raises(CorruptFileError, match="arcs, a byte each"):
        read("fst", data + struct.pack("<I", fst.checksum_of(data)))


# -- words and their values -----------------------------------------------------------------------------


def test_words_of_an_fst_that_are_too_long(tmp_path: Path) -> None:
    path = save(tmp_path / "a.fst", write_fst({"A" * 63: 4, "B": 1}))
    assert lexkit.open(path).column("value")["A" * 63] == 4
    for words in ({"A" * 64: 0}, {"A" * 100: 2, "AB": 1, "B" * 90: 3}):
        with pytest.raises(WordListError, match=r"a word of 64 letters|a word of 100 letters"):
            lexkit.open(save(path, write_fst(words)))


def test_values_of_an_fst_whose_sum_is_too_large(tmp_path: Path) -> None:
    letter, letters = "ก", 60
    for bits in (55, 56):
        made, goal = bytearray(struct.pack("<QQ", 3, 0)), 0
        for byte in reversed((letter * letters).encode()):
            step = len(made) - goal if goal else 0
            made += (
                ((1 << bits) - 1).to_bytes(8, "little") + step.to_bytes(2, "little") + bytes([2 << 4 | 8, byte, 0x80])
            )
            goal = len(made) - 1
        made += struct.pack("<QQ", 1, goal)
        path = save(tmp_path / "a.fst", bytes(made) + struct.pack("<I", fst.checksum_of(made)))
        alphabet = Alphabet("one", [Tile(letter, letter)])
        if bits == 55:
            column = lexkit.open(path, alphabet=alphabet).column("value")
            assert column[letter * letters] == 3 * letters * ((1 << bits) - 1)
        else:
            with pytest.raises(WordListError, match="values are too large for a column"):
                lexkit.open(path, alphabet=alphabet)


def test_legal_keys_and_values_of_an_fst_that_a_lexicon_has_not(tmp_path: Path) -> None:
    """They were called damage: keys with a space, the empty key, values of 64 bits."""
    path, target = tmp_path / "a.fst", tmp_path / "a.gaddag"
    for words, message, kept, invalid in (
        ({"ICE CREAM": 1, "ZOO": 2}, r"line 1, column 4: '\u2423'", {"ZOO": 2}, 1),
        ({"": 7, "ZOO": 2}, "line 1, column 1: an empty key", {"ZOO": 2}, 1),
        ({"": 0}, "an empty key", {}, 1),
        ({"CARE": 1 << 63, "ZOO": 2}, "values are too large for a column.*found 1 larger", {"CARE": None, "ZOO": 2}, 0),
        ({"CARE": (1 << 64) - 1, "CAT": (1 << 63) - 1}, "found 1 larger", {"CARE": None, "CAT": (1 << 63) - 1}, 0),
        ({"DON'T": 1, "DOE": 2}, 'column 4: "\'"', {"DOE": 2}, 1),
    ):
        save(path, write_fst(words))
        with pytest.raises(WordListError, match=message):
            lexkit.convert(path, target)
        with pytest.raises(WordListError, match=r"lexc convert .* --skip-invalid"):
            lexkit.open(path)
        for alphabet in ("english", "auto"):
            report = lexkit.convert(path, target, alphabet=alphabet, skip_invalid=True)
            lexicon = lexkit.open(target)
            assert list(lexicon) == [*kept]
            assert [lexicon.column("value")[word] for word in kept] == [*kept.values()]
            assert (report.invalid, len(report.shown)) == (invalid, invalid)
            assert report.lost == (() if invalid else ("1 values of 2**63 and more",))


def test_alphabets_of_other_programs_files(tmp_path: Path) -> None:
    path, target = save(tmp_path / "a.fst", write_fst({"straße": 0, "über": 0})), tmp_path / "a.gaddag"
    assert lexkit.convert(path, target, alphabet="auto").alphabet == "auto"
    assert list(lexkit.open(target)) == ["STRASSE", "ÜBER"]
    assert list(lexkit.open(path, alphabet="auto")) == ["STRASSE", "ÜBER"]
    assert lexkit.convert(path, target, fold=True).words == 2
    assert list(lexkit.open(target)) == ["STRASSE", "UBER"]
    (tmp_path / "al.toml").write_text(named("german").to_text())
    lexkit.convert(path, target, alphabet=str(tmp_path / "al.toml"), fold=True)
    assert list(lexkit.open(target)) == ["STRASSE", "ÜBER"]
    lexkit.convert(target, tmp_path / "german.kwg")
    with pytest.raises(AlphabetError, match=r"a kwg file are numbers of tiles.*name the alphabet"):
        lexkit.convert(tmp_path / "german.kwg", target, alphabet="auto")


def test_two_values_of_one_word(tmp_path: Path) -> None:
    same = lexkit.open(save(tmp_path / "a.fst", write_fst({"CARE": 3, "care": 3})))
    assert same.column("value")["CARE"] == 3
    with pytest.raises(CorruptFileError, match="one value for each word"):
        lexkit.open(save(tmp_path / "a.fst", write_fst({"CARE": 3, "care": 6})))


def test_a_letter_of_quackle_twice(tmp_path: Path) -> None:
    for labels in (["A", "A"], ["A", "a"]):
        with pytest.raises(CorruptFileError, match="one tile twice"):
            lexkit.open(save(tmp_path / "english.dawg", write_quackle_dawg([(1,), (2,)], labels)))


# -- leave values ---------------------------------------------------------------------------------------


def test_steps_are_found_in_a_few_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """All values but the last are whole in all steps: each number of steps was tried on all values."""
    looks = 0
    as_points = klv2._as_points

    def counted(*arguments: object) -> object:
        nonlocal looks
        looks += 1
        return as_points(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(klv2, "_as_points", counted)
    values = np.array([1.0] * 100 + [0.123457], np.float32)
    assert klv2._find_scale(values) == (1 << 15) - 1
    assert looks < 50
    assert klv2._find_scale(np.array([1.0] * 100 + [0.125], np.float32)) == 1000
    assert klv2._find_scale(np.array([1.0] * 100 + [1 / 7], np.float32)) == 7


@each("name", alphabet_names())
def test_csv_of_each_alphabet(name: str) -> None:
    """Out and in again: of two tiles that are spelled as a third, and blanks between letters."""
    tiles = named(name)
    values = np.arange(leave_count(len(tiles), 2)).astype(np.int16)
    leaves = StoredLeaves(len(tiles), 2, 1, values, {})
    again = read_leaves_csv(write_leaves_csv(leaves, tiles), tiles)
    assert (again.values == values).all()


def test_digraphs_in_csv() -> None:
    spanish = named("spanish")

    def value(text: str, *labels: str) -> float:
        leaves = read_leaves_csv(text.encode(), spanish)
        return leaves.values[leaves.place(bytes(sorted(spanish.number(label) or 0 for label in labels)))] / leaves.scale

    assert value("CH,5\n[CH],7\n", "C", "H") == 5
    assert value("CH,5\n[CH],7\n", "CH") == 7
    assert value("c?h,5\n", "C", "?", "H") == 5
    assert value("LL,5\n", "L", "L") == 5


@each("number", ["1_000", "٣", "1e", "0x10", "inf", "nan", "", "1 2", "--1", "1e9999"])
def test_what_is_no_number(number: str) -> None:
    with pytest.raises(ColumnError, match="a number"):
        read_leaves_csv(f"A,{number}\n".encode(), named("english"))


@each("number", ["1e39", "-1e300", "1e999"])
@pytest.mark.filterwarnings("error")
def test_numbers_of_more_than_32_bits(number: str) -> None:
    with pytest.raises(CorruptFileError, match="-32767 to 32767"):
        read_leaves_csv(f"A,{number}\n".encode(), named("english"))


def test_csv_that_is_too_large(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(klv2, "MAX_BYTES", 10)
    assert lexkit.read_leaves(save(tmp_path / "a.csv", b"A,1\nB,12\n")).of("B") == 12
    with pytest.raises(ColumnError, match="at most 10 bytes"):
        lexkit.read_leaves(save(tmp_path / "a.csv", b"A,1\nB,1234\n"))


# -- tries of marisa-trie, in a process of their own ----------------------------------------------------


def test_no_module_beside_a_marisa_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with files of others may have modules too."""
    marisa_trie = pytest.importorskip("marisa_trie", exc_type=ImportError)
    save(tmp_path / "a.marisa", marisa_trie.Trie(["AB"]).tobytes())
    for name in ("marisa_trie.py", "resource.py"):
        (tmp_path / name).write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    monkeypatch.chdir(tmp_path)
    assert list(lexkit.open("a.marisa")) == ["AB"]
    assert not (tmp_path / "ran").exists()


def test_keys_of_marisa_that_are_no_words(tmp_path: Path) -> None:
    marisa_trie = pytest.importorskip("marisa_trie", exc_type=ImportError)
    for keys, message in (
        (["AB\nBA"], "a line end"),
        (["A" * 64], "a word of 64 letters"),
        (["A\0B"], "letters"),
        ([""], "empty"),
    ):
        with pytest.raises(LexkitError, match=message):
            lexkit.open(save(tmp_path / "a.marisa", marisa_trie.Trie(keys).tobytes()))


# -- names ----------------------------------------------------------------------------------------------


@pytest.fixture
def few(tmp_path: Path) -> Callable[..., Conversion]:
    source = save(tmp_path / "few.gaddag", lexkit.build(["AB", "BA"]).to_bytes())
    return lambda name, form=None: lexkit.convert(source, tmp_path / name, format=form)


@pytest.mark.parametrize(
    ("name", "form"), [("a.kwg.gz", None), ("a.kwg.ZST", None), ("a.gz", "kwg"), ("a.txt.gz", None), ("b.zst", "text")]
)
def test_targets_whose_names_say_packed(
    name: str, form: str | None, few: Callable[..., Conversion], tmp_path: Path
) -> None:
    with pytest.raises(ForeignFileError, match="cannot write compressed"):
        few(name, form)
    assert not (tmp_path / name).exists()


@pytest.mark.skipif(os.name == "nt", reason="names are Unicode there")
def test_names_that_are_not_unicode(few: Callable[..., Conversion]) -> None:
    for form in ("macondo-dawg", "macondo-gaddag", "lxd", "kwg"):
        try:
            path = few("\udcff", form).path
        except OSError:
            pytest.skip("the file system takes no such names")
        back = lexkit.convert(path, path.with_suffix(".txt"), alphabet="english", source_format=form)
        assert back.words == 2
        assert lexkit.build(back.path, back.path.with_suffix(".gaddag")).words == 2
