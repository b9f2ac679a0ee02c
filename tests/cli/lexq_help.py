"""The help of ``lexq`` as typer writes it, for the kept copy.

    python -m tests.cli.lexq_help

writes ``runtime/cli/help.txt`` anew, after a command or an option was changed; test_quick_start.py compares them.
"""

import subprocess
import sys
from pathlib import Path

from lexkit.runtime.cli.quick_start import HELP_COLUMNS

KEPT = Path(__file__).parent.parent.parent / "runtime/cli/help.txt"
PROGRAM = "from lexkit.runtime.cli.lexq import main; main()"


def written_by_typer(columns: int = HELP_COLUMNS) -> str:
    """What ``lexq --help`` prints on a terminal of this width if typer writes it."""
    environment = {"COLUMNS": str(columns), "PATH": "", "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "--help"], capture_output=True, check=True, env=environment, encoding="utf-8"
    )
    return done.stdout


if __name__ == "__main__":
    KEPT.write_text(written_by_typer(), "utf-8")
