"""What moves come to with tiles in the bag, against brute force over all draws."""

import itertools
import math
import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations
from typing import Any
from unittest.mock import Mock

import pytest

import lexkit
from lexkit import Action, Alphabet, Rules, Tile
from lexkit.errors import IllegalMoveError, PositionError, QueryError, TimeLimitError
from lexkit.players.endgame import pre_endgame
from lexkit.players.endgame.pre_endgame import _SearchedMove
from lexkit.players.endgame.racks_and_bag import (
    draws,
    exchange_draws,
    exchanges_of,
    known_of_opponent,
    mover_and_unseen,
    turns_left,
)
from lexkit.players.endgame.solution import WIDEST, Endgame
from lexkit.runtime.game.move import grid_after
from tests.game.word_scan import BLANK, Move, Word, put
from tests.players.endgame.brute_force import BruteForce, Rack, Small, Squares, random_small, taken
from tests.players.endgame.small_boards import alphabet_of, board_of, lexicon_of
from tests.players.endgame.test_solution import OPEN, Ticking
from tests.running import COMPILED, MANY

ONE_LEFT = (
    "EUOI3D7/1PETTO1R1CODAS1/5FLAX3HUI/7WIRETAP1/6ON2V4/5JO3I4/5UT3R4/3AFTIE1CAVERN/3MAED3t2E1/"
    "1QuAG3T1E2E1/4SIRIH1D2N1/7ME4G1/7BY4A1/7U5G1/7E1BILLER AINNOOZ/ 352/343 0"
)


def small_with_bag(seed: int) -> tuple[Small, Rack]:
    """A small position with one or two tiles in the bag, and the counts of all tiles not seen."""
    rng = random.Random(seed)
    small = random_small(seed)
    size = rng.choice([1, 2, 2])
    present = [tile for rack in small.racks for tile, count in enumerate(rack) if count]
    racks = []
    for number in (size, size + rng.choice([1, 1, 2])):
        rack = [0] * (small.letters + 1)
        for _ in range(number):
            rack[rng.choice(present)] += 1
        racks.append(tuple(rack))
    empty = (0,) * (small.letters + 1)
    # Near the end by turns without a point, more often than not.
    least = min(limit for limit in (small.zero_turns, small.pass_turns) if limit)
    zeros = max(0, least - rng.choice([1, 2, 2, 3, 3, 9]))
    return replace(small, racks=(racks[0], empty), rack_size=size, zeros=zeros), racks[1]


