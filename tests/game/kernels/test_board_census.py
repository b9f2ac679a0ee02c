"""The census of a board: its sheet, and what racks are worth, against all moves listed one rack at a time."""

import itertools
import random

import numpy as np
import pytest

import lexkit
from lexkit import Rules, lexicons
from lexkit.formats.leaves_section import leave_count, leave_steps
from lexkit.runtime.game.move_finder import finder_for
from tests.players.test_kernel_games import with_leaves
from tests.players.test_match import small_list
from tests.running import COMPILED, MANY


def boards(lexicon: lexkit.Lexicon, rules: Rules, number: int) -> list[lexkit.Board]:
    """Empty boards, and boards of games."""
    found = [lexkit.Board(rules=rules)]
    match = lexkit.Match(lexicon, rules=rules, seed=8)
    while len(found) < number:
        game = match.game(len(found))
        for _ in range(len(found) % max(1, game.turn_number - 1)):
            game.undo()
        found.append(game.board.copy())
    return found


@pytest.mark.parametrize(
    ("name", "layout", "size", "longest"),
    [
        ("english", "standard", 7, 6),
        ("english", "standard", 4, 2),
        ("catalan", "standard", 4, 3),
        ("greek", "super", 3, 2),
    ],
)
def test_racks_are_worth_their_best_move(name: str, layout: str, size: int, longest: int) -> None:
    """With blanks and without; the sheet gives the worth of every rack that listing its moves gives."""
    if size == 7 and not COMPILED:
        pytest.skip("a sheet of five million places")
    lexicon = small_list(lexicons.alphabet(name))
    rules = Rules(layout, lexicon.alphabet, rack_size=size, bingo=35)
    values = with_leaves(lexicon, 5, longest=longest)
    letters = len(lexicon.alphabet)
    steps = np.array(leave_steps(letters, size)).reshape(-1)
    kept = np.array(leave_steps(letters, longest)).reshape(-1)
    tiles = [tile for tile, count in enumerate(rules.distribution) for _ in range(count)]
    rng = random.Random(size)
    played = blanks = 0
    for board in boards(lexicon, rules, 7 if MANY else 3):
        finder = finder_for(lexicon.core, board)
        census = finder.new_census(steps.data)
        census.survey(finder.squares_of(board)[0], finder.both)
        racks = [sorted(rng.sample(tiles, size)) for _ in range(12)]
        racks += [sorted([0, *rng.sample([tile for tile in tiles if tile], size - 1)]) for _ in range(6)]
        worths = np.zeros(len(racks), np.int32)
        flat = np.array(racks, np.uint8).reshape(-1)
        census.weigh(flat.data, values.thousandths.data, kept.data, longest, worths.data)
        for rack, worth in zip(racks, worths.tolist(), strict=True):
            held = lexkit.Rack.of_tiles(rack, lexicon.alphabet)
            found = lexicon.moves(board, held).by_equity(values, bag=50)
            # What vowels cost on an empty board is not counted.
            plain = [1000 * one.score + round(1000 * values.of(one.leave)) for one in found if one.kind != "pass"]
            assert worth == max(plain), f"{board.to_cgp()} {held}"
            played += len(found.by_score()) > 0
            blanks += rack[0] == 0
    assert played > 15
    assert blanks > 15


def test_the_sheet_has_the_best_score_of_every_set_of_tiles() -> None:
    lexicon = small_list(lexicons.alphabet("english"))
    rules = Rules(alphabet=lexicon.alphabet, rack_size=2, bingo=35)
    steps = np.array(leave_steps(26, 2))
    for board in boards(lexicon, rules, 4):
        finder = finder_for(lexicon.core, board)
        census = finder.new_census(steps.reshape(-1).data)
        for _ in range(2):
            census.survey(finder.squares_of(board)[0], finder.both)
        best = dict.fromkeys(range(leave_count(26, 2)), 0)
        for tiles in itertools.combinations_with_replacement(range(27), 2):
            for move in lexicon.moves(board, lexkit.Rack.of_tiles(tiles)):
                laid = sorted((0 if tile & 128 else tile for tile in move.played), reverse=True)
                place = sum(int(steps[at, tile + 1]) for at, tile in enumerate(laid))
                # A bonus is for a whole rack, as here.
                best[place] = max(best[place], move.score)
        assert census.sheet_array.tolist() == list(best.values())


def test_what_a_census_refuses() -> None:
    lexicon, other = small_list(lexicons.alphabet("english")), small_list(lexicons.alphabet("polish"))
    rules = Rules(alphabet=lexicon.alphabet, rack_size=3)
    board = lexkit.Board(rules=rules)
    finder = finder_for(lexicon.core, board)
    steps = np.array(leave_steps(26, 3)).reshape(-1)
    for wrong in (steps[:0], steps[:-1], steps[::-1].copy(), steps[:9], np.array(leave_steps(40, 9)).reshape(-1)):
        with pytest.raises(ValueError, match=r"step|sets of tiles"):
            finder.new_census(wrong.data)
    census = finder.new_census(steps.data)
    foreign = finder_for(other.core, lexkit.Board(rules=Rules(alphabet=other.alphabet, rack_size=3)))
    for squares in (None, foreign.new_squares()):
        with pytest.raises((ValueError, TypeError)):
            census.survey(squares, False)
    values = with_leaves(lexicon, 1, longest=2).thousandths
    kept = np.array(leave_steps(26, 2)).reshape(-1)
    worth = np.zeros(1, np.int32)

    def weigh(rack: list[int], table: np.ndarray = values, steps: np.ndarray = kept, longest: int = 2) -> None:
        census.weigh(np.array(rack, np.uint8).data, table.data, steps.data, longest, worth.data)

    weigh([1, 2, 3])
    for rack in ([1, 2], [3, 2, 1], [1, 2, 27], [1, 2, 255]):
        with pytest.raises(ValueError, match="rack"):
            weigh(rack)
    for changed in ({"longest": 3}, {"longest": 0}, {"table": values[:-1]}, {"steps": kept[::-1].copy()}):
        with pytest.raises(ValueError, match=r"place|ascend|steps"):
            weigh([1, 2, 3], **changed)  # type: ignore[arg-type]
