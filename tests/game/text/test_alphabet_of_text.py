"""Which alphabet a text means, and that whatever is written with a lexicon is read with it."""

import random
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit import Alphabet, Board, Game, Lexicon, Options, Rules, ScoreSheet, Tile
from lexkit.errors import GameRecordError, PositionError

HERE = Path(__file__).parent
EMPTY = "/".join(["15"] * 15)
LARGE = "/".join(["21"] * 21)
RECORD = "#player1 Ann Ann\n#player2 Bob Bob\n"
KOTAIS = ">Ann: AKOIEST 8D KOTAIS +50 50\n"


def changed(name: str, own: str, points: int) -> Alphabet:
    """A shipped alphabet by another name, one letter of which has other points."""
    shipped = Board(alphabet=name).alphabet
    first, *others = shipped.tiles
    tiles = [Tile(first.label, first.lower, points=points, count=first.count, vowel=first.vowel), *others]
    return Alphabet(own, tiles, language=shipped.language, blanks=shipped.blanks)


@cache
def own_alphabets() -> dict[str, Alphabet]:
    read = {name: Alphabet.from_file(HERE / "alphabets" / f"{name}.csv") for name in ("blanks10", "hungarian")}
    others = [changed("english", "english", 4), changed("french", "French; mine ", 3), changed("english", "NWL23", 2)]
    return {**read, "shadow": others[0], "separator": others[1], "a list's": others[2]}


SHIPPED = ("english", "french", "polish", "spanish", "catalan", "german", "super_english", "hong_kong_english")


@cache
def lexicon(name: str) -> Lexicon:
    """A lexicon of short words of an alphabet."""
    alphabet = own_alphabets().get(name) or Board(alphabet=name).alphabet
    draw = random.Random(name)
    tiles = [number for number, tile in enumerate(alphabet.tiles, 1) for _ in range(tile.count)]
    words = {alphabet.decode(bytes(draw.choices(tiles, k=draw.randint(2, 4)))) for _ in range(600)}
    words |= {"KOTAIS", "AKOIEST"} if set("KOTAIES") <= set(alphabet.labels) else set()
    return lexkit.build(sorted(words), options=Options(alphabet=alphabet))


def begun(name: str, seed: int, turns: int, layout: str = "standard") -> Game:
    """The first turns of a game that two greedy players play."""
    lex = lexicon(name)
    larger = layout == "super" and name in ("english", "catalan")
    rules = Rules.from_alphabet(f"super_{name}" if larger else lex.alphabet, layout)
    game = lexkit.Match(lex, "greedy", "greedy", rules=rules, seed=seed).game(0)
    while game.turn_number > turns:
        game.undo()
    return game


# -- what is written is read ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*SHIPPED, *own_alphabets()])
@pytest.mark.parametrize("layout", ["standard", "super"])
@given(st.integers(0, 9), st.integers(0, 12))
def test_what_is_written_with_a_lexicon_is_read_with_it(name: str, layout: str, seed: int, turns: int):
    lex = lexicon(name)
    game = begun(name, seed, turns, layout)
    for written, read in (
        (game.to_gcg(), Game.from_gcg),
        (game.to_gcg(anew=True), Game.from_gcg),
        (game.to_cgh(), Game.from_cgh),
    ):
        again = read(written, lex)
        assert again.rules.alphabet == game.rules.alphabet
        assert (again.scores, again.board.grid) == (game.scores, game.board.grid)
    sheet = ScoreSheet.from_game(game)
    assert ScoreSheet.from_gcg(sheet.to_gcg(), lex).rules.alphabet == game.rules.alphabet
    assert not ScoreSheet.from_gcg(sheet.to_gcg(), lex).remarks
    for text in (game.to_cgp(), *game.positions(), game.view(0).to_cgp()):
        board = Board.from_cgp(text, lexicon=lex)
        assert board.alphabet == game.rules.alphabet
        assert Board.from_cgp(board.to_cgp(), lexicon=lex) == board
        if board.rack:
            told = game.rules
            known = Board.from_cgp(text, rules=told)
            assert lex.best_move(text) == lex.best_move(board) == lex.best_move(known)


@pytest.mark.parametrize("name", [*SHIPPED, *own_alphabets()])
def test_a_puzzle_keeps_its_alphabet(name: str):
    lex = lexicon(name)
    position = begun(name, 1, 4).to_cgp()
    own = None if name in SHIPPED else lex.alphabet
    plays = (lexkit.PuzzlePlay("8D AA", 2, 0.0, None, "none"),)
    puzzle = lexkit.Puzzle(position, plays, (), "large", 10.0, alphabet=own)
    again = lexkit.Puzzle.from_json(puzzle.to_json())
    assert again == puzzle
    assert again.board.alphabet == lex.alphabet


