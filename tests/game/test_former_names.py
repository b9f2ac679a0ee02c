"""Former names of constructors do the same as the new ones, and warn."""

from collections.abc import Callable
from typing import Any

import pytest

from lexkit import Bag, Game, Rules, ScoreSheet
from tests.running import each

RULES = Rules.from_alphabet("spanish")
GAME = Game(None, rules=RULES, seed=1)


@each(
    ("former", "new", "argument"),
    [
        (Rules.of, Rules.from_alphabet, "spanish"),
        (Bag.of, Bag.from_rules, RULES),
        (ScoreSheet.of, ScoreSheet.from_game, GAME),
    ],
)
def test_former_names(former: Callable[[Any], Any], new: Callable[[Any], Any], argument: Any) -> None:
    with pytest.warns(DeprecationWarning, match=r"\w+\.of is now \w+\.from_") as warned:
        made = former(argument)
    assert warned[0].filename == __file__
    assert made == new(argument)
