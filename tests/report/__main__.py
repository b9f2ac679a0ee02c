"""``python -m tests.report``: put the tables of docs/runs into docs/reliability.md; ``--check`` only looks.

A table stands between ``<!-- table: NAME -->`` and ``<!-- end -->``; what stands outside is written by hand.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from .runs import RUNS, load
from .tables import TABLES, Runs

DOCUMENT = Path(__file__).parents[2] / "docs" / "reliability.md"
_PLACE = re.compile(r"(<!-- table: ([a-z ]+) -->\n).*?(<!-- end -->)", re.S)


def filled(text: str, runs: Runs) -> str:
    """The document with the tables of these runs."""
    return _PLACE.sub(lambda place: place[1] + "\n".join(["", *TABLES[place[2]](runs), ""]) + "\n" + place[3], text)


def places(text: str) -> list[str]:
    """The names of the tables that a document has places for."""
    return [place[2] for place in _PLACE.finditer(text)]


def main() -> int:
    reading = argparse.ArgumentParser(prog="python -m tests.report", description=__doc__.split(";")[0])
    reading.add_argument("--check", action="store_true", help="end with 1 where the document is not what the runs say")
    asked = reading.parse_args()
    before = DOCUMENT.read_text("utf-8")
    made = filled(before, load(RUNS))
    if made != before and not asked.check:
        DOCUMENT.write_text(made, "utf-8")
    return int(asked.check and made != before)


if __name__ == "__main__":
    sys.exit(main())
