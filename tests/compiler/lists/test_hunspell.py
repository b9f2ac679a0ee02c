"""Words of hunspell dictionaries: those that spylls accepts, one by one, and no others; files that are none."""

import itertools
import random
import shutil
import subprocess
import tracemalloc
from pathlib import Path

import pytest

import lexkit
from lexkit.compiler.lists import hunspell
from lexkit.compiler.lists.hunspell import read_dictionary
from lexkit.errors import LexkitError, StorageError, WordListError
from lexkit.lexicons import alphabet
from tests.cli.shell import assert_refused, program
from tests.running import MANY, each

spylls = pytest.importorskip("spylls.hunspell")
#: The dictionaries of spylls that judge leave their files open.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")

#: Suffixes, twofold ones, prefixes that cross and that do not, conditions, strips.
AFFIXES = """
NEEDAFFIX N
ONLYINCOMPOUND O
CIRCUMFIX C
FORBIDDENWORD F
SFX S Y 3
SFX S 0 s [^sb]
SFX S b cs b
SFX S 0 es/T s
SFX T Y 1
SFX T 0 a .
SFX U N 2
SFX U a bc [ab]a
SFX U 0 c/N [^a]
SFX V Y 1
SFX V 0 b/CT .
PFX P Y 1
PFX P 0 c [^c]
PFX Q N 1
PFX Q a b/S a
PFX R Y 1
PFX R 0 a/C .
"""
STEMS = "12\nab/S\nas/SP\nba/UQ\nabc/NS\nacs/O\ncab/VR\naa/PQSU\nba/S\nabs/F\nbac/SUPQ\nsa/SUV\n"


def dictionary(folder: Path, stems: str = STEMS, affixes: str = AFFIXES) -> str:
    (folder / "few.aff").write_text(affixes, "utf-8")
    (folder / "few.dic").write_text(stems, "utf-8")
    return str(folder / "few.dic")


def accepted(path: str, letters: str, longest: int) -> set[str]:
    """All texts of these letters that spylls takes for words, each judged by itself."""
    judge = spylls.Dictionary.from_files(path.removesuffix(".dic")).lookuper
    texts = map("".join, itertools.chain(*[itertools.product(letters, repeat=n) for n in range(1, longest + 1)]))
    return {text for text in texts if judge(text, capitalization=False)}


def test_the_words_are_those_that_are_accepted(tmp_path: Path) -> None:
    path = dictionary(tmp_path)
    found = set(read_dictionary(path, None))
    wanted = accepted(path, "abces", 7 if MANY else 6)
    assert {word for word in found if len(word) <= 6} == {word for word in wanted if len(word) <= 6}
    assert {"cas", "cases", "casesa", "bas"} <= found


@pytest.mark.parametrize("seed", range(20 if MANY else 3))
def test_dictionaries_by_chance(seed: int, tmp_path: Path) -> None:
    choose = random.Random(seed)

    def text(least: int, most: int) -> str:
        return "".join(choose.choices("ab", k=choose.randint(least, most)))

    affixes = ["NEEDAFFIX N", "ONLYINCOMPOUND O"]
    for kind, flags in (("SFX", "STU"), ("PFX", "PQ")):
        for flag in flags:
            affixes += [f"{kind} {flag} {choose.choice('YN')} 2"]
            for _ in range(2):
                condition = choose.choice([".", "a", "[^a]", "b", ".[ab]"])
                more = (
                    "/" + choose.choice([one for one in ("STUPN" if kind == "SFX" else "N") if one != flag])
                    if choose.random() < 0.4
                    else ""
                )
                affixes.append(f"{kind} {flag} 0 {text(1, 2)}{more} {condition}")
    stems = [f"{text(2, 3)}/{''.join(choose.sample('STUPQNO', 3))}" for _ in range(5)]
    path = dictionary(tmp_path, "5\n" + "\n".join(stems) + "\n", "\n".join(affixes) + "\n")
    found = {word for word in read_dictionary(path, None) if len(word) <= 9}
    assert found == accepted(path, "ab", 9)


def test_letters_names_and_encodings(tmp_path: Path) -> None:
    path = dictionary(
        tmp_path, "6\ncol·legi\nx-ray\nNATO\nhaus\nHaus/S\nd'or\n", "SET UTF-8\nSFX S Y 1\nSFX S 0 es .\n"
    )
    assert list(read_dictionary(path, None)) == ["haus"]
    assert list(read_dictionary(path, alphabet("catalan"))) == ["col·legi", "haus"]
    assert sorted(read_dictionary(path, None, True)) == ["Haus", "Hauses", "NATO", "haus"]
    for name, encoding in (("ISO8859-2", "latin2"), ("microsoft-cp1251", "cp1251"), ("KOI8-R", "koi8-r")):
        word = "żółw" if encoding == "latin2" else "слово"
        (tmp_path / "few.aff").write_text(f"SET {name}\nSFX S Y 1\nSFX S 0 {word[0]} .\n", encoding)
        (tmp_path / "few.dic").write_text(f"1\n{word}/S\n", encoding)
        assert sorted(read_dictionary(path, None)) == [word, word + word[0]]


