"""The referee: turns, ends, rules of languages, resignations, errors that change nothing."""

import copy
import pickle

import pytest

import lexkit
from lexkit import Board, Game, Move, Rack, Rules, lexicons
from lexkit.errors import GameOverError, IllegalMoveError, LexkitError, OutOfTurnError, PositionError
from tests.game.referee.making import ABC, all_tiles, small_lexicon, small_rules, tiles_of
from tests.making import make
from tests.running import each

LEXICON = small_lexicon()


def test_a_game_as_a_caller_sees_it(english: lexkit.Lexicon) -> None:
    game = Game(english, players=("Ann", "Bob"), seed=7)
    assert repr(game) == "<Game: Ann 0, Bob 0, 0 turns>"
    best = english.best_move(game.board, game.racks[0])
    assert best is not None
    turn = game.play(str(best))
    assert (turn.move, turn.score, turn.kind, turn.size) == (best, best.score, "placement", len(best.played))
    assert repr(turn) == f"<Turn: player 0, {best.place} {best.tiles} {best.score:+d}>"
    kept = turn.rack - best.played if turn.rack else None
    assert game.racks[0] == kept + turn.drawn if kept else False
    assert game.scores == (best.score, 0)
    assert (game.to_move, game.over, game.result, game.winner) == (1, False, None, None)
    assert game.board[best.place] == best.tiles[0]
    assert sum(game.view(0).unseen.values()) == 100 - 7 - len(best.played)
    assert tiles_of(game) == all_tiles(game.rules)
    assert game.lexicon == english
    exchanged = game.exchange(str(game.racks[1])[:3])
    assert (exchanged.kind, exchanged.size, exchanged.score) == ("exchange", 3, 0)
    assert game.pass_turn().kind == "pass"
    assert [turn.text for turn in game.turns] == [f"{best.place} {best.tiles}", exchanged.text, "-"]


def test_the_same_seed_gives_the_same_game(english: lexkit.Lexicon) -> None:
    """The racks of a seed, whatever the machine and the Python."""
    game = Game(english, seed=7)
    assert [str(rack) for rack in game.racks] == ["AACFGLO", "AAAHIJQ"]
    assert game.racks == Game(english, seed=7).racks
    assert game.racks != Game(english, seed=8).racks
    assert Game(english).seed != Game(english).seed
    assert game.bag.draw(5) == game.bag.draw(5) == bytes([1, 4, 12, 19, 22])


def test_the_board_is_the_games() -> None:
    game = Game(LEXICON, rules=small_rules(), seed=1)
    for change in (lambda: game.board.play("8H AB"), lambda: game.board.exchange("A"), game.board.pass_turn):
        with pytest.raises(IllegalMoveError, match="only the game plays on its board"):
            change()
    with pytest.raises(IllegalMoveError, match="only the game plays on its board"):
        game.board.undo()
    mine = game.board.copy()
    assert type(mine) is Board
    mine.play("8H AB")
    assert len(game.board) == 0


def test_searches_follow_the_game() -> None:
    """The board's cross sets are right after plays, challenges, undo and redo."""
    game = Game(LEXICON, rules=small_rules(challenge="single"), seed=4)
    for action in ("play", "challenge", "play", "play", "undo", "undo", "redo", "play", "challenge", "undo"):
        if action == "play":
            move = LEXICON.best_move(game.board, game.racks[game.to_move])
            assert move is not None
            game.play(move)
        elif action == "challenge":
            assert game.challengeable is not None
            game.challenge(invalid=game.challengeable.words)
        else:
            getattr(game, action)()
        fresh = Board.from_cgp(game.to_cgp(), rules=game.rules)
        rack = game.racks[game.to_move]
        assert list(LEXICON.moves(game.board, rack)) == list(LEXICON.moves(fresh, rack))
        assert game.board.scores == game.scores
        assert game.board.lead == fresh.lead


@each("action", ["play", "exchange", "pass_turn", "challenge", "resign"])
def test_out_of_turn_and_after_the_end(action: str) -> None:
    game = Game(LEXICON, rules=small_rules(), seed=1)
    arguments = {"play": ["8H AB"], "exchange": ["A"]}.get(action, [])
    before = game.to_json()
    if action != "resign":
        with pytest.raises(OutOfTurnError, match=r"not this player's turn: expected 0 \(Player 1\), found 1"):
            getattr(game, action)(*arguments, player=1)
    with pytest.raises(PositionError, match="no such player"):
        getattr(game, action)(*arguments, player=2)
    assert game.to_json() == before
    game.resign()
    before = game.to_json()
    with pytest.raises(GameOverError):
        getattr(game, action)(*arguments)
    assert game.to_json() == before


