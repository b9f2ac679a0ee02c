"""``lexq siu``: run the engine on standard input and output."""

from __future__ import annotations

import os
import signal
import sys

import typer

from lexkit.errors import StorageError

from .session import Session

app = typer.Typer(rich_markup_mode=None)


@app.command()
def siu(ctx: typer.Context) -> None:
    """Run as an engine for front ends: answer SIU protocol lines (draft 0.2) until quit.

    \b
    A front end starts this program and writes lines to it: siu, position cgp ..., go sim movetime 3000, stop, quit.
    Searches: gen (moves by equity), sim (simulation), infer (the opponent's tiles), endgame, peg (pre-endgame), and
    auto, which chooses one by the position. docs/siu.md describes the lines. The lexicon is that of -l, or of the SIU
    option Lexicon.

    \b
    Example: lexq siu
    Example: lexq -l nwl.gaddag siu
    """
    if sys.stdin is None or sys.stdout is None:
        raise StorageError("standard input or output is closed")
    # Ctrl-C at a terminal ends the program even while its threads work.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Session(ctx.obj, sys.stdin.buffer, sys.stdout.buffer, _leave).run()


def _leave() -> None:
    """End the process at once. The main thread is blocked in a read, and nobody reads the buffered output."""
    os._exit(128 + getattr(signal, "SIGPIPE", 13))
