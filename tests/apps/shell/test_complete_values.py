"""Completion of values: what a shell asks the programs for, and is told."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import lexkit
from lexkit.lexicons import alphabet_names
from lexkit.lexicons.bundled_columns import COLUMNS
from lexkit.runtime.query.conditions.registry import KINDS
from tests.apps.shell.shell import program
from tests.running import each

WORDS = ["ABLE", "CARE", "QUIZ"]
FIELDS = ["word", "rank", "length", "points", "vowels", "consonants", "unique", "anagrams", "probability"]


def completed(line: str, cwd: Path | None = None, **environment: str) -> list[str]:
    """What bash is offered for the last word of a line."""
    name = line.split()[0]
    number = len(line.split(" ")) - 1
    told = {f"_{name.upper()}_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(number)}
    done = program(name, cwd=cwd, **told, **environment)
    assert done.stderr == ""
    return done.stdout.split()


def test_alphabets() -> None:
    for line in ("lexc build w.txt --alphabet ", "lexc stats w.txt -a ", "lexc diff a b --alphabet "):
        assert completed(line) == [*alphabet_names(), "auto"]
    assert completed("lexc build w.txt --alphabet sp") == ["spanish"]
    assert completed("lexc merge a b --alphabet au") == ["auto"]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder of named lexicons, one of them with columns, and a folder with files."""
    folder = tmp_path / "home"
    folder.mkdir()
    lexkit.build(["AA some lava", "AB"], folder / "mine.gaddag", lexkit.Options(definitions=True))
    (folder / "default").write_text("english")
    work = tmp_path / "work"
    (work / "more").mkdir(parents=True)
    (work / ".hidden").mkdir()
    for name in ("nwl.gaddag", "old.gaddag.zst", "words.txt", "more/deep.gaddag", "a.kwg", "B.GADDAG"):
        (work / name).write_bytes(b"")
    return tmp_path


@pytest.mark.parametrize("line", ["lexq -l ", "lexq moves x --lexicon ", "lexc info ", "lexc use ", "lexc convert "])
def test_lexicons(home: Path, line: str) -> None:
    here = {"cwd": home / "work", "LEXKIT_HOME": str(home / "home")}
    others = ["a.kwg"] * ("lexq" in line or "convert" in line)
    found = ["english", "mine", "B.GADDAG", *others, f"more{os.sep}", "nwl.gaddag", "old.gaddag.zst"]
    assert completed(line, **here) == found
    assert completed(line + "m", **here) == ["mine", f"more{os.sep}"]
    assert completed(line + f"more{os.sep}", **here) == [f"more{os.sep}deep.gaddag"]
    assert completed(line + "/no/such/", **here) == []


def test_columns(few: str, home: Path) -> None:
    mine = str(home / "home" / "mine.gaddag")
    for option in ("--columns", "--group"):
        assert completed(f"lexq prefix A {option} ")[:9] == FIELDS
        assert completed(f"lexq search x {option} po") == ["points"]
        assert completed(f"lexq -l {mine} search x {option} de") == ["definition"]
        assert completed(f"lexq near x {option} de") == ["definition"]
    assert completed("lexq prefix A --columns word,po") == ["word,points"]
    assert "word,word" not in completed("lexq prefix A --columns word,")
    assert completed("lexq -l mine prefix A --columns de", LEXKIT_HOME=str(home / "home")) == ["definition"]
    assert completed("lexq prefix A --columns de", LEXKIT_LEXICON=mine) == ["definition"]


def test_keys_to_sort_by() -> None:
    assert completed("lexq prefix A --sort al") == ["alphabet", "alphagram"]
    assert completed("lexq prefix A --sort length,-p") == [
        f"length,-{name}" for name in ("points", "probability", "playability", "playability_order")
    ]
    assert completed("lexq anagram A --sort length,-length,l") == []


def test_kinds(home: Path) -> None:
    mine = str(home / "home" / "mine.gaddag")
    everything = completed("lexq search ")
    assert everything == [
        f"{kind}:" for kind in [*KINDS, *(name for name in COLUMNS if name not in KINDS), "sort", "limit", "offset"]
    ]
    assert completed("lexq search takes") == ["takes-prefix:", "takes-suffix:"]
    assert completed(f"lexq -l {mine} search defi") == ["definition:"]


@each(
    ("incomplete", "offered"),
    [
        ("prefix:A suf", ["prefix:A suffix:"]),
        ("prefix:A -suf", ["prefix:A -suffix:"]),
        ("(prefix:A or suf", ["(prefix:A or suffix:"]),
        ("-(suf", ["-(suffix:"]),
        ("sort:poi", ["sort:points"]),
        ("prefix:A sort:length,-poi", ["prefix:A sort:length,-points"]),
        ("in:engl", ["in:english"]),
        ("length:", []),
        ("nosuch", []),
    ],
)
def test_the_last_term_of_a_query(incomplete: str, offered: list[str]) -> None:
    """Shells quote it in their own ways; the function is given what the user wrote."""
    from types import SimpleNamespace

    from lexkit.apps.shell.shell_completion import complete_query

    root = SimpleNamespace(params={"lexicon": None})
    context = SimpleNamespace(find_root=lambda: root)
    assert complete_query(context, incomplete) == offered  # type: ignore[arg-type]


def test_layouts() -> None:
    assert completed("lexq autoplay --layout s") == ["standard", "super"]
    assert completed("lexq autoplay --first c") == ["casual", "club", "champion"]
    assert completed("lexq autoplay --second s") == ["static"]
    assert completed("lexq moves x --layout su") == ["super"]


def test_nothing_is_said_of_a_lexicon_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "bad.gaddag").write_text("bad")
    for name in (tmp_path / "bad.gaddag", tmp_path / "none.gaddag", "nosuch", "english@nwl", ""):
        assert completed("lexq prefix A --columns po", LEXKIT_LEXICON=str(name)) == ["points"]


def test_nothing_is_compiled_for_completion(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert completed("lexq search x --columns word,po", LEXKIT_CACHE=str(cache)) == ["word,points"]
    assert not cache.exists()
