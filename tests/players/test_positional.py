"""The positional player: leaves by the tiles not seen, and last turns played out, in Python and by a kernel alike."""

from collections import Counter
from fractions import Fraction
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit import Board, Match, Rack, Rules, lexicons
from lexkit.players.autoplay.match_tally import Tally
from lexkit.players.autoplay.play_many_games import kernel_worths
from lexkit.players.base import Situation, Strategy
from lexkit.players.leaves import TrainedValues
from lexkit.players.one_ply import Static
from lexkit.players.positional import HOPED, HOPED_BITS, PooledValues, Positional
from lexkit.runtime.game.move_finder import Finder
from lexkit.runtime.game.rules import count_left
from lexkit.runtime.game.text.notation import KINDS
from tests.players.test_kernel_games import compare, with_leaves
from tests.players.test_match import small_list
from tests.running import COMPILED

ENGLISH = lexicons.alphabet("english")
ALL_TILES = [tile for tile, count in enumerate(Rules().distribution) for _ in range(count)]


@pytest.fixture(scope="module")
def few() -> lexkit.Lexicon:
    return small_list(ENGLISH)


@pytest.fixture(scope="module")
def values(few: lexkit.Lexicon) -> TrainedValues:
    return with_leaves(few, 5)


# -- a kernel plays the same --------------------------------------------------------------------------------


@pytest.mark.parametrize("few_values", [False, True])
def test_games_of_a_kernel(few: lexkit.Lexicon, few_values: bool) -> None:
    """Turn for turn, also if many leaves are worth alike."""
    one, two = Positional(with_leaves(few, 1, few=few_values)), Static(with_leaves(few, 2))
    rules = Rules(alphabet=few.alphabet)
    assert compare(few, rules, 3, 5 if COMPILED else 1, players=(one, two)) >= {"placement", "exchange"}
    compare(few, rules, 4, 2 if COMPILED else 1, start=1, players=(two, one))
    compare(few, rules, 5, 2 if COMPILED else 1, players=(one, one))


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take minutes for the bundled list")
def test_games_of_a_kernel_on_a_real_list(english: lexkit.Lexicon) -> None:
    """Games that end because a player is out, whose last turns are played out."""
    trained = english.leaves
    assert isinstance(trained, TrainedValues)
    seen = compare(english, Rules(), 8, 8, players=(Positional(trained), Static(trained)))
    assert {"placement", "out"} <= seen


@pytest.mark.parametrize(
    ("alphabet", "layout", "longest", "changes"),
    [
        ("spanish", "standard", 6, {"exchange_minimum": 1, "zero_turns": 12}),
        ("german", "standard", 4, {}),
        ("super_english", "super", 6, {}),
        ("hong_kong_english", "standard", 3, {"rack_size": 9, "exchange_minimum": 9}),
        ("english", "standard", 7, {}),
        ("english", "standard", 1, {"rack_size": 2}),
    ],
)
def test_games_of_a_kernel_by_other_rules(alphabet: str, layout: str, longest: int, changes: dict[str, int]) -> None:
    lexicon = small_list(lexicons.alphabet(alphabet))
    players = Positional(with_leaves(lexicon, 5, longest)), Static(with_leaves(lexicon, 6, longest, few=True))
    compare(lexicon, Rules(layout, lexicon.alphabet, **changes), 1, 4 if COMPILED else 1, players=players)


def test_pairs_and_threads(few: lexkit.Lexicon, values: TrainedValues) -> None:
    """The same games in pairs, by any number of threads, and by Python."""
    match = Match(few, Positional(values), Static(values), seed=6, paired=True)
    expected = match.tally(8, threads=1).to_json()
    assert match.tally(8, threads=3).to_json() == expected
    by_python = Tally()
    for number in range(8):
        by_python.add(match.game(number), match.seats(number))
    for told in ("games", "wins", "draws", "mean_scores", "bingos", "turns", "exchanges"):
        assert by_python.to_json()[told] == expected[told]


def test_word_smog_is_played_in_python(few: lexkit.Lexicon, values: TrainedValues) -> None:
    rules = Rules(alphabet=few.alphabet, variant="wordsmog")
    match = Match(few, Positional(values), Static(values), rules=rules, seed=2)
    assert match.tally(2).games == 2


# -- leaves by the tiles that are not seen ------------------------------------------------------------------


def expected_worth(values: TrainedValues, leave: Counter[int], unseen: list[int], bag: int, held: int) -> int:
    """The worth of one leave in thousandths of a point, tile by tile."""
    size = leave.total()
    worth = value_of(values, leave)
    if size >= values.stored.longest:
        return worth
    rest = [count - leave[tile] for tile, count in enumerate(Rules().distribution)]
    means = []
    for pool in (unseen, rest):
        total = sum(count * value_of(values, leave + Counter([tile])) for tile, count in enumerate(pool) if count)
        means.append(floor(Fraction(total, sum(pool))))
    return worth + floor(Fraction(min(bag, held - size) * HOPED * (means[0] - means[1]), 2**HOPED_BITS))


def value_of(values: TrainedValues, leave: Counter[int]) -> int:
    if leave.total() > values.stored.longest:
        return 0
    return int(values.stored.values[values.stored.place(bytes(leave.elements()))]) * 1000 // values.stored.scale


