"""``lexc playability``: compute what knowing each word is worth, and store it in a lexicon as columns."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Final

import typer

from lexkit.lexicons import rules as rules_of_alphabet

from .. import console
from ..command_files import READS
from .options import ChangedFile, Force, Json, OtherFile, Quiet, opened_to_change, tell_report

if TYPE_CHECKING:
    from lexkit.players.playability import PlayabilityRun

app = typer.Typer(rich_markup_mode=None)

#: Default and maximum number of games.
_GAMES: Final = 200_000
_MOST: Final = 1_000_000_000
#: Suffix of the file with the sums of all games, beside the lexicon.
_SUFFIX: Final = ".playability"
#: Seconds between two writes of that file.
_SAVED: Final = 30.0
#: Number of words that the summary names.
_SHOWN: Final = 10


@app.command()
def playability(
    file: ChangedFile,
    games: Annotated[
        int, typer.Option("--games", "-n", min=1, max=_MOST, metavar="N", help="Number of games in all.")
    ] = _GAMES,
    seed: Annotated[
        int, typer.Option("--seed", min=0, metavar="S", help="Seed of the games; the same seed gives the same values.")
    ] = 1,
    layout: Annotated[
        str, typer.Option("--layout", metavar="NAME or FILE", help="The board: standard, super, or a TOML file."), READS
    ] = "standard",
    rack_size: Annotated[
        int, typer.Option("--rack-size", min=2, max=15, metavar="N", help="Number of tiles on a rack.")
    ] = rules_of_alphabet("usual")["rack_size"],
    processes: Annotated[
        int | None, typer.Option("--processes", min=1, metavar="N", help="Play in N processes, not in threads.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option("--cluster", metavar="ADDRESS", help="Play on a Dask cluster: tcp://HOST:8786.")
    ] = None,
    output: OtherFile = None,
    force: Force = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Compute what knowing each word is worth, from games, and store it in the lexicon's file as columns.

    Static players play games. Each word that the best play of a turn forms is credited with what that play is worth
    more than the best one without the word. The column playability has the sum in points per 1,000 games,
    playability_order the place of each word, playability_error the standard error. The sums are saved every half a
    minute in a file beside the lexicon, NAME.playability: the same command goes on after an interruption, and more
    --games later go on from there. 100,000 games take about 4 minutes on one core.

    \b
    Example: lexc playability nwl.gaddag
    Example: lexc playability osps.gaddag --games 1000000 --processes 8
    Example: lexc playability english -n 50000 -o played.gaddag
    """
    from lexkit.building import attach
    from lexkit.formats.atomic import strip_suffixes, write_atomically
    from lexkit.formats.constants import SUFFIX
    from lexkit.players.playability import PlayabilityRun
    from lexkit.runtime.automaton.index import Index
    from lexkit.runtime.game.layout import find_layout
    from lexkit.runtime.game.rules import Rules
    from lexkit.runtime.workers.pieces_of_work import open_executor

    if processes and cluster:
        raise typer.BadParameter("--processes and --cluster exclude each other")
    with opened_to_change(file, output, force) as (opened, target):
        index = Index(opened)
        run = PlayabilityRun(index, Rules(find_layout(layout), index.alphabet, rack_size), seed)
        saved = target.with_name(strip_suffixes(target.name, (SUFFIX,)) + _SUFFIX)
        _restore(run, saved, force)
        before, written = run.games, monotonic()
        shown = _show_progress(run.games, games) if not quiet and console.watched() else None

        def advance(some: int) -> None:
            nonlocal written
            if shown is not None:
                shown(some)
            if monotonic() - written >= _SAVED:
                write_atomically(saved, [run.to_bytes()])
                written = monotonic()

        try:
            with open_executor(processes, cluster) as executor:
                run.play(max(0, games - run.games), executor=executor, progress=advance)
        finally:
            if run.games > before:
                write_atomically(saved, [run.to_bytes()])
        found = run.result()
        report = attach(opened, target, playability=found)
    best = found.words[:_SHOWN].to_list()
    facts = {
        **report.to_json(),
        "games": run.games,
        "seed": seed,
        "sums": str(saved),
        "leaves": run.leaves.origin,
        "best": {word: round(found[word], 2) for word in best},
    }
    if not quiet:
        console.tell_origin(run.leaves)
    count = console.format_count(run.games, "game", "games")
    lines = [
        f"{report.path}: playability of {count}; {report.size / 1e6:.2f} MB, verified",
        f"  the most playable: {' '.join(best)}",
    ]
    tell_report(facts, lines, as_json, quiet)


def _restore(run: PlayabilityRun, saved: Path, force: bool) -> None:
    """Go on from the sums of an earlier run, if there are any. ``force``: start over if they are of another run."""
    from lexkit.base.errors import LexkitError

    if not saved.exists():
        return
    try:
        run.restore(saved)
    except LexkitError:
        if not force:
            raise


def _show_progress(done: int, games: int) -> Callable[[int], None]:
    """Return the callback that shows the games played and the time left on one line of the terminal."""
    played, begun = 0, monotonic()

    def advance(some: int) -> None:
        nonlocal played
        played += some
        left = (games - done - played) * (monotonic() - begun) / played / 60
        end = "\n" if done + played >= games else "\r"
        sys.stderr.write(f"{done + played:,} of {games:,} games, about {left:.1f} minutes left {end}")
        sys.stderr.flush()

    return advance
