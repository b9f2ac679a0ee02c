"""The rules of a game, and the numbers of its tiles.

Guaranteed for all :class:`Rules`: racks have 1 to 15 tiles, and no play on any board scores more than 2**31 - 1, so
that scores fit 32-bit integers wherever they are added up.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import mul
from typing import Any, Final, Literal, get_args

from lexkit import lexicons
from lexkit.base.checks import require_instance, require_one_of, require_whole
from lexkit.base.errors import PositionError, show_value
from lexkit.base.former_names import warn_renamed
from lexkit.formats.alphabet import Alphabet
from lexkit.formats.tile import BLANK as BLANK_MARK

from .layout import Layout, word_lines
from .rack import MAX_RACK, Rack
from .text.notation import BLANK, KINDS, MAX_SIDE, TileText, tile_text

#: Maximum score of a play under any rules.
MAX_SCORE: Final = (1 << 31) - 1
#: Maximum points of a tile: the points of 32 tiles fit 16 bits.
MAX_POINTS: Final = 1000
MAX_BINGO: Final = 10_000
MAX_TURNS: Final = 10_000
#: Maximum length of a period, in seconds: a day.
MAX_SECONDS: Final = 86_400
OutBonus = Literal["double", "each", "once", "penalty", "both"]
Challenge = Literal["void", "single", "double", "triple", "5pt", "10pt", "5pt/word", "10pt/word"]
#: Kinds of word: letters of one line in order, or in any order (WordSmog, :mod:`.wordsmog`).
Variant = Literal["classic", "wordsmog"]
#: Value of ``out_bonus`` -> two multiples: what the player who goes out gains of the points on the others' racks,
#: and what the others lose of the points on their own. The last three occur in records of games.
OUT_BONUSES: Final[dict[OutBonus, tuple[int, int]]] = {
    "double": (2, 0),
    "each": (1, 1),
    "once": (1, 0),
    "penalty": (0, 1),
    "both": (2, 1),
}
#: Names of the challenge rules.
CHALLENGES: Final = get_args(Challenge)
#: Names of the variants.
VARIANTS: Final = get_args(Variant)
#: Default rules, from ``lexicons/rules/usual.toml``.
USUAL: Final[dict[str, Any]] = {
    name: tuple(value) if isinstance(value, list) else value for name, value in lexicons.rules("usual").items()
}
#: Fields that give points by a number of tiles, and the maximum of that number.
_BONUSES: Final = {"bonuses": MAX_RACK, "length_bonuses": MAX_SIDE}
#: Field -> its minimum and maximum.
_RANGES: Final = {
    "rack_size": (1, MAX_RACK),
    "bingo": (0, MAX_BINGO),
    **dict.fromkeys(("exchange_minimum", "zero_turns", "pass_turns", "exchange_limit"), (0, MAX_TURNS)),
    "overtime_points": (0, MAX_POINTS),
    "overtime_seconds": (1, MAX_SECONDS),
    "overtime_limit": (0, MAX_SECONDS),
}
_CHOICES: Final = {"out_bonus": tuple(OUT_BONUSES), "challenge": CHALLENGES, "variant": VARIANTS}
#: In a game of two, players value going out at this multiple of the other's rack, as under ``double`` and ``each``,
#: whatever ``out_bonus`` is.
OUT_SWING: Final = 2


@dataclass(frozen=True, init=False)
class Rules:
    """Rules of a game, immutable. Raises PositionError for a value out of range.

    Fields from ``pass_turns`` on matter only to a :class:`lexkit.Game`, except bonuses and ``variant``. 0 means
    "none" or "no limit".

    Attributes:
        layout: Board layout, or the name of a shipped one.
        alphabet: Alphabet, or the name of a shipped one.
        rack_size: Number of tiles of a full rack, 1 to 15.
        bingo: Points for playing a full rack at once.
        exchange_minimum: Number of tiles that the bag must have for an exchange: 7 by default, whatever ``rack_size``.
        zero_turns: Number of scoreless turns in a row that end the game.
        pass_turns: Number of passes in a row that end the game.
        exchanges_count: Whether an exchange counts as one of the ``zero_turns``.
        empty_board_ends: Whether ``zero_turns`` end a game whose board is empty.
        withdrawn_is_pass: Whether a play challenged off counts as one of the ``pass_turns``.
        exchange_limit: Maximum number of exchanges of each player.
        out_bonus: Gain of going out: ``double`` the points of the others' racks, or these points taken from
            ``each``. Some records count them ``once`` for the player who is out, only as a ``penalty`` of the
            others, or ``both`` twice for that player and as a penalty.
        bonuses: Points for playing a number of tiles, by that number, in addition to ``bingo``.
        length_bonuses: Points for a main word of a number of tiles, by that number.
        challenge: ``void``, ``single``, ``double``, ``triple``, ``5pt``, ``10pt``, ``5pt/word`` or ``10pt/word``.
        overtime_points: Points lost for each ``overtime_seconds`` begun.
        overtime_seconds: Length of a period of overtime, in seconds.
        overtime_limit: Seconds of overtime after which the game is lost.
        variant: ``classic``, or ``wordsmog``, in which the letters of a word may be in any order.
    """

    layout: Layout
    alphabet: Alphabet
    rack_size: int
    bingo: int
    exchange_minimum: int
    zero_turns: int
    pass_turns: int
    exchanges_count: bool
    empty_board_ends: bool
    withdrawn_is_pass: bool
    exchange_limit: int
    out_bonus: OutBonus
    bonuses: tuple[tuple[int, int], ...]
    length_bonuses: tuple[tuple[int, int], ...]
    challenge: Challenge
    overtime_points: int
    overtime_seconds: int
    overtime_limit: int
    variant: Variant

    def __init__(
        self,
        layout: Layout | str = "standard",
        alphabet: Alphabet | str = "english",
        rack_size: int = USUAL["rack_size"],
        bingo: int = USUAL["bingo"],
        exchange_minimum: int = USUAL["exchange_minimum"],
        zero_turns: int = USUAL["zero_turns"],
        *,
        pass_turns: int = USUAL["pass_turns"],
        exchanges_count: bool = USUAL["exchanges_count"],
        empty_board_ends: bool = USUAL["empty_board_ends"],
        withdrawn_is_pass: bool = USUAL["withdrawn_is_pass"],
        exchange_limit: int = USUAL["exchange_limit"],
        out_bonus: OutBonus = USUAL["out_bonus"],
        bonuses: Mapping[int, int] | Iterable[tuple[int, int]] = USUAL["bonuses"],
        length_bonuses: Mapping[int, int] | Iterable[tuple[int, int]] = USUAL["length_bonuses"],
        challenge: Challenge = USUAL["challenge"],
        overtime_points: int = USUAL["overtime_points"],
        overtime_seconds: int = USUAL["overtime_seconds"],
        overtime_limit: int = USUAL["overtime_limit"],
        variant: Variant = USUAL["variant"],
    ) -> None:
        values = {name: value for name, value in locals().items() if name != "self"}
        values["layout"] = Layout.named(layout) if isinstance(layout, str) else layout
        values["alphabet"] = lexicons.alphabet(alphabet) if isinstance(alphabet, str) else alphabet
        require_instance(values["layout"], Layout, "layout")
        require_instance(values["alphabet"], Alphabet, "alphabet")
        for name, most in _BONUSES.items():
            values[name] = _check_bonuses(values[name], most, name)
        for name, value in values.items():
            if name in _RANGES:
                low, high = _RANGES[name]
                _require_range(value, low, high, name)
            elif name in _CHOICES:
                require_one_of(value, _CHOICES[name], "no such rule", PositionError, name)
            elif name in USUAL and name not in _BONUSES:
                value = bool(value)
            object.__setattr__(self, name, value)
        if not zero_turns and not pass_turns:
            raise PositionError(
                "a game could never end under these rules",
                place="zero_turns and pass_turns",
                expected="one above 0",
                found="0 and 0",
            )
        if max(self.points) > MAX_POINTS:
            raise PositionError(
                "a tile could score too much", place="points", expected=f"at most {MAX_POINTS}", found=max(self.points)
            )
        bound = score_bound(self)
        if bound > MAX_SCORE:
            raise PositionError("a play could score too much", expected=f"at most {MAX_SCORE}", found=f"up to {bound}")

    @classmethod
    def from_alphabet(
        cls, alphabet: Alphabet | str = "english", layout: Layout | str = "standard", **changes: Any
    ) -> Rules:
        """Return the rules of games in an alphabet, with changes.

        ``Rules.from_alphabet("spanish", challenge="single")`` has the passes, exchanges and ends of Spanish games.
        An alphabet without rules of its own has the usual ones. Without changes the same object is returned each
        time, so that games share what is computed from their rules.

        Args:
            alphabet: An alphabet, or the name of a shipped one.
            layout: A layout, or the name of a shipped one.
            **changes: Fields of :class:`Rules`.

        Raises:
            PositionError: A value is out of range, or a name is unknown.
        """
        if not isinstance(alphabet, Alphabet | str) or not isinstance(layout, Layout | str):
            return cls(layout, alphabet)  # which says what it takes
        name = alphabet if isinstance(alphabet, str) else alphabet.name
        if changes or cls is not Rules:
            return cls(layout, alphabet, **{**lexicons.rules(name), **changes})
        return _rules_of(name, alphabet, layout, layout if isinstance(layout, str) else layout.name)

    @classmethod
    def of(cls, alphabet: Alphabet | str = "english", layout: Layout | str = "standard", **changes: Any) -> Rules:
        """Return the rules of games in an alphabet (former name of :meth:`from_alphabet`)."""
        warn_renamed("Rules.of", "Rules.from_alphabet")
        return cls.from_alphabet(alphabet, layout, **changes)

    @property
    def changed(self) -> dict[str, Any]:
        """Fields that differ from ``Rules(layout, alphabet)``, with their values."""
        return {name: value for name, usual in USUAL.items() if (value := getattr(self, name)) != usual}

    def zero_turns_on(self, grid: bytes | bytearray) -> int:
        """Return the number of scoreless turns in a row that end a game with these squares; 0 if none do.

        Args:
            grid: Squares as tile bytes, row by row.
        """
        return self.zero_turns if self.empty_board_ends or any(grid) else 0

    def idle_after(self, kind: str, score: int, zeros: int, passes: int) -> tuple[int, int]:
        """Return (scoreless turns, passes) in a row after one more turn.

        Args:
            kind: ``placement``, ``exchange`` or ``pass``, or ``withdrawn`` for a placement that was challenged off.
            score: Points of the turn.
            zeros: Scoreless turns in a row before it.
            passes: Passes in a row before it.
        """
        if kind == "exchange":
            return zeros + self.exchanges_count, 0
        is_pass = kind == "pass" or (kind == "withdrawn" and self.withdrawn_is_pass)
        return 0 if score else zeros + 1, passes + 1 if is_pass else 0

    def points_of(self, counts: Iterable[int]) -> int:
        """Return the points of tiles.

        Args:
            counts: Number of tiles of each kind, by tile number.
        """
        return sum(map(mul, counts, self.points))

    def bonus(self, tiles: int, length: int = 0) -> int:
        """Return the bonus points of a play, besides the points of its words.

        Args:
            tiles: Number of tiles played at once.
            length: Number of tiles of the main word.
        """
        return sum([points for _, points in self.bonuses_of(tiles, length)])

    def bonuses_of(self, tiles: int, length: int) -> list[tuple[str, int]]:
        """Return the bonuses of a play, each as (name, points): everything it scores besides its words.

        Args:
            tiles: Number of tiles played at once.
            length: Number of tiles of the main word.
        """
        try:
            by_tiles = self.bingo if is_bingo(tiles, self) else 0
        except ValueError:  # the truth of an array is ambiguous
            require_whole(tiles, "number of tiles", 0, kind=PositionError)
            raise
        if not (by_tiles or self.bonuses or self.length_bonuses):
            return []  # nearly all plays
        by_tiles += dict(self.bonuses).get(tiles, 0)
        by_length = dict(self.length_bonuses).get(length, 0)
        return [(name, points) for name, points in (("bingo", by_tiles), ("length", by_length)) if points]

    @cached_property
    def points(self) -> tuple[int, ...]:
        """Points by tile number; the blank is at 0."""
        return (self.alphabet.blank_points, *(tile.points for tile in self.alphabet.tiles))

    @cached_property
    def values(self) -> tuple[int, ...]:
        """Points by tile byte, 256 numbers: 0 for an empty square, the blank's points for each designated blank."""
        points = (0, *(tile.points for tile in self.alphabet.tiles))
        return points + (0,) * (BLANK - len(points)) + (self.alphabet.blank_points,) * BLANK

    @cached_property
    def distribution(self) -> tuple[int, ...]:
        """Number of tiles in the game, by tile number.

        The blanks are at 0. All are 0 if the alphabet states no distribution.
        """
        return (self.alphabet.blanks, *(tile.count for tile in self.alphabet.tiles))

    @cached_property
    def tile_count(self) -> int:
        """Number of tiles in the game, 0 if the alphabet states no distribution."""
        return sum(self.distribution)

    @cached_property
    def text(self) -> TileText:
        """Reader and writer of the alphabet's tiles."""
        return tile_text(self.alphabet)

    def __hash__(self) -> int:
        return hash((self.layout, self.alphabet.name, self.rack_size, self.bingo))

    def __repr__(self) -> str:
        values = f"rack_size={self.rack_size}, bingo={self.bingo}"
        turns = f"exchange_minimum={self.exchange_minimum}, zero_turns={self.zero_turns}"
        shown = ("rack_size", "bingo", "exchange_minimum", "zero_turns")
        others = [f", {name}={value!r}" for name, value in self.changed.items() if name not in shown]
        return f"Rules({self.layout.name!r}, {self.alphabet.name!r}, {values}, {turns}{''.join(others)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (_make_rules, (self.layout, self.alphabet, self.changed))