@given(
    tiles=st.permutations(ALL_TILES),
    seen=st.integers(0, 85),
    held=st.integers(1, 7),
    longest=st.sampled_from([2, 6]),
)
def test_leaves_by_the_tiles_not_seen(
    few: lexkit.Lexicon, tiles: list[int], seen: int, held: int, longest: int
) -> None:
    values = with_leaves(few, 9, longest)
    rack, unseen = Counter(tiles[:held]), [0] * 27
    for tile in tiles[held : 100 - seen]:
        unseen[tile] += 1
    bag = max(1, sum(unseen) - 7)
    found = PooledValues(values, Rules(), unseen, bag, held).leaves(
        Rack(bytes(rack[tile] for tile in range(64)), ENGLISH)
    )
    for index in range(len(found.values)):
        leave = rack - Counter(found.tiles(index))
        expected = expected_worth(values, leave, unseen, bag, held)
        assert round(found.values[index] * 1000) == expected


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take minutes for the bundled list")
def test_what_is_drawn_makes_a_leave_good(english: lexkit.Lexicon) -> None:
    """A Q is kept more gladly while U's are left than when none is."""
    values = english.leaves
    assert isinstance(values, TrainedValues)
    rules, rack = Rules(), Rack("QUEENLY")
    unseen = count_left(rules, rack.tiles)
    usual = PooledValues(values, rules, unseen, 86, 7).of("Q")
    blanks = [count + 10 * (tile == 0) for tile, count in enumerate(unseen)]
    assert PooledValues(values, rules, blanks, 86, 7).of("Q") > usual
    for letter in "UI":
        number = ENGLISH.number(letter)
        assert number is not None
        unseen[number] = 0
    assert PooledValues(values, rules, unseen, 86, 7).of("Q") < usual


# -- the last turns -----------------------------------------------------------------------------------------


def gain_of(lexicon: lexkit.Lexicon, values: TrainedValues, board: Board, racks: list[Rack], first: Strategy) -> int:
    """What the player to move gains more than the other: the first turn by a strategy, all others by equity."""
    gains, passes, board = [0, 0], 0, board.copy()
    for number in range(100):
        player = number % 2
        chooser = Static(values) if number else first
        move = chooser.choose(Situation(lexicon.core, board, racks[player], 0)).move
        passes = 0 if move else passes + 1
        if move:
            board.play(move)
            gains[player] += move.score
            racks = [rack - move.played if at == player else rack for at, rack in enumerate(racks)]
        points = [board.rules.points_of(rack.counts) for rack in racks]
        if not racks[player]:
            gains[player] += 2 * points[1 - player]
            return gains[0] - gains[1]
        if passes == 2:
            return gains[0] - points[0] - gains[1] + points[1]
    raise AssertionError("an endgame of a hundred turns")


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take minutes for the bundled list")
def test_it_gains_what_the_best_of_its_candidates_does(english: lexkit.Lexicon) -> None:
    """In endgames of games: never less than by equity, and often more."""
    values = english.leaves
    assert isinstance(values, TrainedValues)
    more = positions = 0
    for game in Match(english, "static", "static", seed=12).play(12):
        board, racks = Board(rules=game.rules), []
        for turn in game.turns:
            rack = turn.rack
            unseen = count_left(game.rules, board.grid.translate(KINDS, b"\0") + rack.tiles)
            if sum(unseen) <= 7 and turn.move is not None:
                racks = [rack, Rack(bytes(unseen).ljust(64, b"\0"), ENGLISH)]
                by_equity = gain_of(english, values, board, racks, Static(values))
                found = gain_of(english, values, board, racks, Positional(values))
                assert found >= by_equity
                more += found > by_equity
                positions += 1
            if turn.move is not None:
                board.play(turn.move)
    assert positions > 20
    assert more > 4


def test_with_three_players_it_plays_by_equity(few: lexkit.Lexicon, values: TrainedValues) -> None:
    """When the bag is empty and more is unseen than one rack."""
    board, rack = Board(rules=Rules(alphabet=few.alphabet)), Rack("AEINRST")
    situation = Situation(few.core, board, rack, 0)
    assert Positional(values).choose(situation) == Static(values).choose(situation)


def test_wrong_calls(few: lexkit.Lexicon, values: TrainedValues) -> None:
    """Tables ahead that do not fit are refused before anything is played."""
    rules = Rules(alphabet=few.alphabet)
    finder, other = Finder(few.core, rules), Finder(small_list(ENGLISH, 2).core, rules)
    worths = kernel_worths(Static(values), rules)
    numbers = 7, 7, 6, 0, True, True, 0, 12, False

    def table(tries: int, ahead: object, squares: object = None) -> object:
        finders = [finder.new_weighing_finder(worths) for _ in range(2)]
        kind = type(finder.new_game_player())
        return kind(squares or finder.new_squares(), *finders, *numbers, tries, 0, ahead)

    for tries, ahead in ((33, finder.new_game_player()), (-1, None)):
        with pytest.raises(ValueError, match="a number of candidates"):
            table(tries, ahead)
    with pytest.raises(ValueError, match="a table to look ahead on"):
        table(1, None)
    with pytest.raises(ValueError, match="two lexicons"):
        table(1, other.new_game_player())
    larger = Finder(few.core, Rules("super", few.alphabet)).new_game_player()
    with pytest.raises(ValueError, match=r"two kinds|two lexicons"):
        table(1, larger)
    with pytest.raises(ValueError, match="64 counts"):
        finder.new_weighing_finder(worths._replace(whole=(1,) * 63))
    with pytest.raises(ValueError, match="64 counts"):
        finder.new_weighing_finder(worths._replace(whole=(-1,) * 64))
    table(1, finder.new_game_player())  # one that fits is taken
