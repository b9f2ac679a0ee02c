"""Training of leave values: the worths of racks determine the values of leaves.

Players without leave values begin. Each round evaluates racks with the current values: by a census of boards, or by
self-play, which records the equity of the choice at every turn with a full rack and tiles in the bag. A leave's
value is then the mean over the racks that hold it, less the mean over all racks. Each rack counts once, with its
mean, times the number of ways to draw the rest of it (:mod:`.kernels.leave_sums`). The next round uses these
values.

Leaves of rare tiles are in few racks. The fewer racks a leave was in, the more its value is shrunk towards a
prediction from its smaller leaves: the values of a leave less one tile and less two tiles determine its own, if
tiles interact in pairs only.

In a census static players play games, and one board of each is taken, with more and fewer tiles left in turn. A
kernel finds the best score of every set of tiles on it (``runtime/game/kernels/board_census.py``), and from that
the worths of a share of all racks there: the maximum over the ways to play some tiles and to keep the others, with
the current leave values. After some boards each rack has been evaluated many times, the rare ones as often as the
others. A rack need not fit the tiles left: it is one of all tiles of the game. The method is wolges'.

Pieces of training for workers, of a census or of self-play, are the rules, the seed, the current leave values, and
the games. The values of a round are the same for all of its pieces: a worker unpacks them once.
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from math import ceil, comb
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lexkit.base.checks import require_whole
from lexkit.base.errors import PositionError, QueryError, show_value
from lexkit.base.time_limits import count_threads, look
from lexkit.formats import __version__
from lexkit.formats.constants import MAX_LEAVE_VALUES
from lexkit.formats.leaves_section import StoredLeaves, leave_count, leave_steps
from lexkit.runtime.game.many_positions import run_in_threads
from lexkit.runtime.game.rack import count_racks
from lexkit.runtime.workers.pieces_of_work import in_order

from .autoplay.kernel_games import PASS, PLACEMENT, KernelMatch, PlayedGames
from .kernels.leave_sums import LeaveSums
from .leaves import THOUSAND, TrainedValues

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index
    from lexkit.runtime.game.rules import Rules


#: Maximum number of different racks: their tiles and sums take 400 MB.
MOST_RACKS: Final = 1 << 24
#: A board evaluates one in this number of all racks.
SHARE: Final = 16
#: Tiles left on successive boards: minimum, maximum, and the step, which reaches all numbers between.
_LEFT: Final = 15, 87, 31
#: Number of boards of one thread at a time.
_BOARDS: Final = 4


def can_count(rules: Rules) -> bool:
    """Return whether a census is possible: few enough racks and sets of tiles."""
    places = leave_count(len(rules.alphabet), rules.rack_size)
    return places <= MAX_LEAVE_VALUES and 0 < count_racks(rules.distribution, rules.rack_size) <= MOST_RACKS


def all_racks(rules: Rules) -> NDArray[np.uint8]:
    """Return every different full rack: uint8, shape (racks, size), each ascending."""
    size = rules.rack_size
    parts = [np.zeros((0, length), np.uint8) for length in range(size + 1)]
    parts[0] = np.zeros((1, 0), np.uint8)
    for tile, count in enumerate(rules.distribution):
        longer = []
        for length in range(size + 1):
            some = [parts[length]]
            for copies in range(1, min(count, length) + 1):
                before = parts[length - copies]
                some.append(np.hstack([before, np.full((len(before), copies), tile, np.uint8)]))
            longer.append(np.concatenate(some))
        parts = longer
    return parts[size]


class RackCensus:
    """Racks of a game, the number of evaluations of each, and the sum of its worths."""

    def __init__(self, index: Index, rules: Rules, seed: int, threads: int | None = None) -> None:
        self.index = index
        self.rules = rules
        self.seed = seed
        self.threads = count_threads(threads)
        self.racks = all_racks(rules)
        self.steps = np.array(leave_steps(len(rules.alphabet), rules.rack_size)).reshape(-1)
        self.forget()

    @property
    def number(self) -> int:
        """Number of racks that were evaluated, at least of one board."""
        return len(self.racks) * max(1, min(SHARE, self.boards)) // SHARE

    def forget(self) -> None:
        """Start over, for other leave values."""
        self.boards = 0
        self.seen = np.zeros(len(self.racks), np.int32)
        self.worth = np.zeros(len(self.racks), np.int64)

    def means(self) -> tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.float64]]:
        """Return (racks, mean worth in points, times seen) of the racks that were evaluated."""
        met = self.seen > 0
        seen = self.seen[met].astype(np.float64)
        return self.racks[met], self.worth[met] / (seen * THOUSAND), seen

    def take(
        self,
        values: TrainedValues,
        boards: int,
        start: int,
        progress: Callable[[int], None] | None = None,
        executor: Any = None,
    ) -> None:
        """Take a number of boards, from the games from number ``start`` on of players with these values.

        The boards, and the racks evaluated on each, depend on the seed and the number of the game alone.
        """
        if executor is None:
            weighed = self.weigh(values, boards, start)
        else:
            # As many boards as there are shares of the racks, so that each share recurs once.
            pieces = cut_pieces(pack_training(self.rules, self.seed, values), start, boards, SHARE)
            weighed = (one for part in in_order(executor, self.index, _weigh_piece, pieces) for one in part)
        for number, worths in weighed:
            self.boards += 1
            self.seen[number % SHARE :: SHARE] += 1
            self.worth[number % SHARE :: SHARE] += worths
            if progress is not None:
                progress(1)

    def weigh(self, values: TrainedValues, boards: int, start: int) -> Iterator[tuple[int, NDArray[np.int32]]]:
        """Yield (number of a game, worths of its share of the racks) for each of some boards."""
        match = KernelMatch.of_static(self.index, self.rules, self.seed, values)
        steps = np.array(leave_steps(values.stored.letters, values.stored.longest)).reshape(-1)
        leaves = values.thousandths.data, steps.data, values.stored.longest
        tables: list[Any] = []

        def work(some: slice) -> list[tuple[int, NDArray[np.int32]]]:
            try:
                census, squares = tables.pop()
            except IndexError:
                census, squares = match.finder.new_census(self.steps.data), match.finder.new_squares()
            found = []
            for number in range(some.start, some.stop):
                look()
                squares.set(grids[number])
                census.survey(squares, match.finder.both)
                racks = np.ascontiguousarray(self.racks[(first + number) % SHARE :: SHARE])
                worths = np.zeros(len(racks), np.int32)
                census.weigh(racks.reshape(-1).data, *leaves, worths.data)
                found.append((first + number, worths))
            tables.append((census, squares))
            return found

        step = 2 * self.threads * _BOARDS
        for first in range(start, start + boards, step):
            grids = self._boards(match, first, min(step, start + boards - first))
            bounds = [*range(0, len(grids), _BOARDS), len(grids)]
            chunks = [slice(low, high) for low, high in pairwise(bounds)]
            for part in run_in_threads(work, chunks, self.threads):
                yield from part

    def _boards(self, match: KernelMatch, first: int, boards: int) -> list[bytes]:
        """Return one board of each of these games."""
        grids = []
        for games in match.play(boards, first, self.threads):
            for at in range(len(games)):
                grids.append(self._board(games, at))
        return grids

    def _board(self, games: PlayedGames, at: int) -> bytes:
        """Return the board of a game whose number of tiles left is nearest to the one that is due."""
        low, high, step = _LEFT
        wanted = low + (games.first + at) * step % (high - low)
        turns = games.turns_of(at)
        left = sum(self.rules.distribution)
        grid = bytearray(self.rules.layout.rows * self.rules.layout.columns)
        best, chosen = None, bytes(grid)
        for turn in turns:
            if turn["kind"] != PLACEMENT:
                continue
            self._lay(grid, turn)
            left -= int(turn["played"])
            distance = abs(left - wanted)
            if best is None or distance < best:
                best, chosen = distance, bytes(grid)
        return chosen

    def _lay(self, grid: bytearray, turn: Any) -> None:
        """Put the tiles of a turn on the squares."""
        columns = self.rules.layout.columns
        square = int(turn["row"]) * columns + int(turn["column"])
        step = columns if turn["down"] else 1
        for tile in turn["tiles"][: int(turn["played"])].tolist():
            while grid[square]:
                square += step
            grid[square] = tile


def _weigh_piece(index: Index, packed: bytes, start: int, boards: int) -> list[tuple[int, NDArray[np.int32]]]:
    """Evaluate racks on some boards, in a worker."""
    rules, seed, values = unpack_training(index, packed)
    return list(_census_of(index, rules, seed).weigh(values, boards, start))


@lru_cache(maxsize=2)
def _census_of(index: Index, rules: Rules, seed: int) -> RackCensus:
    return RackCensus(index, rules, seed, 1)


# -- pieces for workers -----------------------------------------------------------------------------------


def pack_training(rules: Rules, seed: int, values: TrainedValues) -> bytes:
    """Return the data that all pieces of a round share. About 1 MB for English."""
    stored = values.stored
    table = stored.letters, stored.longest, stored.scale, stored.values
    return pickle.dumps((pickle.dumps((rules, seed)), zlib.compress(pickle.dumps(table), 1)))


def cut_pieces(packed: bytes, start: int, number: int, size: int) -> Iterator[tuple[Any, ...]]:
    """Yield (packed, first, number) of each piece of ``size`` games or boards from ``start`` on."""
    for first in range(start, start + number, size):
        yield packed, first, min(size, start + number - first)


def unpack_training(index: Index, packed: bytes) -> tuple[Rules, int, TrainedValues]:
    """Return (rules, seed, values) of a round, in a worker; the same objects for all pieces."""
    game, table = pickle.loads(packed)
    rules, seed = _game_of(game)
    return rules, seed, _values_of(index, table)


@lru_cache(maxsize=4)
def _game_of(packed: bytes) -> tuple[Rules, int]:
    rules, seed = pickle.loads(packed)
    return rules, seed


@lru_cache(maxsize=2)
def _values_of(index: Index, packed: bytes) -> TrainedValues:
    return TrainedValues(StoredLeaves(*pickle.loads(zlib.decompress(packed))), index.alphabet)


#: Ways to evaluate racks.
METHODS: Final = ("census", "self-play")
#: Default number of games of each round: many are useless before leaves are roughly known.
GAMES: Final = (20_000, 60_000, 120_000)
#: Default number of boards of each round.
BOARDS: Final = (96, 128, 256, 1200)
#: Method -> number of games or boards from which own values are as strong as those of another list with the same tiles,
#: and from which they are as strong as Gordon's heuristics (docs/leaves.md).
ENOUGH: Final = {"census": (60, 4), "self-play": (20_000, 2_000)}
#: Share of the time of each round.
_SHARES: Final = (0.06, 0.08, 0.16, 0.7)
#: Method -> minimum number of games or boards of a thread between two checks of the deadline.
_AT_ONCE: Final = {"census": 1, "self-play": 64}
#: Seconds of one thread, as measured on one core of a server: for each rack of a board and for a game; for each leave,
#: and for each leave of each rack, when values are computed; and at least.
_RACK_SECONDS: Final = 1e-7
_GAME_SECONDS: Final = 0.0014
_LEAVE_SECONDS: Final = 2.2e-7
_SPLIT_SECONDS: Final = 1e-8
_LEAST_SECONDS: Final = 0.002
#: Maximum number of leaves by which the pace of a machine is measured.
_MEASURED: Final = 200_000
#: A census whose values take more than this share of the time to compute does not fit in it.
_LEARNING: Final = 1 / 3
#: Maximum time of a training in minutes: a week.
MOST_MINUTES: Final = 10_080
#: Steps of a point in stored values: +-131 points.
SCALE: Final = 250
#: Number of tiles of the longest leave, however large racks are.
LONGEST: Final = 6
#: Maximum number of values in a file, 1.5 MB: those of longer leaves are predicted.
_MOST_STORED: Final = 750_000
#: Method -> weight of the prediction from smaller leaves, in racks seen: the variance of one rack's worth over that
#: of the prediction's error, both measured on English. A census evaluates all racks on the same boards, so that
#: their errors are alike.
DOUBT: Final = {"census": 20.0, "self-play": 200.0}
#: Number of games whose turns are buffered before they are counted.
_GAMES: Final = 20_000
#: Number of leaves whose values are computed together: their arrays fit the processor's cache.
_LEAVES: Final = 1 << 15
#: Number of games of a piece for a worker.
_PIECE: Final = 64


@dataclass
class Training:
    """Leave values being trained: each :meth:`round` learns once, ``values`` are the current ones."""

    index: Index
    rules: Rules
    seed: int = 1
    threads: int | None = None
    method: str = "self-play"
    executor: Any = None
    #: Number of games or boards of the rounds so far.
    rounds: list[int] = field(default_factory=list)
    values: TrainedValues = field(init=False)

    def __post_init__(self) -> None:
        self.longest = _longest_leave(self.rules)
        count = leave_count(len(self.rules.alphabet), self.longest)
        if self.method == "census" and not can_count(self.rules):
            raise PositionError("too many racks for a census", place="method", remedy="train by self-play")
        is_census = self.method == "census"
        self._racks: RackCensus | _Racks = (
            RackCensus(self.index, self.rules, self.seed, self.threads) if is_census else _Racks(self.rules.rack_size)
        )
        #: Time that values took to be computed, over the expected time.
        self._slowness = 1.0
        self._store(np.zeros(count))

    def round(self, number: int, progress: Callable[[int], None] | None = None) -> None:
        """Evaluate racks in this number of games, or on this number of boards, and learn new values.

        ``progress``: called with the number since its last call. About 1.2 ms a game and thread, 0.4 s a board.
        """
        self._take(iter((number, 0)).__next__, progress)

    def round_until(self, stop: float, progress: Callable[[int], None] | None = None) -> None:
        """Play a round that has learned by this time, with at least a few games or boards."""
        begun, least = monotonic(), _AT_ONCE[self.method] * (self.threads or 1)
        taken = 0

        def more() -> int:
            nonlocal taken
            now = monotonic()
            # Half of what fits in the rest of the time, again and again: the pace may change.
            left = (stop - now - self.learning_seconds()) * taken / max(now - begun, 1e-9)
            some = least if not taken else max(least, int(left / 2)) if left >= least else 0
            taken += some
            return some

        self._take(more, progress)

    def measure_pace(self) -> None:
        """Measure how fast this machine computes values, with the smaller leaves."""
        letters = len(self.rules.alphabet)
        longest = _longest_up_to(_MEASURED, letters, self.longest)
        count, bag = leave_count(letters, longest), np.array(self.rules.distribution[: letters + 1], np.int64)
        begun = monotonic()
        _drawn_to_smaller(np.zeros(count), np.zeros(count), bag, longest, 1.0)
        self._slowness = max(1.0, (monotonic() - begun) / (_LEAST_SECONDS + _LEAVE_SECONDS * count))

    def learning_seconds(self) -> float:
        """Return the time that values take to be computed from the racks so far, of this round or the one before."""
        return self._slowness * _learning_seconds(self.rules, self.longest, self._racks.number)

    def _take(self, more: Callable[[], int], progress: Callable[[int], None] | None) -> None:
        """Play games or take boards, as many at a time as ``more`` returns, until it returns 0; then learn."""
        start = sum(self.rounds)
        taken = 0
        match = KernelMatch.of_static(self.index, self.rules, self.seed, self.values)
        self._racks.forget()
        while some := more():
            if isinstance(self._racks, RackCensus):
                self._racks.take(self.values, some, start + taken, progress, self.executor)
            else:
                for games in self._games(match, some, start + taken):
                    self._racks.add(games)
                    if progress is not None:
                        progress(len(games))
            taken += some
        self.rounds.append(taken)
        expected, begun = _learning_seconds(self.rules, self.longest, self._racks.number), monotonic()
        self._learn(*self._racks.means())
        self._slowness = (monotonic() - begun) / expected

    def _games(self, match: KernelMatch, number: int, start: int) -> Iterator[PlayedGames]:
        """Yield games of players with the current values, some at a time."""
        if self.executor is None:
            return match.play(number, start, self.threads)
        pieces = cut_pieces(pack_training(self.rules, self.seed, self.values), start, number, _PIECE)
        return in_order(self.executor, self.index, _play_piece, pieces)

    def _learn(self, racks: NDArray[np.uint8], means: NDArray[np.float64], seen: NDArray[np.float64]) -> None:
        """Compute new values from racks, their mean worths and the times they were seen."""
        letters = len(self.rules.alphabet)
        steps = leave_steps(letters, self.longest)
        bag = np.array(self.rules.distribution[: letters + 1], np.int64)
        sums = LeaveSums(steps.reshape(-1).data, self.longest, bag.data, leave_count(letters, self.longest))
        size = self.rules.rack_size
        for first in range(0, len(means), 1 << 16):
            look()
            some = slice(first, first + (1 << 16))
            sums.add(racks[some].reshape(-1).data, size, means[some].data, seen[some].data)
        weights, worths, doubts = sums.weights, sums.worths, sums.doubts
        if not weights[0]:
            return  # no full rack was ever seen
        found = np.divide(worths, weights, out=np.zeros_like(worths), where=weights > 0) - worths[0] / weights[0]
        support = np.divide(weights**2, doubts, out=np.zeros_like(worths), where=doubts > 0)
        self._store(_drawn_to_smaller(found, support, bag, self.longest, DOUBT[self.method]))

    def _store(self, values: NDArray[np.float64]) -> None:
        steps = np.clip(np.rint(values * SCALE), -(1 << 15) + 1, (1 << 15) - 1).astype(np.int16)
        letters = len(self.rules.alphabet)
        made = {
            "method": self.method,
            "games": sum(self.rounds),
            "rounds": list(self.rounds),
            "seed": self.seed,
            "layout": self.rules.layout.name,
            "list": self.index.file.provenance.get("sha256"),
            "rack_size": self.rules.rack_size,
            "tool": f"lexkit {__version__}",
        }
        self.values = TrainedValues(StoredLeaves(letters, self.longest, SCALE, steps, made), self.rules.alphabet)


def _longest_leave(rules: Rules) -> int:
    """Return the number of tiles of the longest leaves. Raises PositionError if no values can be trained."""
    longest = max(1, min(LONGEST, rules.rack_size - 1))
    count = leave_count(len(rules.alphabet), longest)
    if count > MAX_LEAVE_VALUES:
        raise PositionError("too many leaves", expected=f"at most {MAX_LEAVE_VALUES:,}", found=f"{count:,}")
    if not any(rules.distribution):
        raise PositionError("the alphabet has no tiles to play with", place=f"alphabet {rules.alphabet.name}")
    return longest


def _learning_seconds(rules: Rules, longest: int, racks: int) -> float:
    """Return how long values take to be computed from a number of racks."""
    splits = sum([comb(rules.rack_size, kept) for kept in range(longest + 1)])
    leaves = leave_count(len(rules.alphabet), longest)
    return _LEAST_SECONDS + _LEAVE_SECONDS * leaves + _SPLIT_SECONDS * splits * racks


class TrainingPlan(NamedTuple):
    """A training before it begins.

    Attributes:
        method: ``census`` or ``self-play``.
        rounds: Number of boards or games of each round; empty for a training by time.
        seconds: Expected time on threads of this machine.
        size: Bytes that the values add to a file.
    """

    method: str
    rounds: tuple[int, ...]
    seconds: float
    size: int


def plan_training(
    rules: Rules,
    *,
    method: str | None = None,
    rounds: Sequence[int] | None = None,
    minutes: float | None = None,
    threads: int | None = None,
    writing: float = 0.0,
) -> TrainingPlan:
    """Return what :func:`train` does with the same arguments; ``writing``: seconds that it leaves over.

    Raises the errors of :func:`train`.
    """
    longest, threads = _longest_leave(rules), count_threads(threads)
    racks = count_racks(rules.distribution, rules.rack_size) if can_count(rules) else 0
    learning = _learning_seconds(rules, longest, racks)
    if method is None:
        in_time = minutes is None or len(_SHARES) * learning <= _LEARNING * (60 * minutes - writing)
        method = "census" if racks and in_time else "self-play"
    if method not in METHODS:
        raise QueryError("no such method of training", expected=" or ".join(METHODS), found=show_value(method))
    if method == "census" and not racks:
        raise PositionError("too many racks for a census", place="method", remedy="train by self-play")
    letters = len(rules.alphabet)
    size = 2 * leave_count(letters, _longest_up_to(_MOST_STORED, letters, longest))
    if minutes is not None:
        fewest = racks // SHARE if method == "census" else 0
        least = _learning_seconds(rules, longest, fewest) + writing
        if 60 * minutes < least:
            expected = f"at least {ceil(least / 0.6) / 100:g}"
            raise QueryError("too little time to train", place="minutes", expected=expected, found=f"{minutes:g}")
        return TrainingPlan(method, (), 60 * minutes, size)
    usual = BOARDS if method == "census" else GAMES
    units = tuple([require_whole(one, "round of training", 1) for one in rounds]) if rounds is not None else usual
    each = _RACK_SECONDS * racks if method == "census" else _GAME_SECONDS
    return TrainingPlan(method, units, sum(units) * each / threads + len(units) * learning + writing, size)


def train(
    index: Index,
    rules: Rules,
    *,
    method: str | None = None,
    rounds: Sequence[int] | None = None,
    minutes: float | None = None,
    seed: int = 1,
    threads: int | None = None,
    executor: Any = None,
    progress: Callable[[int], None] | None = None,
    writing: float = 0.0,
) -> StoredLeaves:
    """Train leave values for a lexicon and rules, at most 1.5 MB of them; those of longer leaves are predicted.

    ``method``: ``census`` or ``self-play``, by default a census if there are few enough racks for it, and time;
    ``rounds``: boards or games of each; ``minutes``: train for this time instead, less the seconds ``writing``. The
    same seed and rounds give the same values, with any number of ``threads`` (by default one for each processor), and
    by any ``executor``. Raises PositionError if the alphabet has no distribution or too many letters, and QueryError
    for an unknown method or too little time.
    """
    begun, threads = monotonic(), count_threads(threads)
    plan = plan_training(rules, method=method, rounds=rounds, minutes=minutes, threads=threads, writing=writing)
    training = Training(index, rules, seed, threads, plan.method, executor)
    if minutes is None:
        for number in plan.rounds:
            training.round(number, progress)
        return _shorten(training.values.stored)
    training.measure_pace()
    stop = begun + plan.seconds - writing
    for number in range(len(_SHARES)):
        now, learning = monotonic(), training.learning_seconds()
        if number and stop - now <= learning:
            break
        # At least half of the time is for games: there are fewer rounds if values take long to be computed.
        left = len(_SHARES) - number
        shares = _SHARES[-max(1, min(left, int((stop - now) / (2 * learning)))) :]
        playing = (stop - now - len(shares) * learning) * shares[0] / sum(shares)
        training.round_until(now + playing + learning if len(shares) > 1 else stop, progress)
        if len(shares) == 1:
            break
    return _shorten(training.values.stored)


def _shorten(stored: StoredLeaves) -> StoredLeaves:
    """Return the values that a file keeps."""
    return stored.shortened(_longest_up_to(_MOST_STORED, stored.letters, stored.longest))


def _longest_up_to(count: int, letters: int, longest: int) -> int:
    """Return the number of tiles, at most ``longest``, of which there are at most this many leaves; at least 1."""
    while longest > 1 and leave_count(letters, longest) > count:
        longest -= 1
    return longest


def _play_piece(index: Index, packed: bytes, first: int, games: int) -> PlayedGames:
    """Play some games, in a worker."""
    rules, seed, values = unpack_training(index, packed)
    (played,) = KernelMatch.of_static(index, rules, seed, values).play(games, first, 1)
    return played


class _Racks:
    """Full racks of turns while the bag had tiles, and the worth of each turn."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.forget()

    def forget(self) -> None:
        """Start over, for other leave values."""
        size = self.size
        self.keys: NDArray[np.void] = np.zeros(0, f"V{size}")
        self.seen = np.zeros(0, np.int64)
        self.worth = np.zeros(0, np.int64)
        self._waiting: list[tuple[NDArray[np.uint8], NDArray[np.int64]]] = []
        self._games = 0

    @property
    def number(self) -> int:
        """Number of racks that were evaluated; those of the last games count as often as they were."""
        return len(self.keys) + sum([len(worths) for _, worths in self._waiting])

    def add(self, games: PlayedGames) -> None:
        """Record the turns of some games."""
        turns: Any = games.turns
        turns = turns[(turns["held"] == self.size) & (turns["bag"] > 0) & (turns["kind"] != PASS)]
        self._waiting.append((turns["rack"][:, : self.size].copy(), turns["worth"].astype(np.int64)))
        self._games += len(games)
        if self._games >= _GAMES:
            self._count()

    def _count(self) -> None:
        """Count the buffered turns, each rack once."""
        if not self._waiting:
            return
        racks, worths = (np.concatenate(parts) for parts in zip(*self._waiting, strict=True))
        self._waiting, self._games = [], 0
        keys = np.concatenate([self.keys, np.ascontiguousarray(racks).view(f"V{self.size}")[:, 0]])
        seen = np.concatenate([self.seen, np.ones(len(worths), np.int64)])
        worth = np.concatenate([self.worth, worths])
        columns = keys.view(np.uint8).reshape(-1, self.size)
        order = np.lexsort(columns.T)
        columns = columns[order]
        new = np.concatenate([[True], (columns[1:] != columns[:-1]).any(axis=1)]) if len(order) else np.zeros(0, bool)
        starts = np.flatnonzero(new)
        self.keys = keys[order][starts]
        self.seen, self.worth = (np.add.reduceat(column[order], starts) for column in (seen, worth))

    def means(self) -> tuple[NDArray[np.uint8], NDArray[np.float64], NDArray[np.float64]]:
        """Return (racks, mean worth in points, times seen): uint8 of shape (racks, size), float64, float64."""
        self._count()
        racks = self.keys.view(np.uint8).reshape(-1, self.size)
        return racks, self.worth / (self.seen * THOUSAND), self.seen.astype(np.float64)