# -- the rule -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said", ["", " lex ODS8;", " lex mine;", " ld french;", " ld French;", " lex FRA20;", " -lex ODS8;"]
)
def test_the_lexicon_says_it_where_the_text_does_not(said: str):
    french = lexicon("french")
    text = f"{EMPTY} AKOIEST/ 0/0 0{said}"
    for board in (Board.from_cgp(text, lexicon=french), Board.from_cgp(text), text):
        best = french.best_move(board)
        assert best is not None
        scores = {move.text: move.score for move in french.moves(board)}
        assert scores["8D KOTAIS"] == 50
        assert french.best_moves([board])[0] == best
        assert french.best_moves([text]) == [best]
    board = Board.from_cgp(text)
    assert board.explain("8D KOTAIS", lexicon=french).score == 50
    assert board.alphabet.name == "french"
    assert lexkit.Board.from_cgp(board.to_cgp()).alphabet.name == "french", "it says so from then on"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("french", "lex NWL23;"),
        ("french", "ld english;"),
        ("french", "ld dutch;"),
        ("blanks10", "ld english;"),
        ("blanks10", "lex CSW21;"),
        ("english", "lex OSPS50;"),
        ("polish", "ld english;"),
    ],
)
def test_a_contradiction_names_both(name: str, said: str):
    lex = lexicon(name)
    other = Board.from_cgp(f"{EMPTY} / 0/0 0 {said}").alphabet.name
    text = f"{EMPTY} AA/ 0/0 0 {said}"
    for act in (
        lambda: Board.from_cgp(text, lexicon=lex),
        lambda: lex.best_move(text),
        lambda: lex.best_move(Board.from_cgp(text)),
        lambda: lex.best_moves([text]),
        lambda: lex.moves(Board.from_cgp(text)),
        lambda: Board.from_cgp(text).explain("8H AA", lexicon=lex),
        lambda: Game(lex, position=text),
        lambda: lexkit.solve(Board.from_cgp(text), lex),
        lambda: lexkit.simulate(Board.from_cgp(text), lexicon=lex),
    ):
        with pytest.raises(PositionError, match=f"another alphabet than the lexicon: expected {name}, .*found {other}"):
            act()
    code, operand = said.rstrip(";").split()
    record = f"#{'tile-distribution' if code == 'ld' else 'lexicon'} {operand}\n{RECORD}"
    for read in (Game.from_gcg, ScoreSheet.from_gcg):
        with pytest.raises(GameRecordError, match=f"line 1: .*expected {name}, .*found {other}"):
            read(record, lex)


def test_what_the_caller_says_goes_first():
    text = f"{EMPTY} AKOIEST/ 0/0 0 lex NWL23;"
    own = lexicon("blanks10")
    board = Board.from_cgp(text, alphabet="english", lexicon=own)
    assert board.alphabet.name == "english"
    assert own.best_move(board) is not None, "a list of the same letters may be tried with other tiles"
    with pytest.raises(PositionError, match="the lexicon has another alphabet: expected english, found french"):
        Board.from_cgp(text, alphabet="english", lexicon=lexicon("french"))
    game = Game.from_gcg(f"#lexicon NWL23\n{RECORD}", own, alphabet="english")
    assert game.rules.alphabet.name == "english"
    assert Game.from_gcg(RECORD, own).rules.alphabet == own.alphabet
    assert Game.from_gcg(RECORD).rules.alphabet.name == "english"


def test_sets_of_one_language_go_together():
    english = lexicon("english")
    for name in ("super_english", "hong_kong_english"):
        assert Board.from_cgp(f"{EMPTY} / 0/0 0 ld {name};", lexicon=english).alphabet.name == name
    assert Board.from_cgp(f"{EMPTY} / 0/0 0 ld english-super;", lexicon=english).alphabet.name == "super_english"
    assert Board.from_cgp(f"{LARGE} / 0/0 0", lexicon=english).alphabet.name == "super_english"
    assert Board.from_cgp(f"{LARGE} / 0/0 0", lexicon=lexicon("blanks10")).alphabet.name == "blanks10"


def test_a_board_of_no_language_has_that_of_each_lexicon_it_meets():
    board = Board()
    board.rack = "AKOIEST"
    assert board.alphabet.name == "english"
    for name in ("french", "english", "blanks10"):
        assert {move.text: move.score for move in lexicon(name).moves(board)}["8D KOTAIS"] > 20
        assert board.alphabet.name == name
    board.play("8D KOTAIS")
    with pytest.raises(PositionError, match="another alphabet"):
        lexicon("polish").moves(board, "AB")
    assert board.alphabet.name == "blanks10"
    said = Board(alphabet="english")
    with pytest.raises(PositionError, match="the lexicon has another alphabet: expected english, found french"):
        lexicon("french").moves(said, "AB")


def test_a_position_that_the_lexicons_letters_cannot_spell():
    board = Board.from_cgp(f"{'/'.join(['15'] * 7)}/7VEX5/{'/'.join(['15'] * 7)} / 0/0 0")
    with pytest.raises(PositionError, match="not a tile of the polish alphabet"):
        lexicon("polish").moves(board, "AB")
    assert board.alphabet.name == "english"
    assert lexicon("french").moves(board, "AB") is not None


@pytest.mark.parametrize(("name", "line"), [("french", KOTAIS), ("polish", ">Ann: AIKWÓŁŻ 8C ŻÓŁWIAK +96 96\n")])
def test_records_that_name_no_language(name: str, line: str):
    lex = lexicon(name)
    game = Game.from_gcg(RECORD + line, lex)
    assert game.rules.alphabet == lex.alphabet
    assert game.to_gcg() == RECORD + line
    assert not ScoreSheet.from_gcg(RECORD + line, lex).remarks
    assert Game.from_gcg(RECORD + line, alphabet=name).scores == game.scores
    with pytest.raises(GameRecordError):
        Game.from_gcg(RECORD + line)
