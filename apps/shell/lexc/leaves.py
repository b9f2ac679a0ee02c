"""``lexc leaves``: train leave values, store them in a lexicon, and convert those of other programs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from lexkit import lexicons
from lexkit.lexicons import rules

from .. import console
from ..command_files import READS, WRITES, require_file
from .options import ChangedFile, Force, Json, OtherFile, Quiet, opened_to_change, refuse_existing, tell_report

if TYPE_CHECKING:
    from lexkit.players.leave_training import TrainingPlan

app = typer.Typer(rich_markup_mode=None)

_RACK: Final[int] = rules("usual")["rack_size"]
_BINGO: Final[int] = rules("usual")["bingo"]
#: Method -> what it counts.
_UNITS: Final = {"census": ("board", "boards"), "self-play": ("game", "games")}
#: Maximum number of games or boards of a training: about a month on one core.
_MOST = 1_000_000_000
#: Values of lists whose tiles have no shipped ones.
_HEURISTICS: Final = "Gordon's heuristics"


@app.command()
def leaves(
    file: ChangedFile,
    minutes: Annotated[
        float | None, typer.Option("--minutes", "-m", min=0.001, metavar="M", help="Train for M minutes.")
    ] = None,
    rounds: Annotated[
        str | None,
        typer.Option("--rounds", metavar="N,N,...", help="Train for rounds of N boards (or games) each, instead."),
    ] = None,
    method: Annotated[
        str | None,
        typer.Option("--method", metavar="NAME", help="census (the default if possible in the time) or self-play."),
    ] = None,
    layout: Annotated[
        str, typer.Option("--layout", metavar="NAME or FILE", help="The board: standard, super, or a TOML file."), READS
    ] = "standard",
    rack_size: Annotated[
        int, typer.Option("--rack-size", min=2, max=15, metavar="N", help="Number of tiles on a rack.")
    ] = _RACK,
    bingo: Annotated[
        int, typer.Option("--bingo", min=0, max=10_000, metavar="N", help="Points for playing a full rack.")
    ] = _BINGO,
    seed: Annotated[
        int, typer.Option("--seed", metavar="S", help="Seed of the random numbers; the same seed gives the same games.")
    ] = 1,
    processes: Annotated[
        int | None, typer.Option("--processes", min=1, metavar="N", help="Train in N processes, not in threads.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option("--cluster", metavar="ADDRESS", help="Train on a Dask cluster: tcp://HOST:8786.")
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FILE",
            callback=require_file,
            help="Do not train; store the values of FILE (.klv2, .klv, .klv16, .csv).",
        ),
        READS,
    ] = None,
    exported: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="FILE",
            callback=require_file,
            help="Do not train; export the values to FILE (.klv2, .klv, .klv16, .csv).",
        ),
        WRITES,
    ] = None,
    remove: Annotated[
        bool,
        typer.Option("--remove", help="Do not train; remove the file's values, so that others are borrowed again."),
    ] = False,
    steps: Annotated[
        int | None, typer.Option("--steps", min=1, metavar="N", help="With --to: round to 1/N of a point.")
    ] = None,
    output: OtherFile = None,
    force: Force = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Train leave values, the worth of the tiles that a player keeps, and store them in the lexicon's file.

    Static players play games, and a census evaluates every rack on their boards. Each round plays with the values that
    the round before it learned. At the end the file is replaced atomically, and the player "static" uses the values.
    The command first says how it trains, how long that takes, and what it adds to the file; by default it takes some 5
    minutes on two cores for English. If it is interrupted, the file stays as it was. The same seed and rounds give the
    same values on any number of threads, processes or machines.

    \b
    Example: lexc leaves nwl.gaddag --minutes 30
    Example: lexc leaves osps.gaddag --rounds 64,64,128 --seed 7 -o trained.gaddag
    Example: lexc leaves nwl.gaddag --from NWL23.klv2
    Example: lexc leaves english --to english.klv2
    Example: lexc leaves nwl.gaddag --remove
    """
    given = {"minutes": minutes, "rounds": rounds, "method": method, "processes": processes, "cluster": cluster}
    trains = [f"--{name}" for name, value in given.items() if value]
    instead = [f"--{name}" for name, value in (("from", source), ("to", exported), ("remove", remove)) if value]
    if len(instead) > 1:
        raise typer.BadParameter(f"{instead[0]} and {instead[1]} exclude each other")
    if instead and trains:
        raise typer.BadParameter(f"{instead[0]} does not train: leave out {trains[0]}")
    if steps and not exported:
        raise typer.BadParameter("--steps needs --to")
    if processes and cluster:
        raise typer.BadParameter("--processes and --cluster exclude each other")
    if minutes and rounds:
        raise typer.BadParameter("--minutes and --rounds exclude each other")
    if exported:
        facts = _export(file, exported, steps, force)
        told = f"{exported}: {console.format_count(facts['leaves'], 'leave', 'leaves')}, {facts['size'] / 1e6:.2f} MB"
    else:
        report, told = (
            _take(file, source, output, force)
            if source or remove
            else _train(
                file,
                output,
                force,
                quiet,
                {"rounds": _read_rounds(rounds), "minutes": minutes, "method": method},
                (layout, rack_size, bingo),
                seed,
                (processes, cluster),
            )
        )
        facts = report.to_json()
    tell_report(facts, [told], as_json, quiet)


