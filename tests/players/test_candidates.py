"""Candidates by equity: as the player static chooses, in one order, with exchanges and the pass."""

import random
import sys
from itertools import combinations

import numpy as np
import pytest

import lexkit
from lexkit import Rules, lexicons
from lexkit.errors import PositionError, QueryError
from lexkit.formats.leaves_section import StoredLeaves, leave_count
from lexkit.players.base import Situation
from lexkit.players.candidates import CANDIDATE_FIELDS, Candidate
from lexkit.players.leaves import HeuristicValues, TrainedValues
from lexkit.players.one_ply import Static
from tests.players.test_kernel_games import with_leaves
from tests.players.test_match import small_list


@pytest.fixture(scope="module")
def few() -> lexkit.Lexicon:
    return small_list(lexicons.alphabet("english"))


def positions(lexicon: lexkit.Lexicon, rules: Rules, values: TrainedValues, games: int) -> list[tuple[str, int]]:
    """CGP and tiles in the bag, before each turn of some games."""
    found = []
    for game in lexkit.Match(lexicon, Static(values), "greedy", rules=rules, seed=5).play(games):
        while game.turn_number:
            game.undo()
            found.append((game.to_cgp(), game.bag_size))
    return found


@pytest.mark.parametrize("alike", [False, True])
def test_the_first_is_what_static_chooses(few: lexkit.Lexicon, alike: bool) -> None:
    """Also by the kernel that lists nothing; with leaves worth alike the rules for ties decide."""
    rules, values = Rules(alphabet=few.alphabet), with_leaves(few, 3, few=alike)
    kinds = set()
    for cgp, bag in positions(few, rules, values, 4):
        board = lexkit.Board.from_cgp(cgp)
        rack = lexkit.Rack(board.racks[0])
        chosen = Static(values).choose(Situation(few.core, board, rack, bag))
        for first in (few.moves(board).by_equity(values, bag)[0], few.best_by_equity(board, leaves=values, bag=bag)):
            assert first.move == chosen.move
            assert first.exchanged == chosen.exchanged
            assert first.action == chosen.action
            assert str(first.leave) == str(rack - (chosen.move.played if chosen.move else chosen.exchanged or ""))
            kinds.add(first.kind)
    assert "placement" in kinds
    assert "exchange" in kinds or alike


def test_candidates_by_hand(few: lexkit.Lexicon) -> None:
    """Scores, values of leaves, all exchanges, and the pass below everything."""
    values = with_leaves(few, 9)
    board = lexkit.Board(rules=Rules(alphabet=few.alphabet))
    board.play("8F CARE")
    rack = lexkit.Rack("AEMRST?")
    moves = few.moves(board, rack)
    found = moves.by_equity(values)
    kept = {str(rack - "".join(some)) for size in range(1, 8) for some in combinations(list(rack), size)}
    assert len(found) == len(moves) + len(kept) + 1
    assert {str(candidate.leave) for candidate in found if candidate.kind == "exchange"} == kept
    for candidate in found[:-1]:
        assert candidate.equity == pytest.approx(candidate.score + values.of(candidate.leave), abs=0.002)
        assert str(rack - (candidate.move.played if candidate.move else candidate.exchanged or "")) == str(
            candidate.leave
        )
    equities = [candidate.equity for candidate in found]
    assert equities == sorted(equities, reverse=True)
    assert equities == found.equities().tolist()
    last = found[-1]
    assert (last.kind, last.equity, str(last.leave), last.text) == ("pass", -50.0, str(rack), "-")
    by_score = [candidate.move for candidate in found.by_score()]
    assert by_score == moves.top(len(moves))
    assert list(found[2:5]) == [found[2], found[3], found[4]]
    with pytest.raises(IndexError):
        found[len(found)]
    exchange = next(candidate for candidate in found if str(candidate.exchanged) == "E?")
    assert (exchange.text, exchange.place, exchange.tiles, exchange.score) == ("-E?", "exchange", "E?", 0)
    assert exchange.words == ()
    assert repr(found).startswith(f"<Candidates: {len(found)}, best ")


