"""The errors of lexkit, in one tree.

Every error carries what a user needs to fix the problem: ``path`` (which file), ``place`` (where in it),
``expected``, ``found`` and ``remedy``. Each is also the built-in exception that a caller would expect: bad data is
a ``ValueError``, a file that cannot be read or written is an ``OSError``.
"""

from __future__ import annotations

from contextlib import contextmanager
from os import PathLike, fspath
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = [
    "AlphabetError",
    "ChangedFileError",
    "ClockError",
    "ClosedLexiconError",
    "ColumnError",
    "CorruptFileError",
    "EngineError",
    "EngineTerminatedError",
    "EngineTimeoutError",
    "ForeignFileError",
    "GameOverError",
    "GameRecordError",
    "IllegalMoveError",
    "LexiconFileError",
    "LexiconNotFoundError",
    "LexkitError",
    "NothingToUndoError",
    "OutOfTurnError",
    "PositionError",
    "QueryError",
    "QuerySyntaxError",
    "StorageError",
    "TimeLimitError",
    "TruncatedFileError",
    "VersionError",
    "WordListError",
    "WorkerError",
    "did_you_mean",
    "likely_names",
    "section_errors",
    "show_text",
    "show_value",
    "storage_errors",
    "with_plain_types",
]

_T = TypeVar("_T")

# The most characters that an error shows of each part.
_QUERY_SHOWN = 160  #: a query, around the error in it
_VALUE_SHOWN = 60  #: the repr of a value
_PART_SHOWN = 1_000  #: any other part of the message
_PATH_SHOWN = 4_096
_INTEGER_SHOWN = 10**40  #: the largest integer that is shown in digits: Python refuses to convert very long ones


def show_value(value: object) -> str:
    """Return a short one-line representation of a value for an error message."""
    if isinstance(value, int) and abs(value) > _INTEGER_SHOWN:
        return f"an int of {value.bit_length()} bits"
    shortened = type(value) in (str, bytes, bytearray, list, tuple) and len(value) > _VALUE_SHOWN  # type: ignore[arg-type]
    try:
        text = repr(value[:_VALUE_SHOWN] if shortened else value)  # type: ignore[index]
    except Exception:  # repr failed: a huge int inside, endless nesting, or a broken __repr__
        return f"a {type(value).__name__}"
    return text[:_VALUE_SHOWN] + "..." if shortened or len(text) > _VALUE_SHOWN else text


def show_text(value: object, most: int = _PART_SHOWN) -> str:
    """Return a part of an error message, cut to ``most`` characters, with unprintable characters escaped."""
    try:
        text = show_value(value) if isinstance(value, int) else str(value)
    except Exception:
        text = show_value(value)
    if len(text) > most:
        text = text[:most] + "..."
    return text if text.isprintable() else "".join(map(_show_letter, text))


def _show_letter(letter: str) -> str:
    """Return a character, escaped if it is a control or a lone surrogate. Joiners of letters and emoji are kept."""
    from unicodedata import category

    shown = letter.isprintable() or letter in "\u200c\u200d" or category(letter) in ("Zs", "Co", "Cn")
    return letter if shown else letter.encode("unicode_escape").decode("ascii")


class LexkitError(Exception):
    """The base class of all errors that lexkit raises on purpose.

    Attributes:
        what: The problem.
        path: The file, or None.
        place: Where in the file, or in which argument, or None.
        expected: The value that should be there, or None.
        found: The value that is there, or None.
        remedy: What to do, or None.

    ``str()`` gives one line: ``path: place: what: expected ..., found ...; remedy``. In it, control characters are
    escaped and long parts are cut; the attributes keep the original values.
    """

    def __init__(
        self,
        what: str,
        *,
        path: str | PathLike[str] | None = None,
        place: str | None = None,
        expected: object = None,
        found: object = None,
        remedy: str | None = None,
    ) -> None:
        super().__init__(what)
        self.what = what
        self.path = None if path is None else fspath(path)
        self.place = place
        self.expected = expected
        self.found = found
        self.remedy = remedy

    def __str__(self) -> str:
        path = show_text(self.path, _PATH_SHOWN) if self.path else ""
        text = ": ".join(filter(None, (path, show_text(self.place or ""), show_text(self.what))))
        values = []
        if self.expected is not None:
            values.append(f"expected {show_text(self.expected)}")
        if self.found is not None:
            values.append(f"found {show_text(self.found)}")
        if values:
            text += ": " + ", ".join(values)
        if self.remedy:
            text += "; " + show_text(self.remedy)
        return text

    def __reduce__(self) -> tuple[object, ...]:
        return (_restore, (type(self), self.what, self.__dict__))


