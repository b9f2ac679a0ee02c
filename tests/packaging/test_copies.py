"""Whatever can be copied or pickled is equal afterwards and does the same; the rest says at once that it cannot."""

import copy
import inspect
import pickle
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import lexkit
from lexkit.errors import IllegalMoveError, LexkitError
from lexkit.runtime.automaton import index
from tests.running import each
from tests.words.test_column import WORDS, with_values

CGP = "15/15/15/15/15/15/15/5CARE6/15/15/15/15/15/15/15 AEINRT?/ 0/12 0"
WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {number}": lambda thing, number=number: pickle.loads(pickle.dumps(thing, number)) for number in (2, 5)},
}


@cache
def lex() -> lexkit.Lexicon:
    return lexkit.open()


@cache
def game() -> lexkit.Game:
    """A game with turns, undone turns, a challenge and a clock."""
    rules = lexkit.Rules.from_alphabet("english", challenge="5pt")
    played = lexkit.Game(lex(), ("Ann", "Bob"), rules=rules, seed=7, clock=lexkit.Clock(1500, 5, None), at=0.0)
    for number in range(6):
        played.act(lexkit.player("greedy").choose(played.view(played.to_move)), at=number + 1.0)
    played.challenge(at=7.5)
    played.exchange(str(played.rack(played.to_move))[:2], at=8.0)
    played.undo(at=9.0)
    played.undo(at=9.5)
    return played


def duplicate() -> lexkit.Duplicate:
    made = lexkit.Duplicate(lex(), ("Ann", "Bob"), seed=7, seconds=30, at=1.0)
    made.finish_turn(at=2.0)
    made.submit(None, player=1, at=3.0)
    return made


def board() -> lexkit.Board:
    made = lexkit.Board.from_cgp(CGP)
    lex().best_move(made)
    made.play("F8 .AT")
    return made


def moves() -> lexkit.Moves:
    return lex().moves(lexkit.Board.from_cgp(CGP))


def all_of(values: Any) -> list[Any]:
    return [repr(value) for value in values]


def played_on(thing: lexkit.Game) -> Any:
    """What a game does next: what was undone, and what its lexicon refuses."""
    told = []
    for action in ("redo", "redo", "undo"):
        getattr(thing, action)(at=20.0)
        told.append((thing.to_json(), thing.board.to_cgp()))
    thing.undo(at=21.0)
    return told, thing.lexicon and thing.lexicon.fingerprint, thing.seed, thing.clock


