"""Mixed questions for a lexicon, numbered: the same number is the same question, whoever asks it."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import lexkit

__all__ = ["KINDS", "Asker"]


class Asker:
    """Asks one lexicon questions by number. Many threads may use one asker."""

    def __init__(self, lexicon: lexkit.Lexicon, games: int = 2) -> None:
        self.lexicon = lexicon
        #: One answer for all threads, worked out when one of them looks at it first.
        self.shared = [lexicon.substring("ING"), lexicon.suffix("S"), lexicon.search("length:5 substring:Q")]
        match = lexkit.Match(lexicon, seed=3)
        self.positions = [line for game in match.play(games) for line in game.positions()][: 20 * games]
        self.boards = [lexkit.Board.from_cgp(line, alphabet=lexicon.alphabet) for line in self.positions]

    def answer(self, number: int) -> object:
        """The answer, as something that can be compared."""
        draw = random.Random(number)
        return KINDS[number % len(KINDS)](self, draw)

    def word(self, draw: random.Random) -> str:
        return self.lexicon[draw.randrange(len(self.lexicon))]

    def part(self, draw: random.Random, length: int) -> str:
        """So many letters of some word."""
        word = self.word(draw)
        start = draw.randrange(max(1, len(word) - length + 1))
        return word[start : start + length]


def _member(ask: Asker, draw: random.Random) -> object:
    word = ask.word(draw)
    return [text in ask.lexicon for text in (word, word + "Q", word[1:] + "S", word[::-1])]


def _many(ask: Asker, draw: random.Random) -> object:
    words = [ask.word(draw) for _ in range(20)] + ["QX"]
    return ask.lexicon.contains(words).tolist(), ask.lexicon.ranks(words).tolist()


def _beginning(ask: Asker, draw: random.Random) -> object:
    return ask.lexicon.prefix(ask.part(draw, 3)).to_list()


def _end(ask: Asker, draw: random.Random) -> object:
    return ask.lexicon.suffix(ask.part(draw, 3)).to_list()


def _inside(ask: Asker, draw: random.Random) -> object:
    found = ask.lexicon.substring(ask.part(draw, 3))
    return len(found), found.to_list()[:50]


def _cross(ask: Asker, draw: random.Random) -> object:
    return [str(letters) for letters in ask.lexicon.cross_sets(ask.word(draw))]


def _pattern(ask: Asker, draw: random.Random) -> object:
    word = ask.word(draw)
    hidden = "".join(["?" if draw.random() < 0.4 else letter for letter in word])
    return ask.lexicon.pattern(hidden).to_list()


def _anagram(ask: Asker, draw: random.Random) -> object:
    return ask.lexicon.anagram(ask.part(draw, 6) + "?").to_list()


def _build(ask: Asker, draw: random.Random) -> object:
    return len(ask.lexicon.subanagram(ask.part(draw, 7)))


def _regex(ask: Asker, draw: random.Random) -> object:
    return len(ask.lexicon.regex(f".*{ask.part(draw, 2)}.*{ask.part(draw, 1)}"))


def _search(ask: Asker, draw: random.Random) -> object:
    text = f"length:{draw.randint(4, 9)} prefix:{ask.part(draw, 2)} not suffix:S sort:-points limit:10"
    return ask.lexicon.search(text).to_list()


def _shared(ask: Asker, draw: random.Random) -> object:
    words = draw.choice(ask.shared)
    place = draw.randrange(max(1, len(words)))
    return len(words), words[place : place + 5].to_list()


def _best(ask: Asker, draw: random.Random) -> object:
    """On a board that other threads ask about as well."""
    return repr(ask.lexicon.best_move(draw.choice(ask.boards)))


def _moves(ask: Asker, draw: random.Random) -> object:
    """On a board of one's own, played on."""
    board = lexkit.Board.from_cgp(draw.choice(ask.positions), alphabet=ask.lexicon.alphabet)
    moves = ask.lexicon.moves(board)
    if not len(moves):
        return 0
    move = moves[draw.randrange(len(moves))]
    board.play(move)
    played = board.to_cgp()
    board.undo()
    return len(moves), repr(move), played, board.to_cgp()


KINDS: list[Callable[[Asker, random.Random], object]] = [
    _member,
    _many,
    _beginning,
    _end,
    _inside,
    _cross,
    _pattern,
    _anagram,
    _build,
    _regex,
    _search,
    _shared,
    _best,
    _moves,
]


@cache
def expected(lexicon: lexkit.Lexicon, games: int, number: int) -> tuple[Any, ...]:
    """The answers to the first questions, by one thread."""
    asker = Asker(lexicon, games)
    return tuple(asker.answer(question) for question in range(number))
