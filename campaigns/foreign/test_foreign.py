"""A slice of the campaign on other programs' files, the same each time."""

import pytest

from campaigns.fuzz.cases import run
from campaigns.fuzz.parts import OF_FOREIGN_FILES
from tests.running import COMPILED, MANY


@pytest.mark.parametrize("name", OF_FOREIGN_FILES)
def test_a_slice_of_each_format(name: str) -> None:
    if name == "marisa":
        pytest.importorskip("marisa_trie", exc_type=ImportError)
    cases = (150 if MANY else 30) // (1 if COMPILED else 2)
    report = run(OF_FOREIGN_FILES[name], 20, cases=cases // 5 if name == "marisa" else cases)
    assert not report.findings, "\n".join(f"{finding.seed}: {finding.what}" for finding in report.findings)
    for outcome in ("read", "refused"):
        assert any(outcome in met for met in report.outcomes), f"{name} is never {outcome!r}: {report.outcomes}"
