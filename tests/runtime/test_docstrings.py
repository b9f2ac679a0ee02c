"""What ``help()`` shows says what each public name is for, and which types it takes."""

from __future__ import annotations

import inspect
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import lexkit
from tests.public_calls import members, public_classes, public_names


def public() -> dict[str, Any]:
    """All public classes and functions, by name."""
    return dict(public_names()) | public_classes() | {type(one).__name__: type(one) for one in objects()}


def objects() -> Iterator[object]:
    """Objects of classes without a name of their own that the documents tell callers to use."""
    lex = lexkit.open("english")
    yield from (lexkit.Match(lex).tally(1), lex.leaves, lexkit.Board().snapshot(), lex.stems(3)[0])
    game = lexkit.Match(lex, clock=lexkit.Clock(60, now=iter(range(9999)).__next__)).game(0)
    yield from (game.result, game.clock, lex.understand("CARE"), lex.about("CARE"))
    report = lexkit.analyse(lexkit.Match(lex).game(0))
    yield from (report, report.turns[0], report.players[0])
    with lexkit.within(60) as limit:
        yield limit
    with tempfile.TemporaryDirectory() as folder:
        file, values = Path(folder) / "few.gaddag", Path(folder) / "values.csv"
        lexkit.build(["AA", "AB"], file)
        values.write_text("AA,1\n")
        attached = lexkit.attach(file, file, [f"freq={values}"])
        yield from (attached, attached.attached[0], lexkit.convert(file, Path(folder) / "few.kwg"))


def is_told(kind: type, name: str) -> bool:
    """Whether help(kind) says what a member is: its own docstring, or ``name`` in that of a class."""
    member = inspect.getattr_static(kind, name, None)
    own = None if isinstance(member, str | int | tuple | frozenset | type(None)) else inspect.getdoc(member)
    if own and not own.startswith("Alias for field number") and own != inspect.getdoc(type(member)):
        return True
    told = re.compile(rf"``{name}``|^ +{name}: ", re.MULTILINE)
    return any(told.search(base.__doc__ or "") for base in kind.__mro__)


def test_every_public_member_says_what_it_is() -> None:
    for name, value in public().items():
        if isinstance(value, type):
            shown = [member for member, _ in members(name, value) if not member.startswith("_")]
            assert not [member for member in shown if not is_told(value, member)], name
        if callable(value):
            assert inspect.getdoc(value), name
            assert "ForwardRef" not in str(inspect.signature(value)), name