def test_illegal_actions_change_nothing() -> None:
    game = Game(LEXICON, rules=small_rules(exchange_limit=1), seed=3)
    rack = str(game.racks[0])
    before = game.to_json(), game.view(0), game.view(1)
    bad: list[tuple[str, object]] = [
        ("play", "8H"),
        ("play", "99Z AB"),
        ("play", "1A AB"),
        ("play", "8H ABCABC"),
        ("play", "8H " + "".join(x for x in "CCC" if x not in rack) * 2 + "BB"),
        ("exchange", ""),
        ("exchange", "ABCA"),
        ("exchange", "Z"),
        ("exchange", 2),
    ]
    for action, argument in bad:
        with pytest.raises(LexkitError):
            getattr(game, action)(argument)
        assert (game.to_json(), game.view(0), game.view(1)) == before
    with pytest.raises(TypeError):
        game.play(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="expected a text or a Rack"):
        game.exchange(b"\1")  # type: ignore[arg-type]
    with pytest.raises(IllegalMoveError, match="drawn from the bag"):
        game.set_rack(0, "A")
    game.exchange(rack[:1])
    game.pass_turn()
    with pytest.raises(IllegalMoveError, match="number of exchanges does not allow it"):
        game.exchange(str(game.racks[0])[:1])


def test_what_is_no_game() -> None:
    for arguments in ({"players": ["A"]}, {"players": list("ABCDE")}, {"players": ["A", ""]}, {"first": 2}):
        with pytest.raises(PositionError):
            Game(LEXICON, rules=small_rules(), **arguments)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="several names"):
        Game(LEXICON, "AB", rules=small_rules())
    with pytest.raises(PositionError, match="another alphabet"):
        Game(LEXICON, rules=Rules())


# -- ends -----------------------------------------------------------------------------------------------


def test_six_zeros_from_the_start() -> None:
    game = Game(LEXICON, rules=small_rules(), seed=1)
    for _ in range(6):
        game.pass_turn()
    points = [sum(ABC.tiles[tile - 1].points for tile in rack.tiles if tile) for rack in game.racks]
    assert game.result is not None
    assert (game.result.reason, game.out) == ("zeros", None)
    assert game.scores == (-points[0], -points[1])
    assert game.winner == (None if points[0] == points[1] else points.index(min(points)))


def test_the_rules_of_languages() -> None:
    spanish, german, polish = (Rules.from_alphabet(name) for name in ("spanish", "german", "polish"))
    assert (spanish.zero_turns, spanish.pass_turns, spanish.exchange_minimum) == (12, 4, 1)
    assert (german.zero_turns, german.pass_turns) == (0, 4)
    assert (polish.exchange_limit, polish.exchanges_count, polish.zero_turns) == (3, False, 6)
    assert Rules.from_alphabet("hong_kong_english").rack_size == 9
    # Found: equal layouts shared the name of the first.
    standard = lexkit.Layout.named("standard")
    for name in ("mine", "standard", "mine"):
        assert Rules.from_alphabet("english", lexkit.Layout(name, standard.glyphs)).layout.name == name
    for name in lexicons.alphabet_names():
        assert Rules.from_alphabet(name).alphabet.name == name
        assert pickle.loads(pickle.dumps(Rules.from_alphabet(name))) == Rules.from_alphabet(name)
    assert Rules.from_alphabet("english") == Rules()
    assert Rules.from_alphabet("french", challenge="5pt").changed == {"challenge": "5pt"}
    with pytest.raises(PositionError, match="a game could never end under these rules"):
        Rules(zero_turns=0)
    with pytest.raises(PositionError, match="no such rule"):
        Rules(challenge="quadruple")


def test_passes_and_exchanges_by_language() -> None:
    game = Game(None, rules=Rules.from_alphabet("german"), seed=1)
    for _ in range(4):
        assert not game.over
        game.exchange(str(game.racks[game.to_move])[:2])
    for _ in range(4):
        game.pass_turn()
    assert game.result is not None
    assert game.result.reason == "passes"
    game = Game(None, rules=Rules.from_alphabet("polish"), seed=1)
    for _ in range(6):
        game.exchange(Rack.of_tiles(game.racks[game.to_move].tiles[:1], game.rules.alphabet))
    assert not game.over
    assert game.view(0).zeros == 0
    assert game.view(0).exchangeable == 0
    game = Game(None, rules=Rules.from_alphabet("spanish", pass_turns=0), seed=1)
    for _ in range(14):
        game.pass_turn()
    assert not game.over  # the board is empty
    tiles = [label for label in game.racks[0] if label != "?"][:2]
    game.play(f"8H [{tiles[0]}][{tiles[1]}]")
    for _ in range(11):
        game.pass_turn()
        assert not game.over
    game.pass_turn()
    assert game.over


