"""Values of a wrong type are refused by name, whatever public callable of texts, lists and files they are given to.

Each callable has arguments that it takes. One after the other is replaced by each wrong value; the answer is an answer,
an error of lexkit, or a TypeError that lexkit raised on purpose: none that came up inside, from numpy or from Python.
"""

import linecache
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lexkit
from lexkit import Alphabet, Layout, Lexicon, Listing, Options, Rules, Words, measures
from lexkit.errors import LexkitError, show_value
from lexkit.formats.alphabet import Tile
from tests.running import each


class Odd(str):
    """A text that says that it is another."""

    def __str__(self) -> str:
        return "other"

    def __eq__(self, other: object) -> bool:
        return False

    __hash__ = str.__hash__


#: What nobody means.
WRONG: tuple[Any, ...] = (
    None,
    7,
    -1,
    10**400,
    True,
    1.5,
    float("nan"),
    b"AB",
    "",
    "a\0b",
    "\ud800",
    "x" * 5000,
    Odd("AB"),
    (),
    (None,),
    ("a\0b",),
    [1, "A"],
    [[]],
    {},
    {"A": None},
    object(),
    Ellipsis,
    np.array([[1.5]]),
    np.array(3),
)
TILE = ("A", "a", 1, 9, True, ("À",))
TILE_NAMES = ("label", "lower", "points", "count", "vowel", "aliases")
OPTIONS = {
    "alphabet": "english",
    "method": "sorted",
    "expanded": False,
    "daggad": False,
    "alphagrams": False,
    "min_length": 1,
    "max_length": 5,
    "skip_invalid": False,
    "columns": (),
    "definitions": False,
    "spelling": False,
    "fold": False,
    "fields": (),
    "names": False,
}
MERGING = {
    "marks": None,
    "titles": {},
    "alphabet": None,
    "expanded": False,
    "daggad": False,
    "min_length": 1,
    "max_length": 5,
    "skip_invalid": False,
    "fold": False,
}