def _make_rules(layout: Layout, alphabet: Alphabet, arguments: dict[str, Any]) -> Rules:
    return Rules(layout, alphabet, **arguments)


def require_rules(rules: Rules) -> Rules:
    """Return a caller's rules. Raises TypeError if they are not Rules."""
    if not isinstance(rules, Rules):
        raise TypeError(f"rules must be lexkit.Rules, not {type(rules).__name__}")
    return rules


def check_tiles(rules: Rules, grid: bytes, racks: Iterable[str]) -> None:
    """Check the racks, and the tiles of board and racks together. Raises PositionError, with the place."""
    tiles = grid.translate(KINDS, b"\0")
    for number, text in enumerate(racks, 1):
        if text:
            try:
                rack = Rack(text, rules.alphabet)
            except PositionError as error:
                error.place = f"rack {number}"
                raise
            tiles += require_fitting(rack, rules, f"rack {number}").tiles
    if any(rules.distribution):
        _require_enough(rules, tiles)


def require_fitting(rack: Rack, rules: Rules, place: str) -> Rack:
    """Return a rack. Raises PositionError if it has more tiles than the rules allow."""
    if len(rack) > rules.rack_size:
        expected = f"at most {rules.rack_size} tiles"
        raise PositionError("rack too long", place=place, expected=expected, found=len(rack))
    return rack


