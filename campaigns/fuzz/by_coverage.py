"""Input led by coverage, with atheris: ``python -m campaigns.fuzz.by_coverage files -max_total_time=300``.

Targets: ``files`` (what comes out of a file is sealed again and asked everything), ``cgp``, ``language``. What follows
the target goes to libFuzzer. Only Python is instrumented; kernels are for ``builds.py``. atheris is not installed with
the tests (``pip install atheris``).
"""

import importlib
import sys

import atheris

with atheris.instrument_imports(include=["lexkit"]):
    import lexkit  # noqa: F401
    from lexkit import Board
    from lexkit.errors import LexkitError
    from lexkit.formats import lexicon_file  # noqa: F401
    from lexkit.runtime.game.text import cgp  # noqa: F401
    from lexkit.runtime.query.conditions.registry import KINDS
    from lexkit.runtime.query.language.grammar import read

    for module in {kind.code.partition(":")[0] for kind in KINDS.values()}:
        importlib.import_module(f"lexkit.runtime.query.conditions.{module}")

from campaigns.fuzz import language
from campaigns.fuzz.files import everything
from tests.attacks.forge import reseal
from tests.attacks.questions import answers


def files(data: bytes) -> None:
    """Bytes are changes of a file that has every section: place, value; or the file itself if they begin like one."""
    if data[:4] == b"\x89LEX":
        answers(data)
        return
    changed = bytearray(everything())
    for at in range(0, len(data) - 2, 3):
        changed[int.from_bytes(data[at : at + 2], "little") % len(changed)] = data[at + 2]
    answers(reseal(bytes(changed)))


def positions(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    try:
        board = Board.from_cgp(text)
    except LexkitError:
        return
    assert Board.from_cgp(board.to_cgp()) == board, text


def queries(data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    try:
        read(text)
    except LexkitError:
        return
    if "in:" in text.lower():
        return
    language.check({"text": text, "saved": False})


TARGETS = {"files": files, "cgp": positions, "language": queries}

if __name__ == "__main__":
    target = sys.argv.pop(1)
    atheris.Setup(sys.argv, TARGETS[target])
    atheris.Fuzz()
