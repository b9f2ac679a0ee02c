"""What a play says of the tiles kept: known cases, all leaves one by one, and what cannot be."""

from collections import Counter
from itertools import combinations
from math import comb, prod
from typing import Any

import numpy as np
import pytest

import lexkit
from lexkit import Board, Rack, lexicons
from lexkit.errors import IllegalMoveError, PositionError, QueryError
from lexkit.players.endgame.racks_and_bag import choices_of
from lexkit.players.leaves import TrainedValues
from lexkit.players.simulation.inference import Inference, _some_leaves, infer, infer_from_view
from lexkit.players.simulation.simulate import simulate
from lexkit.runtime.game.rack import count_racks
from tests.players.test_kernel_games import with_leaves
from tests.players.test_match import small_list
from tests.running import COMPILED

TEXT = "15/15/15/15/15/15/15/4CARES6/15/15/15/15/15/15/15 / 10/0 0"


@pytest.fixture(scope="module")
def few() -> lexkit.Lexicon:
    return small_list(lexicons.alphabet("english"))


@pytest.fixture(scope="module")
def values(few: lexkit.Lexicon) -> TrainedValues:
    return with_leaves(few, 5)


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take a minute for the bundled list")
def test_muzaky(english: lexkit.Lexicon) -> None:
    """A player with MUZAKY and A would play YAKUZA, with B ZAMBUK, with Q QUAKY, and so on: 22 leaves are left."""
    inference = infer(Board(), "", "8H MUZAKY", lexicon=english)
    assert inference.exact
    assert len(inference) == 22
    assert not {"A", "B", "K", "Q", "Z"} & {str(leave) for leave in inference.ways}
    assert inference.total == 83
    assert inference.chance("E") == 12 / 83
    assert inference.chance("A") == 0


@pytest.mark.parametrize("margin", [0.0, 6.5])
def test_every_leave(few: lexkit.Lexicon, values: TrainedValues, margin: float) -> None:
    """Each leave of one or two tiles against the list of all candidates."""
    board = Board()
    candidates = few.moves(board, "GEEOENS").by_equity(values, 20)
    move = max((one.move for one in candidates if one.move is not None), key=lambda move: len(move.played))
    assert len(move.played) >= 6
    played = Counter(0 if tile & 128 else tile for tile in move.played)
    pool = Counter(dict(enumerate(board.rules.distribution))) - played - Counter(tile for tile in board.grid if tile)
    rack = Rack.of_tiles(sorted(pool.elements())[5:12])
    inference = infer(board, rack, move, lexicon=few, leaves=values, margin=margin)
    assert board.to_cgp() == Board().to_cgp()
    pool -= Counter(rack.tiles)
    expected = {}
    for leave in {tuple(sorted(some)) for some in combinations(list(pool.elements()), 7 - played.total())}:
        held = Rack.of_tiles([*played.elements(), *leave])
        ordered = few.moves(board, held).by_equity(values, 100 - 14)
        made = next(one.equity for one in ordered if one.move == move)
        if ordered[0].equity <= made + margin:
            counted = Counter(leave)
            expected[str(Rack.of_tiles(leave))] = prod(comb(pool[tile], taken) for tile, taken in counted.items())
    assert {str(leave): ways for leave, ways in inference.ways.items()} == expected
    assert inference.exact


