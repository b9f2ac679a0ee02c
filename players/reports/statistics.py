"""Registry of the statistics of a player in reports: :data:`STATISTICS` has an entry for each.

An entry names a number of :class:`.report.PlayerSummary` and says how people see it. From the entries come the players
of ``Report.to_dict``, the columns of ``lexq gcg analyse`` in CSV, JSON and Parquet, and all tables of players: at the
shell, on a report's page, and in the browser, with the words that explain them there.

A new statistic is an entry here, and a field or a property of ``PlayerSummary``. ``PlayerSummary.count`` counts fields.
"""

from __future__ import annotations

from enum import Flag, auto
from typing import Any, Final, NamedTuple

from lexkit import lexicons

from .level_estimate import FEWEST


class PlayerTable(Flag):
    """The tables of players that people see."""

    #: At the shell: mistakes and luck, words, and games over time.
    MISTAKES = auto()
    WORDS = auto()
    GAMES = auto()
    #: On the page of a report.
    PAGE = auto()
    #: In the browser: of two players, and of more.
    BROWSER = auto()
    BROWSER_OF_MANY = auto()
    #: Below that table: a line for each player.
    BROWSER_BELOW = auto()


class Statistic(NamedTuple):
    """One number about a player.

    Attributes:
        name: Its attribute of PlayerSummary, and its name in JSON, CSV and Parquet.
        head: The head of its column where space is short.
        meaning: What it counts, as a phrase.
        tables: The tables that show it.
        form: The format of its value, as ``format`` takes it.
        title: The head of its column on a page, if not ``head``.
    """

    name: str
    head: str
    meaning: str
    tables: PlayerTable = PlayerTable(0)
    form: str = ""
    title: str = ""

    def write(self, value: Any) -> str:
        """Return a value as a table shows it; "" for None."""
        return "" if value is None else format(value, self.form)


_GRADES: Final = lexicons.grades()
_LEVELS: Final = tuple(lexicons.levels())


def _grade(name: str) -> Statistic:
    """Make the entry that counts the mistakes of a grade."""
    percent, points = (_GRADES[key][name] for key in ("win_percent", "endgame_points"))
    meaning = (
        f"mistakes that cost {percent} percent of the chance to win or more, "
        f"or with an empty bag {points} point{'s' * (points != 1)}"
    )
    return Statistic(
        name, name, meaning, PlayerTable.MISTAKES | PlayerTable.GAMES | PlayerTable.PAGE | PlayerTable.BROWSER
    )


_WEIGHTS: Final = ", ".join([f"{weight} for each {name} mistake" for name, weight in _GRADES["weights"].items()])
#: All statistics, in the order of their columns.
STATISTICS: Final = (
    Statistic("games", "games", "games played", PlayerTable.MISTAKES),
    Statistic("won", "won", "games won, a draw counts half", PlayerTable.MISTAKES | PlayerTable.GAMES, "g"),
    Statistic("score", "points", "points scored", PlayerTable.GAMES | PlayerTable.PAGE),
    Statistic("turns", "turns", "turns", PlayerTable.PAGE),
    Statistic(
        "compared",
        "turns",
        "turns whose rack is known",
        PlayerTable.MISTAKES | PlayerTable.PAGE | PlayerTable.BROWSER_BELOW,
        title="turns compared",
    ),
    Statistic(
        "best_found",
        "best",
        "compared turns that lost nothing",
        PlayerTable.MISTAKES | PlayerTable.PAGE,
        title="best found",
    ),
    Statistic(
        "loss", "lost", "points of equity lost against the best play of each turn", PlayerTable.BROWSER_OF_MANY, ".1f"
    ),
    Statistic("mean_loss", "loss/turn", "points of equity lost in a compared turn", PlayerTable.MISTAKES, ".2f"),
    Statistic(
        "level_estimate",
        "level",
        f"level that loses as many points of equity a turn, from 1 {_LEVELS[0]} to {len(_LEVELS)} {_LEVELS[-1]}, and "
        f"its range of 95%: an estimate from the turns compared, if they are {FEWEST} or more",
        PlayerTable.WORDS | PlayerTable.PAGE | PlayerTable.BROWSER_BELOW,
        title="estimated level",
    ),
    Statistic("level", "level", f"number of that level, 0 below 1 and {len(_LEVELS) + 1} above {len(_LEVELS)}"),
    Statistic("level_low", "from", "weakest level of its range"),
    Statistic("level_high", "to", "strongest level of its range"),
    Statistic("level_table", "levels of", "alphabet whose levels were measured for such games"),
    Statistic("level_note", "note", "note on these levels, if they were measured with another list"),
    Statistic("bingos", "bingos", "bingos played", PlayerTable.WORDS | PlayerTable.PAGE),
    Statistic(
        "missed_bingos",
        "missed",
        "turns that had a bingo and played something else",
        PlayerTable.WORDS | PlayerTable.PAGE,
    ),
    Statistic("phonies", "phonies", "plays with invalid words", PlayerTable.WORDS),
    Statistic("phonies_withdrawn", "caught", "phonies challenged off", PlayerTable.WORDS),
    Statistic("missed_challenges", "let pass", "phonies of others left unchallenged", PlayerTable.WORDS),
    Statistic("weighed", "weighed", "turns whose cost is known"),
    Statistic(
        "win_loss",
        "win lost",
        "chances to win lost",
        PlayerTable.MISTAKES | PlayerTable.PAGE,
        ".1%",
        title="chance lost",
    ),
    Statistic("spread_loss", "points lost", "points lost", PlayerTable.WORDS | PlayerTable.PAGE, ".1f"),
    *map(_grade, _GRADES["weights"]),
    Statistic(
        "mistake_index",
        "index",
        f"{_WEIGHTS}: lower is better",
        PlayerTable.MISTAKES | PlayerTable.GAMES | PlayerTable.PAGE | PlayerTable.BROWSER,
        ".1f",
        title="mistake index",
    ),
    Statistic(
        "luck",
        "luck",
        "points by which the drawn tiles were better than the average draw",
        PlayerTable.MISTAKES | PlayerTable.GAMES | PlayerTable.PAGE | PlayerTable.BROWSER | PlayerTable.BROWSER_OF_MANY,
        "+z.0f",
    ),
)
#: The names of a player's facts in JSON, CSV and Parquet.
FACTS: Final = ("name", *[one.name for one in STATISTICS])


def statistics_of(table: PlayerTable) -> tuple[Statistic, ...]:
    """Return the statistics that a table shows, in their order."""
    return tuple([one for one in STATISTICS if table in one.tables])