def _drawn_to_smaller(
    found: NDArray[np.float64], support: NDArray[np.float64], bag: NDArray[np.int64], longest: int, doubt: float
) -> NDArray[np.float64]:
    """Return the values, each shrunk towards a prediction from smaller leaves; 0 for impossible leaves.

    The fewer racks a leave was in, the more it is shrunk. If f(L) is a sum over the tiles of L and over their
    pairs, and S and T are the sums of f over L less one tile and less two, then f(L) = 2 S / (n - 1) - 2 T / ((n -
    1) (n - 2)) for n > 2 tiles. For two tiles it is S, for one 0.
    """
    kinds = len(bag)
    steps = leave_steps(kinds - 1, longest)
    values = np.zeros_like(found)
    for size in range(1, longest + 1):
        leaves = _leaves_of(kinds, size)
        for first in range(0, leaves.shape[1], _LEAVES):
            look()
            some = leaves[:, first : first + _LEAVES]
            tiles = some[:, _are_drawn(some, bag)].astype(np.intp) + 1
            places = sum(steps[at][row] for at, row in enumerate(tiles))
            expected = _expected_of(values, tiles, steps)
            weight = support[places]
            values[places] = (weight * found[places] + doubt * expected) / (weight + doubt)
    return values


def _leaves_of(kinds: int, size: int) -> NDArray[np.uint8]:
    """Return all multisets of ``size`` tiles, each descending, as columns: uint8, shape (size, leaves)."""
    leaves = np.arange(kinds, dtype=np.uint8)[None, :]
    for _ in range(1, size):
        look()
        # Each leave is followed by every tile up to its last one.
        ways = leaves[-1].astype(np.intp) + 1
        ends = np.cumsum(ways)
        last = np.arange(ends[-1]) - np.repeat(ends - ways, ways)
        leaves = np.vstack([np.repeat(leaves, ways, axis=1), last.astype(np.uint8)])
    return leaves


