"""Alphabets as files of other programs: read as those write them, written, and read by a reader of its own."""

import csv
import random
from pathlib import Path

import pytest

from lexkit import Alphabet, Tile
from lexkit.errors import AlphabetError, LexkitError, StorageError
from lexkit.formats.foreign.letter_distributions import ALPHABET_FORMS, OTHERS
from lexkit.lexicons import alphabet, alphabet_names, find_alphabet
from tests.apps.shell.shell import assert_refused, program
from tests.running import MANY, each

#: As the programs write them.
TEXTS = {
    "macondo": "?,2,0,0\nA,12,1,1\nÇ,1,10,10\nL·L,1,10,0\n",
    "magpie": "\ufeff?,?,2,0,0\r\n\r\n A , a , 12 , 1 , 1 \r\nÇ,ç,1,10,0\r\nL·L,l·l,1,10,0,Ｌ,ｌ\r\n",
    "wolges": "?\t?\t2\t0\t0\t0\t0\nA\ta\t12\t1\t1\t0\t0\nÇ\tç\t1\t10\t0\t1 K\t1 k\nL·L\tl·l\t1\t10\t0\t1 W\t1 w\n",
    "quackle": "#ch\tbl\tsc\tco\tvowel\nA a 1 12 1\n#Ё\tё\t3\t1\t1\nÇ\tç\t10\t1\t0\nblank\t0\t2\nL·L [l·l] 10 1 0\n",
}


def read_by_the_facts(form: str, text: str) -> list[tuple[str, str | None, int, int, bool, list[str]]]:
    """Label, lower case, count, points, vowel and aliases of each line: a reader that shares nothing with lexkit's."""
    rows = []
    for line in text.splitlines():
        fields = next(csv.reader([line])) if form in ("macondo", "magpie") else line.split()
        if form == "macondo":
            label, count, points, vowel = fields
            rows.append((label, None, int(count), int(points), vowel == "1", []))
        elif form == "quackle" and fields[0] == "blank":
            rows.insert(0, ("?", "?", int(fields[2]), int(fields[1]), False, []))
        elif form == "quackle":
            label, lower, points, count, vowel = fields
            rows.append((label, lower, int(count), int(points), vowel == "1", []))
        else:
            label, lower, count, points, vowel, *rest = fields
            aliases = rest[1 : 1 + int(rest[0])] if form == "wolges" else []
            rows.append((label.strip("[]"), lower.strip("[]"), int(count), int(points), vowel == "1", aliases))
    return rows


@pytest.mark.parametrize("form", OTHERS)
def test_files_of_other_programs(form: str, tmp_path: Path) -> None:
    path = tmp_path / (
        "mine.quackle_alphabet" if form == "quackle" else "mine.csv" if "," in TEXTS[form] else "mine.txt"
    )
    path.write_text(TEXTS[form], "utf-8", newline="")
    aliases = (("K",), ("W",)) if form == "wolges" else ((), ())
    tiles = [Tile("A", "a", 1, 12, True), Tile("Ç", "ç", 10, 1, False, aliases[0])]
    wanted = Alphabet("mine", [*tiles, Tile("L·L", "l·l", 10, 1, False, aliases[1])], blanks=2)
    assert Alphabet.from_file(path) == wanted == Alphabet.from_file(str(path), form)


@each("form", ALPHABET_FORMS)
@each("name", alphabet_names())
def test_written_and_read_again(name: str, form: str, tmp_path: Path) -> None:
    one = alphabet(name)
    text = one.to_text(form)
    path = tmp_path / f"{name}.{'toml' if form == 'toml' else 'txt'}"
    path.write_text(text, "utf-8")
    again = Alphabet.from_file(path)
    if form == "toml":
        assert again == one
        return
    blank = ("?", None if form == "macondo" else "?", one.blanks, one.blank_points, False, [])
    read = read_by_the_facts(form, text)
    assert read[0] == blank
    for row, tile, kept in zip(read[1:], one.tiles, again.tiles, strict=True):
        lower = None if form == "macondo" else tile.lower
        aliases = list(tile.aliases) if form == "wolges" else []
        assert row == (tile.label, lower, tile.count, tile.points, tile.vowel, aliases)
        assert (kept.label, kept.count, kept.points, kept.vowel) == (tile.label, tile.count, tile.points, tile.vowel)
        assert kept.aliases == tuple(aliases)
        assert form == "macondo" or kept.lower == tile.lower
    assert (again.name, again.blanks, again.blank_points) == (name, one.blanks, one.blank_points)


