"""A puzzle: a position, its best play, what other plays lose, tags and a grade; as JSON and back."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, cast

from ....errors import IllegalMoveError, QueryError, is_one_of, require_kind, show_value, with_plain_types
from ...game.board import Board
from ...game.judge import core_of
from ...game.move_finder import finder_for
from ...game.rack import Rack
from ...game.referee.turn import EXCHANGE, PASS, PLACEMENT, Action
from ..candidates import by_equity
from ..reports.grades import MISTAKES, NONE
from .tags import TAGS

if TYPE_CHECKING:
    from ...automaton.index import HasIndex, Index
    from ..candidates import Candidate

#: Longest JSON of a puzzle that is read, and most plays in it.
_LONGEST: Final = 8000
_MOST_PLAYS: Final = 100


@with_plain_types
class PuzzlePlay(NamedTuple):
    """A play of a puzzle, and what it loses.

    ``text``: as GCG writes it, ``8D .IFE`` or ``-AEI``; ``score``: its points; ``loss``: the points of equity that it
    loses, ``win_loss``: the chances to win, 0 to 1, None if only equity was compared; ``grade``: ``none``, ``small``,
    ``medium`` or ``large``, how bad a mistake it is, None if only equity was compared.
    """

    text: str
    score: int
    loss: float
    win_loss: float | None = None
    grade: str | None = None


@dataclass(frozen=True)
class Puzzle:
    """A position in which one play is far ahead, or in which somebody made a mistake: made by :func:`lexkit.puzzles`.

    ``position``: CGP, with the rack and the points of the player to move first; ``plays``: those that were compared,
    the best first, with what they lose; ``tags``: what the best play is like; ``grade``: how bad a mistake the next
    best play is, or the play that was made: ``small``, ``medium`` or ``large``; ``margin``: the points that this play
    loses; ``why``: what it lacks, in a few words; ``source``: the game, ``game 3 of seed 1`` or the name of a file;
    ``turn``: its number there; ``player``: who was to move; ``played``: the mistake that was made, "" in games of bots.

    ``TAGS``, of the class: all tags, with what they say of the best play.
    """

    TAGS: ClassVar[Mapping[str, str]] = TAGS

    position: str
    plays: tuple[PuzzlePlay, ...]
    tags: tuple[str, ...]
    grade: str
    margin: float
    why: str = ""
    source: str = ""
    turn: int = 0
    player: str = ""
    played: str = ""

    @property
    def best(self) -> str:
        """The best play, as GCG writes it."""
        return self.plays[0].text

    @property
    def answers(self) -> tuple[str, ...]:
        """The plays that are right: the best, and in a position of a mistake those that are no mistake either."""
        return tuple([play.text for play in self.plays if play.grade == NONE])

    @property
    def board(self) -> Board:
        """The position. Raises PositionError if the text is not one."""
        return Board.from_cgp(self.position)

    def play(self, text: str, lexicon: HasIndex | None = None) -> PuzzlePlay:
        """What a play loses: one of :attr:`plays`, or else compared with the best by equity alone.

        ``text``: ``8D LIFE``, ``-AEI``; ``lexicon``: by default the one that judges the board's plays. Raises
        IllegalMoveError, which says why, for a play that is not legal, and PositionError for a lexicon of another
        alphabet.
        """
        index = self.board.usual_index() if lexicon is None else core_of(lexicon)
        board = Board.from_cgp(self.position, alphabet=index.alphabet)
        wanted = _read_action(board, text, index)
        candidates = by_equity(finder_for(index, board).candidates(board, None), index)
        found = next((one for one in candidates if _key_of(one) == wanted), None)
        if found is None:
            raise IllegalMoveError("the rules allow no such exchange now", found=show_value(text))
        loss = round(max(0.0, candidates[0].equity - found.equity), 2)
        other = PuzzlePlay(found.text, found.score, loss)
        return next((play for play in self.plays if play.text == found.text), other)

    # -- as data --------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """The puzzle as plain data."""
        return {**self.__dict__, "tags": list(self.tags), "plays": [play._asdict() for play in self.plays]}

    def to_json(self) -> str:
        """The puzzle as one line of JSON, which :meth:`from_json` reads."""
        return json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Puzzle:
        """The puzzle of a line of JSON. Raises QueryError for any other text, PositionError for an impossible board."""
        require_kind(text, str, "a puzzle", "a str")
        try:
            if len(text) > _LONGEST:
                raise ValueError("too long a text")
            facts = json.loads(text)
            if not 0 < len(facts["plays"]) <= _MOST_PLAYS:
                raise ValueError("too many plays, or none")
            plays = tuple([_read_play(play) for play in facts["plays"]])
            tags = tuple([tag for tag in TAGS if tag in facts["tags"]])
            texts = {name: str(facts[name]) for name in ("position", "grade", "why", "source", "player", "played")}
            made = cls(plays=plays, tags=tags, margin=_finite(facts["margin"]), turn=int(facts["turn"]), **texts)
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
            raise QueryError(
                "not a puzzle in JSON", expected="what to_json gives", found=show_value(str(error))
            ) from None
        if not is_one_of(made.grade, MISTAKES) or not made.answers:
            raise QueryError("not a puzzle in JSON", expected="a grade and a right play", found=show_value(made.grade))
        Board.from_cgp(made.position)  # raises if it is impossible
        return made

    def _repr_svg_(self) -> str:
        return self.board._repr_svg_()


def _read_play(facts: dict[str, Any]) -> PuzzlePlay:
    win_loss, grade = facts["win_loss"], facts["grade"]
    if grade not in (None, NONE, *MISTAKES):
        raise ValueError("no such grade")
    score, loss = int(facts["score"]), _finite(facts["loss"])
    return PuzzlePlay(str(facts["text"]), score, loss, None if win_loss is None else _finite(win_loss), grade)


def _finite(value: Any) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError("not a finite number")
    return number


def _read_action(board: Board, text: str, index: Index) -> tuple[str, str | bytes]:
    """The key of the candidate that a text means. Raises IllegalMoveError, with the reason, for a play not legal."""
    action = Action.read(text)
    if action.kind == PLACEMENT:
        verdict = board.explain(cast("str", action.move), lexicon=index)
        if verdict.move is None or not verdict.legal:
            raise IllegalMoveError(verdict.reason)
        return PLACEMENT, verdict.move.text
    if action.kind not in (EXCHANGE, PASS):
        raise IllegalMoveError("not a play", expected="8D LIFE, -AEI or -", found=show_value(text))
    return action.kind, bytes(sorted(Rack(cast("str", action.exchanged or ""), board.alphabet).tiles))


def _key_of(candidate: Candidate) -> tuple[str, str | bytes]:
    return candidate.kind, candidate.text if candidate.move else bytes(sorted(candidate.exchanged))
