"""Doors about words: the methods of a lexicon, its words, columns and cursors, and measures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np

from lexkit import Alphabet, LetterSet, Words, measures, pictures, within
from lexkit.runtime.query.conditions.registry import KINDS

from ..inputs import EXPRESSIONS, LISTS, MARKS, PLAIN, QUERIES, QUERY_KINDS, TOML, Make, kind_of_query, repeat
from .case import Case, every

#: Doors that read a text of letters, tiles or numbers.
TEXTS: Final = (
    *("about", "column", "cross_sets", "definition", "editions_of", "fold", "hooks", "inner_hooks", "mark", "rank"),
    "values_of",
    *sorted({kind.method for kind in KINDS.values()} - {"in_", "palindrome", "pattern", "regex"}),
)
#: Letter distributions of other programs.
DISTRIBUTIONS: Final[dict[str, Make]] = {
    "lines": repeat("A,a,1,1,1\n"),
    "one line": lambda n: "?,?,2,0,0\n" + "A" * n,
    "fields": repeat("A,"),
    "fields between spaces": repeat("A "),
    "aliases": lambda n: "? ? 2 0 0 0 0\nA a 9 1 1 9" + " B" * (n // 2),
    "remarks": repeat("#\n"),
    "quotes": repeat('"'),
    "digits": lambda n: "?,?," + "9" * n + ",0,0\n",
    "marks": lambda n: "?,?,2,0,0\n" + MARKS(n) + ",a,1,1,1\n",
}
#: A query has at most 65,536 characters.
LONGEST_QUERY: Final = (1 << 16) - 256
#: Fields that words are sorted by and shown with.
FIELDS: Final = ("length", "points", "front", "back", "anagrams", "alphagram", "probability", "vowels", "-points")


def listed(words: Any) -> Any:
    """The answer, counted as a caller sees it."""
    return len(words) if isinstance(words, Words) else words


def of_lexicon() -> Iterator[Case]:
    for name in TEXTS:
        yield from every(f"Lexicon.{name}", PLAIN, lambda w, x, name=name: listed(getattr(w.lex, name)(x)))
    language = {**QUERIES, **{k: m for kind in QUERY_KINDS for k, m in kind_of_query(kind).items()}}
    yield from every("Lexicon.search", language, lambda w, x: listed(w.lex.search(x)), most=LONGEST_QUERY)
    yield from every("Lexicon.search", PLAIN, lambda w, x: listed(w.lex.search(x, fold=True)))
    yield from every("Lexicon.understand", QUERIES, lambda w, x: w.lex.understand(x), most=LONGEST_QUERY)
    yield from every("Lexicon.explain", QUERIES, lambda w, x: w.lex.explain(x), most=LONGEST_QUERY)
    yield from every("Lexicon.pattern", EXPRESSIONS, lambda w, x: listed(w.lex.pattern(x)))
    yield from every("Lexicon.regex", EXPRESSIONS, lambda w, x: listed(w.lex.regex(x)))
    yield from every("Lexicon.__contains__", PLAIN, lambda w, x: x in w.lex)
    yield from every("Lexicon.cross_set", PLAIN, lambda w, x: w.lex.cross_set(x, ""))
    yield from every("Lexicon.cross_set", PLAIN, lambda w, x: w.lex.cross_set("A", x))
    yield from every("Lexicon.phrases", PLAIN, lambda w, x: w.lex.phrases(x))
    yield from every("Lexicon.phrases", PLAIN, lambda w, x: w.lex.phrases("ABAB", using=x))
    yield from every("Lexicon.phrases", LISTS, lambda w, x: w.lex.phrases("ABAB", using=x))
    yield from every("Lexicon.cryptogram", PLAIN, lambda w, x: w.lex.cryptogram(x, 9))
    yield from every("Lexicon.cryptogram", LISTS, lambda w, x: w.lex.cryptogram("AB", 9, also=x))
    yield from every("Lexicon.in_", PLAIN, lambda w, x: listed(w.lex.in_(x)))
    yield from every("Lexicon.ranks", LISTS, lambda w, x: w.lex.ranks(x))
    yield from every("Lexicon.contains", LISTS, lambda w, x: w.lex.contains(x))
    yield from every("Lexicon.words_at", RANKS, lambda w, x: w.lex.words_at(x))
    yield from every("Lexicon.words_at", RANKS, lambda w, x: w.lex.words_at(x.tolist()))
    yield Case("Lexicon.__getitem__", "every other of n words", WIDE, lambda w, x: x[::2].to_list(), ready=of_many)
    yield Case("Lexicon.__iter__", "n words", WIDE, lambda w, x: list(iter(x)), ready=of_many)
    yield Case("Lexicon.to_bytes", "n words", WIDE, lambda w, x: x.to_bytes(), ready=of_many)
    yield Case("Lexicon.stems", "n words", WIDE, lambda w, x: x.stems(2), ready=of_many, most=1 << 15)
    yield Case("Lexicon.words", "n words", WIDE, lambda w, x: x.words().to_list(), ready=of_many)
    yield Case("pictures.automaton_dot", "n words", WIDE, lambda w, x: pictures.automaton_dot(x), ready=of_many)
    yield Case("pictures.automaton_svg", "long text", repeat("a"), lambda w, x: pictures.automaton_svg(x), most=4096)


def WIDE(n: int) -> int:  # noqa: N802 - it is one of the makers
    return n


def of_many(world: Any, n: int) -> Any:
    return world.lexicon_of(n)


RANKS: Final[dict[str, Make]] = {
    "in order": lambda n: np.arange(n) % 100,
    "backwards": lambda n: 299 - np.arange(n) % 100,
    "the same": lambda n: np.zeros(n, np.int64),
    "by chance": lambda n: np.random.default_rng(1).integers(0, 100, n),
}
#: Sets of words, of a lexicon of n words or with n ranges.
SETS: Final[dict[str, Any]] = {
    "all of n words": lambda w, n: w.lexicon_of(n).words(),
    "every other of n words": lambda w, n: w.some_of(n),
    "n words in another order": lambda w, n: w.listing_of(n),
}


def of_words() -> Iterator[Case]:
    does: dict[str, Any] = {
        "__and__": lambda x: x & x.lexicon.words(),
        "__or__": lambda x: x | x.lexicon.words()[:9],
        "__sub__": lambda x: x - x.lexicon.words()[:9],
        "__xor__": lambda x: x ^ x.lexicon.words()[:9],
        "__invert__": lambda x: ~x,
        "__eq__": lambda x: x == x[:],
        "__hash__": hash,
        "__bool__": bool,
        "__len__": len,
        "__repr__": repr,
        "__contains__": lambda x: "AAB" in x,
        "__iter__": lambda x: [*iter(x)],
        "__getitem__": lambda x: x[::3].to_list(),
        "lengths": lambda x: x.lengths(),
        "of_length": lambda x: x.of_length(1, 9),
        "sorted": lambda x: x.sorted(),
        "to_list": lambda x: x.to_list(),
        "to_numpy": lambda x: x.to_numpy(),
        "to_frame": lambda x: x.to_frame(library="arrow"),
    }
    for shape, ready in SETS.items():
        for name, do in does.items():
            yield Case(f"Words.{name}", shape, WIDE, lambda w, x, do=do: do(x), ready=ready, most=1 << 16)
        for field in FIELDS:
            do = lambda w, x, field=field: x.sorted_by(field)  # noqa: E731
            yield Case("Words.sorted_by", f"{shape}, {field}", WIDE, do, ready=ready, most=1 << 15)
        for name in measures.__all__:
            do = lambda w, x, name=name: getattr(measures, name)(x)  # noqa: E731
            yield Case(f"measures.{name}", shape, WIDE, do, ready=ready, most=1 << 16)
        yield Case("Words.where", shape, WIDE, lambda w, x: x.where(np.arange(len(x)) % 3 == 0), ready=ready)
    yield Case("Listing.places", "n words", WIDE, lambda w, x: x.places(), ready=SETS["n words in another order"])
    yield Case(
        "Listing.__reversed__", "n", WIDE, lambda w, x: list(reversed(x)), ready=SETS["n words in another order"]
    )
    yield Case(
        "Listing.where",
        "n",
        WIDE,
        lambda w, x: x.where(np.arange(len(x)) % 2 == 0),
        ready=SETS["n words in another order"],
    )
    yield from every("Words.of_ranks", RANKS, lambda w, x: Words.of_ranks(w.lex, x))
    yield from every("Words.of_ranks", RANKS, lambda w, x: Words.of_ranks(w.lex, x.tolist()))
    yield from every("Words.__contains__", PLAIN, lambda w, x: x in w.lex.words())
    yield from every("Words.sorted_by", PLAIN, lambda w, x: w.words.sorted_by(x))
    keys: dict[str, Make] = {
        "n keys": lambda n: ["length", "points"] * (n // 2),
        "the same key": lambda n: ["-points"] * n,
        "wrong keys": lambda n: ["x"] * n,
    }
    yield from every("Words.sorted_by", keys, lambda w, x: w.words.sorted_by(*x))
    yield from every("Words.to_frame", keys, lambda w, x: w.words.to_frame(x, library="arrow"))
    yield from every("Words.to_frame", PLAIN, lambda w, x: w.words.to_frame([x], library="arrow"))


def of_columns() -> Iterator[Case]:
    for column in ("number", "share", "definition"):
        for name, do in {
            "__getitem__": lambda c, x: c[x],
            "is_missing": lambda c, x: c.is_missing(x),
        }.items():
            call = lambda w, x, do=do, column=column: do(w.full.column(column), x)  # noqa: E731
            yield from every(
                f"Column.{name}", {f"{column} of {key}": make for key, make in {**LISTS, **RANKS}.items()}, call
            )
    yield from every("Column.containing", PLAIN, lambda w, x: w.full.column("definition").containing(x))
    for name in ("values", "absent", "missing"):
        call = lambda w, x, name=name: getattr(x.column("definition"), name)  # noqa: E731
        yield Case(f"Column.{name}", "n words", WIDE, call, ready=lambda w, n: w.full_of(n), most=1 << 14)
    yield Case(
        "Column.containing",
        "n words",
        WIDE,
        lambda w, x: x.column("definition").containing("x"),
        ready=lambda w, n: w.full_of(n),
        most=1 << 14,
    )
    yield from every("Cursor.step", PLAIN, lambda w, x: w.lex.cursor().step(x))
    yield from every("Cursor.walk", PLAIN, lambda w, x: w.lex.cursor().walk(x))
    yield from every("Words.occurrences", PLAIN, lambda w, x: list(w.lex.length(2).occurrences(x)))


def of_alphabets() -> Iterator[Case]:
    yield from every("Alphabet.encode", PLAIN, lambda w, x: w.alphabet.encode(x))
    yield from every(
        "Alphabet.decode", {"tiles": lambda n: bytes([1, 2] * (n // 2))}, lambda w, x: w.alphabet.decode(x)
    )
    yield from every("Alphabet.fold_case", PLAIN, lambda w, x: w.alphabet.fold_case(x))
    yield from every("Alphabet.__contains__", PLAIN, lambda w, x: x in w.alphabet)
    yield from every("Alphabet.number", PLAIN, lambda w, x: w.alphabet.number(x))
    yield from every("Alphabet.letter_set", PLAIN, lambda w, x: w.alphabet.letter_set(x))
    yield from every("Alphabet.letter_set", LISTS, lambda w, x: w.alphabet.letter_set(x))
    yield from every("Alphabet.letter_set", {"digits": lambda n: 10 ** (n // 4)}, lambda w, x: w.alphabet.letter_set(x))
    tile = {"letter": "A", "points": 1, "count": 1}
    objects: dict[str, Make] = {
        "many tiles": lambda n: {"name": "x", "tiles": [tile] * n},
        "long name": lambda n: {"name": "x" * n, "tiles": [tile]},
        "marks": lambda n: {"name": "x", "tiles": [{**tile, "letter": PLAIN["marks"](n)}]},
        "many names": lambda n: {f"x{number}": 1 for number in range(n)},
    }
    yield from every("Alphabet.from_json", objects, lambda w, x: Alphabet.from_json(x))
    others = dict.fromkeys(("macondo", "magpie", "wolges", "quackle"), DISTRIBUTIONS)
    for form, shapes in {"toml": TOML, **others}.items():
        read = lambda w, x, form=form: Alphabet.from_file(x, form)  # noqa: E731
        yield from every("Alphabet.from_file", shapes, read, ready=lambda w, x: w.file(x, "input.txt"))
    yield from every("Alphabet.from_file", PLAIN, lambda w, x: Alphabet.from_file(w.words_file, x))
    yield from every("Alphabet.to_text", PLAIN, lambda w, x: w.alphabet.to_text(x))
    yield from every("LetterSet.__contains__", PLAIN, lambda w, x: x in w.letters)
    yield from every("LetterSet.__eq__", LISTS, lambda w, x: w.letters == set(x))
    yield from every("within", {"digits": lambda n: 10**n}, entered, most=1 << 12)
    assert LetterSet


def entered(world: Any, seconds: int) -> None:
    with within(seconds):
        pass


def cases() -> Iterator[Case]:
    yield from of_lexicon()
    yield from of_words()
    yield from of_columns()
    yield from of_alphabets()
