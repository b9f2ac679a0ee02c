"""Enos's player: minimax against plain Python without bounds, the opponent's rack, and what a choice depends on."""

import math
import pickle
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lexkit
from lexkit import Board, Game, Match, Rack, Rules, lexicons
from lexkit.errors import PositionError, QueryError, TimeLimitError
from lexkit.runtime.game.rules import count_unseen
from lexkit.runtime.players.enos import (
    KEYS,
    SUBSETS,
    Enos,
    _Search,
    _subsets,
    best_combinations,
    combination_keys,
    from_subsets,
    likely_rack,
    spelled_by,
)
from lexkit.runtime.players.evaluation import Situation
from tests.making import make
from tests.players.test_match import small_list
from tests.running import COMPILED

OPEN = "15/15/15/15/15/7B7/7L7/4CARES6/7D7/7E7/15/15/15/15/15 AEINRLT/ 10/0 0"
LAST = "15/15/15/15/15/7B7/7L7/4CARES6/7D7/7E7/15/15/15/15/15 AERS/LEIT 10/0 0"


@pytest.fixture(scope="module")
def few() -> lexkit.Lexicon:
    return small_list(lexicons.alphabet("english"))


def plain_value(
    lexicon: lexkit.Lexicon, board: Board, racks: tuple[Rack, Rack], widths: tuple[int, ...], last: bool, passed: bool
) -> float:
    """The value for the player to move: every line within the widths."""
    if not widths or not len(racks[0]):
        return 0.0
    points = [sum(board.rules.points[tile] for tile in rack.tiles) for rack in racks]
    values = plain_values(lexicon, board, racks, widths, last)
    if values:
        return max(values)
    if not last:
        return 0.0
    if passed:
        return float(points[1] - points[0])
    return -plain_value(lexicon, board, (racks[1], racks[0]), widths[1:], last, True)


def plain_values(
    lexicon: lexkit.Lexicon, board: Board, racks: tuple[Rack, Rack], widths: tuple[int, ...], last: bool
) -> list[float]:
    """What each play comes to."""
    moves = lexicon.moves(board, racks[0])
    values = []
    for number in from_subsets(spelled_by(lexicon.core), moves, SUBSETS)[: widths[0]]:
        move = moves[int(number)]
        left = racks[0] - move.played
        if last and not len(left):
            values.append(move.score + 2.0 * sum(board.rules.points[tile] for tile in racks[1].tiles))
            continue
        after = Board.from_cgp(board.to_cgp().rsplit(" ", 3)[0].split(" ")[0] + " / 0/0 0", rules=board.rules)
        after.play(move)
        values.append(move.score - plain_value(lexicon, after, (racks[1], left), widths[1:], last, False))
    return values


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take a minute")
@pytest.mark.parametrize(
    ("text", "widths"), [(OPEN, (12, 1)), (OPEN, (5, 4)), (LAST, (8, 5, 3, 1)), (LAST, (6, 6, 6)), (LAST, (9, 2, 4, 2))]
)
def test_minimax(few: lexkit.Lexicon, text: str, widths: tuple[int, ...]) -> None:
    board = Board.from_cgp(text)
    last = "LEIT" in text
    racks = Rack(board.racks[0]), Rack(board.racks[1] or "DEIRSTU")
    search = _Search(few.core, board, SUBSETS)
    moves, numbers = search.plays(board.grid, racks[0])
    numbers = numbers[: widths[0]]
    expected = plain_values(few, board, racks, widths, last)
    assert len(expected) == len(numbers) > 1
    assert search.best(moves, numbers, racks, widths, last=last) == numbers[int(np.argmax(expected))]
    # The value of each within any bounds that hold it.
    for number, value in zip(numbers, expected, strict=True):
        assert search._value_of(moves[int(number)], racks, widths, value - 1, value + 1, last=last) == value


def test_the_opponents_rack(few: lexkit.Lexicon) -> None:
    board = Board.from_cgp(OPEN)
    unseen = count_unseen(board.rules, board.grid, Rack(board.racks[0]).tiles)
    situation = Situation(few.core, board, Rack(board.racks[0]), sum(unseen) - 7)
    racks = [Enos(seed)._other(situation) for seed in range(40)]
    assert len(set(racks)) > 30
    assert all(len(rack) == 7 and all(map(int.__le__, rack.counts, unseen)) for rack in racks)
    assert Enos(3)._other(situation) == racks[3]
    likely = Enos(3, opponent="likely")._other(situation)
    assert likely == Enos(4, opponent="likely")._other(situation) == likely_rack(unseen, 7, board.rules)
    last = Board.from_cgp(LAST)
    known = Situation(few.core, last, Rack(last.racks[0]), 0)
    # By an empty bag all that is unseen is on the other rack: here the tiles are few.
    few_tiles = count_unseen(last.rules, last.grid, Rack(last.racks[0]).tiles)
    assert len(Enos(1)._other(known)) == min(7, sum(few_tiles))


def test_likely_racks() -> None:
    rules = Rules()
    counts = bytearray(64)
    counts[1], counts[5], counts[9], counts[26] = 10, 4, 4, 2
    for held in range(8):
        rack = likely_rack(bytes(counts), held, rules)
        assert len(rack) == held
        for tile in range(64):
            assert abs(rack.counts[tile] - counts[tile] * held / 20) < 1
    assert not len(likely_rack(bytes(64), 0, rules))


def test_choices_repeat(few: lexkit.Lexicon) -> None:
    """By seed; and what is hidden has no influence."""
    game = Game(few, seed=3)
    view = game.view(0)
    for name in ("enos", "two-ply") if COMPILED else ("enos",):
        first = lexkit.player(name, few, seed=7)
        assert first.choose(view) == lexkit.player(name, few, seed=7).choose(view)
        again = pickle.loads(pickle.dumps(view))
        assert first.choose(view) == lexkit.player(name, few, seed=7).choose(again)


@pytest.mark.parametrize("name", ["enos", "two-ply"])
@pytest.mark.parametrize("alphabet", ["english", "german", "spanish", "hong_kong_english"])
def test_games_to_their_ends(name: str, alphabet: str) -> None:
    if not COMPILED and (name, alphabet) != ("enos", "german"):
        pytest.skip("interpreted kernels take ten seconds for each")
    lexicon = small_list(lexicons.alphabet(alphabet))
    games = Match(lexicon, name, "greedy", seed=2, paired=True)
    assert games.names == (name, "greedy")
    tallies = [games.tally(2, threads=1) for _ in range(2 if COMPILED else 1)]
    assert tallies[0].games == 2
    assert tallies[0].to_json() == tallies[-1].to_json()


def test_wrong_calls() -> None:
    with pytest.raises(QueryError, match="rack"):
        Enos(opponent="certain")
    with pytest.raises(QueryError, match="subsets"):
        Enos(subsets=0)
    with pytest.raises(QueryError, match="does not think"):
        lexkit.player("enos", time=1)


LETTERS = "AEINRSTXQ"
#: A combination: the letters with those of blanks in lower case, and the letter on the board or "".
Combination = tuple[str, str]


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
