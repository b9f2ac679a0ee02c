"""The rules of a game, and how many tiles there are.

Guaranteed for all :class:`Rules`: racks have 1 to 15 tiles, and no play on any board scores more than 2**31 - 1, so
that scores fit 32-bit integers wherever they are added up.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final

from lexkit import lexicons
from lexkit.base.checks import require_flag, require_kind, require_one_of, require_whole
from lexkit.base.errors import PositionError, show_value
from lexkit.base.former_names import warn_renamed
from lexkit.formats.alphabet import Alphabet
from lexkit.formats.tile import BLANK as BLANK_MARK

from .layout import Layout, word_lines
from .rack import MAX_RACK, Rack
from .text.notation import BLANK, KINDS, MAX_SIDE, TileText, tile_text

#: No play of any rules may score more.
MAX_SCORE: Final = (1 << 31) - 1
#: Most points of a tile: the points of 32 tiles fit 16 bits.
MAX_POINTS: Final = 1000
MAX_BINGO: Final = 10_000
MAX_TURNS: Final = 10_000
#: Most seconds of a period: a day.
MAX_SECONDS: Final = 86_400
#: Of ``out_bonus``: how many times the points of the others' racks the player who goes out gains, and how many times
#: the points of their own racks the others lose. Records of games have all of them.
OUT_BONUSES: Final = {"double": (2, 0), "each": (1, 1), "once": (1, 0), "penalty": (0, 1), "both": (2, 1)}
#: Names of the rules for challenges.
CHALLENGES: Final = ("void", "single", "double", "triple", "5pt", "10pt", "5pt/word", "10pt/word")
#: Which letters make a word: those of one in its order, or, WordSmog, in any (:mod:`.wordsmog`).
VARIANTS: Final = ("classic", "wordsmog")
#: The rules of a game that does not say otherwise: ``lexicons/rules/usual.toml`` decides.
USUAL: Final[dict[str, Any]] = {
    name: tuple(value) if isinstance(value, list) else value for name, value in lexicons.rules("usual").items()
}
#: Fields that are points by a number of tiles, and the highest number of each.
_BONUSES: Final = {"bonuses": MAX_RACK, "length_bonuses": MAX_SIDE}
#: The least and the most of each number, and the names that others take.
_RANGES: Final = {
    "rack_size": (1, MAX_RACK),
    "bingo": (0, MAX_BINGO),
    **dict.fromkeys(("exchange_minimum", "zero_turns", "pass_turns", "exchange_limit"), (0, MAX_TURNS)),
    "overtime_points": (0, MAX_POINTS),
    "overtime_seconds": (1, MAX_SECONDS),
    "overtime_limit": (0, MAX_SECONDS),
}
_CHOICES: Final = {"out_bonus": tuple(OUT_BONUSES), "challenge": CHALLENGES, "variant": VARIANTS}
#: Players reckon that the one of two who goes out gains this multiple of the other's rack on the other, as under
#: ``double`` and ``each``, whatever ``out_bonus`` is.
OUT_SWING: Final = 2


@dataclass(frozen=True, init=False)
class Rules:
    """The rules of a game, immutable.

    ``layout``, ``alphabet``: objects, or names of shipped ones. ``rack_size``: tiles of a full rack, 1 to 15.
    ``bingo``: points for playing a full rack at once. ``exchange_minimum``: tiles that the bag must have for an
    exchange. ``zero_turns``: turns in a row without a point that end the game. ``variant``: ``classic``, or
    ``wordsmog``, in which the letters of a word may lie in any order. Raises PositionError for a value out of range.

    The others matter to a :class:`lexkit.Game`; 0 is "none" or "no limit". ``pass_turns``: passes in a row that end the
    game. ``exchanges_count``: whether an exchange is one of the ``zero_turns``; ``empty_board_ends``: whether these end
    a game whose board is empty. ``withdrawn_is_pass``: whether a play challenged off is one of the ``pass_turns``.
    ``exchange_limit``: exchanges of each player. ``out_bonus``: what going out is worth, ``double`` the points of the
    others' racks, or these points from ``each``; some records count them ``once`` for the player who is out, only as a
    ``penalty`` of the others, or ``both`` twice for that player and as a penalty. ``bonuses``: points for playing a
    number of tiles, by that number, besides ``bingo``; ``length_bonuses``: points for a main word of a number of tiles,
    by that number. ``challenge``: ``void``, ``single``, ``double``, ``triple``,
    ``5pt``, ``10pt``, ``5pt/word`` or ``10pt/word``. ``overtime_points``: for each ``overtime_seconds`` begun;
    ``overtime_limit``: seconds of overtime after which a game is lost.
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
    out_bonus: str
    bonuses: tuple[tuple[int, int], ...]
    length_bonuses: tuple[tuple[int, int], ...]
    challenge: str
    overtime_points: int
    overtime_seconds: int
    overtime_limit: int
    variant: str

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
        out_bonus: str = USUAL["out_bonus"],
        bonuses: Mapping[int, int] | Iterable[tuple[int, int]] = USUAL["bonuses"],
        length_bonuses: Mapping[int, int] | Iterable[tuple[int, int]] = USUAL["length_bonuses"],
        challenge: str = USUAL["challenge"],
        overtime_points: int = USUAL["overtime_points"],
        overtime_seconds: int = USUAL["overtime_seconds"],
        overtime_limit: int = USUAL["overtime_limit"],
        variant: str = USUAL["variant"],
    ) -> None:
        values = {name: value for name, value in locals().items() if name != "self"}
        values["layout"] = Layout.named(layout) if isinstance(layout, str) else layout
        values["alphabet"] = lexicons.alphabet(alphabet) if isinstance(alphabet, str) else alphabet
        for name, most in _BONUSES.items():
            values[name] = _check_bonuses(values[name], most, name)
        for name, value in values.items():
            if name in _RANGES:
                low, high = _RANGES[name]
                _require_range(value, low, high, name)
            elif name in _CHOICES:
                require_one_of(value, _CHOICES[name], "no such rule", PositionError, name)
            elif name in USUAL and name not in _BONUSES:
                value = require_flag(value, name)
            object.__setattr__(self, name, value)
        require_kind(self.layout, Layout, "layout", "a Layout, or the name of one")
        require_kind(self.alphabet, Alphabet, "alphabet", "an Alphabet, or the name of one")
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
        """The rules that games in an alphabet are played by, with changes.

        ``Rules.from_alphabet("spanish", challenge="single")``: passes, exchanges and ends are those of Spanish games.
        An alphabet without rules of its own has the usual ones. Without changes they are the same object each time, so
        that games share what is made for their rules.
        """
        if not isinstance(alphabet, Alphabet | str) or not isinstance(layout, Layout | str):
            return cls(layout, alphabet)  # which says what it takes
        name = alphabet if isinstance(alphabet, str) else alphabet.name
        if changes or cls is not Rules:
            return cls(layout, alphabet, **{**lexicons.rules(name), **changes})
        return _rules_of(name, alphabet, layout, layout if isinstance(layout, str) else layout.name)

    @classmethod
    def of(cls, alphabet: Alphabet | str = "english", layout: Layout | str = "standard", **changes: Any) -> Rules:
        """The former name of :meth:`from_alphabet`."""
        warn_renamed("Rules.of", "Rules.from_alphabet")
        return cls.from_alphabet(alphabet, layout, **changes)

    @property
    def changed(self) -> dict[str, Any]:
        """The fields that differ from ``Rules(layout, alphabet)``, with their values."""
        return {name: value for name, usual in USUAL.items() if (value := getattr(self, name)) != usual}

    def zero_turns_on(self, grid: bytes | bytearray) -> int:
        """After how many turns in a row without a point a game with these squares ends; 0 if none end it."""
        return self.zero_turns if self.empty_board_ends or any(grid) else 0

    def idle_after(self, kind: str, score: int, zeros: int, passes: int) -> tuple[int, int]:
        """(turns without a point, passes) in a row after one more turn.

        ``kind``: ``placement``, ``exchange`` or ``pass``, or ``withdrawn`` for a placement that was challenged off.
        """
        if kind == "exchange":
            return zeros + self.exchanges_count, 0
        is_pass = kind == "pass" or (kind == "withdrawn" and self.withdrawn_is_pass)
        return 0 if score else zeros + 1, passes + 1 if is_pass else 0

    def points_of(self, counts: Iterable[int]) -> int:
        """The points of tiles, given how many there are of each kind, by tile number."""
        return sum([count * points for count, points in zip(counts, self.points, strict=False)])

    def bonus(self, tiles: int, length: int = 0) -> int:
        """The points for playing this number of tiles at once, in a main word of ``length`` tiles."""
        return sum([points for _, points in self.bonuses_of(tiles, length)])

    def bonuses_of(self, tiles: int, length: int) -> list[tuple[str, int]]:
        """The bonuses of such a play, each with its name: all that a play scores beside its words."""
        try:
            by_tiles = self.bingo if is_bingo(tiles, self) else 0
        except ValueError:  # an array has no truth of its own
            require_whole(tiles, "number of tiles", 0, kind=PositionError)
            raise
        if not (by_tiles or self.bonuses or self.length_bonuses):
            return []  # nearly all plays
        by_tiles += dict(self.bonuses).get(tiles, 0)
        by_length = dict(self.length_bonuses).get(length, 0)
        return [(name, points) for name, points in (("bingo", by_tiles), ("length", by_length)) if points]

    @cached_property
    def points(self) -> tuple[int, ...]:
        """Points by tile number, with those of a blank at 0."""
        return (self.alphabet.blank_points, *(tile.points for tile in self.alphabet.tiles))

    @cached_property
    def values(self) -> tuple[int, ...]:
        """Points by tile byte, 256 of them.

        0 for an empty square, those of a blank for every designated blank.
        """
        points = (0, *(tile.points for tile in self.alphabet.tiles))
        return points + (0,) * (BLANK - len(points)) + (self.alphabet.blank_points,) * BLANK

    @cached_property
    def distribution(self) -> tuple[int, ...]:
        """How many tiles there are, by tile number.

        The blanks are at 0. All are 0 if the alphabet states no distribution.
        """
        return (self.alphabet.blanks, *(tile.count for tile in self.alphabet.tiles))

    @cached_property
    def text(self) -> TileText:
        """The reader and writer of the alphabet's tiles."""
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
    """Check what a caller gave as rules. Raises TypeError if they are not Rules."""
    if not isinstance(rules, Rules):
        raise TypeError(f"rules are lexkit.Rules, not {type(rules).__name__}")
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
    """Return a rack. Raises PositionError if it has more tiles than racks of these rules."""
    if len(rack) > rules.rack_size:
        expected = f"at most {rules.rack_size} tiles"
        raise PositionError("rack too long", place=place, expected=expected, found=len(rack))
    return rack


