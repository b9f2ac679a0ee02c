"""Games: no tile is lost or made, scores add up, exchanges and ends are as the rules say."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

import lexkit
from lexkit import Board, Move, Rules, lexicons
from lexkit.errors import IllegalMoveError, PositionError, QueryError
from lexkit.formats.alphabet import Alphabet, Tile
from lexkit.players.autoplay.match import Match
from lexkit.players.autoplay.match_tally import Tally
from lexkit.players.base import Choice, Situation, Strategy
from lexkit.players.leaves import HEURISTICS
from lexkit.runtime.game.rack import Rack
from lexkit.runtime.game.referee.game import Game
from lexkit.runtime.game.text.notation import KINDS
from tests.making import make


def small_list(alphabet: Alphabet, seed: int = 1) -> lexkit.Lexicon:
    """Some two hundred words of the alphabet's letters: enough for games of every kind."""
    rng = random.Random(seed)
    labels = list(alphabet)
    weights = [max(1, tile.count) for tile in alphabet.tiles]
    words = {"".join(f"[{x}]" if len(x) > 1 else x for x in rng.choices(labels, weights, k=2)) for _ in range(250)}
    for _ in range(60):
        words.add("".join(f"[{x}]" if len(x) > 1 else x for x in rng.choices(labels, weights, k=rng.randint(3, 7))))
    return make(words, alphabet)


@pytest.fixture(scope="module")
def few() -> lexkit.Lexicon:
    return small_list(lexicons.alphabet("english"))


def check(game: Game, rules: Rules) -> None:
    """Follow a game by its turns alone, with nothing but the rules to go by."""
    board = Board(rules=rules)
    racks: dict[int, Counter[int]] = {}
    scores = [0, 0]
    zeros = 0
    left = sum(rules.distribution)
    before_first_turn = min(2 * rules.rack_size, left)
    left -= before_first_turn
    player = game.first
    for number, turn in enumerate(game.turns):
        assert turn.player == player
        assert turn.snapshot.grid == board.grid
        assert turn.scores == tuple(scores)
        assert turn.zeros == zeros
        held = Counter(turn.rack.tiles)
        assert len(turn.rack) <= rules.rack_size
        if player in racks:
            assert held == racks[player]
        assert zeros < rules.zero_turns
        if turn.move is not None:
            assert turn.kind == "placement"
            assert not turn.exchanged
            used = Counter(turn.move.played.translate(KINDS))
            assert board.play(turn.move).score == turn.score
            scores[player] += turn.score
            assert len(turn.drawn or ()) == min(len(turn.move.played), left)
            left -= len(turn.drawn or ())
            zeros = 0 if turn.score else zeros + 1
        else:
            assert turn.score == 0
            assert turn.kind == ("exchange" if turn.exchanged else "pass")
            assert not turn.exchanged or left >= rules.exchange_minimum
            assert len(turn.drawn or ()) == len(turn.exchanged or ())
            used = Counter(turn.exchanged.tiles if turn.exchanged else b"")
            zeros += 1
        assert not used - held
        racks[player] = held - used + Counter(turn.drawn.tiles if turn.drawn else b"")
        # Board and racks never hold more than there is, and as many as there should be.
        seen = Counter(board.grid.translate(KINDS, b"\0")) + sum(racks.values(), Counter())
        assert all(count <= rules.distribution[tile] for tile, count in seen.items())
        if len(racks) == 2:
            assert seen.total() == sum(rules.distribution) - left
        out = not left and not racks[player]
        assert out == (number == len(game.turns) - 1 and game.out is not None)
        player = 1 - player
    for who in {0, 1} - set(racks):  # whose turn never came
        racks[who] = Counter(game.racks[who].tiles)
    worth = [sum(rules.points[tile] * n for tile, n in racks[who].items()) for who in range(2)]
    if game.out is None:
        assert zeros == rules.zero_turns
        assert game.ending == (-worth[0], -worth[1])
    else:
        assert worth[game.out] == 0
        assert game.ending[game.out] == 2 * worth[1 - game.out]
        assert game.ending[1 - game.out] == 0
    assert game.scores == (scores[0] + game.ending[0], scores[1] + game.ending[1])
    assert [str(rack) for rack in game.racks] == [
        str(Rack(bytes(racks[who][tile] for tile in range(64)), rules.alphabet)) for who in range(2)
    ]
    assert game.board.grid == board.grid


def longest_word(move: Move) -> float:
    return max(map(len, move.words))