def _are_drawn(leaves: NDArray[np.uint8], bag: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return whether the bag has the tiles of each leave, a column of tiles."""
    copies = np.ones(leaves.shape[1], np.int64)
    drawn: NDArray[np.bool_] = copies <= bag[leaves[0]]
    for before, tiles in pairwise(leaves):
        copies = np.where(tiles == before, copies + 1, 1)
        drawn &= copies <= bag[tiles]
    return drawn


def _expected_of(values: NDArray[np.float64], tiles: NDArray[np.intp], steps: NDArray[np.int64]) -> Any:
    """Return the predictions of leaves, columns of tile numbers plus 1, from the values of smaller ones."""
    size = len(tiles)
    if size == 1:
        return np.zeros(tiles.shape[1])
    # Addends of each tile to a place: as it is, after one tile was left out, and after two.
    here, after, behind = ([steps[at - out][tiles[at]] for at in range(size)] for out in range(3))
    heads = [np.zeros(tiles.shape[1], np.int64)]
    for step in here:
        heads.append(heads[-1] + step)
    tails, ends = heads[:1], heads[:1]
    for at in range(size - 1, 0, -1):
        tails = [tails[0] + after[at], *tails]
        ends = [ends[0] + behind[at], *ends]
    ones = sum(values[heads[at] + tails[at]] for at in range(size))
    if size == 2:
        return ones
    twos = np.zeros(tiles.shape[1])
    for one in range(size):
        middle = heads[one]
        for two in range(one + 1, size):
            twos += values[middle + ends[two]]
            middle = middle + after[two]
    return 2 * ones / (size - 1) - 2 * twos / ((size - 1) * (size - 2))
