"""Games of two players, as in Gordon (1994), "PERFORMANCE".

    match = Match(lexicon, "heuristic-2", "greedy", seed=7)
    for game in match.play(1000): game.scores, game.turns

The referee is :class:`lexkit.Game`. Strategies do not challenge: under a rule other than ``void`` all their plays
stand.

Guaranteed: a game depends only on the lexicon, the two players, the rules, the seed and its number. The players
take turns at beginning: the first one begins games 0, 2, 4 and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from os import PathLike
from typing import TYPE_CHECKING, Any, Final, cast

from lexkit.base.checks import require_whole
from lexkit.base.errors import ClockError, LexiconFileError, LexkitError, PositionError, TimeLimitError
from lexkit.runtime.game.bag import Bag, require_seed
from lexkit.runtime.game.judge import core_of
from lexkit.runtime.game.referee.game import Game
from lexkit.runtime.game.referee.game_json import MAX_TURNS
from lexkit.runtime.game.rules import Rules, require_rules

from ..base import Player, Situation, Strategy, idle_turns
from ..registry import strategy, thinking_player

if TYPE_CHECKING:
    from lexkit.runtime.automaton.index import LexiconLike
    from lexkit.runtime.game.board import Board
    from lexkit.runtime.game.move import Move
    from lexkit.runtime.game.moves import Moves
    from lexkit.runtime.game.rack import Rack
    from lexkit.runtime.game.referee.clock import Clock
    from lexkit.runtime.lexicon.lexicon import Lexicon

    from ..engine.engine_player import EnginePlayer
    from .match_tally import Tally
    from .outcome_statistics import SequentialTest

#: Largest number of a game; the seed of a game is a text that contains it.
_MOST_GAMES: Final = (1 << 63) - 1

#: Errors that are not a program's fault.
_FAULTS_OF_OTHERS: Final = (TimeLimitError, LexiconFileError)
#: Maximum length of the reason why a program lost.
_FORFEIT: Final = 300

#: Types of players: see :class:`Match`.
Contestant = str | Strategy | Player | Callable[["Move"], float]


class Match:
    """A series of games of two ``players``.

    A program that crashes, hangs or makes an illegal move loses its game, and ``game.forfeit`` states why.

    Args:
        lexicon: Lexicon of the games.
        first: A player: a name as for :func:`lexkit.player`, a ``Strategy``, a function from a :class:`lexkit.Move`
            to a number, or an object with ``choose`` that chooses an action for a view.
        second: The other player.
        rules: By default those of the lexicon's language on the standard board.
        seed: Decides the bags of all games, and what levels know.
        find: Replaces ``lexicon.moves``; with it, greedy players list all moves too.
        paired: Games 0 and 1, 2 and 3 and so on have the same bag and swapped seats. Whoever begins draws first, so
            that two players who choose alike play the same game twice. :meth:`seats` returns the seats.
        clock: Clock of each game; a player whose time and overtime are up loses it.

    Attributes:
        players: The players.
        given: The players as the caller gave them.

    Raises:
        QueryError: A name is unknown.
        PositionError: The alphabet has no distribution.
        EngineTerminatedError: The text of a program is not a command.
    """

    def __init__(
        self,
        lexicon: LexiconLike,
        first: Contestant = "greedy",
        second: Contestant = "greedy",
        *,
        rules: Rules | None = None,
        seed: int = 0,
        find: Callable[[Board, Rack], Moves] | None = None,
        paired: bool = False,
        clock: Clock | None = None,
    ) -> None:
        self.core = core_of(lexicon)
        self.rules = Rules.from_alphabet(self.core.alphabet) if rules is None else require_rules(rules)
        require_seed(seed)
        self.players = self._contestant(first, seed), self._contestant(second, seed)
        self.seed = seed
        self.find = find
        self.paired = bool(paired)
        self.clock = clock
        self.given = first, second
        Bag.from_rules(self.rules)

    def _contestant(self, chosen: Contestant, seed: int) -> Strategy | Player:
        if not isinstance(chosen, Strategy | type) and isinstance(chosen, Player):
            return chosen
        thinking = thinking_player(chosen, self, seed)
        return strategy(chosen, self.core, self.rules, seed) if thinking is None else thinking

    def __eq__(self, other: object) -> bool:
        """Return whether the other match plays the same games: same players, lexicon, rules and seed."""
        return isinstance(other, Match) and self._facts == other._facts

    def __hash__(self) -> int:
        return hash((self.core.fingerprint, self.seed))

    @property
    def _facts(self) -> tuple[Any, ...]:
        return self.core.fingerprint, self.given, self.rules, self.seed, self.find, self.paired, self.clock

    @property
    def names(self) -> tuple[str, str]:
        """Names of the players, numbered if they are the same."""
        first, second = [getattr(player, "name", type(player).__name__) for player in self.players]
        return (f"{first} 1", f"{second} 2") if first == second else (first, second)

    def __repr__(self) -> str:
        return f"<Match: {self.names[0]} against {self.names[1]}, seed {self.seed}{', paired' * self.paired}>"

    @property
    def lexicon(self) -> Lexicon:
        """Lexicon of the games."""
        from lexkit.runtime.lexicon.lexicon import lexicon_of

        return lexicon_of(self)

    def play(self, games: int = 1, start: int = 0) -> Iterator[Game]:
        """Play games, lazily.

        Args:
            games: Number of games.
            start: Number of the first game.

        Returns:
            An iterator over the games.
        """
        from .play_many_games import play_games

        return play_games(self, games, start)

    def tally(
        self,
        games: int = 1,
        start: int = 0,
        *,
        threads: int | None = None,
        executor: Any = None,
        sprt: SequentialTest | tuple[float, float] | str | None = None,
        resume: str | PathLike[str] | None = None,
        gcg: str | PathLike[str] | None = None,
        games_json: str | PathLike[str] | None = None,
        positions: str | PathLike[str] | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Tally:
        """Play games, and count wins, scores, bingos, turns and ends.

        Games of greedy and static players are played by a kernel, without the GIL: 1 to 2 ms a game and thread,
        where :meth:`play` takes twice as long or more. The games and all figures are the same with any number of
        threads or workers. No file is left partial.

        Args:
            games: Number of games.
            start: Number of the first game.
            threads: Number of threads; by default one for each processor.
            executor: A ``concurrent.futures`` executor or a ``dask.distributed.Client`` that plays instead.
            sprt: Stop as soon as one of two shares is likely enough, such as ``(0.5, 0.52)`` or ``"0elo,10elo"``.
            resume: File that stores finished work; the same call continues from there.
            gcg: Folder that gets every game in GCG.
            games_json: File that gets the games as JSON Lines.
            positions: File that gets the position before each turn, as CGP.
            progress: Called with the number of games since its last call.

        Returns:
            The totals.

        Raises:
            PositionError: Only half of a pair is asked for.
            WorkerError: Players cannot be sent to workers, or the workers die.
            StorageError: A file cannot be used.
        """
        from .play_many_games import tally_games

        return tally_games(
            self,
            games,
            start,
            threads,
            executor,
            sprt,
            resume,
            {"gcg": gcg, "json": games_json, "cgp": positions},
            progress,
        )

    def game(self, number: int) -> Game:
        """Play one game.

        Args:
            number: Number of the game.

        Raises:
            PositionError: The number is negative.
        """
        return _play_out(self, require_whole(number, "number of a game", 0, _MOST_GAMES, PositionError))

    def seats(self, number: int) -> tuple[int, int]:
        """Return the seats of a game: the players in the order of ``game.players``.

        Args:
            number: Number of the game.
        """
        number = require_whole(number, "number of a game", 0, _MOST_GAMES, PositionError)
        return (1, 0) if self.paired and number % 2 else (0, 1)

    def begin(self, number: int) -> Game:
        """Return a game before its first turn.

        Args:
            number: Number of the game.

        Raises:
            PositionError: The number is negative.
        """
        number = require_whole(number, "number of a game", 0, _MOST_GAMES, PositionError)
        names = [self.names[player] for player in self.seats(number)]
        # The seed is a text, which every Python reads in the same way.
        seed = f"{self.seed} {number // 2 if self.paired else number}"
        first = 0 if self.paired else number % 2
        return Game(self, names, rules=self.rules, seed=seed, first=first, clock=self.clock)

    def start_programs(self) -> None:
        """Start the programs that play and are not running, and announce a new game to them."""
        for program in self._programs():
            program.begin()

    def close(self) -> None:
        """End the programs that play. They are started again when they have to choose."""
        for program in self._programs():
            program.close()

    def _programs(self) -> list[EnginePlayer]:
        return [program for program in map(as_program, self.players) if program is not None]


def as_program(player: object) -> EnginePlayer | None:
    """Return the player if it is a program whose faults lose its games, else None."""
    return cast("EnginePlayer", player) if getattr(player, "forfeits", False) else None


def _play_out(match: Match, number: int) -> Game:
    """Play all turns of a game."""
    match.start_programs()  # before the clocks run
    game, seats = match.begin(number), match.seats(number)
    considered: list[int | None] = []
    idle = 0
    while not game.over:
        if len(considered) == MAX_TURNS:
            raise PositionError("the game is too long", expected=f"at most {MAX_TURNS:,} turns", found="more")
        player = game.to_move
        chooser = match.players[seats[player]]
        try:
            if isinstance(chooser, Strategy):
                if game.waiting:
                    game.pass_turn()
                    continue
                number_considered, score = _take_turn(match, game, chooser, idle)
                considered.append(number_considered)
                idle = 0 if score else idle + 1
            else:
                game.act(chooser.choose(game.view(player)))
                considered.append(None)
        except ClockError:
            if not game.flag():
                raise
        except _FAULTS_OF_OTHERS:
            raise
        except LexkitError as error:  # the program failed, or the referee refused its move
            if as_program(chooser) is None:
                raise
            game.resign(player=player)
            game.forfeit = f"{game.players[player]}: {error}"[:_FORFEIT]
    game.considered = tuple(considered)
    return game


def _take_turn(match: Match, game: Game, chooser: Strategy, idle: int) -> tuple[int | None, int]:
    """Play a strategy's choice; return the number of moves it listed, and the points."""
    exchanges = game.exchangeable if idle < idle_turns(match.rules) else 0
    rack = game.racks[game.to_move]
    choice = chooser.choose(Situation(match.core, game.board, rack, game.bag_size, match.find, exchanges))
    # Most turns are placements, which need no Action object.
    turn = game.act(choice.action) if choice.move is None else game.play(choice.move)
    return choice.considered, turn.score
