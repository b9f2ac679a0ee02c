"""Lexicons for crossword-tile games, and for searching words by what is inside them.

    import lexkit
    lex = lexkit.open()                       # the bundled English list
    lex = lexkit.open("nwl.gaddag")           # a file that `lexc build nwl.txt` made
    "AXOLOTL" in lex
    lex.substring("AX"), lex.prefix("AX"), lex.suffix("AX")
    lex.cross_sets("ABLE"), lex.cross_set("PA", "ABLE")
    board = lexkit.Board.from_cgp("15/15/... AEINRST/ 0/0 0 lex nwl;")
    lex.moves(board), lex.best_move(board, "RETAIN?")
    board.play("8D LIFE"), board.undo(), board.explain("8D", "LIFE", rack="EFIL")

This package has all public names, together with :mod:`lexkit.engine`, :mod:`lexkit.errors`, :mod:`lexkit.measures`
and :mod:`lexkit.pictures`. Importing it is cheap: the compiler, the command lines and compression are loaded on
first use.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from lexkit.formats import __version__ as __version__


@cache
def _homes() -> dict[str, str]:
    """Return the module of each public name, read from ``__init__.pyi``, so that no name is listed twice."""
    import re
    from pathlib import Path

    stub = Path(__file__).with_suffix(".pyi").read_text("utf-8")
    return {name: home for home, name in re.findall(r"^from (\S+) import (\w+) as", stub, re.M)}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name == "__all__":
        value: Any = sorted(_homes().keys() - {"__version__"})
    elif not name.startswith("_") and name in _homes():
        home = _homes()[name]
        value = import_module(f".{name}", __name__) if home == "." else getattr(import_module(home, __name__), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(_homes())
