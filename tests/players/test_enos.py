"""Enos's player: minimax against plain Python without bounds, the opponent's rack, and what a choice depends on."""

import math
import pickle
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import lexkit
from lexkit import Board, Game, Match, Rack, Rules, lexicons
from lexkit.errors import PositionError, QueryError, TimeLimitError
from lexkit.players.base import Situation
from lexkit.players.enos import (
    KEYS,
    SUBSETS,
    Enos,
    _EnosOptions,
    _EnosSearch,
    _MinimaxNode,
    _subsets,
    best_combinations,
    combination_keys,
    from_subsets,
    likely_order,
    likely_rack,
    spelled_by,
)
from lexkit.runtime.game.rules import count_unseen
from tests.making import make
from tests.players.test_match import small_list
from tests.running import COMPILED

OPEN = "15/15/15/15/15/7B7/7L7/4CARES6/7D7/7E7/15/15/15/15/15 AEINRLT/ 10/0 0"
LAST = "15/15/15/15/15/7B7/7L7/4CARES6/7D7/7E7/15/15/15/15/15 AERS/LEIT 10/0 0"


@pytest.fixture(scope="module")
def few() -> lexkit.Lexicon:
    return small_list(lexicons.alphabet("english"))


class Line(NamedTuple):
    """A position of the plain search; ``hands``: what a point more on the rack is worth at the end."""

    board: Board
    racks: tuple[Rack, Rack]
    widths: tuple[int, ...]
    bag: bytes | None
    hands: float = 0.0


def plain_value(lexicon: lexkit.Lexicon, line: Line, passed: bool) -> float:
    """The value for the player to move: every line within the widths."""
    own, other = (sum(line.board.rules.points[tile] for tile in rack.tiles) for rack in line.racks)
    guess = line.hands * (own - other)
    if not line.widths or not len(line.racks[0]):
        return guess
    if values := plain_values(lexicon, line):
        return max(values)
    if passed:
        return float(other - own) if line.bag == b"" else guess
    return -plain_value(lexicon, line._replace(racks=line.racks[::-1], widths=line.widths[1:]), True)


def plain_values(lexicon: lexkit.Lexicon, line: Line) -> list[float]:
    """What each play comes to."""
    moves = lexicon.moves(line.board, line.racks[0])
    values = []
    for number in from_subsets(spelled_by(lexicon.core), moves, SUBSETS)[: line.widths[0]]:
        move = moves[int(number)]
        kept = Counter(line.racks[0].tiles) - Counter(0 if tile & 128 else tile for tile in move.played)
        bag = line.bag
        if bag:
            kept += Counter(bag[: len(move.played)])
            bag = bag[len(move.played) :]
        if bag == b"" and not kept:
            values.append(move.score + 2.0 * sum(line.board.rules.points[tile] for tile in line.racks[1].tiles))
            continue
        after = line.board.copy()
        after.play(move)
        racks = line.racks[1], Rack.of_tiles(sorted(kept.elements()), lexicon.alphabet)
        reply = Line(after, racks, line.widths[1:], bag, line.hands)
        values.append(move.score - plain_value(lexicon, reply, False))
    return values


