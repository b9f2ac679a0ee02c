"""Playability: the points that a player would lose over many games by not knowing a word.

Two static players who know all words play games. Each word that the best choice of a turn forms is credited with the
worth of that choice, less the worth of the best choice that does not form the word: what a player without the word
would lose there. The credits of all turns, divided by the number of games, are the word's playability. John O'Laughlin
published the idea in 2007. All values here are in points per 1,000 games, that is thousandths of a point a game.

Personal playability asks the same of a player who knows only some words. The games are the same; in each turn that
player makes the best choice of known words only, and an unknown word is credited with what the best choice of known
words and this one is worth more. So the credit of a word is what learning it adds. A class of anagrams is credited for
choices whose unknown words all belong to it. If only one word is unknown, both definitions agree.

The kernel is ``runtime/game/kernels/word_credits.py``. Sums are whole numbers, so that the same seed gives the same
values on any number of workers, and a run can be continued.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from hashlib import sha256
from itertools import chain
from os import PathLike
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lexkit.base.checks import require_whole
from lexkit.base.errors import CorruptFileError, QueryError, TimeLimitError, show_value
from lexkit.base.time_limits import count_threads, look, within
from lexkit.formats.columns_section import StoredColumn
from lexkit.formats.constants import ALPHABET, GADDAG
from lexkit.formats.playability_sums import pack_sums, read_sums
from lexkit.runtime.game.bag import Bag
from lexkit.runtime.game.judge import core_of
from lexkit.runtime.game.many_positions import run_in_threads
from lexkit.runtime.game.rules import Rules
from lexkit.runtime.words.memory_limits import require_few
from lexkit.runtime.words.tile_sums import alphagram_keys
from lexkit.runtime.words.words import Words, all_words, are_of_one_lexicon
from lexkit.runtime.workers.pieces_of_work import in_order

from .autoplay.kernel_games import KernelMatch, Table
from .candidates import PASS_WORTH
from .leave_training import cut_pieces, pack_training, unpack_training
from .leaves import TrainedValues, trained_values

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index, LexiconLike
    from lexkit.runtime.words.listing import Listing

#: Default number of games: 12 minutes on one core.
GAMES: Final = 200_000
#: Maximum number of games of all runs together.
MOST_GAMES: Final = 1_000_000_000
#: Names of the columns in a file: the values and their standard errors.
COLUMN: Final = "playability"
ERROR_COLUMN: Final = "playability_error"
#: Decimals of values in columns.
_DECIMALS: Final = 2
#: Bytes a word for sums, values and the tables of a thread.
_PER_WORD: Final = 128
#: Kinds of credits, as the kernel numbers them.
_MAIN, _, _ANAGRAMS = range(3)
#: Number of games of a piece for a thread, and for a worker.
_GAMES: Final = 64
_PIECE: Final = 256


class Credits(NamedTuple):
    """Credits of some games: int64, two columns, a rank or the number of a class of anagrams, and a credit.

    ``main``: of main words; ``words``: of all words, one row for each word of a game; ``classes``: of classes of
    anagrams, likewise.
    """

    games: int
    main: NDArray[np.int64]
    words: NDArray[np.int64]
    classes: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Playability:
    """Playability of all words of a lexicon, made by :func:`lexkit.playability`.

    Values are in points per 1,000 games. All arrays are read-only, float64, and have one entry for each word, by rank.

    Attributes:
        games: Number of games.
        seed: Seed of the games.
        values: Points that a player loses by not knowing each word.
        errors: Standard errors of the values; the value lies within 1.96 of them in 95% of all runs.
        main: Part of the values where the word was the main word of the play.
        cross: Part of the values where it was a cross-word.
        alphagrams: Value of knowing all unknown anagrams of each word, for personal playability; else None.
        alphagram_errors: Standard errors of these, or None.
    """

    core: Index
    games: int
    seed: int
    values: NDArray[np.float64]
    errors: NDArray[np.float64]
    main: NDArray[np.float64]
    cross: NDArray[np.float64]
    alphagrams: NDArray[np.float64] | None = None
    alphagram_errors: NDArray[np.float64] | None = None

    def __repr__(self) -> str:
        return f"<Playability: {len(self.values):,} words, {self.games:,} games, seed {self.seed}>"

    def __getitem__(self, word: str) -> float:
        """Return the value of a word. Raises QueryError for a word that the lexicon does not have."""
        rank = self.core.rank(word)
        if rank is None:
            raise QueryError("not a word of this lexicon", found=show_value(word))
        return float(self.values[rank])

    @cached_property
    def order(self) -> NDArray[np.int64]:
        """Ranks of all words, int64, the most playable first; of equal values, in the alphabet's order."""
        order: NDArray[np.int64] = np.argsort(-self.values, kind="stable").astype(np.int64)
        return order

    @property
    def words(self) -> Listing:
        """All words, the most playable first."""
        return all_words(self.core).sorted_by(-self.values)

    def columns(self) -> list[StoredColumn]:
        """Return the columns of a lexicon's file: values and standard errors. The order follows from the values."""
        return [
            StoredColumn.of_decimals(COLUMN, self.values, _DECIMALS, self.games),
            StoredColumn.of_decimals(ERROR_COLUMN, self.errors, _DECIMALS, self.games),
        ]


