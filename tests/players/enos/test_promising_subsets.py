"""Words by their letters, bigrams, and the ranks of combinations, against plain Python."""

import math
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lexkit
from lexkit import Board, Rack, Rules, lexicons
from lexkit.errors import PositionError, TimeLimitError
from lexkit.runtime.players.enos.minimax import from_subsets
from lexkit.runtime.players.enos.promising_subsets import (
    KEYS,
    _subsets,
    best_combinations,
    combination_keys,
    spelled_by,
)
from tests.making import make
from tests.players.test_match import small_list

LETTERS = "AEINRSTXQ"
#: A combination: the letters with those of blanks in lower case, and the letter on the board or "".
Combination = tuple[str, str]


@pytest.fixture(scope="module")
def few() -> lexkit.Lexicon:
    return small_list(lexicons.alphabet("english"))


def key_of(letters: str, alphabet: lexkit.Alphabet) -> np.uint64:
    sums = [KEYS[alphabet.labels.index(letter) + 1] for letter in letters]
    return np.uint64(sum(int(number) for number in sums) % 2**64)


@given(
    words=st.sets(st.text(LETTERS, min_size=2, max_size=7), min_size=1, max_size=40), other=st.text(LETTERS, max_size=7)
)
@settings(max_examples=40)
def test_words_by_letters(words: set[str], other: str) -> None:
    lexicon = make(sorted(words))
    spelled = spelled_by(lexicon.core)
    listed = sorted(words)
    for text in {*words, other}:
        expected = [rank for rank, word in enumerate(listed) if sorted(word) == sorted(text)]
        key = key_of(text, lexicon.alphabet)
        assert sorted(spelled.words(int(key))) == expected
        assert bool(spelled.spell(np.array([key]))[0]) == bool(expected)
    bigrams = Counter(pair for word in words for pair in pairwise(word))
    assert spelled.bigrams.sum() == sum(bigrams.values())
    for (one, next_one), number in bigrams.items():
        assert spelled.bigrams[ord(one) - 64, ord(next_one) - 64] == number


def every_combination(rack: str, board: str, letters: str) -> Iterator[Combination]:
    """All combinations, each once."""
    seen = set()
    tiles = [letters.lower() if tile == "?" else tile for tile in rack]
    for size in range(1, len(tiles) + 1):
        for some in combinations(tiles, size):
            for chosen in product(*some):
                for letter in ["", *board]:
                    combination = "".join(sorted(chosen)), letter
                    if combination not in seen and size + len(letter) > 1:
                        seen.add(combination)
                        yield combination


def score_of(combination: Combination, bigrams: Counter[tuple[str, str]], rules: Rules) -> float:
    """As the paper says it."""
    rack, board = combination
    letters = (rack + board).upper()
    total = sum(
        bigrams[one, other] + (bigrams[other, one] if one != other else 0) for one, other in combinations(letters, 2)
    )
    worth = dict(zip("?" + "".join(rules.alphabet.labels), rules.points, strict=True))
    return float(total**math.e * sum(worth["?" if letter.islower() else letter] for letter in rack + board))


@pytest.mark.parametrize(
    ("rack", "board"),
    [("AEINRST", ""), ("AAB", "EQ"), ("QUIZ?", "SE"), ("A??", "T"), ("?", "R"), ("E", ""), ("EE", "E")],
)
def test_ranks_of_combinations(few: lexkit.Lexicon, rack: str, board: str) -> None:
    """The same combinations with the same scores in the same order, but for equal ones."""
    rules = Rules(alphabet=few.alphabet)
    bigrams = Counter(pair for word in few for pair in pairwise(word))
    held = Rack(rack, few.alphabet)
    numbers = bytes(sorted(few.alphabet.labels.index(letter) + 1 for letter in board))
    expected = {}
    for combination in every_combination(rack, board, "".join(few.alphabet.labels)):
        letters, there = combination
        own = key_of((letters + there).upper(), few.alphabet)
        blanks = key_of("".join(filter(str.islower, letters)).upper(), few.alphabet)
        keys = [np.array([key]) for key in (own, blanks, key_of(there, few.alphabet))]
        expected[int(combination_keys(*keys)[0])] = score_of(combination, bigrams, rules)
    found = best_combinations(spelled_by(few.core), rules, held, numbers, 1_000_000)
    assert len(found.keys) == len(expected)
    for key, score in zip(found.keys, found.scores, strict=True):
        assert score == pytest.approx(expected[int(key)])
    assert found.scores.tolist() == sorted(found.scores, reverse=True)
    some = best_combinations(spelled_by(few.core), rules, held, numbers, 5)
    assert some.keys.tolist() == found.keys[:5].tolist()