@pytest.mark.parametrize("play", [None, "-5"])
def test_tiles_against_tiles_drawn_by_chance(few: lexkit.Lexicon, values: TrainedValues, play: str | None) -> None:
    """Each tile and each leave, by counting all choices of tiles one by one."""
    move = Board().move(f"8G {next(word for word in few if len(word) == 5)}")
    own, played = Rack("QZVJX?"), Counter(move.played)
    found = infer(Board(), own, move if play is None else play, lexicon=few, leaves=values, margin=1000.0)
    pool = Counter(dict(enumerate(Board().rules.distribution))) - Counter(own.tiles)
    pool -= played if play is None else Counter()
    choices = [Rack.of_tiles(some) for some in combinations(pool.elements(), 2)]
    assert {len(leave) for leave in found.ways} == {2}
    assert set(found.tiles) == {str(Rack.of_tiles([tile])) for tile in pool}
    for tile, (chance, usual) in found.tiles.items():
        kept = sum(ways for leave, ways in found.ways.items() if leave.has(tile))
        assert chance == pytest.approx(kept / found.total)
        assert usual == pytest.approx(sum(leave.has(tile) for leave in choices) / len(choices))
    assert [one - other for one, other in found.tiles.values()] == sorted(
        [one - other for one, other in found.tiles.values()], reverse=True
    )
    by_chance = Counter(choices)
    for leave in [*found.ways, Rack("QJ"), Rack("AA"), Rack("EEE")]:
        assert found.usual(leave) == pytest.approx(by_chance[leave] / len(choices))


def test_the_first_margin_that_explains_a_play(few: lexkit.Lexicon, values: TrainedValues) -> None:
    usual: dict[str, Any] = {"lexicon": few, "leaves": values}
    placements = few.moves(Board(), "GEEOENS")
    poor = next(
        move for move in placements if len(move.played) > 3 and not infer(Board(), "Q", move, most=200, **usual).ways
    )
    usual["most"] = 200
    several = infer(Board(), "Q", poor, margin=(0.0, 1.0, 300.0), **usual)
    assert several.margin == next(one for one in (1.0, 300.0) if infer(Board(), "Q", poor, margin=one, **usual).ways)
    assert several == infer(Board(), "Q", poor, margin=several.margin, **usual)
    none = infer(Board(), "Q", poor, margin=[0.0], **usual)
    assert (none.ways, none.margin) == ({}, 0.0)
    for wrong in ((), (0.0, -1.0), "5", (True,)):
        with pytest.raises(QueryError, match="invalid margin"):
            infer(Board(), "Q", poor, margin=wrong, **usual)  # type: ignore[arg-type]


def test_leaves_are_counted() -> None:
    unseen = [2, 1, 0, 3, 1]
    for size in range(8):
        tiles = [kind for kind, there in enumerate(unseen) for _ in range(there)]
        expected = {tuple(Counter(choice)[kind] for kind in range(5)) for choice in combinations(tiles, size)}
        found = [tuple(counts) for counts, _ in choices_of(bytes(unseen), size)]
        assert len(found) == len(set(found)) == count_racks(unseen, size) == len(expected)
        assert set(found) == expected


@pytest.mark.parametrize("play", ["8H EARNEST", "-", "pass"])
def test_what_says_nothing(few: lexkit.Lexicon, values: TrainedValues, play: str) -> None:
    inference = infer(Board(), "QQ"[:1], play, lexicon=few, leaves=values)
    assert not inference.ways
    with pytest.raises(QueryError):
        inference.chance("A")


def test_a_sample_is_drawn_as_tiles_are() -> None:
    """Frequent leaves neither too often nor too seldom: the mean number of each tile is that of the bag."""
    unseen = [2, 9, 2, 2, 4, 12, 2, 3]
    total, times = Counter[int](), 0
    for counts, drawn in _some_leaves(unseen, 3, 4000, 1):
        times += drawn
        total.update({tile: count * drawn for tile, count in enumerate(counts)})
    assert times == 4000
    for tile, there in enumerate(unseen):
        assert total[tile] / times == pytest.approx(3 * there / sum(unseen), abs=0.05)


def test_a_play_that_begins_with_a_blank(few: lexkit.Lexicon, values: TrainedValues) -> None:
    """Its worth is that of the play, whatever fills the rack."""
    candidates = few.moves(Board(), "?EEOENS").by_equity(values, 20)
    move = max(
        (one.move for one in candidates if one.move is not None and one.move.played[0] & 128),
        key=lambda move: len(move.played),
    )
    assert infer(Board(), "Q", move, lexicon=few, leaves=values, margin=1000.0).ways


