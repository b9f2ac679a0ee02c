"""The bag: the tiles not drawn yet, shuffled by a seed.

Guaranteed: no tile is lost or added. The same seed and the same calls give the same tiles, on any machine and with
any Python. A bag restored to a past state continues as it did from there.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from lexkit.base.checks import require_whole
from lexkit.base.errors import PositionError, show_value
from lexkit.base.former_names import warn_renamed

from .rack import Tiles, tiles_of
from .rules import Rules, require_rules

#: Maximum number of tiles in a bag: ten of the largest known sets.
MAX_TILES: Final = 2000
#: Maximum length of a seed: characters of a text, bits of a number.
MAX_SEED: Final = 10_000
_TILES: Final = "numbers of tiles from 0 to 63"


class BagState(NamedTuple):
    """The state of a bag: its ``tiles``, the next one last, and the count of random numbers ``used``."""

    tiles: bytes
    used: int


class Bag:
    """A bag of tiles: ``Rack(Bag.from_rules(rules, seed=7).draw(7))``.

    Tiles are numbers, 0 for a blank. ``len(bag)`` is the number of tiles left.
    """

    def __init__(self, tiles: Sequence[int], seed: int | str = 0) -> None:
        """Shuffle tiles by a seed.

        Args:
            tiles: Tile numbers, 0 for a blank.
            seed: A whole number or a text.

        Raises:
            PositionError: There are more than 2,000 tiles, a number belongs to no tile, or the seed has another
                type.
        """
        try:
            _require_few(len(tiles))
        except TypeError:
            raise PositionError("not valid tiles", expected=_TILES, found=show_value(tiles)) from None
        self._seed = require_seed(seed)
        self._random = random.Random(self._seed)
        #: Count of random numbers used; -1 if unknown, after Ctrl-C.
        self._used = 0
        self._tiles = bytearray(_read_tiles(tiles))
        self._shuffle()

    @classmethod
    def from_rules(cls, rules: Rules, seed: int | str = 0) -> Bag:
        """Return a bag with all tiles of the rules' alphabet.

        Args:
            rules: Rules of the game.
            seed: A whole number or a text.

        Raises:
            PositionError: The alphabet has no distribution, or more than 2,000 tiles.
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
        """Return a bag of the rules (former name of :meth:`from_rules`)."""
        warn_renamed("Bag.of", "Bag.from_rules")
        return cls.from_rules(rules, seed)

    @classmethod
    def in_order(cls, tiles: Sequence[int], seed: int | str = 0) -> Bag:
        """Return a bag that gives these tiles in this order, until an exchange shuffles it by the seed.

        ``Bag.in_order(bag.tiles)`` gives the tiles that ``bag`` would give.

        Args:
            tiles: Tile numbers, 0 for a blank, in the order of drawing.
            seed: A whole number or a text.

        Raises:
            PositionError: As for ``Bag(tiles, seed)``.
        """
        bag = cls(b"", seed)
        read = _read_tiles(tiles)
        _require_few(len(read))
        bag._tiles = bytearray(read)[::-1]
        return bag

    def __eq__(self, other: object) -> bool:
        """Return whether both bags hold the same tiles in the same order, and will shuffle them alike."""
        if not isinstance(other, Bag):
            return NotImplemented
        return self.state == other.state and self._seed == other._seed

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        # A copy has its own tiles.
        return (_bag_again, (self._seed, self.state))

    def __len__(self) -> int:
        return len(self._tiles)

    def __bool__(self) -> bool:
        return len(self._tiles) > 0

    @property
    def counts(self) -> bytes:
        """Number of each tile left: 64 bytes, blanks first, then by tile number, each at most 255."""
        return bytes([min(255, self._tiles.count(tile)) for tile in range(64)])

    @property
    def tiles(self) -> Tiles:
        """Tiles in the order in which they would be drawn."""
        return Tiles(self._tiles[::-1])

    @property
    def state(self) -> BagState:
        """Current state, for :meth:`restore`."""
        return BagState(bytes(self._tiles), self._used)

    def restore(self, state: BagState) -> None:
        """Return to a state.

        Args:
            state: A past state of this bag, or of one with the same seed.
        """
        if state.used != self._used:
            self._used = -1
            self._random = random.Random(self._seed)
            for _ in range(state.used):
                self._random.random()
            self._used = state.used
        self._tiles = bytearray(state.tiles)

    def draw(self, number: int) -> Tiles:
        """Draw tiles.

        Args:
            number: Number of tiles. If fewer are left, all of them are drawn.

        Returns:
            The tiles in the order drawn, which :class:`lexkit.Rack` accepts.

        Raises:
            PositionError: The number is negative.
        """
        number = require_whole(number, "number of tiles", 0, kind=PositionError)
        drawn = Tiles(self._tiles[: -number - 1 : -1])
        del self._tiles[len(self._tiles) - len(drawn) :]
        return drawn

    def exchange(self, tiles: bytes) -> Tiles:
        """Draw as many tiles as these, then put these back.

        The caller must check that the rules allow an exchange.

        Args:
            tiles: Tile numbers to put back.

        Returns:
            The tiles drawn.

        Raises:
            PositionError: Fewer tiles are left, or a number belongs to no tile.
        """
        tiles = _read_tiles(tiles)
        if len(tiles) > len(self._tiles):
            raise PositionError("too few tiles to exchange", place="bag", expected=len(tiles), found=len(self._tiles))
        drawn = self.draw(len(tiles))
        self.put_back(tiles)
        return drawn

    def put_back(self, tiles: bytes) -> None:
        """Put tiles into the bag and shuffle it.

        Args:
            tiles: Tile numbers, 0 for a blank.
        """
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
    """Return a seed. Raises PositionError for a type that does not give the same tiles on every machine."""
    if isinstance(seed, str) and seed.isprintable() and len(seed) <= MAX_SEED:
        return seed
    if isinstance(seed, int) and not isinstance(seed, bool) and seed.bit_length() <= MAX_SEED:
        return seed
    raise PositionError(
        "invalid seed", expected=f"a whole number of at most {MAX_SEED:,} bits, or a text", found=show_value(seed)
    )


def _read_tiles(tiles: Sequence[int]) -> bytes:
    """Return tile numbers as bytes. Raises PositionError for numbers that belong to no tile."""
    try:
        # Read number by number: bytes(n) would be n zeros, and bytes(array) the array's memory.
        read = tiles if isinstance(tiles, bytes) else bytes(list(tiles))
    except (TypeError, ValueError):
        read = b"\xff"
    if max(read, default=0) > 63:
        raise PositionError("not valid tiles", expected=_TILES, found=show_value(tiles))
    return read


def _require_few(tiles: int) -> None:
    """Raise PositionError for more tiles than a bag holds, before memory is allocated for them."""
    if tiles > MAX_TILES:
        raise PositionError("too many tiles in a bag", expected=f"at most {MAX_TILES}", found=f"{tiles:,}")
