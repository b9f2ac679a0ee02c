"""The referee of a game: which actions are allowed, and their effects.

    game = lexkit.Game(lex, players=("Ann", "Bob"), seed=7)
    game.play("8D QUIZ"); game.exchange("AEI"); game.pass_turn(); game.challenge(); game.undo()
    game.racks[0], game.scores, game.to_move, game.over, game.result, game.view(0)

Guaranteed: board, racks and bag together have the tiles of the alphabet's distribution after every action. An
action that raises an error changes nothing. Undo and redo restore everything. The same seed and the same actions
give the same game on any machine.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import partial
from typing import TYPE_CHECKING, Any, Final, cast

from lexkit.base.checks import require_instance, require_whole
from lexkit.base.errors import (
    ClockError,
    GameOverError,
    IllegalMoveError,
    NothingToUndoError,
    OutOfTurnError,
    PositionError,
    show_value,
)

from ..bag import Bag
from ..board import Board
from ..judge import as_played, check_alphabet, core_of
from ..move import Move, Snapshot, without_rack
from ..names import check_players
from ..rack import Rack, Tiles, as_rack, rack_of_counts
from ..rules import Rules, require_rules
from . import actions
from .clock import Clock
from .endings import fine, lose, recount
from .game_json import read_game, write_game
from .game_state import GameState, as_board, begin_from_position, deal, give_turn, set_rack
from .game_view import GameView, Moment, as_pickled, remade
from .player_view import GameBoard
from .turn import ACCEPT, CHALLENGE, EXCHANGE, FINE, PASS, PLACEMENT, RESIGNATION, TIME, Action, Turn
from .turn_kinds import USING_TURN

if TYPE_CHECKING:
    from lexkit.formats.alphabet import Alphabet
    from lexkit.players.reports.report import Report
    from lexkit.runtime.automaton.index import LexiconLike

MAX_FINE: Final = 100_000


class Game(GameView):
    """A game of two to four players, finished or not.

    Actions return the record of the turn. They take ``player``, to refuse a player who is not to move, and ``at``,
    the time of the action. They raise GameOverError after the end, OutOfTurnError out of turn, IllegalMoveError if
    the board, the rack, the bag or the lexicon does not allow the action, and ClockError for an impossible time.

    Args:
        lexicon: Lexicon that judges plays. None: nothing is checked, and challenges name the invalid words.
        players: Names of the players.
        rules: By default those of the lexicon's language, ``Rules.from_alphabet(alphabet)``.
        seed: Decides the bag; by default random, see ``game.seed``.
        first: Number of the player who begins.
        clock: A :class:`Clock`, started ``at`` this time.
        at: Time at which the game begins.
        dealt: False for a game that is played elsewhere: players draw nothing, and :meth:`set_rack` sets the known
            tiles of a rack.
        position: A board or a CGP text in which the game begins. Its player to move is ``first``, and racks that it
            names belong to the players.
    """

    def __init__(
        self,
        lexicon: LexiconLike | None,
        players: Sequence[str] = ("Player 1", "Player 2"),
        *,
        rules: Rules | None = None,
        seed: int | str | None = None,
        first: int = 0,
        clock: Clock | None = None,
        at: float | None = None,
        dealt: bool = True,
        position: Board | str | None = None,
    ) -> None:
        self.core = None if lexicon is None else core_of(lexicon)
        if position is not None:
            position = as_board(position, rules, self.core)
            rules = position.rules
        elif rules is None:
            rules = Rules.from_alphabet("english" if self.core is None else self.core.alphabet)
        self.rules = require_rules(rules)
        if self.core is not None:
            check_alphabet(self.core, rules)
        self.players = check_players(players)
        self.seed = secrets.token_hex(8) if seed is None else seed
        self.first = require_whole(first, "player to begin", 0, len(self.players) - 1, PositionError)
        self.dealt = bool(dealt)
        self._clock = None if clock is None else require_instance(clock, Clock, "clock")
        self._bag = Bag.from_rules(rules, self.seed)
        times = None if clock is None else clock.start(len(self.players), at)
        if position is None:
            state = deal(rules, len(self.players), self._bag, first, dealt, times)
        else:
            self.position = position.to_cgp()
            state = begin_from_position(position, len(self.players), self._bag, first, dealt, times)
        self._board = GameBoard(rules=rules)
        self._at = Moment(state, None, None, 0), ()
        self._shown = None
        self._seen = {}

    # -- what players do ----------------------------------------------------------------------------

    def play(self, move: Move | str, *, player: int | None = None, at: float | None = None) -> Turn:
        """Place tiles: ``game.play("8D .IFE")``, ``game.play("8D LIFE")``, or a Move.

        With the challenge rule ``void`` the words must be in the lexicon.

        Args:
            move: A move, or a text with blanks in lower case.
            player: Number of the player, by default the one to move.
            at: Time of the action.

        Returns:
            The record of the turn.
        """
        state = self._ready(player, at)
        snapshot = Snapshot(self.rules, state.grid)
        if isinstance(move, Move) and self._comes_from_lexicon(move):
            made, lexicon = move, None
        else:
            made, lexicon = as_played(snapshot, move), self.core
        if made is move:
            made = without_rack(made, snapshot)
        after, drawn = actions.place(state, made, self.rules, lexicon, self._bag, self.dealt)
        laid, score = len(made.played), made.score
        return self._commit(after, PLACEMENT, move=made, drawn=self._known(drawn), size=laid, score=score)

    def exchange(self, tiles: Rack | str | int, *, player: int | None = None, at: float | None = None) -> Turn:
        """Exchange tiles.

        Args:
            tiles: A text or a rack; in a game that is not dealt, also the number of tiles.
            player: Number of the player, by default the one to move.
            at: Time of the action.

        Returns:
            The record of the turn.
        """
        state = self._ready(player, at)
        after, given, drawn = actions.exchange(state, tiles, self.rules, self._bag, self.dealt)
        count = tiles if isinstance(tiles, int) else len(given or ())
        return self._commit(after, EXCHANGE, exchanged=given, drawn=self._known(drawn), size=count)

    def pass_turn(self, *, player: int | None = None, at: float | None = None) -> Turn:
        """Pass; if a player is out, accept that player's last play.

        Args:
            player: Number of the player, by default the one to move.
            at: Time of the action.

        Returns:
            The record of the turn.
        """
        state = self._ready(player, at, last=True)
        kind = ACCEPT if state.last_window else PASS
        return self._commit(actions.pass_turn(state, self.rules), kind)

    def challenge(
        self,
        words: str | Iterable[str] | None = None,
        *,
        invalid: Iterable[str] | None = None,
        player: int | None = None,
        at: float | None = None,
    ) -> Turn:
        """Challenge the play before, or only some of its words.

        Args:
            words: The words to challenge, by default all.
            invalid: The words that are invalid, if the lexicon is not to judge.
            player: Number of the player, by default the one to move.
            at: Time of the action.

        Returns:
            The record of the turn; ``turn.success`` is true if the play was taken back.
        """
        state = self._ready(player, at, last=True)
        node = self.challengeable_turn
        before = node.parent.state if node is not None and node.parent else state
        judged = actions.judge_challenge(state, words, invalid, self.core)
        after, points = actions.challenge(state, before, judged, self.rules, self._bag, self.dealt)
        return self._commit(after, CHALLENGE, challenged=judged, score=points, move=state.challengeable)

    def resign(self, *, player: int | None = None, at: float | None = None) -> Turn:
        """Resign. The last player left wins.

        Args:
            player: Number of the player, by default the one to move.
            at: Time of the action.

        Returns:
            The record of the turn.
        """
        state = self._ready(None, at, last=True)
        player = state.to_move if player is None else self._index(player)
        if player in state.gone:
            raise OutOfTurnError("this player has resigned already", place="player", found=player)
        after = state._replace(gone=state.gone | {player})
        if len(self.players) - len(after.gone) == 1:
            after = lose(after, self.rules, RESIGNATION, after.gone)
        elif player == state.to_move:
            after = give_turn(actions.settle(after, self.rules))
        return self._commit(after, RESIGNATION, player=player)

    def act(self, action: Action | str, *, player: int | None = None, at: float | None = None) -> Turn:
        """Perform an action.

        Args:
            action: An action that a player chose, or a text such as ``8D LIFE``, ``-AEI``, ``-`` or ``resign``;
                :meth:`Action.read` lists all forms.
            player: Number of the player, by default the one to move.
            at: Time of the action.

        Returns:
            The record of the turn.
        """
        wanted = Action.read(action) if isinstance(action, str) else action
        match wanted.kind:
            case "placement" if wanted.move is not None:
                return self.play(wanted.move, player=player, at=at)
            case "exchange":
                return self.exchange(wanted.exchanged, player=player, at=at)
            case "pass":
                return self.pass_turn(player=player, at=at)
            case "challenge":
                return self.challenge(wanted.words or None, player=player, at=at)
            case "resignation":
                return self.resign(player=player, at=at)
        raise IllegalMoveError(
            "not an action", place="action", expected="such as 8D LIFE, -AEI, -", found=show_value(wanted.kind)
        )

    def flag(self, at: float | None = None) -> bool:
        """End the game if the player to move has used up time and overtime.

        In a game without a clock that is not dealt, the caller decides that the time is up.

        Args:
            at: Time of the action.

        Returns:
            True if the game was ended.
        """
        if self._clock is None and not self.dealt:
            self._require_running()
            self._commit(lose(self._state, self.rules, TIME, [self.to_move]), TIME)
            return True
        clock, times = self._need_clock()
        self._require_running()
        state = self._state._replace(times=times.spend(self.to_move, clock.read(at)))
        if not state.times or not state.times.is_up(self.to_move, self.rules):
            return False
        self._commit(lose(state, self.rules, TIME, [self.to_move]), TIME)
        return True

    def undo(self, *, at: float | None = None) -> Turn:
        """Take back the last turn of any kind; the clocks go back too.

        A challenge is a turn of its own: one undo for it and one for the play take back a play challenged off.

        Args:
            at: Time of the action.

        Returns:
            The record of the turn taken back.

        Raises:
            NothingToUndoError: There is no turn.
        """
        node, undone = self._at
        if node.turn is None or node.parent is None:
            raise NothingToUndoError("nothing to undo", expected="a turn of this game")
        self._at = self._restarted(node.parent, at), (*undone, node)
        return node.turn

    def redo(self, *, at: float | None = None) -> Turn:
        """Play the turn undone last again.

        Args:
            at: Time of the action.

        Returns:
            The record of the turn.

        Raises:
            NothingToUndoError: No turn was undone.
        """
        undone = self._at[1]
        if not undone or undone[-1].turn is None:
            raise NothingToUndoError("nothing to redo", expected="a turn that was undone")
        self._at = self._restarted(undone[-1], at), undone[:-1]
        return undone[-1].turn

    def set_rack(self, player: int, tiles: Rack | str) -> None:
        """Set the known tiles of a rack, in a game that is not dealt.

        Args:
            player: Number of the player.
            tiles: The known tiles.

        Raises:
            IllegalMoveError: The tiles are not left, or the game is dealt.
        """
        if self.dealt:
            raise IllegalMoveError("racks are drawn from the bag", place="rack", expected="a game with dealt=False")
        node, undone = self._at
        rack = as_rack(tiles, self.rules.alphabet)
        state = recount(set_rack(node.state, self._index(player), rack), self.rules)
        self._at = node._replace(state=state, held=node.held or node.state.racks), undone

    def fine(self, player: int, points: int) -> Turn:
        """Take points from a player, for overtime or for a wrong challenge, in a game without a clock.

        In a game that is dealt this is possible after the end only.

        Args:
            player: Number of the player.
            points: Points to take, above 0.

        Returns:
            The record of the turn.
        """
        player = self._index(player)
        if (self.dealt and not self.over) or self._clock is not None:
            raise OutOfTurnError("no fine is possible now", expected="a game without a clock that has ended")
        points = require_whole(points, "fine", 1, MAX_FINE, IllegalMoveError)
        fines = [-points * (player == other) for other in range(len(self.players))]
        return self._commit(fine(self._state, fines), FINE, player=player, score=-points)

    # -- as an object -------------------------------------------------------------------------------

    def report(self, level: str = "static", **options: Any) -> Report:
        """Return the last of :meth:`reports`: what each turn lost, with grades and luck.

        Args:
            level: ``static``, ``simulation`` or ``endgame``.
            **options: Options of :func:`lexkit.analyse`.
        """
        from lexkit.players.reports.report import report

        return report(self, level, **options)

    def reports(self, level: str = "static", **options: Any) -> Iterator[Report]:
        """Yield the ``static`` report, then one after each turn weighed.

        Args:
            level: ``static``, ``simulation`` or ``endgame``.
            **options: Options of :func:`lexkit.analyse`.
        """
        from lexkit.players.reports.report import reports

        return reports(self, level, **options)

    def read_report(self, data: Mapping[str, Any]) -> Report:
        """Return a report of this game from the data of ``Report.to_dict``.

        Args:
            data: The data.

        Raises:
            QueryError: The data are not a report of this game.
        """
        from lexkit.players.reports.report import read_report

        return read_report(self, data)

    def copy(self) -> Game:
        """Return an independent copy, with the same past and the same bag, to try things on."""
        return cast(Game, remade(self.__class__, self.__dict__))

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        # The parts of a game never change, and a lexicon is shared; what subclasses add may change.
        memo[id(self)] = other = self.copy()
        for name, value in self.__dict__.items():
            if name not in GameView.__annotations__:
                setattr(other, name, deepcopy(value, memo))
        return other

    def to_json(self) -> str:
        """Return the game as JSON: its players, rules, seed and actions."""
        return write_game(self)

    @classmethod
    def from_json(cls, text: str | bytes, lexicon: LexiconLike | None = None) -> Game:
        """Return the game of a text that :meth:`to_json` wrote.

        Args:
            text: The JSON.
            lexicon: Lexicon that judges plays.

        Raises:
            GameRecordError: The text is not such a game, with the place.
        """
        game: Game = read_game(text, partial(cls, lexicon))
        return game

    def to_gcg(self, *, anew: bool = False) -> str:
        """Return the record of the game in GCG.

        Lines that :func:`lexkit.read_gcg` read are kept as they were written.

        Args:
            anew: Write all lines anew instead.
        """
        from ..gcg.write import write_gcg

        return write_gcg(self, anew)

    @classmethod
    def from_gcg(
        cls,
        text: str | bytes,
        lexicon: LexiconLike | None = None,
        *,
        rules: Rules | None = None,
        alphabet: Alphabet | str | None = None,
        strict: bool = True,
    ) -> Game:
        """Return the game of a text in GCG, as :func:`lexkit.read_gcg` does for a path or an open file.

        Args:
            text: The record.
            lexicon: As for :func:`lexkit.read_gcg`.
            rules: As for :func:`lexkit.read_gcg`.
            alphabet: As for :func:`lexkit.read_gcg`.
            strict: As for :func:`lexkit.read_gcg`.

        Raises:
            GameRecordError: The text is not a valid record, with the place.
        """
        from ..gcg.read import game_of_gcg

        return game_of_gcg(cls, text, lexicon, rules, alphabet, strict)

    @classmethod
    def from_cgh(
        cls,
        text: str | bytes,
        lexicon: LexiconLike | None = None,
        *,
        rules: Rules | None = None,
        alphabet: Alphabet | str | None = None,
    ) -> Game:
        """Return the game of a text in CGH, as :func:`lexkit.read_cgh` does for a path or an open file.

        Args:
            text: The record.
            lexicon: As for :func:`lexkit.read_cgh`.
            rules: As for :func:`lexkit.read_cgh`.
            alphabet: As for :func:`lexkit.read_cgh`.

        Raises:
            GameRecordError: The text is not a valid record, with the place.
        """
        from ..cgh.read import game_of_cgh

        return game_of_cgh(cls, text, lexicon, rules, alphabet)

    def to_cgh(self) -> str:
        """Return the record of the game in CGH, as JSON; :func:`lexkit.read_cgh` reads it."""
        from ..cgh.write import write_cgh

        return write_cgh(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return as_pickled(self)

    def __repr__(self) -> str:
        scores = ", ".join([f"{name} {score}" for name, score in zip(self.players, self.scores, strict=True)])
        turns = self._at[0].turns
        ended = f", over: {self.result.reason}" if self.result else ""
        return f"<Game: {scores}, {turns} turn{'s' * (turns != 1)}{ended}>"

    def _repr_html_(self) -> str:
        from lexkit.players.pictures.results import show_game

        return show_game(self)

    # -- in here ------------------------------------------------------------------------------------

    def _ready(self, player: int | None, at: float | None, last: bool = False) -> GameState:
        """Return the state in which an action begins, its time spent.

        ``last``: the action is allowed after a player went out.
        """
        self._require_running()
        state = self._state
        if player is not None and self._index(player) != state.to_move:
            name = self.players[state.to_move]
            raise OutOfTurnError(
                "not this player's turn", place="player", expected=f"{state.to_move} ({name})", found=player
            )
        if state.last_window and not last:
            raise OutOfTurnError("a player is out", expected="a challenge of the last play, or pass_turn to accept it")
        if self._clock is None or state.times is None:
            if at is not None:
                raise ClockError("this game has no clock", place="at", expected="no time", found=at)
            return state
        times = state.times.spend(state.to_move, self._clock.read(at))
        if times.is_up(state.to_move, self.rules):
            raise ClockError("the player's time is up", place="at", found=at, remedy="end the game: game.flag()")
        return state._replace(times=times)

    def _commit(self, after: GameState, kind: str, player: int | None = None, **facts: Any) -> Turn:
        """Make a state the current one, with the record of its turn."""
        node = self._at[0]
        state, actor = node.state, node.state.to_move if player is None else player
        spent = None
        if after.times and state.times and self._clock:
            spent = round(after.times.at - state.times.at, 6)
            if kind in USING_TURN:
                after = after._replace(times=after.times.add(actor, self._clock.increment))
        turn = Turn(
            actor,
            kind,
            Snapshot(self.rules, state.grid),
            rack_of_counts(state.racks[actor], self.rules.alphabet),
            state.scores,
            state.zeros,
            actions.shown_tiles(state.known, self.rules),
            time=spent,
            **facts,
        )
        anew, self._at = bool(self._at[1]), (Moment(after, turn, node, node.turns + 1), ())
        if anew and self.notes:  # those of turns that were played anew say nothing of these
            self.notes = {number: text for number, text in self.notes.items() if number <= node.turns}
        return turn

    def _known(self, tiles: bytes) -> Rack | None:
        """Return tiles drawn as a rack; None if none are known."""
        return Rack(Tiles(tiles), self.rules.alphabet) if tiles else None

    def _restarted(self, node: Moment, at: float | None) -> Moment:
        """Return a moment whose clocks go on from now."""
        if self._clock is None or node.state.times is None or self._state.times is None:
            return node
        last = self._state.times.at
        now = last if at is None and self._clock.now is None else self._clock.read(at)
        checked = self._state.times.spend(0, now).at
        return node._replace(state=node.state._replace(times=node.state.times._replace(at=checked)))

    def _comes_from_lexicon(self, move: Move) -> bool:
        """Return whether this game's lexicon found the move on this board, so that it need not be judged."""
        by_this = self.core is not None and move.found_by is self.core.mark and move.snapshot.rules is self.rules
        return by_this and move.snapshot.grid == self._state.grid

    def _require_running(self) -> None:
        if self._state.result is not None:
            raise GameOverError("the game is over", found=self._state.result.reason, remedy="undo to go back")
