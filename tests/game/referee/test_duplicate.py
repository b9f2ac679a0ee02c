"""Duplicate games: racks that the rules allow, the best play by the word scan, points, time, records."""

import json
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit import errors, lexicons
from lexkit.runtime.game.layout import Layout
from tests.game.word_scan import Game as Scanned
from tests.game.word_scan import word_scan
from tests.running import MANY, few_of

SEEDS = st.integers(0, 10**6)
KINDS = ("normal", "joker")
VOWELS = set("AEIOU")


def played(game: lexkit.Duplicate) -> lexkit.Duplicate:
    """The game at its end, the first player always having the best play, the others nothing."""
    while not game.over:
        game.submit(game.board.copy().move(game._best.text))
        game.finish_turn()
    return game


def on_board(game: lexkit.Duplicate) -> Counter[str]:
    """The tiles on the board, blanks as ?."""
    return Counter("?" if game.board[square].islower() else game.board[square] for square in game.board)


@pytest.mark.parametrize("kind", KINDS)
@given(seed=SEEDS)
def test_every_rack_is_one_that_the_rules_allow(english: lexkit.Lexicon, kind: str, seed: int) -> None:
    game = lexkit.Duplicate(english, seed=seed, kind=kind)
    distribution = Counter({tile.label: tile.count for tile in game.rules.alphabet.tiles} | {"?": 2})
    blanks = 2
    while not game.over:
        rack = str(game.rack)
        least = 2 if len(game.turns) < 15 else 1
        found = [sum(letter in VOWELS for letter in rack), sum(letter not in VOWELS | {"?"} for letter in rack)]
        lacking = sum(max(0, least - number) for number in found)
        left = Counter(rack) + Counter({"?": 1})
        assert lacking <= rack.count("?") or game.bag < 20, (rack, left)
        assert len(rack) == 7 or game.bag == 0
        if kind == "joker":
            assert rack.count("?") == min(1, blanks)
        hidden = blanks - rack.count("?") if kind == "joker" else 0
        assert sum(on_board(game).values()) + len(rack) + game.bag + hidden == 100
        assert not on_board(game) + Counter(rack) - distribution
        game.finish_turn()
        blanks = 2 - on_board(game)["?"]
    with pytest.raises(errors.GameOverError):
        game.finish_turn()


@pytest.mark.parametrize("seed", few_of(range(6), 1))
def test_the_best_play_is_the_best_of_the_word_scan(seed: int) -> None:
    text = "AB ABA BAD CAB CABLE DAB ABLE BALD CLAD LACE LACED DEAL DEALT TEA TEAL LATE ALE LEA EL LA TA"
    words = text.split(" ")
    lexicon = lexkit.build(words)
    layout = Layout("small", ["..=..", ".-.-.", "=...=", ".-.-.", "..=.."], "3C")
    rules = lexkit.Rules(layout, "english", rack_size=5)
    game = lexkit.Duplicate(lexicon, rules=rules, seed=seed)
    numbers = [tuple(lexicon.alphabet.encode(word)) for word in words]
    rows = layout.rows
    scanned = Scanned(
        [list(layout.letter_multipliers[row * rows : (row + 1) * rows]) for row in range(rows)],
        [list(layout.word_multipliers[row * rows : (row + 1) * rows]) for row in range(rows)],
        (2, 2),
        list(rules.points) + [0] * (64 - len(rules.points)),
        rules.bingo,
        rules.rack_size,
    )
    turns = 0
    while not game.over:
        grid = [list(game.board.grid[row * rows : (row + 1) * rows]) for row in range(rows)]
        moves = word_scan(numbers, grid, list(game.rack.counts), scanned)
        assert game.finish_turn().best.score == max(move[-1] for move in moves)
        turns += 1
    assert turns


