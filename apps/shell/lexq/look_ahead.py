"""The commands of ``lexq`` that look ahead: simulate, endgame, preendgame.

A POSITION and its lexicon are read as by the commands in :mod:`.board_commands`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import console
from ..help_text import NARROW
from .board_commands import LayoutName, LexiconName, PositionLexicons, PositionText, RackText, choose_rack
from .shared_options import AlphabetName, Confidence, Json, SearchThreads, Seconds, Threads
from .terminal_tables import number_column, screen

if TYPE_CHECKING:
    from lexkit.players.endgame.pre_endgame import Outcome
    from lexkit.players.endgame.solution import Solution
    from lexkit.players.simulation.simulate import Simulated, Simulation
    from lexkit.runtime.game.move import Move


app = typer.Typer(rich_markup_mode=None)

#: Default number of moves shown on a terminal: of a simulation, and of a search.
_FEW, _SCREENFUL = 15, 20
#: Shown for a number that is not known yet.
_UNKNOWN = "-"
#: Message shown on a terminal when a search takes long.
_WAIT = "lexq: still searching; Ctrl-C stops and shows the result so far"


@app.command()
def simulate(
    position: PositionText,
    rack: RackText = None,
    plies: Annotated[
        int, typer.Option("--plies", "-p", min=0, max=64, metavar="N", help="Turns to play after the move.")
    ] = 2,
    candidates: Annotated[
        int, typer.Option("--candidates", min=1, max=1000, metavar="N", help="Simulate the best N moves by equity.")
    ] = 15,
    iterations: Annotated[
        int,
        typer.Option("--iterations", "-i", min=1, max=1_000_000, metavar="N", help="At most N iterations per move."),
    ] = 5000,
    confidence: Confidence = 0.99,
    seconds: Seconds = None,
    seed: Annotated[
        int,
        typer.Option(
            "--seed", min=0, metavar="S", help="Seed of the random numbers; the same seed draws the same tiles."
        ),
    ] = 0,
    threads: Threads = None,
    top: Top = None,
    as_json: Json = False,
    lexicon: LexiconName = None,
    layout: LayoutName = None,
    alphabet: AlphabetName = None,
    *,
    ctx: typer.Context,
) -> None:
    """Estimate how likely each move wins by playing on many times with random tiles, best move first.

    \b
    Each iteration deals the unseen tiles, plays the move, and then makes the best static play for both players in
    turn. Piped, a move is a line of six fields separated by tabs: move, score, equity (mean change of the spread plus
    the value of the leaves), chance to win, its standard error, iterations; - is a number not known yet. Moves are
    ordered by chance to win plus 0.0002 for each point of equity, so that points decide between equal chances. A move
    that is certainly worse than the best gets no more iterations and is listed below the others. When the time is
    up, or at Ctrl-C, the result so far is shown. If the position gives the opponent's rack, or a part of it, the
    opponent holds these tiles in all iterations.

    \b
    Example: lexq simulate board.txt --rack RETAIN?
    Example: lexq simulate games.cgp --plies 4 --time 5 --json
    Example: lexq simulate board.txt --iterations 1000 --seed 1 --top 1
    """
    from lexkit.players.simulation.simulate import simulate as begin

    lexicons = PositionLexicons(ctx, lexicon, alphabet)
    table = not as_json and console.on_terminal()
    most = _FEW if table and top is None else top
    for number, board in lexicons.positions(position, layout):
        simulation = begin(
            board,
            choose_rack(board, rack),
            lexicon=lexicons.weighing(board),
            plies=plies,
            candidates=candidates,
            confidence=confidence,
            iterations=iterations,
            seed=seed,
            timeout=seconds,
            threads=threads,
        )
        with console.said_if_long(_WAIT):
            for _ in simulation:
                pass
        shown = list(islice(simulation.results, most))
        if table:
            _write_simulated(shown, simulation)
        else:
            console.write(_simulated_lines(number, shown, as_json))
        if simulation.finished == "interrupted":
            raise KeyboardInterrupt


def _simulated_facts(number: int | None, told: Simulated) -> dict[str, Any]:
    return {
        "position": number or 1,
        "move": told.candidate.text,
        "score": told.score,
        "equity": round(told.equity, 3),
        "win": round(told.win, 5) if told.iterations else None,
        "stderr": round(told.stderr, 5) if told.iterations > 1 else None,
        "iterations": told.iterations,
    }


def _simulated_lines(number: int | None, shown: list[Simulated], as_json: bool) -> Iterator[str]:
    for told in shown:
        if as_json:
            yield console.json_line(_simulated_facts(number, told))
        else:
            yield "\t".join(_simulated_fields(told)) + "\n"


def _simulated_fields(told: Simulated, digits: int = 4) -> tuple[str, ...]:
    """Return the fields of a line. ``digits`` is the precision of the chance to win and of its error."""
    win = f"{told.win:.{digits}f}" if told.iterations else _UNKNOWN
    error = f"{told.stderr:.{digits}f}" if told.iterations > 1 else _UNKNOWN
    return told.candidate.text, str(told.score), f"{told.equity:+z.2f}", win, error, str(told.iterations)


def _write_simulated(shown: list[Simulated], simulation: Simulation) -> None:
    from rich.table import Table
    from rich.text import Text

    narrow = screen().width < NARROW
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 1, 0, 0) if narrow else (0, 1))
    table.add_column("move", style="bold", overflow="fold")
    rows = [_simulated_fields(told, 3 if narrow else 4) for told in shown]
    for at, title in enumerate(("score", "equity", "win", "+-", "times" if narrow else "iterations"), 1):
        number_column(table, title, [row[at] for row in rows], "green" if title == "win" else None)
    for told, row in zip(shown, rows, strict=True):
        # Text, because brackets mean tiles here, not styles of rich.
        table.add_row(*map(Text, row), style=None if told.live else "dim")
    screen().print(table)
    reasons = {"confident": "the best is known", "iterations": "iterations done", "time": "time is up"}
    screen().print(Text(reasons.get(str(simulation.finished), str(simulation.finished)), style="dim"))


_PASS = "pass"

Top = Annotated[
    int | None, typer.Option("--top", "--limit", "-n", min=0, metavar="N", help="Write only the best N moves.")
]
Plies = Annotated[
    int | None,
    typer.Option("--plies", "-p", min=1, metavar="N", help="Once the bag is empty, look at most N turns ahead."),
]
Memory = Annotated[
    int, typer.Option("--memory", min=1, metavar="MB", help="Memory for the tables of the search, in megabytes.")
]


@app.command()
def endgame(
    position: PositionText,
    seconds: Seconds = None,
    plies: Plies = None,
    memory: Memory = 256,
    threads: SearchThreads = 1,
    as_json: Json = False,
    lexicon: LexiconName = None,
    layout: LayoutName = None,
    alphabet: AlphabetName = None,
    *,
    ctx: typer.Context,
) -> None:
    """Find the best line of play when the bag is empty, and the spread that it gains.

    \b
    The position needs the rack of the player to move; the opponent has all remaining tiles. Piped, it is a line of
    fields separated by tabs: the spread gained until the end, `exact` or the number of plies searched, then the moves
    in order. When the time is up, or at Ctrl-C, the best line so far is shown.

    \b
    Example: lexq endgame board.txt
    Example: lexq endgame games.cgp --time 5 --json
    Example: lexq endgame board.txt --threads 2
    """
    from lexkit.players.endgame.solution import solve

    lexicons = PositionLexicons(ctx, lexicon, alphabet)
    for number, board in lexicons.positions(position, layout):
        with console.said_if_long(_WAIT):
            solution = solve(board, lexicons.of(board), timeout=seconds, plies=plies, memory=memory, threads=threads)
        if as_json:
            console.write([console.json_line(_solution_facts(number, solution))])
        elif console.on_terminal():
            console.write(_draw_line(solution))
        else:
            moves = [_PASS if move is None else str(move) for move in solution.line]
            console.write(["\t".join((f"{solution.spread:+d}", _how_sure(solution), *moves)) + "\n"])
        if solution.stopped == "interrupted":
            raise KeyboardInterrupt


@app.command()
def preendgame(
    position: PositionText,
    moves: Annotated[
        list[str] | None,
        typer.Option(
            "--move", "-m", metavar="PLAY", help="Evaluate only this move: '8D .IFE', -AEI, or pass; repeatable."
        ),
    ] = None,
    top: Top = None,
    seconds: Seconds = None,
    plies: Plies = None,
    memory: Memory = 256,
    as_json: Json = False,
    lexicon: LexiconName = None,
    layout: LayoutName = None,
    alphabet: AlphabetName = None,
    *,
    ctx: typer.Context,
) -> None:
    """Evaluate each move over all draws of the last 1 to 4 tiles in the bag, best move first.

    \b
    Piped, a move is a line of eight fields separated by tabs: the move; the numbers of draws in which it wins, ties
    and loses for certain, and in which that is still open; the share of wins, with an estimate for the open draws; the
    mean final spread; and `exact`, or the number of plies searched once the bag is empty. `greedy opponent` marks a
    move that leaves tiles in the bag: its numbers assume that both players make the best-looking play until the bag
    is empty. With --time, the search goes to the end of the game, most promising moves first. If the position gives
    the opponent's rack, or a part of it, those tiles are not in the bag.

    \b
    Example: lexq preendgame board.txt --top 5
    Example: lexq preendgame board.txt --move "12L PARK" --move pass --plies 6
    Example: lexq preendgame board.txt --time 10 --json
    """
    from lexkit.players.endgame.pre_endgame import pre_endgame

    lexicons = PositionLexicons(ctx, lexicon, alphabet)
    table = not as_json and console.on_terminal()
    most = _SCREENFUL if table and top is None else top
    chosen = None if not moves else [None if move == _PASS else move for move in moves]
    for number, board in lexicons.positions(position, layout):
        with console.said_if_long(_WAIT):
            found = pre_endgame(board, lexicons.of(board), moves=chosen, timeout=seconds, plies=plies, memory=memory)
        shown = list(islice(found, most))
        if table:
            _write_table(shown)
        else:
            console.write(_outcome_lines(number, shown, as_json))
        if found and found[0].stopped == "interrupted":
            raise KeyboardInterrupt


def _write_move(move: Move | None) -> str:
    """Format a move without its score, as users type it."""
    return _PASS if move is None else move.text


def _how_sure(answer: Solution) -> str:
    return "exact" if answer.exact else console.format_count(answer.depth, "ply", "plies")


def _solution_facts(number: int | None, solution: Solution) -> dict[str, Any]:
    return {
        "position": number or 1,
        "spread": solution.spread,
        "move": _write_move(solution.move),
        "line": [_write_move(move) for move in solution.line],
        "depth": solution.depth,
        "exact": solution.exact,
        "nodes": solution.nodes,
        "stopped": solution.stopped,
    }


def _outcome_facts(number: int | None, outcome: Outcome) -> dict[str, Any]:
    return {
        "position": number or 1,
        "move": _PASS if outcome.text == "-" else outcome.text,
        "wins": outcome.wins,
        "ties": outcome.ties,
        "losses": outcome.losses,
        "open": outcome.open,
        "win": round(outcome.win, 5),
        "spread": round(outcome.spread, 3),
        "depth": outcome.depth,
        "exact": outcome.exact,
        "assumes": outcome.assumes,
        "stopped": outcome.stopped,
    }


def _outcome_lines(number: int | None, outcomes: list[Outcome], as_json: bool) -> Iterator[str]:
    for outcome in outcomes:
        if as_json:
            yield console.json_line(_outcome_facts(number, outcome))
        else:
            yield "\t".join(_outcome_fields(outcome)) + "\n"


def _outcome_fields(outcome: Outcome) -> tuple[str, ...]:
    counts = [str(number) for number in (outcome.wins, outcome.ties, outcome.losses, outcome.open)]
    text = _PASS if outcome.text == "-" else outcome.text
    return text, *counts, f"{outcome.win:.4f}", f"{outcome.spread:+z.1f}", outcome.basis


# -- on a terminal --------------------------------------------------------------------------------------


def _draw_line(solution: Solution) -> Iterator[str]:
    """Yield the best line of play, one turn per line."""
    nodes = console.format_count(solution.nodes, "position", "positions")
    yield f"{solution.spread:+d} {_how_sure(solution)}, {nodes}\n"
    for turn, move in enumerate(solution.line):
        yield f"{'  ' if turn % 2 == 0 else '      '}{move or _PASS}\n"


def _write_table(outcomes: list[Outcome]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, header_style="dim", pad_edge=False)
    table.add_column("move", style="bold", overflow="fold")
    rows = [_outcome_fields(outcome) for outcome in outcomes]
    for at, title in enumerate(("wins", "ties", "losses", "open", "win", "spread"), 1):
        number_column(table, title, [row[at] for row in rows], "green" if title == "wins" else None)
    table.add_column("searched", style="dim", overflow="fold")
    for row in rows:
        # Text, because brackets mean tiles here, not styles of rich.
        table.add_row(*map(Text, row))
    screen().print(table)
