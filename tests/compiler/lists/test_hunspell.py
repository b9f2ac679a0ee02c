"""Words of hunspell dictionaries: those that hunspell accepts, and no others; files that are none."""

import itertools
import random
import shutil
import subprocess
import tracemalloc
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import pytest

import lexkit
from lexkit.compiler.lists import hunspell
from lexkit.compiler.lists.hunspell import Dictionary
from lexkit.errors import LexkitError, StorageError, WordListError
from lexkit.formats.alphabet import Alphabet
from lexkit.lexicons import alphabet
from tests.apps.shell.shell import assert_refused, program
from tests.running import MANY, each

needs_hunspell = pytest.mark.skipif(shutil.which("hunspell") is None, reason="hunspell is not installed")

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


def read_dictionary(path: str, tiles: Alphabet | None = None, names: bool = False) -> list[str]:
    return list(Dictionary(path, tiles, names).words())


def accepted(path: str, texts: Iterable[str]) -> set[str]:
    """The texts that hunspell takes for words."""
    command = ["hunspell", "-i", "utf-8", "-d", path.removesuffix(".dic"), "-G"]
    done = subprocess.run(command, input="\n".join(texts) + "\n", capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def texts_of(letters: str, longest: int) -> Iterable[str]:
    lengths = range(1, longest + 1)
    return map("".join, itertools.chain(*[itertools.product(letters, repeat=length) for length in lengths]))


def test_twofold_suffixes_prefixes_and_flags_that_forbid(tmp_path: Path) -> None:
    found = set(read_dictionary(dictionary(tmp_path)))
    assert {"cas", "cases", "casesa", "bas"} <= found
    assert not {"abcsa", "aabs"} & found


@needs_hunspell
def test_the_words_are_those_that_are_accepted(tmp_path: Path) -> None:
    """Without half a circumfix, which hunspell 1.7.1 takes."""
    path, longest = dictionary(tmp_path), 7 if MANY else 6
    found = {word for word in read_dictionary(path) if len(word) <= longest}
    assert found == accepted(path, texts_of("abces", longest)) - {"acab"}


@needs_hunspell
@pytest.mark.parametrize("seed", range(60 if MANY else 6))
def test_dictionaries_by_chance(seed: int, tmp_path: Path) -> None:
    choose = random.Random(seed)

    def text(least: int, most: int) -> str:
        return "".join(choose.choices("ab", k=choose.randint(least, most)))

    affixes = ["NEEDAFFIX N", "ONLYINCOMPOUND O"]
    affixes += choose.choice([[], ["COMPLEXPREFIXES"], ["FULLSTRIP"]])
    for kind, flags in (("SFX", "STU"), ("PFX", "PQ")):
        for flag in flags:
            affixes += [f"{kind} {flag} {choose.choice('YYN')} 2"]
            for _ in range(2):
                strip = choose.choice(["0", "0", "a", "b"])
                condition = choose.choice([".", "a", "[^a]", "b", ".[ab]"]) if strip == "0" else strip
                more = "/" + "".join(choose.sample("STUPQNO", 2)) if choose.random() < 0.4 else ""
                affixes.append(f"{kind} {flag} {strip} {text(1, 2)}{more} {condition}")
    stems = [f"{text(2, 3)}/{''.join(choose.sample('STUPQN', 3))}" for _ in range(5)]
    path = dictionary(tmp_path, "5\n" + "\n".join(stems) + "\n", "\n".join(affixes) + "\n")
    assert {word for word in read_dictionary(path) if len(word) <= 9} == accepted(path, texts_of("ab", 9))


#: Inputs that lost or invented forms: what hunspell 1.7 accepts of them.
FIELD = {
    "pcont": ("1\ndo/P\n", "PFX P Y 1\nPFX P 0 un/S .\nSFX S Y 1\nSFX S 0 s .\n", "do undo undos"),
    "alias": (
        "2\ncat/1 1\ndog/2\n",
        "FLAG num\nAF 2\nAF 10,20 # 1\nAF 20\nAM 1\nAM po:noun\nSFX 10 Y 1\nSFX 10 0 s/2 .\nSFX 20 Y 1\nSFX 20 0 x .\n",
        "cat cats catsx catx dog dogx",
    ),
    "dbl": ("2\ncat//S\ndog/S\n", "SFX S Y 1\nSFX S 0 s .\n", "cat cats dog dogs"),
    "twice": ("1\na/A\n", "SFX A Y 1\nSFX A 0 s .\nSFX A Y 1\nSFX A 0 t .\n", "a as at"),
    "long": ("1\nb/ABC\n", "FLAG long\nSFX AB Y 1\nSFX AB 0 s .\n", "b bs"),
    "forbidden": ("3\ncat/S\ncats/F\ncats\n", "FORBIDDENWORD F\nSFX S Y 1\nSFX S 0 s .\n", "cat"),
    "homonym": ("3\ncat/S\ncats\ncats/F\n", "FORBIDDENWORD F\nSFX S Y 1\nSFX S 0 s .\n", "cat cats"),
    "blank": ("3\ncat /S\ndog/S # x\nbob/S\tpo:n\n", "SFX S Y 1\nSFX S 0 s .\n", "bob bobs dog dogs"),
    "warn": ("2\ncat/W\ndog\n", "FORBIDWARN\nWARN W\n", "dog"),
    "lines": ("2\r\nab/A\r\nb/A\r\n", "SFX A Y 1\r\nSFX A 0 s .\r\n", "ab abs b bs"),
}


@pytest.mark.parametrize("name", FIELD)
def test_forms_that_hunspell_accepts(name: str, tmp_path: Path) -> None:
    stems, affixes, words = FIELD[name]
    path = dictionary(tmp_path, stems, affixes)
    assert sorted(set(read_dictionary(path))) == words.split()
    if shutil.which("hunspell"):
        assert accepted(path, [*words.split(), "dos", "cat", "cats", "dogs", "catsx", "as", "at"]) == set(words.split())


def test_a_circumfix_needs_both_halves(tmp_path: Path) -> None:
    """hunspell 1.7.1 takes a prefix alone as well, which later versions mended."""
    affixes = "CIRCUMFIX C\nPFX P Y 1\nPFX P 0 un/C .\nSFX S Y 1\nSFX S 0 s/C .\n"
    assert sorted(read_dictionary(dictionary(tmp_path, "1\ncat/PS\n", affixes))) == ["cat", "uncats"]


@each(
    ("affixes", "message"),
    [
        ("SFX S Y 5\nSFX S 0 s .\nSFX T Y 1\nSFX T 0 t .\n", r"line 3: .*SFX that begins in line 1 ends early: "
         r"expected 5 lines, found 1; correct the number in line 1"),
        ("SFX S Y 5\nSFX S 0 s .\n", r"line 2: .*ends early: expected 5 lines, found 1"),
        ("SFX S Y 1\nSFX S 0 s .\nSFX S 0 t .\n", r"line 3: .*more affixes than line 1 says; correct the number"),
        ("AF 2\nAF S\nSFX S Y 1\nSFX S 0 s .\n", r"line 3: .*AF that begins in line 1 ends early"),
        ("SFX S Y one\n", r"line 1: .*not the number of lines of a table: found 'one'"),
    ],
)  # fmt: skip
def test_a_table_has_as_many_lines_as_it_says(affixes: str, message: str, tmp_path: Path) -> None:
    """hunspell drops all that follows such a table, and says nothing."""
    path = dictionary(tmp_path, "2\ncat/S\ndog/T\n", affixes)
    with pytest.raises(WordListError, match=message) as caught:
        read_dictionary(path)
    assert str(caught.value).startswith(path.replace(".dic", ".aff"))


def test_lines_are_those_of_the_file(tmp_path: Path) -> None:
    """They were those of the words with their affixes."""
    path = dictionary(
        tmp_path, "3\ncat/S\ndog/S\nstraße/S\n", "SET UTF-8\nSFX S Y 3\nSFX S 0 s .\nSFX S 0 t .\nSFX S 0 r .\n"
    )
    with pytest.raises(WordListError, match=r"few\.dic: 4 lines are .*found line 4, column 5: 'ß'; line 4, column 5"):
        lexkit.build(path)
    report = lexkit.build(path, tmp_path / "a.gaddag", lexkit.Options(skip_invalid=True))
    assert {line for line, _, _ in report.shown} == {4}
    assert (report.words, report.invalid) == (8, 4)


def test_letters_names_and_encodings(tmp_path: Path) -> None:
    path = dictionary(
        tmp_path, "6\ncol·legi\nx-ray\nNATO\nhaus\nHaus/S\nd'or\n", "SET UTF-8\nSFX S Y 1\nSFX S 0 es .\n"
    )
    assert read_dictionary(path) == ["haus"]
    assert read_dictionary(path, alphabet("catalan")) == ["col·legi", "haus"]
    assert sorted(read_dictionary(path, names=True)) == ["Haus", "Hauses", "NATO", "haus"]
    for name, encoding in (("ISO8859-2", "latin2"), ("microsoft-cp1251", "cp1251"), ("KOI8-R", "koi8-r")):
        word = "żółw" if encoding == "latin2" else "слово"
        (tmp_path / "few.aff").write_text(f"SET {name}\nSFX S Y 1\nSFX S 0 {word[0]} .\n", encoding)
        (tmp_path / "few.dic").write_text(f"1\n{word}/S\n", encoding)
        assert sorted(read_dictionary(path)) == [word, word + word[0]]


def test_flags_of_several_signs_and_aliases(tmp_path: Path) -> None:
    affixes = "FLAG num\nAF 2\nAF 12,34\nAF 34\nSFX 12 Y 1\nSFX 12 0 s .\nSFX 34 Y 1\nSFX 34 0 t .\n"
    assert sorted(read_dictionary(dictionary(tmp_path, "2\na/1\nb/2\n", affixes))) == ["a", "as", "at", "b", "bt"]


@each(
    ("stems", "affixes", "message"),
    [
        ("a", "SET hex\n", r"few\.aff: line 1: no such encoding of dictionaries: found 'hex'"),
        ("a", "SFX A Y 1\nSFX A 0 a" + "b" * 511, r"few\.aff: line 2: .*an affix is too long: expected at most 511"),
        ("a", "SFX A Y 1\nSFX A 0 a " + "." * 512, r"few\.aff: line 2: .*an affix is too long"),
        ("a" * 512, "", r"few\.dic: line 1: .*a stem is too long: expected at most 511 characters"),
        ("a", "SET UTF-8\nFLAG UTF-8\nAF 1\nAF " + "".join(map(chr, range(0x4E00, 0x5201))), "at most 1,024 of one"),
        ("a/" + "1" * 20, "SET UTF-8\nFLAG num\n", r"few\.dic: line 1: .*a number is too long"),
        ("a", "SFX A Y 1\nSFX A\n", r"few\.aff: line 2: not a hunspell dictionary"),
        ("a", "SFX A Y\n", r"few\.aff: line 1: not a hunspell dictionary"),
        ("a", "FLAG num\nSFX " + "1" * 30 + " Y 1\n", r"few\.aff: line 2: .*a number is too long"),
        ("a" * 20_000, "", r"few\.dic: line 1: .*a line is too long"),
        ("a/7", "AF 1\nAF A\n", r"few\.dic: line 1: .*no such number of flags: expected 1 to 1, found '7'"),
    ],
)  # fmt: skip
def test_files_that_are_no_dictionary(stems: str, affixes: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(WordListError, match=message):
        read_dictionary(dictionary(tmp_path, stems, affixes))
    (tmp_path / "few.aff").unlink()
    with pytest.raises(StorageError, match="a dictionary has its affixes in a file of the same name"):
        read_dictionary(str(tmp_path / "few.dic"))


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
        ("\u0661/\u0661", "SET UTF-8\nFLAG num\n", []),
        ("a/A", "SFX A Y 0\nPFX A Y 1\nPFX A 0 s .\n", ["a", "sa"]),
    ],
)  # fmt: skip
def test_lines_that_say_nothing_of_words(stems: str, affixes: str, words: list[str], tmp_path: Path) -> None:
    """Some readers would not end at the first two, and take the square of the third's length."""
    assert sorted(read_dictionary(dictionary(tmp_path, stems, affixes))) == words


