"""Candidates: the plays, exchanges and the pass that a player can choose in a position, by equity.

    for candidate in lex.moves(board, "RETAIN?").by_equity(lex)[:10]:
        print(candidate, candidate.equity, candidate.leave)

The order is that of the player ``static``: by equity. Among equal ones plays come before exchanges, plays by the
rule of :mod:`lexkit.runtime.game.moves`, exchanges of fewer tiles first, then those of the lower tile numbers. The
pass is always last.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, overload

import numpy as np
from numpy.typing import NDArray

from lexkit.base.checks import require_whole
from lexkit.base.errors import PositionError, QueryError
from lexkit.base.time_limits import LEAST_TO_SORT, in_force, look, within
from lexkit.runtime.automaton.index import Index
from lexkit.runtime.game.board import Board
from lexkit.runtime.game.fields import MOVE_FIELDS, choose_fields, make_table
from lexkit.runtime.game.judge import belongs_to
from lexkit.runtime.game.move_finder import finder_for
from lexkit.runtime.game.moves import BLOCK, order
from lexkit.runtime.game.rack import Rack, rack_of_counts
from lexkit.runtime.game.referee.player_view import board_of, times_exchanged
from lexkit.runtime.game.referee.turn import action_of
from lexkit.runtime.game.rules import MAX_TURNS, OUT_SWING, count_bag, exchangeable
from lexkit.runtime.words.data_frames import find_library, make_frame

from .equity import KEPT, equities, exchanges, points_unseen, worths_for
from .leaves import THOUSAND, LeaveValues, TrainedValues, trained_values

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import LexiconLike
    from lexkit.runtime.game.move import Move, Snapshot
    from lexkit.runtime.game.move_finder import Finder
    from lexkit.runtime.game.moves import Moves
    from lexkit.runtime.game.referee.player_view import View
    from lexkit.runtime.game.referee.turn import Action
    from lexkit.runtime.game.rules import Rules

#: Worth of a pass while the bag has tiles, unless another candidate is worth less.
PASS_WORTH: Final = -50 * THOUSAND
#: Minimum time to compare a number, in seconds.
_TO_COMPARE: Final = 2e-10
_BAG: Final = "number of tiles in the bag"
Kind = Literal["placement", "exchange", "pass"]


@dataclass(frozen=True, slots=True, init=False)
class Candidate:
    """An action open to a player, with its equity.

    Attributes:
        kind: ``placement``, ``exchange`` or ``pass``.
        move: The placement, or None.
        exchanged: The tiles exchanged, None for other actions.
        rack: All tiles before the action.
        equity: Equity in points.
    """

    kind: Kind
    move: Move | None
    exchanged: Rack | None
    rack: Rack
    equity: float

    def __init__(self, kind: Kind, move: Move | None, exchanged: Rack | None, rack: Rack, equity: float) -> None:
        # A quarter of the time that the dataclass's own would take.
        _set_kind(self, kind)
        _set_move(self, move)
        _set_exchanged(self, exchanged)
        _set_rack(self, rack)
        _set_equity(self, equity)

    @property
    def leave(self) -> Rack:
        """Tiles kept."""
        return self.rack - (self.exchanged or "" if self.move is None else self.move.played)

    @property
    def place(self) -> str:
        """Place of a placement, ``8D``; the kind of other candidates."""
        return self.kind if self.move is None else self.move.place

    @property
    def tiles(self) -> str:
        """Main word as played, or the tiles exchanged."""
        if self.move is not None:
            return self.move.tiles
        return str(self.exchanged or "")

    @property
    def score(self) -> int:
        """Points that the candidate scores."""
        return 0 if self.move is None else self.move.score

    @property
    def words(self) -> tuple[str, ...]:
        """Words formed, main word first."""
        return () if self.move is None else self.move.words

    @property
    def action(self) -> Action:
        """Candidate as an action of a game: ``game.act(candidate.action)``."""
        return action_of(self.move, self.exchanged)

    @property
    def text(self) -> str:
        """Candidate in GCG notation: ``8D .IFE``, ``-AEI``, ``-``."""
        return f"-{self.tiles}" if self.move is None else self.move.text

    def __str__(self) -> str:
        return self.text if self.move is None else str(self.move)


_set_kind, _set_move, _set_exchanged, _set_rack, _set_equity = (
    vars(Candidate)[name].__set__ for name in ("kind", "move", "exchanged", "rack", "equity")
)


def _of_placement(name: str) -> Callable[[Candidate], Any]:
    """Return a function that reads a field of a placement, None for other candidates."""
    get = MOVE_FIELDS[name]
    return lambda candidate: None if candidate.move is None else get(candidate.move, candidate.rack)


#: Field -> its value for a candidate. Fields of placements are None for others.
CANDIDATE_FIELDS: Final[Mapping[str, Callable[[Candidate], Any]]] = {
    "kind": lambda candidate: candidate.kind,
    "place": lambda candidate: candidate.place,
    "tiles": lambda candidate: candidate.tiles,
    "score": lambda candidate: candidate.score,
    "words": lambda candidate: "/".join(candidate.words),
    "leave": lambda candidate: str(candidate.leave),
    "equity": lambda candidate: candidate.equity,
    **{name: _of_placement(name) for name in ("is_bingo", "row", "column", "across", "played")},
}
#: The fields shown if the caller names none.
USUAL: Final = ("place", "tiles", "score", "leave", "equity")


class Candidates(Sequence[Candidate]):
    """All candidates of a position, best first, made by :meth:`lexkit.Moves.by_equity`.

    It supports ``len``, iteration, indexing and slices. A :class:`Candidate` is made when it is read.
    """

    __slots__ = ("_exchanged", "_moves", "_numbers", "_rack", "_worths")

    def __init__(
        self, moves: Moves, exchanged: Sequence[bytes], numbers: NDArray[np.intp], worths: NDArray[np.int64]
    ) -> None:
        """Store the candidates of ``moves``.

        ``numbers``: indices of moves, then of ``exchanged``, then of the pass, in order; ``worths``: by index.
        """
        self._moves = moves
        self._rack = moves.rack
        self._exchanged = exchanged
        self._numbers = numbers
        self._worths = worths

    def __reduce_ex__(self, protocol: Any) -> Any:
        # Protocols 0 and 1 do not support slots.
        return super().__reduce_ex__(max(2, protocol))

    def equities(self) -> NDArray[np.float64]:
        """Return the equities in points, in order: float64, shape (candidates,)."""
        look()
        found: NDArray[np.float64] = self._worths[self._numbers] / THOUSAND
        return found

    def by_score(self) -> Candidates:
        """Return the placements among these, in the order of their scores."""
        look(LEAST_TO_SORT * len(self))
        numbers = np.sort(self._numbers[self._numbers < len(self._moves)])
        return Candidates(self._moves, self._exchanged, numbers[order(self._moves.to_numpy()[numbers])], self._worths)

    def __len__(self) -> int:
        return len(self._numbers)

    def _make(self, number: int) -> Candidate:
        equity = int(self._worths[number]) / THOUSAND
        if number < len(self._moves):
            move = self._moves[number]
            return Candidate("placement", move, None, self._rack, equity)
        number -= len(self._moves)
        if number < len(self._exchanged):
            given = Rack.of_tiles(self._exchanged[number], self._rack.alphabet)
            return Candidate("exchange", None, given, self._rack, equity)
        return Candidate("pass", None, None, self._rack, equity)

    def __iter__(self) -> Iterator[Candidate]:
        for number in self._numbers.tolist():
            look()
            yield self._make(number)

    @overload
    def __getitem__(self, index: int) -> Candidate: ...
    @overload
    def __getitem__(self, index: slice) -> Candidates: ...
    def __getitem__(self, index: int | slice) -> Candidate | Candidates:
        look()
        if isinstance(index, slice):
            return Candidates(self._moves, self._exchanged, self._numbers[index], self._worths)
        place = operator.index(index)
        if not -len(self) <= place < len(self):
            raise IndexError(f"candidate {place} of {len(self)}")
        return self._make(int(self._numbers[place]))

    def to_frame(self, columns: Iterable[str] | None = None, library: str | None = None) -> Any:
        """Return a data frame with one row for each candidate, best first.

        Args:
            columns: Names of :meth:`lexkit.Moves.to_frame`, or ``kind`` and ``equity``; by default place, tiles,
                score, leave and equity.
            library: As for :meth:`lexkit.Moves.to_frame`.

        Returns:
            A pandas or polars DataFrame, or a pyarrow Table.

        Raises:
            QueryError: A column or the library is unknown, or the library is not installed.
        """
        names = choose_fields(columns, USUAL, CANDIDATE_FIELDS)
        find_library(library)
        rows = (tuple([CANDIDATE_FIELDS[name](candidate) for name in names]) for candidate in self)
        return make_frame(make_table(rows, names), library)

    def __eq__(self, other: object) -> bool:
        """Return whether these are the same candidates of equal moves, with equal equities, in the same order."""
        if not isinstance(other, Candidates):
            return NotImplemented
        look(_TO_COMPARE * len(self))
        alike = np.array_equal(self._numbers, other._numbers) and np.array_equal(self._worths, other._worths)
        return alike and self._exchanged == other._exchanged and self._moves == other._moves

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        best = f", best {self[0]} {self[0].equity:+z.2f}" if len(self) else ""
        return f"<Candidates: {len(self):,}{best}>"

    def _repr_html_(self) -> str:
        from .pictures.results import show_candidates

        return show_candidates(self)


def find_values(leaves: LexiconLike | LeaveValues, rules: Rules) -> LeaveValues:
    """Return a caller's leave values for the rules' alphabet. Raises PositionError if they have another alphabet."""
    if isinstance(leaves, Index):
        leaves = trained_values(leaves)
    elif not isinstance(leaves, LeaveValues):
        core = getattr(leaves, "core", None)
        if core is None:
            raise TypeError(f"leaves must be a lexicon or leave values, not {type(leaves).__name__}")
        leaves = trained_values(core)
    if leaves.alphabet.labels != rules.alphabet.labels:
        raise PositionError(
            "the leave values are of another alphabet",
            place="leaves",
            expected=rules.alphabet.name,
            found=leaves.alphabet.name,
        )
    return leaves


def worth_of_keeping(rules: Rules, rack: Rack, bag: int) -> int:
    """Return the worth of keeping all tiles, in thousandths of a point.

    Their points count for the others at the end.
    """
    return 0 if bag else -OUT_SWING * THOUSAND * rules.points_of(rack.counts) - KEPT


def _worth_of_passing(rules: Rules, rack: Rack, bag: int) -> int:
    """Return the worth of a pass as a candidate, unless another candidate is worth less."""
    return PASS_WORTH if bag else worth_of_keeping(rules, rack, bag)


def best_by_equity(
    finder: Finder,
    board: Board,
    rack: Rack | str | None,
    leaves: LexiconLike | LeaveValues,
    bag: int | None,
    exchanged: int = 0,
) -> Candidate:
    """Return the first of :func:`by_equity`: see :meth:`lexkit.Lexicon.best_by_equity`."""
    rules = finder.rules
    values = find_values(leaves, rules)
    question = _, grid, counts, size = finder.read(board, rack)
    held = rack if isinstance(rack, Rack) else rack_of_counts(counts, rules.alphabet, size)
    bag = count_bag(rules, grid, size) if bag is None else require_whole(bag, _BAG, 0, kind=PositionError)
    if not isinstance(values, TrainedValues):
        return by_equity(finder.candidates(board, held), values, bag, exchanged)[0]
    costs = KEPT, 0 if bag else OUT_SWING * THOUSAND * points_unseen(rules, grid, held)
    most = exchangeable(rules, bag, size, require_exchanges(exchanged))
    worths = worths_for(values, rules.layout)
    move, worth, given = finder.best_by_worth(question, worths, bag, most, costs)
    if move is not None:
        return Candidate("placement", move, None, held, worth / THOUSAND)
    if any(given):
        return Candidate("exchange", None, Rack(given, held.alphabet), held, worth / THOUSAND)
    return Candidate("pass", None, None, held, _worth_of_passing(rules, held, bag) / THOUSAND)


def best_for_lexicon(
    lexicon: LexiconLike,
    position: Board | View | str,
    rack: Rack | str | None,
    leaves: LexiconLike | LeaveValues | None,
    bag: int | None,
    exchanges: int,
    timeout: float | None,
) -> Candidate:
    """Return the answer of :meth:`lexkit.Lexicon.best_by_equity`, within its time limit."""
    index = lexicon.core
    leaves = index if leaves is None else leaves
    if timeout is None and not in_force and isinstance(position, Board):
        return best_by_equity(finder_for(index, position), position, rack, leaves, bag, exchanges)
    with within(timeout):
        board, exchanges = board_of(position, index), times_exchanged(position, exchanges)
        best = best_by_equity(finder_for(index, board), board, rack, leaves, bag, exchanges)
        look()
        return best


def require_candidate(candidate: Candidate, snapshot: Snapshot, rack: Rack) -> None:
    """Raise PositionError for a candidate of another position or rack, TypeError for any other object."""
    if not isinstance(candidate, Candidate):
        raise TypeError(f"candidates must be a number or Candidates, not of {type(candidate).__name__}")
    spent = candidate.exchanged or "" if candidate.move is None else candidate.move.played
    elsewhere = candidate.move is not None and not belongs_to(snapshot, candidate.move)
    if elsewhere or candidate.leave + spent != rack:
        raise PositionError("the candidate is of another position", place="candidates", found=candidate.place)


def require_two_players(board: Board) -> None:
    """Raise PositionError unless a position has two players."""
    if len(board.scores) != 2:
        what = "simulations and endgames are for two players"
        raise PositionError(what, place="scores", expected="2 players", found=len(board.scores))


def require_exchanges(exchanged: int) -> int:
    """Return the number of a player's exchanges. Raises QueryError for an impossible one."""
    return require_whole(exchanged, "number of exchanges", 0, MAX_TURNS)