def test_a_sample_repeats(few: lexkit.Lexicon, values: TrainedValues) -> None:
    drawn = [infer(Board(), "Q", "-3", lexicon=few, leaves=values, most=40, seed=seed).ways for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1] != drawn[2]
    assert all(len(leave) == 4 for leave in drawn[0])


def test_wrong_questions(few: lexkit.Lexicon, values: TrainedValues) -> None:
    for wrong in ({"margin": -1}, {"margin": float("nan")}, {"most": 0}):
        with pytest.raises(QueryError):
            infer(Board(), "A", "8H CAT", lexicon=few, leaves=values, **wrong)
    with pytest.raises(PositionError, match="more tiles"):
        infer(Board(), "ZZ", "8H CAT", lexicon=few, leaves=values)
    with pytest.raises(PositionError, match="more tiles"):
        infer(Board(), "Z", "8H ZAX", lexicon=few, leaves=values)
    with pytest.raises(IllegalMoveError):
        infer(Board(), "Z", "1A CAT", lexicon=few, leaves=values)


def test_a_simulation_deals_what_is_known(few: lexkit.Lexicon, values: TrainedValues) -> None:
    """If half of the iterations give the opponent a long word, the opponent gains more than without one."""
    board = Board.from_cgp(TEXT.replace(" / ", " AEINOST/ "))
    usual: dict[str, Any] = {"lexicon": few, "leaves": values, "iterations": 96 if COMPILED else 8, "plies": 1}
    usual["candidates"] = few.moves(board).by_equity(values)[-2:]
    weak = simulate(board, opponent=Inference({Rack("UUVVWWI"): 1}, True), **usual).best
    strong = simulate(board, opponent=Inference({Rack("EOENDST"): 1}, True), **usual).best
    assert weak.equity > strong.equity
    assert simulate(board, opponent=Inference({}, True), **usual).best == simulate(board, **usual).best
    with pytest.raises(PositionError, match="cannot hold"):
        simulate(board, opponent=Inference({Rack("QQ"): 1}, True), **usual)
    rows, weights = Inference({Rack("AB"): 3, Rack("C"): 1}, True).rows
    assert len(rows) == 3 * 17
    assert np.allclose(weights, [3, 4, 8])


def test_a_simulation_deals_the_rack_that_the_position_gives(few: lexkit.Lexicon, values: TrainedValues) -> None:
    """As an inference of that rack alone, all of it or a part; what the caller infers is used instead."""
    unknown = Board.from_cgp(TEXT.replace(" / ", " AEINOST/ "))
    usual: dict[str, Any] = {"lexicon": few, "leaves": values, "iterations": 64 if COMPILED else 8, "plies": 1}
    usual["candidates"] = few.moves(unknown).by_equity(values)[-2:]
    plain = simulate(unknown, **usual).best
    for rack in ("UUVVWWI", "UUVV", "D"):
        board = Board.from_cgp(TEXT.replace(" / ", f" AEINOST/{rack} "))
        surely = Inference({Rack(rack): 1}, True, 0.0)
        assert simulate(board, **usual).best == simulate(unknown, opponent=surely, **usual).best
        assert simulate(board, opponent=Inference({}, True), **usual).best == plain
        if len(rack) > 1:
            assert simulate(board, **usual).best != plain
    board = Board.from_cgp(TEXT.replace(" / ", " AEINOST/QZ "))
    with pytest.raises(PositionError, match="rack 2: the opponent cannot hold these tiles"):
        simulate(board, "QZ", lexicon=few, leaves=values)


