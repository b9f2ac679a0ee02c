"""What the slices of the campaigns share: cases were tried, and nothing was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

Kept = Callable[[Iterable[str | None]], None]


@pytest.fixture
def kept(record_property: Callable[[str, object], None]) -> Kept:
    """Looks at what each case came to, and says how many there were."""

    def look(found: Iterable[str | None]) -> None:
        cases = list(found)
        assert cases
        assert not list(filter(None, cases))
        record_property("cases", len(cases))

    return look
