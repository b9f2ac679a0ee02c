"""Options that several commands of ``lexq`` share: output format, time limits, workers."""

from __future__ import annotations

from math import inf, isfinite
from typing import Annotated, Any, Final

import typer

from ..command_files import READS
from ..console import MOST_WORKERS
from ..shell_completion import alphabets_of_games as complete_alphabets

#: Maximum number of games of a match, which take weeks.
MOST_GAMES: Final = 1_000_000_000


def require_seconds(value: float | None) -> float | None:
    """Return the seconds given, or None. Raises a usage error unless they are positive and finite."""
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
        help="classic, or wordsmog (the letters of a word in any order).",
    ),
]
AlphabetName = Annotated[
    str | None,
    typer.Option(
        "--alphabet",
        metavar="NAME or FILE",
        autocompletion=complete_alphabets,
        help="The alphabet; default: the one the text names, else the lexicon's.",
    ),
    READS,
]
Json = Annotated[bool, typer.Option("--json", help="Write one JSON object per line.")]
Seconds = Annotated[
    float | None,
    typer.Option(
        "--time",
        "-t",
        metavar="SECONDS",
        callback=require_seconds,
        help="Stop after SECONDS per position, with the best result so far.",
    ),
]
Confidence = Annotated[
    float,
    typer.Option("--confidence", metavar="P", callback=_require_chance, help="Stop when the best is this certain."),
]


def _workers(name: str, text: str) -> Any:
    """Return an option for a number of threads or processes."""
    return typer.Option(name, min=1, metavar="N", callback=_require_workers, help=text)


Threads = Annotated[
    int | None, _workers("--threads", "Number of threads, by default one per processor; the answer is the same.")
]
SearchThreads = Annotated[int, _workers("--threads", "Search a large endgame with N threads, which share --memory.")]
Processes = Annotated[int | None, _workers("--processes", "Use N processes, for work that runs in Python.")]
Cluster = Annotated[
    str | None, typer.Option("--cluster", metavar="ADDRESS", help="Use a Dask cluster: tcp://HOST:8786.")
]


def require_either(processes: int | None, cluster: str | None) -> None:
    """Raise a usage error for both --processes and --cluster."""
    if processes is not None and cluster is not None:
        raise typer.BadParameter("--processes and --cluster exclude each other")
