"""The state of a game between two turns, and how the actions change it.

Each function takes a :class:`GameState` and returns another one. Nothing is changed in place: an action that fails
leaves the game as it was, and undo is a return to a past state.

In a *dealt* game the pool is the bag, and players draw from it. In a game that is only recorded, nothing is drawn:
a rack has its known tiles, and the pool all others; ``sizes`` and ``bag`` state how many tiles each rack and the
bag really have.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from lexkit.base.errors import IllegalMoveError, PositionError, with_plain_types

from ..bag import Bag, BagState
from ..board import Board
from ..move import Move, grid_after
from ..rack import Rack, tiles_of
from ..rules import Rules, are_turns_up
from ..text.cgp import mover_first
from ..text.notation import KINDS
from .turn import EXCHANGE, PASS, PLACEMENT

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index

    from .clock import Times

_T = TypeVar("_T")
_NO_TILES: Final = bytes(64)


@with_plain_types
class Result(NamedTuple):
    """End of a game: reason, winner and scores. Lists are by player.

    Attributes:
        reason: ``out``, ``zeros``, ``passes``, ``resignation``, ``time`` or ``challenge``.
        winner: Number of the winner, None for a draw.
        scores: Final scores.
        ending: Change of the scores for the racks left.
        overtime: Change of the scores for overtime, 0 or less.
        losers: Players who lost whatever their scores are.
    """

    reason: str
    winner: int | None
    scores: tuple[int, ...]
    ending: tuple[int, ...]
    overtime: tuple[int, ...]
    losers: frozenset[int] = frozenset()


class GameState(NamedTuple):
    """State of a game between two turns. Lists are by player."""

    grid: bytes
    #: Counts of the tiles known to the referee, 64 bytes each.
    racks: tuple[bytes, ...]
    #: Number of tiles on each rack, and in the bag.
    sizes: tuple[int, ...]
    bag: int
    pool: BagState
    scores: tuple[int, ...]
    to_move: int
    #: Number of scoreless turns in a row, and of passes in a row.
    zeros: int = 0
    passes: int = 0
    #: Number of exchanges of each player.
    exchanges: tuple[int, ...] = ()
    #: Tiles of each rack that all other players have seen, as counts.
    known: tuple[bytes, ...] = ()
    #: Players who have resigned.
    gone: frozenset[int] = frozenset()
    #: Play that may be challenged.
    challengeable: Move | None = None
    #: True if that play went out, so that only a challenge or its acceptance is left.
    last_window: bool = False
    times: Times | None = None
    out: int | None = None
    result: Result | None = None


def deal(rules: Rules, players: int, bag: Bag, first: int, dealt: bool, times: Times | None) -> GameState:
    """Return the state before the first turn."""
    tiles = len(bag)
    sizes = []
    for _ in range(players):
        sizes.append(min(rules.rack_size, tiles))
        tiles -= sizes[-1]
    racks = tuple([Rack(bag.draw(size if dealt else 0), rules.alphabet).counts for size in sizes])
    return GameState(
        grid=bytes(rules.layout.rows * rules.layout.columns),
        racks=racks,
        sizes=tuple(sizes),
        bag=tiles,
        pool=bag.state,
        scores=(0,) * players,
        to_move=first,
        exchanges=(0,) * players,
        known=(_NO_TILES,) * players,
        times=times,
    )


def begin_from_position(
    board: Board, players: int, bag: Bag, first: int, dealt: bool, times: Times | None
) -> GameState:
    """Return the state in which a game goes on from a board.

    ``bag``: has all tiles, shuffled; ``first``: the player to move. A rack that the position names belongs to the
    player; it is complete if fewer tiles than a full rack are left. The other racks are drawn first, beginning with
    the player to move, and then the named ones are filled up.

    Raises PositionError if the number of racks differs from the number of players, and if the game is over.
    """
    rules = board.rules
    if len(board.racks) != players:
        raise PositionError("not a rack for each player", place="racks", expected=players, found=len(board.racks))
    order = [(first + step) % players for step in range(players)]
    shown = dict(zip(order, mover_first(tuple(range(players)), board.to_move), strict=True))
    named = {player: Rack(board.racks[at], rules.alphabet) for player, at in shown.items()}
    pool = bytearray(bag.state.tiles)
    for tile in board.grid.translate(KINDS, b"\0") + b"".join([rack.tiles for rack in named.values()]):
        pool.remove(tile)  # the board has checked that it is there
    bag.restore(BagState(bytes(pool), bag.state.used))
    sizes, drawn = {}, {}
    for player in sorted(order, key=lambda player: (len(named[player]) > 0, order.index(player))):
        more = min(rules.rack_size - len(named[player]), len(pool))
        del pool[len(pool) - more :]
        drawn[player] = bag.draw(more if dealt else 0)
        sizes[player] = len(named[player]) + more
    if not all(sizes.values()) or are_turns_up(rules, board.grid, board.zeros):
        raise PositionError("the game is over in this position", expected="tiles on each rack, and turns to come")
    racks = [Rack.of_tiles(named[player].tiles + drawn[player], rules.alphabet).counts for player in range(players)]
    return GameState(
        grid=bytes(board.grid),
        racks=tuple(racks),
        sizes=tuple([sizes[player] for player in range(players)]),
        bag=len(pool),
        pool=bag.state,
        scores=tuple([board.scores[shown[player]] for player in range(players)]),
        to_move=first,
        zeros=board.zeros,
        exchanges=(0,) * players,
        known=(_NO_TILES,) * players,
        times=times,
    )


def as_board(position: Board | str, rules: Rules | None, index: Index | None) -> Board:
    """Return the board of a position, used with a lexicon. Raises PositionError if it has other rules."""
    if not isinstance(position, Board):
        position = Board.from_cgp(position, rules=rules, lexicon=index)
    elif index is not None:
        position.meet(index)
    if rules is not None and position.rules != rules:
        raise PositionError("the position has other rules", place="position", expected=rules, found=position.rules)
    return position


def play(state: GameState, move: Move, bag: Bag, dealt: bool) -> tuple[GameState, bytes]:
    """Return (state, tiles drawn) after a placement. Raises IllegalMoveError for tiles that are not on the rack."""
    player, played = state.to_move, move.played.translate(KINDS)
    rules = move.snapshot.rules
    racks, sizes, left, pool, drawn = _replace_tiles(state, played, rules, bag, dealt, kept=b"")
    scores = list(state.scores)
    scores[player] += move.score
    after = state._replace(
        grid=grid_after(state.grid, move),
        racks=racks,
        sizes=sizes,
        bag=left,
        pool=pool,
        scores=tuple(scores),
        known=_put(state.known, player, _less(state.known[player], played)),
        challengeable=None if rules.challenge == "void" else move,
        **_idle_after(state, rules, PLACEMENT, move.score),
    )
    return after, drawn


def exchange(state: GameState, tiles: bytes, rules: Rules, bag: Bag, dealt: bool) -> tuple[GameState, bytes]:
    """Return (state, tiles drawn) after an exchange. Raises IllegalMoveError for tiles that are not on the rack."""
    player = state.to_move
    racks, sizes, left, pool, drawn = _replace_tiles(state, tiles, rules, bag, dealt, kept=tiles)
    after = state._replace(
        racks=racks,
        sizes=sizes,
        bag=left,
        pool=pool,
        # The other players do not know which tiles were put back.
        known=_put(state.known, player, _NO_TILES),
        exchanges=_put(state.exchanges, player, state.exchanges[player] + 1),
        challengeable=None,
        **_idle_after(state, rules, EXCHANGE),
    )
    return after, drawn


def exchange_unknown(state: GameState, rules: Rules) -> GameState:
    """Return the state of a recorded game after an exchange of unnamed tiles."""
    player = state.to_move
    # It is unknown which of the known tiles were kept.
    after = set_rack(state, player, Rack(b"", rules.alphabet))
    return after._replace(
        known=_put(state.known, player, _NO_TILES),
        exchanges=_put(state.exchanges, player, state.exchanges[player] + 1),
        challengeable=None,
        **_idle_after(state, rules, EXCHANGE),
    )


def complete(state: GameState) -> GameState:
    """Return the state with all tiles known, if the bag is empty and only one rack is not fully known."""
    unknown = [player for player, size in enumerate(state.sizes) if sum(state.racks[player]) < size]
    if state.bag or len(unknown) != 1:
        return state
    counts = bytearray(state.racks[unknown[0]])
    for tile in state.pool.tiles:
        counts[tile] += 1
    return state._replace(racks=_put(state.racks, unknown[0], bytes(counts)), pool=state.pool._replace(tiles=b""))


def take_back(state: GameState, before: GameState, move: Move, rules: Rules, bag: Bag, dealt: bool) -> GameState:
    """Return the state after a challenge took back a play. ``before``: the state that the play was made in.

    The tiles drawn return to the bag, which is shuffled if there were any; the others have seen the tiles played.
    """
    player = before.to_move
    pool = before.pool
    if dealt and len(state.pool.tiles) < len(pool.tiles):
        bag.restore(BagState(pool.tiles, state.pool.used))
        bag.put_back(b"")
        pool = bag.state
    seen = bytearray(before.known[player])
    played = move.played.translate(KINDS)
    rack, others = before.racks, before.pool
    for tile in set(played):
        seen[tile] = max(seen[tile], played.count(tile))
    if not dealt:  # what was played was on the rack, even if nobody had said so
        counts, tiles = bytearray(rack[player]), bytearray(others.tiles)
        for tile in played:
            if played.count(tile) > counts[tile]:
                counts[tile] += 1
                tiles.remove(tile)
        rack, pool = _put(rack, player, bytes(counts)), BagState(bytes(tiles), others.used)
    return state._replace(
        grid=before.grid,
        racks=rack,
        sizes=before.sizes,
        bag=before.bag,
        pool=pool,
        scores=_put(state.scores, player, state.scores[player] - move.score),
        known=_put(before.known, player, bytes(seen)),
        challengeable=None,
        **_idle_after(before, rules, "withdrawn"),
        last_window=False,
        out=None,
    )


def skip(state: GameState, rules: Rules) -> GameState:
    """Return the state after a pass."""
    return state._replace(challengeable=None, **_idle_after(state, rules, PASS))


def _idle_after(state: GameState, rules: Rules, kind: str, score: int = 0) -> dict[str, Any]:
    zeros, passes = rules.idle_after(kind, score, state.zeros, state.passes)
    return {"zeros": zeros, "passes": passes}


def give_turn(state: GameState) -> GameState:
    """Return the state with the next player to move who has not resigned."""
    player, players = state.to_move, len(state.scores)
    for step in range(1, players + 1):
        ahead = (player + step) % players
        if ahead not in state.gone:
            return state._replace(to_move=ahead)
    return state


def set_rack(state: GameState, player: int, rack: Rack) -> GameState:
    """Return the state with these tiles on a rack of a recorded game, and its former tiles in the pool."""
    pool = bytearray(state.pool.tiles)
    pool += tiles_of(state.racks[player])
    if len(rack) > state.sizes[player]:
        expected = f"at most {state.sizes[player]} tiles"
        raise IllegalMoveError("rack too long", place="rack", expected=expected, found=len(rack))
    for tile in rack.tiles:
        if tile not in pool:
            label = rack.alphabet.labels[tile - 1] if tile else "?"
            raise IllegalMoveError("this tile is not left", place="rack", expected="tiles not yet seen", found=label)
        pool.remove(tile)
    return state._replace(
        racks=_put(state.racks, player, rack.counts), pool=BagState(bytes(sorted(pool)), state.pool.used)
    )


def _replace_tiles(
    state: GameState, tiles: bytes, rules: Rules, bag: Bag, dealt: bool, kept: bytes
) -> tuple[tuple[bytes, ...], tuple[int, ...], int, BagState, bytes]:
    """Return (racks, sizes, tiles in the bag, pool, drawn) after tiles left the rack of the player to move.

    ``kept``: the tiles that go back to the bag.
    """
    player = state.to_move
    counts = bytearray(state.racks[player])
    pool = state.pool
    missing = []
    for tile in tiles:
        if counts[tile]:
            counts[tile] -= 1
        else:
            missing.append(tile)
    if missing:
        unknown = state.sizes[player] - sum(state.racks[player])
        left = bytearray(pool.tiles)
        if dealt or len(missing) > unknown or any(missing.count(tile) > left.count(tile) for tile in missing):
            rack = Rack(state.racks[player], rules.alphabet)
            labels = [rules.alphabet.labels[tile - 1] if tile else "?" for tile in missing]
            raise IllegalMoveError(
                "not on the rack",
                place="rack",
                expected=f"tiles of {rack or 'no rack'}",
                found=" ".join(labels),
                remedy=None
                if kept or "?" not in labels
                else "letters in lower case are blanks: write others in capitals",
            )
        for tile in missing:
            left.remove(tile)
        pool = BagState(bytes(left), pool.used)
    number = min(len(tiles), state.bag)
    drawn = b""
    if dealt:
        bag.restore(pool)
        drawn = bag.exchange(kept) if kept else bag.draw(number)
        pool = bag.state
        for tile in drawn:
            counts[tile] += 1
    elif kept:
        pool = BagState(bytes(sorted(pool.tiles + kept)), pool.used)
    sizes = _put(state.sizes, player, state.sizes[player] - len(tiles) + number)
    return _put(state.racks, player, bytes(counts)), sizes, state.bag - number + len(kept), pool, drawn


def _less(counts: bytes, tiles: bytes) -> bytes:
    """Return counts without tiles, as far as the counts include them."""
    if counts == _NO_TILES:
        return counts
    left = bytearray(counts)
    for tile in tiles:
        left[tile] = max(0, left[tile] - 1)
    return bytes(left)


def _put(values: tuple[_T, ...], at: int, value: _T) -> tuple[_T, ...]:
    return (*values[:at], value, *values[at + 1 :])
