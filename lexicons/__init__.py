"""The data that comes with lexkit: alphabets, board layouts and an English word list.

Each alphabet is a TOML file beside this one, each board layout one in ``boards/``, the leave values of an alphabet
one in ``leaves/``; the word list is
``english.txt.zst`` (its terms: ``english.LICENSE.txt``, its making: ``make_english.py``). This module finds
and reads them; what they mean is said by :mod:`lexkit.formats.alphabet`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from ..errors import AlphabetError, LexiconFileError
from ..formats.alphabet import Alphabet

__all__ = ["BUNDLED", "alphabet", "alphabet_names", "bundled_path", "layout", "layout_names", "leaves", "leaves_names"]

_HERE: Final = Path(__file__).parent

#: Name of the word list that answers where no other is named, and its alphabet's.
BUNDLED: Final = "english"


def alphabet_names() -> list[str]:
    """Names of the shipped alphabets, sorted."""
    return sorted(path.stem for path in _HERE.glob("*.toml"))


@cache
def alphabet(name: str) -> Alphabet:
    """The shipped alphabet of that name. AlphabetError, naming the ones there are, for any other."""
    if name not in alphabet_names():
        raise AlphabetError("no such alphabet", expected=", ".join(alphabet_names()), found=repr(name))
    return Alphabet.from_json(_read(_HERE / f"{name}.toml"))


def layout_names() -> list[str]:
    """Names of the shipped board layouts, sorted."""
    return sorted(path.stem for path in (_HERE / "boards").glob("*.toml"))


@cache
def layout(name: str) -> dict[str, Any]:
    """The data of a shipped board layout, by its name or one of its aliases.

    Keys: ``name``, ``title``, ``aliases``, ``start`` (row number and column letter) and ``rows``, a list
    of strings of one glyph a square, whose meaning the files state.
    """
    for known in layout_names():
        data = _read(_HERE / "boards" / f"{known}.toml")
        if name in (data["name"], *data["aliases"]):
            return {**data, "rows": data["rows"].split()}
    raise LexiconFileError("no such board layout", expected=", ".join(layout_names()), found=repr(name))


def leaves_names() -> list[str]:
    """Names of the alphabets whose leave values are shipped, sorted."""
    return sorted(name for path in (_HERE / "leaves").glob("*.toml") for name in _read(path)["alphabets"])


@cache
def leaves(name: str) -> dict[str, Any]:
    """The leave values that belong to an alphabet, by the alphabet's name.

    Keys: ``alphabets``, ``source``, and one for each heuristic: ``letters`` (label -> points) and factors.
    """
    for path in sorted((_HERE / "leaves").glob("*.toml")):
        data = _read(path)
        if name in data["alphabets"]:
            return data
    raise AlphabetError(
        "no leave values were measured for this alphabet",
        expected=", ".join(leaves_names()),
        found=repr(name),
        remedy="play greedy, or measure them: python benchmarks/leave_values.py",
    )


def bundled_path(name: str = BUNDLED) -> Path:
    """Where the bundled word list of that name lies (``.txt.zst``)."""
    return _HERE / f"{name}.txt.zst"


def _read(path: Path) -> dict[str, Any]:
    with path.open("rb") as file:
        return tomllib.load(file)