def is_bingo(tiles: Any, rules: Rules) -> Any:
    """Return whether a play of this number of tiles, or of each of several numbers, plays a full rack."""
    return tiles == rules.rack_size


def count_unseen(rules: Rules, grid: bytes, tiles: bytes) -> bytes:
    """Return 64 counts, by tile number, of the tiles that are neither on the board nor among these.

    ``tiles``: tile numbers, blanks 0. Raises PositionError if the alphabet has no distribution, or if more of a
    tile are seen than exist.
    """
    distribution = rules.distribution
    if not any(distribution):
        raise PositionError(
            "the alphabet has no distribution",
            place=f"alphabet {rules.alphabet.name}",
            expected="how many there are of each tile",
        )
    seen = grid.translate(KINDS, b"\0") + tiles
    _require_enough(rules, seen)
    return bytes(count_left(rules, seen)).ljust(64, b"\0")


def count_bag(rules: Rules, grid: bytes, held: int, opponents: int = 1) -> int:
    """Return the number of tiles in the bag.

    The player has ``held`` tiles; the opponents' racks are filled before the bag. Raises PositionError if the
    alphabet has no distribution.
    """
    if not rules.tile_count:
        raise PositionError(
            "the number of tiles in the bag is not known",
            place="bag",
            expected="how many tiles are in the bag",
            remedy="give it: bag=N",
        )
    laid = len(grid.translate(None, b"\0"))
    return share_unseen(rules, rules.tile_count - laid - held, opponents)[1]


