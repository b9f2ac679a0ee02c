"""What looks ahead, by the rules of every language: the games are those that the referee allows, to their ends."""

from pathlib import Path

import pytest

import lexkit
from lexkit import Board, Game, Rules, lexicons
from lexkit.players.champion import Champion
from lexkit.players.endgame.racks_and_bag import least_turns, zeros_as_passes
from lexkit.runtime.game.referee.game_json import MAX_TURNS
from lexkit.runtime.game.referee.game_state import GameState
from tests.players.test_kernel_games import with_leaves
from tests.players.test_match import small_list
from tests.running import COMPILED

RULES = sorted(file.stem for file in Path(lexicons.__file__).parent.joinpath("rules").glob("*.toml"))
#: An alphabet for each file of rules.
ALPHABETS = {"hong_kong": "hong_kong_english", "usual": "french"}


@pytest.fixture(scope="module", params=RULES)
def lexicon(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> lexkit.Lexicon:
    """A list of a few hundred words with leave values, of one language."""
    few = small_list(lexicons.alphabet(ALPHABETS.get(request.param, request.param)))
    folder: Path = tmp_path_factory.mktemp(request.param)
    (folder / "few.gaddag").write_bytes(few.to_bytes())
    lexkit.attach(folder / "few.gaddag", folder / "weighed.gaddag", leaves=with_leaves(few, 5, 3).stored)
    return lexkit.open(folder / "weighed.gaddag")


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take ten seconds for German")
def test_the_champion_plays_to_the_end(lexicon: lexkit.Lexicon) -> None:
    """With few words nobody goes out: the rules end the game, and all that the champion does is allowed by then."""
    game = Game(lexicon, seed=5)
    champion = Champion(lexicon, iterations=1, seed=1)
    static = lexkit.player("static", lexicon)
    while not game.over and len(game.turns) < MAX_TURNS:
        late = len(game.turns) > 12
        game.act(
            (champion if late and game.view(0).zeros >= 2 and len(game.turns) % 3 else static).choose(
                game.view(game.to_move)
            )
        )
        limit = game.rules.exchange_limit
        assert not limit or max(game.view(0).exchanges) <= limit
    assert game.result.reason in ("zeros", "passes", "out")


def test_simulations_and_inferences(lexicon: lexkit.Lexicon) -> None:
    """A simulation that looks to the end knows what the referee says of the next pass."""
    rules = Rules.from_alphabet(lexicon.alphabet)
    game = Game(lexicon, seed=5)
    move = lexicon.best_move(game.board, game.racks[0])
    assert move is not None
    inference = lexkit.infer(game.board.copy(), game.racks[1], move, lexicon=lexicon, most=20)
    assert inference.total >= 0
    game.play(move)
    while not game.over:
        view = game.view(game.to_move)
        board = view.board.copy()
        board.rack = str(view.rack)
        known = {"passes": view.passes, "exchanges": (view.exchanges[view.player], view.exchanges[1 - view.player])}
        candidates = [each for each in lexicon.moves(board).by_equity(lexicon) if each.kind == "pass"]
        simulation = lexkit.simulate(
            board, lexicon=lexicon, candidates=candidates, plies=0, iterations=1, threads=1, **known
        )
        best = simulation.best
        game.pass_turn()
        # Decided at once, or a chance between.
        assert (best.win in (0.0, 0.5, 1.0)) == game.over
        assert least_turns(rules, board.grid) > 0


def test_turns_before_an_endgame(lexicon: lexkit.Lexicon) -> None:
    """Turns without a point, of which some were passes, end the game after as many passes as the referee says."""
    rules = Rules.from_alphabet(lexicon.alphabet)
    grid = bytearray(rules.layout.rows * rules.layout.columns)
    for covered in (False, True):
        grid[rules.layout.start] = grid[rules.layout.start + 1] = covered
        for zeros in range(rules.zero_turns or 20):
            for passes in range(min(zeros + 1, rules.pass_turns or 99)):
                if not covered and not rules.empty_board_ends and not rules.pass_turns:
                    continue
                more = 0
                while not _over(rules, covered, zeros + more, passes + more):
                    more += 1
                least = least_turns(rules, bytes(grid))
                assert zeros_as_passes(rules, bytes(grid), zeros, passes) == least - more


def _over(rules: Rules, covered: bool, zeros: int, passes: int) -> bool:
    """As the referee says it."""
    from lexkit.runtime.game.referee import endings

    state = GameState(bytes([covered]), (bytes(64),) * 2, (0, 0), 0, None, (0, 0), 0, zeros, passes, (0, 0))  # type: ignore[arg-type]
    seen = []
    original = endings._end_with_racks
    endings._end_with_racks = lambda state, rules, reason: seen.append(reason) or state  # type: ignore[func-returns-value]
    try:
        endings.end_after_turn(state, rules)
    finally:
        endings._end_with_racks = original
    return bool(seen)


ENDGAME = (
    "6VILL5/9A5/8QI5/7PUR5/7OI1L4/7OM1E2J1/2C5SWOT1E1/1jUVENAL1UNITER/2BI1OX2DEB1R1/1HES1HEIDS1IOS1/"
    "1I1NA2N2KA3/2WONT1T1GAE3/2AMA1YE1OE1P2/oOFY1TUN1ADZE2/RIF4T1D1AGRE GR/C 387/366 0"
)
BEFORE_IT = (
    "EUOI3D7/1PETTO1R1CODAS1/5FLAX3HUI/7WIRETAP1/6ON2V4/5JO3I4/5UT3R4/3AFTIE1CAVERN/3MAED3t2E1/"
    "1QuAG3T1E2E1/4SIRIH1D2N1/7ME4G1/7BY4A1/7U5G1/7E1BILLER AINNOOZ/ 352/343 0"
)


@pytest.mark.parametrize("name", RULES)
def test_ends_on_a_real_list(english: lexkit.Lexicon, name: str) -> None:
    """English tiles by the rules of other languages: the same endgame, whoever counts passes."""
    changes = lexicons.rules(ALPHABETS.get(name, name)) | {"rack_size": 7, "exchange_minimum": 7}
    rules = Rules(**changes)
    solution = lexkit.solve(Board.from_cgp(ENDGAME, rules=rules), english)
    assert (solution.spread, solution.exact) == (12, True)
    if COMPILED:
        outcomes = lexkit.pre_endgame(
            Board.from_cgp(BEFORE_IT, rules=rules), english, moves=["6J ZINNIA", None], plies=1
        )
        assert [(outcome.win, outcome.losses) for outcome in outcomes] == [(1.0, 0), (1.0, 0)]