def test_leaves_have_the_tiles_that_the_position_gives(few: lexkit.Lexicon, values: TrainedValues) -> None:
    """Of a whole rack the leave is certain; of a part all leaves have it; other tiles than those left are refused."""
    word = next(word for word in few if len(word) == 4)
    play, usual = f"8G {word}", {"lexicon": few, "leaves": values, "most": 200}
    before = Board()
    before.rack = f"{word}QZJ"
    certain = infer(before, "A", play, **usual)
    assert (certain.ways, certain.exact, certain.unknown) == ({Rack("JQZ"): 1}, True, 0.0)
    assert certain.tiles["Q"] == (1.0, pytest.approx(3 / sum(certain.unseen)))
    before.rack = f"{word[:2]}II"
    found = infer(before, "A", play, margin=1000.0, **usual)
    assert found.ways
    assert all(leave.has(Rack("II").tiles) and len(leave) == 3 for leave in found.ways)
    before.rack = "IIII"
    if "I" not in word:
        with pytest.raises(PositionError, match="cannot have kept"):
            infer(before, "A", play, **usual)


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take a minute for the bundled list")
def test_from_a_view(english: lexkit.Lexicon) -> None:
    """A player sees the turn before, and infers from it what anybody would who knows the position and the rack."""
    game = lexkit.Game(english, seed=5)
    usual: dict[str, Any] = {"most": 50, "seed": 3}
    assert infer_from_view(game.view(0), english, **usual) is None
    static = lexkit.player("static", english)
    inferred = 0
    for _ in range(6):
        before, to_move = game.board.copy(), game.to_move
        action = static.choose(game.view(to_move))
        game.act(action)
        view = game.view(1 - to_move)
        expected = infer(before, view.rack, action, lexicon=english, most=50, seed=3)
        found = infer_from_view(view, english, **usual)
        assert (found.ways if found else {}) == expected.ways
        assert found is None or found.exact == expected.exact
        inferred += found is not None
        assert infer_from_view(view, english, **{**usual, "most": 0}) is None
        # The player who moved last knows nothing new.
        assert infer_from_view(game.view(to_move), english, **usual) is None
    assert inferred == 2


def test_the_ways_to_say_an_exchange(few: lexkit.Lexicon, values: TrainedValues) -> None:
    """By the number of tiles, by their letters, or as a rack, as players give them: the same is inferred."""
    usual: dict[str, Any] = {"lexicon": few, "leaves": values, "most": 40}
    ways = (
        "-3",
        "-ABC",
        lexkit.Action("exchange", exchanged=lexkit.Rack("ABC")),
        lexkit.Action("exchange", exchanged=3),
    )
    one, *others = (infer(Board(), "Q", way, **usual) for way in ways)
    assert one.ways
    assert all(other == one for other in others)