class World:
    """A lexicon with a column, and the files that are read and written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "words.txt").write_text("AA to be\nAB to go\nCAB to run\n")
        (folder / "freq.csv").write_text("AA,1\nAB,2\n")
        (folder / "board.toml").write_text("rows = '''\n...\n...\n...\n'''\n")
        self.path = folder / "words.gaddag"
        lexkit.build(folder / "words.txt", self.path, Options(definitions=True))
        self.lex = lexkit.open(self.path)
        self.words = self.lex.words()
        self.alphabet = self.lex.alphabet
        self.out = folder / "out.gaddag"
        lexkit.merge({"one": ["AA"], "two": ["AB"]}, folder / "both.gaddag")
        self.both = lexkit.open(folder / "both.gaddag")


def _methods(texts: str, *arguments: Any) -> dict[str, tuple[Callable[..., Any], tuple[Any, ...]]]:
    return {
        f"Lexicon.{name}": (lambda w, *given, name=name: _listed(getattr(w.lex, name)(*given)), arguments)
        for name in texts.split()
    }


def _listed(answer: Any) -> Any:
    return list(answer) if isinstance(answer, Words) else answer


#: Name -> the call, with the world first, and arguments that it takes.
CALLS: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    **_methods("anagram subanagram superanagram includes excludes consists_of", "AB"),
    **_methods("back_hook front_hook takes_prefix takes_suffix", "A"),
    **_methods("pattern prefix regex subsequence substring suffix defined_as fold hooks inner_hooks", "AB"),
    **_methods("definition values_of rank cross_sets __contains__", "AB"),
    **_methods("anagrams back_hooks front_hooks consonants length points unique vowels", 1),
    **_methods("contains ranks", ["AB"]),
    **_methods("search understand explain", "prefix:A"),
    **_methods("near", "AB", 1),
    **_methods("consists_of", "AB", 50),
    **_methods("cross_set", "A", "B"),
    **_methods("cursor", False),
    **_methods("walk", "gaddag"),
    **_methods("group", "high-fives"),
    **_methods("in_", "english"),
    **_methods("inner_hook", "front"),
    **_methods("palindrome", True),
    **_methods("column", "definition"),
    **_methods("words_at", [0, 1]),
    **_methods("probability", 1, 2, False),
    **_methods("stem stems", 6, 10),
    "Lexicon.cryptogram": (lambda w, *a: w.lex.cryptogram(*a), ("AB", 1, {"A": "B"}, ["AB"])),
    "Lexicon.phrases": (lambda w, *a: w.lex.phrases(*a).count(), ("CAB", 1, 1, 3, ["AB"])),
    "Lexicon.edition": (lambda w, name: w.both.edition(name), ("one",)),
    "Lexicon.editions_of": (lambda w, word: w.both.editions_of(word), ("AA",)),
    "Lexicon.mark": (lambda w, word: w.both.mark(word), ("AA",)),
    "Lexicon.open": (lambda w, path, backend: Lexicon.open(path, backend), ("words.gaddag", "mmap")),
    "Words": (lambda w, starts, stops: Words(w.lex, starts, stops), (np.array([0]), np.array([1]))),
    "Words of no lexicon": (lambda w, lex: Words.of_ranks(lex, [0]), ("lexicon",)),
    "Words.of_ranks": (lambda w, ranks: Words.of_ranks(w.lex, ranks), ([0, 1],)),
    "Words.of_length": (lambda w, *a: w.words.of_length(*a), (1, 2)),
    "Words.sorted_by": (lambda w, key, back: w.words.sorted_by(key, reverse=back), ("length", False)),
    "Words.where": (lambda w, mask: w.words.where(mask), ([True, False, True],)),
    "Words.__getitem__": (lambda w, place: w.words[place], (slice(1),)),
    "Words.__contains__": (lambda w, word: word in w.words, ("AB",)),
    "Words.index": (lambda w, word: w.words.index(word), ("AB",)),
    "Words.to_frame": (lambda w, columns, library: w.words.to_frame(columns, library), (["definition"], "arrow")),
    "Listing": (lambda w, ranks: Listing(w.lex, ranks), ([1, 0],)),
    "Column.__getitem__": (lambda w, key: w.lex.column("definition")[key], (["AB"],)),
    "Column.containing": (lambda w, *a: w.lex.column("definition").containing(*a), ("to", None)),
    "Column.is_missing": (lambda w, words: w.lex.column("definition").is_missing(words), (["AB"],)),
    "Cursor.step": (lambda w, letter: w.lex.cursor().step(letter), ("A",)),
    "Cursor.walk": (lambda w, text: w.lex.cursor().walk(text), ("AB",)),
    "Alphabet": (lambda w, name, tiles: Alphabet(name, tiles), ("x", [Tile("A", "a")])),
    "Alphabet, its names": (
        lambda w, language, title, blanks, points: Alphabet(
            "x", [Tile("A", "a")], language=language, title=title, blanks=blanks, blank_points=points
        ),
        ("en", "X", 2, 0),
    ),
    "Tile": (lambda w, *a: Alphabet("x", [Tile(*a)]), TILE),
    "Alphabet.encode": (lambda w, text: w.alphabet.encode(text), ("AB",)),
    "Alphabet.decode": (lambda w, tiles: w.alphabet.decode(tiles), (b"\1\2",)),
    "Alphabet.letter_set": (lambda w, letters: w.alphabet.letter_set(letters), ("AB",)),
    "Alphabet.number": (lambda w, label: w.alphabet.number(label), ("A",)),
    "Alphabet.__contains__": (lambda w, label: label in w.alphabet, ("A",)),
    "Alphabet.from_json": (lambda w, data: Alphabet.from_json(data), ({"name": "x", "tiles": []},)),
    "Alphabet.from_file": (lambda w, *a: Alphabet.from_file(*a), ("letters.toml", "magpie")),
    "Alphabet.to_text": (lambda w, form: w.alphabet.to_text(form), ("magpie",)),
    "LetterSet.__contains__": (lambda w, label: label in w.alphabet.letter_set("A"), ("A",)),
    **{
        f"Tile, {field} in JSON": (
            lambda w, value, field=field: Alphabet.from_json({"name": "x", "tiles": [{"label": "A", field: value}]}),
            (value,),
        )
        for field, value in zip(TILE_NAMES, TILE, strict=True)
    },
    "Layout": (lambda w, *a: Layout(*a), ("x", ["...", "...", "..."], "2B")),
    "Layout.named": (lambda w, name: Layout.named(name), ("standard",)),
    "Layout.from_toml": (lambda w, path: Layout.from_toml(path), ("board.toml",)),
    "Layout.from_file": (lambda w, *a: Layout.from_file(*a), ("board.toml", "magpie")),
    "Layout.to_text": (lambda w, form: Layout.named("standard").to_text(form), ("magpie",)),
    "Rules": (lambda w, *a: Rules(*a), ("standard", "english", 7, 50, 7, 6)),
    "measures": (lambda w, words: measures.lengths(words), ("words",)),
    "measures.probability": (lambda w, words, blanks: measures.probability(words, blanks), ("words", 2)),
    "measures.probability_order": (
        lambda w, words, blanks: measures.probability_order(words, blanks),
        ("words", 2),
    ),
    "open": (
        lambda w, path, backend, alphabet: lexkit.open(path, backend=backend, alphabet=alphabet),
        ("words.gaddag", "mmap", "english"),
    ),
    "convert": (
        lambda w, source, target, alphabet, form, read_as: lexkit.convert(
            source, target, alphabet=alphabet, format=form, source_format=read_as
        ),
        ("words.gaddag", "out.kwg", "english", "kwg", "gaddag"),
    ),
    "build": (lambda w, *a: lexkit.build(*a), ("words.txt", "out.gaddag", None)),
    "build, words": (lambda w, words, fold: lexkit.build(words, fold=fold), (["AB"], False)),
    "Options": (lambda w, *a: lexkit.build(["AB"], None, Options(*a)), tuple(OPTIONS.values())),
    "attach": (
        lambda w, file, target, columns, remove: lexkit.attach(file, target, columns, remove=remove),
        ("words.gaddag", "out.gaddag", ["freq=freq.csv"], ["definition"]),
    ),
    "diff": (lambda w, old, new, alphabet: lexkit.diff(old, new, alphabet=alphabet), (["AA"], ["AB"], "english")),
    "merge": (lambda w, lists, target: lexkit.merge(lists, target), ({"one": ["AA"]}, "out.gaddag")),
    "merge, a list": (lambda w, words: lexkit.merge({"one": words}, "out.gaddag"), (["AA"],)),
    "MergeOptions": (
        lambda w, *a: lexkit.merge({"one": ["AA"]}, "out.gaddag", **dict(zip(MERGING, a, strict=True))),
        tuple(MERGING.values()),
    ),
    "read_leaves": (lambda w, path, alphabet: lexkit.read_leaves(path, alphabet), ("none.klv2", "english")),
    "write_leaves": (
        lambda w, leaves, path, steps: lexkit.write_leaves(leaves, path, steps=steps),
        ("leaves", "out.klv2", 1),
    ),
    "within": (lambda w, seconds: lexkit.within(seconds).__enter__(), (1.0,)),
}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("world")
        patch.setenv("LEXKIT_HOME", str(folder / "home"))
        patch.chdir(folder)
        yield World(folder)


def unmeant(error: BaseException) -> str | None:
    """Why an error is not one that lexkit raises on purpose, or None."""
    if isinstance(error, LexkitError):
        return None if str(error).isprintable() and len(str(error)) < 5000 else "not a line"
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    assert trace is not None
    file, line = trace.tb_frame.f_code.co_filename, trace.tb_lineno
    if not isinstance(error, TypeError | IndexError | ValueError):
        return f"of no such kind: {Path(file).name}:{line}"
    if "lexkit" not in file and "/w" not in file and not file.endswith(".py"):
        return None
    if "raise" not in linecache.getline(file, line):
        return f"from within: {Path(file).name}:{line}"
    return None if isinstance(error, TypeError) or len(str(error)) < 200 else "too long"


@each("name", CALLS)
def test_wrong_values_are_refused_by_name(name: str, world: World) -> None:
    call, arguments = CALLS[name]
    made = {"lexicon": world.lex, "words": world.words}
    given = tuple(made.get(value, value) if isinstance(value, str) else value for value in arguments)
    found = []
    for place, wrong in ((place, wrong) for place in range(len(given)) for wrong in WRONG):
        try:
            with lexkit.within(20):
                call(world, *given[:place], wrong, *given[place + 1 :])
        except Exception as error:
            why = unmeant(error)
            if why:
                found.append(f"argument {place + 1}: {show_value(wrong)}: {type(error).__name__}: {error!s:.60}: {why}")
    assert not found, f"{len(found)}:\n" + "\n".join(found)
