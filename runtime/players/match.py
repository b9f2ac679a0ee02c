"""Games of two evaluations, as in Gordon (1994), "PERFORMANCE".

    match = Match(lexicon, "heuristic-2", "greedy", seed=7)
    for game in match.play(1000): game.scores, game.turns

The referee is :class:`lexkit.Game`. Nobody challenges: a rule other than ``void`` lets every play stand.

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
from .evaluation import Evaluation, Situation
from .named_evaluations import evaluation

if TYPE_CHECKING:
    from ..automaton.index import HasIndex
    from ..game.board import Board
    from ..game.move import Move
    from ..game.moves import Moves
    from ..game.rack import Rack
    from ..lexicon import Lexicon
    from .tally import Tally

__all__ = ["Match", "play_game"]

#: Most turns of a game: players who always exchange may never end one.
MAX_TURNS: Final = 10_000

Player = str | Evaluation | Callable[["Move"], float]


class Match:
    """A series of games of two players.

    A player is the name of an evaluation (``greedy``, ``static``, ``heuristic-1`` to ``heuristic-3``), an
    ``Evaluation``, or a function from a :class:`lexkit.Move` to a number. ``rules``: by default those of the lexicon's
    alphabet on the standard board. ``seed``: decides the bags of all games. ``find``: replaces ``lexicon.moves``; with
    it, greedy players list all moves too. Raises QueryError for an unknown evaluation, PositionError if the alphabet
    has no distribution.
    """

    def __init__(
        self,
        lexicon: HasIndex,
        first: Player = "greedy",
        second: Player = "greedy",
        *,
        rules: Rules | None = None,
        seed: int = 0,
        find: Callable[[Board, Rack], Moves] | None = None,
    ) -> None:
        self.core = lexicon.core
        self.rules = Rules(alphabet=self.core.alphabet) if rules is None else rules
        self.players = evaluation(first, self.core, self.rules), evaluation(second, self.core, self.rules)
        require_seed(seed)
        self.seed = seed
        self.find = find
        Bag.of(self.rules)

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
    lexicon: HasIndex, first: Player = "greedy", second: Player = "greedy", *, rules: Rules | None = None, seed: int = 0
) -> Game:
    """Play one game, which the first player begins."""
    return Match(lexicon, first, second, rules=rules, seed=seed).game(0)


def _play_out(match: Match, number: int) -> Game:
    """Play all turns of a game."""
    # A text, since every Python reads such a seed in the same way.
    seed = f"{match.seed} {number}"
    names = [player.name for player in match.players]
    game = Game(match, names, rules=match.rules, seed=seed, first=number % 2)
    considered: list[int | None] = []
    while not game.over:
        if len(considered) == MAX_TURNS:
            raise PositionError("too long a game", expected=f"at most {MAX_TURNS:,} turns", found="more")
        player = game.to_move
        situation = Situation(match.core, game.board, game.rack(player), game.bag_size, match.find)
        choice = match.players[player].choose(situation)
        if game.waiting:
            game.pass_turn()
            continue
        considered.append(choice.considered)
        if choice.move is not None:
            game.play(choice.move)
        elif choice.exchanged:
            game.exchange(choice.exchanged)
        else:
            game.pass_turn()
    game.considered = tuple(considered)
    return game
