"""The tables of docs/api.md show the signatures that the package has: names, order, kinds and defaults."""

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit import measures
from tests.public_calls import public_names

API = Path(__file__).parent.parent.parent / "docs" / "api.md"
#: What a name before a dot stands for in the tables; others stand for what they are called.
STANDS_FOR: dict[str, Any] = {"lexkit": lexkit}
STANDS_FOR |= {"lex": lexkit.Lexicon, "listing": lexkit.Listing, "place": lexkit.Cursor, "player": lexkit.Player}
for kind in ("Words", "Column", "Board", "Move", "Rack", "Rules", "Layout", "Alphabet", "Game", "View", "Match"):
    STANDS_FOR[kind.lower()] = getattr(lexkit, kind)
EMPTY = inspect.Parameter.empty


def rows() -> Iterator[list[str]]:
    """The pieces of code in the first column of each row."""
    for line in API.read_text("utf-8").splitlines():
        if line.startswith("| `"):
            yield re.findall(r"`([^`]+)`", line.split(" | ")[0])


def shown() -> Iterator[tuple[str, str, Callable[..., Any]]]:
    """Each call in the tables, its arguments, and what it calls."""
    for row in rows():
        owner: Any = None
        for code in row:
            match = re.fullmatch(r"([\w.]*?)\.?(\w+)\((.*)\)", code)
            if match is None or (match[1] and match[1].strip(".").split(".")[0] not in {*STANDS_FOR, *lexkit.__all__}):
                continue
            if match[1]:
                first, *more = match[1].split(".")
                owner = STANDS_FOR.get(first) or getattr(lexkit, first)
                if more and isinstance(owner, type):
                    continue  # an attribute of a value, such as lex.leaves
                for name in more:
                    owner = getattr(owner, name)
            called = (
                getattr(owner, match[2], None) or getattr(lexkit, match[2], None) or getattr(measures, match[2], None)
            )
            if called is None and not match[1]:
                continue  # such as len(lex)
            assert called is not None, f"{code}: there is no such name"
            yield code, match[3], called


def wrong_in(code: str, arguments: str, called: Callable[..., Any]) -> Iterator[str]:
    known = dict(inspect.signature(called).parameters)
    if inspect.isfunction(called) and next(iter(known), None) == "self":
        del known["self"]
    more = any(one.kind == one.VAR_KEYWORD for one in known.values())
    whole = re.search(r"(^|, )\.\.\.", arguments) is None and "=" in arguments and not more  # or some are left out
    text = re.sub(r"(^|, )(\*, )?\.\.\.", "", arguments).strip(", ")
    try:
        parsed = ast.parse(f"def shown({text}): pass").body[0].args  # type: ignore[attr-defined]
    except SyntaxError:  # an example of a call
        made = ast.parse(f"shown({text})", mode="eval").body
        for keyword in made.keywords:  # type: ignore[attr-defined]
            if keyword.arg not in known and not more:
                yield f"{code}: {keyword.arg} is no parameter"
        return
    places = [*parsed.posonlyargs, *parsed.args]
    defaults = [None] * (len(places) - len(parsed.defaults)) + parsed.defaults
    named = {one.arg: default for one, default in zip(parsed.kwonlyargs, parsed.kw_defaults, strict=True)}
    told = {**{one.arg: default for one, default in zip(places, defaults, strict=True)}, **named}
    if whole and set(told) != set(known):
        yield f"{code}: the parameters are {', '.join(known)}"
        return
    if whole and [one.arg for one in places] != [name for name, one in known.items() if name not in named]:
        yield f"{code}: another order"
    for name, default in told.items():
        if name not in known:
            if not more:
                yield f"{code}: {name} is no parameter"
            continue
        one = known[name]
        by_name = one.kind == one.KEYWORD_ONLY
        if whole and by_name != (name in named):
            yield f"{code}: {name} is {'only given by name' if by_name else 'given by place too'}"
        if default is None and one.default is not EMPTY and not by_name:
            yield f"{code}: {name} has a default"
        if default is not None and ast.unparse(default) != "...":
            value = ast.literal_eval(default)
            if value != one.default:
                yield f"{code}: {name} is {one.default!r} by default"


def test_signatures_are_those_of_the_package() -> None:
    calls = list(shown())
    assert len(calls) > 100
    assert "\n".join(wrong for call in calls for wrong in wrong_in(*call)) == ""


def test_every_public_name_is_in_the_documents() -> None:
    code = " ".join(re.findall(r"`+[^`]+`+", "\n".join(path.read_text("utf-8") for path in API.parent.glob("*.md"))))
    shown = set(re.findall(r"\w+", code))
    assert [name for name, _ in public_names() if name.rpartition(".")[2] not in shown] == []


@pytest.mark.parametrize(
    "code", ["open(path)", "attach(file, target, columns, remove=())", "diff(old, new, alphabet='english')"]
)
def test_wrong_signatures_are_seen(code: str) -> None:
    name, _, arguments = code.partition("(")
    assert list(wrong_in(code, arguments.removesuffix(")"), getattr(lexkit, name)))
