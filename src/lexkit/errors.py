"""The errors of lexkit: one tree, so that a caller can catch as much or as little as he likes.

Every error carries what a person needs to mend it: ``path`` (which file), ``place`` (where in it),
``expected``, ``found`` and ``remedy``. Each is also the builtin a caller would expect: bad data is a
``ValueError``, a file that cannot be read or written is an ``OSError``.
"""

from __future__ import annotations

from os import PathLike, fspath

__all__ = [
    "AlphabetError",
    "ChangedFileError",
    "ClosedLexiconError",
    "ColumnError",
    "CorruptFileError",
    "ForeignFileError",
    "IllegalMoveError",
    "LexiconFileError",
    "LexiconNotFoundError",
    "LexkitError",
    "NothingToUndoError",
    "PositionError",
    "QueryError",
    "QuerySyntaxError",
    "StorageError",
    "TimeLimitError",
    "TruncatedFileError",
    "VersionError",
    "WordListError",
]


#: Characters of a query that are shown with an error in it.
_SHOWN = 160


class LexkitError(Exception):
    """Base of all errors that lexkit raises on purpose.

    ``str()`` gives one line: ``path: place: what: expected ..., found ...; remedy``.
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
        text = ": ".join(str(part) for part in (self.path, self.place, self.what) if part)
        values = []
        if self.expected is not None:
            values.append(f"expected {self.expected}")
        if self.found is not None:
            values.append(f"found {self.found}")
        if values:
            text += ": " + ", ".join(values)
        if self.remedy:
            text += "; " + self.remedy
        return text

    def __reduce__(self) -> tuple[object, ...]:
        return (_restore, (type(self), self.what, self.__dict__))


def _restore(kind: type[LexkitError], what: str, state: dict[str, object]) -> LexkitError:
    error = kind(what)
    error.__dict__.update(state)
    return error


class AlphabetError(LexkitError, ValueError):
    """An alphabet that breaks its rules, or a text that holds something outside the alphabet.

    ``at``: where in the text that is, from 0.
    """

    at: int = 0


class WordListError(LexkitError, ValueError):
    """A word list that cannot be read as one; ``place`` names line and column."""


class ColumnError(LexkitError, ValueError):
    """Values for words that cannot be read, or not be hung on these words; ``place`` names the line."""


class QueryError(LexkitError, ValueError):
    """A query that cannot be answered as asked."""


class QuerySyntaxError(QueryError):
    """A query that cannot be read: ``text`` is the query, ``at`` the place in it, from 0, where reading stopped."""

    def __init__(self, what: str, *, text: str = "", at: int = 0, **details: object) -> None:
        super().__init__(what, **details)  # type: ignore[arg-type]
        self.text = text
        self.at = at

    @classmethod
    def of(cls, error: AlphabetError, text: str) -> QuerySyntaxError:
        """For a query, or a part of one, that should be letters and is not."""
        return cls(error.what, text=text, at=error.at, expected=error.expected, found=error.found)

    @property
    def pointer(self) -> str:
        """Two lines: the query, and a caret under the place. Of a long query only what is around the place."""
        at = min(max(self.at, 0), len(self.text))
        first, last = 0, len(self.text)
        if last > _SHOWN:
            first = max(0, min(at - _SHOWN // 2, last - _SHOWN))
            last = first + _SHOWN
        before = "..." * (first > 0) + _one_line(self.text[first:at])
        after = _one_line(self.text[at:last]) + "..." * (last < len(self.text))
        return f"{before}{after}\n{' ' * _columns(before)}^"


def _one_line(text: str) -> str:
    """The text without anything that moves the cursor of a terminal, each character still in its place."""
    return "".join([character if character.isprintable() else " " for character in text])


def _columns(text: str) -> int:
    """How wide a terminal shows it: nothing for accents that stand alone, two columns for wide letters."""
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


class TimeLimitError(QueryError, TimeoutError):
    """A question that was not answered in the time it was given: see :func:`lexkit.within`."""


class PositionError(LexkitError, ValueError):
    """A board, layout, rack or set of rules that cannot be; ``place`` names the row, square or field."""


class IllegalMoveError(LexkitError, ValueError):
    """A play that cannot be made; it says why: off the board, not connected, a square that is taken."""


class NothingToUndoError(IllegalMoveError, IndexError):
    """No play is left to take back."""


class LexiconFileError(LexkitError, ValueError):
    """A lexicon file that cannot be used; the subclasses say why."""


class TruncatedFileError(LexiconFileError):
    """The file ends too early (or too late) for what its header says."""


class CorruptFileError(LexiconFileError):
    """The file breaks a rule of the format; ``place`` names the rule and the position."""

    @classmethod
    def at(
        cls, path: str | PathLike[str] | None, place: str, expected: object = None, found: object = None
    ) -> CorruptFileError:
        """The error for a broken rule, worded as everywhere."""
        remedy = "copy or build it again"
        return cls("damaged lexicon", path=path, place=place, expected=expected, found=found, remedy=remedy)


class VersionError(LexiconFileError):
    """The file was written for readers newer than this one."""


class ForeignFileError(LexiconFileError):
    """The file is of another program's format."""


class ClosedLexiconError(LexiconFileError):
    """The lexicon was closed before it was asked."""


class ChangedFileError(LexiconFileError):
    """The file is not the one that was opened, pickled or measured before."""


class LexiconNotFoundError(LexiconFileError, FileNotFoundError):
    """No lexicon of that name or path."""


class StorageError(LexkitError, OSError):
    """Reading or writing failed: permission, space, device. ``errno`` is the system's."""

    def __init__(self, what: str, *, errno: int | None = None, **details: object) -> None:
        super().__init__(what, **details)  # type: ignore[arg-type]
        self.errno = errno

    @classmethod
    def of(cls, error: OSError, doing: str, path: str | PathLike[str]) -> StorageError:
        """The system's error as ours, with what we were doing to which file."""
        return cls(f"{doing}: {error.strerror or error}", errno=error.errno, path=path)
