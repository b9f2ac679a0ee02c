"""Mixed questions for a lexicon, numbered: the same number is the same question in every thread."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import lexkit


class Asker:
    """Asks one lexicon questions by number. Many threads may use one asker."""

    def __init__(self, lexicon: lexkit.Lexicon, games: int = 2) -> None:
        self.lexicon = lexicon
        #: Answers that all threads share, evaluated when one of them looks first.
        self.shared = [lexicon.substring("ING"), lexicon.suffix("S"), lexicon.search("length:5 substring:Q")]
        match = lexkit.Match(lexicon, seed=3)
        self.positions = [line for game in match.play(games) for line in game.positions()][: 20 * games]
        self.boards = [lexkit.Board.from_cgp(line, alphabet=lexicon.alphabet) for line in self.positions]

    def answer(self, number: int) -> object:
        """The answer, as something that can be compared."""
        return list(KINDS.values())[number % len(KINDS)](self, random.Random(number))

    def word(self, draw: random.Random) -> str:
        return self.lexicon[draw.randrange(len(self.lexicon))]

    def part(self, draw: random.Random, length: int) -> str:
        """At most ``length`` letters of some word."""
        word = self.word(draw)
        start = draw.randrange(max(1, len(word) - length + 1))
        return word[start : start + length]


def _member(ask: Asker, draw: random.Random) -> object:
    word = ask.word(draw)
    return [text in ask.lexicon for text in (word, word + "Q", word[1:] + "S", word[::-1])]


def _many(ask: Asker, draw: random.Random) -> object:
    words = [ask.word(draw) for _ in range(20)] + ["QX"]
    return ask.lexicon.contains(words).tolist(), ask.lexicon.ranks(words).tolist()


def _inside(ask: Asker, draw: random.Random) -> object:
    found = ask.lexicon.substring(ask.part(draw, 3))
    return len(found), found.to_list()[:50]


def _pattern(ask: Asker, draw: random.Random) -> object:
    hidden = "".join(["?" if draw.random() < 0.4 else letter for letter in ask.word(draw)])
    return ask.lexicon.pattern(hidden).to_list()


def _search(ask: Asker, draw: random.Random) -> object:
    text = f"length:{draw.randint(4, 9)} prefix:{ask.part(draw, 2)} not suffix:S sort:-points limit:10"
    return ask.lexicon.search(text).to_list()


def _shared(ask: Asker, draw: random.Random) -> object:
    words = draw.choice(ask.shared)
    place = draw.randrange(max(1, len(words)))
    return len(words), words[place : place + 5].to_list()


def _moves(ask: Asker, draw: random.Random) -> object:
    """Moves on a board of its own, which is played on."""
    board = lexkit.Board.from_cgp(draw.choice(ask.positions), alphabet=ask.lexicon.alphabet)
    moves = ask.lexicon.moves(board)
    if not len(moves):
        return 0
    move = moves[draw.randrange(len(moves))]
    board.play(move)
    played = board.to_cgp()
    board.undo()
    return len(moves), repr(move), played, board.to_cgp()


KINDS: dict[str, Callable[[Asker, random.Random], object]] = {
    "member": _member,
    "many": _many,
    "prefix": lambda ask, draw: ask.lexicon.prefix(ask.part(draw, 3)).to_list(),
    "suffix": lambda ask, draw: ask.lexicon.suffix(ask.part(draw, 3)).to_list(),
    "substring": _inside,
    "cross sets": lambda ask, draw: [str(letters) for letters in ask.lexicon.cross_sets(ask.word(draw))],
    "pattern": _pattern,
    "anagram": lambda ask, draw: ask.lexicon.anagram(ask.part(draw, 6) + "?").to_list(),
    "subanagram": lambda ask, draw: len(ask.lexicon.subanagram(ask.part(draw, 7))),
    "regex": lambda ask, draw: len(ask.lexicon.regex(f".*{ask.part(draw, 2)}.*{ask.part(draw, 1)}")),
    "search": _search,
    "a shared answer": _shared,
    "best, on a shared board": lambda ask, draw: repr(ask.lexicon.best_move(draw.choice(ask.boards))),
    "moves": _moves,
}


@cache
def expected(lexicon: lexkit.Lexicon, games: int, number: int) -> tuple[Any, ...]:
    """The answers to the first questions, by one thread."""
    asker = Asker(lexicon, games)
    return tuple(asker.answer(question) for question in range(number))
