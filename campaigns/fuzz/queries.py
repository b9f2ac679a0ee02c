"""Random lexicons with columns, editions and alphagrams, and random queries of the whole language, by plain Python.

Ways to the same answer must agree: ``search``, ``explain``, words one by one, in another order, by rank, negated.
Queries that mean nothing must be a ``LexkitError``.
"""

import random
from typing import Any

import numpy as np

from campaigns.fuzz.cases import Case, WrongAnswerError
from lexkit import Lexicon
from lexkit.compiler.construct.optional_sections import hash_lexicon
from lexkit.errors import LexkitError
from lexkit.formats.alphabet import Alphabet
from lexkit.formats.columns_section import StoredColumn, pack_columns
from lexkit.formats.lexicon_file import open_bytes
from lexkit.lexicons import alphabet as shipped
from lexkit.runtime.query.language.grammar import read
from tests.attacks.forge import sections, shell
from tests.attacks.test_editions import section as editions_section
from tests.making import bytes_of, letters
from tests.oracle import Oracle
from tests.query.making import bracketed
from tests.query.oracle import Predicate, Word, World
from tests.query.random_queries import any_query, meaning, query, spelled

#: Alphabet -> labels in use: of one letter, of several, sets of both widths.
ALPHABETS: dict[str, list[str]] = {
    "english": ["A", "B", "E", "S", "Z"],
    "spanish": ["A", "CH", "LL", "L", "Ñ"],
    "polish": ["A", "Ą", "Ż", "Z", "E"],
    "3": ["A", "B", "C"],
    "33": ["A", "B", "Å", "Æ"],
    "63": ["A", "B", "Е", "Ж"],
}
EXTRA = ("freq:>300", "freq:<=900", "edition:one", "edition:two", "gloss:word", 'gloss:"word a"', "share:<0.5")


def draw(rng: random.Random) -> Case:
    name = rng.choice(list(ALPHABETS))
    labels = ALPHABETS[name]
    longest = rng.choice((4, 6, 9))
    words = [rng.choices(labels, k=rng.randint(1, longest)) for _ in range(rng.choice((0, 1, 5, 30, 60)))]
    return {
        "alphabet": name,
        "words": words,
        "alphagrams": rng.random() < 0.5,
        "more": rng.random() < 0.5,
        "queries": [query(rng, labels, EXTRA) for _ in range(6)],
        "senseless": [any_query(rng, labels) for _ in range(6)],
    }


def alphabet_of(name: str) -> Alphabet:
    return letters(int(name)) if name.isdigit() else shipped(name)


def lexicon_of(case: Case) -> tuple[Lexicon, World, list[Word]]:
    """The lexicon of a case, its world, and its words in order."""
    chosen = alphabet_of(case["alphabet"])
    words = Oracle(case["words"], list(chosen)).words
    data = bytes_of([bracketed(word) for word in words], chosen)
    parts = sections(data)
    if case["more"]:
        parts[b"columns"] = pack_columns(columns_of(len(words)))
        parts[b"editions"] = editions_section(masks=[1 + number % 3 for number in range(len(words))])
    if case["alphagrams"]:
        parts[b"alphagrams"] = hash_lexicon(open_bytes(data))
    return Lexicon(open_bytes(shell(parts))), World.of(chosen, words), words


def columns_of(size: int) -> list[StoredColumn]:
    """An integer, a number and a text for each word but every third."""
    missing = np.arange(size) % 3 == 0
    return [
        StoredColumn.of_integers("freq", np.where(missing, 0, np.arange(size) * 100), missing),
        StoredColumn.of_numbers("share", np.where(missing, np.nan, np.arange(size) / 40)),
        StoredColumn.of_texts("gloss", [None if rank % 3 == 0 else f"a word {'ab'[rank % 2]}" for rank in range(size)]),
    ]


def of_columns(words: list[Word]) -> Any:
    """What the terms of EXTRA mean."""
    rank = {word: number for number, word in enumerate(words)}

    def known(name: str, value: str) -> Predicate | None:
        if name == "freq":
            return lambda word: rank[word] % 3 > 0 and (rank[word] > 3 if value == ">300" else rank[word] <= 9)
        if name == "share":
            return lambda word: rank[word] % 3 > 0 and rank[word] / 40 < 0.5
        if name == "gloss":
            return lambda word: rank[word] % 3 > 0 and (value == "word" or rank[word] % 2 == 0)
        if name == "edition":
            return lambda word: bool(1 + rank[word] % 3 & (1 if value == "one" else 2))
        return None

    return known


def check(case: Case) -> str:
    lexicon, world, words = lexicon_of(case)
    if len(lexicon) != len(words):
        raise WrongAnswerError(f"{len(lexicon)} words, not {len(words)}")
    labels = list(lexicon.alphabet)
    spelling = {word: lexicon.alphabet.decode(bytes(labels.index(label) + 1 for label in word)) for word in words}
    if list(lexicon) != list(spelling.values()):
        raise WrongAnswerError("the words are not those that were compiled")
    for asked in case["queries"]:
        text = asked["text"]
        extra = any(f"{name}:" in text for name in ("freq", "share", "gloss", "edition"))
        try:
            found = lexicon.search(text)
        except LexkitError:
            if extra and not case["more"]:
                continue
            raise
        tree = read(text).tree
        met = meaning(tree, world, asked["trees"], of_columns(words))
        expected = [word for word in words if met(word)]
        if found.to_list() != [spelling[word] for word in expected]:
            raise WrongAnswerError(f"{text!r}: {found.to_list()[:6]}, expected {spelled(expected)}")
        same(lexicon, text, found)
    refused = sum(senseless(lexicon, text) for text in case["senseless"])
    return f"right, {'some' if refused else 'no'} senseless queries refused"


def same(lexicon: Lexicon, text: str, found: Any) -> None:
    """Every other way to the same answer."""
    words = found.to_list()
    count = lexicon.explain(text).splitlines()[-1].split()[0].replace(",", "")
    if int(count) != len(words) or len(found) != len(words) or list(found) != words:
        raise WrongAnswerError(f"{text!r}: {len(words)} words, but counted {len(found)}, explained as {count}")
    if lexicon.search(f"({text}) sort:-length,-alphabet").sorted() != found:
        raise WrongAnswerError(f"{text!r}: other words when sorted")
    both = lexicon.search(f"not ({text})")
    if len(both) + len(found) != len(lexicon) or len(both & found):
        raise WrongAnswerError(f"{text!r}: words that are both, or neither, of it and its negation")
    if [lexicon[rank] for rank in found.to_numpy().tolist()] != words:
        raise WrongAnswerError(f"{text!r}: the ranks are of other words")


def senseless(lexicon: Lexicon, text: str) -> bool:
    """A query that may mean nothing; whether it was refused."""
    try:
        answer = lexicon.search(text)
        spelled_out = answer.to_list()
        lexicon.explain(text)
    except LexkitError as error:
        if "\n" in str(error):
            raise WrongAnswerError(f"an error of several lines for {text!r}: {error}") from error
        return True
    if not set(spelled_out) <= set(lexicon):
        raise WrongAnswerError(f"{text!r} finds what is no word")
    return False
