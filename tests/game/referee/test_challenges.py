"""Challenges: what each rule costs whom, the last window, and what a phoney tells the others."""

import pytest

from lexkit import Game, Rules
from lexkit.errors import GameOverError, IllegalMoveError, OutOfTurnError
from lexkit.formats.alphabet import Alphabet, Tile
from tests.game.referee.making import all_tiles, small_lexicon, small_rules, tiles_of
from tests.running import each

LEXICON = small_lexicon()


def recorded(challenge: str, players: int = 2, **changes: object) -> Game:
    """A game in which racks are as they are set."""
    rules = small_rules(challenge=challenge, **changes)
    return Game(LEXICON, [f"P{number}" for number in range(players)], rules=rules, seed=1, dealt=False)


def phoney(challenge: str, **changes: object) -> Game:
    """A game after a phoney, BB for 12."""
    game = recorded(challenge, **changes)
    game.set_rack(0, "ABB")
    game.play("8H BB")
    assert game.scores == (12, 0)
    return game


def valid(challenge: str, **changes: object) -> Game:
    """A game after a good play, AB for 8."""
    game = recorded(challenge, **changes)
    game.set_rack(0, "ABB")
    game.play("8H AB")
    assert game.scores == (8, 0)
    return game


def test_void_words_are_checked_before() -> None:
    game = Game(LEXICON, rules=small_rules(), seed=1, dealt=False)
    with pytest.raises(IllegalMoveError, match="8H: not in the lexicon: found BB"):
        game.play("8H BB")
    assert game.turns == ()
    game.play("8H AB")
    with pytest.raises(OutOfTurnError, match="nothing to challenge"):
        game.challenge()


@each("challenge", ["single", "double", "5pt", "10pt/word"])
def test_a_phoney_is_taken_back(challenge: str) -> None:
    game = phoney(challenge)
    turn = game.challenge()
    assert (turn.kind, turn.player, turn.success, turn.challenged) == ("challenge", 1, True, (("BB", False),))
    assert (game.scores, game.to_move, len(game.board)) == ((0, 0), 1, 0)
    assert game.view(1).zeros == 1
    # The other player has seen two B, and knows that they are still there.
    assert game.view(1).known == ("BB", "")
    assert str(game.racks[0]) == "ABB"
    assert tiles_of(game) == all_tiles(game.rules)
    game.pass_turn()
    game.play("8H AB")
    assert game.view(1).known == ("B", "")
    assert game.turns[-1].known == ("BB", "")
    game.pass_turn()
    game.exchange("B")
    assert game.view(1).known == ("", "")


@each(
    ("challenge", "scores", "to_move", "zeros"),
    [
        ("single", (8, 0), 1, 0),
        ("double", (8, 0), 0, 1),
        ("5pt", (13, 0), 1, 0),
        ("10pt", (18, 0), 1, 0),
        ("5pt/word", (13, 0), 1, 0),
    ],
)
def test_a_wrong_challenge(challenge: str, scores: tuple[int, ...], to_move: int, zeros: int) -> None:
    game = valid(challenge)
    turn = game.challenge("ab")
    assert turn.success is False
    assert turn.score == scores[0] - 8
    assert (game.scores, game.to_move, game.view(0).zeros) == (scores, to_move, zeros)
    with pytest.raises(OutOfTurnError, match="nothing to challenge"):
        game.challenge()


def test_points_for_each_word() -> None:
    game = valid("5pt/word")
    game.set_rack(1, "AA")
    turn = game.play("9H AA")  # AA, with AA and BA down
    game.challenge()
    assert (game.scores[1], game.turns[-1].score) == (turn.score + 15, 15)
    game.undo()
    game.challenge(["BA", "AA"])
    assert game.scores[1] == turn.score + 10


def test_only_words_of_the_play_are_challenged() -> None:
    game = phoney("single")
    with pytest.raises(IllegalMoveError, match="not words of the play: expected BB, found CAB"):
        game.challenge(["BB", "CAB"])
    with pytest.raises(IllegalMoveError, match="found none"):
        game.challenge([])
    assert len(game.turns) == 1