def test_an_empty_board_costs_vowels_beside_premiums(few: lexkit.Lexicon) -> None:
    values = with_leaves(few, 9)
    zero = TrainedValues(StoredLeaves(26, 6, 1, np.zeros(leave_count(26, 6), np.int16)), few.alphabet)
    del values
    moves = few.moves(lexkit.Board(rules=Rules(alphabet=few.alphabet)), "CARESXX")
    found = moves.by_equity(zero)
    costs = {str(candidate.move): candidate.equity - candidate.score for candidate in found if candidate.move}
    assert any(cost < 0 for cost in costs.values())
    assert all(cost <= 0 for cost in costs.values())


def test_an_empty_bag(few: lexkit.Lexicon) -> None:
    """Tiles kept cost twice their points and 10; going out earns twice the others' points. No exchanges."""
    values = with_leaves(few, 9)
    board = lexkit.Board(rules=Rules(alphabet=few.alphabet))
    board.play("8F CARE")
    found = few.moves(board, "AMS").by_equity(values, bag=0)
    assert {candidate.kind for candidate in found} == {"placement", "pass"}
    points = {"A": 1, "M": 3, "S": 1}
    unseen = sum(tile.points * tile.count for tile in few.alphabet.tiles) - 3 - 1 - 1 - 1 - 5
    for candidate in found:
        kept = sum(points[tile] for tile in str(candidate.leave))
        expected = 2 * unseen if not kept else -10 - 2 * kept
        assert candidate.equity == candidate.score + expected
    assert found[-1].kind == "pass"
    out = few.best_by_equity(board, "AMS", values, bag=0)
    assert (str(out.move), out.equity) == (str(found[0].move), found[0].equity)


def test_the_bag_that_is_meant(few: lexkit.Lexicon) -> None:
    """What board, rack and one full rack leave; exchanges as its size allows."""
    values = with_leaves(few, 9)
    board = lexkit.Board(rules=Rules(alphabet=few.alphabet))
    assert len([c for c in few.moves(board, "CARE").by_equity(values) if c.kind == "exchange"]) == 15
    assert not [c for c in few.moves(board, "CARE").by_equity(values, 6) if c.kind == "exchange"]
    most = few.moves(lexkit.Board(rules=Rules(alphabet=few.alphabet, exchange_minimum=1)), "CARE").by_equity(values, 2)
    assert max(len(c.exchanged or ()) for c in most) == 2


def test_a_pass_if_there_is_nothing_else(few: lexkit.Lexicon) -> None:
    values = with_leaves(few, 9)
    board = lexkit.Board(rules=Rules(alphabet=few.alphabet))
    for found in (few.moves(board, "V").by_equity(values, 0)[0], few.best_by_equity(board, "V", values, bag=0)):
        assert (found.kind, found.equity, str(found.leave)) == ("pass", -18.0, "V")
    assert few.best_by_equity(board, "V", values, bag=3).equity == -50


def test_any_values_and_any_lexicon_that_has_them(few: lexkit.Lexicon) -> None:
    board = lexkit.Board(rules=Rules(alphabet=few.alphabet))
    values = HeuristicValues.named("heuristic-2", few.alphabet)
    first = few.moves(board, "CARES").by_equity(values)[0]
    assert few.best_by_equity(board, "CARES", values) == first
    borrowed = few.moves(board, "CARES").by_equity(few)
    assert list(borrowed) == list(few.moves(board, "CARES").by_equity(few.leaves))
    assert few.best_by_equity(board, "CARES") == borrowed[0]


def test_what_is_refused(few: lexkit.Lexicon) -> None:
    board = lexkit.Board(rules=Rules(alphabet=few.alphabet))
    moves = few.moves(board, "CARES")
    polish = small_list(lexicons.alphabet("polish"))
    with pytest.raises(PositionError, match="the leave values are of another alphabet"):
        moves.by_equity(with_leaves(polish, 1))
    for bag in (-1, 1.5, "7"):
        with pytest.raises((PositionError, TypeError)):
            moves.by_equity(with_leaves(few, 1), bag)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a lexicon or leave values"):
        moves.by_equity("klv2")  # type: ignore[arg-type]


