"""What is public stays as it is: names, signatures and members, by a list that is kept beside this file."""

import sys
from types import ModuleType

import pytest

from tests.packaging.signatures import KEPT, describe, public_lines

ANEW = "if this is meant, write the list anew (see signatures.py) and say so in a document and in CHANGELOG.md"


def test_what_is_public_is_as_kept() -> None:
    kept, now = KEPT.read_text("utf-8").splitlines(), public_lines()
    assert kept == sorted(set(kept)), "the list is sorted, each line once"
    changes = [f"- {line}" for line in kept if line not in now] + [f"+ {line}" for line in now if line not in kept]
    assert not changes, "\n".join([*changes, ANEW])


def lines(monkeypatch: pytest.MonkeyPatch, source: str) -> list[str]:
    """The lines of the class Public in a module of lexkit with this source."""
    module = ModuleType("lexkit.example")
    module.__file__ = "example.py"
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(f"from __future__ import annotations\n{source}", vars(module))
    return sorted(describe("Public", module.Public))


WHOLE = """
class Public:
    seen: np.ndarray[int]
    def ask(self, text: str, *, limit: int | None = None) -> numpy.typing.NDArray[np.int64]: ...
    @property
    def size(self) -> "int": ...
    def __len__(self) -> int: ...
    def _own(self) -> None: ...
"""
IN_PARTS = """
class Mixin:
    seen: numpy.ndarray[int]
    def ask(self, text: str, *, limit: int | None = None) -> NDArray[int64]: ...
    def _asked(self) -> int: ...
class Counted(Mixin):
    def __len__(self): ...
class Public(Counted):
    @property
    def size(self) -> int: ...
"""


def test_a_line_does_not_tell_where_something_is_defined(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lines(monkeypatch, WHOLE) == [
        "Public.__len__",
        "Public.ask(text: str, *, limit: int | None = None) -> NDArray[int64]",
        "Public.seen: ndarray[int]",
        "Public.size: int",
        "Public: class",
    ]
    assert lines(monkeypatch, IN_PARTS) == lines(monkeypatch, WHOLE)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("limit", "most"),
        ("= None)", "= 0)"),
        ("*, ", ""),
        ("text: str", "text: bytes"),
        ("np.int64", "np.int32"),
        ("@property", ""),
        ("@property", "@classmethod"),
        ("seen", "met"),
        ("ndarray[int]", "ndarray[float]"),
        ("__len__", "__iter__"),
        ("class Public", "class Public(dict)"),
        ("def ask", "def _ask"),
    ],
)
def test_a_change_that_a_caller_would_meet_is_seen(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    assert lines(monkeypatch, WHOLE.replace(old, new)) != lines(monkeypatch, WHOLE)
