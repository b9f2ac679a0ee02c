"""The state of a game: everything that callers can read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import gt
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from lexkit.base.errors import ClockError, GameRecordError, PositionError, show_value

from ..bag import Bag, BagState
from ..move import Snapshot
from ..names import nicks_of
from ..rack import Rack, rack_of_counts
from ..text.cgp import CgpFields, write_fields, write_squares
from ..text.position import opcodes_of
from . import actions
from .player_view import GameBoard, View
from .turn import FINE, PLACEMENT
from .turn_kinds import USING_TURN

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import Index
    from lexkit.runtime.lexicon.lexicon import Lexicon

    from ..gcg.text import Record
    from ..move import Move
    from ..moves import Moves
    from ..rules import Rules
    from .clock import Clock, Times
    from .game_state import GameState, Result
    from .turn import Action, Turn


class Moment(NamedTuple):
    """A moment of a game: its state, the turn that led to it, the moment before, and the number of turns.

    ``held``: the racks as that turn left them, if they were set later.
    """

    state: GameState
    turn: Turn | None
    parent: Moment | None
    turns: int
    held: tuple[bytes, ...] | None = None


class GameView:
    """The readable part of a game. :class:`lexkit.Game` adds the actions of players.

    Attributes:
        players: Names of the players.
        rules: Rules of the game.
        seed: Seed of the bag.
        first: Number of the player who began.
        dealt: Whether players draw from the bag.
        position: CGP of the position in which the game began, or None.
        notes: Number of a turn -> its note in the record that was read.
        nicknames: Short names, if a record in CGH had them.
        record: Source of a game that was read from GCG.
        considered: In a match, number of moves listed at each turn.
        forfeit: In a match, why a program lost the game, for example because it crashed.
        core: Index of the lexicon, or None.
    """

    considered: tuple[int | None, ...] = ()
    forfeit: str = ""
    record: Record | None = None
    position: str | None = None
    notes: Mapping[int, str] = MappingProxyType({})
    nicknames: tuple[str, ...] = ()
    core: Index | None
    rules: Rules
    players: tuple[str, ...]
    seed: int | str
    first: int
    dealt: bool
    _clock: Clock | None
    _bag: Bag
    _board: GameBoard
    #: Current moment, and the moments undone, the next one last: one attribute, changed in one step.
    _at: tuple[Moment, tuple[Moment, ...]]
    #: State that the board shows.
    _shown: GameState | None
    #: Player -> a moment, and the turns until then as that player saw them.
    _seen: dict[int, tuple[Moment, tuple[Turn, ...]]]

    @property
    def _state(self) -> GameState:
        return self._at[0].state

    @property
    def lexicon(self) -> Lexicon | None:
        """Lexicon that judges plays, or None."""
        from lexkit.runtime.lexicon.lexicon import lexicon_met

        return lexicon_met(self)

    @property
    def board(self) -> GameBoard:
        """Board, to look at and to search. The game changes it, and it shows no racks."""
        state, turn = self._at[0][:2]
        board, shown = self._board, self._shown
        if shown is not state:
            self._shown = squares = None
            if turn is not None and turn.move is not None and shown is not None and turn.snapshot.grid is shown.grid:
                squares = turn.move.squares
            board.show(state.grid, self.scores, state.to_move, state.zeros, squares)
            self._shown = state
        board.core = self.core
        return board

    @property
    def racks(self) -> tuple[Rack, ...]:
        """Racks, by player; in a game that is not dealt, their known tiles."""
        return tuple([rack_of_counts(counts, self.rules.alphabet) for counts in self._state.racks])

    @property
    def bag(self) -> Bag:
        """Copy of the bag; in a game that is not dealt, it has all tiles that are not known to be elsewhere."""
        return Bag.in_order(self._state.pool.tiles[::-1], self.seed)

    @property
    def bag_size(self) -> int:
        """Number of tiles in the bag."""
        return self._state.bag

    @property
    def scores(self) -> tuple[int, ...]:
        """Scores by player, final ones when the game is over."""
        state = self._state
        return state.scores if state.result is None else state.result.scores

    @property
    def start_scores(self) -> tuple[int, ...]:
        """Scores by player before the first turn: not 0 only if the game began from a position."""
        return self._nodes()[0].state.scores

    @property
    def to_move(self) -> int:
        """Number of the player to move."""
        return self._state.to_move

    @property
    def over(self) -> bool:
        """True if the game has ended."""
        return self._state.result is not None

    @property
    def waiting(self) -> bool:
        """True if a player is out, and the next one accepts the last play (:meth:`pass_turn`) or challenges it."""
        return self._state.last_window

    @property
    def exchangeable(self) -> int:
        """Number of tiles the player to move may exchange."""
        return actions.exchangeable(self._state, self._state.to_move, self.rules)

    @property
    def challengeable(self) -> Move | None:
        """Play that the player to move may challenge, or None."""
        return self._state.challengeable

    @property
    def challengeable_turn(self) -> Moment | None:
        """Moment of the play that may be challenged, or None; others may have resigned since."""
        if self.challengeable is None:
            return None
        node = self._at[0]
        while node.turn is not None and node.turn.kind != PLACEMENT and node.parent is not None:
            node = node.parent
        return None if node.turn is None else node

    @property
    def resigned(self) -> frozenset[int]:
        """Players who have resigned."""
        return self._state.gone

    @property
    def result(self) -> Result | None:
        """End of the game, None before."""
        return self._state.result

    @property
    def winner(self) -> int | None:
        """Number of the winner, None for a draw and before the end."""
        return None if self.result is None else self.result.winner

    @property
    def ending(self) -> tuple[int, ...]:
        """Change of the scores for the racks left at the end, by player."""
        return (0,) * len(self.players) if self.result is None else self.result.ending

    @property
    def out(self) -> int | None:
        """Player who played the last tile, or None."""
        return self._state.out

    @property
    def turns(self) -> tuple[Turn, ...]:
        """Turns so far, challenges among them."""
        return tuple([node.turn for node in self._nodes() if node.turn is not None])

    @property
    def turn_number(self) -> int:
        """Number of turns so far, challenges among them."""
        return self._at[0].turns

    @property
    def last_turn(self) -> Turn | None:
        """Last turn, None before the first."""
        return self._at[0].turn

    @property
    def clock(self) -> Times | None:
        """Time that each player had left after the last turn, None without a clock."""
        return self._state.times

    @property
    def start_times(self) -> tuple[Clock, Times] | None:
        """Clock, and the times when the game began."""
        first = self._nodes()[0].state.times
        return None if self._clock is None or first is None else (self._clock, first)

    def time_left(self, player: int, at: float | None = None) -> float:
        """Return the seconds that a player has left now; negative for overtime.

        Args:
            player: Number of the player.
            at: The time now, for a clock that does not read it.

        Raises:
            ClockError: The game has no clock, or the time is not valid.
        """
        clock, times = self._need_clock()
        running = times if self.over else times.spend(self.to_move, clock.read(at))
        return running.left[self._index(player)]

    def view(self, player: int) -> View:
        """Return what a player sees, and nothing else.

        Args:
            player: Number of the player.
        """
        player = self._index(player)
        state = self._state
        return View(
            player=player,
            players=self.players,
            snapshot=Snapshot(self.rules, state.grid),
            rack=rack_of_counts(state.racks[player], self.rules.alphabet),
            sizes=state.sizes,
            bag=state.bag,
            known=actions.shown_tiles(state.known, self.rules),
            scores=self.scores,
            to_move=state.to_move,
            zeros=state.zeros,
            passes=state.passes,
            exchanges=state.exchanges,
            exchangeable=actions.exchangeable(state, player, self.rules),
            challengeable=state.challengeable is not None,
            waiting=state.last_window,
            turns=self._seen_by(player),
            times=state.times,
            result=state.result,
            core=self.core,
            _live=self.board,
        )

    @property
    def placements(self) -> Moves:
        """All placements of the player to move that the lexicon allows: see :attr:`lexkit.View.placements`."""
        return self.view(self.to_move).placements

    @property
    def legal_moves(self) -> list[Action]:
        """All actions of the player to move: see :attr:`lexkit.View.legal_moves`."""
        return self.view(self.to_move).legal_moves

    def bingos(self, player: int) -> int:
        """Return the number of a player's bingos that were not challenged off.

        Args:
            player: Number of the player.
        """
        player = self._index(player)
        played, last = 0, None
        for turn in self.turns:
            if turn.kind == PLACEMENT:
                last = turn.player
                played += last == player and turn.move is not None and turn.move.is_bingo
            elif turn.success and last == player and turn.move is not None:
                played -= turn.move.is_bingo
        return played

    def to_cgp(self) -> str:
        """Return the position as CGP, with all racks, the player to move first."""
        state = self._state
        return self._cgp(state.grid, [str(rack) for rack in self.racks], self.scores, state.to_move, state.zeros)

    def positions(self) -> Iterator[str]:
        """Yield the position before each turn, as CGP: the rack of the player to move, the others unknown."""
        for turn in self.turns:
            racks = [str(turn.rack) if player == turn.player else "" for player in range(len(self.players))]
            yield self._cgp(turn.snapshot.grid, racks, turn.scores, turn.player, turn.zeros)

    @property
    def _opcodes(self) -> dict[str, str]:
        return opcodes_of(self.rules, None if self.core is None else self.core.alphabet)

    def _cgp(self, grid: bytes, racks: Iterable[str], scores: tuple[int, ...], to_move: int, zeros: int) -> str:
        squares = write_squares(grid, self.rules.layout.columns, self.rules.text)
        return write_fields(CgpFields(squares, tuple(racks), scores, zeros, self._opcodes), to_move)

    def __eq__(self, other: object) -> bool:
        """Return whether the games are the same.

        Players, rules, seed, start, all turns, and the current state are compared. Seeds of games that are not
        dealt, lexicons, turns undone and the texts of records do not count.
        """
        if not isinstance(other, GameView):
            return NotImplemented
        return self._told() == other._told()

    def __hash__(self) -> int:
        raise TypeError("unhashable: a game changes as it is played; use game.to_json() or game.to_cgp() as a key")

    def _told(self) -> tuple[Any, ...]:
        clock = self._clock and (self._clock.seconds, self._clock.increment)
        began = (
            self.players,
            self.rules,
            self.seed if self.dealt else None,
            self.first,
            self.dealt,
            self.position,
            clock,
        )
        # The time of a clock reading does not count, nor, if nobody draws, the seed and the order of tiles.
        state, times = self._state._replace(times=None), self._state.times
        if not self.dealt:
            state = state._replace(pool=BagState(bytes(sorted(state.pool.tiles)), 0))
        return (
            *began,
            self.turns,
            state,
            times and times.left,
            dict(self.notes),
            nicks_of(self.nicknames or self.players),
        )

    # -- in here ------------------------------------------------------------------------------------

    def moments(self) -> tuple[list[Moment], list[int]]:
        """Return (moments, places) of everything the game keeps.

        Each moment follows the one before it; places are the indices of the current one and of those undone.
        """
        now, undone = self._at
        placed: dict[int, int] = {}
        listed: list[Moment] = []
        for end in (now, *undone):
            missing: list[Moment] = []
            node: Moment | None = end
            while node is not None and id(node) not in placed:
                missing.append(node)
                node = node.parent
            for node in reversed(missing):
                placed[id(node)] = len(listed)
                listed.append(node)
        return listed, [placed[id(node)] for node in (now, *undone)]

    def _seen_by(self, player: int) -> tuple[Turn, ...]:
        """Return the turns as a player saw them, reusing those of the last answer."""
        before, seen = self._seen.get(player, (None, ()))
        node: Moment | None = self._at[0]
        since = []
        while node is not None and node is not before:
            if node.turn is not None:
                since.append(node.turn if node.turn.player == player else node.turn.hidden())
            node = node.parent
        turns = (*(seen if node is not None else ()), *since[::-1])
        self._seen[player] = self._at[0], turns
        return turns

    def _nodes(self) -> list[Moment]:
        nodes = []
        node: Moment | None = self._at[0]
        while node is not None:
            nodes.append(node)
            node = node.parent
        return nodes[::-1]

    def _index(self, player: int) -> int:
        if isinstance(player, bool) or not isinstance(player, int) or not 0 <= player < len(self.players):
            raise PositionError("no such player", expected=f"0 to {len(self.players) - 1}", found=show_value(player))
        return player

    def _need_clock(self) -> tuple[Clock, Times]:
        if self._clock is None or self._state.times is None:
            raise ClockError("this game has no clock", remedy="Game(..., clock=Clock(1500))")
        return self._clock, self._state.times


#: Attributes that each copy of a game makes anew.
_OWN: Final = ("_bag", "_board", "_shown", "_seen")


def as_pickled(game: GameView) -> tuple[Any, ...]:
    """Return the parts from which ``__reduce__`` remakes a game, its lexicon included.

    A lexicon that cannot be pickled raises its own error.
    """
    # Moments are stored as a list: each refers to the one before, and long games would be nested too deep.
    listed, places = game.moments()
    number = {id(node): place for place, node in enumerate(listed)}
    flat = [node._replace(parent=number[id(node.parent)] if node.parent else None) for node in listed]  # type: ignore[arg-type]
    facts = {name: value for name, value in game.__dict__.items() if name not in (*_OWN, "_at")}
    return (remade, (game.__class__, {**facts, "notes": dict(game.notes)}, flat, places))


def remade(kind: type[Any], facts: dict[str, Any], flat: Sequence[Moment] = (), places: Sequence[int] = ()) -> Any:
    """Return a new game of class ``kind`` with these attributes, but with its own bag, board and notes.

    Used to copy and to unpickle. ``flat``, ``places``: as :func:`as_pickled` writes them, to restore the moments of
    a pickled game; without them the copy shares the moments in ``facts``.
    """
    game: Any = object.__new__(kind)
    # Turns already seen never change: copies share them.
    own: tuple[Any, ...] = (Bag(b"", facts["seed"]), GameBoard(rules=facts["rules"]), None, facts.get("_seen", {}))
    game.__dict__.update({**facts, **dict(zip(_OWN, own, strict=True)), "notes": dict(facts.get("notes", ()))})
    moments: list[Moment] = []
    for node in flat:
        place: Any = node.parent
        moments.append(node if place is None else node._replace(parent=moments[place]))
    if flat:
        game.__dict__["_at"] = moments[places[0]], tuple([moments[place] for place in places[1:]])
    return game


# -- for records ------------------------------------------------------------------------------------------


def require_empty_start(game: GameView) -> None:
    """Raise GameRecordError unless a game began with the empty board, as all records do."""
    if game.position is not None:
        raise GameRecordError(
            "GCG cannot store a game that begins from a position", expected="a game from the empty board, or CGP"
        )


def choose_nicks(game: GameView) -> list[str]:
    """Return a nick for each player: the nicks of the record, if they differ."""
    if game.record is not None and len(set(game.record.nicks)) == len(game.record.nicks):
        return game.record.nicks
    return nicks_of(game.nicknames or game.players)


def forgotten(game: GameView) -> dict[int, list[int]]:
    """Return number of turns played -> players whose tiles were known before, and are unknown again.

    Players whose next turn shows other tiles are left out.
    """
    turns, found = game.turns, {}
    # Dealt tiles are always known.
    for number, moment in enumerate([] if game.dealt else game.moments()[0][: len(turns) + 1]):
        mover = None
        if number < len(turns) and turns[number].rack and turns[number].kind in USING_TURN:
            mover = turns[number].player
        racks = zip(moment.held or (), moment.state.racks, strict=False)
        lost = [player for player, (old, new) in enumerate(racks) if any(map(gt, old, new)) and player != mover]
        if lost:
            found[number] = lost
    return found


def overtime(game: GameView) -> Iterator[tuple[int, int, int | None]]:
    """Yield (player, points, number of the turn) of each fine after the end, in order, or of the clocks' overtime."""
    fines = [
        (moment.turn.player, moment.turn.score, number)
        for number, moment in enumerate(game.moments()[0][1 : game.turn_number + 1])
        if moment.turn is not None and moment.turn.kind == FINE and moment.state.result is not None
    ]
    if game.result is not None and not fines:
        yield from [(player, points, None) for player, points in enumerate(game.result.overtime) if points]
    yield from fines
