"""A slice of the fuzzing, the same each time; ``LEXKIT_FUZZ=100000`` or ``python -m tests.attacks`` for more."""

from __future__ import annotations

import os

from lexkit.formats import backend
from lexkit.runtime import contain

from .forge import lexicon, reseal
from .fuzz import run
from .questions import answers
from .random_files import WORDS
from .rules import breaks

_COMPILED = backend.is_compiled(contain)


def test_positive_control():
    """The questions are answered for an honest file, and sealing one changes nothing."""
    data = lexicon(WORDS)
    said = answers(data)
    assert said[0][0] == len(WORDS)
    assert said[1] == WORDS
    assert reseal(data) == data


@breaks("N1", "N2", "N3", "N4", "N5", "N6", "N7", "N8", "N9", "N10", "N11", "N12", "Q1", "Q2")
def test_random_files():
    """Damage with checksums that fit, and automata that obey all rules and make no sense: asked everything."""
    files = int(os.environ.get("LEXKIT_FUZZ", "1000" if _COMPILED else "60"))
    outcome = run(files, 20)
    assert outcome["damaged"]["opened"] > 0, "some damage is harmless"
    assert outcome["damaged"]["CorruptFileError"] > files // 2