def test_what_thousands_of_moves_need_is_found_when_each_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stop during the first search does not wait for all moves."""
    small, unseen = small_with_bag(9)
    counts = [own + others for own, others in zip(small.racks[0], unseen, strict=True)]
    for line in small.board:
        for tile in line:
            counts[0 if tile & 128 else tile] += tile > 0
    alphabet = alphabet_of(small, tuple(counts))
    board, lexicon = board_of(small, alphabet), lexicon_of(small, alphabet)
    assert len(lexicon.moves(board, board.racks[0])) > 3
    placed = Mock(side_effect=grid_after)
    monkeypatch.setattr(pre_endgame, "grid_after", placed)
    searched = Mock(side_effect=_SearchedMove.search)
    monkeypatch.setattr(_SearchedMove, "search", lambda *arguments: searched(*arguments))
    outcomes = lexkit.pre_endgame(board, lexicon, plies=2)
    assert len(outcomes) == placed.call_count
    placed.reset_mock()
    searched.side_effect = TimeLimitError("late")
    with pytest.raises(TimeLimitError):
        lexkit.pre_endgame(board, lexicon)
    assert placed.call_count == 0


def expected(
    brute: BruteForce, unseen: Rack, move: Move | None, lead: int, pool: Rack | None = None
) -> Counter[frozenset[int]]:
    """How often each final spread comes, over all orders of the tiles not seen, after a move or a pass.

    ``pool``: those of them that may be in the bag, by default all.

    Where tiles are left in the bag it is one of several, if several plays look best.
    """
    small = brute.small
    tiles = [tile for tile, count in enumerate(pool or unseen) for _ in range(count)]
    in_bag = sum(unseen) - small.rack_size
    laid, score = move[3:] if move else ((), 0)
    board = small.board if move is None else tuple(map(tuple, put([list(line) for line in small.board], move)))
    zeros, passes = (0 if score else small.zeros + 1), 0 if move else small.zeros + 1
    spreads: Counter[frozenset[int]] = Counter()
    for bag in permutations(tiles, in_bag):
        own, other = list(taken(small.racks[0], laid)), list(unseen)
        for tile in bag:
            other[tile] -= 1
        for tile in bag[: len(laid)]:
            own[tile] += 1
        if brute.ends(zeros, passes):
            gained = {brute.worth(tuple(other)) - brute.worth(tuple(own))}
        else:
            racks = tuple(other), tuple(own)
            gained = {-gain for gain in greedy(brute, board, racks, bag[len(laid) :], zeros, passes)}
        spreads[frozenset(lead + score + gain for gain in gained)] += 1
    return spreads


def greedy(brute: BruteForce, board: Squares, racks: tuple[Rack, Rack], bag: Word, zeros: int, passes: int) -> set[int]:
    """What the player to move may gain, if until the bag is empty both make a play that looks best."""
    own, other = racks
    if not bag:
        return {brute.value(board, racks, zeros, passes)}
    moves = brute.moves(board, own)
    out = [move for move in moves if len(move[3]) == sum(own)]

    def looks(move: Move) -> int:
        return move[4] + sum(brute.small.points[0 if tile & BLANK else tile] for tile in move[3])

    best = max(map(looks, out or moves), default=0)
    chosen: list[Move | None] = [move for move in out or moves if looks(move) == best]
    found = set()
    for move in chosen or [None]:
        after, left, score, more = board, list(own), 0, bag
        if move is not None:
            after = tuple(map(tuple, put([list(line) for line in board], move)))
            left, score, more = list(taken(own, move[3])), move[4], bag[len(move[3]) :]
            for tile in bag[: len(move[3])]:
                left[tile] += 1
        missed, passed = 0 if score else zeros + 1, 0 if move else passes + 1
        if brute.ends(missed, passed):
            found.add(score + brute.worth(other) - brute.worth(tuple(left)))
        else:
            found |= {score - gain for gain in greedy(brute, after, (other, tuple(left)), more, missed, passed)}
    return found


def _made(small: Small, unseen: Rack) -> tuple[Alphabet, lexkit.Board, lexkit.Lexicon]:
    """A small position with tiles in the bag as lexkit knows it."""
    on_board = Counter(0 if tile & 128 else tile for line in small.board for tile in line if tile)
    counts = [
        have + more + on_board[tile] for tile, (have, more) in enumerate(zip(small.racks[0], unseen, strict=True))
    ]
    alphabet = alphabet_of(small, tuple(counts))
    return alphabet, board_of(small, alphabet), lexicon_of(small, alphabet)


def test_brute_force_finds_the_same() -> None:
    compared: Counter[str] = Counter()
    for seed in range(50 if MANY else 12):
        small, unseen = small_with_bag(seed)
        board_counts = Counter(0 if tile & 128 else tile for line in small.board for tile in line if tile)
        counts = [
            have + more + board_counts[tile]
            for tile, (have, more) in enumerate(zip(small.racks[0], unseen, strict=True))
        ]
        alphabet = alphabet_of(small, tuple(counts))
        lead = seed % 7 - 3
        board = board_of(small, alphabet, f"{lead}/0")
        brute = BruteForce(small)
        moves = sorted(brute.moves(small.board, small.racks[0]))
        # Turn by turn, and to the end.
        how: dict[str, Any] = ({"plies": 30}, {"plies": 62}, {"timeout": 600})[seed % 3]
        outcomes = lexkit.pre_endgame(board, lexicon_of(small, alphabet), memory=1, **how)
        assert len(outcomes) == len(moves) + 1
        if how != {"plies": 30}:
            assert not any(outcome.open for outcome in outcomes)
        in_bag = sum(unseen) - small.rack_size
        by_move: dict[Any, lexkit.Outcome] = {
            o.move and (o.move.row, o.move.column, o.move.across, tuple(o.move.played), o.move.score): o
            for o in outcomes
        }
        for move in (*moves[:6], None):
            outcome = by_move[move]
            laid = len(move[3]) if move else 0
            assert outcome.assumes == ("" if laid >= in_bag else "greedy")
            assert outcome.wins + outcome.ties + outcome.losses + outcome.open == math.perm(sum(unseen), in_bag)
            assert outcome.exact == (not outcome.open and not outcome.assumes)
            if outcome.open:
                assert how == {"plies": 30}
                continue
            spreads = expected(brute, unseen, move, lead)
            signs = Counter({frozenset((one > 0) - (one < 0) for one in several): 0 for several in spreads})
            for several, times in spreads.items():
                signs[frozenset((one > 0) - (one < 0) for one in several)] += times
            if max(map(len, signs)) == 1:
                found = {1: outcome.wins, 0: outcome.ties, -1: outcome.losses}
                assert found == {sign: signs[frozenset([sign])] for sign in found}, (seed, str(outcome))
                compared[outcome.assumes] += 1
    assert compared[""] > (40 if MANY else 5)
    assert compared["greedy"] > (40 if MANY else 5)


def test_a_play_that_scores_begins_to_count_anew() -> None:
    """Found: the turns without a point before a pass still counted when a play had scored, and that was exact."""
    tiles = [Tile("A", "a", 3, 4), Tile("B", "b", 3, 4), Tile("C", "c", 2, 3)]
    alphabet = Alphabet("three", tiles)
    words = ["AA", "AB", "ABA", "ABAB", "ABC", "AC", "BA", "BAB", "BB", "BBC", "BC", "BCCA", "CA", "CABA", "CC", "CCC"]
    lexicon = lexkit.build(words, options=lexkit.Options(alphabet=alphabet))
    rules = Rules(lexkit.Layout("few", ["..=", "~'.", "~..", "..'"]), alphabet, rack_size=2, bingo=0)
    found = []
    for zeros in (0, 4):
        board = lexkit.Board.from_cgp(f"3/C2/ABA/1B1 AA/ 0/14 {zeros}", rules=rules)
        (outcome,) = lexkit.pre_endgame(board, lexicon, plies=62, moves=[None])
        found.append((outcome.wins, outcome.ties, outcome.losses, outcome.open, outcome.draws))
    assert found[0] == found[1]
    assert not found[0][3]


def test_a_play_without_a_point_is_no_pass() -> None:
    """Found: where only passes end a game, it was taken for the last one."""
    alphabet = Alphabet("two", [Tile("A", "a", 0, 6), Tile("B", "b", 3, 2)])
    lexicon = lexkit.build(["AA", "AAA", "AB"], options=lexkit.Options(alphabet=alphabet))
    layout = lexkit.Layout("three rows", ["....."] * 3, start="1A")
    rules = Rules(layout, alphabet, rack_size=2, bingo=0, zero_turns=0, pass_turns=4)
    found = []
    for zeros in (2, 3):
        board = lexkit.Board.from_cgp(f"AA3/5/5 AB/ 4/0 {zeros}", rules=rules)
        (outcome,) = lexkit.pre_endgame(board, lexicon, plies=62, moves=["1A ..A"])
        found.append((outcome.wins, outcome.losses, outcome.depth, outcome.exact))
    assert found[0] == found[1]


def test_passes_are_told_apart_from_other_turns_without_a_point() -> None:
    """Where both end a game: a play of 0 points is the twelfth turn without a point, though only one was a pass."""
    alphabet = Alphabet("two", [Tile("A", "a", 0, 6), Tile("B", "b", 3, 2)])
    lexicon = lexkit.build(["AA", "AAA", "AB"], options=lexkit.Options(alphabet=alphabet))
    layout = lexkit.Layout("three rows", ["....."] * 3, start="1A")
    found = []
    for pass_turns, passes in ((4, 1), (0, None)):
        rules = Rules(layout, alphabet, rack_size=2, bingo=0, zero_turns=12, pass_turns=pass_turns)
        board = lexkit.Board.from_cgp("AA3/5/5 AB/ 4/0 11", rules=rules)
        (outcome,) = lexkit.pre_endgame(board, lexicon, plies=62, moves=["1A ..A"], passes=passes)
        found.append((outcome.wins, outcome.losses, outcome.basis))
    assert found[0] == found[1] == (9, 3, "to the end, greedy opponent")
    with pytest.raises(QueryError, match="invalid number of passes"):
        lexkit.pre_endgame(board, lexicon, passes=-1)


def test_draws_are_counted_as_orders() -> None:
    unseen = bytes([0, 3, 1, 4, 0, 2]).ljust(64, b"\0")
    tiles = [tile for tile, count in enumerate(unseen) for _ in range(count)]
    for drawn, left in ((0, 0), (1, 0), (0, 2), (2, 1), (3, 0), (1, 2)):
        found: Counter[tuple[bytes, bytes]] = Counter()
        for order in permutations(tiles, drawn + left):
            taken_tiles = bytes(order[:drawn].count(tile) for tile in range(64))
            found[taken_tiles, bytes(order[drawn:])] += 1
        answer = draws(unseen, drawn, left)
        assert {(draw.drawn, draw.bag): draw.ways for draw in answer} == found
        for draw in answer:
            gone = [draw.drawn[tile] + draw.bag.count(tile) for tile in range(64)]
            assert [have - less for have, less in zip(unseen, gone, strict=True)] == list(draw.other)


def test_draws_after_an_exchange() -> None:
    """All orders of the tiles not seen, and then all orders of the bag with the tiles that were returned."""
    unseen = bytes([0, 2, 1, 2]).ljust(64, b"\0")
    tiles = [tile for tile, count in enumerate(unseen) for _ in range(count)]
    for returned, in_bag in ((b"\1", 1), (b"\1\2", 2), (b"\4", 2), (b"\1\1\2", 3)):
        found: Counter[tuple[bytes, bytes]] = Counter()
        for order in permutations(tiles, len(returned)):
            rest = list((Counter(tiles) - Counter(order)).elements())
            for left in combinations(rest, in_bag - len(returned)):
                for bag in permutations([*left, *returned]):
                    found[bytes(order.count(tile) for tile in range(64)), bytes(bag)] += 1
        counts = bytes(returned.count(tile) for tile in range(64))
        answer: Counter[tuple[bytes, bytes]] = Counter()
        for draw in exchange_draws(unseen, counts, in_bag):
            answer[draw.drawn, draw.bag] += draw.ways
            in_all = [draw.drawn[at] + draw.bag.count(at) + draw.other[at] for at in range(64)]
            assert in_all == [have + more for have, more in zip(unseen, counts, strict=True)]
        assert answer == found
    listed = set(exchanges_of(unseen, 2))
    assert listed == {
        bytes(chosen.count(tile) for tile in range(64)) for size in (1, 2) for chosen in combinations(tiles, size)
    }


def test_exchanges_where_rules_allow_them() -> None:
    """If all unseen tiles are of a kind, exchanging one of them is a pass, by the same ways to win."""
    compared = 0
    for seed in range(40 if MANY else 6):
        small, unseen = small_with_bag(seed)
        kind = next(tile for tile, count in enumerate(unseen) if count)
        alike = [0] * len(unseen)
        alike[kind] = sum(unseen)
        own = list(small.racks[0])
        own[next(tile for tile, count in enumerate(own) if count)] -= 1
        own[kind] += 1
        small = replace(small, racks=(tuple(own), small.racks[1]), zero_turns=0, pass_turns=8)
        on_board = Counter(0 if tile & 128 else tile for line in small.board for tile in line if tile)
        counts = tuple(have + more + on_board[tile] for tile, (have, more) in enumerate(zip(own, alike, strict=True)))
        alphabet = alphabet_of(small, counts)
        lexicon = lexicon_of(small, alphabet)
        board = board_of(small, alphabet, f"{seed % 7 - 3}/0", exchange_minimum=1)
        outcomes = lexkit.pre_endgame(board, lexicon, plies=3, memory=1)
        in_bag = sum(unseen) - small.rack_size
        exchanges = [outcome for outcome in outcomes if outcome.exchanged is not None]
        assert {outcome.exchanged for outcome in exchanges} == {
            lexkit.Rack(given, alphabet) for given in exchanges_of(bytes(own).ljust(64, b"\0"), in_bag)
        }
        same = lexkit.Rack.of_tiles(bytes([kind]), alphabet)
        moves = [f"-{same}", None, Action.read(f"-{same}"), Action.read("pass")]
        one, other, again, passed = (
            lexkit.pre_endgame(board, lexicon, moves=[move], plies=3, memory=1)[0] for move in moves
        )
        assert (one, other) == (again, passed)
        assert (one.assumes, one.text, other.text) == ("greedy", f"-{same}", "-")
        assert one.action.kind == "exchange"
        assert str(one).startswith(f"-{same}: ")
        assert one.win == other.win
        assert one.spread == pytest.approx(other.spread)
        compared += 1
        with pytest.raises(IllegalMoveError):
            lexkit.pre_endgame(board_of(small, alphabet), lexicon, moves=[f"-{same}"], memory=1)
    assert compared


def test_what_is_no_move_to_compare(english: lexkit.Lexicon) -> None:
    rules = Rules(exchange_minimum=1)
    board = lexkit.Board.from_cgp(ONE_LEFT, rules=rules)
    for wrong in ("-QQ", "-2", "-AIN", Action.read("resign")):
        with pytest.raises((IllegalMoveError, PositionError)):
            lexkit.pre_endgame(board, english, moves=[wrong])
    if COMPILED:
        answer = lexkit.pre_endgame(board, english, moves=["-Z", "6J ZINNIA"], plies=1)
        assert [each.text for each in answer] == ["6J Z.NNIA", "-Z"]


@pytest.mark.skipif(not COMPILED, reason="takes minutes")
def test_moves_are_searched_to_the_end(english: lexkit.Lexicon) -> None:
    """Who wins with them is certain then; four turns ahead it is open with some draws, and not shown as certain."""
    board = lexkit.Board.from_cgp(ONE_LEFT)
    moves = ["6J ZINNIA", "15C AZIONE", "M6 OZENA", "15D ZONAE"]
    whole = {one.text: one for one in lexkit.pre_endgame(board, english, moves=moves, plies=62)}
    assert all(one.exact and one.basis == "exact" and not one.stopped for one in whole.values())
    some_open = False
    for one in lexkit.pre_endgame(board, english, moves=moves, plies=4):
        sure = whole[one.text]
        assert (one.exact, one.basis) == ((False, "4 plies") if one.open else (True, "exact"))
        assert one.wins <= sure.wins
        assert one.ties <= sure.ties
        assert one.losses <= sure.losses
        some_open = some_open or one.open > 0
    assert some_open


def test_an_independent_engine_found_the_same(english: lexkit.Lexicon) -> None:
    board = lexkit.Board.from_cgp(ONE_LEFT)
    best = lexkit.pre_endgame(board, english, moves=["6J ZINNIA", None], plies=62 if COMPILED else 1)
    assert best[0].win == 1.0
    assert best[0].text == "6J Z.NNIA"
    assert best[0].assumes == ""
    assert best[1].move is None
    assert best[1].assumes == "greedy"
    assert not best[1].exact
    if COMPILED:
        assert (best[0].wins, best[0].ties, best[0].losses, best[0].open) == (8, 0, 0, 0)
        assert str(best[0]).startswith("6J Z.NNIA +37: 8 wins, 0 ties, 0 losses, spread +")
        assert str(best[0]).endswith(" (exact)")
        assert str(best[1]).endswith(" (to the end, greedy opponent)")


@pytest.mark.skipif(not COMPILED, reason="takes minutes")
def test_a_budget_of_positions_changes_no_answer(english: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws that take more positions than the budget wait for a later round; in the end all are searched."""
    board = lexkit.Board.from_cgp(ONE_LEFT)
    asked = Mock(side_effect=Endgame.deepen_within)
    monkeypatch.setattr(Endgame, "deepen_within", lambda *arguments: asked(*arguments))
    found, rounds = [], []
    for budget in (128, 1 << 60):
        asked.reset_mock()
        monkeypatch.setattr(pre_endgame, "_BUDGET", budget)
        outcomes = lexkit.pre_endgame(board, english, moves=["6J ZINNIA", "15C AZIONE", None], plies=62)
        found.append([(one.text, one.wins, one.ties, one.losses, one.open, one.spread) for one in outcomes])
        rounds.append({call.args[1] for call in asked.call_args_list} - {0})
    assert found[0] == found[1]
    assert len(rounds[0]) > 1 == len(rounds[1])