def is_bingo(tiles: Any, rules: Rules) -> Any:
    """Whether a play of this number of tiles, or each of several numbers, plays a full rack."""
    return tiles == rules.rack_size


def count_unseen(rules: Rules, grid: bytes, tiles: bytes) -> bytes:
    """64 counts, by tile number, of the tiles that are neither on the board nor among these.

    ``tiles``: tile numbers, blanks 0. Raises PositionError if the alphabet does not say how many tiles there are, or if
    there are too many of one.
    """
    distribution = rules.distribution
    if not any(distribution):
        raise PositionError(
            "the alphabet does not say how many tiles there are",
            place=f"alphabet {rules.alphabet.name}",
            expected="how many there are of each tile",
        )
    seen = grid.translate(KINDS, b"\0") + tiles
    _require_enough(rules, seen)
    return bytes(count_left(rules, seen)).ljust(64, b"\0")


def count_bag(rules: Rules, grid: bytes, held: int, opponents: int = 1) -> int:
    """How many tiles are in the bag, if the player has ``held`` tiles and the opponents full racks or all that is left.

    Raises PositionError if the alphabet has no distribution.
    """
    if not any(rules.distribution):
        raise PositionError(
            "the number of tiles in the bag is not known",
            place="bag",
            expected="how many tiles are in the bag",
            remedy="give it: bag=N",
        )
    return share_unseen(rules, sum(rules.distribution) - (len(grid) - grid.count(0)) - held, opponents)[1]


