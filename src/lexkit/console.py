"""What the two command lines share: exit codes, one-line errors, output that behaves in a pipe.

Exit codes: 0 found or done, 1 nothing found (``lexc diff``: something changed), 2 wrong usage, 3 bad input or
lexicon, 4 input/output, 130 interrupted, 141 the reader of a pipe went away. An error is one line on standard error,
with two more where it points into a query; ``--debug`` or ``LEXKIT_DEBUG`` adds the traceback.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final, TextIO

from .errors import LexkitError, StorageError

__all__ = [
    "BAD_INPUT",
    "CHANGED",
    "NOTHING",
    "complain",
    "debug",
    "json_line",
    "lexc",
    "lexq",
    "on_terminal",
    "run",
    "shown",
    "tell",
    "watched",
    "write",
]

NOTHING: Final = 1
#: What ``lexc diff`` ends with where lists differ, as diff(1) does.
CHANGED: Final = 1
BAD_INPUT: Final = 3
IO_ERROR: Final = 4
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141

#: Control characters that JSON leaves as they are, and bytes of file names that are no text.
_COMMANDS: Final = re.compile("[\x7f-\x9f\ud800-\udfff]")

_debug = bool(os.environ.get("LEXKIT_DEBUG"))


def debug(wanted: bool) -> None:
    """Show tracebacks from now on."""
    global _debug
    _debug = _debug or wanted


def on_terminal() -> bool:
    """Whether a person reads standard output as it comes."""
    return sys.stdout is not None and sys.stdout.isatty()


def watched() -> bool:
    """Whether a person reads standard error as it comes."""
    return sys.stderr is not None and sys.stderr.isatty()


def shown(text: str, kept: str = "") -> str:
    """A text as it may stand on a terminal: what is in a file, or in its name, must not command it.

    ``kept``: signs that are no letters and stay.
    """
    if text.isprintable():
        return text
    return "".join([sign if sign.isprintable() or sign in kept else "?" for sign in text])


def tell(text: str) -> None:
    """Write to standard error. What cannot be said there is left unsaid: what was asked for is done all the same."""
    if sys.stderr is None:
        return
    try:
        sys.stderr.write(shown(text, "\n\t"))
        sys.stderr.flush()
    except OSError:
        _silence(sys.stderr)


def _silence(stream: TextIO) -> None:
    """Let a stream that takes nothing more take everything, without Python's own complaint at exit."""
    with open(os.devnull, "w") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())


def write(blocks: Iterable[str]) -> None:
    """Write text to standard output, in UTF-8 with plain line ends where it is no terminal."""
    if sys.stdout is None:
        raise StorageError("standard output is closed")
    try:
        if on_terminal():
            for block in blocks:
                sys.stdout.write(block)
        else:
            for block in blocks:
                sys.stdout.buffer.write(block.encode())
        sys.stdout.flush()
    except BrokenPipeError:
        raise PipeClosedError from None
    except OSError as error:
        raise StorageError.of(error, "cannot write", "standard output") from error


class PipeClosedError(Exception):
    """The reader went away. No OSError, which the command line library would end the process for."""


def json_line(value: Any) -> str:
    """A value as one line of JSON Lines, in which nothing commands a terminal."""
    line = _encoder()(value)
    if _COMMANDS.search(line):
        line = _COMMANDS.sub(lambda found: f"\\u{ord(found[0]):04x}", line)
    return line + "\n"


@cache
def _encoder() -> Callable[[Any], str]:
    """Made once: the library makes one for each call."""
    import json

    return json.JSONEncoder(ensure_ascii=False).encode


def run(app: Callable[..., Any], program: str) -> None:
    """Run a typer application and end the process with the code that says how it went."""
    try:
        code = app(prog_name=program, standalone_mode=False)
    except KeyboardInterrupt:
        code = INTERRUPTED
    except (PipeClosedError, SystemExit):
        # The command line library ends the process by itself only where a pipe is closed.
        code = _quiet()
    except LexkitError as error:
        code = _failed(program, error, IO_ERROR if isinstance(error, StorageError) else BAD_INPUT)
    except OSError as error:
        code = _failed(program, error, IO_ERROR)
    except MemoryError as error:
        code = _failed(program, error, IO_ERROR, "not enough memory")
    except Exception as error:
        code = _usage(program, error)
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        code = _quiet()
    except OSError as error:
        code = _failed(program, error, IO_ERROR)
    sys.exit(code if isinstance(code, int) else 0)


def _failed(program: str, error: BaseException, code: int, text: str | None = None) -> int:
    if _debug:
        import traceback

        tell("".join(traceback.format_exception(error)))
    complain(program, error, text)
    return code


def complain(program: str, error: BaseException, text: str | None = None) -> None:
    """An error as a line on standard error, and where it points into a query two more: the query, and a caret."""
    message = " ".join((text or str(error)).split())
    # What is in a query or a file must not move the cursor of a terminal.
    lines = [f"{program}: {shown(message)}"]
    if getattr(error, "text", ""):
        lines.append(str(getattr(error, "pointer", "")))
    tell("\n".join(filter(None, lines)) + "\n")


def _usage(program: str, error: Exception) -> int:
    """The command line library's own errors: wrong usage, or Ctrl-C at an awkward moment."""
    show = getattr(error, "show", None)
    if callable(show):
        try:
            show()
        except OSError:
            _silence(sys.stderr)
        return int(getattr(error, "exit_code", 2))
    if type(error).__name__ == "Abort":
        return INTERRUPTED
    if _debug:
        raise error
    detail = f"{type(error).__name__}: {error}"
    return _failed(program, error, BAD_INPUT, f"unexpected error, please report it: {detail}; --debug shows where")


def _quiet() -> int:
    """The reader went away: end without a word."""
    _silence(sys.stdout)
    return 128 + getattr(signal, "SIGPIPE", 13)


# -- the programs -------------------------------------------------------------------------------------


def lexc() -> None:
    """Entry point of ``lexc``."""
    _start("lexkit.compiler.cli.lexc")


def lexq() -> None:
    """Entry point of ``lexq``."""
    _start("lexkit.runtime.cli.lexq")


def _start(command_line: str) -> None:
    """Run a command line. Ctrl-C while it is loaded is as quiet as later, and so is one after everything is done."""
    from importlib import import_module

    try:
        import_module(command_line).main()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