def test_a_search_that_met_its_budget_goes_on_later(english: lexkit.Lexicon) -> None:
    board = lexkit.Board.from_cgp(ONE_LEFT.replace("AINNOOZ/", "AINNOOZ/LNOSSWY"))
    search = Endgame(english.core, board)
    rack, unseen = mover_and_unseen(board)
    other = known_of_opponent(board, board, unseen)
    search.begin(board.grid, turns_left(board.rules, board.grid, 0, 0, rack.tiles + other.tiles))
    search.deal(rack.counts, other.counts)
    assert search.deepen_within(1, 2, -WIDEST, WIDEST) is None
    value = search.deepen_within(0, 2, -WIDEST, WIDEST)
    assert value == search.deepen(2, -WIDEST, WIDEST)


def test_a_known_rack_is_not_in_the_bag() -> None:
    """All of it or a part: brute force over the other tiles comes to the same."""
    compared: Counter[int] = Counter()
    for seed in range(40 if MANY else 12):
        small, unseen = small_with_bag(seed)
        alphabet, unknown, lexicon = _made(small, unseen)
        tiles = [tile for tile, count in enumerate(unseen) for _ in range(count)]
        random.Random(seed).shuffle(tiles)
        known = tiles[: (small.rack_size, 1)[seed % 2]]
        board = unknown.copy()
        board.racks = (unknown.rack, str(lexkit.Rack.of_tiles(bytes(known), alphabet)))
        brute = BruteForce(small)
        pool = [have - known.count(tile) for tile, have in enumerate(unseen)]
        outcomes = lexkit.pre_endgame(board, lexicon, plies=62, memory=1)
        in_bag = len(tiles) - small.rack_size
        ways = math.perm(sum(pool), in_bag)
        assert {one.wins + one.ties + one.losses for one in outcomes} == {ways}
        for one in outcomes:
            move = one.move and (one.move.row, one.move.column, one.move.across, tuple(one.move.played), one.move.score)
            spreads = expected(brute, unseen, move, board.lead, tuple(pool))
            signs: Counter[int] = Counter()
            for several, times in spreads.items():
                each = {(spread > 0) - (spread < 0) for spread in several}
                signs[each.pop() if len(each) == 1 else 2] += times
            if not signs[2]:
                assert (one.wins, one.ties, one.losses) == (signs[1], signs[0], signs[-1]), (seed, str(one))
                compared[len(known)] += 1
    assert min(compared.values()) > 5
    assert len(compared) > 1


