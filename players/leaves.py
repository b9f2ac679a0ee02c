"""Leave values: the worth of the tiles kept, in points.

They follow the three Rack Heuristics of Gordon (1994, Table VI), which describes how they are built, but gives no
numbers: Rack Heuristic 1 estimates the utility of each letter, 2 has "an additional factor to discourage keeping
duplicate letters", 3 "another factor to encourage a balance between vowels and consonants". Here the value of a leave
is

    the sum of its tiles' values                                                  heuristic-1
    + ``duplicate`` for each letter beyond the first of its kind                  heuristic-2
    + ``balance`` for each vowel or consonant more than the others, beyond one    heuristic-3

The numbers, in ``lexicons/leaves/``, are measured in games of greedy players: how many more points the next play scored
for keeping a tile instead of drawing one, by least squares (``benchmarks/leave_values.py`` measures them for any list
and alphabet). They look one turn ahead and ignore the board; players of 1992 had other numbers.

Blanks are not duplicates of each other, and neither vowels nor consonants.

Trained values are a number for every leave. :func:`trained_values` decides which a lexicon uses, and
:attr:`TrainedValues.origin` says so:

1. those in its own file, also if they were written after it was opened;
2. those shipped for its list, if it is a bundled one;
3. those shipped for another list with the same tiles: the bundled one, or a free dictionary of the language;
4. a table of Heuristic 3: with the letters as measured, if a list of this language was, else with one value for all.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lexkit import lexicons
from lexkit.base.errors import AlphabetError, LexkitError
from lexkit.base.time_limits import look
from lexkit.formats.alphabet import Alphabet
from lexkit.formats.leaves_section import StoredLeaves, leave_count, leave_steps, open_leaves
from lexkit.formats.packed_lexicon import open_lexicon
from lexkit.formats.tile import BLANK as BLANK_MARK
from lexkit.runtime.automaton.index import file_state
from lexkit.runtime.game.rack import Rack, as_rack
from lexkit.runtime.game.rules import Rules

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index, LexiconLike
    from lexkit.runtime.game.layout import Layout
    from lexkit.runtime.game.move_finder import Worths

#: Worth of a point: worths are whole thousandths, so that sums compare alike on every machine and in kernels.
THOUSAND: Final = 1000
#: The names of Gordon's three heuristics.
HEURISTICS: Final = ("heuristic-1", "heuristic-2", "heuristic-3")
#: Method of a table whose values nobody trained.
HEURISTIC: Final = "heuristic"
#: Origin of values that were trained for the list itself.
OWN: Final = "the list itself"
#: Steps of a point in a table of heuristic values.
_SCALE: Final = 100
#: Maximum number of leaves in a table of heuristic values.
_MOST_HEURISTIC: Final = 1 << 24


class Leaves(NamedTuple):
    """Leaves of all plays from one rack.

    The index of a play is the sum of ``weights`` of its tile bytes: 0 plays nothing, the last index everything.

    Attributes:
        weights: Addend of each tile byte to the index.
        values: Values of the leaves, by index.
        used: Number of tiles played, by index.
        played: Number of tiles played of each of ``kinds``, by index.
        kinds: Tile numbers of the rack.
    """

    weights: NDArray[np.uint16]
    values: NDArray[np.float64]
    used: NDArray[np.int64]
    kinds: NDArray[np.int64]
    played: NDArray[np.int64]

    def of_plays(self, tiles: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Return the value of the leave of each play, float64, shape (plays,).

        Args:
            tiles: Rows of tile bytes padded with 0, as in :meth:`lexkit.Moves.to_numpy`.
        """
        values: NDArray[np.float64] = self.values[self.weights[tiles].sum(axis=1, dtype=np.intp)]
        return values

    def tiles(self, index: int) -> bytes:
        """Return the tile numbers that a play takes from the rack.

        Args:
            index: Index of the play.
        """
        return bytes(np.repeat(self.kinds, self.played[index]).astype(np.uint8))