def share_unseen(rules: Rules, unseen: int, opponents: int = 1) -> tuple[int, int]:
    """Divide unseen tiles into (tiles on the opponents' racks, tiles in the bag). Racks are filled first."""
    held = min(unseen, opponents * rules.rack_size)
    return held, unseen - held


def are_turns_up(rules: Rules, grid: bytes | bytearray, zeros: int) -> bool:
    """Return whether this many scoreless turns in a row end a game with these squares."""
    return 0 < rules.zero_turns_on(grid) <= zeros


def exchangeable(rules: Rules, bag: int, held: int, exchanged: int = 0) -> int:
    """Return the number of tiles a player may exchange.

    The referee, players, candidates and simulations all use this. ``bag``: tiles in the bag; ``held``: tiles on the
    player's rack; ``exchanged``: the player's earlier exchanges. The kernel of whole games applies the same rule,
    and a test compares the two.
    """
    if not bag or bag < rules.exchange_minimum or 0 < rules.exchange_limit <= exchanged:
        return 0
    return min(bag, held)


def count_left(rules: Rules, seen: bytes) -> list[int]:
    """Return the number of each tile beside those seen, by tile number; below 0 if more are seen than exist."""
    return [count - seen.count(tile) for tile, count in enumerate(rules.distribution)]


