"""``lexc leaves``: train leave values, store them in a lexicon, and convert those of other programs."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Annotated, Any, Final

import typer

from lexkit.lexicons import rules

from .. import console
from ..command_files import READS, WRITES, require_file
from .options import ChangedFile, Force, Json, OtherFile, Quiet, opened_to_change, refuse_existing, tell_report

app = typer.Typer(rich_markup_mode=None)

_RACK: Final[int] = rules("usual")["rack_size"]
#: Maximum number of games or boards of a training: about a month on one core.
_MOST = 1_000_000_000


@app.command()
def leaves(
    file: ChangedFile,
    minutes: Annotated[
        float | None, typer.Option("--minutes", "-m", min=0.01, metavar="M", help="Train for about M minutes.")
    ] = None,
    rounds: Annotated[
        str | None,
        typer.Option("--rounds", metavar="N,N,...", help="Train for rounds of N boards (or games) each, instead."),
    ] = None,
    method: Annotated[
        str | None, typer.Option("--method", metavar="NAME", help="census (the default where possible) or self-play.")
    ] = None,
    layout: Annotated[
        str, typer.Option("--layout", metavar="NAME or FILE", help="The board: standard, super, or a TOML file."), READS
    ] = "standard",
    rack_size: Annotated[
        int, typer.Option("--rack-size", min=2, max=15, metavar="N", help="Number of tiles on a rack.")
    ] = _RACK,
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
    the round before it learned. At the end the file is replaced atomically, and the player "static" uses the values. By
    default, training takes 15 minutes on two cores. If it is interrupted, the file stays as it was. The same seed and
    rounds give the same values on any number of threads, processes or machines.

    \b
    Example: lexc leaves nwl.gaddag --minutes 30
    Example: lexc leaves osps.gaddag --rounds 64,64,128 --seed 7 -o trained.gaddag
    Example: lexc leaves nwl.gaddag --from NWL23.klv2
    Example: lexc leaves english --to english.klv2
    """
    given = {"minutes": minutes, "rounds": rounds, "method": method, "processes": processes, "cluster": cluster}
    trains = [f"--{name}" for name, value in given.items() if value]
    if source and exported:
        raise typer.BadParameter("--from and --to exclude each other")
    if (source or exported) and trains:
        raise typer.BadParameter(f"{'--from' if source else '--to'} does not train: leave out {trains[0]}")
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
            if source
            else _train(
                file,
                output,
                force,
                _show_progress(minutes, _read_rounds(rounds)) if not quiet and console.watched() else None,
                {"rounds": _read_rounds(rounds), "minutes": minutes, "method": method, "seed": seed},
                {"layout": layout, "rack_size": rack_size},
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


def _take(file: str, source: str, output: str | None, force: bool) -> tuple[Any, str]:
    """Store the leave values of a file in the lexicon; return the report and a summary line."""
    from lexkit.compiler.attach_columns import attach
    from lexkit.leaves import read_leaves

    with opened_to_change(file, output, force) as (opened, target):
        report = attach(opened, target, leaves=read_leaves(source, opened.alphabet).stored)
    return report, f"{report.path}: leaves of {source}; {report.size / 1e6:.2f} MB, verified"


def _train(
    file: str,
    output: str | None,
    force: bool,
    progress: Callable[[int], None] | None,
    training: dict[str, Any],
    board: dict[str, Any],
    workers: tuple[int | None, str | None],
) -> tuple[Any, str]:
    """Train values and store them. ``workers`` is a number of processes and the address of a cluster, or None."""
    from lexkit.formats.lexicon_file import open_file
    from lexkit.leaves import train_leaves
    from lexkit.runtime.workers.pieces_of_work import open_executor

    with opened_to_change(file, output, force) as (opened, target), open_executor(*workers) as executor:
        report = train_leaves(opened, target, executor=executor, progress=progress, **training, **board)
    made = open_file(target).leaves
    told = "leaves"
    if made is not None:
        units = ("board", "boards") if made.made["method"] == "census" else ("game", "games")
        told = f"leaves of {console.format_count(made.made['games'], *units)}"
    return report, f"{report.path}: {told}; {report.size / 1e6:.2f} MB, verified"


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


def _show_progress(minutes: float | None, rounds: list[int] | None) -> Callable[[int], None]:
    """Return the callback that shows progress, games and minutes, on one line of the terminal."""
    played, begun = 0, monotonic()
    whole = f" of {sum(rounds):,}" if rounds else ""
    limit = f" of {minutes:g}" if minutes else ""

    def advance(some: int) -> None:
        nonlocal played
        played += some
        end = "\n" if rounds and played == sum(rounds) else "\r"
        sys.stderr.write(f"{played:,}{whole} boards or games, {(monotonic() - begun) / 60:.1f}{limit} minutes{end}")
        sys.stderr.flush()

    return advance