def test_from_an_exchange(few: lexkit.Lexicon, values: TrainedValues, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only how many tiles were exchanged is seen."""
    game = lexkit.Game(few, seed=2)
    rack = game.view(0).rack
    game.exchange(str(rack)[:3])
    monkeypatch.setattr(f"{infer.__module__}.find_values", lambda *_: values)
    found = infer_from_view(game.view(1), few, most=40, seed=1)
    expected = infer(Board(), game.view(1).rack, "-3", lexicon=few, leaves=values, most=40, seed=1)
    assert (found.ways if found else {}) == expected.ways
    assert expected.ways


def test_a_view_alone(few: lexkit.Lexicon, values: TrainedValues) -> None:
    """The play before, also if it was challenged and stands, by the list of the game; not with three players."""
    game = lexkit.Game(few, rules=lexkit.Rules(challenge="single"), dealt=False)
    game.set_rack(0, "GRSNAEO")
    game.play("8G GRSN")
    game.set_rack(1, "QVAEIO")
    usual: dict[str, Any] = {"leaves": values, "most": 60, "margin": (0.0, 300.0)}
    expected = infer(Board(), "QVAEIO", "8G GRSN", lexicon=few, **usual)
    assert expected.ways
    assert infer(game.view(1), **usual) == expected
    assert not game.challenge().success
    assert game.to_move == 1
    assert infer(game.view(1), **usual) == expected
    assert infer(game.view(0), **usual) == Inference({}, True)
    with pytest.raises(PositionError, match="for two players"):
        infer(lexkit.Game(few, ("A", "B", "C"), seed=1).view(0), **usual)
    for wrong in ({"rack": "A"}, {"play": "8G GRSN"}):
        with pytest.raises(QueryError, match="no rack or no play"):
            infer(game.view(1), **wrong, **usual)


def test_tiles_that_a_challenge_has_shown_are_certain(few: lexkit.Lexicon) -> None:
    game = lexkit.Game(few, rules=lexkit.Rules(challenge="single"), seed=2)
    pairs = combinations(str(game.view(0).rack).replace("?", ""), 2)
    word = next(word for pair in pairs if (word := "".join(pair)) not in few)
    game.play(f"8H {word}")
    game.challenge()
    found = infer_from_view(game.view(1), few, most=0, seed=1)
    assert found == Inference({Rack(word): 1}, True, 0.0)
    rows, weights = found.rows
    assert len(rows) == 17
    assert list(weights) == [1]


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take a minute for the bundled list")
def test_a_player_who_may_not_exchange_has_nothing_better(english: lexkit.Lexicon) -> None:
    """Found: exchanges that the rules forbade were taken for better plays, so the true leave was impossible."""
    game = lexkit.Game(english, rules=lexkit.Rules(exchange_limit=1), dealt=False)
    game.set_rack(0, "VVUUIIC")
    game.exchange("VVU")
    game.set_rack(1, "RETAINS")
    game.play("8H RETAIN")
    game.set_rack(0, "VVUUIIC")
    before, watched = game.view(0), game.view(1)
    game.act(lexkit.player("static", english).choose(before))
    assert game.turns[-1].kind == "placement"
    leave = Rack("VVUUIIC") - game.turns[-1].move.played
    usual: dict[str, Any] = {"lexicon": english, "most": 10**5}
    found = infer(before, "SAINTED", game.turns[-1].move, **usual)
    assert found.exact
    assert found.chance(leave) > 0
    assert infer(before.board, "SAINTED", game.turns[-1].move, exchanges=1, **usual) == found
    assert infer(watched, "SAINTED", game.turns[-1].move, **usual) == found
    assert infer(before.board, "SAINTED", game.turns[-1].move, **usual).chance(leave) == 0
    game.set_rack(1, "SAINTED")
    seen = infer_from_view(game.view(1), english, most=10**5, seed=0)
    assert seen is not None
    assert seen.ways == found.ways


@pytest.mark.parametrize("ways", [{"DE": 1}, {Rack("DE"): 0}, {Rack("DE"): float("nan")}, {Rack("DE"): "1"}])
def test_ways_that_are_none(ways: Any) -> None:
    with pytest.raises(QueryError, match=r"invalid (leave|number of ways)"):
        Inference(ways, True)


@pytest.mark.parametrize(
    "known",
    [
        Inference({Rack("DE"): 77}, True, 1e-17),
        Inference({Rack("DE"): (1 << 60) - 1}, True, 0.0),
        Inference({Rack("DE"): 1 << 60, Rack("DF"): 1}, True, 0.0),
    ],
)
def test_what_is_lost_in_rounding_is_never_drawn(few: lexkit.Lexicon, values: TrainedValues, known: Inference) -> None:
    """Found: a simulation ended in a ValueError."""
    assert known.rows[0] == bytes([2, 4, 5]).ljust(17, b"\0")
    usual: dict[str, Any] = {"lexicon": few, "leaves": values, "candidates": 1, "iterations": 1}
    assert simulate(TEXT.replace(" / ", " AEINRST/ "), opponent=known, **usual).best.iterations == 1


@pytest.mark.parametrize("unknown", [1, -0.1, float("nan"), True, "half"])
def test_a_share_that_is_none(unknown: Any) -> None:
    with pytest.raises(QueryError, match="unknown"):
        Inference({}, True, unknown)
