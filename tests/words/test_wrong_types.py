"""What is given to measures, pictures, chances and tokens, and is none of what they take."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import lexkit
from lexkit import measures, pictures
from lexkit.errors import LexkitError
from lexkit.formats.alphabet import LetterSet
from lexkit.players.candidates import Candidates
from lexkit.runtime.automaton.cursor import Cursor
from tests.running import each

WRONG = (None, b"x", "\ud800", 1.5, float("nan"), 10**400, (1,), np.array(["A", None], dtype=object), object())
Chances = lexkit.WinChances
#: Name -> what is asked with a wrong argument, and what the TypeError or lexkit's error says of it.
ASK: dict[str, tuple[Callable[[Any], Any], str]] = {
    **{
        name: (lambda it, name=name: getattr(measures, name)(it), "words: expected Words")
        for name in measures.__all__
        if name not in ("probability", "probability_order")
    },
    "automaton": (lambda it: pictures.automaton_dot(it), "lexicon: expected a lexkit.Lexicon"),
    "board of a square": (lambda it: pictures.cross_letters(it, "8H", LEX), "board: expected a lexkit.Board"),
    "lexicon of a square": (
        lambda it: pictures.cross_letters(lexkit.Board(), "8H", it),
        "lexicon: expected a lexkit.Lexicon",
    ),
    "square": (lambda it: pictures.cross_letters(lexkit.Board(), it, LEX), "square: expected|no square|place"),
    "square of a picture": (lambda it: pictures.board_svg(lexkit.Board(), last=[it]), "place"),
    "token": (lambda it: lexkit.engine.read_move(it), "token: expected a text|not a move"),
    "move to write": (lambda it: lexkit.engine.write_move(1 if it is None else it), "move: expected a Move"),
    "gains": (lambda it: Chances([it], [1.0]), "gains: expected numbers|not valid chances"),
    "widths": (lambda it: Chances([0.0], [it]), "widths: expected numbers|not valid chances"),
    "most unseen": (lambda it: Chances.by_rule(it), "invalid number of unseen tiles|unhashable"),
    "players of a clock": (lambda it: lexkit.Clock(60).start(it, 0.0), "invalid number of players"),
    "game of a match": (lambda it: lexkit.Match(LEX).begin(it), "invalid number of a game"),
    "lexicon of a match": (lambda it: lexkit.Match(it), "lexicon: expected a Lexicon"),
    "a board as lexicon": (lambda it: lexkit.Match(lexkit.Board()), "lexicon: expected a Lexicon"),
    "a board as the lexicon of a picture": (lambda it: pictures.automaton_dot(lexkit.Board()), "lexicon: expected"),
    "a lexicon as source": (lambda it: lexkit.Lexicon(LEX), "source: expected"),
    "source": (lambda it: lexkit.Lexicon(it), "source: expected"),
    "index": (lambda it: Cursor(it, 0), "index: expected"),
    "moves": (lambda it: Candidates(it, [], np.arange(0), np.arange(0)), "moves: expected Moves"),
    "alphabet of a set": (lambda it: LetterSet(it, 1), "alphabet: expected an Alphabet"),
    "generator": (lambda it: LEX.moves(lexkit.Board(), "CAT", it), "no such generator"),
    "backend": (lambda it: lexkit.open("english", backend=it), "no such backend"),
    "method": (lambda it: lexkit.Options(method=it), "no such method"),
    "challenge": (lambda it: lexkit.Rules(challenge=it), "no such rule"),
    "library": (lambda it: LEX.words().to_frame(library=1 if it is None else it), "no such library"),
}
#: Those of the wrong values that mean something here.
MEANT: dict[str, tuple[type, ...]] = {
    "gains": (float, tuple),
    "widths": (float, tuple),
    "game of a match": (int,),
}
LEX = lexkit.build(["AB", "BA", "CAB", "CAT"])
CHANCES = Chances.by_rule(20)


@each("name", sorted(ASK))
def test_an_error_that_says_what_it_takes(name: str) -> None:
    ask, told = ASK[name]
    for wrong in WRONG:
        if name in MEANT and isinstance(wrong, MEANT[name]):
            continue
        with pytest.raises((TypeError, LexkitError), match=told):
            ask(wrong)


@each("wrong", [None, b"x", "x", 10**400, object()])
def test_numbers_of_chances(wrong: Any) -> None:
    with pytest.raises(TypeError, match="lead: expected numbers"):
        CHANCES.of(np.array([7]), wrong)
    with pytest.raises(TypeError, match="unseen: expected numbers"):
        CHANCES.of(wrong, np.array([1.0]))


def test_steps_and_sets() -> None:
    leaves = lexkit.open("english").leaves
    assert leaves is not None
    with pytest.raises(LexkitError, match="invalid number of steps"):
        leaves.stored.rounded(10**400)
    with pytest.raises(LexkitError, match="invalid set of letters"):
        LetterSet(LEX.alphabet, None)  # type: ignore[arg-type]


@each("read", [lexkit.read_gcg, lexkit.read_cgh, lexkit.read_leaves, lexkit.Layout.from_file])
def test_half_a_character_in_a_path(read: Callable[[str], object]) -> None:
    with pytest.raises(LexkitError, match="not a path to a"):
        read("A\ud800B")


@each("kept", ["resume", "gcg", "games_json", "positions"])
def test_half_a_character_in_a_path_to_keep_games_at(kept: str) -> None:
    with pytest.raises(LexkitError, match="not a path to a"):
        lexkit.Match(LEX).tally(1, **{kept: "A\ud800B"})


def test_positions_that_are_not_several() -> None:
    for ask in (LEX.moves_batch, LEX.best_moves):
        with pytest.raises(TypeError, match="positions: expected several"):
            ask(5)  # type: ignore[operator]