def test_points(english: lexkit.Lexicon) -> None:
    game = lexkit.Duplicate(english, ("Ann", "Bob", "Cid"), seed=7)
    assert str(game.rack) == "AACFGLO"
    made = game.submit("8D FOCAL")
    assert made is not None
    assert made.score == 28
    game.submit("8H GAL", player=1)
    game.submit("8E FLOG", player=1)  # in place of the first
    game.submit("8D GAFOCAL", player=2)  # no word
    assert (game.play_of(1).text, game.scores, game.maximum) == ("8E FLOG", (0, 0, 0), 0)  # type: ignore[union-attr]
    turn = game.finish_turn()
    assert (turn.best.text, turn.scores) == ("8D FOCAL", (28, 16, 0))
    assert [move and move.text for move in turn.plays] == ["8D FOCAL", "8E FLOG", "8D GAFOCAL"]
    assert (game.scores, game.maximum, game.turns) == ((28, 16, 0), 28, (turn,))
    assert game.board["8D"] == "F"
    assert "Ann 28" in repr(game)
    game.submit("7G JAG")
    game.submit(None)
    assert game.finish_turn().scores == (0, 0, 0)


@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_goes_on_by_itself(english: lexkit.Lexicon, kind: str) -> None:
    game = lexkit.Duplicate(english, ("Ann", "Bob"), seed=5, kind=kind, seconds=60, at=0.0)
    for _ in range(9):
        game.submit(game._best.text, player=1, at=1.0)  # type: ignore[union-attr]
        game.finish_turn(at=1.0)
    before, other = game.to_json(), game.copy()
    assert (other, other.ends_at, str(other.board)) == (game, 61.0, str(game.board))
    other.submit(other._best.text, at=2.0)  # type: ignore[union-attr]
    assert game.to_json() == before
    while not other.over:
        other.finish_turn(at=2.0)
    assert (game.to_json(), game.rack) == (before, lexkit.Duplicate.from_json(before, english).rack)
    while not game.over:
        game.finish_turn(at=2.0)
    assert [turn[:3] for turn in other.turns] == [turn[:3] for turn in game.turns]


@pytest.mark.parametrize("kind", KINDS)
def test_racks_do_not_depend_on_the_plays(english: lexkit.Lexicon, kind: str) -> None:
    one, other = (lexkit.Duplicate(english, seed="a", kind=kind) for _ in range(2))
    played(one)
    while not other.over:
        other.finish_turn()
    assert [turn[:3] for turn in one.turns] == [turn[:3] for turn in other.turns]
    assert one.scores == (one.maximum,)
    assert other.scores == (0,)


def test_a_letter_takes_the_place_of_the_joker(english: lexkit.Lexicon) -> None:
    game = lexkit.Duplicate(english, seed=7, kind="joker")
    seen = 0
    while not game.over:
        turn, before = game.finish_turn(), game.bag
        for square, tile in zip(turn.best.squares, turn.best.played, strict=True):
            stays = game.board.grid[square]
            if tile & 0x80:
                seen += stays == tile & 0x7F
                assert stays in (tile, tile & 0x7F)
            else:
                assert stays == tile
        assert before >= 0
    assert seen > 10
    assert on_board(game)["?"] <= 2


def test_time(english: lexkit.Lexicon) -> None:
    game = lexkit.Duplicate(english, seed=7, seconds=60, at=100.0)
    assert game.ends_at == 160
    game.submit("8D FOCAL", at=160.0)
    with pytest.raises(errors.ClockError, match="time for this turn is up"):
        game.submit("8E FLOG", at=160.1)
    game.finish_turn(at=170.0)
    assert game.ends_at == 230
    assert lexkit.Duplicate(english).ends_at is None
    for wrong in (0, -1, float("nan"), float("inf"), 1e12):
        with pytest.raises(errors.ClockError):
            lexkit.Duplicate(english, seconds=wrong)
    with pytest.raises(TypeError):
        lexkit.Duplicate(english, seconds="60")  # type: ignore[arg-type]


