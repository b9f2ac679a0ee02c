"""Players of a game: they see a view and nothing else, choose what is legal, and the same again."""

import pickle

import pytest

import lexkit
from lexkit import Action, Game, Rules, lexicons
from lexkit.errors import IllegalMoveError, OutOfTurnError, QueryError
from lexkit.players.autoplay.match import Match
from lexkit.players.base import idle_turns
from lexkit.players.levels import level_names
from lexkit.players.registry import player_names
from tests.making import make
from tests.players.test_match import small_list
from tests.running import COMPILED, each

NAMES = ["greedy", "heuristic-1", "heuristic-2", "heuristic-3", "two-ply", "enos", *level_names()]
#: Those that play; on interpreted kernels few, since all ask the same ones.
PLAYING = NAMES if COMPILED else ["greedy", "heuristic-1", "novice", "club"]


@pytest.fixture(scope="module")
def few() -> lexkit.Lexicon:
    return small_list(lexicons.alphabet("english"))


def play_out(lexicon: lexkit.Lexicon, rules: Rules, seed: int, *names: str) -> Game:
    players = [lexkit.player(name, seed=seed) for name in names]
    game = Game(lexicon, rules=rules, seed=seed)
    while not game.over:
        view = game.view(game.to_move)
        action = players[game.to_move].choose(view)
        assert players[game.to_move].choose(view) == action
        game.act(action)
    return game


@pytest.mark.parametrize("name", PLAYING)
@pytest.mark.parametrize("challenge", ["void", "single"])
def test_whole_games(few: lexkit.Lexicon, name: str, challenge: str) -> None:
    rules = Rules(alphabet=few.alphabet, challenge=challenge)
    games = [play_out(few, rules, 3, name, "greedy") for _ in range(2)]
    assert games[0].to_json() == games[1].to_json()
    assert isinstance(lexkit.player(name), lexkit.Player)


def test_they_choose_as_in_a_match(few: lexkit.Lexicon) -> None:
    """Also if the match is given players that choose for views, instead of names."""
    for name in ("greedy", "heuristic-2", "club"):
        named = Match(few, name, "greedy", seed=4)
        viewing = Match(few, lexkit.player(name, seed=4), lexkit.player("greedy"), seed=4)
        for number in range(2):
            turns = [(turn.player, turn.text, turn.score) for turn in named.game(number).turns]
            assert turns == [(turn.player, turn.text, turn.score) for turn in viewing.game(number).turns]


def test_equal_views_give_equal_choices(few: lexkit.Lexicon) -> None:
    """Two games with the same squares and rack, but other tiles on the other rack and in the bag."""
    rules = Rules(alphabet=few.alphabet)
    seen: dict[str, set[Action]] = {}
    for seed in range(200):
        game = Game(few, rules=rules, seed=seed)
        view = game.view(0)
        seen.setdefault(str(view.rack), set()).add(lexkit.player("casual").choose(view))
    assert all(len(actions) == 1 for actions in seen.values())
    one, other = Game(few, rules=rules, seed=1), Game(few, rules=rules, seed=2, dealt=False)
    other.set_rack(0, str(one.racks[0]))
    for name in PLAYING:
        assert lexkit.player(name).choose(one.view(0)) == lexkit.player(name).choose(other.view(0))
    assert set(NAMES) == {*player_names()} - {"static", "positional", "champion"}  # which need leaves; tests of theirs


def test_a_phoney_is_challenged() -> None:
    lexicon = make(["AB", "BA"])
    rules = Rules(challenge="double")
    game = Game(lexicon, rules=rules, dealt=False, seed=1)
    game.act("8G QUIZ")
    game.set_rack(1, "ABCDEFG")
    action = lexkit.player("greedy").choose(game.view(1))
    assert action.kind == "challenge"
    assert game.act(action).success
    game.set_rack(1, "ABCDEFG")
    assert lexkit.player("greedy", make(["QUIZ"])).choose(game.view(1)).kind == "exchange"


def test_a_view_without_a_lexicon(few: lexkit.Lexicon) -> None:
    game = Game(few, seed=1)
    copied = Game(None, seed=1, rules=game.rules).view(0)
    with pytest.raises(QueryError, match="the game has no lexicon"):
        lexkit.player("greedy").choose(copied)
    sent = pickle.loads(pickle.dumps(game.view(0)))
    assert lexkit.player("greedy").choose(sent) == lexkit.player("greedy").choose(game.view(0))
    assert lexkit.player("greedy", few).choose(copied) == lexkit.player("greedy").choose(game.view(0))


def test_wrong_calls(few: lexkit.Lexicon) -> None:
    with pytest.raises(QueryError, match="no such player"):
        lexkit.player("clever")
    game = Game(few, seed=1)
    with pytest.raises(OutOfTurnError, match="nothing to choose"):
        lexkit.player("greedy").choose(game.view(1))
    before = game.to_json()
    for action in (Action("placement"), "", "8D"):
        with pytest.raises(IllegalMoveError):
            game.act(action)
    assert game.to_json() == before
    for kind in ("dance", "time"):
        with pytest.raises(IllegalMoveError, match="not an action"):
            Action(kind)  # type: ignore[arg-type]
    with pytest.raises(IllegalMoveError, match="not an exchange"):
        Action("exchange", exchanged=b"\x01")  # type: ignore[arg-type]


@each(
    ("text", "action"),
    [
        ("8D LIFE", Action("placement", "8D LIFE")),
        ("-AEI", Action("exchange", exchanged="AEI")),
        ("-3", Action("exchange", exchanged=3)),
        ("exchange AEI", Action("exchange", exchanged="AEI")),
        ("Exch 3", Action("exchange", exchanged=3)),
        ("exchange", Action("placement", "exchange")),
        ("-", Action("pass")),
        ("pass", Action("pass")),
        ("accept", Action("pass")),
        ("challenge", Action("challenge")),
        ("challenge LIFEX AX", Action("challenge", words=("LIFEX", "AX"))),
        ("resignation", Action("resignation")),
    ],
)
def test_actions_as_text(text: str, action: Action) -> None:
    assert Action.read(text) == action


def test_the_text_of_a_turn_is_the_action(few: lexkit.Lexicon) -> None:
    rules = Rules(alphabet=few.alphabet, challenge="single")
    played = play_out(few, rules, 5, "greedy", "heuristic-1")
    again = Game(few, rules=rules, seed=5)
    for turn in played.turns:
        again.act(turn.text)
    assert again.scores == played.scores


@each("alphabet", ["german", "polish", "spanish"])
def test_games_end_where_nobody_can_play(alphabet: str) -> None:
    """By rules under which exchanges alone never end a game: players pass after a while."""
    letters = lexicons.alphabet(alphabet)
    lexicon = make([letters.labels[-1] * 9], letters)
    rules = Rules.from_alphabet(letters)
    for players in (("greedy", "club"), (lexkit.player("club"), lexkit.player("greedy"))):
        game = Match(lexicon, *players).game(0)
        assert game.rules == rules
        assert game.result.reason in ("passes", "zeros")
        assert len(game.turns) <= idle_turns(rules) + 4
        assert sum(turn.kind == "exchange" for turn in game.turns) >= 6
