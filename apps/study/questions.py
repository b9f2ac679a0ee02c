"""Questions of each kind of card, and the judging of answers.

| kind | asks | answer |
|---|---|---|
| ``anagrams`` | the letters of a word, in order | all words with these letters |
| ``hooks`` | a word | the letters that go in front and behind: ``B/DST`` |
| ``definitions`` | a definition | the word |
| ``check`` | a word, or a non-word like it | ``y`` or ``n`` |

Guaranteed: a question depends only on the lexicon, the card and the number of times it was asked.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from enum import Enum
from hashlib import blake2b
from typing import Final, NamedTuple

import lexkit
from lexkit import measures
from lexkit.errors import AlphabetError, LexkitError, QueryError, TimeLimitError

from ..shell import console
from ..table.lexicons import capitals, only_common, read_word


class Kind(str, Enum):
    """Kind of a card about words."""

    anagrams = "anagrams"
    hooks = "hooks"
    definitions = "definitions"
    check = "check"


KINDS: Final = tuple(kind.value for kind in Kind)
#: Kind of a card about a position; its question is a :class:`lexkit.Puzzle` in JSON (:mod:`.puzzle_round`).
PUZZLES: Final = "puzzles"
#: Default order of words: by length, then by probability.
SORT: Final = ("length", "probability")
#: Maximum number of words that a card asks for. Only racks with several blanks have more, too many to type or print.
_MOST_WORDS: Final = 1000
#: Answers that count as yes, and as no.
_YES: Final = frozenset(["y", "yes", "1", "true", "valid"])
_NO: Final = frozenset(["n", "no", "0", "false", "phony", "invalid"])
_BETWEEN: Final = re.compile(r"[\s,;]+")


class AskedCard(NamedTuple):
    """Question of a card: its text, a note beside it, and the right answers."""

    prompt: str
    beside: str
    answers: tuple[str, ...]


def questions_of(
    kind: str, lexicon: lexkit.Lexicon, query: str, sort: Sequence[str], common: bool = False
) -> list[str]:
    """Return the questions about the words of a query, each once, in order.

    ``sort`` has keys as :meth:`lexkit.Words.sorted_by` takes them; ``common`` leaves out words that are not common.
    Raises QueryError if the lexicon lacks the answers.
    """
    words = lexicon.search(query)
    words = only_common(lexicon, words) if common else words
    listed = words.sorted_by(*sort) if sort else words
    if kind == "anagrams":
        return list(dict.fromkeys(measures.alphagrams(listed)))
    if kind == "definitions":
        if "definition" not in lexicon.columns:
            raise QueryError(
                "the lexicon has no definitions", remedy="attach them: lexc attach LEXICON --column definition=FILE"
            )
        return [word for word in listed if lexicon.definition(word)]
    return list(listed)


def ask(kind: str, lexicon: lexkit.Lexicon, question: str, times: int = 0) -> AskedCard | None:
    """Return the question of a card, None if this lexicon has no answer or more than 1,000 anagrams.

    ``times`` is the number of times it was asked before.
    """
    if kind == PUZZLES:
        return None
    try:
        if kind == "anagrams":
            words = lexicon.anagram(question)
            if not 0 < len(words) <= _MOST_WORDS:
                return None
            return AskedCard(question, console.format_count(len(words), "word", "words"), tuple(words))
        if kind == "hooks":
            hooks = lexicon.hooks(question)
            sides = tuple([_write_letters(side, lexicon.alphabet) for side in hooks])
            return AskedCard(question, "front/back", sides)
        if kind == "definitions":
            told = lexicon.definition(question)
            return (
                AskedCard(told, console.format_count(len(question), "letter", "letters"), (question,)) if told else None
            )
        shown = question if question not in lexicon else _word_or_like(lexicon, question, times)
        return AskedCard(shown, "a word? y/n", ("y" if shown in lexicon else "n",))
    except TimeLimitError:
        raise
    except LexkitError:
        return None  # from another alphabet, or no longer a word


def mark_answer(
    kind: str, asked: AskedCard, text: str, alphabet: lexkit.Alphabet
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the missing and the wrong parts of an answer; both are empty if it is right."""
    text = text.strip()
    if kind == "check":
        said = "y" if text.lower() in _YES else "n" if text.lower() in _NO else ""
        return ((), ()) if said == asked.answers[0] else (asked.answers, (said,) if said else ())
    if kind == "hooks":
        front, slash, back = text.partition("/")
        if not slash:
            return asked.answers, ()
        sides = []
        for answer, side in zip(asked.answers, (front, back), strict=True):
            wanted = [alphabet.labels[tile - 1] for tile in alphabet.encode(answer)]
            sides.append((wanted, _read_hooks(side, wanted, alphabet)))
        missing = ["".join(_without(wanted, given)) for wanted, given in sides]
        return tuple(filter(None, missing)), tuple(
            [one for wanted, given in sides for one in given if one not in wanted]
        )
    given = read_words(text, alphabet)
    right = [read_word(answer, alphabet) for answer in asked.answers]
    return _without(right, given), _without(given, right)


