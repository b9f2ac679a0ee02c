"""Options that several commands of ``lexq`` share: the form of an answer, how long it may take, how many work on it."""

from __future__ import annotations

from math import inf, isfinite
from typing import Annotated, Any, Final

import typer

from ..command_files import READS
from ..console import MOST_WORKERS
from ..shell_completion import alphabets_of_games as complete_alphabets

#: Games are counted, and kept by number: these take weeks.
MOST_GAMES: Final = 1_000_000_000


def require_seconds(value: float | None) -> float | None:
    """The number of seconds given. Raises a usage error for any other value."""
    if value is not None and not 0 < value < inf:
        raise typer.BadParameter(f"expected seconds, more than 0, found {value:g}")
    return value


def _require_chance(value: float) -> float:
    if not (isfinite(value) and 0 < value < 1):
        raise typer.BadParameter(f"expected a number between 0 and 1, found {value:g}")
    return value


def _require_workers(value: int | None) -> int | None:
    if value is not None and value > MOST_WORKERS:
        reason = "each takes memory, and more of them do not make a machine faster"
        raise typer.BadParameter(f"expected at most {MOST_WORKERS}, found {value}: {reason}")
    return value


def _require_variant(value: str | None) -> str | None:
    from lexkit.runtime.game.rules import VARIANTS

    if value is not None and value not in VARIANTS:
        raise typer.BadParameter(f"expected {' or '.join(VARIANTS)}, found {value!r}")
    return value


VariantName = Annotated[
    str | None,
    typer.Option(
        "--variant",
        metavar="NAME",
        callback=_require_variant,
        help="classic, or wordsmog: letters of a word in any order.",
    ),
]
AlphabetName = Annotated[
    str | None,
    typer.Option(
        "--alphabet",
        metavar="NAME or FILE",
        autocompletion=complete_alphabets,
        help="The tiles, whatever the text says; else those it names, or the lexicon's.",
    ),
    READS,
]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
Seconds = Annotated[
    float | None,
    typer.Option(
        "--time",
        "-t",
        metavar="SECONDS",
        callback=require_seconds,
        help="Stop after SECONDS a position, with the best so far.",
    ),
]
Confidence = Annotated[
    float,
    typer.Option("--confidence", metavar="P", callback=_require_chance, help="Stop when the best is this certain."),
]


def _workers(name: str, text: str) -> Any:
    """The option of a number of threads or processes."""
    return typer.Option(name, min=1, metavar="N", callback=_require_workers, help=text)


Threads = Annotated[int | None, _workers("--threads", "By default one for each processor; the answer is the same.")]
SearchThreads = Annotated[
    int, _workers("--threads", "Have N threads search a large endgame together, each with its part of the memory.")
]
Processes = Annotated[int | None, _workers("--processes", "Work in N processes, for what runs in Python.")]
Cluster = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDRESS", help="Work on a Dask cluster: tcp://HOST:8786.")
]


def require_either(processes: int | None, cluster: str | None) -> None:
    """Raise a usage error for both --processes and --cluster."""
    if processes is not None and cluster is not None:
        raise typer.BadParameter("--processes and --cluster exclude each other")