def test_what_is_refused_changes_nothing(english: lexkit.Lexicon) -> None:
    game = lexkit.Duplicate(english, ("Ann", "Bob"), seed=7)
    before = game.to_json()
    for play in ("8D QUIZ", "1A FOCAL", "nonsense", "8D"):
        with pytest.raises(errors.IllegalMoveError):
            game.submit(play)
    with pytest.raises(errors.PositionError):
        game.submit("8D FOCAL", player=2)
    with pytest.raises(errors.IllegalMoveError, match="only the game"):
        game.board.play("8D FOCAL")
    assert game.to_json() == before
    for wrong in ([], ["Ann", "Ann"], [""], ["a"] * 1001):
        with pytest.raises(errors.PositionError):
            lexkit.Duplicate(english, wrong)
    with pytest.raises(TypeError):
        lexkit.Duplicate(english, "Ann")
    with pytest.raises(errors.PositionError, match="no such kind"):
        lexkit.Duplicate(english, kind="seven of eight")


@pytest.mark.parametrize("kind", KINDS)
def test_records(english: lexkit.Lexicon, kind: str) -> None:
    game = lexkit.Duplicate(english, ("Ann", "Bob"), seed=7, kind=kind, seconds=30, at=0.0)
    for _ in range(5):
        game.submit(game._best, player=1, at=0.0)
        game.finish_turn(at=0.0)
    game.submit(game._best, at=0.0)
    again = lexkit.Duplicate.from_json(game.to_json(), english, at=0.0)
    assert again.to_json() == game.to_json()
    assert (again.scores, again.rack, again.ends_at) == (game.scores, game.rack, 30)
    assert again.play_of(0) == game.play_of(0)

    def wrong(**changes: Any) -> str:
        return json.dumps({**json.loads(game.to_json()), **changes})

    for text in (
        *("", "[]", "{}", "\ud800", '{"duplicate": 1}'),
        *(
            wrong(seed=None),
            wrong(seed=8),
            wrong(players=[]),
            wrong(players=["Ann", 3]),
            wrong(kind="x"),
            wrong(kind=3),
        ),
        *(wrong(turns=[["1A X", None]]), wrong(turns=[[]]), wrong(turns=3), wrong(best=[]), wrong(plays=[1, 2])),
        *(wrong(rules={}), wrong(rules=[]), wrong(seconds=-1), wrong(seconds="x"), wrong(turns=[[None, None]] * 90)),
    ):
        with pytest.raises(errors.GameRecordError):
            lexkit.Duplicate.from_json(text, english)


def test_other_languages_and_racks(english: lexkit.Lexicon) -> None:
    words = ["YEUX", "ROI", "ROY", "AY", "TA", "AS", "SA", "ES", "NE", "EN", "OR"]
    french = lexkit.build(words, options=lexkit.Options(alphabet="french"))
    game = lexkit.Duplicate(french, seed=1)
    assert "Y" in lexicons.duplicate()["either"]["french"]
    while not game.over:
        game.finish_turn()
    short = lexkit.Duplicate(english, rules=lexkit.Rules(rack_size=1), seed=1)
    assert len(short.rack) <= 1  # no rule fits one tile
    plain = lexkit.Alphabet("plain", [lexkit.Tile(letter, letter.lower(), points=1, count=9) for letter in "AB"])
    without = lexkit.Duplicate(
        lexkit.build(["AB", "BA", "ABBA"], options=lexkit.Options(alphabet=plain)),
        rules=lexkit.Rules.from_alphabet(plain),
        seed=1,
    )
    assert without.finish_turn().best.score, "an alphabet that tells no vowels has no rule of them"
    none = lexkit.Duplicate(
        lexkit.build([], options=lexkit.Options(alphabet=plain)), rules=lexkit.Rules.from_alphabet(plain)
    )
    assert none.over
    assert none.scores == (0,)


def test_wordsmog(english: lexkit.Lexicon) -> None:
    game = lexkit.Duplicate(english, rules=lexkit.Rules(variant="wordsmog"), seed=7)
    game.submit("8D LACOF")
    turn = game.finish_turn()
    assert turn.scores[0] > 0
    assert turn.best.score >= turn.scores[0]


@pytest.mark.skipif(not MANY, reason="a full run plays many")
def test_many_games_end(english: lexkit.Lexicon) -> None:
    for seed in range(200):
        for kind in KINDS:
            game = lexkit.Duplicate(english, seed=seed, kind=kind)
            while not game.over:
                game.finish_turn()
            assert game.maximum > 300
            assert len(game.turns) < 60
