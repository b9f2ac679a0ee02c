"""Exit codes, error reports and output of both command lines.

Exit codes: 0 found or done, 1 nothing found (``lexc diff``: something changed), 2 wrong usage, 3 bad input or
lexicon, 4 input/output, 130 interrupted, 141 the reader closed the pipe. An error is one line on standard error,
followed by the query and a caret if it points into one; ``--debug`` or ``LEXKIT_DEBUG`` adds the traceback.
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

#: Characters that a spreadsheet may ignore at the beginning of a text: blanks and invisible characters.
_UNSEEN: Final = r"\s\0\xad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff"
#: Matches the beginning of a formula, or of a text already marked with ``'``, so that marking can be undone.
_FORMULA: Final = re.compile(rf"'*(?:[\t\r\n]|[{_UNSEEN}]*[=+\-@\uff1d\uff0b\uff0d\uff20])")
#: Matches a signed number, which a spreadsheet may evaluate: the result is the number itself.
_NUMBER: Final = re.compile(r"[+-][0-9]+(?:\.[0-9]+)?")
NOTHING: Final = 1
#: ``lexc diff`` found differences; the same code as diff(1).
CHANGED: Final = 1
BAD_INPUT: Final = 3
IO_ERROR: Final = 4
INTERRUPTED: Final = 130

#: Control characters that JSON does not escape, and bytes of file names that are not text.
_CONTROLS: Final = re.compile("[\x7f-\x9f\ud800-\udfff]")

#: Matches words in an error that are longer than any useful path; they are shortened.
_LONG: Final = re.compile(r"\S{600,}")
#: Characters kept at each end of a shortened word.
_SHOWN: Final = 60
#: Seconds after which a command reports that it is still working.
LONG: Final = 2.0

#: Writer of the file of :func:`into_file`, None outside of it.
_file: Callable[[bytes], None] | None = None
#: Pager of :func:`paged`, None outside of it.
_pager: Any = None
#: Files that must not be overwritten, each with a description: see :func:`protect`.
_protected: list[tuple[str, str]] = []
_debug = bool(os.environ.get("LEXKIT_DEBUG"))


def debug(wanted: bool) -> None:
    """Turn tracebacks of errors on, if wanted; nothing turns them off again."""
    global _debug
    _debug = _debug or wanted


def on_terminal() -> bool:
    """Return whether answers go to a terminal."""
    return _file is None and sys.stdout is not None and sys.stdout.isatty()


@contextmanager
def into_file(path: str | None) -> Iterator[None]:
    """Send the output of the block to a file, which is replaced only when the block succeeds.

    None and ``-`` mean standard output. Raises StorageError if the file is a lexicon or is read by the command.
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
    """Write bytes to a file atomically. Raises the errors of :func:`into_file`."""
    from lexkit.formats.atomic import write_atomically

    _refuse_protected(path)
    write_atomically(path, [content])


def protect(files: list[tuple[str, str]]) -> None:
    """Refuse to write to these files from now on: pairs of a path and a description for the error."""
    _protected[:] = files


def _refuse_protected(path: str) -> None:
    from lexkit.formats.atomic import refuse_overwriting

    refuse_lexicon(path)
    for file, what in _protected:
        refuse_overwriting(file, path, what)


def refuse_lexicon(path: str) -> None:
    """Raise StorageError if the file name has the suffix of a lexicon."""
    from lexkit.formats.constants import PACKED_SUFFIX, SUFFIX

    if path.lower().endswith((SUFFIX, PACKED_SUFFIX)):
        raise StorageError("this would overwrite a lexicon", path=path, remedy="name another file")


@contextmanager
def paged(wanted: bool = True) -> Iterator[None]:
    """Show output of the block that is longer than the terminal in the user's pager, if wanted."""
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
    """Return the file that tables are written to: standard output or the pager."""
    return sys.stdout if _pager is None else _pager


def for_spreadsheet(text: str) -> str:
    """Prefix a CSV text with ``'`` if a spreadsheet would evaluate it; :func:`from_spreadsheet` undoes it."""
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def from_spreadsheet(text: str) -> str:
    """Undo :func:`for_spreadsheet`."""
    return text[1:] if text[:1] == "'" and _FORMULA.match(text) else text


@contextmanager
def show_games(games: int) -> Iterator[Callable[[int], None]]:
    """Show a progress bar of games if standard error is a terminal.

    Yields the callback that takes the number of games played.
    """
    if not watched():
        yield lambda played: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda played: bar.advance(task, played)


