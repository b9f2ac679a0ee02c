"""Infer which tiles the opponent may have kept after the last play: tiles that allowed nothing better.

    inference = lexkit.infer(before, "RETAINS", "8H MUZJIKS", lexicon=lex)
    inference.ways                       # {leave: number of ways to draw it}
    inference.tiles                      # {tile: (chance that it was kept, the same of tiles drawn by chance)}
    lexkit.simulate(board, lexicon=lex, opponent=inference)

An opponent who plays by equity had no rack with a better play than the one made. So of all tiles that could have
been kept, those remain with which the best play is worth no more than the play made plus a margin. Each leave
counts as often as there are ways to draw it; in a sample, as often as it was drawn. A play of all tiles, or a pass,
reveals nothing.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb, prod
from typing import TYPE_CHECKING, Any, ClassVar, Final

import numpy as np

from lexkit.base.checks import require_whole
from lexkit.base.errors import PositionError, QueryError, show_value
from lexkit.base.time_limits import look
from lexkit.runtime.game.judge import as_played
from lexkit.runtime.game.move_finder import finder_for
from lexkit.runtime.game.moves import record_of
from lexkit.runtime.game.rack import Rack, as_rack, count_racks
from lexkit.runtime.game.referee.player_view import View, board_and_index, board_before, times_exchanged
from lexkit.runtime.game.referee.turn import CHALLENGE, EXCHANGE, PLACEMENT, Action
from lexkit.runtime.game.rules import count_bag, count_unseen
from lexkit.runtime.game.text.notation import KINDS

from ..candidates import best_by_equity, find_values, require_exchanges
from ..endgame.racks_and_bag import choices_of
from ..equity import equities
from ..leaves import THOUSAND

if TYPE_CHECKING:
    from lexkit.formats.alphabet import Alphabet
    from lexkit.runtime.automaton.index import LexiconLike
    from lexkit.runtime.game.board import Board
    from lexkit.runtime.game.move import Move
    from lexkit.runtime.game.referee.turn import Turn

    from ..leaves import LeaveValues

#: Margin that stands for no limit.
MOST_MARGIN: Final = 1e9
#: Default maximum number of leaves that are evaluated one by one, some 100 us each.
MOST_LEAVES: Final = 5_000
#: Maximum number of ways to draw a leave: more than any bag has.
MOST_WAYS: Final = 1 << 100
#: Share of iterations that draw the opponent's tiles as if nothing were known: people do not play by equity, see
#: docs/notes/players.md.
_UNKNOWN: Final = 0.5
#: Number of leaves drawn by chance between two checks of the deadline.
_DRAWS_BETWEEN_LOOKS: Final = 256
#: Tolerance for rounding, in points: worths are whole thousandths of a point.
_ROUNDING: Final = 0.0015
#: Bytes of a row of the kernel: number of tiles, their numbers, zeros.
_ROW: Final = 17


@dataclass(frozen=True, repr=False)
class Inference:
    """The tiles that the opponent may hold.

    Attributes:
        ways: For each leave, most frequent first, the number of ways to draw it from the unseen tiles; in a sample,
            how often it was drawn. Empty if nothing is known.
        exact: Whether all leaves were evaluated, not a sample.
        unknown: Share of a simulation's iterations that draw the tiles as if nothing were known, from 0 to below 1.
        margin: Margin with which these leaves fit, in points.
        unseen: Number of each tile that the leave is drawn from, as :attr:`Rack.counts` has them; empty if not known.
        MARGINS: Margins for plays of people, to be tried in turn.
    """

    MARGINS: ClassVar[tuple[float, ...]] = (0.0, 5.0, 20.0)

    ways: dict[Rack, int]
    exact: bool
    unknown: float = _UNKNOWN
    margin: float = 0.0
    unseen: bytes = b""

    def __post_init__(self) -> None:
        """Raise QueryError if ``unknown`` is not such a share, or ``ways`` are not leaves and numbers."""
        if isinstance(self.unknown, bool) or not isinstance(self.unknown, int | float) or not 0 <= self.unknown < 1:
            raise QueryError("invalid unknown", expected="a share from 0 to below 1", found=show_value(self.unknown))
        for leave, ways in self.ways.items():
            if not isinstance(leave, Rack) or require_whole(ways, "number of ways", 1, MOST_WAYS) != ways:
                raise QueryError("invalid leave", expected="a lexkit.Rack", found=show_value(leave))

    def __repr__(self) -> str:
        likeliest = next(iter(self.ways), None)
        if likeliest is None:
            return "<Inference: nothing is known>"
        number = f"{len(self.ways):,} {'leaves' if self.exact else 'leaves of a sample'}"
        return f"<Inference: {number}, likeliest {likeliest} ({self.chance(likeliest):.1%})>"

    def __len__(self) -> int:
        return len(self.ways)

    @property
    def total(self) -> int:
        """Number of ways of all leaves together."""
        return sum(self.ways.values())

    def chance(self, leave: Rack | str) -> float:
        """Return the probability that the opponent kept exactly these tiles, 0 to 1.

        Args:
            leave: The tiles.

        Raises:
            QueryError: Nothing is known of the opponent's tiles.
        """
        if not self.ways:
            raise QueryError("nothing is known of the opponent's tiles")
        return self.ways.get(as_rack(leave, self._alphabet), 0) / self.total

    def usual(self, leave: Rack | str) -> float:
        """Return the probability of exactly these tiles if they were drawn by chance, 0 to 1.

        Args:
            leave: The tiles.

        Raises:
            QueryError: Nothing is known of the opponent's tiles, or not what they are drawn from.
        """
        self._require_unseen()
        counts = as_rack(leave, self._alphabet).counts
        ways = prod(map(comb, self.unseen, counts))
        return ways / comb(sum(self.unseen), self._size) if sum(counts) == self._size else 0.0

    @cached_property
    def tiles(self) -> dict[str, tuple[float, float]]:
        """Chances that at least one of each unseen tile was kept: by the play, and if tiles were drawn by chance.

        The tiles that are kept more often than by chance come first.

        Raises:
            QueryError: Nothing is known of the opponent's tiles, or not what they are drawn from.
        """
        self._require_unseen()
        kept = Counter[int]()
        for leave, ways in self.ways.items():
            kept.update(dict.fromkeys(leave.tiles, ways))
        labels, whole = ["?", *self._alphabet.labels], comb(sum(self.unseen), self._size)
        chances = {
            labels[tile]: (kept[tile] / self.total, 1 - comb(sum(self.unseen) - there, self._size) / whole)
            for tile, there in enumerate(self.unseen)
            if there
        }
        return dict(sorted(chances.items(), key=lambda item: item[1][1] - item[1][0]))

    @property
    def _alphabet(self) -> Alphabet:
        return next(iter(self.ways)).alphabet

    @property
    def _size(self) -> int:
        """Number of tiles of a leave."""
        return len(next(iter(self.ways)))

    def _require_unseen(self) -> None:
        if not self.ways:
            raise QueryError("nothing is known of the opponent's tiles")
        if sum(self.unseen) < self._size:
            raise QueryError("the tiles that the leave is drawn from are not known", expected="unseen=")

    @cached_property
    def rows(self) -> tuple[bytes, Any]:
        """Leaves and the sums of their weights, for the kernel; a last row without tiles stands for unknown."""
        if not self.ways:
            return b"", np.zeros(0)
        rows = [bytes([len(leave), *leave.tiles]).ljust(_ROW, b"\0") for leave in self.ways]
        unknown = self.total * self.unknown / (1 - self.unknown)
        sums = np.cumsum(np.array([*self.ways.values(), unknown], np.float64))
        # Weight lost in rounding is never drawn.
        drawn = np.diff(sums, prepend=0.0) > 0
        return b"".join(row for row, some in zip([*rows, bytes(_ROW)], drawn, strict=True) if some), sums[drawn]


def infer(
    before: Board | View | str,
    rack: Rack | str | None = None,
    play: Move | Action | str | None = None,
    *,
    lexicon: LexiconLike | None = None,
    margin: float | Sequence[float] = 0.0,
    leaves: LexiconLike | LeaveValues | None = None,
    most: int = MOST_LEAVES,
    seed: int = 0,
    exchanges: int = 0,
) -> Inference:
    """Infer which tiles the player who made a play kept. Some 100 us a leave.

    Args:
        before: The position before the play, with that player to move. If it gives that player's rack or a part of
            it, all leaves have the tiles that were not played. Without ``rack`` and ``play``, a view now: what the last
            turn of the only opponent says to the player of the view; tiles that a challenge has shown are certain.
        rack: The caller's own tiles.
        play: A move or ``"8H MUZJIKS"``, an :class:`lexkit.Action`, or ``"-3"`` for three tiles exchanged.
        lexicon: By default the one that judges the board's plays.
        margin: Points by which a play that the opponent did not make may be better; of several, the first with which
            any leave fits.
        leaves: A lexicon or leave values; by default those of ``lexicon``.
        most: Maximum number of leaves. If there are more, this many are drawn by chance.
        seed: Decides the sample.
        exchanges: Number of earlier exchanges of that player, for rules that limit them.

    Returns:
        The possible leaves.

    Raises:
        PositionError: The play is illegal, or the tiles are impossible.
        QueryError: A number is impossible.
    """
    margins = _require_margins(margin)
    most = require_whole(most, "number of leaves", 1)
    exchanges = require_exchanges(exchanges)
    if rack is None and play is None and isinstance(before, View):
        return _infer_from_view(before, lexicon, margins, leaves, most, seed)
    if rack is None or play is None:
        raise QueryError("no rack or no play is given", expected="both, or neither and the View of a player")
    exchanges = times_exchanged(before, exchanges)
    position = before
    before, index = board_and_index(before, lexicon)
    rules = before.rules
    values = find_values(index if leaves is None else leaves, rules)
    finder_for(index, before)  # refuses a lexicon of another alphabet
    board = before.copy()
    move, exchanged = _read(board, play)
    played = move.played.translate(KINDS) if move is not None else b""
    unseen = list(count_unseen(rules, board.grid, as_rack(rack, rules.alphabet).tiles + played))
    bag = count_bag(rules, board.grid, rules.rack_size)
    # After a play the search is for the tiles kept, after an exchange for whole racks.
    size = rules.rack_size - len(played)
    if size <= 0 or bag == 0 or (move is None and exchanged == 0) or sum(unseen) < size:
        return Inference({}, True)
    # The view may belong to the player who made the play: only its public part is used.
    known = Rack((position.known if isinstance(position, View) else before.racks)[before.to_move], rules.alphabet)
    surely = known - _common(known, played)
    if len(surely) > size or any(more > there for more, there in zip(surely.counts, unseen, strict=True)):
        raise PositionError(
            "the player cannot have kept these tiles", place="rack 1", expected="unseen tiles", found=str(surely)
        )
    drawn_from = bytes(unseen)
    if move is not None and len(surely) == size:
        return Inference({surely: 1}, True, 0.0, unseen=drawn_from)
    unseen = [there - more for there, more in zip(unseen, surely.counts, strict=True)]
    size -= len(surely)
    whole = count_racks(unseen, size) <= most
    found: dict[Rack, tuple[int, float]] = {}
    base = None if move is None else _worth_without_leave(move, played, size + len(surely), values, bag)
    for counts, ways in choices_of(bytes(unseen), size) if whole else _some_leaves(unseen, size, most, seed):
        look()
        held = Rack(counts, rules.alphabet) + surely.tiles
        best = best_by_equity(finder_for(index, board), board, held + played, values, bag, exchanges)
        if base is not None:
            # By how much the best play is better than the one made.
            leave, lost = held, best.equity - base - values.of(held) - _ROUNDING
        elif best.exchanged and len(best.exchanged) == exchanged:
            leave, lost = best.leave, 0.0
        else:
            continue
        found[leave] = found.get(leave, (0, 0.0))[0] + ways, lost
    least = min([lost for _, lost in found.values()], default=0.0)
    margin = next((one for one in margins if least <= one), margins[-1])
    fitting = {leave: ways for leave, (ways, lost) in found.items() if lost <= margin}
    ordered = dict(sorted(fitting.items(), key=lambda item: (-item[1], str(item[0]))))
    return Inference(ordered, whole, margin=margin, unseen=drawn_from)


def _require_margins(margin: float | Sequence[float]) -> tuple[float, ...]:
    """Return one or several margins. Raises QueryError unless all are points, 0 or more."""
    margins: tuple[Any, ...] = (*margin,) if isinstance(margin, Sequence) and margin else (margin,)
    for one in margins:
        if isinstance(one, bool) or not isinstance(one, int | float) or not 0 <= one < MOST_MARGIN:
            raise QueryError("invalid margin", expected="points, 0 or more", found=show_value(one))
    return margins


def _common(rack: Rack, played: bytes) -> bytes:
    """Return the tiles played that are on the rack."""
    return bytes([tile for tile in set(played) for _ in range(min(rack.counts[tile], played.count(tile)))])


def known_rack(known: Rack) -> Inference | None:
    """Return the inference of tiles that the opponent certainly holds, or None if none are known."""
    return Inference({known: 1}, True, 0.0) if known else None


def revealing_turn(view: View) -> Turn | None:
    """Return the turn of the only opponent that tells the player of a view which tiles were kept, or None.

    It is the last turn, or the one before if the last one is a challenge that failed. A play of all tiles tells
    nothing, nor does one that was made with an empty bag.
    """
    turns = [turn for turn in view.turns[-2:] if turn.kind != CHALLENGE or turn.success]
    last = turns[-1] if turns else None
    if last is None or last.player == view.player or last.kind not in (PLACEMENT, EXCHANGE):
        return None
    kept = last.kind == EXCHANGE or (last.move is not None and len(last.move.played) < view.rules.rack_size)
    return last if kept and count_bag(view.rules, last.snapshot.grid, view.rules.rack_size) > 0 else None


def infer_from_view(view: View, lexicon: LexiconLike, *, most: int, seed: int) -> Inference | None:
    """Return what the player of a view may infer, as :func:`infer` does; None if nothing.

    ``most``: as there, but with 0 no leave is evaluated.
    """
    known = view.known[1 - view.player]
    if not most:
        return known_rack(as_rack(known, view.rules.alphabet))
    found = infer(view, lexicon=lexicon, most=most, seed=seed)
    return found if found.ways else None


def _infer_from_view(
    view: View,
    lexicon: LexiconLike | None,
    margins: Sequence[float],
    leaves: LexiconLike | LeaveValues | None,
    most: int,
    seed: int,
) -> Inference:
    if len(view.players) != 2:
        raise PositionError("tiles are inferred for two players", expected=2, found=len(view.players))
    opponent = 1 - view.player
    known = known_rack(as_rack(view.known[opponent], view.rules.alphabet))
    last = revealing_turn(view)
    if known is not None or last is None:
        return known or Inference({}, True)
    # Those before this turn.
    exchanges = view.exchanges[opponent] - (last.kind == EXCHANGE)
    return infer(
        board_before(last),
        view.rack,
        last.move if last.move is not None else f"-{last.size}",
        lexicon=lexicon if lexicon is not None else view.core,
        margin=margins,
        leaves=leaves,
        most=most,
        seed=seed,
        exchanges=exchanges,
    )


def _worth_without_leave(move: Move, played: bytes, size: int, values: LeaveValues, bag: int) -> float:
    """Return the worth of a play without its leave, in points."""
    rules = move.snapshot.rules
    # Any tiles may fill the rack.
    leave = Rack.of_tiles(bytes([max(played) or 1]) * size, rules.alphabet)
    worths = equities(record_of(move), leave + played, move.snapshot.grid, bag, values, rules)
    return float(worths[0]) / THOUSAND - values.of(leave)


def _read(board: Board, play: Move | Action | str) -> tuple[Move | None, int]:
    """Return (placement or None, number of tiles exchanged); a pass exchanges none."""
    action = Action.read(play) if isinstance(play, str) else play
    if not isinstance(action, Action):
        return as_played(board.snapshot(), action), 0
    if action.kind == PLACEMENT and action.move is not None:
        return as_played(board.snapshot(), action.move), 0
    if action.kind == EXCHANGE:
        given = action.exchanged
        return None, given if isinstance(given, int) else len(as_rack(given, board.rules.alphabet))
    return None, 0


def _some_leaves(unseen: list[int], size: int, most: int, seed: int) -> Iterator[tuple[bytes, int]]:
    """Yield leaves drawn by chance, ``most`` times: each that was drawn, and how often."""
    chance = random.Random(f"leaves {seed}")
    tiles = [kind for kind, there in enumerate(unseen) for _ in range(there)]
    drawn: Counter[bytes] = Counter()
    for number in range(most):
        if number % _DRAWS_BETWEEN_LOOKS == 0:
            look()
        counts = [0] * len(unseen)
        for tile in chance.sample(tiles, size):
            counts[tile] += 1
        drawn[bytes(counts)] += 1
    yield from drawn.items()
