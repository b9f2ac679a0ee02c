"""Which rule of SPEC.md a test breaks: ``@breaks("N6")``."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from lexkit.errors import CorruptFileError

SPEC = Path(__file__).parents[2] / "formats" / "SPEC.md"

_T = TypeVar("_T", bound=Callable[..., object])


def breaks(*rules: str) -> Callable[[_T], _T]:
    """Mark a test as an attack on these rules."""

    def mark(test: _T) -> _T:
        test.rules = rules  # type: ignore[attr-defined]
        return test

    return mark


def refusal(rule: str, ask: Callable[[], object]) -> str:
    """The error that this raises: a CorruptFileError of one line that names the rule."""
    with pytest.raises(CorruptFileError) as caught:
        ask()
    text = str(caught.value)
    assert f"{rule}:" in text, f"expected {rule} to be named: {text}"
    assert "\n" not in text
    return text


def rules_of_spec() -> list[str]:
    """The numbers of all rules, as SPEC.md gives them: ``**N6** ...`` at the start of a line or table cell."""
    return re.findall(r"^\|?\s*\*\*([A-Z]\d+)\*\*", SPEC.read_text("utf-8"), re.MULTILINE)
