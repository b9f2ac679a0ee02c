"""The command of ``lexq`` that weighs moves by simulation.

A POSITION and its lexicon are read as those of the commands in :mod:`..board_commands`. Imported only if the command
is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ... import console
from ...help_text import NARROW
from .board_commands import LayoutName, LexiconName, PositionLexicons, PositionText, RackText, choose_rack
from .endgames import Top
from .shared_options import Confidence, Json, Seconds, Threads
from .terminal_tables import number_column, screen

if TYPE_CHECKING:
    from ..players.simulation.simulate import Simulated, Simulation

app = typer.Typer(rich_markup_mode=None)

#: Moves shown on a terminal if no number is given.
_SCREENFUL = 15
#: What is not known yet.
_UNKNOWN = "-"


@app.command()
def simulate(
    position: PositionText,
    rack: RackText = None,
    plies: Annotated[int, typer.Option("--plies", "-p", min=0, max=64, metavar="N", help="Turns after the move.")] = 2,
    candidates: Annotated[
        int, typer.Option("--candidates", min=1, max=1000, metavar="N", help="The best N moves by equity.")
    ] = 15,
    iterations: Annotated[
        int, typer.Option("--iterations", "-i", min=1, max=1_000_000, metavar="N", help="At most, of each move.")
    ] = 5000,
    confidence: Confidence = 0.99,
    seconds: Seconds = None,
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="S", help="Decides which tiles are drawn.")] = 0,
    threads: Threads = None,
    top: Top = None,
    as_json: Json = False,
    lexicon: LexiconName = None,
    layout: LayoutName = None,
    *,
    ctx: typer.Context,
) -> None:
    """How likely each move wins, by playing on with other tiles again and again, the best move first.

    \b
    In an iteration the unseen tiles are dealt, the move is played, and then both players make the best
    static plays. Piped, a move is a line of six fields with a tab between: move, score, equity (the mean change of
    the spread with what is left), chance to win, its standard error, iterations; - is a number not known yet. The
    order is that of the chance to win with 0.0002 for each point of equity, so that points decide between equal
    chances; moves that are worse than the best for sure get no more iterations, and stand below the others. At the
    end of the time, or at Ctrl-C, it is what was found so far.

    \b
    Example: lexq simulate board.txt --rack RETAIN?
    Example: lexq simulate games.cgp --plies 4 --time 5 --json
    Example: lexq simulate board.txt --iterations 1000 --seed 1 --top 1
    """
    from ..players.simulation.simulate import simulate as begin

    lexicons = PositionLexicons(ctx, lexicon)
    table = not as_json and console.on_terminal()
    most = _SCREENFUL if table and top is None else top
    for number, board in lexicons.positions(position, layout):
        simulation = begin(
            board,
            choose_rack(board, rack),
            lexicon=lexicons.of(board),
            plies=plies,
            candidates=candidates,
            confidence=confidence,
            iterations=iterations,
            seed=seed,
            timeout=seconds,
            threads=threads,
        )
        for _ in simulation:
            pass
        shown = list(islice(simulation.results, most))
        if table:
            _write_table(shown, simulation)
        else:
            console.write(_lines(number, shown, as_json))
        if simulation.finished == "interrupted":
            raise KeyboardInterrupt


def _facts(number: int | None, told: Simulated) -> dict[str, Any]:
    return {
        "position": number or 1,
        "move": told.candidate.text,
        "score": told.score,
        "equity": round(told.equity, 3),
        "win": round(told.win, 5) if told.iterations else None,
        "stderr": round(told.stderr, 5) if told.iterations > 1 else None,
        "iterations": told.iterations,
    }


def _lines(number: int | None, shown: list[Simulated], as_json: bool) -> Iterator[str]:
    for told in shown:
        if as_json:
            yield console.json_line(_facts(number, told))
        else:
            yield "\t".join(_fields(told)) + "\n"


def _fields(told: Simulated, digits: int = 4) -> tuple[str, ...]:
    """The fields of a line; ``digits`` of the chance to win and of its error."""
    win = f"{told.win:.{digits}f}" if told.iterations else _UNKNOWN
    error = f"{told.stderr:.{digits}f}" if told.iterations > 1 else _UNKNOWN
    return told.candidate.text, str(told.score), f"{told.equity:+z.2f}", win, error, str(told.iterations)


def _write_table(shown: list[Simulated], simulation: Simulation) -> None:
    from rich.table import Table
    from rich.text import Text

    narrow = screen().width < NARROW
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 1, 0, 0) if narrow else (0, 1))
    table.add_column("move", style="bold", overflow="fold")
    rows = [_fields(told, 3 if narrow else 4) for told in shown]
    for at, title in enumerate(("score", "equity", "win", "+-", "times" if narrow else "iterations"), 1):
        number_column(table, title, [row[at] for row in rows], "green" if title == "win" else None)
    for told, row in zip(shown, rows, strict=True):
        # As plain text: brackets mean tiles here, not styles.
        table.add_row(*map(Text, row), style=None if told.live else "dim")
    screen().print(table)
    reasons = {"confident": "the best is known", "iterations": "iterations done", "time": "time is up"}
    screen().print(Text(reasons.get(str(simulation.finished), str(simulation.finished)), style="dim"))
