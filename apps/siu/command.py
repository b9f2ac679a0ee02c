"""The command ``lexq siu``."""

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
    """Be an engine for front ends: answer lines of the SIU protocol (draft 0.2) until quit.

    \b
    A front end starts this program and writes lines to it: siu, position cgp ..., go sim movetime 3000, stop, quit.
    Searches: gen (moves by equity), sim (simulation), infer (the opponent's tiles), endgame, peg (pre-endgame), and
    auto, which takes the one that fits. docs/siu.md describes the lines. The lexicon is that of -l, or of the option
    Lexicon.

    \b
    Example: lexq siu
    Example: lexq -l nwl.gaddag siu
    """
    if sys.stdin is None or sys.stdout is None:
        raise StorageError("standard input or output is closed")
    # Ctrl-C at a terminal ends the program, whatever its threads do.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    Session(ctx.obj, sys.stdin.buffer, sys.stdout.buffer, _leave).run()


def _leave() -> None:
    """End the process at once: the main thread waits for a line, and the reader of the buffers is gone."""
    os._exit(128 + getattr(signal, "SIGPIPE", 13))