def in_order(text: str) -> bytes:
    """The tiles of letters, in this order."""
    return bytes(0 if letter == "?" else ord(letter) - 64 for letter in text)


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take a minute")
@pytest.mark.parametrize("hands", [0.0, 0.5, -1.0])
@pytest.mark.parametrize(
    ("text", "bag", "widths"),
    [
        (OPEN, None, (12, 1)),
        (OPEN, None, (5, 4)),
        (OPEN, "REITALSDEINO", (4, 4, 4)),
        (OPEN, "REITALSDEINOTR", (4, 3, 3, 2)),
        (LAST, "", (8, 5, 3, 1)),
        (LAST, "", (6, 6, 6)),
        (LAST, "", (9, 2, 4, 2)),
        (LAST, "T", (6, 5, 4, 2)),
        (LAST, "?SE", (6, 4, 3, 3)),
    ],
)
def test_minimax(few: lexkit.Lexicon, text: str, bag: str | None, widths: tuple[int, ...], hands: float) -> None:
    """Two plies, and more with a guessed bag that lasts or runs out, with bounds and without."""
    board = Board.from_cgp(text)
    racks = Rack(board.racks[0]), Rack(board.racks[1] or "DEIRSTU")
    line = Line(board, racks, widths, None if bag is None else in_order(bag), hands)
    expected = plain_values(few, line)
    node = _MinimaxNode(board.grid, *line[1:4])
    for pruning in (True, False):
        search = _EnosSearch(few.core, board, _EnosOptions(hands=hands, pruning=pruning))
        moves, numbers = search.plays(board.grid, racks[0])
        numbers = numbers[: widths[0]]
        assert len(expected) == len(numbers) > 1
        assert search.best(moves, numbers, node) == numbers[int(np.argmax(expected))]
        # The value of each within any bounds that hold it.
        for number, value in zip(numbers, expected, strict=True):
            low, high = (value - 1, value + 1) if pruning else (-math.inf, math.inf)
            assert search._value_of(moves[int(number)], node, low, high) == pytest.approx(value)


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take a minute")
def test_choices_in_an_endgame() -> None:
    """With an empty bag the options of the bag change nothing, and the search knows the other rack."""
    lexicon = lexkit.open()
    game = Game(lexicon, seed=3)
    player = lexkit.player("greedy", lexicon)
    checked = 0
    while not game.over:
        view = game.view(game.to_move)
        if not game.bag_size and len(view.rack) < 6 and len(moves := lexicon.moves(game.board, view.rack)):
            situation = Situation(lexicon.core, game.board, view.rack, 0)
            values = plain_values(
                lexicon, Line(game.board, (view.rack, game.racks[1 - game.to_move]), (8, 5, 3, 1), b"")
            )
            number = from_subsets(spelled_by(lexicon.core), moves, SUBSETS)[int(np.argmax(values))]
            for options in ({}, {"pruning": False}, {"widths": (4, 3, 2), "opponent": "likely"}):
                assert Enos(1, **options).choose(situation).move == moves[int(number)]
            checked += 1
        game.act(player.choose(view))
    assert checked


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take a minute")
@pytest.mark.parametrize("opponent", ["sampled", "likely"])
def test_choices_of_four_plies(few: lexkit.Lexicon, opponent: str) -> None:
    """The player searches the line that its options describe."""
    board = Board.from_cgp(OPEN)
    rack = Rack(board.racks[0])
    moves = few.moves(board)
    numbers = from_subsets(spelled_by(few.core), moves, SUBSETS)
    for bag in (60, 2):
        enos = Enos(5, opponent=opponent, widths=(5, 3, 2, 2), hands=0.25)
        situation = Situation(few.core, board, rack, bag)
        other, order = enos._guess(situation)
        values = plain_values(few, Line(board, (rack, other), (5, 3, 2, 2), order, 0.25))
        assert enos.choose(situation).move == moves[int(numbers[int(np.argmax(values))])]


def test_exponents(few: lexkit.Lexicon) -> None:
    """With exponent 0 the letters' points alone rank a combination."""
    rules, rack = Rules(alphabet=few.alphabet), Rack("AEINRST", few.alphabet)
    best = best_combinations(spelled_by(few.core), rules, rack, b"\x05", 1_000, exponent=0)
    assert best.scores[0] == 8
    assert set(best.scores.tolist()) == set(range(2, 9))
    assert best_combinations(spelled_by(few.core), rules, rack, b"", 9, math.e).scores.tolist() == (
        best_combinations(spelled_by(few.core), rules, rack, b"", 9).scores.tolist()
    )


class Play(NamedTuple):
    """The part of a move that the search reads; the squares after it name a place in a tree."""

    score: int
    grid_after: bytes
    played: bytes = b""


class Tree(_EnosSearch):
    """The search of a random tree instead of a position."""

    def __init__(self, seed: int, widths: Sequence[int], pruning: bool = True) -> None:
        self.rules = Rules()
        self.options = _EnosOptions(pruning=pruning)
        self.seed = seed
        self.tree_widths = widths

    def plays(self, grid: bytes, rack: Rack) -> tuple[Any, Any]:
        chance = random.Random(f"{self.seed} {grid.hex()}")
        scores = sorted((chance.randrange(-60, 60) for _ in range(self.tree_widths[len(grid)])), reverse=True)
        return [Play(score, grid + bytes([at])) for at, score in enumerate(scores)], np.arange(len(scores))

    def plain(self, grid: bytes) -> int:
        """The value of a place without bounds."""
        if len(grid) == len(self.tree_widths):
            return 0
        return max(play.score - self.plain(play.grid_after) for play in self.plays(grid, Rack("A"))[0])