def _export(file: str, target: str, steps: int | None, force: bool) -> dict[str, Any]:
    """Export the leave values of a lexicon and return facts about the file."""
    from lexkit.catalogue import open as open_lexicon
    from lexkit.leaves import write_leaves

    lexicon = open_lexicon(file)
    values = lexicon.leaves
    refuse_existing(Path(target), force, "--to")
    size = write_leaves(values, target, steps=steps)
    console.tell_origin(values)
    return {"path": target, "leaves": len(values.stored.values) - 1, "size": size, "origin": values.origin}


def _take(file: str, source: str | None, output: str | None, force: bool) -> tuple[Any, str]:
    """Store the leave values of a file in the lexicon, or remove its own; return the report and a summary line."""
    from lexkit.base.errors import QueryError
    from lexkit.compiler.attach_columns import attach
    from lexkit.leaves import read_leaves

    with opened_to_change(file, output, force) as (opened, target):
        if source is None and opened.leaves is None:
            raise QueryError("the lexicon has no leave values of its own", path=opened.path)
        taken = None if source is None else read_leaves(source, opened.alphabet).stored
        report = attach(opened, target, leaves=taken or False)
    told = f"leaves of {source}" if source else "leaves removed"
    return report, f"{report.path}: {told}; {report.size / 1e6:.2f} MB, verified"


def _train(
    file: str,
    output: str | None,
    force: bool,
    quiet: bool,
    training: dict[str, Any],
    game: tuple[str, int, int],
    seed: int,
    workers: tuple[int | None, str | None],
) -> tuple[Any, str]:
    """Train values and store them.

    ``game`` is the layout, the rack size and the bingo; ``workers`` is a number of processes and the address of a
    cluster, or None.
    """
    from lexkit.formats.lexicon_file import open_file
    from lexkit.leaves import plan_leaves, train_leaves
    from lexkit.players.leave_training import ENOUGH
    from lexkit.runtime.game.layout import find_layout
    from lexkit.runtime.game.rules import Rules
    from lexkit.runtime.workers.pieces_of_work import open_executor

    with opened_to_change(file, output, force) as (opened, target), open_executor(*workers) as executor:
        training["rules"] = Rules(find_layout(game[0]), opened.alphabet, *game[1:])
        plan = plan_leaves(opened, threads=workers[0], **training)
        if not quiet:
            console.tell(f"{target}: {_describe(plan, workers[1] is None)}\n")
        progress = _show_progress(plan) if not quiet and console.watched() else None
        report = train_leaves(opened, target, executor=executor, progress=progress, seed=seed, **training)
    made = open_file(target).leaves
    told = "leaves"
    if made is not None:
        is_shipped = lexicons.trained_for(opened.alphabet) is not None
        taken, enough = made.made["games"], ENOUGH[plan.method][not is_shipped]
        counted = console.format_count(taken, *_UNITS[plan.method])
        told = f"leaves of {counted}"
        if taken < enough and not quiet:
            console.tell(
                f"lexc: values of {counted} are probably worse than {'borrowed ones' if is_shipped else _HEURISTICS}; "
                f"train on {enough:,} {_UNITS[plan.method][1]} or more, or remove them: lexc leaves {target} --remove\n"
            )
    return report, f"{report.path}: {told}; {report.size / 1e6:.2f} MB, verified"


def _describe(plan: TrainingPlan, is_here: bool) -> str:
    """Say what a training does; ``is_here``: on this machine, so that the time is known."""
    units = f" of {console.format_count(sum(plan.rounds), *_UNITS[plan.method])}" if plan.rounds else ""
    time = f", {_format_minutes(plan.seconds, bool(plan.rounds))}" if is_here else ""
    return f"training by {plan.method}{units}{time}; adds {plan.size / 1e6:.1f} MB"


def _format_minutes(seconds: float, is_estimate: bool) -> str:
    if is_estimate and seconds < 60:
        return "less than a minute"
    minutes = f"{seconds / 60:.0f}" if seconds >= 600 else f"{seconds / 60:.2g}"
    return f"{'about ' * is_estimate}{minutes} minute{'s' * (minutes != '1')}"


def _read_rounds(rounds: str | None) -> list[int] | None:
    if rounds is None:
        return None
    try:
        numbers = [int(part) for part in rounds.split(",")]
    except ValueError:
        numbers = []
    if not numbers or min(numbers) < 1 or sum(numbers) > _MOST:
        raise typer.BadParameter("expected positive numbers, such as 64,128", param_hint="--rounds")
    return numbers


def _show_progress(plan: TrainingPlan) -> Callable[[int], None]:
    """Return the callback that shows progress, games and minutes, on one line of the terminal."""
    played, begun, units = 0, monotonic(), sum(plan.rounds)
    whole = f" of {units:,}" if units else ""

    def advance(some: int) -> None:
        nonlocal played
        played += some
        passed = monotonic() - begun
        # By the pace so far once that is known.
        expected = passed * units / played if units and played >= units / 20 else plan.seconds
        end = "\n" if units and played == units else "\r"
        time = f"{passed / 60:.1f} of {_format_minutes(expected, bool(units))}"
        sys.stderr.write(f"{played:,}{whole} {_UNITS[plan.method][1]}, {time}   {end}")
        sys.stderr.flush()

    return advance