def format_count(number: int, noun: str, plural: str) -> str:
    """Format a number with its noun: ``1 word``, ``1,000 words``."""
    return f"{number:,} {noun if number == 1 else plural}"


def tell_origin(leaves: Any) -> None:
    """Report on standard error where leave values come from, if they are not the lexicon's own."""
    if leaves.note:
        tell(f"{leaves.note}\n")


def write(blocks: Iterable[str]) -> None:
    """Write text to standard output.

    Piped text is UTF-8 with ``\\n`` line ends. Raises StorageError if writing fails, PipeClosedError if the reader
    closed the pipe.
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
    """The reader closed the pipe. Not an OSError, since typer ends the process on a broken pipe."""


def json_line(value: Any) -> str:
    """Encode a value as one line of JSON Lines, with every control character escaped."""
    return _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", _encoder()(value)) + "\n"


@cache
def _encoder() -> Callable[[Any], str]:
    """Return the JSON encoder, made once; ``json.dumps`` would make one for each call."""
    import json

    return json.JSONEncoder(ensure_ascii=False).encode


def run(app: Callable[..., Any], program: str) -> None:
    """Run a typer application, then end the process with its exit code."""
    try:
        code = app(prog_name=program, standalone_mode=False)
    except KeyboardInterrupt:
        code = INTERRUPTED
    except PipeClosedError:
        code = _end_quietly()
    except SystemExit as end:
        # typer raises SystemExit after completion, and with 1 if the pipe is closed.
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
        if code != IO_ERROR:  # an IO_ERROR was reported already
            code = _report(program, StorageError.of(error, "cannot write", "standard output"), IO_ERROR)
    sys.exit(code if isinstance(code, int) else 0)


def _report(program: str, error: BaseException, code: int, text: str | None = None) -> int:
    """Print an error, with its traceback if ``--debug`` is set, and return the exit code."""
    if _debug:
        import traceback

        tell("".join(traceback.format_exception(error)))
    complain(program, error, text)
    return code


def complain(program: str, error: BaseException, text: str | None = None) -> None:
    """Print an error on one line of standard error, with the query and a caret if it points into one."""
    message = _shorten(" ".join((text or str(error)).split()))
    # Escape control characters, which could move the cursor of a terminal.
    lines = [f"{program}: {shown(message)}"]
    if getattr(error, "text", ""):
        lines.append(str(getattr(error, "pointer", "")))
    tell("\n".join(filter(None, lines)) + "\n")


def _shorten(message: str) -> str:
    """Shorten very long words of a message in the middle."""
    return _LONG.sub(lambda found: f"{found[0][:_SHOWN]}...{found[0][-_SHOWN:]}", message)


def _report_unexpected(program: str, error: Exception) -> int:
    """Report an error that is not lexkit's, such as a usage error of typer, and return the exit code."""
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
        remedy = "rebuild them: pip install . or, in a checkout, python setup.py build_ext --inplace"
        return _report(program, error, BAD_INPUT, f"compiled kernels of another release: {stale}; {remedy} ({detail})")
    return _report(program, error, BAD_INPUT, f"unexpected error, please report it: {detail}; --debug shows where")


def _find_stale_kernel() -> str:
    """Return why compiled kernels do not match this code, "" if they do."""
    try:
        from lexkit.formats.compiled_kernels import find_stale

        return find_stale()
    except Exception as error:  # they do not even load
        return f"{type(error).__name__}: {error}"


def _end_quietly() -> int:
    """Silence standard output and return the exit code of a closed pipe."""
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
    """Import and run a command line. Ctrl-C ends it without a message, even during the import."""
    try:
        from importlib import import_module

        program = import_module(command_line)
        # No note about interpreted kernels for doctor, which reports more, for --help, or during completion, where
        # it would appear in the line that the user is typing.
        elsewhere = sys.argv[1:2] in (["doctor"], ["--help"])
        if not elsewhere and not {"_LEXC_COMPLETE", "_LEXQ_COMPLETE"} & os.environ.keys():
            from lexkit.formats.user_cache import say_if_interpreted

            say_if_interpreted()
        program.main()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


@contextmanager
def said_if_long(text: str) -> Iterator[None]:
    """Show a text on the terminal if the block takes longer than ``LONG`` seconds."""
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
