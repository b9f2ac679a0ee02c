"""The tally of a match: wins, scores, bingos, turns, moves considered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ...errors import PositionError, require_whole
from .equity import worths_for
from .evaluation import Greedy
from .kernel_games import EXCHANGE, PLACEMENT, KernelMatch
from .static import Static

if TYPE_CHECKING:
    from ..game.referee.game import Game
    from .kernel_games import PlayedGames
    from .match import Match

__all__ = ["Tally", "tally_games"]


class Tally:
    """Totals of games: ``tally.add(game)``. Lists of two are by player."""

    def __init__(self) -> None:
        self.games = 0
        self.draws = 0
        self.wins = [0, 0]
        self.scores = [0, 0]
        self.bingos = [0, 0]
        #: Turns by kind: placement, exchange, pass.
        self.turns: Counter[str] = Counter()
        #: Games that ended without a point.
        self.unfinished = 0
        #: Turns whose moves were listed, and the number of these moves.
        self.listed = 0
        self.considered = 0

    def add(self, game: Game) -> None:
        """Add one game."""
        self.games += 1
        if game.winner is None:
            self.draws += 1
        else:
            self.wins[game.winner] += 1
        self.unfinished += game.out is None
        for player in range(2):
            self.scores[player] += game.scores[player]
            self.bingos[player] += game.bingos(player)
        for turn in game.turns:
            self.turns[turn.kind] += 1
        listed = [considered for considered in game.considered if considered is not None]
        self.listed += len(listed)
        self.considered += sum(listed)

    def add_played(self, games: PlayedGames, rack_size: int) -> None:
        """Add games that a kernel played."""
        first, second = games.scores.T
        self.games += len(games)
        self.draws += int((first == second).sum())
        self.unfinished += int((games.out < 0).sum())
        kinds = games.turns["kind"]
        placed = kinds == PLACEMENT
        bingos = games.players()[placed & (games.turns["played"] == rack_size)]
        for player, won in enumerate((first > second, second > first)):
            self.wins[player] += int(won.sum())
            self.scores[player] += int(games.scores[:, player].sum())
            self.bingos[player] += int((bingos == player).sum())
        exchanged = int((kinds == EXCHANGE).sum())
        placements = int(np.count_nonzero(placed))
        self.turns.update(placement=placements, exchange=exchanged)
        self.turns["pass"] += len(kinds) - placements - exchanged

    @property
    def mean_scores(self) -> tuple[float, float]:
        """Points per game of each player."""
        games = max(1, self.games)
        return self.scores[0] / games, self.scores[1] / games

    @property
    def mean_bingos(self) -> tuple[float, float]:
        """Bingos per game of each player."""
        games = max(1, self.games)
        return self.bingos[0] / games, self.bingos[1] / games

    @property
    def moves_per_turn(self) -> float | None:
        """The average number of moves, or None if no moves were listed."""
        return self.considered / self.listed if self.listed else None

    def to_json(self) -> dict[str, Any]:
        """The totals as data for JSON."""
        return {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            "mean_scores": [round(score, 2) for score in self.mean_scores],
            "bingos": self.bingos,
            "turns": self.turns.total(),
            "placements": self.turns["placement"],
            "exchanges": self.turns["exchange"],
            "passes": self.turns["pass"],
            "ended_without_points": self.unfinished,
            "moves_per_turn": None if self.moves_per_turn is None else round(self.moves_per_turn, 2),
        }


def tally_games(
    match: Match, games: int, start: int, threads: int | None, progress: Callable[[int], None] | None
) -> Tally:
    """Play games of a match and count them: see :meth:`lexkit.Match.tally`."""
    games = require_whole(games, "number of games", 0, kind=PositionError)
    start = require_whole(start, "number of a game", 0, kind=PositionError)
    if threads is not None:
        threads = require_whole(threads, "number of threads", 1, kind=PositionError)
    tally = Tally()
    told = progress or (lambda _: None)
    kernel_plays = match.rules.plain and all(type(player) in (Greedy, Static) for player in match.players)
    if match.find is None and kernel_plays:
        worths = [
            worths_for(player.values, match.rules.layout) if isinstance(player, Static) else None
            for player in match.players
        ]
        table = KernelMatch(match.core, match.rules, match.seed, worths[0], worths[1])
        for some in table.play(games, start, threads):
            tally.add_played(some, match.rules.rack_size)
            told(len(some))
        return tally
    for game in match.play(games, start):
        tally.add(game)
        told(1)
    return tally
