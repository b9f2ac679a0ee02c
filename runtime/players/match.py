"""Games of two evaluations, as in Gordon (1994), "PERFORMANCE".

    match = Match(lexicon, "heuristic-2", "greedy", seed=7)
    for game in match.play(1000): game.scores, game.turns

The referee is :class:`lexkit.Game`. Evaluations do not challenge: a rule other than ``void`` lets every play of theirs
stand.

Guaranteed: a game depends only on the lexicon,
the two evaluations, the rules, the seed and its number. Players alternate in beginning: the first one begins
games 0, 2, 4 and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from ...errors import PositionError, require_whole
from ..game.bag import Bag, require_seed
from ..game.referee.game import Game
from ..game.rules import Rules
from .evaluation import Evaluation, Situation, idle_turns
from .named_evaluations import evaluation
from .player import Player

if TYPE_CHECKING:
    from ..automaton.index import HasIndex
    from ..game.board import Board
    from ..game.move import Move
    from ..game.moves import Moves
    from ..game.rack import Rack
    from ..lexicon import Lexicon
    from .tally import Tally

__all__ = ["Match", "play_game"]

#: Most turns of a game.
MAX_TURNS: Final = 10_000

#: What may play: see :class:`Match`.
Contestant = str | Evaluation | Player | Callable[["Move"], float]


class Match:
    """A series of games of two players.

    A player is a name, as for :func:`lexkit.player`, an ``Evaluation``, a function from a :class:`lexkit.Move` to a
    number, or anything that chooses an action for a view. ``rules``: by default those of the lexicon's language on the
    standard board. ``seed``: decides the bags of all games, and what levels know. ``find``: replaces
    ``lexicon.moves``; with it, greedy players list all moves too. Raises QueryError for an unknown name, PositionError
    if the alphabet has no distribution.
    """

    def __init__(
        self,
        lexicon: HasIndex,
        first: Contestant = "greedy",
        second: Contestant = "greedy",
        *,
        rules: Rules | None = None,
        seed: int = 0,
        find: Callable[[Board, Rack], Moves] | None = None,
    ) -> None:
        self.core = lexicon.core
        self.rules = Rules.of(self.core.alphabet) if rules is None else rules
        require_seed(seed)
        self.players = self._contestant(first, seed), self._contestant(second, seed)
        self.seed = seed
        self.find = find
        Bag.of(self.rules)

    def _contestant(self, chosen: Contestant, seed: int) -> Evaluation | Player:
        if not isinstance(chosen, Evaluation | type) and isinstance(chosen, Player):
            return chosen
        return evaluation(chosen, self.core, self.rules, seed)

    @property
    def names(self) -> tuple[str, str]:
        """The names of the players."""
        first, second = [getattr(player, "name", type(player).__name__) for player in self.players]
        return first, second

    @property
    def lexicon(self) -> Lexicon:
        """The lexicon of the games."""
        from ..lexicon import lexicon_of

        return lexicon_of(self)

    def play(self, games: int = 1, start: int = 0) -> Iterator[Game]:
        """Play ``games`` games, lazily, from number ``start`` on."""
        first = require_whole(start, "number of a game", 0, kind=PositionError)
        games = require_whole(games, "number of games", 0, kind=PositionError)
        return map(self.game, range(first, first + games))

    def tally(
        self,
        games: int = 1,
        start: int = 0,
        *,
        threads: int | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Tally:
        """Play ``games`` games from number ``start`` on, and count wins, scores, bingos and turns.

        Games of greedy and static players are played by a kernel, without Python's lock: 1 to 2 ms a game and thread,
        where :meth:`play` takes twice as long or more. ``threads``: by default one for each processor; the games are
        the same with any number. ``progress``: called with the number of games since its last call.
        """
        from .tally import tally_games

        return tally_games(self, games, start, threads, progress)

    def game(self, number: int) -> Game:
        """Play the game of this number. Raises PositionError for a negative one."""
        return _play_out(self, require_whole(number, "number of a game", 0, kind=PositionError))


def play_game(
    lexicon: HasIndex,
    first: Contestant = "greedy",
    second: Contestant = "greedy",
    *,
    rules: Rules | None = None,
    seed: int = 0,
) -> Game:
    """Play one game, which the first player begins."""
    return Match(lexicon, first, second, rules=rules, seed=seed).game(0)


def _play_out(match: Match, number: int) -> Game:
    """Play all turns of a game."""
    # A text, since every Python reads such a seed in the same way.
    seed = f"{match.seed} {number}"
    game = Game(match, match.names, rules=match.rules, seed=seed, first=number % 2)
    considered: list[int | None] = []
    patience, idle = idle_turns(match.rules), 0
    while not game.over:
        if len(considered) == MAX_TURNS:
            raise PositionError("too long a game", expected=f"at most {MAX_TURNS:,} turns", found="more")
        player = game.to_move
        chooser = match.players[player]
        if not isinstance(chooser, Evaluation):
            game.act(chooser.choose(game.view(player)))
            considered.append(None)
            continue
        if game.waiting:
            game.pass_turn()
            continue
        exchanges = game.exchangeable if idle < patience else 0
        situation = Situation(match.core, game.board, game.rack(player), game.bag_size, match.find, exchanges)
        choice = chooser.choose(situation)
        considered.append(choice.considered)
        if choice.move is not None:
            score = game.play(choice.move).score
        elif choice.exchanged:
            score = game.exchange(choice.exchanged).score
        else:
            score = game.pass_turn().score
        idle = 0 if score else idle + 1
    game.considered = tuple(considered)
    return game