@pytest.mark.parametrize("first", ["greedy", *HEURISTICS, longest_word])
def test_english_games(few: lexkit.Lexicon, first: str) -> None:
    rules = Rules(alphabet=few.alphabet)
    games = list(Match(few, first, "greedy", rules=rules, seed=3).play(6))
    for game in games:
        check(game, rules)
    assert [game.turns[0].player for game in games] == [0, 1] * 3


#: Rules that are not the usual ones: alphabet, layout, changes.
OTHER_RULES: list[tuple[str, str, dict[str, Any]]] = [
    ("spanish", "standard", {"exchange_minimum": 1, "zero_turns": 12}),
    ("polish", "standard", {}),
    ("catalan", "standard", {}),
    ("super_english", "super", {}),
    ("hong_kong_english", "standard", {"rack_size": 9, "exchange_minimum": 9}),
    ("english", "standard", {"rack_size": 15}),
    ("english", "standard", {"rack_size": 15, "exchange_minimum": 0}),
    ("english", "standard", {"rack_size": 1}),
    ("english", "standard", {"zero_turns": 1}),
    ("english", "standard", {"bonuses": {5: 20}, "length_bonuses": {7: 10, 8: 20}}),
    ("english", "standard", {"variant": "wordsmog", "length_bonuses": {4: 15, 6: 30}}),
    ("super_english", "super", {"rack_size": 9, "length_bonuses": {3: 8, 9: 40}}),
]


@pytest.mark.parametrize(("alphabet", "layout", "changes"), OTHER_RULES)
def test_games_of_other_rules(alphabet: str, layout: str, changes: dict[str, Any]) -> None:
    lexicon = small_list(lexicons.alphabet(alphabet))
    rules = Rules(layout, lexicon.alphabet, **changes)
    for game in Match(lexicon, rules=rules, seed=1).play(3):
        check(game, rules)
        for line in game.positions():
            assert Board.from_cgp(line, rules=rules).to_cgp() == line


def test_real_games(english: lexkit.Lexicon) -> None:
    rules = Rules(alphabet=english.alphabet)
    games = list(Match(english, "heuristic-3", "greedy", rules=rules, seed=1994).play(2))
    for game in games:
        check(game, rules)
        assert game.out is not None
        assert min(game.scores) > 200
        board = Board(rules=rules)
        for turn in game.turns:
            if turn.move is not None:
                assert turn.player == 0 or turn.move == english.moves(board, turn.rack).best()
                board.play(turn.move)


def test_the_same_seed_the_same_game(few: lexkit.Lexicon) -> None:
    def told(game: Game) -> list[str]:
        return [*game.positions(), str(game.scores)]

    match = Match(few, "heuristic-2", "greedy", seed=5)
    games = [told(game) for game in match.play(4)]
    assert games == [told(game) for game in Match(few, "heuristic-2", "greedy", seed=5).play(4)]
    assert told(match.game(2)) == games[2]
    assert [told(game) for game in match.play(2, start=2)] == games[2:]
    assert told(Match(few, "heuristic-2", "greedy", seed=6).game(0)) != games[0]
    assert told(Match(few, "heuristic-2", "greedy", seed=5).game(0)) == games[0]


def test_listing_all_moves_changes_no_game(few: lexkit.Lexicon) -> None:
    asked = []

    def find(board: Board, rack: Rack) -> lexkit.runtime.game.moves.Moves:
        asked.append(len(rack))
        return few.moves(board, rack)

    listed = list(Match(few, seed=2, find=find).play(3))
    quick = list(Match(few, seed=2).play(3))
    assert [list(game.positions()) for game in listed] == [list(game.positions()) for game in quick]
    assert len(asked) == sum(len(game.turns) for game in listed)
    assert all(len(game.considered) == len(game.turns) and None not in game.considered for game in listed)


# -- strategies -----------------------------------------------------------------------------------------


def test_a_function_of_a_move_decides(few: lexkit.Lexicon) -> None:
    def fewest_points(move: Move) -> int:
        return -move.score

    game = Match(few, fewest_points, "greedy", seed=4).game(0)
    board = Board(rules=Rules(alphabet=few.alphabet))
    for turn in game.turns:
        moves = few.moves(board, turn.rack)
        if turn.move is None:
            continue
        scores = moves.to_numpy()["score"]
        assert turn.score == (scores.min() if turn.player == 0 else scores.max())
        board.play(turn.move)