#: Public class -> (objects, what one does, to compare besides ``==``). None: ``==`` alone.
THINGS: dict[str, tuple[Callable[[], list[Any]], Callable[[Any], Any] | None]] = {
    "Action": (lambda: [lexkit.Action.read("8D LIFE"), lexkit.Action("placement", next(iter(moves())))], None),
    "Alphabet": (lambda: [lex().alphabet], lambda each: each.encode("QUIZ")),
    "Bag": (
        lambda: [lexkit.Bag.from_rules(lexkit.Rules(), 7)],
        lambda each: (each.draw(3), each.exchange(b"\1\2"), each.state),
    ),
    "Board": (
        lambda: [board(), lexkit.Board(), game().board],
        lambda each: (each.lexicon and each.lexicon.fingerprint, repr(each), str(each.explain("8F ....S", rack="S"))),
    ),
    "Cross": (lambda: [board().cross_sets(lex())["8E"]], None),
    "CrossSets": (lambda: [board().cross_sets(lex())], lambda each: (list(each), each["8E"], each.counts(True))),
    "Candidate": (lambda: list(moves().by_equity(lex())[:2]), None),
    "Candidates": (lambda: [moves().by_equity(lex())], lambda each: (all_of(each[:9]), each.equities().tolist())),
    "Clock": (lambda: [lexkit.Clock(1500, 5), lexkit.Clock(9, now=None)], None),
    "Column": (
        lambda: [with_values({"full": list(range(len(WORDS)))}).column("full")],
        lambda each: (repr(each), all_of(each[word] for word in WORDS[:9])),
    ),
    "Cursor": (
        lambda: [lex().cursor().walk("CA"), lex().cursor(reverse=True)],
        lambda each: (each.letters, each.arcs, list(each.words(limit=5))),
    ),
    "Duplicate": (
        lambda: [duplicate(), lexkit.Duplicate(lex(), seed=1, kind="joker")],
        lambda each: each.finish_turn(),
    ),
    "DuplicateTurn": (lambda: list(duplicate().turns), None),
    "Game": (lambda: [game().copy(), lexkit.Game(None, seed=1)], lambda each: played_on(each) if each.turns else None),
    "Hooks": (lambda: [lex().cross_sets("ABLE")], None),
    "Inference": (
        lambda: [lexkit.infer(lexkit.Board(), "AEINRST", "8H QUIZ", lexicon=lex(), most=20)],
        lambda each: repr(each.ways),
    ),
    "Layout": (lambda: [lexkit.Layout.named("super")], None),
    "LetterSet": (lambda: [lex().cross_set("PA", "ABLE")], list),
    "Lexicon": (
        lambda: [lex(), lexkit.build(["CARE", "SCARE"])],
        lambda each: (each.fingerprint, len(each), "CARE" in each),
    ),
    "Listing": (lambda: [lex().prefix("QUI").sorted_by("length")], list),
    "Match": (lambda: [lexkit.Match(lex(), seed=3)], lambda each: [one.to_json() for one in each.play(1)]),
    "Move": (lambda: list(moves()[:2]), lambda each: (each.score, each.words, each.snapshot)),
    "Moves": (lambda: [moves()], lambda each: (all_of(each.top(3)), each.rack)),
    "Options": (lambda: [lexkit.Options(min_length=3)], None),
    "Outcome": (lambda: [lexkit.Outcome(moves()[0], 1, 2, 3, 0, 0.4, 4.5, 6, True)], None),
    "Puzzle": (
        lambda: [lexkit.Puzzle(CGP, (lexkit.PuzzlePlay("-", 0, 0.0, 0.0, "none"),), ("bingo",), "large", 12.5)],
        lambda each: each.to_json(),
    ),
    "PuzzlePlay": (lambda: [lexkit.PuzzlePlay("8D QUIZ", 48, 0.0)], None),
    "Occurrence": (lambda: list(lex().prefix("TAXI").occurrences()), None),
    "Rack": (lambda: [lexkit.Rack("RETAIN?")], str),
    "Rules": (
        lambda: [lexkit.Rules.from_alphabet("spanish", challenge="5pt", bonuses={6: 20}, length_bonuses={8: 20})],
        hash,
    ),
    "ScoreSheet": (
        lambda: [lexkit.ScoreSheet(lex(), ("Ann", "Bob"), lines=[(0, "8G CARE"), (1, "challenge")])],
        lambda each: (each.to_gcg(), each.add("9G HA"), each.lines),
    ),
    "SheetLine": (lambda: [lexkit.SheetLine(0, "8G CARE")], None),
    "Simulated": (lambda: [lexkit.Simulated(moves().by_equity(lex())[0], 0.5, 0.1, 3.0, 32, True, 1.0)], None),
    "Simulation": (
        lambda: [lexkit.simulate(lexkit.Board.from_cgp(CGP), lexicon=lex(), candidates=2, iterations=32)],
        None,
    ),
    "Solution": (lambda: [lexkit.Solution(3, move := next(iter(moves())), (move, None), 2, True, 9)], None),
    "Tile": (lambda: list(lex().alphabet.tiles), None),
    "Turn": (lambda: list(game().turns), None),
    "Verdict": (lambda: [lexkit.Board().explain("8H CARE", lexicon=lex())], str),
    "View": (
        lambda: [game().view(0), game().view(1)],
        lambda each: (each.core and each.core.fingerprint, each.board, each.to_cgp(), each.times),
    ),
    "WinChances": (lambda: [lexkit.WinChances.by_rule(10)], lambda each: each.of_one(3, 4.0)),
    "Words": (lambda: [lex().prefix("QUI"), lex().words()], len),
}
#: Kinds of what functions return, and of players.
OTHERS: dict[str, tuple[Callable[[], list[Any]], Callable[[Any], Any] | None]] = {
    "player": (
        lambda: [lexkit.player(name, lex(), seed=4) for name in ("greedy", "static", "two-ply", "enos", "club")],
        lambda each: each.choose(game().view(game().to_move)),
    ),
    "champion": (lambda: [lexkit.player("champion", lex(), time=1)], lambda each: sorted(vars(each))),
    "analysis": (lambda: [lexkit.analyse(game(), lex())], None),
    "tally": (lambda: [lexkit.Match(lex(), seed=3).tally(2)], lambda each: each.to_json()),
    "leaves": (lambda: [lex().leaves], lambda each: each.of("ERS")),
    "snapshot": (lambda: [lexkit.Board().snapshot()], lambda each: (each.grid, each.rules)),
}
#: Those that cannot be copied, and what they say.
REFUSED = {"Simulation": "results"}


