"""Games that a kernel plays whole: turn for turn those of a match, whatever the rules, the threads and the room."""

from contextlib import suppress
from typing import Any

import numpy as np
import pytest

import lexkit
from lexkit import Rules, lexicons
from lexkit.errors import PositionError, TimeLimitError
from lexkit.formats.leaves_section import StoredLeaves, leave_count
from lexkit.players.autoplay import kernel_games
from lexkit.players.autoplay.kernel_games import TURN, KernelMatch, PlayedGames
from lexkit.players.autoplay.match import Match
from lexkit.players.autoplay.match_tally import Tally
from lexkit.players.autoplay.play_many_games import kernel_worths
from lexkit.players.base import Strategy
from lexkit.players.leaves import TrainedValues
from lexkit.players.one_ply import Greedy, Static
from lexkit.runtime.game.move_finder import Finder
from lexkit.runtime.game.referee.game import Game
from tests.players.test_match import OTHER_RULES, small_list
from tests.running import COMPILED, FULL

KINDS = ["pass", "placement", "exchange"]
#: How many games are compared: of one kind, and of each of several.
MOST, SOME = (40, 6) if COMPILED else (8, 1)


@pytest.fixture(scope="module")
def few() -> lexkit.Lexicon:
    return small_list(lexicons.alphabet("english"))


def told(game: Game) -> tuple[object, ...]:
    """A game of a match, as what a kernel's records say."""
    turns = []
    for turn in game.turns:
        if turn.kind == "accept":
            continue
        tiles = (turn.exchanged.tiles if turn.exchanged else b"") if turn.move is None else turn.move.played
        place = None if turn.move is None else (turn.move.row, turn.move.column, turn.move.across)
        turns.append((turn.player, turn.kind, tiles, place, turn.score, turn.drawn.tiles if turn.drawn else b""))
    reason = game.result.reason
    return turns, game.scores, game.ending, game.out, None if reason == "out" else reason


def recorded(games: PlayedGames, number: int) -> tuple[object, ...]:
    """The same of a game that a kernel played."""
    turns = []
    for at, turn in enumerate(games.turns_of(number)):
        kind, played, drawn = KINDS[turn["kind"]], turn["played"], turn["drawn"]
        place = (turn["row"], turn["column"], turn["down"] == 0) if kind == "placement" else None
        assert not turn["tiles"][played:].any()
        assert not turn["tiles_drawn"][drawn:].any()
        player = (games.first + number + at) % 2
        given, taken = turn["tiles"][:played].tobytes(), bytes(sorted(turn["tiles_drawn"][:drawn].tolist()))
        given = given if place else bytes(sorted(given))
        turns.append((player, kind, given, place, turn["score"], taken))
    out = games.out[number]
    ending = tuple(games.ending[number])
    return turns, tuple(games.scores[number]), ending, None if out < 0 else out, {-1: "zeros", -2: "passes"}.get(out)


def with_leaves(lexicon: lexkit.Lexicon, seed: int, longest: int = 6, few: bool = False) -> TrainedValues:
    """Leave values that nobody trained, for a list; ``few``: so few different ones that many leaves are worth alike."""
    rng = np.random.default_rng(seed)
    letters = len(lexicon.alphabet)
    values = rng.integers(-2, 3, leave_count(letters, longest)) * 512 if few else None
    if values is None:
        values = rng.normal(0, 2500, leave_count(letters, longest))
    values[0] = 0
    return TrainedValues(StoredLeaves(letters, longest, 256, values.astype(np.int16)), lexicon.alphabet)


def compare(
    lexicon: lexkit.Lexicon,
    rules: Rules,
    seed: int,
    games: int,
    start: int = 0,
    leaves: tuple[TrainedValues | None, TrainedValues | None] = (None, None),
    players: tuple[Strategy, ...] = (),
) -> set[str]:
    """Compare the games of a kernel with a match's; give the kinds of turns and ends that there were.

    ``players``: by default greedy, or static with these leaves.
    """
    players = players or tuple(Greedy() if values is None else Static(values) for values in leaves)
    match = Match(lexicon, *players, rules=rules, seed=seed)
    expected = [match.game(number) for number in range(start, start + games)]
    worths = [kernel_worths(player, rules) for player in players]
    chunks = list(KernelMatch(lexicon.core, rules, seed, *worths).play(games, start))
    found = [recorded(chunk, number) for chunk in chunks for number in range(len(chunk))]
    assert found == [told(game) for game in expected]
    beginnings = [held for chunk in chunks for held in chunk.held]
    for game, held in zip(expected, beginnings, strict=True):
        for turn in game.turns[:2]:
            assert sorted(held[turn.player][: len(turn.rack)]) == sorted(turn.rack.tiles)
    counted, one_by_one = match.tally(games, start), Tally()
    for game in expected:
        one_by_one.add(game)
    # A kernel lists no moves, where a static player of a match lists all.
    assert counted.to_json() | {"moves_per_turn": 0} == one_by_one.to_json() | {"moves_per_turn": 0}
    ends = {game.result.reason for game in expected}
    return ends | {turn.kind for game in expected for turn in game.turns if turn.kind != "accept"}