def test_out_from_each() -> None:
    rules = small_rules(out_bonus="each")
    for seed in range(20):
        game = Game(LEXICON, rules=rules, seed=seed)
        while not game.over:
            move = LEXICON.best_move(game.board, game.racks[game.to_move])
            game.play(move) if move else game.pass_turn()
        if game.out is not None:
            left = sum(rules.points[tile] for tile in game.racks[1 - game.out].tiles)
            assert game.ending[game.out] == left == -game.ending[1 - game.out]
            return
    pytest.fail("nobody went out")


def test_resignations() -> None:
    game = Game(LEXICON, ("A", "B", "C"), rules=small_rules(), seed=1)
    game.resign(player=1)
    with pytest.raises(OutOfTurnError, match="resigned already"):
        game.resign(player=1)
    assert (game.over, game.to_move) == (False, 0)
    game.pass_turn()
    assert game.to_move == 2
    game.resign()
    assert game.result is not None
    assert (game.result.reason, game.winner, game.scores) == ("resignation", 0, (0, 0, 0))


def test_bonuses_for_numbers_of_tiles() -> None:
    rules = small_rules(bonuses={2: 10, 3: 20}, bingo=5)
    game = Game(None, rules=rules, dealt=False)
    assert game.play("8H AB").score == 8 + 10
    assert game.play("H8 .AB").score == 5 + 10
    assert game.play("9H .ABA").score == game.turns[-1].score
    assert rules.bonus(3) == 25
    move = LEXICON.best_move(game.board, "AB")
    assert move == LEXICON.moves(game.board, "AB").best()
    assert move is not None
    assert move.score == move.formed.score


# -- as an object ---------------------------------------------------------------------------------------


def test_copies_are_independent() -> None:
    game = Game(LEXICON, rules=small_rules(), seed=5)
    game.exchange(str(game.racks[0])[:2])
    for other in (game.copy(), copy.copy(game), pickle.loads(pickle.dumps(game))):
        assert other.to_json() == game.to_json()
        assert other.view(0) == game.view(0)
        other.exchange(str(other.racks[1])[:1])
        again = game.copy()
        again.exchange(str(game.racks[1])[:1])
        assert again.racks == other.racks
        assert again.bag.tiles == other.bag.tiles
        assert len(game.turns) == 1


def test_four_players() -> None:
    game = Game(None, ("A", "B", "C", "D"), rules=Rules(), seed=1, first=2)
    assert [rack and len(rack) for rack in game.racks] == [7] * 4
    assert game.bag_size == 72
    order = []
    for _ in range(6):
        order.append(game.to_move)
        game.pass_turn()
    assert order == [2, 3, 0, 1, 2, 3]
    assert game.over


def test_racks_of_a_recorded_game() -> None:
    game = Game(LEXICON, rules=small_rules(), dealt=False)
    game.set_rack(0, "CC")
    with pytest.raises(IllegalMoveError, match="not on the rack"):
        game.play("8H ABA")  # two of its three tiles are C
    with pytest.raises(IllegalMoveError, match="this tile is not left"):
        game.set_rack(1, "???")
    with pytest.raises(IllegalMoveError, match="rack too long"):
        game.set_rack(1, "AAAA")
    game.play("8H AC")
    assert str(game.racks[0]) == "C"
    game.exchange(2)
    assert (game.turns[-1].text, game.turns[-1].exchanged) == ("-2", None)
    assert tiles_of(game) == all_tiles(game.rules)
    assert game.view(0).sizes == (3, 3)
    assert Game.from_json(game.to_json(), LEXICON).to_json() == game.to_json()


def test_only_moves_found_for_this_board_and_lexicon_are_not_judged() -> None:
    """The referee trusts what its own lexicon found on these squares, and judges everything else."""
    rules = small_rules()
    game = Game(LEXICON, rules=rules, dealt=False, seed=1)
    other = make(["AC", "CA"], ABC)
    for lexicon in (LEXICON, other):
        move = lexicon.best_move(game.board, "CCA" if lexicon is LEXICON else "AC")
        assert move is not None
        assert move.found_by is lexicon.core.mark
    phoney = make(["CB", "BC"], ABC).best_move(game.board, "CB")
    with pytest.raises(IllegalMoveError, match="not in the lexicon"):
        game.play(phoney if "CB" in phoney.words else "8H CB")
    found = LEXICON.best_move(game.board, "CAB")
    assert found is not None
    assert found.squares == found.formed.squares
    game.play(found)
    with pytest.raises(IllegalMoveError):
        game.play(found)  # the squares are covered
    elsewhere = Game(LEXICON, rules=small_rules(bingo=10), dealt=False, seed=1)
    assert elsewhere.play(found).move.score == found.score - 40
    assert pickle.loads(pickle.dumps(found)).found_by is None
    crafted = Move(found.snapshot, 20, 0, True, found.played)
    with pytest.raises(IllegalMoveError):
        Game(LEXICON, rules=rules, dealt=False, seed=1).play(crafted)
