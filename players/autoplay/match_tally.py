"""The tally of a match: wins, scores, bingos, turns, ends, moves considered, and the confidence in the difference.

Only whole numbers are stored, so that the tallies of parts add up to that of the whole in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from copy import copy
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from lexkit.runtime.game.referee.endings import OUT, PASSES, ZEROS
from lexkit.runtime.game.referee.turn import ACCEPT, RESIGNATION, TIME
from lexkit.runtime.game.rules import is_bingo

from .kernel_games import EXCHANGE, PLACEMENT
from .outcome_statistics import Outcomes

if TYPE_CHECKING:
    from lexkit.runtime.game.referee.game import Game
    from lexkit.runtime.game.rules import Rules

    from .kernel_games import PlayedGames
    from .outcome_statistics import SequentialTest


class Tally:
    """Totals of games: ``tally.add(game)``. Lists of two are by player.

    Attributes:
        games: Number of games.
        draws: Number of draws.
        wins: Wins of each player.
        scores: Points of each player.
        bingos: Bingos of each player.
        turns: Number of turns by kind.
        ends: Number of games by how they ended.
        forfeits: Why programs lost games by a fault of their own, with the number of the game.
        each: Outcomes of single games.
        beginners: Outcomes for the player who began.
        pairs: Outcomes of pairs.
        divergent: Outcomes of pairs whose games did not go alike.
        listed: Number of turns whose moves were listed.
        considered: Number of moves listed at these turns.
        test: Test that ended the match, or None.
    """

    def __init__(self) -> None:
        self.games = 0
        self.draws = 0
        self.wins = [0, 0]
        self.scores = [0, 0]
        self.bingos = [0, 0]
        self.turns: Counter[str] = Counter()
        self.ends: Counter[str] = Counter()
        self.forfeits: Counter[str] = Counter()
        self.beginners = Outcomes(1)
        self.each = Outcomes(1)
        self.pairs = Outcomes(2)
        self.divergent = Outcomes(2)
        self.listed = 0
        self.considered = 0
        self.test: SequentialTest | None = None

    def __eq__(self, other: object) -> bool:
        """Return whether both have the same counts."""
        return isinstance(other, Tally) and vars(self) == vars(other)

    __hash__ = None  # type: ignore[assignment]  # it changes

    def add(self, game: Game, seats: tuple[int, int] = (0, 1)) -> tuple[int, int]:
        """Add one game.

        Args:
            game: The game.
            seats: The players by seat.

        Returns:
            (half points, spread) of the first player.
        """
        scores, bingos = [0, 0], [0, 0]
        for seat, player in enumerate(seats):
            scores[player], bingos[player] = game.scores[seat], game.bingos(seat)
        winner = None if game.winner is None else seats[game.winner]
        half_points = 1 if winner is None else 2 - 2 * winner
        reason = game.result.reason if game.result else ""
        self._add(half_points, scores, seats[game.first], reason)
        for player in range(2):
            self.bingos[player] += bingos[player]
        # Accepting the last play is not a turn: the game is over.
        self.turns.update([turn.kind for turn in game.turns if turn.kind != ACCEPT])
        listed = [considered for considered in game.considered if considered is not None]
        self.listed += len(listed)
        self.considered += sum(listed)
        return half_points, scores[0] - scores[1]

    def _add(self, half_points: int, scores: list[int], beginner: int, reason: str) -> None:
        self.games += 1
        self.ends[reason] += 1
        if half_points == 1:
            self.draws += 1
        else:
            self.wins[half_points == 0] += 1
        for player in range(2):
            self.scores[player] += scores[player]
        spread = scores[0] - scores[1]
        self.each.add(half_points, spread)
        self.beginners.add(2 - half_points if beginner else half_points, -spread if beginner else spread)

    def add_played(self, games: PlayedGames, rules: Rules) -> list[tuple[int, int]]:
        """Add games that a kernel played; return (half points, spread) of the first player for each.

        Args:
            games: The games.
            rules: Rules of the games.
        """
        found = []
        for number, (scores, out) in enumerate(
            zip(games.scores.tolist(), games.out.tolist(), strict=True), games.first
        ):
            half_points = 1 + (scores[0] > scores[1]) - (scores[0] < scores[1])
            self._add(half_points, scores, number % 2, OUT if out >= 0 else ZEROS if out == -1 else PASSES)
            found.append((half_points, scores[0] - scores[1]))
        kinds = games.turns["kind"]
        placed = kinds == PLACEMENT
        bingos = games.players()[placed & is_bingo(games.turns["played"], rules)]
        for player in range(2):
            self.bingos[player] += int((bingos == player).sum())
        exchanged = int((kinds == EXCHANGE).sum())
        placements = int(np.count_nonzero(placed))
        self.turns.update({"placement": placements, "exchange": exchanged})
        self.turns["pass"] += len(kinds) - placements - exchanged
        return found

    def add_pair(self, games: list[tuple[int, int]], alike: bool) -> None:
        """Add a pair of games that were added already.

        Args:
            games: The results of :meth:`add` for both.
            alike: Whether both games went alike.
        """
        half_points, spread = (sum(values) for values in zip(*games, strict=True))
        for outcomes in (self.pairs,) if alike else (self.pairs, self.divergent):
            outcomes.add(half_points, spread)

    def merge(self, other: Tally) -> None:
        """Add the games of another tally.

        Args:
            other: The other tally.
        """
        for name, value in vars(self).items():
            more = getattr(other, name)
            if isinstance(value, Outcomes):
                value.merge(more)
            elif isinstance(value, Counter):
                value.update(more)
            elif isinstance(value, list):
                setattr(self, name, [sum(both) for both in zip(value, more, strict=True)])
            elif isinstance(value, int):
                setattr(self, name, value + more)

    def state(self) -> dict[str, Any]:
        """Return all numbers, for :meth:`of_state`; later games do not change them."""
        return {
            name: asdict(value) if isinstance(value, Outcomes) else copy(value)
            for name, value in vars(self).items()
            if name != "test"
        }

    @classmethod
    def of_state(cls, state: Mapping[str, Any]) -> Tally:
        """Return the tally of a :meth:`state`.

        Args:
            state: The state.
        """
        tally = cls()
        for name, value in state.items():
            kind = type(getattr(tally, name))
            setattr(tally, name, kind(**value) if kind is Outcomes else kind(value))
        return tally

    @property
    def unfinished(self) -> int:
        """Number of games that scoreless turns ended."""
        return self.games - self.ends[OUT] - self.ends[TIME] - self.ends[RESIGNATION]

    @property
    def outcomes(self) -> Outcomes:
        """Outcomes of independent units: pairs if games were played in pairs, else games."""
        return self.pairs if self.pairs.units else self.each

    @property
    def share(self) -> float:
        """Share of the games that the first player won, draws half."""
        return self.outcomes.share

    @property
    def interval(self) -> tuple[float, float]:
        """95% confidence interval of the share."""
        return self.outcomes.interval

    @property
    def mean(self) -> float:
        """Mean lead of the first player, in points a game."""
        return self.outcomes.mean

    @property
    def deviation(self) -> float:
        """Standard deviation of a game's spread."""
        return self.each.deviation

    @property
    def verdict(self) -> str | None:
        """Share that a sequential test accepted, ``low`` or ``high``; None without a test or a decision."""
        return None if self.test is None else self.test.verdict(self.outcomes.counts)

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
        """Mean number of moves, None if no moves were listed."""
        return self.considered / self.listed if self.listed else None

    def __repr__(self) -> str:
        low, high = self.interval
        return (
            f"<Tally: {self.games:,} games, share {self.share:.1%} ({low:.1%} to {high:.1%}), spread {self.mean:+z.1f}>"
        )

    def _repr_html_(self) -> str:
        from ..pictures.results import show_tally

        return show_tally(self)

    def to_json(self) -> dict[str, Any]:
        """Return the totals as data for JSON."""
        facts = {
            "games": self.games,
            "wins": self.wins,
            "draws": self.draws,
            **self.outcomes.to_json(),
            "deviation": round(self.deviation, 3),
            "beginners_share": round(self.beginners.share, 5),
            "mean_scores": [round(score, 2) for score in self.mean_scores],
            "bingos": self.bingos,
            "turns": self.turns.total(),
            "placements": self.turns["placement"],
            "exchanges": self.turns["exchange"],
            "passes": self.turns["pass"],
            "ends": dict(sorted(self.ends.items())),
            "ended_without_points": self.unfinished,
            "moves_per_turn": None if self.moves_per_turn is None else round(self.moves_per_turn, 2),
        }
        for name, pairs in (("pairs", self.pairs), ("divergent", self.divergent)):
            if self.pairs.units:
                facts[name] = {"pairs": pairs.units, "outcomes": pairs.counts, **pairs.to_json()}
        if self.forfeits:
            facts["forfeits"] = sorted(self.forfeits)
        if self.test is not None:
            counts = self.outcomes.counts
            facts["sprt"] = {
                "low": round(self.test.low, 5),
                "high": round(self.test.high, 5),
                "ratio": round(self.test.ratio(counts), 4),
                "bound": round(self.test.bound, 4),
                "verdict": self.verdict,
            }
        return facts
