"""Programs that speak SIU, as players and for analysis.

    with lexkit.engine.open("lexq siu") as engine:
        result = engine.go(board, "sim", time=2)          # result.move, result.infos

    async with await lexkit.engine.open_async("lexq siu") as engine:
        result = await engine.go(board, "sim", time=2)

docs/siu.md describes the protocol.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .engine import Engine, open
from .messages import Info, MoveToken, Option, Result, read_move, write_move
from .search import Analysis

if TYPE_CHECKING:
    from .async_engine import AsyncAnalysis, AsyncEngine, open_async

__all__ = [
    "Analysis",
    "AsyncAnalysis",
    "AsyncEngine",
    "Engine",
    "Info",
    "MoveToken",
    "Option",
    "Result",
    "open",
    "open_async",
    "read_move",
    "write_move",
]


def __getattr__(name: str) -> Any:
    """Import the names that need asyncio when they are used."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import async_engine

    return getattr(async_engine, name)
