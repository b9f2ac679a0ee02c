"""``lexc leaves``: train leave values, and keep them in the lexicon's file."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Annotated

import typer

from ... import console
from ...completion import lexicons
from .options import Force, Json, Quiet, choose_target

__all__ = ["leaves"]

#: Most games of a training: a month on one core.
_MOST_GAMES = 1_000_000_000


def leaves(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", autocompletion=lexicons, help="A .gaddag file; with -o, any lexicon or name."),
    ],
    games: Annotated[
        str, typer.Option("--games", metavar="N,N,...", help="Games of each generation.")
    ] = "20000,60000,120000",
    layout: Annotated[
        str, typer.Option("--layout", metavar="NAME or FILE", help="The board: standard, super, or a TOML file.")
    ] = "standard",
    rack_size: Annotated[int, typer.Option("--rack-size", min=2, max=15, metavar="N", help="Tiles of a rack.")] = 7,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="Decides the games.")] = 1,
    output: Annotated[str | None, typer.Option("--output", "-o", metavar="FILE", help="Write another file.")] = None,
    force: Force = False,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Train what the tiles that a player keeps are worth: static players play many games against each other.

    Each generation plays with the values that the one before it learned. The values go into the file, which is replaced
    whole; then the player "static" plays by them. 200,000 games take some minutes on two cores.

    \b
    Example: lexc leaves nwl.gaddag
    Example: lexc leaves osps.gaddag --games 5000,20000 --seed 7 -o trained.gaddag
    """
    from ...catalogue import open_named
    from ...formats.atomic import lock_file
    from ...leaves import train_leaves

    generations = _read_generations(games)
    target = choose_target(file, output, force)
    with lock_file(target):
        report = train_leaves(
            open_named(file, "read"),
            target,
            layout=layout,
            rack_size=rack_size,
            games=generations,
            seed=seed,
            progress=_show_progress(sum(generations)) if not quiet and console.watched() else None,
        )
    if as_json:
        console.write([console.json_line(report.to_json())])
    elif not quiet:
        played = console.format_count(sum(generations), "game", "games")
        console.tell(f"{report.path}: leaves of {played}; {report.size / 1e6:.2f} MB, verified\n")


def _read_generations(games: str) -> list[int]:
    try:
        generations = [int(part) for part in games.split(",")]
    except ValueError:
        generations = []
    if not generations or min(generations) < 1 or sum(generations) > _MOST_GAMES:
        raise typer.BadParameter("expected numbers from 1 on, such as 20000,60000", param_hint="--games")
    return generations


def _show_progress(total: int) -> Callable[[int], None]:
    """Show on one line of the terminal how many games were played."""
    played = 0

    def advance(games: int) -> None:
        nonlocal played
        played += games
        end = "\n" if played == total else "\r"
        sys.stderr.write(f"{played:,} of {total:,} games{end}")
        sys.stderr.flush()

    return advance