def test_heuristics_weigh_score_and_leave(few: lexkit.Lexicon) -> None:
    from lexkit.players.leaves import HeuristicValues

    values = HeuristicValues.named("heuristic-3", few.alphabet)
    exchanges = 0
    for game in Match(few, "heuristic-3", "heuristic-3", seed=9).play(6):
        board = Board(rules=game.board.rules)
        bag = 100 - 14
        for turn in game.turns:
            best = max(
                (
                    move.score + (values.of(turn.rack - move.played) if bag else 0)
                    for move in few.moves(board, turn.rack)
                ),
                default=-np.inf,
            )
            if turn.move is not None:
                left = values.of(turn.rack - turn.move.played) if bag else 0
                assert turn.score + left == pytest.approx(best)
                board.play(turn.move)
                bag -= len(turn.drawn or ())
            elif turn.exchanged:
                exchanges += 1
                assert values.of(turn.rack - turn.exchanged) > best
    assert exchanges


def test_an_exchange_beyond_the_rules_is_refused(few: lexkit.Lexicon) -> None:
    class Exchanger(Strategy):
        def choose(self, situation: Situation) -> Choice:
            return Choice(None, situation.rack)

    rules = Rules(alphabet=few.alphabet, exchange_minimum=90)
    with pytest.raises(IllegalMoveError, match=r"not an exchange.*expected none"):
        Match(few, Exchanger(), rules=rules).game(0)
    game = Match(few, Exchanger(), Exchanger()).game(0)
    assert [turn.kind for turn in game.turns] == ["exchange"] * 6
    assert game.out is None
    assert game.winner is None or game.scores[0] != game.scores[1]


def test_tiles_that_are_not_on_the_rack_are_refused(few: lexkit.Lexicon) -> None:
    class Cheat(Strategy):
        def choose(self, situation: Situation) -> Choice:
            return Choice(None, Rack("ZZ"))

    with pytest.raises(IllegalMoveError, match="not on the rack"):
        Match(few, Cheat()).game(0)


def test_nobody_can_play() -> None:
    """Words of letters there are no tiles of: three exchanges or passes each, and every rack counts against."""
    lexicon = make(["ZZZZZ"])
    rules = Rules(alphabet=lexicon.alphabet)
    game = Match(lexicon, rules=rules, seed=2).game(0)
    check(game, rules)
    assert [turn.kind for turn in game.turns] == ["exchange"] * 6
    assert max(game.scores) <= 0
    passing = Match(lexicon, rules=Rules(alphabet=lexicon.alphabet, exchange_minimum=87), seed=2).game(0)
    assert [turn.kind for turn in passing.turns] == ["pass"] * 6


def test_a_game_of_few_tiles_is_played_out() -> None:
    alphabet = Alphabet("two", [Tile("A", "a", points=1, count=3), Tile("B", "b", points=4, count=1)])
    lexicon = make(["AA", "AAA", "BA", "AB"], alphabet)
    rules = Rules(alphabet=alphabet, rack_size=2)
    for game in Match(lexicon, rules=rules).play(8):
        check(game, rules)


def test_who_cannot_play_each_other(few: lexkit.Lexicon, english: lexkit.Lexicon) -> None:
    with pytest.raises(QueryError, match=r"no such player: expected enos, beginner, .*, positional, champion, "):
        Match(few, "clever")
    with pytest.raises(TypeError, match="a name or a function"):
        Match(few, 7)  # type: ignore[arg-type]
    with pytest.raises(PositionError, match="the alphabet has no tiles to play with"):
        Match(make(["AB"], Alphabet("none", [Tile("A", "a"), Tile("B", "b")])))
    with pytest.raises(PositionError, match="another alphabet"):
        Match(english, rules=Rules(alphabet="polish")).game(0)
    with pytest.raises(QueryError, match="a number for every move"):
        Match(few, lambda move: float("nan")).game(0)


def test_the_tally_adds_up(few: lexkit.Lexicon) -> None:
    tally = Tally()
    assert tally.moves_per_turn is None
    games = list(Match(few, "heuristic-1", seed=1).play(5))
    for game in games:
        tally.add(game)
    facts = tally.to_json()
    assert facts["games"] == 5 == sum(facts["wins"]) + facts["draws"]
    assert facts["mean_scores"] == [pytest.approx(sum(game.scores[who] for game in games) / 5) for who in range(2)]
    assert facts["turns"] == sum(len(game.turns) for game in games)
    assert facts["turns"] == facts["placements"] + facts["exchanges"] + facts["passes"]
    assert facts["bingos"] == [sum(game.bingos(who) for game in games) for who in range(2)]
    assert repr(games[0]).startswith("<Game: heuristic-1 ")