def test_triple_decides_the_game() -> None:
    game = phoney("triple")
    game.challenge()
    assert game.result is not None
    assert (game.result.reason, game.winner, game.scores) == ("challenge", 1, (0, 0))
    game = valid("triple")
    game.challenge()
    assert (game.winner, game.scores) == (0, (8, 0))
    with pytest.raises(GameOverError, match="the game is over: found challenge"):
        game.pass_turn()


def test_a_play_that_was_followed_stands() -> None:
    game = phoney("double")
    game.pass_turn()
    with pytest.raises(OutOfTurnError, match="nothing to challenge"):
        game.challenge()


def test_the_phoney_counts_as_a_turn_without_a_point() -> None:
    game = phoney("single", zero_turns=2)
    game.challenge()
    game.pass_turn()
    assert game.result is not None
    assert game.result.reason == "zeros"
    game = phoney("single", zero_turns=0, pass_turns=2, withdrawn_is_pass=True)
    game.challenge()
    game.pass_turn()
    assert game.result is not None
    assert game.result.reason == "passes"


def test_somebody_else_may_judge() -> None:
    game = Game(None, rules=small_rules(challenge="double"), dealt=False)
    game.play("8H AB")
    with pytest.raises(IllegalMoveError, match="there is no lexicon to judge by"):
        game.challenge()
    assert game.challenge(invalid=["AB"]).success is True


# -- the last window ------------------------------------------------------------------------------------


def tiny(challenge: str) -> Game:
    """A game of five tiles: the first player has AB after one turn, and the other one has C."""
    counts = {"A": 2, "B": 2, "C": 1}
    alphabet = Alphabet(
        "tiny", [Tile(x, x.lower(), points=p, count=counts[x]) for x, p in zip("ABC", (1, 3, 5), strict=True)]
    )
    game = Game(None, rules=Rules(alphabet=alphabet, rack_size=2, challenge=challenge), seed=1, dealt=False)
    game.set_rack(0, "AB")
    game.play("8H AB")
    game.set_rack(1, "AC")
    game.play("H8 .A")  # AA down
    game.set_rack(0, "B")
    return game


def test_going_out_opens_a_window() -> None:
    game = tiny("5pt")
    assert game.bag_size == 0
    game.play("9H .B")
    assert (game.waiting, game.over, game.to_move) == (True, False, 1)
    with pytest.raises(OutOfTurnError, match="a player is out"):
        game.play("10H C")
    with pytest.raises(OutOfTurnError, match="a player is out"):
        game.exchange("C")
    before = game.scores
    turn = game.pass_turn()
    assert (turn.kind, game.over, game.out) == ("accept", True, 0)
    assert game.ending == (10, 0)
    assert game.scores == (before[0] + 10, before[1])
    game.undo()
    assert game.waiting


def test_a_wrong_challenge_of_the_last_play_pays_before_the_end() -> None:
    game = tiny("5pt")
    game.play("9H .B")
    before = game.scores
    game.challenge(invalid=[])
    assert game.over
    assert game.scores == (before[0] + 5 + 10, before[1])
    game = tiny("double")
    game.play("9H .B")
    game.challenge(invalid=[])
    assert game.over


def test_a_right_challenge_of_the_last_play_goes_on() -> None:
    game = tiny("double")
    game.play("9H .B")
    game.challenge(invalid=["AB"])
    assert (game.over, game.waiting, game.to_move, game.out) == (False, False, 1, None)
    assert str(game.racks[0]) == "B"
    assert str(game.racks[1]) == "C"
    assert game.view(1).known == ("B", "")


def test_void_ends_at_once() -> None:
    game = tiny("void")
    game.play("9H .B")
    assert game.over
    assert game.ending == (10, 0)


def test_a_word_that_is_formed_twice() -> None:
    """Found by random actions: a challenge of all words gave points for both, its record in JSON for one."""
    game = recorded("5pt/word")
    game.play("8H AA")
    move = game.play("7I AA").move
    assert move is not None
    assert move.words == ("AA", "AA")
    turn = game.challenge()
    assert turn.challenged == (("AA", True), ("AA", True))
    assert turn.words == ("AA", "AA")
    assert turn.score == 10
    assert Game.from_json(game.to_json(), LEXICON).scores == game.scores
    game.undo()
    assert game.challenge(["AA", "aa", "AA"]).score == 10
    game.undo()
    assert game.challenge("AA").score == 5
