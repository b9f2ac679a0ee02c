"""``lexq gcg analyse``: what the turns of games could have been worth, and what their players missed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from .... import console
from ....errors import GameRecordError, LexkitError, PositionError, StorageError
from ....help_text import columns, wrap_facts
from ..complete_values import complete_lexicons
from ..shared_options import Processes
from ..write_answers import format_csv
from .faults import FILES, check_one, error_line, fault_line

if TYPE_CHECKING:
    from ...game.referee.game import Game
    from ...lexicon import Lexicon
    from ...players.analysis import Analysis, PlayerSummary, TurnAnalysis

_TURN: Final = (
    "file", "turn", "player", "kind", "rack", "action", "score", "equity", "best", "best_score", "best_equity", "loss",
    "is_bingo", "missed_bingo", "phony", "withdrawn",
)  # fmt: skip
_PLAYER: Final = (
    "name", "games", "turns", "compared", "best_found", "loss", "mean_loss", "bingos", "missed_bingos", "phonies",
    "phonies_withdrawn", "missed_challenges",
)  # fmt: skip
#: Columns that a summary takes, at least; of the names of its facts one below the other; and what a line's rest is
#: indented by.
_TABLE: Final = 80
_NAMES: Final = 12
_INDENT: Final = 4
#: Columns more if turns are weighed.
_COST: Final = ("by", "found", "win", "best_win", "win_loss", "spread_loss")
_COSTS: Final = ("weighed", "win_loss", "spread_loss")
#: Titles of a summary's columns for people, by field.
_TITLES: Final = {
    "name": "player", "games": "games", "compared": "turns", "best_found": "best", "mean_loss": "loss/turn",
    "bingos": "bingos", "missed_bingos": "missed", "phonies": "phonies", "phonies_withdrawn": "caught",
    "missed_challenges": "let pass",
}  # fmt: skip


def analyse(
    ctx: typer.Context,
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help=FILES)],
    players: Annotated[bool, typer.Option("--players", help="Only a summary for each player, over all games.")] = False,
    lexicon: Annotated[
        str | None,
        typer.Option(
            "--lexicon", "-l", metavar="NAME or FILE", autocompletion=complete_lexicons, help="The lexicon, else yours."
        ),
    ] = None,
    processes: Processes = None,
    cluster: Annotated[
        str | None, typer.Option("--cluster", metavar="ADDRESS", help="Analyse on a Dask cluster: tcp://HOST:8786.")
    ] = None,
    with_: Annotated[
        str | None,
        typer.Option("--with", metavar="HOW", help="Weigh each turn too: champion, or simulation."),
    ] = None,
    seconds: Annotated[
        float | None, typer.Option("--time", "-t", metavar="SECONDS", help="For each turn weighed, 1 by default.")
    ] = None,
    iterations: Annotated[
        int | None, typer.Option("--iterations", min=1, max=1_000_000, metavar="N", help="Of a simulation, at most.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="S", help="Decides which tiles are drawn.")] = 0,
    as_csv: Annotated[bool, typer.Option("--csv", help="Comma-separated, names of the columns first.")] = False,
    as_json: Annotated[bool, typer.Option("--json", "--jsonl", help="One JSON object a line.")] = False,
) -> None:
    """Compare each turn with the best by equity: what was lost, bingos missed, phonies played and not challenged.

    \b
    One line a turn, then one for each player over all games. The lexicon needs leave values, which the bundled list
    has. A file that cannot be read is one line on standard error, FILE:LINE: rule: expected, found, and the others are
    analysed; exit code 3 then.

    \b
    --with champion tells what each turn cost in chances to win and in points: by the endgame, over all draws of the
    last tiles, or by simulation, as many tiles are in the bag. --with simulation always does the last.

    \b
    Example: lexq gcg analyse game.gcg
    Example: lexq gcg analyse game.gcg --with champion --time 1
    Example: lexq gcg analyse *.gcg --players
    Example: lexq gcg analyse *.gcg --csv --processes 4 > turns.csv
    """
    from ....catalogue import open as open_lexicon
    from ...players.analysis import summarize
    from ...players.leaves import trained_values
    from ...players.turn_costs import Weighing
    from ...workers.pieces_of_work import open_executor

    if as_csv and as_json:
        raise typer.BadParameter("--json and --csv exclude each other")
    if processes is not None and cluster is not None:
        raise typer.BadParameter("--processes and --cluster exclude each other")
    if with_ is None and (seconds is not None or iterations is not None):
        raise typer.BadParameter("--time and --iterations need --with")
    if with_ is not None:
        Weighing(with_, seconds, iterations, seed)
    options = {"with_": with_, "time": seconds, "iterations": iterations, "seed": seed}
    opened = open_lexicon(lexicon or ctx.find_root().params.get("lexicon"))
    trained_values(opened.core)
    codes = {0}
    found: list[Analysis] = []
    kind = "json" if as_json else "csv" if as_csv else "lines"

    def turns() -> Iterator[str]:
        if kind == "csv" and not players:
            yield format_csv([_TURN + _COST * (with_ is not None)], ",")
        for path, analysis in _analyse_each(files, opened, codes, executor, options):
            found.append(analysis)
            if not players:
                wide = max([len(player.name) for player in analysis.players])
                shape = kind, len(files) > 1, wide, with_ is not None
                lines = [_turn_line(path, turn, *shape) for turn in analysis.turns]
                yield "".join(lines if kind != "lines" else _fit(lines))

    with open_executor(processes, cluster) as executor:
        console.write(turns())
    summaries = summarize(found)
    if players and kind == "csv":
        weighed = any(one.weighed for one in summaries)
        rows = [_player_row(one, weighed) for one in summaries]
        console.write([format_csv([_PLAYER + _COSTS * weighed, *rows], ",")])
    elif players and kind == "json":
        console.write([console.json_line(one.to_json()) for one in summaries])
    elif kind == "lines" and summaries:
        console.write(_table(summaries, spaced=not players, stacked=console.on_terminal() and columns() < _TABLE))
    if max(codes):
        raise typer.Exit(max(codes))


def _analyse_each(
    files: list[str], lexicon: Lexicon, codes: set[int], executor: Any, options: dict[str, Any]
) -> Iterator[tuple[str, Analysis]]:
    """The analysis of each file that can be read; standard error names the others."""
    from ...players.analysis import analyse_each

    paths: list[str] = []
    games = _read_each(files, lexicon, codes, paths)
    for number, found in enumerate(analyse_each(games, lexicon, executor, **options)):
        if not isinstance(found, LexkitError):
            yield paths[number], found
            continue
        # Of another alphabet than the lexicon, or of rules without a generator of moves.
        codes.add(console.BAD_INPUT)
        expected = found.expected or "those of the lexicon"
        console.tell(fault_line(paths[number], 1, "rules", expected, found.found or found.what))


def _read_each(files: list[str], lexicon: Lexicon, codes: set[int], paths: list[str]) -> Iterator[Game]:
    """The game of each file that can be read, with its path among ``paths``."""
    for path in files:
        try:
            checked = check_one(path, lexicon)
            serious = [fault for fault in checked.faults if not fault.mild]
            if serious or checked.game is None:
                codes.add(console.BAD_INPUT)
                for fault in serious[:1]:
                    console.tell(fault_line(path, fault.line, fault.rule, fault.expected, fault.found))
            else:
                paths.append(path)
                yield checked.game
        except StorageError as error:
            codes.add(console.IO_ERROR)
            console.complain("lexq", error)
        except GameRecordError as error:
            codes.add(console.BAD_INPUT)
            console.tell(error_line(path, error))
        except PositionError as error:
            codes.add(console.BAD_INPUT)
            expected = error.expected or "those of the lexicon"
            console.tell(fault_line(path, 1, "rules", expected, error.found or error.what))


def _turn_line(path: str, turn: TurnAnalysis, kind: str, several: bool, wide: int, weighed: bool) -> str:
    """One turn as a line; ``wide``: columns for the name of a player."""
    facts: dict[str, Any] = {"file": path, "turn": turn.number, **turn._asdict()}
    del facts["number"], facts["cost"]
    if weighed:
        facts |= dict.fromkeys(_COST) if turn.cost is None else turn.cost._asdict()
    if kind == "json":
        return console.json_line(facts)
    if kind == "csv":
        facts["phony"] = "/".join(turn.phony)
        return format_csv([tuple([facts[name] for name in _TURN + _COST * weighed])], ",")
    loss = "" if turn.loss is None else f"{turn.loss:.2f}"
    equity = "" if turn.equity is None else f"{turn.equity:.2f}"
    remarks = [f"best {turn.best} {turn.best_equity:.2f}" if turn.loss else ""]
    remarks.append(f"missed bingo {turn.missed_bingo}" if turn.missed_bingo and turn.missed_bingo != turn.best else "")
    if turn.phony:
        remarks.append(f"phony {'/'.join(turn.phony)}, {'taken back' if turn.withdrawn else 'not challenged'}")
    if turn.cost is not None:
        cost = turn.cost
        better = f", {cost.found} by {cost.by.replace('_', '-')}" if cost.win_loss or cost.spread_loss else ""
        remarks.append(f"cost {cost.win_loss:.1%} and {cost.spread_loss:.1f} points{better}")
    cells = f"{turn.number:3} {turn.player:{wide}} {turn.rack:8} {turn.action:20} {turn.score:4} {equity:>7} {loss:>7}"
    line = f"{cells}  {'; '.join(filter(None, remarks))}".rstrip()
    return console.shown(f"{path}: {line}" if several else line) + "\n"


def _player_row(player: PlayerSummary, weighed: bool) -> tuple[Any, ...]:
    facts = player.to_json()
    return tuple([facts.get(name) for name in _PLAYER + _COSTS * weighed])


def _fit(lines: list[str]) -> list[str]:
    """The same lines; on a terminal, those that are too long are broken at words."""
    if not console.on_terminal():
        return lines
    return [f"{line}\n" for line in wrap_facts([line.rstrip("\n") for line in lines], _INDENT)]


def _table(players: list[PlayerSummary], spaced: bool, stacked: bool) -> Iterator[str]:
    """Summaries as a table of aligned columns; ``stacked``: one fact a line, for a narrow terminal."""
    weighed = any(player.weighed for player in players)
    titles = _TITLES | ({"win_loss": "win lost", "spread_loss": "points lost"} if weighed else {})
    rows = [list(titles.values())]
    for player in players:
        facts = player.to_json()
        mean = "" if player.mean_loss is None else f"{player.mean_loss:.2f}"
        facts |= {"mean_loss": mean, "name": console.shown(player.name)}
        facts |= {"win_loss": f"{player.win_loss:.1%}", "spread_loss": f"{player.spread_loss:.1f}"}
        rows.append([str(facts[name]) for name in titles])
    if stacked:
        for row in rows[1:]:
            yield "\n" if spaced or row is not rows[1] else ""
            yield "".join([f"{title:{_NAMES}}{cell}\n" for title, cell in zip(rows[0], row, strict=True)])
        return
    wide = [max(len(row[at]) for row in rows) for at in range(len(titles))]
    if spaced:
        yield "\n"
    for row in rows:
        first, *others = (cell.rjust(width) for cell, width in zip(row, wide, strict=True))
        yield "  ".join([first.strip().ljust(wide[0]), *others]).rstrip() + "\n"