def _restore(kind: type[LexkitError], what: str, state: dict[str, object]) -> LexkitError:
    error = kind(what)
    error.__dict__.update(state)
    return error


def likely_names(name: str, names: Iterable[str], most: int = 1, likeness: float = 0.6) -> list[str]:
    """Return up to ``most`` known names that resemble an unknown one; with ``likeness`` 0, also names that do not."""
    from difflib import get_close_matches

    return get_close_matches(name[:_VALUE_SHOWN].lower(), list(names), most, likeness)


def did_you_mean(name: object, names: Iterable[str]) -> str | None:
    """Return the remedy "did you mean ...?" for an unknown name, or None if no known name resembles it."""
    likely = likely_names(name, names) if isinstance(name, str) else []
    return f"did you mean {likely[0]}?" if likely else None


class AlphabetError(LexkitError, ValueError):
    """An alphabet that breaks its rules, or a text with something outside the alphabet.

    Attributes:
        at: Index of the error in the text, from 0.
    """

    at: int = 0


class WordListError(LexkitError, ValueError):
    """A word list that cannot be read. ``place`` names line and column."""


class ColumnError(LexkitError, ValueError):
    """Values that cannot be read or attached to the words of a lexicon. ``place`` names the line."""


class QueryError(LexkitError, ValueError):
    """A query that cannot be answered."""