def test_english_games(few: lexkit.Lexicon) -> None:
    assert compare(few, Rules(alphabet=few.alphabet), 3, MOST) == {"placement", "exchange", "zeros"}
    assert compare(few, Rules(alphabet=few.alphabet, exchange_minimum=90), 3, MOST // 2) == {
        "placement",
        "pass",
        "zeros",
    }


def test_games_on_a_real_list(english: lexkit.Lexicon) -> None:
    assert {"placement", "out"} <= compare(english, Rules(alphabet=english.alphabet), 1994, SOME, start=3)


@pytest.mark.parametrize(("alphabet", "layout", "changes"), OTHER_RULES)
def test_games_of_other_rules(alphabet: str, layout: str, changes: dict[str, Any]) -> None:
    lexicon = small_list(lexicons.alphabet(alphabet))
    compare(lexicon, Rules(layout, lexicon.alphabet, **changes), 1, SOME)


@pytest.mark.parametrize("challenge", ["single", "triple", "5pt/word"])
def test_games_with_challenges(few: lexkit.Lexicon, challenge: str) -> None:
    """Static and greedy players play only words, and challenge none."""
    rules, leaves = Rules(alphabet=few.alphabet, challenge=challenge), with_leaves(few, 1)
    compare(few, rules, 3, 12 if COMPILED else 2, leaves=(leaves, None))


def test_going_out_where_the_last_play_may_be_challenged(english: lexkit.Lexicon) -> None:
    rules = Rules(alphabet=english.alphabet, challenge="double")
    assert "out" in compare(english, rules, 1994, 3 if COMPILED else 1)


@pytest.mark.parametrize("alphabet", ["german", "polish", "spanish", "french", "hong_kong_english"])
def test_games_by_the_rules_of_languages(alphabet: str) -> None:
    """With a list of few words nobody goes out: exchanges and passes until the rules end the game."""
    lexicon = small_list(lexicons.alphabet(alphabet))
    leaves = with_leaves(lexicon, 5, 3), with_leaves(lexicon, 6, 3)
    ends = compare(lexicon, Rules.from_alphabet(lexicon.alphabet), 1, 6 if COMPILED else 2)
    ends |= compare(
        lexicon, Rules.from_alphabet(lexicon.alphabet, out_bonus="each"), 2, 4 if COMPILED else 1, leaves=leaves
    )
    assert ends & {"zeros", "passes"}
    if alphabet == "german":
        assert {"exchange", "pass", "passes"} <= ends


@pytest.mark.parametrize("few_values", [False, True])
def test_static_players(few: lexkit.Lexicon, few_values: bool) -> None:
    rules = Rules(alphabet=few.alphabet)
    leaves = with_leaves(few, 1, few=few_values), with_leaves(few, 2)
    assert compare(few, rules, 3, MOST, leaves=leaves) >= {"placement", "exchange"}
    compare(few, rules, 4, SOME, leaves=(None, leaves[0]))


@pytest.mark.skipif(not COMPILED, reason="interpreted, games of a short list have all kinds of turns")
def test_static_players_on_a_real_list(english: lexkit.Lexicon) -> None:
    leaves = with_leaves(english, 3)
    seen = compare(english, Rules(alphabet=english.alphabet), 8, 6, leaves=(leaves, leaves))
    assert {"placement", "exchange", "out"} <= seen


@pytest.mark.parametrize(
    ("alphabet", "layout", "longest", "changes"),
    [
        ("spanish", "standard", 6, {"exchange_minimum": 1, "zero_turns": 12}),
        ("polish", "standard", 4, {}),
        ("catalan", "standard", 5, {}),
        ("english", "standard", 6, {"rack_size": 12, "exchange_minimum": 0}),
        ("hong_kong_english", "standard", 3, {"rack_size": 9, "exchange_minimum": 9}),
        ("english", "standard", 1, {"rack_size": 2}),
        ("super_english", "super", 6, {}),
    ][:: 1 if FULL else 3],
)
def test_static_players_by_other_rules(alphabet: str, layout: str, longest: int, changes: dict[str, int]) -> None:
    lexicon = small_list(lexicons.alphabet(alphabet))
    leaves = with_leaves(lexicon, 5, longest), with_leaves(lexicon, 6, longest, few=True)
    compare(lexicon, Rules(layout, lexicon.alphabet, **changes), 1, 4 if COMPILED else 1, leaves=leaves)


