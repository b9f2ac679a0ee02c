"""The same words and options give the same bytes, whatever the surroundings."""

import sys

from campaigns.reproducible.outputs import PLAIN
from campaigns.reproducible.trials import SURROUNDINGS, differences, results


def test_surroundings_make_no_difference() -> None:
    """Hash seeds, orders of the input, locales, time zones, permissions, with asserts and without."""
    made = list(results(sys.executable))
    assert len(made) == len(SURROUNDINGS)
    assert not differences(made)
    whole = made[0]["outputs"]
    assert whole["plain"] == whole["--method gordon"], "both ways of building give the same bytes"
    assert len(set(whole.values())) == len(PLAIN) + 5
