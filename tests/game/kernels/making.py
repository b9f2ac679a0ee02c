"""The game's kernels as tests use them: for a word list and a game of the word scan, without files, boards or rules."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from lexkit.compiler.lists.sorted_words import TileWords
from lexkit.formats.kernels.nodes import Nodes
from lexkit.runtime.game.kernels import kernels_for, move_size
from lexkit.runtime.game.kernels.scoring import Scoring
from lexkit.runtime.game.moves import records
from lexkit.runtime.game.wordsmog import lay_out_trie
from tests.game.kernels.random_positions import Position
from tests.game.word_scan import Game, Grid, Move, Word
from tests.tile_graphs import graph_of

GENERATORS = ("gaddag", "dawg")


class Kernels:
    """Squares and both generators for these words, this alphabet of so many letters, and this game."""

    def __init__(self, words: Sequence[Word], letters: int, game: Game) -> None:
        self.game = game
        self.graph = graph_of(TileWords.of(map(bytes, words)).sorted_unique(), letters)
        nodes = self.graph.walkable()
        self.kernels = kernels_for(self.graph.width, game.rack_size)
        scoring = scoring_of(game)
        settings = (nodes, scoring)
        bounds = self.kernels.Shadow(nodes, (2 << letters) - 2, scoring)
        self.generators: dict[str, Any] = {
            "gaddag": self.kernels.GaddagGenerator(*settings),
            "dawg": self.kernels.DawgGenerator(*settings),
            "best": self.kernels.BestFinder(*settings, bounds.like()),
        }
        self._blank: tuple[Any, ...] = (
            nodes,
            (2 << letters) - 2,
            game.rows,
            game.columns,
            row_by_row(game.letter_multipliers),
            row_by_row(game.word_multipliers),
            game.start[0] * game.columns + game.start[1],
            scoring,
        )
        self.squares = self.empty()

    def empty(self) -> Any:
        """The squares of an empty board."""
        return self.kernels.Squares(*self._blank)

    def holding(self, board: Grid) -> Any:
        """The squares of this board, made from scratch."""
        made = self.empty()
        made.set(row_by_row(board))
        return made

    def moves(self, generator: str, rack: Sequence[int], on: Any = None) -> list[Move]:
        """The moves of a rack, counts by tile number, on ``squares`` (or others), in the generator's order."""
        found = self.generators[generator].moves_of(
            self.squares if on is None else on, rack_of(rack), not self.game.symmetric
        )
        return decoded(found, move_size(self.graph.width, self.game.rack_size))

    def counted(self, generator: str) -> tuple[int, int, int]:
        counted: tuple[int, int, int] = self.generators[generator].counted()
        return counted


class SmogKernels(Kernels):
    """Squares and both generators of WordSmog for these words."""

    def __init__(self, words: Sequence[Word], letters: int, game: Game) -> None:
        super().__init__(words, letters, game)
        width = self.graph.width
        spelled = sorted({bytes(sorted(word)) for word in words})
        rows = np.frombuffer(b"".join(word.ljust(64, b"\0") for word in spelled), np.uint8).reshape(-1, 64)
        array = lay_out_trie(rows, width)
        size = len(array)
        nodes = Nodes(array.data, width, 2 * width, 0, size, size, len(rows), letters, lambda ahead=0.0: None)
        settings = (nodes, self._blank[-1])
        self.generators = {
            "all": self.kernels.WordsmogWalk(*settings),
            "best": self.kernels.WordsmogFinder(*settings),
        }
        self._blank = (nodes, *self._blank[1:], True)
        self.squares = self.empty()


def scoring_of(game: Game) -> Scoring:
    """What plays of a game score."""
    bonuses = [[game.bonus(laid, length) for length in range(1, 33)] for laid in range(17)]
    longest = max(game.rows, game.columns)
    climbs = [game.length_bonuses.get(length, 0) for length in range(1, longest + 1)]
    rising = not game.bonuses and climbs == sorted(climbs)
    points = (*game.points, *[0] * (64 - len(game.points)))
    return Scoring(game.rack_size, points, np.array(bonuses, np.int32).reshape(-1).data, rising)


def with_kernels(positions: Iterable[Position]) -> Iterator[tuple[Position, Kernels]]:
    """Each position with its kernels; those that follow one another in a game share them."""
    words = None
    for position in positions:
        if position.words is not words:
            words, kernels = position.words, Kernels(position.words, position.letters, position.game)
        yield position, kernels


def decoded(found: bytes, size: int) -> list[Move]:
    """A generator's moves, of ``size`` bytes each, as the word scan writes moves."""
    return [
        (row, column, not down, tuple(bytes(tiles[:played])), score)
        for tiles, score, row, column, played, down in records(found, size).tolist()
    ]


def row_by_row(board: Grid) -> bytes:
    return b"".join(map(bytes, board))


def rack_of(rack: Sequence[int]) -> bytes:
    return bytes([*rack, *[0] * (64 - len(rack))])
