"""A puzzle: a position, its best play, what other plays lose, tags and a grade; as JSON and back.

Tags say what the best play is like; ``lexicons/players/puzzles.toml`` has their names and numbers.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, cast

from lexkit import lexicons
from lexkit.base.checks import require_kind
from lexkit.base.errors import IllegalMoveError, QueryError, show_value, with_plain_types
from lexkit.formats.alphabet import Alphabet
from lexkit.runtime.game.board import Board
from lexkit.runtime.game.judge import core_of
from lexkit.runtime.game.move_finder import finder_for
from lexkit.runtime.game.rack import Rack
from lexkit.runtime.game.referee.turn import EXCHANGE, PASS, PLACEMENT, Action
from lexkit.runtime.game.rules import is_bingo
from lexkit.runtime.game.text.notation import BLANK

from .candidates import by_equity
from .reports.turn_costs import MISTAKES, NONE

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import HasIndex, Index
    from lexkit.runtime.game.move import Move
    from lexkit.runtime.game.moves import Moves

    from .candidates import Candidate


#: The tags, in the order in which a puzzle has them, with what they say of the best play.
TAGS: Final[Mapping[str, str]] = MappingProxyType(
    {name: text.format(**lexicons.puzzles()) for name, text in lexicons.puzzles()["tags"].items()}
)


def tags_of(best: Candidate, moves: Moves) -> tuple[str, ...]:
    """The tags of a position whose best play this is; ``moves``: all placements there."""
    found = {EXCHANGE} if best.kind == EXCHANGE else set()
    if best.move is not None:
        found |= set(_of_play(best.move, moves))
    if len(moves) and int(moves.to_numpy()["score"].max()) > best.score:
        found.add("outscored")
    return tuple([tag for tag in TAGS if tag in found])


def _of_play(move: Move, moves: Moves) -> Iterator[str]:
    rules, played = move.snapshot.rules, move.played
    main, *crosses = move.formed.words
    if move.is_bingo:
        yield "bingo"
        if int(is_bingo(moves.to_numpy()["played"], rules).sum()) == 1:
            yield "only-bingo"
        if any(tile >= BLANK for tile in played):
            yield "blank-bingo"
    else:
        yield "non-bingo"
    facts = lexicons.puzzles()
    if len(main.tiles) >= facts["long_word"]:
        yield "long"
    if any(rules.values[tile] >= facts["power_points"] for tile in played):
        yield "power"
    if len(crosses) > 1:
        yield "parallel"
    laid = set(move.squares)
    columns = rules.layout.columns
    for word in crosses:
        step = 1 if word.across else columns
        first = word.row * columns + word.column
        if len(word.tiles) > 2 and (first in laid or first + step * (len(word.tiles) - 1) in laid):
            yield "hook"
    # Each run of tiles on the board along the main word, as its first and its last place.
    runs: list[list[int]] = []
    for place, tile in enumerate(move.formed.tiles):
        if not tile and runs and runs[-1][-1] == place - 1:
            runs[-1][-1] = place
        elif not tile:
            runs.append([place, place])
    if len(runs) == 1 and runs[0][1] > runs[0][0]:
        yield "extension"
    elif any(first > 0 and last < len(main.tiles) - 1 for first, last in runs) or len(runs) > 1:
        yield "through"


#: Most plays in the JSON of a puzzle that is read.
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


@dataclass(frozen=True, repr=False)
class Puzzle:
    """A position in which one play is far ahead, or in which a player made a mistake: made by :func:`lexkit.puzzles`.

    ``position``: CGP, with the rack and the points of the player to move first; ``plays``: those that were compared,
    the best first, with what they lose; ``tags``: what the best play is like; ``grade``: how bad a mistake the next
    best play is, or the play that was made: ``small``, ``medium`` or ``large``; ``margin``: the points that this play
    loses; ``why``: what it lacks, in a few words; ``source``: the game, ``game 3 of seed 1`` or the name of a file;
    ``turn``: its number there; ``player``: who was to move; ``played``: the mistake that was made, "" in games of bots;
    ``alphabet``: that of the tiles, None if lexkit has the one that the position names.

    ``TAGS``, of the class: all tags, with what they say of the best play; ``LONGEST``: most characters of JSON.
    """

    TAGS: ClassVar[Mapping[str, str]] = TAGS
    LONGEST: ClassVar[int] = 16_000

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
    alphabet: Alphabet | None = None

    def __repr__(self) -> str:
        return f"<Puzzle: {self.position}, {len(self.plays)} plays compared, grade {self.grade}>"

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
        return Board.from_cgp(self.position, alphabet=self.alphabet)

    def play(self, text: str, lexicon: HasIndex | None = None) -> PuzzlePlay:
        """What a play loses: one of :attr:`plays`, or else compared with the best by equity alone.

        ``text``: ``8D LIFE``, ``-AEI``; ``lexicon``: by default the one that judges the board's plays. Raises
        IllegalMoveError, which says why, for a play that is not legal, and PositionError for a lexicon of another
        alphabet.
        """
        index = self.board.usual_index() if lexicon is None else core_of(lexicon)
        board = Board.from_cgp(self.position, lexicon=index)
        wanted, move = _read_action(board, text, index)
        candidates = by_equity(finder_for(index, board).candidates(board, None), index)
        found = next((one for one in candidates if _key_of(one) == wanted), None)
        if found is None:
            raise IllegalMoveError("the rules allow no such exchange now", found=show_value(text))
        made = found.move if move is None or found.move is None else move
        told, score = (found.text, found.score) if made is None else (made.text, made.score)
        # The same tiles in another order, which WordSmog allows, leave the same.
        same = {told, found.text if score == found.score else told}
        loss = round(max(0.0, candidates[0].equity - found.equity + found.score - score), 2)
        return next((play for play in self.plays if play.text in same), PuzzlePlay(told, score, loss))

    # -- as data --------------------------------------------------------------------------------------------

    def to_dict(self) -> dict[str, Any]:
        """The puzzle as plain data."""
        facts = {**self.__dict__, "tags": list(self.tags), "plays": [play._asdict() for play in self.plays]}
        own = facts.pop("alphabet")
        return facts if own is None else {**facts, "alphabet": own.to_json()}

    def to_json(self) -> str:
        """The puzzle as one line of JSON, which :meth:`from_json` reads."""
        return json.dumps(self.to_dict(), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> Puzzle:
        """The puzzle of a line of JSON. Raises QueryError for any other text, PositionError for an impossible board."""
        require_kind(text, str, "a puzzle", "a str")
        try:
            if len(text) > cls.LONGEST:
                raise ValueError("the text is too long")
            facts = json.loads(text)
            if not 0 < len(facts["plays"]) <= _MOST_PLAYS:
                raise ValueError("too many plays, or none")
            plays = tuple([_read_play(play) for play in facts["plays"]])
            tags = tuple([tag for tag in TAGS if tag in facts["tags"]])
            texts = {name: str(facts[name]) for name in ("position", "grade", "why", "source", "player", "played")}
            own = Alphabet.from_json(facts["alphabet"]) if "alphabet" in facts else None
            made = cls(
                plays=plays, tags=tags, alphabet=own, margin=_finite(facts["margin"]), turn=int(facts["turn"]), **texts
            )
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
            raise QueryError(
                "not a puzzle in JSON", expected="what to_json gives", found=show_value(str(error))
            ) from None
        if made.grade not in MISTAKES or not made.answers:
            raise QueryError("not a puzzle in JSON", expected="a grade and a right play", found=show_value(made.grade))
        Board.from_cgp(made.position, alphabet=own)  # raises if it is impossible
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


def _read_action(board: Board, text: str, index: Index) -> tuple[tuple[Any, ...], Move | None]:
    """(key of the candidate that a text means, its placement). Raises IllegalMoveError, with the reason, if illegal."""
    action = Action.read(text)
    if action.kind == PLACEMENT:
        verdict = board.explain(cast("str", action.move), lexicon=index)
        if verdict.move is None or not verdict.legal:
            raise IllegalMoveError(verdict.reason)
        return _key_of_move(verdict.move), verdict.move
    if action.kind not in (EXCHANGE, PASS) or isinstance(action.exchanged, int):
        raise IllegalMoveError("not a play", expected="8D LIFE, -AEI or -", found=show_value(text))
    return (action.kind, bytes(sorted(Rack(cast("str", action.exchanged or ""), board.alphabet).tiles))), None


def _key_of(candidate: Candidate) -> tuple[Any, ...]:
    move = candidate.move
    return (candidate.kind, bytes(sorted(candidate.exchanged))) if move is None else _key_of_move(move)


def _key_of_move(move: Move) -> tuple[Any, ...]:
    """Its place and tiles; in WordSmog those in any order, since the best order is the one that is listed."""
    if move.snapshot.rules.variant == "classic":
        return PLACEMENT, move.place, move.played
    return PLACEMENT, move.squares, bytes(sorted(move.played))