class LeaveValues(ABC):
    """Values of leaves in one alphabet: ``values.of("ERS")``."""

    alphabet: Alphabet

    def of(self, leave: Rack | str) -> float:
        """Return the value of one leave, in points.

        Args:
            leave: The tiles.
        """
        counts = np.frombuffer(as_rack(leave, self.alphabet).counts, np.uint8).astype(np.int64)
        return float(self.of_counts(counts[None, :], np.arange(64))[0])

    def leaves(self, rack: Rack) -> Leaves:
        """Return the values of all leaves of a rack: 128 for seven different tiles.

        About 20 us, or 1 us if the rack is cached.

        Args:
            rack: The rack.
        """
        return _list_leaves(self, rack.counts)

    @abstractmethod
    def of_counts(self, counts: NDArray[np.int64], kinds: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the value of each row of counts.

        Args:
            counts: Number of each tile, one row for each leave.
            kinds: Tiles of the columns, ascending.
        """


class HeuristicValues(LeaveValues):
    """Values of a heuristic.

    ``letters``: values by label, with ``?`` for the blank; missing letters are worth 0. Raises AlphabetError for a
    label that the alphabet lacks.
    """

    def __init__(
        self, alphabet: Alphabet, letters: Mapping[str, float], duplicate: float = 0.0, balance: float = 0.0
    ) -> None:
        self.alphabet = alphabet
        self.letters = np.zeros(64)
        for label, value in letters.items():
            number = 0 if label == BLANK_MARK else alphabet.number(label)
            if number is None:
                expected = f"letters of the {alphabet.name} alphabet, and {BLANK_MARK}"
                raise AlphabetError("the leave value is for an unknown tile", expected=expected, found=repr(label))
            self.letters[number] = value
        self.duplicate = duplicate
        self.balance = balance
        self._repeats = np.ones(64)
        self._repeats[0] = 0
        kinds = [0, *(1 if tile.vowel else -1 for tile in alphabet.tiles)]
        self._vowels = np.array(kinds + [0] * (64 - len(kinds)))

    @classmethod
    def named(cls, heuristic: str, alphabet: Alphabet) -> HeuristicValues:
        """Return the values of a heuristic, as measured for an alphabet.

        In an alphabet whose letters were not measured, each letter has the mean value of the English ones, and
        there is no balance if no letter is marked as a vowel. Raises AlphabetError for an unknown heuristic.
        """
        if heuristic not in HEURISTICS:
            raise AlphabetError("no such heuristic", expected=", ".join(HEURISTICS), found=repr(heuristic))
        data = _measured(alphabet)
        known, measured = lexicons.alphabet(data["alphabet"]), data[heuristic]
        letters, balance = measured["letters"], measured.get("balance", 0.0)
        if not lexicons.same_language(alphabet, known.name):
            counts = [tile.count for tile in known.tiles]
            mean = float(np.average([letters[label] for label in known.labels], weights=counts))
            letters = {BLANK_MARK: letters[BLANK_MARK], **dict.fromkeys(alphabet.labels, mean)}
            balance = balance if any(tile.vowel for tile in alphabet.tiles) else 0.0
        return cls(alphabet, letters, measured.get("duplicate", 0.0), balance)

    def table(self) -> StoredLeaves:
        """Return the values of all leaves as a table, for kernels. 0.1 s for English."""
        longest = _longest_leave(self.alphabet)
        # Leaves in the order of their places: tiles descending, -1 for none. Each column extends the ones before it.
        last = np.full(1, len(self.alphabet), np.int8)
        points, vowels = np.zeros(1, np.float32), np.zeros(1, np.int8)
        for column in range(longest):
            look()
            ways = last.astype(np.int64) + 2
            starts = np.repeat(np.cumsum(ways) - ways, ways)
            tile = (np.arange(len(starts)) - starts - 1).astype(np.int8)
            held = tile >= 0
            points = np.repeat(points, ways) + np.where(held, self.letters[tile], 0).astype(np.float32)
            if column:
                points += np.float32(self.duplicate) * ((np.repeat(last, ways) == tile) & (tile > 0))
            vowels = np.repeat(vowels, ways) + np.where(held, self._vowels[tile], 0).astype(np.int8)
            last = tile
        points += np.float32(self.balance) * np.maximum(np.abs(vowels.astype(np.float32)) - 1, 0)
        values = np.rint(points * _SCALE).astype(np.int16)
        values.setflags(write=False)
        return StoredLeaves(len(self.alphabet), longest, _SCALE, values, {"method": HEURISTIC})

    def of_counts(self, counts: NDArray[np.int64], kinds: NDArray[np.int64]) -> NDArray[np.float64]:
        values: NDArray[np.float64] = counts @ self.letters[kinds]
        if self.duplicate:
            values += self.duplicate * (np.maximum(counts - 1, 0) @ self._repeats[kinds])
        if self.balance:
            values += self.balance * np.maximum(np.abs(counts @ self._vowels[kinds]) - 1, 0)
        return values


def _measured(alphabet: Alphabet) -> dict[str, Any]:
    """Return the measured values of an alphabet's language, else those of the first one."""
    known = lexicons.leaves()
    return next((data for data in known if lexicons.same_language(alphabet, data["alphabet"])), known[0])


def _longest_leave(alphabet: Alphabet) -> int:
    """Return the maximum length of a leave in a table of heuristic values."""
    longest = Rules.from_alphabet(alphabet).rack_size - 1
    while longest > 1 and leave_count(len(alphabet), longest) > _MOST_HEURISTIC:
        longest -= 1
    return longest


def list_leaves(values: LeaveValues, counts: bytes) -> Leaves:
    """Return the leaves of a rack."""
    numbers = np.frombuffer(counts, np.uint8).astype(np.int64)
    kinds = np.flatnonzero(numbers)
    numbers = numbers[kinds]
    steps = np.cumprod(np.concatenate(([1], numbers + 1)))
    played = np.arange(steps[-1])[:, None] // steps[:-1] % (numbers + 1)
    weights = np.zeros(256, np.uint16)
    weights[kinds] = steps[:-1]
    if counts[0]:
        weights[128:] = steps[0]
        # The padding of a play's bytes is 0 too, and has weight 0.
        weights[0] = 0
    return Leaves(weights, values.of_counts(numbers - played, kinds), played.sum(axis=1), kinds, played)


#: :func:`list_leaves`, cached: a player who cannot play keeps the rack.
_list_leaves = lru_cache(maxsize=256)(list_leaves)


# -- trained values ---------------------------------------------------------------------------------------


class TrainedValues(LeaveValues):
    """Leave values of a table. A leave with more tiles than the table has is worth nothing.

    Attributes:
        stored: The table as stored in a file.
        alphabet: Alphabet of the tiles.
        origin: Origin of a lexicon's values, such as ``the bundled English list``.
        note: Note for readers of figures that depend on the values, empty for a list's own values.
        worths: Layout -> the worths for kernels.
    """

    def __init__(self, stored: StoredLeaves, alphabet: Alphabet, origin: str = "", note: str = "") -> None:
        self.stored = stored
        self.alphabet = alphabet
        self.origin = origin
        self.note = note
        self.worths: dict[Layout, Worths] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return (TrainedValues, (self.stored, self.alphabet, self.origin, self.note))

    def __eq__(self, other: object) -> bool:
        """Return whether both have the same values, for the same alphabet."""
        if not isinstance(other, TrainedValues):
            return NotImplemented
        one, two = self.stored, other.stored
        return (self.alphabet, one.longest, one.scale) == (other.alphabet, two.longest, two.scale) and np.array_equal(
            one.values, two.values
        )

    def __hash__(self) -> int:
        return hash((self.stored.longest, self.stored.scale, len(self.stored.values)))

    def __repr__(self) -> str:
        stored = self.stored
        return f"<TrainedValues: {len(stored.values):,} leaves of up to {stored.longest} tiles, {self.alphabet.name}>"

    @property
    def trained(self) -> bool:
        """True if the values were trained, for this list or another one."""
        return self.stored.made.get("method") != HEURISTIC

    @cached_property
    def thousandths(self) -> NDArray[np.int32]:
        """Values by place, int32, in thousandths of a point, rounded down. 3 ms for English."""
        return (self.stored.values.astype(np.int32) * THOUSAND) // self.stored.scale

    def of(self, leave: Rack | str) -> float:
        tiles = as_rack(leave, self.alphabet).tiles
        if len(tiles) > self.stored.longest:
            return 0.0
        steps = leave_steps(self.stored.letters, self.stored.longest)
        place = sum([steps[at][tile + 1] for at, tile in enumerate(reversed(tiles))])
        return int(self.thousandths[place]) / THOUSAND

    def places(self, counts: NDArray[np.int64], kinds: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the place of the leave of each row of counts, -1 if it is too long.

        Args:
            counts: Number of each tile, one row for each leave.
            kinds: Tiles of the columns, ascending.
        """
        steps = leave_steps(self.stored.letters, self.stored.longest)
        places = np.zeros(len(counts), np.int64)
        used = np.zeros(len(counts), np.int64)
        for column in range(len(kinds) - 1, -1, -1):
            for copy in range(int(counts[:, column].max(initial=0))):
                fits = np.flatnonzero((counts[:, column] > copy) & (used < self.stored.longest))
                places[fits] += steps[used[fits], kinds[column] + 1]
                used[fits] += 1
        places[counts.sum(axis=1) > self.stored.longest] = -1
        return places

    def thousandths_of(self, counts: NDArray[np.int64], kinds: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the worth of each row of counts in thousandths of a point, int64.

        Args:
            counts: Number of each tile, one row for each leave.
            kinds: Tiles of the columns, ascending.
        """
        places = self.places(counts, kinds)
        return np.where(places < 0, 0, self.thousandths[places]).astype(np.int64)

    def of_counts(self, counts: NDArray[np.int64], kinds: NDArray[np.int64]) -> NDArray[np.float64]:
        return self.thousandths_of(counts, kinds) / THOUSAND


def trained_values(index: Index) -> TrainedValues:
    """Return the leave values that a lexicon uses, cached: the module's docstring has the order.

    If another file with the same words has replaced the lexicon's since, as ``lexc leaves`` does, its values are
    used. 10 ms for the bundled list's, 0.1 to 0.3 s for others.
    """
    state = file_state(index.path_text)
    known: tuple[Any, TrainedValues] | None = index.cache.get("leave values")
    if known is None or known[0] != state:
        known = state, _find_values(index, state, None if known is None else known[1])
        index.cache["leave values"] = known
    return known[1]


def leaves_of_lexicon(lexicon: LexiconLike) -> TrainedValues:
    """Return :attr:`lexkit.Lexicon.leaves`."""
    return trained_values(lexicon.core)


def _find_values(index: Index, state: object, before: TrainedValues | None) -> TrainedValues:
    alphabet, stored = index.alphabet, index.file.leaves
    if index.path is not None and state not in (None, index.state):
        with suppress(LexkitError):  # it is damaged, or no lexicon any more
            now = open_lexicon(index.path, "read")
            if now.plain_fingerprint == index.file.plain_fingerprint:
                stored = now.leaves
    if stored is not None:
        return TrainedValues(extended_table(stored, alphabet), alphabet, OWN)
    if before is not None and before.note:
        return before
    shipped = lexicons.trained_for(alphabet)
    if shipped is not None:
        stored = _shipped_table(shipped["file"], alphabet)
        if shipped["list_sha256"] == index.file.provenance.get("sha256"):
            return TrainedValues(stored, alphabet, OWN)
        return TrainedValues(stored, alphabet, shipped["origin"], _note(index, shipped["origin"]))
    name = _measured(alphabet)["alphabet"]
    of = "" if lexicons.same_language(alphabet, name) else "means of "
    origin = f"Gordon's heuristics with {of}{lexicons.alphabet(name).title} values"
    return TrainedValues(_table_of(alphabet), alphabet, origin, _note(index, origin))


def _note(index: Index, origin: str) -> str:
    """Return the note on values that are not a list's own."""
    told = f"leave values of {origin}"
    if not any(tile.count for tile in index.alphabet.tiles):
        return told  # nothing can be trained without tiles
    return f"{told}; lexc leaves {index.file_name or 'FILE'} trains its own"


def extended_table(stored: StoredLeaves, alphabet: Alphabet) -> StoredLeaves:
    """Return the values with those that are predicted, for the tiles of an alphabet."""
    return stored.extended([alphabet.blanks, *(tile.count for tile in alphabet.tiles)])


@lru_cache(maxsize=4)
def _shipped_table(path: Path, alphabet: Alphabet) -> StoredLeaves:
    return extended_table(open_leaves(path, len(alphabet)), alphabet)


@lru_cache(maxsize=4)
def _table_of(alphabet: Alphabet) -> StoredLeaves:
    return HeuristicValues.named(HEURISTICS[-1], alphabet).table()
