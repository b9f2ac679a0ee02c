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

#: How many characters an error shows of a query with an error in it, of a value, of a part of an error, and of a path.
_QUERY_SHOWN, _VALUE_SHOWN, _PART_SHOWN, _PATH_SHOWN = 160, 60, 1_000, 4_096
_INTEGER_SHOWN = 10**40  #: the largest whole number that is shown: Python refuses to write some larger ones


def show_value(value: object) -> str:
    """Show a value in an error, on one line and not too long."""
    if isinstance(value, int) and abs(value) > _INTEGER_SHOWN:
        return f"an int of {value.bit_length()} bits"
    shortened = type(value) in (str, bytes, bytearray, list, tuple) and len(value) > _VALUE_SHOWN  # type: ignore[arg-type]
    try:
        text = repr(value[:_VALUE_SHOWN] if shortened else value)  # type: ignore[index]
    except Exception:  # such an int is inside it, lists within lists without end, or it has no text of its own
        return f"a {type(value).__name__}"
    return text[:_VALUE_SHOWN] + "..." if shortened or len(text) > _VALUE_SHOWN else text


def show_text(value: object, most: int = _PART_SHOWN) -> str:
    """Show a part of an error, not too long, with escapes for characters that steer terminals or cannot be encoded."""
    try:
        text = show_value(value) if isinstance(value, int) else str(value)
    except Exception:
        text = show_value(value)
    if len(text) > most:
        text = text[:most] + "..."
    return text if text.isprintable() else "".join(map(_show_letter, text))


def _show_letter(letter: str) -> str:
    """A character, escaped if it is a control or half of a character. The joiners of letters and emoji are shown."""
    from unicodedata import category

    shown = letter.isprintable() or letter in "\u200c\u200d" or category(letter) in ("Zs", "Co", "Cn")
    return letter if shown else letter.encode("unicode_escape").decode("ascii")


class LexkitError(Exception):
    """The base class of all errors that lexkit raises on purpose.

    ``what`` is wrong; ``path``: in which file; ``place``: where in it, or in which argument; ``expected`` and
    ``found``: what should be there, and what is; ``remedy``: what to do. All but the first may be None. ``str()`` gives
    one line: ``path: place: what: expected ..., found ...; remedy``. Control characters in it are escaped, and long
    parts are cut; the attributes have them as they were.
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
    """The names most like one that does not exist, for "did you mean"; with ``likeness`` 0, also unlike ones."""
    from difflib import get_close_matches

    return get_close_matches(name[:_VALUE_SHOWN].lower(), list(names), most, likeness)


def did_you_mean(name: object, names: Iterable[str]) -> str | None:
    """The remedy for a name that does not exist, or None if none is like it."""
    likely = likely_names(name, names) if isinstance(name, str) else []
    return f"did you mean {likely[0]}?" if likely else None


class AlphabetError(LexkitError, ValueError):
    """An alphabet that breaks its rules, or a text with something outside the alphabet.

    ``at``: its index in the text, from 0.
    """

    at: int = 0


class WordListError(LexkitError, ValueError):
    """A word list that cannot be read. ``place`` names line and column."""


class ColumnError(LexkitError, ValueError):
    """Values that cannot be read or attached to these words. ``place`` names the line."""


class QueryError(LexkitError, ValueError):
    """A query that cannot be answered."""


class QuerySyntaxError(QueryError):
    """A query that cannot be parsed.

    ``text`` is the query, ``at`` the index in it, from 0, where parsing stopped. ``instead``: the query that was surely
    meant, or None.
    """

    instead: str | None = None

    def __init__(self, what: str, *, text: str = "", at: int = 0, **details: object) -> None:
        super().__init__(what, **details)  # type: ignore[arg-type]
        self.text = text
        self.at = at

    @classmethod
    def of(cls, error: AlphabetError, text: str) -> QuerySyntaxError:
        """Make the error for a part of a query that should be letters."""
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
    """Replace characters that cannot be printed, and might move a terminal's cursor, with blanks."""
    return "".join([character if character.isprintable() else " " for character in text])