def _require_enough(rules: Rules, tiles: bytes) -> None:
    """Raise PositionError if these tiles include more of a kind than the game has."""
    distribution = rules.distribution
    for kind in set(tiles):
        if tiles.count(kind) > distribution[kind]:
            label = rules.alphabet.labels[kind - 1] if kind else BLANK_MARK
            raise PositionError(
                f"more tiles {label} than there are",
                place="board and racks",
                expected=f"at most {distribution[kind]}",
                found=tiles.count(kind),
            )


def score_bound(rules: Rules) -> int:
    """Return an upper bound for the score of any play: all squares at the highest points and multipliers."""
    layout = rules.layout
    highest = max(rules.points)
    letter = max(layout.letter_multipliers)
    word = max(layout.word_multipliers)
    longest = max(layout.rows, layout.columns)
    best = max(math.prod(sorted(line)[-rules.rack_size :]) for line in word_lines(layout))
    line_sum = highest * (longest + (letter - 1) * min(longest, rules.rack_size))
    crosses = rules.rack_size * word * highest * (longest + letter - 1)
    bonuses = [max([points for _, points in getattr(rules, name)], default=0) for name in _BONUSES]
    return best * line_sum + crosses + rules.bingo + sum(bonuses)


@lru_cache(maxsize=32)
def _rules_of(name: str, alphabet: Alphabet | str, layout: Layout | str, _called: str) -> Rules:
    """Return the rules of an alphabet on a layout.

    The names are part of the cache key, as equal layouts may differ in name.
    """
    return Rules(layout, alphabet, **lexicons.rules(name))


def _require_range(value: int, low: int, high: int, place: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise PositionError("out of range", place=place, expected=f"{low} to {high}", found=show_value(value))
    return value


def _check_bonuses(
    given: Mapping[int, int] | Iterable[tuple[int, int]], most: int, name: str
) -> tuple[tuple[int, int], ...]:
    """Return bonuses sorted by number of tiles. Keys of a JSON object or a TOML table are digits."""
    try:
        bonuses = {int(n) if isinstance(n, str) and n.isdecimal() else n: points for n, points in dict(given).items()}
    except (TypeError, ValueError):
        raise TypeError(f"{name}: expected points by number of tiles, found {show_value(given)}") from None
    for tiles, points in bonuses.items():
        _require_range(tiles, 1, most, f"{name}: tiles")
        _require_range(points, 0, MAX_BINGO, f"{name}: points")
    return tuple(sorted(bonuses.items()))