def test_flags_of_several_signs_and_aliases(tmp_path: Path) -> None:
    affixes = "FLAG num\nAF 2\nAF 12,34\nAF 34\nSFX 12 Y 1\nSFX 12 0 s .\nSFX 34 Y 1\nSFX 34 0 t .\n"
    assert sorted(read_dictionary(dictionary(tmp_path, "2\na/1\nb/2\n", affixes), None)) == ["a", "as", "at", "b", "bt"]


@pytest.mark.skipif(shutil.which("unmunch") is None, reason="unmunch is in Debian's hunspell-tools")
def test_those_of_unmunch(tmp_path: Path) -> None:
    affixes = "SFX S Y 2\nSFX S 0 s [^s]\nSFX S 0 es s\nPFX P Y 1\nPFX P 0 c .\n"
    path = dictionary(tmp_path, "2\nab/SP\nas/S\n", affixes)
    done = subprocess.run(["unmunch", path, path.replace(".dic", ".aff")], capture_output=True, text=True, check=True)
    assert set(read_dictionary(path, None)) == set(done.stdout.split())


@each(
    ("stems", "affixes", "message"),
    [
        ("a", "SET hex\n", r"few\.aff: line 1: no such encoding of dictionaries: found 'hex'"),
        ("a", "SFX A Y 1\nSFX A 0 a" + "b" * 511, r"few\.aff: line 2: .*an affix is too long: expected at most 511"),
        ("a", "SFX A Y 1\nSFX A 0 a " + "." * 512, r"few\.aff: line 2: .*an affix is too long"),
        ("a" * 512, "", r"few\.dic: line 1: .*a stem is too long: expected at most 511 characters"),
        ("a", "SET UTF-8\nFLAG UTF-8\nAF 1\nAF " + "".join(map(chr, range(0x4E00, 0x5201))), "too many flags of one"),
        ("a/" + "\u0661" * 20, "SET UTF-8\nFLAG num\n", r"few\.dic: line 1: .*the number is too long"),
        ("a", "SFX A Y 1\nSFX A\n", r"few\.aff: line 2: not a hunspell dictionary"),
        ("a", "SFX A Y\n", r"few\.aff: line 1: not a hunspell dictionary"),
        ("a", "FLAG num\nSFX " + "1" * 30 + " Y 1\n", r"few\.aff: line 2: .*the number is too long"),
        ("a" * 20_000, "", r"few\.dic: line 1: .*a line is too long"),
        ("a/7", "AF 1\nAF A\n", r"few\.dic: line 1: not a hunspell dictionary: .*KeyError"),
    ],
)  # fmt: skip
def test_files_that_are_no_dictionary(stems: str, affixes: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(WordListError, match=message):
        list(read_dictionary(dictionary(tmp_path, stems, affixes), None))
    (tmp_path / "few.aff").unlink()
    with pytest.raises(StorageError, match="a dictionary has its affixes in a file of the same name"):
        list(read_dictionary(str(tmp_path / "few.dic"), None))


@pytest.mark.parametrize(
    ("stems", "affixes", "words"),
    [
        ("a\t1", "AM 1\nAM 1\n", ["a"]),
        ("ss" * 30 + "\n" + "SS" * 30, "CHECKSHARPS\n", ["ss" * 30]),
        ("a", "COMPOUNDRULE 1\nCOMPOUNDRULE " + "(" * 16_000 + "\n", ["a"]),
        ("a ph:((\nb  po:noun", "REP 1\nREP ( b\n", ["a", "b"]),
        ("a/A", "SFX A Y 2\nSFX A 0 (s .\nSFX A 0 s .\n", ["a", "as"]),
        ("a/A", "SFX A Y 2\n# a remark\nSFX A 0 s .\nSFX A 0 t\n", ["a", "as", "at"]),
        ("a/A", "IGNORE 01b\nSFX A Y 2\nSFX A 0 s .\nSFX A 0 bt .\n", ["a", "as", "at"]),
        ("a/A", "SFX A Y 0\nPFX A Y 1\nPFX A 0 s .\n", ["a", "sa"]),
    ],
)  # fmt: skip
def test_lines_that_say_nothing_of_words(stems: str, affixes: str, words: list[str], tmp_path: Path) -> None:
    """spylls would not end at the first two, and take the square of the third's length."""
    assert sorted(read_dictionary(dictionary(tmp_path, stems, affixes), None)) == words


@pytest.mark.parametrize(
    ("limit", "least", "most"),
    [
        ("MAX_FORMS_OF_A_STEM", 9, 10),
        ("MAX_LINES", 17, 18),
        ("MAX_AFFIXES", 12, 13),
        ("MAX_TRIES", 600, 640),
        ("MAX_FLAGS", 800, 850),
    ],
)
def test_limits(limit: str, least: int, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One affix with 800 flags, each set of which counts for 50 tries: 64 for the condition, 1, 8, and 550."""
    many = "".join(map(chr, range(0x4E00, 0x4E00 + 800)))
    rows = "".join([f"SFX B 0 {letter} .\n" for letter in "abcdefgh"])
    affixes = f"SFX A Y 1\nSFX A 0 x/B{many} .\nSFX B Y 8\n{rows}PFX C Y 4\n" + "PFX C 0 y .\n" * 4
    path = dictionary(tmp_path, "a/A\n", "SET UTF-8\nFLAG UTF-8\n" + affixes)
    monkeypatch.setattr(hunspell, limit, most)
    found = list(read_dictionary(path, None))
    assert len(found) == len(set(found)) == 10
    monkeypatch.setattr(hunspell, limit, least)
    with pytest.raises(WordListError, match=f"expected at most {least}"):
        list(read_dictionary(path, None))


@pytest.mark.parametrize("name", ["AF", "SET"])
def test_many_flags_are_refused_before_they_are_read(name: str, tmp_path: Path) -> None:
    """Found: a table of 4,000 times 5,000 flags took four gigabytes, whatever the names of its lines."""
    flags = "".join(map(chr, range(0x4E00, 0x4E00 + 5000)))
    affixes = "SET UTF-8\nFLAG UTF-8\nAF 450\n" + f"{name} {flags}\n" * 450
    with pytest.raises(WordListError, match=r"few\.aff: line 4\d\d: .*too many flags: expected at most 2,097,152"):
        list(read_dictionary(dictionary(tmp_path, "a/1\n", affixes), None))


def test_affixes_share_the_flags_of_a_number(tmp_path: Path) -> None:
    """Found: each of 200,000 affixes had a set of the 1,000 flags of its own, six gigabytes together."""
    flags = "".join(map(chr, range(0x4E00, 0x4E00 + 1000)))
    affixes = f"SET UTF-8\nFLAG UTF-8\nAF 1\nAF {flags}\nSFX A Y 1000\n" + "SFX A 0 s/1 .\n" * 1000
    path = dictionary(tmp_path, "a/A\n", affixes)
    tracemalloc.start()
    try:
        assert sorted(read_dictionary(path, None)) == ["a", "as"]
        assert tracemalloc.get_traced_memory()[1] < 20e6
    finally:
        tracemalloc.stop()


def test_affixes_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few kilobytes that make 4,000,000 words of each stem."""
    rows = ""
    for flag in "AB":
        rows += f"SFX {flag} Y 300\n"
        rows += "".join([f"SFX {flag} 0 {'ab'[at % 2] * (at + 1)}/B .\n" for at in range(300)])
    path = dictionary(tmp_path, "a/A\nb/A\n" * 20, rows)
    monkeypatch.setattr(hunspell, "MAX_FORMS", 100_000)
    with pytest.raises(WordListError, match="the affixes make too many words: expected at most 100,000 words"):
        list(read_dictionary(path, None))
    monkeypatch.setattr(hunspell, "MAX_TRIES", 1000)
    with pytest.raises(WordListError, match="expected at most 1,000 affixes tried"):
        list(read_dictionary(path, None))


def test_conditions_take_linear_time(tmp_path: Path) -> None:
    """What repeats in other expressions is a letter here."""
    path = dictionary(tmp_path, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab/A\n", "SFX A Y 1\nSFX A 0 x (a*)*\n")
    assert len(list(read_dictionary(path, None))) == 1


def test_mutations_are_refused_or_read(tmp_path: Path) -> None:
    choose = random.Random(1)
    read = 0
    for _ in range(4_000 if MANY else 200):
        both = [bytearray(AFFIXES.encode()), bytearray(STEMS.encode())]
        for _ in range(choose.randint(1, 4)):
            data = choose.choice(both)
            at = choose.randrange(len(data))
            parts = [b"", b"\n", b" ", b"/", b"9", b"[", bytes([choose.randrange(256)])]
            data[at : at + choose.randint(0, 3)] = choose.choice(parts)
        (tmp_path / "few.aff").write_bytes(both[0])
        (tmp_path / "few.dic").write_bytes(both[1])
        try:
            read += len(set(read_dictionary(str(tmp_path / "few.dic"), None))) > 0
        except LexkitError as error:
            assert error.path
    assert read > 50


def test_a_lexicon_of_a_dictionary(tmp_path: Path) -> None:
    path = dictionary(tmp_path, "3\ncat/S\nParis\nx-ray\n", "SFX S Y 1\nSFX S 0 s .\n")
    assert list(lexkit.build(path, tmp_path / "few.gaddag").path.name) == list("few.gaddag")
    assert list(lexkit.open(tmp_path / "few.gaddag")) == ["CAT", "CATS"]
    lexkit.build(path, tmp_path / "few.gaddag", lexkit.Options(names=True))
    assert list(lexkit.open(tmp_path / "few.gaddag")) == ["CAT", "CATS", "PARIS"]
    assert program("lexc", "verify", str(tmp_path / "few.gaddag"), "--words", path).returncode == 0
    assert program("lexc", "build", path, "--names", "-q").returncode == 0
    assert_refused(program("lexc", "build", path, "--fields", "word"), 3, "this list has no fields")
    (tmp_path / "few.txt").write_text("CAT\n")
    assert_refused(program("lexc", "build", str(tmp_path / "few.txt"), "--names"), 3, "hunspell dictionaries only")
