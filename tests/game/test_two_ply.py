"""The counts of whole game trees, two plies deep: one by hand, and the file that keeps them as it is written."""

import json

import pytest

from tests.game.make_two_plies import GOLDEN, as_text, cases, with_counts
from tests.game.two_ply import Case, TwoPlies, count_case, two_plies
from tests.game.word_scan import Game

KEPT: list[Case] = json.loads(GOLDEN.read_text("utf-8"))


def test_two_plies_by_hand() -> None:
    # AB at 0,0 or at 0,1; then the blank turns it into ABA or BAB, where there is a square on that side.
    ones = [[1, 1, 1]]
    game = Game(ones, ones, (0, 1), [0, 1, 3])
    words = [(1, 2), (1, 2, 1), (2, 1, 2)]
    assert two_plies(words, game, [[0, 0, 0]], [0, 1, 1], [1, 0, 0]) == TwoPlies(2, 8, 2, 8)


def test_the_smallest_case_is_written_as_it_is_kept() -> None:
    assert as_text([with_counts(cases()[0])]) == as_text(KEPT[:1])


def test_the_file_is_written_as_the_program_writes() -> None:
    assert as_text(KEPT) == GOLDEN.read_text("utf-8")
    assert len({case["name"] for case in KEPT}) == len(KEPT) == 8


@pytest.mark.parametrize("case", KEPT[1:2], ids=lambda case: str(case["name"]))
def test_kept_counts_are_counted_again(case: Case) -> None:
    assert count_case(case)._asdict() == case["counts"]
