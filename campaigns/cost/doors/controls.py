"""Functions of a known cost, by which the instrument is tested, and a few doors: the part that the suite counts."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from ..inputs import MARKS, PLAIN, repeat
from .case import Case


def cases() -> Iterator[Case]:
    yield Case("control", "linear", repeat("a"), lambda w, x: [letter for letter in x])  # noqa: C416 - in Python
    yield Case("control", "square", repeat("a"), lambda w, x: [x.count("b", at) for at in range(len(x))], most=1 << 13)
    yield Case("control", "square in C", MARKS, lambda w, x: unicodedata.normalize("NFC", x), most=1 << 12)
    for shape in ("small letters", "no letters"):
        yield Case("Alphabet.encode", shape, PLAIN[shape], lambda w, x: w.alphabet.encode(x))
    yield Case("Rack", "one letter", PLAIN["one letter"], lambda w, x: w.rack(x))
    yield Case("Action.read", "digits", PLAIN["digits"], lambda w, x: w.action(x))
