"""The bag: the tiles not drawn yet, shuffled by a seed.

Guaranteed: no tile is lost or added; the same seed and the same calls give the same tiles, on any machine and with any
Python; a bag that returns to a past state goes on as it did from there.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from lexkit.base.checks import require_kind, require_whole
from lexkit.base.errors import PositionError, show_value
from lexkit.base.former_names import warn_renamed

from .rack import Tiles, tiles_of
from .rules import Rules, require_rules

#: Most tiles of a bag: ten of the largest known sets.
MAX_TILES: Final = 2000
#: Longest seed: letters of a text, bits of a number.
MAX_SEED: Final = 10_000
_TILES: Final = "numbers of tiles from 0 to 63"


class BagState(NamedTuple):
    """The state of a bag: its ``tiles``, the next one last, and how many random numbers it has ``used``."""

    tiles: bytes
    used: int


class Bag:
    """A bag of tiles: ``Rack(Bag.from_rules(rules, seed=7).draw(7))``.

    Tiles are numbers, 0 for a blank; ``len`` is how many are left.
    """

    def __init__(self, tiles: Sequence[int], seed: int | str = 0) -> None:
        """Shuffle tiles by a seed.

        Raises PositionError for more than 2,000 tiles, for numbers that no tile has, and for another kind of seed.
        """
        try:
            _require_few(len(tiles))
        except TypeError:
            raise PositionError("not valid tiles", expected=_TILES, found=show_value(tiles)) from None
        self._seed = require_seed(seed)
        self._random = random.Random(self._seed)
        #: How many random numbers were used; -1 if that is unknown, after Ctrl-C.
        self._used = 0
        self._tiles = bytearray(_read_tiles(tiles))
        self._shuffle()

    @classmethod
    def from_rules(cls, rules: Rules, seed: int | str = 0) -> Bag:
        """A bag with all tiles of the rules' alphabet.

        Raises PositionError if the alphabet has no distribution, or more than 2,000 tiles.
        """
        _require_few(sum(require_rules(rules).distribution))
        tiles = tiles_of(rules.distribution)
        if not tiles:
            raise PositionError(
                "the alphabet has no tiles to play with",
                place=f"alphabet {rules.alphabet.name}",
                expected="a distribution, how many there are of each tile",
            )
        return cls(tiles, seed)

    @classmethod
    def of(cls, rules: Rules, seed: int | str = 0) -> Bag:
        """The former name of :meth:`from_rules`."""
        warn_renamed("Bag.of", "Bag.from_rules")
        return cls.from_rules(rules, seed)

    @classmethod
    def in_order(cls, tiles: Sequence[int], seed: int | str = 0) -> Bag:
        """A bag that gives these tiles in this order, until an exchange shuffles it by the seed.

        ``Bag.in_order(bag.tiles)`` gives what ``bag`` would.
        """
        bag = cls(b"", seed)
        read = _read_tiles(tiles)
        _require_few(len(read))
        bag._tiles = bytearray(read)[::-1]
        return bag

    def __eq__(self, other: object) -> bool:
        """Whether both have the same tiles in the same order, and will shuffle them alike."""
        if not isinstance(other, Bag):
            return NotImplemented
        return self.state == other.state and self._seed == other._seed

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        # A copy has tiles of its own.
        return (_bag_again, (self._seed, self.state))

    def __len__(self) -> int:
        return len(self._tiles)

    def __bool__(self) -> bool:
        return len(self._tiles) > 0

    @property
    def counts(self) -> bytes:
        """How many are left of each tile, at most 255.

        64 bytes: blanks first, then by tile number.
        """
        return bytes([min(255, self._tiles.count(tile)) for tile in range(64)])

    @property
    def tiles(self) -> Tiles:
        """The tiles, in the order in which they would be drawn."""
        return Tiles(self._tiles[::-1])

    @property
    def state(self) -> BagState:
        """The state, for :meth:`restore`."""
        return BagState(bytes(self._tiles), self._used)

    def restore(self, state: BagState) -> None:
        """Return to a state that this bag, or one of the same seed, had."""
        require_kind(state, BagState, "state", "what bag.state gave")
        if state.used != self._used:
            self._used = -1
            self._random = random.Random(self._seed)
            for _ in range(state.used):
                self._random.random()
            self._used = state.used
        self._tiles = bytearray(state.tiles)

    def draw(self, number: int) -> Tiles:
        """Draw ``number`` tiles, or all if fewer are left.

        They are in the order drawn, and :class:`lexkit.Rack` takes them. Raises PositionError for a negative number.
        """
        number = require_whole(number, "number of tiles", 0, kind=PositionError)
        drawn = Tiles(self._tiles[: -number - 1 : -1])
        del self._tiles[len(self._tiles) - len(drawn) :]
        return drawn

    def exchange(self, tiles: bytes) -> Tiles:
        """Draw as many tiles as these, then put these back.

        The caller must check that the rules allow an exchange. Raises PositionError if fewer tiles are left,
        and for numbers that no tile has.
        """
        tiles = _read_tiles(tiles)
        if len(tiles) > len(self._tiles):
            raise PositionError("too few tiles to exchange", place="bag", expected=len(tiles), found=len(self._tiles))
        drawn = self.draw(len(tiles))
        self.put_back(tiles)
        return drawn

    def put_back(self, tiles: bytes) -> None:
        """Put tiles into the bag and shuffle it."""
        self._tiles += _read_tiles(tiles)
        self._shuffle()

    def _shuffle(self) -> None:
        # random() is the only method whose numbers Python promises never to change.
        tiles, chance = self._tiles, self._random.random
        used, self._used = self._used, -1
        for last in range(len(tiles) - 1, 0, -1):
            other = int(chance() * (last + 1))
            tiles[last], tiles[other] = tiles[other], tiles[last]
        self._used = used + max(0, len(tiles) - 1)

    def __repr__(self) -> str:
        return f"<Bag: {len(self)} tiles>" if len(self) != 1 else "<Bag: 1 tile>"


def _bag_again(seed: int | str, state: BagState) -> Bag:
    bag = Bag(b"", seed)
    bag.restore(state)
    return bag


def require_seed(seed: int | str) -> int | str:
    """Return a seed. Raises PositionError for a kind that does not give the same tiles on any machine."""
    if isinstance(seed, str) and seed.isprintable() and len(seed) <= MAX_SEED:
        return seed
    if isinstance(seed, int) and not isinstance(seed, bool) and seed.bit_length() <= MAX_SEED:
        return seed
    raise PositionError(
        "invalid seed", expected=f"a whole number of at most {MAX_SEED:,} bits, or a text", found=show_value(seed)
    )


def _read_tiles(tiles: Sequence[int]) -> bytes:
    """The numbers of tiles as bytes. Raises PositionError for numbers that no tile has."""
    try:
        # Number by number: a number alone would be as many zeros, and an array the bytes of its memory.
        read = tiles if isinstance(tiles, bytes) else bytes(list(tiles))
    except (TypeError, ValueError):
        read = b"\xff"
    if max(read, default=0) > 63:
        raise PositionError("not valid tiles", expected=_TILES, found=show_value(tiles))
    return read


def _require_few(tiles: int) -> None:
    """Raise PositionError for more tiles than a bag holds, before there is room for them."""
    if tiles > MAX_TILES:
        raise PositionError("too many tiles in a bag", expected=f"at most {MAX_TILES}", found=f"{tiles:,}")
