"""Searches saved by Zyzzyva (``.zzs``), translated to the query language.

Zyzzyva is a study program for word-game players. It saves a search as XML: ``zyzzyva-search`` contains
``conditions``, which contains ``and`` or ``or``, which contains one ``condition`` for each, with its type and
values as attributes. Both current types and those of its first years are read. A search without a version is older
than version 1, when ``Probability Order`` limited the answer. A condition without a counterpart here, such as a
part of speech, raises QueryError with its name.

The XML is not trusted: entities are refused, nothing is fetched, and at most MAX_BYTES are read.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any, Final, TypeAlias
from xml.parsers import expat

from lexkit.base.errors import QueryError

from .grammar import MAX_TERMS

#: Maximum size of a file, in bytes.
MAX_BYTES: Final = 1_048_576
#: Maximum nesting of elements. A search has three levels, a saved quiz five.
_MAX_DEPTH: Final = 16
#: A maximum of at least this number means no limit: Zyzzyva's longest words have 15 letters.
_NO_LIMIT: Final = {"length": 15}
#: Texts of letters. Spaces, quotes and parentheses would mean something else in a query.
_PLAIN: Final = re.compile(r"[\w?*\[\]^·-]+")

#: Sort order of the likeliest words, by number of blanks.
_LIMITED_BY: Final = {None: "-ways", 2: "-ways,alphagram", 1: "-ways-1,alphagram", 0: "-ways-0,alphagram"}

Attributes: TypeAlias = Mapping[str, str]


@cache
def _names() -> Mapping[str, Any]:
    """Return Zyzzyva's names for groups and conditions, with ours."""
    return tomllib.loads((resources.files("lexkit.runtime.query.language") / "zyzzyva.toml").read_text("utf-8"))


def query_text(content: bytes) -> str:
    """Return the search in a saved file as a query.

    Raises QueryError if the file is not a saved search, or has a condition without a counterpart.
    """
    conditions, either, is_old = _conditions(content)
    if not conditions:
        raise QueryError("the saved search has no conditions", expected="<condition type=...> in <and> or <or>")
    terms = [_term(attributes, is_old) for attributes in conditions]
    if len(terms) == 1:
        return terms[0]
    between = " or " if either else " "
    return between.join(f"({term})" if (" " if either else " or ") in term else term for term in terms)


def _conditions(content: bytes) -> tuple[list[Attributes], bool, bool]:
    """Return the conditions, whether one of them suffices, and whether the file is older than version 1."""
    if len(content) > MAX_BYTES:
        raise QueryError("the saved search is too large", expected=f"at most {MAX_BYTES:,} bytes", found=len(content))
    conditions: list[Attributes] = []
    path: list[str] = []
    joined: set[str] = set()
    versions: list[str] = []

    def start(name: str, attributes: dict[str, str]) -> None:
        if not path and name not in ("zyzzyva-search", "zyzzyva-quiz"):
            raise QueryError("not a saved search of Zyzzyva", expected="<zyzzyva-search>", found=f"<{name[:40]}>")
        path.append(name)
        if name == "zyzzyva-search":
            versions.append(attributes.get("version", "0"))
        if len(path) > _MAX_DEPTH:
            raise QueryError("the saved search is damaged", expected=f"at most {_MAX_DEPTH} levels of elements")
        if name == "condition":
            if path[-3:-2] != ["conditions"] or path[-2] not in ("and", "or"):
                found = f"it in <{path[-2] if len(path) > 1 else ''}>"
                raise QueryError("a condition is out of place", expected="it in <and> or <or>", found=found)
            joined.add(path[-2])
            conditions.append(attributes)

    def refuse(*_: object) -> None:
        raise QueryError(
            "the saved search declares entities", expected="plain XML", remedy="save it again with Zyzzyva"
        )

    def doctype(name: str, system: str | None, public: str | None, inside: int) -> None:
        """Refuse declarations inside the file. Zyzzyva only names its document type."""
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
    return conditions, joined == {"or"}, versions == ["0"]


# -- conditions ---------------------------------------------------------------------------------------


def _term(attributes: Attributes, is_old: bool) -> str:
    """Translate a condition to the query language."""
    kind = attributes.get("type", "")
    if is_old and kind == "Probability Order":
        kind = "Limit by Probability Order"
    known = _names()["conditions"]
    if kind not in known:
        raise QueryError(
            "the condition has no counterpart in lexkit", found=repr(kind[:60]), expected=f"one of {', '.join(known)}"
        )
    facts = dict(known[kind])
    reader, negated = _READERS[facts.pop("read")], facts.pop("negated", False)
    if attributes.get("negated", "0") not in ("0", "false", ""):
        negated = not negated
    if not negated:
        return reader(kind, attributes, **facts)
    if facts.get("name") == "includes":
        # Negated, it means that the word has none of the letters.
        facts["name"] = "excludes"
        return reader(kind, attributes, **facts)
    term = reader(kind, attributes, **facts)
    return f"-({term})" if " " in term else f"-{term}"


def _text(kind: str, attributes: Attributes) -> str:
    """Return the text of a condition, which may only have letters and signs of patterns."""
    text = attributes.get("string", "").strip()
    if not text:
        raise QueryError("the condition lacks its text", place=kind, expected='string="..."')
    if not _PLAIN.fullmatch(text):
        raise QueryError(
            "the letters of a condition cannot be read",
            place=kind,
            expected="letters, ? * [ ^ ]",
            found=repr(text[:60]),
        )
    return text


def _number(kind: str, attributes: Attributes, name: str) -> int:
    text = attributes.get(name, "").strip()
    if not re.fullmatch("[0-9]{1,9}", text):
        raise QueryError("the condition lacks its number", place=kind, expected=f'{name}="..."', found=repr(text[:20]))
    return int(text)


