"""Checks of arguments: each returns the value in its plain Python type, or raises a typed error."""

from __future__ import annotations

import operator
import sys
from os import fsencode, fspath
from typing import TYPE_CHECKING, Any, TypeVar

from .errors import LexkitError, QueryError, StorageError, did_you_mean, show_value

if TYPE_CHECKING:
    from collections.abc import Collection


_T = TypeVar("_T")


def require_whole(
    number: Any, what: str, least: int, most: int | None = None, kind: type[LexkitError] | None = None
) -> int:
    """Return a whole number, also one of numpy's, as an int.

    Raises an error of class ``kind`` (default QueryError) for any other value and for a number out of range.
    """
    if type(number) is int and least <= number and (most is None or number <= most):
        return number
    try:
        whole = None if isinstance(number, bool) else operator.index(number)
    except TypeError:
        whole = None
    if whole is None or whole < least or (most is not None and whole > most):
        expected = f"a whole number, {least} or more" if most is None else f"a whole number from {least} to {most:,}"
        raise (kind or QueryError)(f"invalid {what}", expected=expected, found=show_value(number))
    return whole


def require_seconds(seconds: Any, what: str = "time") -> float:
    """Return a number of seconds, finite and more than 0, as a float. Raises QueryError for any other value."""
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= sys.float_info.max:
        raise QueryError(f"invalid {what}", expected="seconds, more than 0", found=show_value(seconds))
    return float(seconds)


def require_instance(value: Any, kind: type[_T], what: str) -> _T:
    """Return an object of a class. Raises TypeError for any other, such as the class itself."""
    if isinstance(value, kind):
        return value
    name = f"a lexkit.{kind.__name__}"
    found = f"the class {value.__name__}: make one, {value.__name__}(...)" if isinstance(value, type) else None
    raise TypeError(f"{what}: expected {name}, found {found or show_value(value)}")


def require_several(values: Any, what: str, expected: str) -> None:
    """Raise TypeError unless values can be iterated over."""
    try:
        iter(values)
    except TypeError:
        raise TypeError(f"{what}: expected {expected}, found {show_value(values)}") from None


def require_path(path: Any, what: str = "file", kind: type[LexkitError] | None = None) -> str:
    """Return a path as a str. Raises ``kind`` (default StorageError) for anything else, for example bytes."""
    try:
        text = fspath(path)
    except TypeError:
        text = None
    expected = "a str or a path object" if not isinstance(text, str) else "no NUL in it"
    if isinstance(text, str) and "\0" not in text:
        try:
            fsencode(text)
            return text
        except UnicodeEncodeError:
            expected = "characters of this system's names"
    raise (kind or StorageError)(f"not a path to a {what}", expected=expected, found=show_value(text or path))


def require_one_of(
    value: Any, known: Collection[str], what: str, kind: type[LexkitError] | None = None, place: str | None = None
) -> str:
    """Return the name if it is a known one. Raises ``kind`` (default QueryError) for any other value."""
    if not isinstance(value, str) or value not in known:  # an array of names has no truth of its own
        remedy = did_you_mean(value, known)
        raise (kind or QueryError)(what, place=place, expected=", ".join(known), found=show_value(value), remedy=remedy)
    return str(value)


def require_many(values: Any, what: str, expected: str) -> list[Any]:
    """Return several values as a list. Raises TypeError for one value, and for one text."""
    if isinstance(values, str | bytes):
        raise TypeError(f"{what}: expected {expected}, found {show_value(values)}")
    require_several(values, what, expected)
    return list(values)