def by_equity(
    moves: Moves, leaves: LexiconLike | LeaveValues | None, bag: int | None = None, exchanged: int = 0
) -> Candidates:
    """Return the candidates of a position: see :meth:`lexkit.Moves.by_equity`."""
    look()
    rules, grid, rack = moves.snapshot.rules, moves.snapshot.grid, moves.rack
    if leaves is None:
        raise QueryError("the lexicon of these moves is unknown", remedy="name the leave values: by_equity(lexicon)")
    values = find_values(leaves, rules)
    if bag is None:
        bag = count_bag(rules, grid, len(rack))
    bag = require_whole(bag, _BAG, 0, kind=PositionError)
    found = moves.to_numpy()
    blocks = []
    for start in range(0, max(1, len(found)), BLOCK):
        look()
        blocks.append(equities(found[start : start + BLOCK], rack, grid, bag, values, rules))
    worths = blocks[0] if len(blocks) == 1 else np.concatenate(blocks)
    given = exchanges(rack, exchangeable(rules, bag, len(rack), require_exchanges(exchanged)), values)
    others = np.concatenate([worths, np.array([worth for worth, _ in given], np.int64)])
    passing = _worth_of_passing(rules, rack, bag)
    passing = int(others.min(initial=passing))
    look(LEAST_TO_SORT * len(found))
    # Exchanges are already in order, and come after plays of the same equity.
    numbers = np.concatenate([order(found), np.arange(len(found), len(others))])
    look(LEAST_TO_SORT * len(found))
    numbers = numbers[np.argsort(-others[numbers], kind="stable")]
    return Candidates(
        moves,
        [tiles for _, tiles in given],
        np.concatenate([numbers, [len(others)]]).astype(np.intp),
        np.concatenate([others, [passing]]),
    )
