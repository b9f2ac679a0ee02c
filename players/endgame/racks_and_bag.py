"""The tiles of an endgame: both racks, the bag, and the ways to draw from it.

All tiles that the player to move does not see are on the other rack and in the bag. So if no more are unseen than a
rack holds, the bag is empty and the other rack is known, whether or not the position names it.

A way to draw is an order of the tiles in the bag; equal tiles count as different. There are 8 ways for 1 tile of 8
that a player does not see, 72 for 2 of 9, 720 for 3 of 10, 7,920 for 4 of 11. Equal ways are counted together.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from lexkit.base.checks import require_whole
from lexkit.base.errors import PositionError
from lexkit.base.time_limits import look
from lexkit.runtime.game.rack import Rack
from lexkit.runtime.game.referee.player_view import View
from lexkit.runtime.game.rules import MAX_TURNS, count_unseen, share_unseen
from lexkit.runtime.game.text.notation import KINDS

from ..candidates import require_two_players

if TYPE_CHECKING:
    from lexkit.runtime.game.board import Board
    from lexkit.runtime.game.rules import Rules


class Turns(NamedTuple):
    """State of the idle-turn counters, as an endgame search takes it."""

    #: Number of scoreless turns in a row, and of passes.
    zeros: int
    passes: int
    #: Number of each that ends the game, 0 for none.
    zero_turns: int
    pass_turns: int
    #: True if scoreless turns end the game even if the board is empty.
    empty_board_ends: bool


def mover_and_unseen(board: Board) -> tuple[Rack, bytes]:
    """Return (rack, unseen): the rack of the player to move, and the counts of the tiles that this player cannot see.

    Raises PositionError unless two players play, the rack is known, and the alphabet has a distribution.
    """
    own = _rack_to_move(board)
    return own, count_unseen(board.rules, board.grid, own.tiles)


def known_of_opponent(position: Board | View | str, board: Board, unseen: bytes) -> Rack:
    """Return the known tiles of the other rack: all or a part of it, from the position or a view.

    ``board``: the position's board; ``unseen``: counts of the tiles that the player to move does not see. Raises
    PositionError if the opponent cannot have them.
    """
    given = position.known[1 - position.player] if isinstance(position, View) else board.racks[1 - board.to_move]
    known = Rack(given, board.alphabet)
    held = share_unseen(board.rules, sum(unseen))[0]
    if len(known) > held or any(more > there for more, there in zip(known.counts, unseen, strict=True)):
        raise PositionError(
            "the opponent cannot hold these tiles",
            place="rack 2",
            expected=f"{held} of the unseen tiles, or some of them",
            found=given,
        )
    return known


def both_racks(board: Board) -> tuple[Rack, Rack]:
    """Return the racks of an endgame, the player to move first.

    Raises PositionError if the bag is not empty, and if a rack is not known.
    """
    own = _rack_to_move(board)
    given = Rack(board.racks[1 - board.to_move], board.alphabet)
    if not any(board.rules.distribution):
        if not given:
            raise PositionError("the other rack is not known", place="rack 2", expected="its tiles")
        return own, given
    _, unseen = mover_and_unseen(board)
    total = sum(unseen)
    if not total:
        raise PositionError("this game is over", place="rack 2", expected="tiles of the other player", found="none")
    in_bag = total - len(given) if given else share_unseen(board.rules, total)[1]
    if not (in_bag or given):
        return own, Rack(unseen, board.alphabet)
    if in_bag:
        found = "1 tile" if in_bag == 1 else f"{in_bag} tiles"
        missing = "" if given else f"of {total} tiles, any {board.rules.rack_size} may be on the other rack; "
        raise PositionError(
            "the bag is not empty",
            place="bag",
            expected="no tile in the bag of an endgame",
            found=found,
            remedy=f"{missing}pre_endgame takes 1 to 4 tiles in the bag",
        )
    return own, given


def turns_left(rules: Rules, grid: bytes, zeros: int, passes: int, tiles: bytes) -> Turns:
    """Return the idle-turn counters with which an endgame search starts.

    ``zeros``, ``passes``: scoreless turns and passes, in a row until now; ``tiles``: the numbers of the tiles that
    are not on the board. Raises PositionError if the game is over, or if no number of idle turns would end it.
    """
    require_whole(zeros, "number of turns without a point", 0, kind=PositionError)
    least = least_turns(rules, grid)
    left = least - zeros_as_passes(rules, grid, zeros, passes)
    if left <= 0:
        raise PositionError("this game is over", place="zeros", expected=f"fewer than {least}", found=zeros)
    if not any(grid) or _may_score_nothing(rules, grid, tiles):
        met, zero_turns = _no_more_than_can_be_followed(zeros, rules.zero_turns)
        passed, pass_turns = _no_more_than_can_be_followed(passes, rules.pass_turns)
        return Turns(met, passed, zero_turns, pass_turns, rules.empty_board_ends)
    # Every placement scores, so a player who passes twice in a row gains nothing by it: two passes end the game.
    most = min(2, least)
    return Turns(most - min(left, most), 0, most, 0, True)


def _no_more_than_can_be_followed(met: int, limit: int) -> tuple[int, int]:
    """Return (turns of one kind, number that ends the game).

    The numbers are reduced by steps of two to about a search's maximum depth.
    """
    less = limit - 23 & ~1 if limit > 24 else 0
    # On an empty board the turns may exceed the limit.
    return min(max(0, met - less), limit - less), limit - less


def passes_before(position: Board | View | str, zeros: int, given: int | None) -> int:
    """Return the number of passes in a row before: as given or as a view knows, else all scoreless turns."""
    if given is None:
        return position.passes if isinstance(position, View) else zeros
    return require_whole(given, "number of passes", 0, MAX_TURNS)


def zeros_as_passes(rules: Rules, grid: bytes, zeros: int, passes: int) -> int:
    """Return the number of passes that are as near to the end of the game as these scoreless turns."""
    left = [limit - met for limit, met in ((rules.zero_turns_on(grid), zeros), (rules.pass_turns, passes)) if limit]
    return least_turns(rules, grid) - min(left)


def least_turns(rules: Rules, grid: bytes) -> int:
    """Return the number of passes in a row that end a game with this board. Raises PositionError if no number does."""
    limits = [limit for limit in (rules.zero_turns_on(grid), rules.pass_turns) if limit]
    if not limits:
        raise PositionError("this game could never end", place="board", expected="a tile on it", found="none")
    return min(limits)


def _may_score_nothing(rules: Rules, grid: bytes, tiles: bytes) -> bool:
    """Return whether a placement may score nothing: all tiles of a word, one of them new, are worth 0."""
    worthless = {tile for tile, worth in enumerate(rules.points) if not worth}
    laid = sum([tile in worthless for tile in tiles])
    lying = sum([tile in worthless for tile in grid.translate(KINDS, b"\0")])
    return laid > 0 and laid + lying > 1


def _rack_to_move(board: Board) -> Rack:
    require_two_players(board)
    if not board.rack:
        raise PositionError(
            "the rack is not known", place="rack 1", expected="the tiles of the player to move", found="none"
        )
    return Rack(board.rack, board.alphabet)


class Draw(NamedTuple):
    """Tiles that a player draws, the rest of the bag in its order, and the other rack; with the number of ways.

    ``drawn`` and ``other`` are 64 counts by tile number, ``bag`` tile numbers.
    """

    drawn: bytes
    bag: bytes
    other: bytes
    ways: int


@lru_cache(maxsize=16)
def draws(unseen: bytes, drawn: int, left: int) -> tuple[Draw, ...]:
    """Return all draws of ``drawn`` tiles that leave ``left`` tiles in the bag.

    ``unseen``: 64 counts of the tiles in the bag and on the other rack.
    """
    found = []
    for taken, ways in choices_of(unseen, drawn):
        after = bytes([have - less for have, less in zip(unseen, taken, strict=True)])
        for bag, other, orders in _orders(after, left):
            found.append(Draw(taken, bag, other, ways * math.factorial(drawn) * orders))
    return tuple(found)


@lru_cache(maxsize=16)
def exchange_draws(unseen: bytes, returned: bytes, in_bag: int) -> tuple[Draw, ...]:
    """Return all draws after an exchange, and all orders of the bag into which the tiles are returned.

    ``returned``: 64 counts of the tiles exchanged, at most ``in_bag``.
    """
    number = sum(returned)
    found = []
    for taken, ways in choices_of(unseen, number):
        after = bytes([have - less for have, less in zip(unseen, taken, strict=True)])
        for left, more_ways in choices_of(after, in_bag - number):
            other = bytes([have - less for have, less in zip(after, left, strict=True)])
            pool = bytes([one + more for one, more in zip(left, returned, strict=True)])
            look()
            for bag, _, orders in _orders(pool, in_bag):
                found.append(Draw(taken, bag, other, ways * math.factorial(number) * more_ways * orders))
    return tuple(found)


def exchanges_of(rack: bytes, most: int) -> Iterator[bytes]:
    """Yield the counts of all possible exchanges: 1 to ``most`` tiles of a rack with these counts."""
    for number in range(1, most + 1):
        for chosen, _ in choices_of(rack, number):
            yield chosen


def choices_of(counts: bytes, number: int) -> Iterator[tuple[bytes, int]]:
    """Yield (chosen, ways): the unordered choices of a number of tiles."""

    def choose(tile: int, number: int) -> Iterator[tuple[list[tuple[int, int]], int]]:
        if number == 0:
            yield [], 1
            return
        for kind in range(tile, len(counts)):
            for copies in range(1, min(counts[kind], number) + 1):
                for others, ways in choose(kind + 1, number - copies):
                    yield [(kind, copies), *others], ways * math.comb(counts[kind], copies)

    for chosen, ways in choose(0, number):
        taken = bytearray(len(counts))
        for kind, copies in chosen:
            taken[kind] = copies
        yield bytes(taken), ways


def _orders(counts: bytes, number: int) -> Iterator[tuple[bytes, bytes, int]]:
    """Yield (chosen, others, ways): the ordered choices of a number of tiles, and the counts of all others."""
    if number == 0:
        yield b"", counts, 1
        return
    for kind, count in enumerate(counts):
        if count:
            less = counts[:kind] + bytes([count - 1]) + counts[kind + 1 :]
            for chosen, others, ways in _orders(less, number - 1):
                yield bytes([kind]) + chosen, others, ways * count