@pytest.mark.parametrize(
    ("limit", "least", "most"),
    [
        ("MAX_FORMS_OF_A_STEM", 9, 10),
        ("MAX_LINES", 17, 18),
        ("MAX_AFFIXES", 12, 13),
        ("MAX_TRIES", 900, 1000),
        ("MAX_FLAGS", 2400, 2500),
    ],
)
def test_limits(limit: str, least: int, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One affix with 800 flags, each set of which counts for 50 tries: 64 for the condition, 18 sets, and some."""
    many = "".join(map(chr, range(0x4E00, 0x4E00 + 800)))
    rows = "".join([f"SFX B 0 {letter} .\n" for letter in "abcdefgh"])
    affixes = f"SFX A Y 1\nSFX A 0 x/B{many} .\nSFX B Y 8\n{rows}PFX C Y 4\n" + "PFX C 0 y .\n" * 4
    path = dictionary(tmp_path, "a/A\n", "SET UTF-8\nFLAG UTF-8\n" + affixes)
    monkeypatch.setattr(hunspell, limit, most)
    found = read_dictionary(path)
    assert len(found) == len(set(found)) == 10
    monkeypatch.setattr(hunspell, limit, least)
    with pytest.raises(WordListError, match=f"expected at most {least:,}"):
        read_dictionary(path)


@pytest.mark.parametrize(
    ("size", "count", "message"),
    [
        (5000, 450, r"line 4: .*too many flags: expected at most 1,024"),
        (1000, 4500, r"line \d{3}: .*at most 2,097,152 characters"),
    ],
)
def test_many_flags_are_refused_before_they_are_read(size: int, count: int, message: str, tmp_path: Path) -> None:
    """Found: a table of 4,000 times 5,000 flags took four gigabytes."""
    flags = "".join(map(chr, range(0x4E00, 0x4E00 + size)))
    affixes = f"SET UTF-8\nFLAG UTF-8\nAF {count}\n" + f"AF {flags}\n" * count
    with pytest.raises(WordListError, match=message):
        read_dictionary(dictionary(tmp_path, "a/1\n", affixes))


def test_affixes_share_the_flags_of_a_number(tmp_path: Path) -> None:
    """Found: each of 200,000 affixes had a set of the 1,000 flags of its own, six gigabytes together."""
    flags = "".join(map(chr, range(0x4E00, 0x4E00 + 1000)))
    affixes = f"SET UTF-8\nFLAG UTF-8\nAF 2\nAF {flags}\nAF A\nSFX A Y 1000\n" + "SFX A 0 s/1 .\n" * 1000
    path = dictionary(tmp_path, "a/2\n", affixes)
    tracemalloc.start()
    try:
        assert sorted(read_dictionary(path)) == ["a", "as"]
        assert tracemalloc.get_traced_memory()[1] < 20e6
    finally:
        tracemalloc.stop()


def test_affixes_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few kilobytes that make 4,000,000 words of each stem."""
    rows = ""
    for flag in "AB":
        rows += f"SFX {flag} Y 300\n"
        rows += "".join([f"SFX {flag} 0 {text}/B .\n" for text in islice(texts_of("ab", 9), 300)])
    path = dictionary(tmp_path, "a/A\nb/A\n" * 20, rows)
    monkeypatch.setattr(hunspell, "MAX_FORMS", 100_000)
    with pytest.raises(WordListError, match="the affixes make too many words: expected at most 100,000 words"):
        read_dictionary(path)
    monkeypatch.setattr(hunspell, "MAX_TRIES", 1000)
    with pytest.raises(WordListError, match="expected at most 1,000 affixes tried"):
        read_dictionary(path)


def test_a_sample_of_the_stems_says_so_beforehand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few words are made of a dictionary that would make too many; one within the limit is not refused."""
    rows = "SFX A Y 100\n" + "".join([f"SFX A 0 {text} .\n" for text in islice(texts_of("ab", 9), 100)])
    path = dictionary(tmp_path, "c/A\n" * 5000, rows)
    monkeypatch.setattr(hunspell, "MAX_FORMS", 200_000)
    read = Dictionary(path)
    with pytest.raises(WordListError, match="at most 200,000 words; take a part of the stems"):
        next(read.words())
    assert read.line_of(1) == 1
    monkeypatch.setattr(hunspell, "MAX_FORMS", 505_000)
    assert len(read_dictionary(path)) == 505_000


def test_long_words_are_not_made_if_short_ones_are_wanted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = "".join([f"SFX {flag} Y 1\nSFX {flag} 0 {flag.lower() * 20}/{more} .\n" for flag, more in ("AB", "BC")])
    rows += "SFX C Y 1\nSFX C 0 c .\nPFX P Y 300\n" + "".join([f"PFX P 0 {'p' * (at + 1)} .\n" for at in range(300)])
    path = dictionary(tmp_path, "x/AP\n", rows)
    monkeypatch.setattr(hunspell, "MAX_FORMS_OF_A_STEM", 400)
    with pytest.raises(WordListError, match="at most 400 words of a stem"):
        read_dictionary(path)
    assert sorted(Dictionary(path, max_length=8).words()) == sorted(["p" * size + "x" for size in range(8)])


def test_conditions_take_linear_time(tmp_path: Path) -> None:
    """What repeats in other expressions is a letter here."""
    path = dictionary(tmp_path, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab/A\n", "SFX A Y 1\nSFX A 0 x (a*)*\n")
    assert len(read_dictionary(path)) == 1


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
            read += len(set(read_dictionary(str(tmp_path / "few.dic")))) > 0
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
