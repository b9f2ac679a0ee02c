"""What the two command lines share: exit codes, errors, and safe output.

Exit codes: 0 found or done, 1 nothing found (``lexc diff``: something changed), 2 wrong usage, 3 bad input or
lexicon, 4 input/output, 130 interrupted, 141 the reader closed the pipe. An error is one line on standard error,
with two more if it points into a query; ``--debug`` or ``LEXKIT_DEBUG`` adds the traceback.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, Final

from lexkit.base.errors import LexkitError, StorageError
from lexkit.base.messages import shown as shown
from lexkit.base.messages import silence
from lexkit.base.messages import tell as tell
from lexkit.base.messages import watched as watched
from lexkit.base.time_limits import MOST_WORKERS as MOST_WORKERS

#: What a spreadsheet may leave out at the beginning of a text: blanks, and characters that are not seen.
_UNSEEN: Final = r"\s\0\xad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff"
#: How a formula begins, or a text that was marked: what is marked reads back as it was.
_FORMULA: Final = re.compile(rf"'*(?:[\t\r\n]|[{_UNSEEN}]*[=+\-@\uff1d\uff0b\uff0d\uff20])")
#: A number is computed, to itself.
_NUMBER: Final = re.compile(r"[+-][0-9]+(?:\.[0-9]+)?")
NOTHING: Final = 1
#: ``lexc diff`` found differences; the same code as diff(1).
CHANGED: Final = 1
BAD_INPUT: Final = 3
IO_ERROR: Final = 4
INTERRUPTED: Final = 130

#: Control characters that JSON does not escape, and bytes of file names that are not text.
_CONTROLS: Final = re.compile("[\x7f-\x9f\ud800-\udfff]")

#: Words in an error that are longer than any path that is of use, and what is shown of both ends.
_LONG: Final = re.compile(r"\S{600,}")
_SHOWN: Final = 60
#: Seconds after which a command says that it is still at work.
LONG: Final = 2.0

#: What writes to the file of :func:`into_file`, and the pager of :func:`paged`.
_file: Callable[[bytes], None] | None = None
_pager: Any = None
#: The files that the command reads, with what they are: see :func:`protect`.
_protected: list[tuple[str, str]] = []
_debug = bool(os.environ.get("LEXKIT_DEBUG"))


def debug(wanted: bool) -> None:
    """Show tracebacks from now on, if wanted."""
    global _debug
    _debug = _debug or wanted


def on_terminal() -> bool:
    """Whether answers go to a terminal."""
    return _file is None and sys.stdout is not None and sys.stdout.isatty()


@contextmanager
def into_file(path: str | None) -> Iterator[None]:
    """Write answers to a file instead of standard output, never a partial file.

    None and ``-`` are standard output. Raises StorageError if the file is a lexicon, or one that the command reads.
    """
    global _file
    if path is None or path == "-":
        yield
        return
    from lexkit.formats.atomic import replacing

    _refuse_protected(path)
    with replacing(path) as (_, _file):
        try:
            yield
        finally:
            _file = None


def write_file(path: str, content: bytes) -> None:
    """Write a file of bytes, never a partial one. Raises what :func:`into_file` raises."""
    from lexkit.formats.atomic import write_atomically

    _refuse_protected(path)
    write_atomically(path, [content])


def protect(files: list[tuple[str, str]]) -> None:
    """Refuse from now on to write to these files, each with what it is."""
    _protected[:] = files


def _refuse_protected(path: str) -> None:
    from lexkit.formats.atomic import refuse_overwriting

    refuse_lexicon(path)
    for file, what in _protected:
        refuse_overwriting(file, path, what)


def refuse_lexicon(path: str) -> None:
    """Raise StorageError if the name is that of a lexicon."""
    from lexkit.formats.constants import PACKED_SUFFIX, SUFFIX

    if path.lower().endswith((SUFFIX, PACKED_SUFFIX)):
        raise StorageError("this would overwrite a lexicon", path=path, remedy="name another file")


@contextmanager
def paged(wanted: bool = True) -> Iterator[None]:
    """Show answers that do not fit on the terminal in the user's pager, if wanted."""
    global _pager
    if not (wanted and on_terminal() and sys.stdin is not None and sys.stdin.isatty()):
        yield
        return
    from .pager import Pager, PagerLeftError, pager_command

    command = pager_command()
    if command is None:
        yield
        return
    pager = _pager = Pager(command)
    try:
        yield
    except PagerLeftError:
        pass
    finally:
        _pager = None
        pager.close()


def terminal() -> Any:
    """The file that tables are written to: standard output, or the pager."""
    return sys.stdout if _pager is None else _pager


def for_spreadsheet(text: str) -> str:
    """Mark a text of a CSV file with ``'`` if a spreadsheet would compute it; :func:`from_spreadsheet` undoes it."""
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def from_spreadsheet(text: str) -> str:
    """Read a text of a CSV file that :func:`for_spreadsheet` has written."""
    return text[1:] if text[:1] == "'" and _FORMULA.match(text) else text


def format_count(number: int, noun: str, plural: str) -> str:
    """Format a number with its noun: ``1 word``, ``1,000 words``."""
    return f"{number:,} {noun if number == 1 else plural}"


def tell_origin(leaves: Any) -> None:
    """Tell on standard error whose leave values a figure depends on, if they are not the lexicon's own."""
    if leaves.note:
        tell(f"{leaves.note}\n")