def read_words(text: str, alphabet: lexkit.Alphabet) -> list[str]:
    """Return the words of a typed text, separated by spaces, commas or semicolons, as the alphabet spells them."""
    return [read_word(word, alphabet) for word in _split(text)]


def _split(text: str) -> list[str]:
    return [word for word in _BETWEEN.split(text) if word]


def _without(ones: Iterable[str], others: Iterable[str]) -> tuple[str, ...]:
    known = set(others)
    return tuple([one for one in dict.fromkeys(ones) if one not in known])


def _write_letters(letters: Iterable[str], alphabet: lexkit.Alphabet) -> str:
    """Join letters, in brackets where they would read as other letters: ``[C][H]``."""
    return alphabet.decode([alphabet.labels.index(letter) + 1 for letter in letters])


def _read_hooks(text: str, wanted: Sequence[str], alphabet: lexkit.Alphabet) -> list[str]:
    """Return the letters of one side of an answer. CH is one letter unless C and H are both right."""
    given: list[str] = []
    for word in [word.strip("-\N{EN DASH}.()") for word in _split(text)]:
        apart = [letter for sign in word for letter in _read_letter(sign, alphabet)]
        try:
            whole = [alphabet.labels[tile - 1] for tile in alphabet.encode(word)]
        except AlphabetError:
            whole = apart
        given += whole if "[" in word or not set(apart) <= set(wanted) else apart
    return given


def _read_letter(sign: str, alphabet: lexkit.Alphabet) -> list[str]:
    try:
        return [alphabet.labels[tile - 1] for tile in alphabet.encode(sign)]
    except AlphabetError:
        return [capitals(sign, alphabet)] if sign.isalpha() or unicodedata.combining(sign) else []


def _word_or_like(lexicon: lexkit.Lexicon, word: str, times: int) -> str:
    """Return the word, or a non-word that differs in one letter, chosen by a hash of word and ``times``."""
    coin = blake2b(f"{word} {times}".encode(), digest_size=8).digest()
    if coin[0] % 2:
        return word
    tiles = lexicon.alphabet.tiles
    labels = [tile.label for tile in tiles]
    vowels = {tile.label for tile in tiles if tile.vowel}
    spelled = [sign for sign in word if sign in labels]
    if len("".join(spelled)) != len(word):
        return word  # words with multi-character letters are not changed
    places = len(spelled) * len(labels)
    start = int.from_bytes(coin[1:], "little")
    for number in range(places):
        at, other = divmod((start + number * 7919) % places, len(labels))
        changed = labels[other]
        # Replace a vowel by a vowel, so that the result looks like a word.
        if (changed in vowels) == (spelled[at] in vowels):
            like = "".join([*spelled[:at], changed, *spelled[at + 1 :]])
            if like not in lexicon:
                return like
    return word
