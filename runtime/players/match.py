"""Games of two evaluations, as in Gordon (1994), "PERFORMANCE".

    match = Match(lexicon, "heuristic-2", "greedy", seed=7)
    for game in match.play(1000): game.scores, game.turns

A turn is a placement, an exchange (while the bag has ``rules.exchange_minimum`` tiles) or a pass. The game ends when a
player has played the last tile and the bag is empty: that player gets twice the points of the other's rack. It also
ends after ``rules.zero_turns`` turns in a row without a point: each player loses the points of
the tiles left on that player's rack.

Guaranteed: bag, racks and board together have the alphabet's distribution after every turn; a game depends only on the
lexicon, the two evaluations, the rules, the seed and its number. Players alternate in beginning: the first one begins
games 0, 2, 4 and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ...errors import PositionError, require_whole
from ..game.bag import Bag, require_seed
from ..game.board import Board
from ..game.rack import Rack
from ..game.rules import Rules
from ..game.text.cgp import Fields, write_fields, write_squares
from ..game.text.notation import KINDS
from .evaluation import Choice, Evaluation, Situation
from .named_evaluations import evaluation

if TYPE_CHECKING:
    from ..automaton.index import HasIndex
    from ..game.move import Move, Snapshot
    from ..game.moves import Moves
    from ..lexicon import Lexicon
    from .tally import Tally

__all__ = ["Game", "Match", "Turn", "play_game"]

Player = str | Evaluation | Callable[["Move"], float]


class Turn(NamedTuple):
    """One turn: the player, the position and the action.

    ``scores`` are those before the turn, with the player to move first; ``exchanged`` and ``drawn`` are tile numbers,
    blanks 0; ``considered`` is how many moves there were, None if they were not listed.
    """

    player: int
    snapshot: Snapshot
    rack: Rack
    scores: tuple[int, ...]
    zeros: int
    move: Move | None
    exchanged: bytes
    drawn: bytes
    considered: int | None

    @property
    def kind(self) -> str:
        """``placement``, ``exchange`` or ``pass``."""
        return "placement" if self.move is not None else "exchange" if self.exchanged else "pass"

    @property
    def score(self) -> int:
        """The points of the turn."""
        return 0 if self.move is None else self.move.score


@dataclass
class Game:
    """A finished game.

    ``scores`` and ``racks`` are by player, whichever began; ``ending`` is the change of each score at the end; ``out``
    is the player who played the last tile, None if the game ended without a point; ``board`` is the final one.
    """

    number: int
    board: Board
    turns: list[Turn] = field(default_factory=list)
    scores: tuple[int, int] = (0, 0)
    ending: tuple[int, int] = (0, 0)
    racks: tuple[Rack | None, Rack | None] = (None, None)
    out: int | None = None

    @property
    def winner(self) -> int | None:
        """The player with more points, or None for a draw."""
        first, second = self.scores
        return None if first == second else int(second > first)

    def bingos(self, player: int) -> int:
        """How many times this player played a full rack."""
        return sum(turn.player == player and turn.move is not None and turn.move.is_bingo for turn in self.turns)

    def positions(self) -> Iterator[str]:
        """The position before each turn, as CGP.

        The rack is that of the player to move; the other one is unknown.
        """
        opcodes = {code: operands for code, operands in self.board.opcodes.items() if code != "lm"}
        for turn in self.turns:
            rules = turn.snapshot.rules
            squares = write_squares(turn.snapshot.grid, rules.layout.columns, rules.text)
            yield write_fields(Fields(squares, (str(turn.rack), ""), turn.scores, turn.zeros, opcodes))

    def __repr__(self) -> str:
        return f"<Game {self.number}: {self.scores[0]}-{self.scores[1]}, {len(self.turns)} turns>"


class Match:
    """A series of games of two players.

    A player is the name of an evaluation (``greedy``, ``heuristic-1`` to ``heuristic-3``), an ``Evaluation``, or a
    function from a :class:`lexkit.Move` to a number. ``rules``: by default those of the lexicon's alphabet on the
    standard board. ``seed``: decides the bags of all games. ``find``: replaces ``lexicon.moves``; with it, greedy
    players list all moves too. Raises QueryError for an unknown evaluation, PositionError if the alphabet has no
    distribution.
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

        Games of two greedy players are played by a kernel, without Python's lock: about 1 ms a game and thread, where
        :meth:`play` takes some 3 ms. ``threads``: by default one for each processor; the games are the same with any
        number. ``progress``: called with the number of games since its last call.
        """
        from .tally import tally_games

        require_whole(games, "number of games", 0, kind=PositionError)
        require_whole(start, "number of a game", 0, kind=PositionError)
        if threads is not None:
            require_whole(threads, "number of threads", 1, kind=PositionError)
        return tally_games(self, games, start, threads, progress)

    def game(self, number: int) -> Game:
        """Play the game of this number. Raises PositionError for a negative one."""
        number = require_whole(number, "number of a game", 0, kind=PositionError)
        return _Table(self, number).play()


def play_game(
    lexicon: HasIndex, first: Player = "greedy", second: Player = "greedy", *, rules: Rules | None = None, seed: int = 0
) -> Game:
    """Play one game, which the first player begins."""
    return Match(lexicon, first, second, rules=rules, seed=seed).game(0)


class _Table:
    """A game while it is played."""

    def __init__(self, match: Match, number: int) -> None:
        rules = match.rules
        self.match = match
        self.alphabet = rules.alphabet
        # A text, since every Python reads such a seed in the same way.
        self.bag = Bag.of(rules, f"{match.seed} {number}")
        self.board = Board(rules=rules)
        self.game = Game(number, self.board)
        self.player = number % 2
        self.zeros = 0
        self.racks = [self._count_tiles(self.bag.draw(rules.rack_size)) for _ in match.players]

    @staticmethod
    def _count_tiles(tiles: bytes) -> bytearray:
        counts = bytearray(64)
        for tile in tiles:
            counts[tile] += 1
        return counts

    def play(self) -> Game:
        """Play all turns of the game."""
        rules, game = self.match.rules, self.game
        while game.out is None and self.zeros < rules.zero_turns:
            self._play_turn()
        self._end_game()
        return game

    def _play_turn(self) -> None:
        match, board, player = self.match, self.board, self.player
        counts = self.racks[player]
        rack = Rack(bytes(counts), self.alphabet)
        situation = Situation(match.core, board, rack, len(self.bag), match.find)
        choice = match.players[player].choose(situation)
        scores, zeros = board.scores, self.zeros
        if choice.move is not None:
            _take(counts, choice.move.played.translate(KINDS))
            snapshot = choice.move.snapshot
            move = board.play(choice.move)
            drawn = self.bag.draw(len(move.played))
            self.zeros = 0 if move.score else self.zeros + 1
        else:
            move, snapshot = None, board.snapshot()
            drawn = self._exchange(situation, counts, choice)
            self.zeros += 1
            board.scores = (*scores[1:], scores[0])
        board.zeros = self.zeros
        for tile in drawn:
            counts[tile] += 1
        if choice.move is not None and not self.bag and not any(counts):
            self.game.out = player
        self.game.turns.append(
            Turn(player, snapshot, rack, scores, zeros, move, choice.exchanged, drawn, choice.considered)
        )
        self.player = 1 - player

    def _exchange(self, situation: Situation, counts: bytearray, choice: Choice) -> bytes:
        tiles = choice.exchanged
        if not tiles:
            return b""
        if len(tiles) > situation.exchangeable:
            expected = f"at most {situation.exchangeable}" if situation.exchangeable else "none"
            raise PositionError("too many tiles exchanged", place="bag", expected=expected, found=len(tiles))
        _take(counts, tiles)
        return self.bag.exchange(tiles)

    def _end_game(self) -> None:
        """Compute the final scores and racks, by player."""
        game, points = self.game, self.match.rules.points
        # The board lists the player first who would move next.
        ahead, behind = self.board.scores
        scores = [ahead, behind] if self.player == 0 else [behind, ahead]
        left = [sum(count * points[tile] for tile, count in enumerate(counts) if count) for counts in self.racks]
        if game.out is None:
            game.ending = -left[0], -left[1]
        else:
            gained = 2 * left[1 - game.out]
            game.ending = (gained, 0) if game.out == 0 else (0, gained)
        game.scores = scores[0] + game.ending[0], scores[1] + game.ending[1]
        first, second = (Rack(bytes(counts), self.alphabet) for counts in self.racks)
        game.racks = first, second


def _take(counts: bytearray, tiles: bytes) -> None:
    """Take tiles from a rack.

    Raises PositionError if they are not on it.
    """
    for tile in set(tiles):
        if counts[tile] < tiles.count(tile):
            raise PositionError("an evaluation chose tiles that are not on the rack", place="rack")
    for tile in tiles:
        counts[tile] -= 1