def test_bounds_hold_at_every_ply() -> None:
    """A value between the bounds is exact, and one beyond them stays beyond: wrong ones end a line too early."""
    widths = (5, 4, 3, 2)
    racks = Rack("A"), Rack("E")
    for seed in range(60):
        tree = Tree(seed, widths)
        moves, numbers = tree.plays(b"", racks[0])
        values = [move.score - tree.plain(move.grid_after) for move in moves]
        node = _MinimaxNode(b"", racks, widths, None)
        assert tree.best(moves, numbers, node) == values.index(max(values))
        assert Tree(seed, widths, pruning=False).best(moves, numbers, node) == values.index(max(values))
        for move, value in zip(moves, values, strict=True):
            for low, high in ((value - 1, value + 1), (value + 2, value + 9), (value - 9, value - 2)):
                found = tree._value_of(move, node, low, high)
                assert min(max(found, low), high) == min(max(value, low), high)


def test_the_opponents_rack(few: lexkit.Lexicon) -> None:
    board = Board.from_cgp(OPEN)
    unseen = count_unseen(board.rules, board.grid, Rack(board.racks[0]).tiles)
    situation = Situation(few.core, board, Rack(board.racks[0]), sum(unseen) - 7)
    racks = [Enos(seed)._guess(situation)[0] for seed in range(40)]
    assert len(set(racks)) > 30
    assert all(len(rack) == 7 and all(map(int.__le__, rack.counts, unseen)) for rack in racks)
    assert Enos(3)._guess(situation)[0] == racks[3]
    likely = Enos(3, opponent="likely")._guess(situation)[0]
    assert likely == Enos(4, opponent="likely")._guess(situation)[0] == likely_rack(unseen, 7, board.rules)
    last = Board.from_cgp(LAST)
    known = Situation(few.core, last, Rack(last.racks[0]), 0)
    # By an empty bag all that is unseen is on the other rack: here the tiles are few.
    few_tiles = count_unseen(last.rules, last.grid, Rack(last.racks[0]).tiles)
    assert len(Enos(1)._guess(known)[0]) == min(7, sum(few_tiles))


@pytest.mark.parametrize("opponent", ["sampled", "likely"])
def test_the_order_of_the_bag(few: lexkit.Lexicon, opponent: str) -> None:
    """With the opponent's rack it is what is not seen; the rack is the same for any number of plies."""
    board = Board.from_cgp(OPEN)
    unseen = count_unseen(board.rules, board.grid, Rack(board.racks[0]).tiles)
    for tiles in (sum(unseen) - 7, 3):
        situation = Situation(few.core, board, Rack(board.racks[0]), tiles)
        two, nothing = Enos(3, opponent=opponent)._guess(situation)
        assert nothing is None
        rack, bag = Enos(3, opponent=opponent, widths=(8, 5, 3, 1))._guess(situation)
        assert rack == two
        assert bag is not None
        assert len(bag) == tiles
        left = Counter(dict(enumerate(unseen))) - Counter(rack.tiles)
        assert Counter(bag) <= left
    assert Enos(3, widths=(8, 5, 3, 1))._guess(Situation(few.core, board, Rack(board.racks[0]), 0))[1] == b""


def test_likely_orders() -> None:
    """Every beginning has the tiles' shares, within one of each."""
    counts = bytearray(64)
    counts[0], counts[1], counts[5], counts[26] = 2, 10, 4, 4
    order = likely_order(bytes(counts))
    for drawn in range(21):
        for tile in range(64):
            assert abs(order[:drawn].count(tile) - counts[tile] * drawn / 20) <= 1
    assert likely_order(bytes(64)) == b""


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
    for wrong in ({"widths": ()}, {"widths": (1,) * 9}, {"widths": (5, 0)}, {"exponent": math.nan}, {"hands": 11}):
        with pytest.raises(QueryError):
            Enos(**wrong)
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