def test_a_wolges_letter_that_could_be_several_is_in_brackets() -> None:
    assert "\n[CH]\t[ch]\t1\t5\t0\t1 1\t0\n" in alphabet("spanish").to_text("wolges")
    assert "\nL·L\tl·l\t1" in alphabet("catalan").to_text("wolges")


@each(
    ("form", "text", "message"),
    [
        ("macondo", "A,9,1,1\n", "line 1: the first line is not for the blank: expected [?], found 'A'"),
        ("macondo", "?,2,0,0\n\nA,9,1\n", "line 3: wrong number of fields: expected 4, found 3"),
        ("macondo", "?,2,0,0\nA,x,1,1\n", "line 2: count is not a number: expected 0 to 999999999, found 'x'"),
        ("macondo", "?,2,0,0\nA,9,-1,1\n", "line 2: points is not a number"),
        ("macondo", '?,2,0,0\n"A,9,1,1\n', "line 2: not CSV"),
        ("magpie", "?,?,2,0,0\nA,a,9,1,1\nB,a,2,3,0\n", "letters 1 and 2: two letters share a spelling: found a"),
        ("magpie", "?,?,2,0,0\n?,?,2,0,0\n", "line 2: there are two lines for the blank"),
        ("magpie", "?,?,2,0,0\nA,a,9,1,1,Ａ\n", "line 2: wrong number of fields: expected 5 or 7, found 6"),
        ("wolges", "? ? 2 0 0 0\n", "line 1: wrong number of fields: expected 7 or more, found 6"),
        ("wolges", "? ? 2 0 0 0 0\nA a 9 1 1 2 B 0\n", "line 2: the number of aliases is wrong"),
        ("wolges", "? ? 2 0 0 0 0\nA a 9 1 1 1 B 0 C\n", "line 2: the number of aliases is wrong"),
        ("quackle", "blank 0\n", "line 1: wrong number of fields: expected 3, found 2"),
        ("quackle", "A a 1 9 1\nA b 1 9 1\n", "letter 2: two letters have one label: found A"),
        ("toml", "name = 7\ntiles = []", "name: wrong kind of value"),
        ("toml", "tiles", "not an alphabet"),
        ("morse", "", "no such form of alphabets: expected toml, macondo, magpie, wolges, quackle, found 'morse'"),
    ],
)  # fmt: skip
def test_files_that_are_no_alphabet(form: str, text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(text, "utf-8")
    with pytest.raises(AlphabetError, match=message) as caught:
        Alphabet.from_file(path, form)
    assert form == "morse" or caught.value.path == str(path)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="cannot read"):
        Alphabet.from_file(tmp_path / "none.csv")
    with pytest.raises(StorageError, match="not a regular file"):
        Alphabet.from_file(tmp_path)
    (tmp_path / "latin.csv").write_bytes(b"?,?,2,0,0\n\xc4,a,1,1,1\n")
    with pytest.raises(AlphabetError, match=r"line 2: .*expected UTF-8"):
        Alphabet.from_file(tmp_path / "latin.csv")
    (tmp_path / "large.csv").write_bytes(b"\n" * 70_000)
    with pytest.raises(AlphabetError, match="expected at most 65536 bytes"):
        Alphabet.from_file(tmp_path / "large.csv")