class QuerySyntaxError(QueryError):
    """A query that cannot be parsed.

    Attributes:
        text: The query.
        at: Index in the query, from 0, where parsing stopped.
        instead: The query that was surely meant, or None.
    """

    instead: str | None = None

    def __init__(self, what: str, *, text: str = "", at: int = 0, **details: object) -> None:
        super().__init__(what, **details)  # type: ignore[arg-type]
        self.text = text
        self.at = at

    @classmethod
    def of(cls, error: AlphabetError, text: str) -> QuerySyntaxError:
        """Convert an alphabet's error about letters in a query to a QuerySyntaxError that shows the query.

        Args:
            error: The error that the alphabet raised.
            text: The whole query.
        """
        return cls(error.what, text=text, at=error.at, expected=error.expected, found=error.found, remedy=error.remedy)

    @property
    def pointer(self) -> str:
        """Two lines: the query, cut if it is long, and a caret under ``at``."""
        at = min(max(self.at, 0), len(self.text))
        first, last = 0, len(self.text)
        if last > _QUERY_SHOWN:
            first = max(0, min(at - _QUERY_SHOWN // 2, last - _QUERY_SHOWN))
            last = first + _QUERY_SHOWN
        before = "..." * (first > 0) + _blank_controls(self.text[first:at])
        after = _blank_controls(self.text[at:last]) + "..." * (last < len(self.text))
        return f"{before}{after}\n{' ' * _count_columns(before)}^"


def _blank_controls(text: str) -> str:
    """Replace unprintable characters, which could move a terminal's cursor, with blanks."""
    return "".join([character if character.isprintable() else " " for character in text])


def _count_columns(text: str) -> int:
    """Count the terminal columns of a text: none for combining accents, two for wide letters."""
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


class TimeLimitError(QueryError, TimeoutError):
    """A query that took longer than its time limit: see :func:`lexkit.within`."""


class PositionError(LexkitError, ValueError):
    """An impossible board, layout, rack or set of rules. ``place`` names the row, square or field."""


class IllegalMoveError(LexkitError, ValueError):
    """An illegal play, such as one off the board, not connected, or on an occupied square."""


class NothingToUndoError(IllegalMoveError, IndexError):
    """There is no turn to undo or to redo."""


class GameOverError(IllegalMoveError):
    """An action after the end of a game."""


class OutOfTurnError(IllegalMoveError):
    """An action of a player who is not to move, or one that is not allowed at this point of the game."""


class ClockError(LexkitError, ValueError):
    """An impossible time, for example one before the last, or an action after a player's time was up."""


class GameRecordError(LexkitError, ValueError):
    """A game record that cannot be read or contradicts itself. ``place`` names the line."""


class LexiconFileError(LexkitError, ValueError):
    """A lexicon file that cannot be used. The subclasses give the reason."""


class TruncatedFileError(LexiconFileError):
    """The file is shorter or longer than its header says."""


class CorruptFileError(LexiconFileError):
    """The file breaks a rule of the format. ``place`` names the rule and the position."""

    @classmethod
    def at(
        cls, path: str | PathLike[str] | None, place: str, expected: object = None, found: object = None
    ) -> CorruptFileError:
        """Return the error for a broken rule of the format; the wording is the same for every rule.

        Args:
            path: The file, or None for one in memory.
            place: The rule and the position.
            expected: The value that the rule demands.
            found: The value in the file.
        """
        remedy = "copy or build it again"
        return cls("damaged lexicon", path=path, place=place, expected=expected, found=found, remedy=remedy)


def section_errors(path: str | PathLike[str] | None, name: str) -> Callable[..., CorruptFileError]:
    """Return a function ``(rule, expected, found)`` that makes the error for a broken rule of one section."""
    return lambda rule, expected, found: CorruptFileError.at(path, f"section {name}, {rule}", expected, found)


class VersionError(LexiconFileError):
    """The file needs a newer release of lexkit."""


class ForeignFileError(LexiconFileError):
    """The file is in another program's format."""


class ClosedLexiconError(LexiconFileError):
    """The lexicon is already closed."""


class ChangedFileError(LexiconFileError):
    """The file has changed since it was opened, pickled or measured."""


class LexiconNotFoundError(LexiconFileError, FileNotFoundError):
    """There is no lexicon of this name or path."""


class StorageError(LexkitError, OSError):
    """Reading or writing failed: permission, space, device. ``errno`` is the error number of the system, or None."""

    def __init__(self, what: str, *, errno: int | None = None, **details: object) -> None:
        super().__init__(what, **details)  # type: ignore[arg-type]
        self.errno = errno

    @classmethod
    def of(cls, error: OSError, doing: str, path: str | PathLike[str]) -> StorageError:
        """Return the error for a failed system call.

        Args:
            error: The error of the system.
            doing: What lexkit was doing, for example "cannot read".
            path: The file.
        """
        return cls(f"{doing}: {error.strerror or error}", errno=error.errno, path=path)


@contextmanager
def storage_errors(doing: str, path: str | PathLike[str]) -> Iterator[None]:
    """Turn an OSError of the block into StorageError, with what lexkit was doing to which file."""
    try:
        yield
    except LexkitError:
        raise
    except OSError as error:
        raise StorageError.of(error, doing, path) from error


class WorkerError(LexkitError, RuntimeError):
    """Workers of an executor that die repeatedly, or work that cannot be sent to them."""


class EngineError(LexkitError, RuntimeError):
    """A program that speaks SIU broke the protocol: see :mod:`lexkit.engine`."""


class EngineTerminatedError(EngineError):
    """The program could not be started, has ended, or was stopped after an error."""


class EngineTimeoutError(EngineError, TimeoutError):
    """The program did not answer in time."""


def with_plain_types(kind: type[_T]) -> type[_T]:
    """Decorate a NamedTuple so that ``help()`` shows its types as they are written, not as ``ForwardRef('str')``."""
    new = kind.__new__
    new.__annotations__ = {name: getattr(one, "__forward_arg__", one) for name, one in new.__annotations__.items()}
    return kind


#: The errors themselves are public; the functions that raise and show them are internal.
__all__ = sorted(name for name in globals() if name.endswith("Error"))


# Tracebacks and documentation show the public name of this module.
for _name in __all__:
    globals()[_name].__module__ = "lexkit.errors"
