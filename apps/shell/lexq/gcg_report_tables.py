"""Tables of ``lexq gcg analyse`` for people: turns, players and games, within 80 columns."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from lexkit.players.reports.statistics import FACTS, STATISTICS, PlayerTable, Statistic, statistics_of

from .. import console
from ..help_text import columns, wrap_facts

if TYPE_CHECKING:
    from lexkit.players.reports.analysis import TurnAnalysis
    from lexkit.players.reports.report import PlayerSummary, Report

#: Maximum columns of a line.
_WIDE: Final = 80
#: Maximum columns of a name.
_NAME: Final = 12
#: Indentation of the remarks on a turn.
_INDENT: Final = 6
#: Columns of titles on a narrow terminal, where facts have a line each.
_HEADS: Final = 13
#: Fields of a turn in CSV, JSON and Parquet.
TURN: Final = (
    "file", "turn", "player", "kind", "rack", "action", "score", "equity", "best", "best_score", "best_equity", "loss",
    "is_bingo", "missed_bingo", "phony", "withdrawn", "by", "found", "win", "best_win", "win_loss", "spread_loss",
    "grade", "ungraded", "why", "luck", "bag", "total",
)  # fmt: skip
#: Fields of a player.
PLAYER: Final = FACTS
#: Fields of a player in a game.
GAME: Final = ("file", "game", "level", *PLAYER, "mean_mistake_index")
#: Column titles of the tables.
_TURN_HEADS: Final = ("turn", "player", "rack", "play", "points", "lost", "win", "luck", "grade")
#: Maps the field before the statistics of a player to its title.
_PLAYER_HEAD: Final[Mapping[str, str]] = MappingProxyType({"name": "player"})
#: The statistic that only games over time have.
_MEAN_INDEX: Final = Statistic("mean_mistake_index", "mean", "the mean of the mistake index until then", form=".1f")


def turn_rows(path: str, report: Report) -> Iterator[dict[str, Any]]:
    """Yield the fields of each turn."""
    for turn in report.turns:
        cost = dict.fromkeys(("by", "found", "win", "best_win", "win_loss", "spread_loss"))
        facts = turn._asdict() | (cost if turn.cost is None else turn.cost._asdict())
        facts |= {"file": path, "turn": turn.number, "win": turn.win, "phony": list(turn.phony)}
        yield {name: facts[name] for name in TURN}


def player_rows(players: Iterable[PlayerSummary]) -> Iterator[dict[str, Any]]:
    """Yield the fields of each player."""
    for player in players:
        facts = player.to_json()
        yield {name: facts[name] for name in PLAYER}


def game_rows(reports: Iterable[tuple[str, Report]]) -> list[dict[str, Any]]:
    """Return the fields of each player in each game, in order, with the running mean of the mistake index."""
    rows: list[dict[str, Any]] = []
    indexes: dict[str, list[float]] = {}
    for path, report in reports:
        for facts in player_rows(report.players):
            past = indexes.setdefault(facts["name"], [])
            past.append(facts["mistake_index"])
            mean = round(sum(past) / len(past), 3)
            all_facts = {**facts, "file": path, "game": len(past), "level": report.level, "mean_mistake_index": mean}
            rows.append({name: all_facts[name] for name in GAME})
    return rows


def turn_lines(report: Report) -> Iterator[str]:
    """Yield the turns of a game as a table, each with the better play."""
    rows = [_turn_cells(turn) for turn in report.turns]
    wide = [max(map(len, column)) for column in zip(_TURN_HEADS, *rows, strict=True)]
    yield _aligned(_TURN_HEADS, wide)
    for row, turn in zip(rows, report.turns, strict=True):
        yield _aligned(row, wide)
        yield from _wrapped(_said(turn), _INDENT)
    for remark in report.remarks:
        yield from _wrapped(remark)


def _wrapped(text: str, indent: int = 0) -> Iterator[str]:
    """Wrap a text to 80 columns, or to a narrower terminal."""
    wide, before = min(_WIDE, columns()) if console.on_terminal() else _WIDE, " " * indent
    lines = textwrap.wrap(
        console.shown(text), wide, initial_indent=before, subsequent_indent=before, break_on_hyphens=False
    )
    yield from [f"{line}\n" for line in lines]


def _turn_cells(turn: TurnAnalysis) -> tuple[str, ...]:
    cost = turn.cost
    return (
        f"{turn.number}",
        _short(turn.player),
        turn.rack,
        console.shown(turn.action),
        f"{turn.score}",
        "" if turn.lost is None else f"{turn.lost:.1f}",
        "" if cost is None else f"{-100 * cost.win_loss:z.1f}%" if cost.win_loss else "0%",
        "" if turn.luck is None else f"{turn.luck:+z.0f}",
        turn.grade or "-",
    )


def _said(turn: TurnAnalysis) -> str:
    """Return the remarks on a turn: the best play and why, a missed bingo, a phony."""
    cost, said = turn.cost, []
    lost = turn.lost or (cost is not None and cost.win_loss)
    best = turn.best if cost is None else cost.found
    if lost and best != turn.action:
        by = "" if cost is None or cost.by == "equity" else f" (by {cost.by.replace('_', '-')})"
        said.append(f"best {best}{f': {turn.why}' if turn.why else ''}{by}")
    elif turn.why:
        said.append(turn.why)
    if turn.missed_bingo and turn.missed_bingo != best:
        said.append(f"missed bingo {turn.missed_bingo}")
    if turn.phony and not turn.withdrawn:
        said.append(f"phony {'/'.join(turn.phony)}, not challenged")
    return "; ".join(said)


def player_lines(players: list[PlayerSummary], are_noted: bool = False) -> Iterator[str]:
    """Yield the summaries of players as two tables: mistakes and luck, and words.

    ``are_noted``: the notes on levels were written before.
    """
    rows = [player.to_json() for player in players]
    yield from _table(statistics_of(PlayerTable.MISTAKES), rows)
    yield "\n"
    yield from _table(statistics_of(PlayerTable.WORDS), rows)
    estimated = [player for player in players if player.level is not None]
    if estimated:
        yield from _wrapped(f"level: {next(one.meaning for one in STATISTICS if one.name == 'level_estimate')}")
    for note in dict.fromkeys([] if are_noted else [player.level_note for player in estimated]):
        yield from _wrapped(note)


def game_lines(rows: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the table of games, player by player."""
    named = sorted([dict(row, file=Path(row["file"]).name) for row in rows], key=lambda row: row["name"])
    yield from _table((*statistics_of(PlayerTable.GAMES), _MEAN_INDEX), named, {"name": "player", "file": "game"})