POSITIONS = [
    "15/15/15/15/15/15/15/4CARES6/15/15/15/15/15/15/15 AEINRS?/ 10/0 0",
    "15/15/15/15/15/15/15/7AT6/15/15/15/15/15/15/15 QUIETER/ 2/0 0",
    "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0",
    "15/15/15/15/15/7B7/7L7/4CAReS6/7D7/7E7/15/15/15/15/15 AEINRLT/ 10/0 0",
]


@pytest.mark.parametrize("text", POSITIONS)
def test_plays_of_the_best_combinations(few: lexkit.Lexicon, text: str) -> None:
    """Those plays of a position that plain Python finds among the best combinations, at every number of them."""
    board = Board.from_cgp(text)
    moves = few.moves(board)
    bigrams = Counter(pair for word in few for pair in pairwise(word))
    rules = board.rules
    on_board = "".join(sorted({rules.text.square(tile).upper() for tile in board.grid if tile}))
    scores = {
        combination: score_of(combination, bigrams, rules)
        for combination in every_combination(str(moves.rack), on_board, "".join(rules.alphabet.labels))
    }
    ranked = sorted(scores.values(), reverse=True)
    everything = len(scores)
    for number in (1, 20, 200, everything):
        least = ranked[min(number, everything) - 1]
        found = {str(moves[int(at)]) for at in from_subsets(spelled_by(few.core), moves, number)}
        for move in moves:
            laid = [rules.text.square(tile) for tile in move.played]
            letters = Counter(move.words[0]) - Counter(letter.upper() for letter in laid)
            if sum(letters.values()) > 1:
                assert str(move) not in found
                continue
            score = scores["".join(sorted(laid)), "".join(letters)]
            # Of equal ones some may be left out.
            assert (str(move) in found) == (score >= least) or score == least
    best = from_subsets(spelled_by(few.core), moves, everything)
    listed = [moves[int(at)].score for at in best]
    assert listed == sorted(listed, reverse=True)


def test_racks_of_too_many_subsets(few: lexkit.Lexicon) -> None:
    """One of twelve tiles with two blanks took a gigabyte; what is allowed takes 64 bytes a subset."""
    rules = Rules(alphabet=few.alphabet, rack_size=12)
    with pytest.raises(PositionError, match="too many subsets"):
        best_combinations(spelled_by(few.core), rules, Rack("AEINRSTLOD??", few.alphabet), b"", 10)
    assert _subsets(Rack("AEIN??", few.alphabet).counts, rules).counts.itemsize == 1
    assert _subsets.cache_parameters()["maxsize"] == 2


def test_a_limit_ends_the_ranking(few: lexkit.Lexicon) -> None:
    """It looks at the clock between blocks, also when the subsets are known already."""
    rules, rack = Rules(alphabet=few.alphabet), Rack("AEINR??", few.alphabet)
    best_combinations(spelled_by(few.core), rules, rack, b"", 10)
    with lexkit.within(3600) as limit:
        limit.stop()
        with pytest.raises(TimeLimitError):
            best_combinations(spelled_by(few.core), rules, rack, b"", 10)
