"""The same words and options give the same bytes, whatever the surroundings."""

import sys

from tests.campaigns.reproducible.outputs import PLAIN, outputs
from tests.campaigns.reproducible.trials import SURROUNDINGS, differences, results
from tests.kernel_or_numpy import way


def test_surroundings_make_no_difference() -> None:
    """Hash seeds, orders of the input, locales, time zones, permissions, with asserts and without."""
    made = list(results(sys.executable))
    assert len(made) == len(SURROUNDINGS)
    assert not differences(made)
    whole = made[0]["outputs"]
    assert whole["plain"] == whole["--method gordon"], "both ways of building give the same bytes"
    assert len(set(whole.values())) == len(PLAIN) + 5


def test_the_way_of_kernels_and_the_way_of_numpy_give_the_same_files() -> None:
    found = []
    for kernels in (True, False):
        with way(kernels):
            found.append(outputs(1, 150))
    assert found[0] == found[1]