def share_unseen(rules: Rules, unseen: int, opponents: int = 1) -> tuple[int, int]:
    """(tiles on the racks of the opponents, tiles in the bag) of those that a player cannot see: racks come first."""
    held = min(unseen, opponents * rules.rack_size)
    return held, unseen - held


def are_turns_up(rules: Rules, grid: bytes | bytearray, zeros: int) -> bool:
    """Whether this many turns in a row without a point end a game with these squares."""
    return 0 < rules.zero_turns_on(grid) <= zeros


def exchangeable(rules: Rules, bag: int, held: int, exchanged: int = 0) -> int:
    """How many tiles a player may exchange: the one rule for the referee, players, candidates and simulations.

    ``bag``: tiles in the bag; ``held``: on the player's rack; ``exchanged``: how often the player has exchanged before.
    The kernel of whole games is given these numbers of the rules, and is compared with this.
    """
    if bag < max(1, rules.exchange_minimum) or 0 < rules.exchange_limit <= exchanged:
        return 0
    return min(bag, held)


def count_left(rules: Rules, seen: bytes) -> list[int]:
    """How many there are of each tile beside those seen, by tile number; below 0 if more are seen than there are."""
    return [count - seen.count(tile) for tile, count in enumerate(rules.distribution)]


def _require_enough(rules: Rules, tiles: bytes) -> None:
    """Raises PositionError if there are more of a tile among these than in the game."""
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
    """An upper bound for the score of any play. It takes all squares at the highest points and multipliers."""
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
    """The rules of an alphabet of this name, on a layout so called: equal layouts may have other names."""
    return Rules(layout, alphabet, **lexicons.rules(name))


def _require_range(value: int, low: int, high: int, place: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise PositionError("out of range", place=place, expected=f"{low} to {high}", found=show_value(value))
    return value


def _check_bonuses(
    given: Mapping[int, int] | Iterable[tuple[int, int]], most: int, name: str
) -> tuple[tuple[int, int], ...]:
    """Bonuses sorted by number of tiles. The keys of a JSON object or a TOML table are digits."""
    try:
        bonuses = {int(n) if isinstance(n, str) and n.isdecimal() else n: points for n, points in dict(given).items()}
    except (TypeError, ValueError):
        raise TypeError(f"{name}: expected points by number of tiles, found {show_value(given)}") from None
    for tiles, points in bonuses.items():
        _require_range(tiles, 1, most, f"{name}: tiles")
        _require_range(points, 0, MAX_BINGO, f"{name}: points")
    return tuple(sorted(bonuses.items()))