def _table(
    shown: Sequence[Statistic], rows: Sequence[dict[str, Any]], names: Mapping[str, str] = _PLAYER_HEAD
) -> Iterator[str]:
    """Yield a table with column titles; on a narrow terminal, one fact per line.

    ``names`` maps the fields before the statistics to their titles.
    """
    heads = [*names.values(), *[one.head for one in shown]]
    cells = [
        [
            *[_short(str(row[name]), _NAME if name == "name" else 2 * _NAME) for name in names],
            *[one.write(row[one.name]) for one in shown],
        ]
        for row in rows
    ]
    if console.on_terminal() and columns() < _WIDE:
        for number, row in enumerate(cells):
            yield "\n" if number else ""
            yield "".join([f"{head:{_HEADS}}{cell}\n" for head, cell in zip(heads, row, strict=True)])
        return
    wide = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    for row in [heads, *cells]:
        others = [cell.rjust(width) for cell, width in zip(row[1:], wide[1:], strict=True)]
        yield " ".join([row[0].ljust(wide[0]), *others]).rstrip() + "\n"


def _short(name: str, wide: int = _NAME) -> str:
    name = console.shown(name)
    return name if len(name) <= wide else f"{name[: wide - 1]}…"


def _aligned(cells: Sequence[str], wide: Sequence[int]) -> str:
    """Format a line of a turn, wrapped at words on a narrow terminal."""
    line = "".join(
        [
            f"{cell:>{width}} " if 4 <= at < 8 or not at else f"{cell:{width}} "
            for at, (cell, width) in enumerate(zip(cells, wide, strict=True))
        ]
    ).rstrip()
    return "".join([f"{one}\n" for one in (wrap_facts([line], _INDENT) if console.on_terminal() else [line])])
