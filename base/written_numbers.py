"""Notations of numbers and missing values in lists and tables."""

from __future__ import annotations

import re
from typing import Final

#: A number. The pattern is unambiguous: with two ways to match, a long line of digits would take minutes.
NUMBER: Final = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?")
#: Digits in groups (``1,234``) or after a decimal comma (``0,5``): programs disagree about their meaning.
GROUPED: Final = re.compile(
    r"[+-]?([0-9]{1,3}([,'\u2019_ \u00a0\u2009\u202f][0-9]{3})+(\.[0-9]*)?|[0-9]{1,3}(\.[0-9]{3}){2,}(,[0-9]*)?"
    r"|[0-9]{1,3}(\.[0-9]{3})+,[0-9]*|[0-9]+,[0-9]+)"
)
#: Notations of a missing number, in lower case.
MISSING: Final = frozenset(
    ["n/a", "#n/a", "na", "<na>", "nan", "null", "none", "\\n", "-", "--", "\u2013", "\u2014", "?"]
)
_BEGIN: Final = frozenset("+-.0123456789")


def begins_like_number(text: str) -> bool:
    """Return whether a text is empty, or begins with a digit, a sign or a point."""
    return not text or text[0] in _BEGIN


def is_number(text: str) -> bool:
    """Return whether a text is a number."""
    return text[:1] in _BEGIN and NUMBER.fullmatch(text) is not None


def is_missing(text: str) -> bool:
    """Return whether a text stands for a missing number."""
    return len(text) < 5 and text.lower() in MISSING