def test_moves_that_surely_win_come_before_those_expected_to(english: lexkit.Lexicon) -> None:
    board = lexkit.Board.from_cgp(ONE_LEFT)
    found = lexkit.pre_endgame(board, english, moves=english.moves(board).top(8 if COMPILED else 2), plies=1)
    for one, other in itertools.pairwise(found):
        assert one.win + 0.3 >= other.win
        if one.win == other.win and one.exact != other.exact:
            assert one.exact
    assert found[0].draws.keys() == {"wins", "ties", "losses", "open"}
    for one in found:
        assert sum(map(len, one.draws.values())) == 7  # there are two S
        assert bool(one.draws["open"]) == (one.open > 0)


def test_what_is_wrong_is_said(english: lexkit.Lexicon) -> None:
    board = lexkit.Board.from_cgp(ONE_LEFT)
    with pytest.raises(PositionError, match="bag: not a pre-endgame: expected 1 to 4 tiles in the bag, found 82"):
        lexkit.pre_endgame(lexkit.Board.from_cgp(OPEN), english)
    with pytest.raises(IllegalMoveError):
        lexkit.pre_endgame(board, english, moves=["6J XYZ"])
    with pytest.raises(QueryError):
        lexkit.pre_endgame(board, english, plies=0)


def test_time_that_is_up_gives_what_is_finished(english: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    board = lexkit.Board.from_cgp(ONE_LEFT)
    every = len(english.moves(board)) + 1
    numbers = []
    for looks in (30, 100, 1000) if COMPILED else (30, 100):
        monkeypatch.setattr("lexkit.base.time_limits.time", Ticking())
        found = lexkit.pre_endgame(board, english, timeout=looks, moves=None)
        assert all(outcome.stopped == "time" for outcome in found)
        numbers.append(len(found))
    assert numbers == sorted(numbers)
    assert 0 < numbers[0] < every
    monkeypatch.setattr("lexkit.base.time_limits.time", Ticking(interrupt_at=60))
    found = lexkit.pre_endgame(board, english, timeout=5000)
    assert {outcome.stopped for outcome in found} == {"interrupted"}
    with pytest.raises(TimeLimitError):
        lexkit.pre_endgame(board, english, timeout=1)