def test_alphabets_that_others_cannot_hold() -> None:
    wide = Alphabet("wide", [Tile(chr(0x4E00 + at), chr(0x4E00 + at)) for at in range(63)])
    for form in ("macondo", "magpie", "quackle"):
        with pytest.raises(AlphabetError, match=f"{form} cannot hold this alphabet: expected at most"):
            wide.to_text(form)
    assert wide.to_text("wolges").count("\n") == 64
    with pytest.raises(AlphabetError, match=r"macondo cannot hold this many tiles of a letter: .* found 256"):
        Alphabet("many", [Tile("A", "a", 1, 256)]).to_text("macondo")
    for label in ("#", "BLANK2"):
        with pytest.raises(AlphabetError, match="quackle would read this letter as something else"):
            Alphabet("odd", [Tile(label, "a")]).to_text("quackle")
    with pytest.raises(AlphabetError, match="no such form of alphabets"):
        wide.to_text("json")


@pytest.mark.parametrize("form", OTHERS)
def test_mutations_are_refused_or_an_alphabet(form: str, tmp_path: Path) -> None:
    choose = random.Random(form)
    original = alphabet("catalan").to_text(form).encode()
    path = tmp_path / "mine.txt"
    parts = [b"", b"\n", b",", b"\t", b"0", b"A", b"\xc3"]
    read = 0
    for _ in range(4_000 if MANY else 300):
        data = bytearray(original)
        for _ in range(choose.randint(1, 4)):
            at = choose.randrange(len(data))
            data[at : at + choose.randint(0, 3)] = choose.choice([*parts, bytes([choose.randrange(256)])])
        path.write_bytes(data)
        try:
            found = Alphabet.from_file(path, form)
        except LexkitError as error:
            assert error.path == str(path)
            continue
        read += 1
        assert Alphabet.from_json(found.to_json()) == found
    assert read > 5


def test_at_the_shell(tmp_path: Path) -> None:
    csv_file = tmp_path / "catalan.csv"
    assert program("lexc", "alphabets", "catalan", "--as", "magpie", "-o", str(csv_file)).returncode == 0
    assert csv_file.read_text("utf-8").splitlines()[:2] == ["?,?,2,0,0", "A,a,12,1,1"]
    assert_refused(program("lexc", "alphabets", "catalan", "-o", str(csv_file)), 4, "--force")
    assert program("lexc", "alphabets", "catalan").stdout == alphabet("catalan").to_text()
    assert 'name = "catalan"' in program("lexc", "alphabets", str(csv_file)).stdout
    assert program("lexc", "alphabets", str(csv_file), "--json").stdout.startswith('{"name": "catalan"')
    (tmp_path / "few.txt").write_text("CEL·LA\n", "utf-8")
    made = program("lexc", "build", str(tmp_path / "few.txt"), "-a", str(csv_file))
    assert "1 word, catalan" in made.stderr
    assert_refused(program("lexc", "alphabets", "klingon"), 3, "no such alphabet")
    assert_refused(program("lexc", "alphabets", "catalan", "--as", "x"), 3, "no such form of alphabets")
    assert_refused(program("lexc", "alphabets", "--as", "toml"), 2, "needs the NAME to write")


@pytest.mark.parametrize("text", ["", "\n", "?,2,0,0\n"])
def test_files_without_letters(text: str, tmp_path: Path) -> None:
    (tmp_path / "few.csv").write_text(text)
    with pytest.raises(AlphabetError, match=r"few\.csv: the file has no letters: expected a line for each tile"):
        find_alphabet(str(tmp_path / "few.csv"))


@each(
    ("text", "told"),
    [
        ('blanks = 2\ntiles = [{label = "A"}]', "alphabet: unknown key: expected name, .*, blank, found 'blanks'"),
        ('tiles = [{label = "A"}, {label = "B", value = 3}]', "tile 2: unknown key: expected label, .* found 'value'"),
        ('tiles = [{label = "A"}]\n[blank]\nnumber = 2', "blank: unknown key: expected count, points, found 'number'"),
    ],
)
def test_a_key_that_would_be_ignored_is_refused(text: str, told: str, tmp_path: Path) -> None:
    """Found: ``blanks = 2``, as the constructor calls it, made an alphabet without blanks."""
    (tmp_path / "own.toml").write_text(text)
    with pytest.raises(AlphabetError, match=told):
        Alphabet.from_file(tmp_path / "own.toml")
