"""Searches saved by Zyzzyva (``.zzs``), in our language.

Zyzzyva is the study program of word-game players. It saves a search as XML: ``zyzzyva-search``, in it ``conditions``, in it ``and``
or ``or``, and in that a ``condition`` for each, with its type and values as attributes. Both the types of today and those of
its first years are read. What has no like here, such as its lists of bingo stems, is a QueryError that names it.

The XML is read without trust: no entities, nothing is fetched, and not more than MAX_BYTES.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final
from xml.parsers import expat

from ...errors import QueryError

__all__ = ["MAX_BYTES", "query_text"]

#: Largest file.
MAX_BYTES: Final = 1_048_576
#: Deepest elements; a search has three, a saved quiz five.
_MAX_DEPTH: Final = 16
#: From here on a maximum is none: words are not longer, and have not so many anagrams or points.
_NO_LIMIT: Final = {"Length": 15, "Number of Anagrams": 999}
_LETTERS: Final = re.compile(r"[^\W\d_]+")

Attributes = Mapping[str, str]


def query_text(content: bytes) -> str:
    """The search in a saved file as a query; QueryError where it is none, or asks what cannot be asked here."""
    conditions, either = _conditions(content)
    if not conditions:
        raise QueryError("the saved search has no conditions", expected="<condition type=...> in <and> or <or>")
    terms = [_term(attributes) for attributes in conditions]
    if not either:
        return " ".join(terms)
    return " or ".join(f"({term})" if " " in term and len(terms) > 1 else term for term in terms)


def _conditions(content: bytes) -> tuple[list[Attributes], bool]:
    """The conditions of a file, and whether one of them is enough."""
    if len(content) > MAX_BYTES:
        raise QueryError("the saved search is too large", expected=f"at most {MAX_BYTES:,} bytes", found=len(content))
    conditions: list[Attributes] = []
    path: list[str] = []
    joined: set[str] = set()

    def start(name: str, attributes: dict[str, str]) -> None:
        if not path and name not in ("zyzzyva-search", "zyzzyva-quiz"):
            raise QueryError("not a saved search of Zyzzyva", expected="<zyzzyva-search>", found=f"<{name[:40]}>")
        path.append(name)
        if len(path) > _MAX_DEPTH:
            raise QueryError("the saved search is damaged", expected=f"at most {_MAX_DEPTH} elements in one another")
        if name == "condition":
            if path[-3:-2] != ["conditions"] or path[-2] not in ("and", "or"):
                found = f"it in <{path[-2] if len(path) > 1 else ''}>"
                raise QueryError("a condition is out of place", expected="it in <and> or <or>", found=found)
            joined.add(path[-2])
            conditions.append(attributes)

    def refuse(*_: object) -> None:
        raise QueryError("the saved search declares entities", expected="plain XML", remedy="save it again with Zyzzyva")

    def doctype(name: str, system: str | None, public: str | None, inside: int) -> None:
        """Zyzzyva names its document type and where that was; declarations in the file itself are not its doing."""
        if inside:
            refuse()

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda name: path.pop()
    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        place = f"line {error.lineno}"
        raise QueryError("the saved search is not XML", place=place, found=expat.ErrorString(error.code)) from None
    except (LookupError, ValueError) as error:
        if isinstance(error, QueryError):
            raise
        raise QueryError("the saved search is in an unknown encoding", found=str(error)[:80]) from None
    if len(joined) > 1:
        raise QueryError("the saved search has both <and> and <or>", expected="one of them")
    return conditions, joined == {"or"}


# -- conditions ---------------------------------------------------------------------------------------


def _term(attributes: Attributes) -> str:
    """A condition in our language."""
    kind = attributes.get("type", "")
    if kind not in _READERS:
        raise QueryError("a condition that is not known here", found=f"type {kind[:60]!r}", expected=_known())
    term = _READERS[kind](kind, attributes)
    if attributes.get("negated", "0") not in ("0", "false", ""):
        return _negated(term)
    return term


def _known() -> str:
    return "one of " + ", ".join(_READERS)


def _negated(term: str) -> str:
    return f"-({term})" if " " in term else f"-{term}"


def _text(kind: str, attributes: Attributes) -> str:
    """The text of a condition; without blanks, as Zyzzyva reads it."""
    text = attributes.get("string", "").strip()
    if not text:
        raise QueryError("a condition without its text", place=kind, expected='string="..."')
    if re.search(r"[\s()\"']", text):
        raise QueryError("a condition with an odd text", place=kind, expected="letters, ? * [ ]", found=repr(text[:60]))
    return text


def _texts(name: str) -> Callable[[str, Attributes], str]:
    """A condition on letters, by its name here."""
    return lambda kind, attributes: f"{name}:{_text(kind, attributes)}"


def _range(kind: str, low: int, high: int | None) -> str:
    """``7``, ``5-8``, or ``5-`` where there is no maximum."""
    if high is None or high >= _NO_LIMIT.get(kind, 10**9):
        return f"{low}-"
    return str(low) if low == high else f"{low}-{high}"


def _number(kind: str, attributes: Attributes, name: str) -> int:
    text = attributes.get(name, "").strip()
    if not re.fullmatch("[0-9]{1,9}", text):
        raise QueryError("a condition without its number", place=kind, expected=f'{name}="..."', found=repr(text[:20]))
    return int(text)


def _between(name: str) -> Callable[[str, Attributes], str]:
    """A condition with a least and a largest number, by its name here."""

    def read(kind: str, attributes: Attributes) -> str:
        return f"{name}:{_range(kind, _number(kind, attributes, 'min'), _number(kind, attributes, 'max'))}"

    return read


def _old(name: str, least: bool, largest: bool) -> Callable[[str, Attributes], str]:
    """A condition of the first years, with one number."""

    def read(kind: str, attributes: Attributes) -> str:
        number = _number(kind, attributes, "number")
        return f"{name}:{_range(kind, number if least else 0, number if largest else None)}"

    return read


def _includes(kind: str, attributes: Attributes) -> str:
    """Letters that a word must have, as often as they are given; negated, none of them may be there."""
    text = _text(kind, attributes)
    if attributes.get("negated", "0") not in ("0", "false", ""):
        return " or ".join(f"includes:{letter}" for letter in dict.fromkeys(text))
    return f"includes:{text}"


def _without(reader: Callable[[str, Attributes], str]) -> Callable[[str, Attributes], str]:
    """A condition of the first years whose name says not."""

    def read(kind: str, attributes: Attributes) -> str:
        return _negated(reader(kind, {**attributes, "negated": "1"})) if attributes.get("negated") is None else ""

    return read
