"""What a run came to, as a file: the command, when and on what it ran, and a row for each thing that was tried.

Every campaign writes this with ``--json FILE``. A row has at least ``row``, its name; ``cases``, how many were tried;
``findings``, how many broke a promise; and ``seconds``.
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import shlex
import sys
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

Row = dict[str, Any]


def save(path: Path, campaign: str, rows: Iterable[Row], build: str | None = None) -> None:
    """Write a run; ``build`` where it is not as lexkit says itself."""
    if build is None:
        import lexkit  # late: tests.mutants must not load it

        build = lexkit.backend()
    run = {
        "campaign": campaign,
        "command": command(),
        "day": datetime.date.today().isoformat(),
        "lexkit": version("lexkit"),
        "build": build,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "rows": list(rows),
    }
    path.write_text(json.dumps(run, indent=1, ensure_ascii=False) + "\n", "utf-8")


def command() -> str:
    """How this run was called, but for where its files are and what its build is called."""
    module = Path(sys.argv[0]).resolve().relative_to(Path(__file__).parents[2]).with_suffix("")
    if module.parts[0] == "benchmarks":
        name = ["python", f"{module.as_posix()}.py"]
    else:
        name = ["python", "-m", ".".join(part for part in module.parts if part != "__main__")]
    arguments = iter(sys.argv[1:])
    shown = []
    for one in arguments:
        if one in ("--json", "--corpus", "--lexicon", "--build", "--expect"):
            next(arguments, None)
        else:
            # Of a file somewhere else, its name says enough.
            shown.append(Path(one).name if Path(one).is_absolute() else one)
    return shlex.join([*name, *shown])


def load(path: Path) -> dict[str, Any]:
    """The record in this file."""
    run: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return run
