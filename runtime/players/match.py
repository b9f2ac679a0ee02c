"""Games played by two evaluations: the shell of Gordon (1994), "PERFORMANCE".

    match = Match(lexicon, "heuristic-2", "greedy", seed=7)
    for game in match.play(1000): game.scores, game.turns

A turn is a placement, an exchange (while the bag holds ``rules.exchange_minimum`` tiles) or a pass. The game ends when
a player has played the last tile while the bag is empty, and then gets twice what the other's rack is worth; or after
``rules.zero_turns`` turns in a row without a point, and then each loses what is on its own rack.

Guaranteed: bag, racks and board hold the alphabet's distribution after every turn; a game depends on the lexicon, the
two evaluations, the rules, the seed and its number, and on nothing else. Players take turns in beginning: the first
one begins games 0, 2, 4 and so on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ...errors import PositionError
from ..game.bag import Bag
from ..game.board import Board
from ..game.rack import Rack
from ..game.rules import Rules
from ..game.text.cgp import Fields, write_fields, write_squares
from ..game.text.notation import KINDS
from .evaluation import Choice, Evaluation, Situation, evaluation

if TYPE_CHECKING:
    from ..automaton.index import HasIndex
    from ..game.move import Move, Snapshot
    from ..game.moves import Moves
    from ..lexicon import Lexicon

__all__ = ["Game", "Match", "Turn", "play_game"]

Player = str | Evaluation | Callable[["Move"], float]


class Turn(NamedTuple):
    """One turn: who, in which position, and what was done.

    ``scores`` are those before the turn, the player to move first; ``exchanged`` are tile numbers, blanks 0.
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
        return 0 if self.move is None else self.move.score


@dataclass
class Game:
    """A finished game. ``scores`` and ``racks`` are by player, whoever began; ``ending`` is what was added to each
    score at the end, ``out`` who played the last tile, None where the game ended without a point."""

    number: int
    board: Board
    turns: list[Turn] = field(default_factory=list)
    scores: tuple[int, int] = (0, 0)
    ending: tuple[int, int] = (0, 0)
    racks: tuple[Rack | None, Rack | None] = (None, None)
    out: int | None = None

    @property
    def winner(self) -> int | None:
        """Who has more points; None for a draw."""
        first, second = self.scores
        return None if first == second else int(second > first)

    def bingos(self, player: int) -> int:
        """How many plays of a full rack this player made."""
        return sum(turn.player == player and turn.move is not None and turn.move.is_bingo for turn in self.turns)

    def positions(self) -> Iterator[str]:
        """The position before each turn, as CGP: the rack of the player to move, the other's unknown."""
        opcodes = {code: operands for code, operands in self.board.opcodes.items() if code != "lm"}
        for turn in self.turns:
            rules = turn.snapshot.rules
            squares = write_squares(turn.snapshot.grid, rules.layout.columns, rules.text)
            yield write_fields(Fields(squares, (str(turn.rack), ""), turn.scores, turn.zeros, opcodes))

    def __repr__(self) -> str:
        return f"<Game {self.number}: {self.scores[0]}-{self.scores[1]}, {len(self.turns)} turns>"


class Match:
    """Two players, a lexicon and rules; plays games one after the other.

    A player is the name of an evaluation (``greedy``, ``heuristic-1`` to ``heuristic-3``), an :class:`Evaluation`, or
    a function from a :class:`Move` to a number. ``find`` lists moves in another way than ``lexicon.moves``; with it,
    greedy players too list all of them.
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
        self.players = evaluation(first, self.rules), evaluation(second, self.rules)
        self.seed = seed
        self.find = find
        Bag.of(self.rules)

    @property
    def lexicon(self) -> Lexicon:
        """The lexicon that the games are played with."""
        from ..lexicon import lexicon_of

        return lexicon_of(self)

    def play(self, games: int = 1, start: int = 0) -> Iterator[Game]:
        """Play so many games, from the one of number ``start`` on."""
        for number in range(start, start + games):
            yield self.game(number)

    def game(self, number: int) -> Game:
        """The game of that number."""
        return _Table(self, number).play()


def play_game(
    lexicon: HasIndex, first: Player = "greedy", second: Player = "greedy", *, rules: Rules | None = None, seed: int = 0
) -> Game:
    """One game, which the first player begins."""
    return Match(lexicon, first, second, rules=rules, seed=seed).game(0)


class _Table:
    """A game while it is played."""

    def __init__(self, match: Match, number: int) -> None:
        rules = match.rules
        self.match = match
        self.alphabet = rules.alphabet
        # By text: a seed of that kind is read the same by every Python.
        self.bag = Bag.of(rules, f"{match.seed} {number}")
        self.board = Board(rules=rules)
        self.game = Game(number, self.board)
        self.player = number % 2
        self.zeros = 0
        self.racks = [self._counts(self.bag.draw(rules.rack_size)) for _ in match.players]

    @staticmethod
    def _counts(tiles: bytes) -> bytearray:
        counts = bytearray(64)
        for tile in tiles:
            counts[tile] += 1
        return counts

    def play(self) -> Game:
        rules, game = self.match.rules, self.game
        while game.out is None and self.zeros < rules.zero_turns:
            self._turn()
        self._end()
        return game

    def _turn(self) -> None:
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

    def _end(self) -> None:
        """The scores by player, with what the end adds to them."""
        game, points = self.game, self.match.rules.points
        # The board has the player first who would be next.
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
    """Take tiles from a rack; PositionError, and nothing taken, where it has them not."""
    for tile in set(tiles):
        if counts[tile] < tiles.count(tile):
            raise PositionError("an evaluation chose tiles that are not on the rack", place="rack")
    for tile in tiles:
        counts[tile] -= 1