def _range(name: str, least: int, most: int) -> str:
    """Return a range of numbers in the query language: ``7``, ``5-8``, or ``5-`` without a maximum."""
    if least >= most:
        return f"{name}:{least}" if least == most else f"{name}:{least}-{most}"
    return f"{name}:{least}-{'' if most >= _NO_LIMIT.get(name, 999) else most}"


def _letters(kind: str, attributes: Attributes, name: str) -> str:
    """Translate a condition on letters. ``name``: our name for the condition."""
    return f"{name}:{_text(kind, attributes)}"


def _anagram(kind: str, attributes: Attributes) -> str:
    """Translate an anagram, or a superanagram if it has a star."""
    text = _text(kind, attributes)
    plain = text.replace("*", "")
    if plain == text:
        return f"anagram:{text}"
    return f"superanagram:{plain}" if plain else "pattern:*"


def _subanagram(kind: str, attributes: Attributes) -> str:
    """Translate a subanagram, or return the query for all words if it has a star."""
    text = _text(kind, attributes)
    return "pattern:*" if "*" in text else f"subanagram:{text}"


def _between(kind: str, attributes: Attributes, name: str) -> str:
    """Translate a condition with a minimum and a maximum."""
    return _range(name, _number(kind, attributes, "min"), _number(kind, attributes, "max"))


def _once(kind: str, attributes: Attributes, name: str, least: bool = False, most: bool = False) -> str:
    """Translate a condition of the first years, with one number."""
    number = _number(kind, attributes, "number")
    return _range(name, number if least else 0, number if most else 999)


def _consists(kind: str, attributes: Attributes) -> str:
    """Translate a percentage of letters.

    The first years had only the minimum. Zyzzyva drops the fraction of a percentage, so that a maximum of 20
    includes 20.9.
    """
    old = "percent" in attributes
    text = _text(kind, attributes)
    least = _number(kind, attributes, "percent" if old else "min")
    most = 100 if old else _number(kind, attributes, "max")
    above = f"consists-of:{text}>={least}"
    if most >= 100:
        return above
    below = f"consists-of:{text}<{most + 1}"
    return f"{above} {below}" if least else below


def _probability(kind: str, attributes: Attributes) -> str:
    """Translate places by probability: shared by equally likely words (lax), or each word's own."""
    least, most = _number(kind, attributes, "min"), _number(kind, attributes, "max")
    blanks = f"/{_number(kind, attributes, 'int')}" if "int" in attributes else ""
    return f"probability{'' if _is_lax(attributes) else '!'}:{least}-{most}{blanks}"


def _is_lax(attributes: Attributes) -> bool:
    return attributes.get("bool") == "true"


def _likeliest(kind: str, attributes: Attributes) -> str:
    """Translate the condition that limits the answer to its likeliest words.

    Words of all lengths are in one order, by their number of ways. Equally likely ones are in the alphabet's order,
    or in that of their alphagrams if the search gives a number of blanks, as it does since version 1.
    """
    least, most = _number(kind, attributes, "min"), _number(kind, attributes, "max")
    if _is_lax(attributes) or most < least:
        raise QueryError("the limit has no counterpart in lexkit", place=kind, expected="min to max, not lax")
    blanks = _number(kind, attributes, "int") if "int" in attributes else None
    if blanks not in _LIMITED_BY:
        raise QueryError("the limit has no counterpart in lexkit", place=kind, expected="0 to 2 blanks", found=blanks)
    first = max(least, 1)
    return f"sort:{_LIMITED_BY[blanks]} offset:{first - 1} limit:{max(0, most - first + 1)}"


def _quoted(kind: str, attributes: Attributes, name: str) -> str:
    """Translate a condition on a text or a name."""
    text = " ".join(attributes.get("string", "").split())
    if not text or ('"' in text and "'" in text):
        raise QueryError("the condition has no text that can be written", place=kind, found=repr(text[:60]))
    quote = "'" if '"' in text else '"'
    return f"{name}:{quote}{text}{quote}"


def _list(kind: str, attributes: Attributes) -> str:
    """Translate a list of words, separated by spaces."""
    words = attributes.get("string", "").split()
    for word in words:
        if not _PLAIN.fullmatch(word) or any(special in word for special in "?*[]^"):
            raise QueryError(
                "the letters of a word list cannot be read", place=kind, expected="words", found=repr(word[:60])
            )
    if len(words) > MAX_TERMS:
        raise QueryError("the word list is too long", place=kind, expected=f"{MAX_TERMS:,} words", found=len(words))
    if not words:
        raise QueryError("the word list has no words", place=kind, expected='string="..."')
    return " or ".join(f"pattern:{word}" for word in words)


def _group(kind: str, attributes: Attributes) -> str:
    group = attributes.get("string", "")
    if group.startswith("New in "):
        raise QueryError(
            "which words are new cannot be computed from one list",
            place=kind,
            found=repr(group[:60]),
            remedy="compare with the older list: -in:OLDER",
        )
    known: Mapping[str, str] = _names()["groups"]
    if group not in known:
        expected = f"one of {', '.join(known)}"
        raise QueryError("the group is not known here", place=kind, expected=expected, found=repr(group[:60]))
    return known[group]


#: Readers of conditions, by the names in zyzzyva.toml.
_READERS: Final[Mapping[str, Callable[..., str]]] = {
    "anagram": _anagram,
    "letters": _letters,
    "subanagram": _subanagram,
    "between": _between,
    "once": _once,
    "consists": _consists,
    "probability": _probability,
    "likeliest": _likeliest,
    "quoted": _quoted,
    "list": _list,
    "group": _group,
}