def test_any_number_of_threads_and_any_room(few: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules(alphabet=few.alphabet)

    def played(threads: int) -> list[object]:
        chunks = list(KernelMatch(few.core, rules, 7).play(MOST, 5, threads))
        assert sum(map(len, chunks)) == MOST
        return [recorded(chunk, number) for chunk in chunks for number in range(len(chunk))]

    expected = played(1)
    monkeypatch.setattr(kernel_games, "_GAMES", 5)
    assert played(3) == expected
    # Too few turns and too few chances: the games are played again, with more.
    monkeypatch.setattr(kernel_games, "_TURNS", 2)
    assert played(2) == expected


def test_the_table_of_anagrams_is_built_once_for_the_rules_of_a_lexicon(
    few: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = lexkit.Match(few, "greedy", "static", seed=2, rules=Rules(zero_turns=4))
    built: list[Finder] = []
    begin = Finder.__init__
    monkeypatch.setattr(Finder, "__init__", lambda finder, *given: (built.append(finder), begin(finder, *given))[1])
    first = match.tally(2, threads=1)
    assert match.tally(2, threads=2) == first
    assert lexkit.Match(few, "greedy", "static", seed=2, rules=match.rules).tally(2) == first
    assert len(built) == 1


def test_a_game_that_does_not_end(few: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_games, "_MOST_TURNS", 8)
    monkeypatch.setattr(kernel_games, "_TURNS", 1)
    with pytest.raises(PositionError, match="the game is too long"):
        list(KernelMatch(few.core, Rules(alphabet=few.alphabet), 1).play(2, 0, 1))


def test_time_limits_hold(few: lexkit.Lexicon) -> None:
    with pytest.raises(TimeLimitError), lexkit.within(1e-9):
        Match(few).tally(1000)


def test_progress_counts_every_game(few: lexkit.Lexicon) -> None:
    for first in ("greedy", "heuristic-1"):
        told_of: list[int] = []
        tally = Match(few, first).tally(9, progress=told_of.append)
        assert tally.games == sum(told_of) == 9


def test_wrong_calls(few: lexkit.Lexicon) -> None:
    """What a caller may pass is checked before anything is played; nothing is written out of the room."""
    rules = Rules(alphabet=few.alphabet)
    finder = Finder(few.core, rules)
    player = finder.new_game_player()
    tiles = bytes(tile for tile, count in enumerate(rules.distribution) for _ in range(count))
    chances, turns, held = np.zeros(400), np.zeros(40 * TURN.itemsize, np.uint8), np.zeros(64, np.uint8)
    ends = np.zeros(12, np.int64)

    def play(*changes: tuple[int, object]) -> None:
        given = [tiles, chances, 0, turns, held, ends]
        for place, value in changes:
            given[place] = value
        player.play(*(part if isinstance(part, int) else memoryview(part) for part in given))

    play()
    for place, wrong in (
        (0, bytes([63]) * 9),
        (0, bytes([200]) * 9),
        (0, bytes(3000)),
        (1, chances[:399]),
        (2, 2),
        (3, turns[:43]),
        (4, held[:63]),
        (5, ends[:11]),
        (5, ends[:0]),
    ):
        with pytest.raises(ValueError, match=r"as many|room for|outside"):
            play((place, wrong))
    # Chances that are none stay inside the bag.
    for nonsense in (np.inf, -np.inf, np.nan, -5.0, 7.0):
        chances[:] = nonsense
        with suppress(ValueError, OverflowError):  # interpreted, an infinite number is an error
            play()
    never_made = type(player).__new__(type(player))
    with pytest.raises((ValueError, AttributeError)):
        never_made.play(memoryview(tiles), chances.data, 0, turns.data, held.data, ends.data)
    with pytest.raises((TypeError, ValueError)):
        type(player)(None, None, None, 7, 7, 6, 0, True, True, 0, 12, False)
    with pytest.raises(ValueError, match="end a game"):
        type(player)(
            finder.new_squares(), *[finder.new_generator("best") for _ in range(2)], 7, 7, 0, 0, True, True, 0, 0, False
        )
