"""The help of ``lexq`` as typer writes it, for the kept copy.

    python -m tests.apps.shell.lexq_help

writes ``apps/shell/lexq/help.txt`` anew, after a command or an option was changed; test_quick_start.py compares them.
"""

import subprocess
import sys
from pathlib import Path

from lexkit.apps.shell.lexq.quick_start import HELP_COLUMNS

KEPT = Path(__file__).parents[3] / "apps/shell/lexq/help.txt"
PROGRAM = "from lexkit.apps.shell.lexq.app import main; main()"


def written_by_typer(columns: int = HELP_COLUMNS) -> str:
    """What ``lexq --help`` prints on a terminal of this width if typer writes it."""
    environment = {"COLUMNS": str(columns), "PATH": "", "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "--help"], capture_output=True, check=True, env=environment, encoding="utf-8"
    )
    return done.stdout


if __name__ == "__main__":
    KEPT.write_text(written_by_typer(), "utf-8")