def write(blocks: Iterable[str]) -> None:
    """Write text to standard output.

    Unless it is a terminal, the text is in UTF-8 with plain line ends. Raises StorageError if that fails,
    PipeClosedError if the reader closed the pipe.
    """
    if _file is not None:
        for block in blocks:
            _file(block.encode("utf-8", "replace"))
        return
    if sys.stdout is None:
        raise StorageError("standard output is closed")
    try:
        if on_terminal():
            for block in blocks:
                terminal().write(block)
        else:
            for block in blocks:
                sys.stdout.buffer.write(block.encode("utf-8", "replace"))
        sys.stdout.flush()
    except BrokenPipeError:
        raise PipeClosedError from None
    except OSError as error:
        raise StorageError.of(error, "cannot write", "standard output") from error


class PipeClosedError(Exception):
    """The reader closed the pipe. Not an OSError: typer would end the process for that."""


def json_line(value: Any) -> str:
    """Encode a value as one line of JSON Lines, with every control character escaped."""
    return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", _encoder()(value)) + "\n"


@cache
def _encoder() -> Callable[[Any], str]:
    """Make the encoder once. ``json.dumps`` would make one for each call."""
    import json

    return json.JSONEncoder(ensure_ascii=False).encode


def run(app: Callable[..., Any], program: str) -> None:
    """Run a typer application, then end the process with its exit code."""
    try:
        code = app(prog_name=program, standalone_mode=False)
    except PipeClosedError:
        code = _end_quietly()
    except SystemExit as end:
        # typer itself ends the process after completion, and with 1 if a pipe is closed.
        code = _end_quietly() if end.code else 0
    except LexkitError as error:
        from .shell_words import in_shell_words

        in_shell_words(error)
        code = _report(program, error, IO_ERROR if isinstance(error, StorageError) else BAD_INPUT)
    except OSError as error:
        code = _report(program, error, IO_ERROR)
    except MemoryError as error:
        code = _report(program, error, IO_ERROR, "not enough memory")
    except Exception as error:
        code = _report_unexpected(program, error)
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        code = _end_quietly()
    except OSError as error:
        silence(sys.stdout)
        if code != IO_ERROR:  # else it was reported when it was written
            code = _report(program, StorageError.of(error, "cannot write", "standard output"), IO_ERROR)
    sys.exit(code if isinstance(code, int) else 0)


def _report(program: str, error: BaseException, code: int, text: str | None = None) -> int:
    """Print an error, with its traceback if wanted, and return the exit code."""
    if _debug:
        import traceback

        tell("".join(traceback.format_exception(error)))
    complain(program, error, text)
    return code


def complain(program: str, error: BaseException, text: str | None = None) -> None:
    """Print an error on one line of standard error, with the query and a caret if it points into one."""
    message = _shorten(" ".join((text or str(error)).split()))
    # Text from a query or a file must not move a terminal's cursor.
    lines = [f"{program}: {shown(message)}"]
    if getattr(error, "text", ""):
        lines.append(str(getattr(error, "pointer", "")))
    tell("\n".join(filter(None, lines)) + "\n")


def _shorten(message: str) -> str:
    """Cut the middle of parts of a message that are longer than any name."""
    return _LONG.sub(lambda found: f"{found[0][:_SHOWN]}...{found[0][-_SHOWN:]}", message)


def _report_unexpected(program: str, error: Exception) -> int:
    """Report errors that are not lexkit's, such as typer's about wrong usage."""
    show = getattr(error, "show", None)
    if callable(show):
        from .usage_errors import say_where_an_option_goes

        say_where_an_option_goes(error)
        error.message = _shorten(error.message)  # type: ignore[attr-defined]
        try:
            show()
        except OSError:
            silence(sys.stderr)
        return int(getattr(error, "exit_code", 2))
    if type(error).__name__ == "Abort":
        return INTERRUPTED
    if _debug:
        raise error
    detail = f"{type(error).__name__}: {error}"
    stale = _find_stale_kernel()
    if stale:
        remedy = "build them again: pip install . or, in a checkout, python setup.py build_ext --inplace"
        return _report(program, error, BAD_INPUT, f"compiled kernels of another release: {stale}; {remedy} ({detail})")
    return _report(program, error, BAD_INPUT, f"unexpected error, please report it: {detail}; --debug shows where")


def _find_stale_kernel() -> str:
    """Why compiled kernels do not belong to this code, or nothing."""
    try:
        from lexkit.formats.compiled_kernels import find_stale

        return find_stale()
    except Exception as error:  # they do not even load
        return f"{type(error).__name__}: {error}"


def _end_quietly() -> int:
    """Print nothing more and return the exit code of a closed pipe."""
    silence(sys.stdout)
    return 128 + getattr(signal, "SIGPIPE", 13)


# -- the programs -------------------------------------------------------------------------------------


def lexc() -> None:
    """Run ``lexc``."""
    _start("lexkit.apps.shell.lexc.app")


def lexq() -> None:
    """Run ``lexq``."""
    _start("lexkit.apps.shell.lexq.app")


def _start(command_line: str) -> None:
    """Load and run a command line. Ctrl-C ends it with its exit code and no message, also while it loads."""
    try:
        from importlib import import_module

        program = import_module(command_line)
        # doctor says more about it, help needs no kernels, and completions are shown on the line that the user types.
        elsewhere = sys.argv[1:2] in (["doctor"], ["--help"])
        if not elsewhere and not {"_LEXC_COMPLETE", "_LEXQ_COMPLETE"} & os.environ.keys():
            from lexkit.formats.user_cache import say_if_interpreted

            say_if_interpreted()
        program.main()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


@contextmanager
def said_if_long(text: str) -> Iterator[None]:
    """Say this on a terminal if the block takes more than some seconds, so that nobody takes it for hung."""
    if not watched():
        yield
        return
    from threading import Timer

    timer = Timer(LONG, tell, [f"{text}\n"])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