def test_every_public_class_is_in_the_table() -> None:
    classes = {
        name
        for name in lexkit.__all__
        if inspect.isclass(getattr(lexkit, name)) and name != "Player"  # a protocol
    }
    assert classes == set(THINGS)


@each("way", WAYS)
@each("name", [*THINGS, *OTHERS])
def test_copies_are_equal_and_do_the_same(name: str, way: str) -> None:
    """Found: a game copied or sent to a process lost its lexicon and accepted FLAGO; boards and views too."""
    make, does = (THINGS | OTHERS)[name]
    for thing in make():
        if name in REFUSED:
            with pytest.raises(TypeError, match=REFUSED[name]):
                WAYS[way](thing)
            continue
        again = WAYS[way](thing)
        assert isinstance(again, type(thing)) or name == "Board"
        assert again == thing
        assert again != object()
        if name in ("Lexicon", "Column", "Match", "WinChances", "player", "champion", "leaves"):
            assert hash(again) == hash(thing)
        if does is not None:
            assert does(again) == does(thing)


@each("name", [*THINGS, *OTHERS])
def test_a_line_says_what_each_is(name: str) -> None:
    """Found: a report was shown as all of its turns, inferred tiles as thousands of leaves."""
    for thing in (THINGS | OTHERS)[name][0]():
        shown = repr(thing)
        assert len(shown) <= 300, shown
        assert " at 0x" not in shown
        assert "\n" not in shown


def test_a_simulation_that_has_not_begun_shows_no_results() -> None:
    """Found: it was shown as 0 iterations, with a best candidate that nothing had weighed."""
    (made,) = THINGS["Simulation"][0]()
    assert repr(made) == "<Simulation of 2 candidates, not begun: iterate over it, or ask for its best>"
    best = made.best
    assert repr(made) == f"<Simulation: 32 iterations of 2 candidates, best {best}>"


@each("way", WAYS)
def test_a_copied_game_is_judged_as_before(way: str) -> None:
    """Found: FLAGO was accepted by the copy under rules that refuse it, and undone turns were gone."""
    game = lexkit.Game(lex(), dealt=False)
    game.play("8H CARE")
    game.undo()
    other = WAYS[way](game)
    with pytest.raises(IllegalMoveError, match="not in the lexicon"):
        other.play("8H FLAGO")
    assert other.redo().text == "8H CARE"
    assert other != game
    game.redo()
    assert other == game


def test_long_games_are_copied_too() -> None:
    rules = lexkit.Rules(zero_turns=0, pass_turns=5000)
    game = lexkit.Game(lex(), rules=rules, seed=1)
    for _ in range(3000):
        game.pass_turn()
    for _ in range(1000):
        game.undo()
    for way in WAYS.values():
        other = way(game)
        other.redo()
        assert (other.turn_number, len(other.turns)) == (2001, 2001)


def test_a_game_whose_lexicon_cannot_be_pickled_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "MOST_PICKLED", 100)
    game = lexkit.Game(lexkit.build(["CARE", "SCARE"]), seed=1)
    for thing in (game, game.view(0), game.board, game.copy()):
        assert copy.deepcopy(thing) == thing
        with pytest.raises(LexkitError, match=r"write lexicon\.to_bytes"):
            pickle.dumps(thing)