@dataclass
class PlayabilityRun:
    """Games played so far and the sums of their credits, in thousandths of a point; :meth:`play` adds games."""

    index: Index
    rules: Rules
    seed: int = 1
    #: Mask of the known words by rank, bool; None for playability in general.
    known: NDArray[np.bool_] | None = None
    games: int = 0
    #: By rank: all credits, those of main words, and the squares of a game's credits. int64.
    total: NDArray[np.int64] = field(init=False)
    main: NDArray[np.int64] = field(init=False)
    squares: NDArray[np.int64] = field(init=False)

    def __post_init__(self) -> None:
        require_few(all_words(self.index), _PER_WORD)
        Bag.from_rules(self.rules)  # an alphabet without tiles is refused
        self.leaves = trained_values(self.index)
        self._match = _CreditMatch(self.index, self.rules, self.seed, self.leaves, self.known)
        words = len(self.index)
        self.total, self.main, self.squares = (np.zeros(words, np.int64) for _ in range(3))
        classes = 0 if self.known is None else words
        self.class_total, self.class_squares = (np.zeros(classes, np.int64) for _ in range(2))

    def play(
        self,
        games: int,
        threads: int | None = None,
        executor: Any = None,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        """Play games after those played so far, and add their credits.

        If it is stopped, the games of all complete pieces count. ``progress``: called with the number of games since
        its last call.
        """
        if executor is None:
            played: Iterator[Credits] = self._match.play(games, self.games, count_threads(threads))
        else:
            packed = pack_training(self.rules, self.seed, self.leaves)
            known = None if self.known is None else np.packbits(self.known).tobytes()
            pieces = ((*piece, known) for piece in cut_pieces(packed, self.games, games, _PIECE))
            played = chain.from_iterable(in_order(executor, self.index, _play_piece, pieces))
        for some in played:
            np.add.at(self.main, some.main[:, 0], some.main[:, 1])
            for rows, total, squares in (
                (some.words, self.total, self.squares),
                (some.classes, self.class_total, self.class_squares),
            ):
                np.add.at(total, rows[:, 0], rows[:, 1])
                np.add.at(squares, rows[:, 0], rows[:, 1] ** 2)
            self.games += some.games
            if progress is not None:
                progress(some.games)

    def result(self) -> Playability:
        """Return the playability of all words by the games so far."""
        games = max(1, self.games)
        values, main = self.total / games, self.main / games
        cross = (self.total - self.main) / games
        arrays = [values, self._errors(self.total, self.squares), main, cross]
        if self.known is not None:
            classes = anagram_classes(self.index)
            arrays += [(self.class_total / games)[classes], self._errors(self.class_total, self.class_squares)[classes]]
        for array in arrays:
            array.flags.writeable = False
        return Playability(self.index, self.games, self.seed, *arrays)

    def describe(self) -> dict[str, Any]:
        """Return what decides the games and their credits, for a file with the sums."""
        data = self.index.file.sections.data
        leaves = self.leaves
        return {
            "words": sha256(bytes(data[ALPHABET]) + bytes(data[GADDAG])).hexdigest()[:32],
            "leave values": sha256(bytes([leaves.stored.longest]) + leaves.thousandths.tobytes()).hexdigest()[:32],
            "rules": repr(self.rules),
            "seed": self.seed,
        }

    def to_bytes(self) -> bytes:
        """Return the games and sums as the content of a file."""
        return pack_sums({"games": self.games, **self.describe()}, (self.total, self.main, self.squares))

    def restore(self, path: str | PathLike[str]) -> None:
        """Go on from the games and sums in a file.

        Raises StorageError if it cannot be read or has another run, CorruptFileError if it is damaged.
        """
        facts, arrays = read_sums(path, self.describe(), len(self.index))
        self.games = require_whole(facts.get("games"), "number of games", 0, MOST_GAMES, CorruptFileError)
        self.total, self.main, self.squares = arrays

    def _errors(self, total: NDArray[np.int64], squares: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the standard errors of means of all games, from sums and sums of squares."""
        games = max(1, self.games)
        means = total / games
        errors: NDArray[np.float64] = np.sqrt(np.maximum(squares / games - means**2, 0) / games)
        return errors


def playability(
    lexicon: LexiconLike,
    games: int = GAMES,
    *,
    seed: int = 1,
    known: Words | NDArray[np.bool_] | None = None,
    rules: Rules | None = None,
    threads: int | None = None,
    executor: Any = None,
    timeout: float | None = None,
    progress: Callable[[int], None] | None = None,
) -> Playability:
    """Compute the points that a player would lose by not knowing each word, from games of static players.

    Takes about 3 ms a game and core; 100,000 games give the order of the first thousands of words. Personal
    playability needs fewer games: each turn shows many words that the player does not know.

        lexkit.playability(lex, 100_000).words[:100]
        lexkit.playability(lex, 2_000, known=lex.search("length:2-4")).words[:50]

    Args:
        lexicon: The lexicon.
        games: Number of games.
        seed: Decides the games. The same seed gives the same values with any number of threads, by any executor.
        known: Words that a person knows, or a bool mask of them by rank. Values are then what learning each other
            word adds for that person.
        rules: By default those of the alphabet.
        threads: Number of threads, by default one for each processor.
        executor: A ``concurrent.futures`` executor or ``dask.distributed.Client`` to use instead of threads.
        timeout: Time limit in seconds, after which the games played so far count.
        progress: Called with the number of games since its last call.

    Returns:
        The values of all words.

    Raises:
        QueryError: The number of games is out of range, or the mask does not fit the lexicon.
        PositionError: The alphabet has no distribution, or the rules are those of WordSmog.
        TimeLimitError: The time was up before a game had ended, or a limit of the caller's.
    """
    index = core_of(lexicon)
    games = require_whole(games, "number of games", 1, MOST_GAMES)
    seed = require_whole(seed, "seed", 0)
    rules = Rules.from_alphabet(index.alphabet) if rules is None else rules
    run = PlayabilityRun(index, rules, seed, None if known is None else as_known(index, known))
    try:
        with within(timeout):
            run.play(games, threads, executor, progress)
    except TimeLimitError:
        if timeout is None or not run.games:
            raise
    return run.result()


def as_known(index: Index, known: Words | NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return known words as a mask by rank. Raises QueryError for words of another lexicon or a mask that is none."""
    words = len(index)
    if isinstance(known, Words):
        if not are_of_one_lexicon(known, all_words(index)):
            raise QueryError("the known words are of another lexicon", place="known")
        mask = np.zeros(words, np.bool_)
        mask[known.to_numpy()] = True
        return mask
    mask = np.asarray(known)
    if mask.dtype != np.bool_ or mask.shape != (words,):
        found = f"{mask.dtype} of shape {mask.shape}"
        raise QueryError("not a mask of known words", place="known", expected=f"bool of shape ({words},)", found=found)
    return mask.copy()


def anagram_classes(index: Index) -> NDArray[np.int64]:
    """Return the number of each word's class of anagrams, by rank, from 0."""
    return index.remember("classes of anagrams", _find_classes)


def _find_classes(index: Index) -> NDArray[np.int64]:
    look()
    _, classes = np.unique(alphagram_keys(all_words(index)), return_inverse=True)
    return classes.astype(np.int64).reshape(-1)


# -- games ------------------------------------------------------------------------------------------------


class _CreditTable(Table):
    """Table of one thread, with the credits of the games that it has played since the last :meth:`credits`."""

    def __init__(self, match: KernelMatch, known: NDArray[np.bool_] | None, classes: NDArray[np.int64] | None) -> None:
        self.marks = () if known is None or classes is None else (known.view(np.uint8).data, classes.data)
        self.rows: list[NDArray[np.int64]] = []
        super().__init__(match)

    def seat(self, match: KernelMatch, patience: int) -> list[Any]:
        worths = match.players[0]
        assert worths is not None  # the players are static
        player, self.finder = match.finder.new_credit_player(worths, PASS_WORTH, patience, *self.marks)
        return [player]

    def call(self, first: int, games: int, numbers: int, room: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        ends, held, turns = super().call(first, games, numbers, room)
        rows = self.finder.take()
        # The turns of a game that was not finished come after all others; it is played again.
        stops = np.cumsum(ends[ends[:, 0] >= 0, 0])
        rows = rows[rows[:, 0] < (stops[-1] if len(stops) else 0)]
        rows[:, 0] = first + np.searchsorted(stops, rows[:, 0], "right")
        self.rows.append(rows)
        return ends, held, turns

    def credits(self, first: int, games: int) -> Credits:
        """Play games and return their credits."""
        self.rows.clear()
        self.play(first, games)
        rows = np.concatenate(self.rows)
        words = rows[rows[:, 1] != _ANAGRAMS]
        classes = rows[rows[:, 1] == _ANAGRAMS]
        return Credits(games, rows[rows[:, 1] == _MAIN, 2:], _sum_by_game(words), _sum_by_game(classes))


def _sum_by_game(rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return (rank or class, sum of its credits) of each game: int64, two columns."""
    rows = rows[np.lexsort((rows[:, 2], rows[:, 0]))]
    starts = np.flatnonzero(np.any(rows[1:, [0, 2]] != rows[:-1, [0, 2]], axis=1)) + 1
    starts = np.concatenate([[0], starts])[: len(rows)].astype(np.intp)
    return np.stack([rows[starts, 2], np.add.reduceat(rows[:, 3], starts) if len(rows) else rows[:, 3]], axis=1)


class _CreditMatch:
    """Games whose words are credited, for any number of threads."""

    def __init__(
        self, index: Index, rules: Rules, seed: int, values: TrainedValues, known: NDArray[np.bool_] | None
    ) -> None:
        self.match = KernelMatch.of_static(index, rules, seed, values)
        self.known = known
        self.classes = None if known is None else anagram_classes(index)
        # Refuse WordSmog before anything is played.
        self.tables = [_CreditTable(self.match, self.known, self.classes)]

    def play(self, games: int, first: int, threads: int) -> Iterator[Credits]:
        """Yield the credits of games from number ``first`` on, in order, some games at a time."""

        def play_some(some: slice) -> Credits:
            look()
            try:
                table = self.tables.pop()
            except IndexError:
                table = _CreditTable(self.match, self.known, self.classes)
            credits = table.credits(some.start, some.stop - some.start)
            self.tables.append(table)
            return credits

        stop = first + games
        for start in range(first, stop, 4 * threads * _GAMES):
            end = min(stop, start + 4 * threads * _GAMES)
            chunks = [slice(at, min(end, at + _GAMES)) for at in range(start, end, _GAMES)]
            yield from run_in_threads(play_some, chunks, min(threads, len(chunks)))


def _play_piece(index: Index, packed: bytes, first: int, games: int, known: bytes | None) -> list[Credits]:
    """Play some games, in a worker."""
    return list(_match_of(index, packed, known).play(games, first, 1))


@lru_cache(maxsize=2)
def _match_of(index: Index, packed: bytes, known: bytes | None) -> _CreditMatch:
    mask = None
    if known is not None:
        mask = np.unpackbits(np.frombuffer(known, np.uint8), count=len(index)).view(np.bool_)
    return _CreditMatch(index, *unpack_training(index, packed), mask)