def test_other_alphabets_racks_and_boards() -> None:
    """Digraph tiles, the large board, racks of nine."""
    for name, rules in (("catalan", {}), ("english", {"layout": "super"}), ("hong_kong_english", {"rack_size": 9})):
        lexicon = small_list(lexicons.alphabet(name))
        given = Rules(alphabet=lexicon.alphabet, **rules)  # type: ignore[arg-type]
        values = with_leaves(lexicon, 2, longest=3)
        bag = lexkit.Bag.from_rules(given, 4)
        board = lexkit.Board(rules=given)
        for _ in range(6):
            rack = lexkit.Rack(bag.draw(given.rack_size), lexicon.alphabet)
            found = lexicon.moves(board, rack).by_equity(values)
            best = lexicon.best_by_equity(board, rack, values)
            assert (best.text, best.equity) == (found[0].text, found[0].equity)
            if best.move is not None:
                board.play(best.move)


def test_frames(few: lexkit.Lexicon) -> None:
    pandas = pytest.importorskip("pandas")
    board = lexkit.Board(rules=Rules(alphabet=few.alphabet))
    board.play("8F CARE")
    moves = few.moves(board, "AMS")
    frame = moves.to_frame(library="pandas")
    assert isinstance(frame, pandas.DataFrame)
    assert list(frame) == ["place", "tiles", "score", "words", "leave"]
    assert frame["score"].tolist() == [move.score for move in moves]
    assert frame["leave"].tolist() == [str(lexkit.Rack("AMS") - move.played) for move in moves]
    whole = moves.to_frame(["row", "column", "across", "played", "is_bingo"], "pandas")
    assert whole["across"].tolist() == [move.across for move in moves]
    found = moves.by_equity(with_leaves(few, 9))
    frame = found.to_frame(CANDIDATE_FIELDS, "pandas")
    assert frame["equity"].tolist() == found.equities().tolist()
    assert frame["kind"].tolist() == [candidate.kind for candidate in found]
    assert not len(few.moves(board, "V")[:0].to_frame(library="pandas"))


def test_frames_that_cannot_be_made(few: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    board = lexkit.Board(rules=Rules(alphabet=few.alphabet))
    moves = few.moves(board, "CARES")
    with pytest.raises(QueryError, match="a move has no such field"):
        moves.to_frame(["equity"])
    with pytest.raises(TypeError, match="several columns"):
        moves.to_frame("score")
    with pytest.raises(QueryError, match="no such library"):
        moves.to_frame(library="excel")
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(QueryError, match="polars is not installed"):
        moves.by_equity(with_leaves(few, 9)).to_frame(library="polars")


def test_fields_by_name(few: lexkit.Lexicon) -> None:
    board = lexkit.Board(rules=Rules(alphabet=few.alphabet))
    candidate = next(c for c in few.moves(board, "CARES").by_equity(with_leaves(few, 9)) if c.move)
    assert isinstance(candidate, Candidate)
    assert candidate.move is not None
    told = {name: get(candidate) for name, get in CANDIDATE_FIELDS.items()}
    assert told["place"] == candidate.move.place
    assert told["words"] == "/".join(candidate.words)
    assert told["row"] == candidate.move.row
    assert str(candidate) == str(candidate.move)


def test_the_rack_of_moves_goes_along(few: lexkit.Lexicon) -> None:
    """Through slices and batches."""
    rng = random.Random(2)
    board = lexkit.Board(rules=Rules(alphabet=few.alphabet))
    racks = ["".join(rng.choices("ACERSTM", k=5)) for _ in range(9)]
    for rack, moves in zip(racks, few.moves_batch([(board, rack) for rack in racks]), strict=True):
        assert moves.rack == lexkit.Rack(rack)
        assert moves[:2].rack == moves.rack
