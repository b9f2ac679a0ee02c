"""Keeps which rules errors named while attacks on them ran: for ``test_every_rule.py``, whose last test runs last."""

import re
from collections.abc import Iterator
from unittest import mock

import pytest

from lexkit.errors import AlphabetError, LexiconFileError, LexkitError

LAST = "test_every_rule_was_named_by_an_error"
#: Rules of the attacks that were collected and that ran, and rules that an error named while an attack on it ran.
NAMED: set[str] = set()
COLLECTED: list[str] = []
RAN: list[str] = []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.name == LAST)
    COLLECTED[:] = [item.nodeid for item in items if hasattr(getattr(item, "function", None), "rules")]


def _names(error: LexkitError, rule: str) -> bool:
    """Whether an error tells of a rule. What is no lexicon at all (H1, P) is told in words; A1 to A5 are part of J4."""
    if rule == "H1" or rule[0] == "P":
        return isinstance(error, LexiconFileError)
    if rule[0] == "A" and isinstance(error, AlphabetError):
        return True
    return re.search(rf"\b{'J4' if rule[0] == 'A' else rule}\b", str(error)) is not None


@pytest.fixture(autouse=True)
def rules_named(request: pytest.FixtureRequest) -> Iterator[None]:
    """Looks at each error that is made while an attack runs."""
    rules = getattr(request.function, "rules", ())
    if not rules:
        yield
        return
    usual = LexkitError.__init__

    def made(self: LexkitError, *arguments: object, **options: object) -> None:
        usual(self, *arguments, **options)  # type: ignore[arg-type]
        NAMED.update(rule for rule in rules if _names(self, rule))

    with mock.patch.object(LexkitError, "__init__", made):
        yield
    RAN.append(request.node.nodeid)