def _count_columns(text: str) -> int:
    """Count the columns of a text on a terminal: none for combining accents, two for wide letters."""
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


class TimeLimitError(QueryError, TimeoutError):
    """A query that took longer than its time limit: see :func:`lexkit.within`."""


class PositionError(LexkitError, ValueError):
    """An impossible board, layout, rack or set of rules. ``place`` names the row, square or field."""


class IllegalMoveError(LexkitError, ValueError):
    """An illegal play, such as one off the board, not connected, or on an occupied square."""


class NothingToUndoError(IllegalMoveError, IndexError):
    """There is no turn to undo or redo."""


class GameOverError(IllegalMoveError):
    """An action after the end of a game."""


class OutOfTurnError(IllegalMoveError):
    """An action of a player who is not to move, or one that this moment of the game does not allow."""


class ClockError(LexkitError, ValueError):
    """An impossible time, such as one before the last, or an action after a player's time was up."""


class GameRecordError(LexkitError, ValueError):
    """A record of a game that cannot be read or contradicts itself. ``place`` names the line."""


class LexiconFileError(LexkitError, ValueError):
    """A lexicon file that cannot be used. The subclasses say why."""


class TruncatedFileError(LexiconFileError):
    """The file is shorter, or longer, than its header says."""


class CorruptFileError(LexiconFileError):
    """The file breaks a rule of the format. ``place`` names the rule and the position."""

    @classmethod
    def at(
        cls, path: str | PathLike[str] | None, place: str, expected: object = None, found: object = None
    ) -> CorruptFileError:
        """Make the error for a broken rule, in the same words for every rule."""
        remedy = "copy or build it again"
        return cls("damaged lexicon", path=path, place=place, expected=expected, found=found, remedy=remedy)


def section_errors(path: str | PathLike[str] | None, name: str) -> Callable[..., CorruptFileError]:
    """A function that makes the errors for broken rules of one section."""
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
    """There is no lexicon of that name or path."""


class StorageError(LexkitError, OSError):
    """Reading or writing failed: permission, space, device. ``errno`` is the system's."""

    def __init__(self, what: str, *, errno: int | None = None, **details: object) -> None:
        super().__init__(what, **details)  # type: ignore[arg-type]
        self.errno = errno

    @classmethod
    def of(cls, error: OSError, doing: str, path: str | PathLike[str]) -> StorageError:
        """Make one from the system's error, with what lexkit was doing to which file."""
        return cls(f"{doing}: {error.strerror or error}", errno=error.errno, path=path)


@contextmanager
def storage_errors(doing: str, path: str | PathLike[str]) -> Iterator[None]:
    """Raise StorageError, with what lexkit was doing to which file, for an error of the system in the block."""
    try:
        yield
    except LexkitError:
        raise
    except OSError as error:
        raise StorageError.of(error, doing, path) from error


class WorkerError(LexkitError, RuntimeError):
    """Workers of an executor that die again and again, or work that cannot be sent to them."""


class EngineError(LexkitError, RuntimeError):
    """A program that speaks SIU says something else than the protocol allows: see :mod:`lexkit.engine`."""


class EngineTerminatedError(EngineError):
    """The program cannot be started, has ended, or was ended after an error."""


class EngineTimeoutError(EngineError, TimeoutError):
    """The program did not answer in time."""


def with_plain_types(kind: type[_T]) -> type[_T]:
    """A NamedTuple whose types ``help()`` shows as they are written, not as ``ForwardRef('str')``."""
    new = kind.__new__
    new.__annotations__ = {name: getattr(one, "__forward_arg__", one) for name, one in new.__annotations__.items()}
    return kind


#: The errors themselves are public; what raises and shows them is for this house.
__all__ = sorted(name for name in globals() if name.endswith("Error"))


# The public name of this module is lexkit.errors: tracebacks and documentation show it.
for _name in __all__:
    globals()[_name].__module__ = "lexkit.errors"
