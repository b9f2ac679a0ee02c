"""Exchanges: nobody offers one that the referee refuses, whatever the rules, the bag and the exchanges before."""

import itertools
from pathlib import Path

import pytest

import lexkit
from lexkit import Board, Game, Rack, Rules, lexicons
from lexkit.errors import IllegalMoveError
from lexkit.players.base import Situation
from lexkit.runtime.game.rules import exchangeable
from tests.players.endgame.test_pre_endgame import ONE_LEFT
from tests.players.test_kernel_games import with_leaves
from tests.players.test_match import small_list
from tests.running import COMPILED, FULL

RULES = [
    {},
    {"exchange_minimum": 1},
    {"exchange_minimum": 0},
    {"exchange_limit": 1},
    {"exchange_limit": 2, "exchange_minimum": 1},
]


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> lexkit.Lexicon:
    """A few words with leave values."""
    plain = small_list(lexicons.alphabet("english"))
    folder: Path = tmp_path_factory.mktemp("few")
    (folder / "few.gaddag").write_bytes(plain.to_bytes())
    lexkit.attach(folder / "few.gaddag", folder / "weighed.gaddag", leaves=with_leaves(plain, 5, 3).stored)
    return lexkit.open(folder / "weighed.gaddag")


def refused(rules: Rules, bag: int, exchanged: int, size: int) -> bool:
    """Whether the referee refuses an exchange of so many tiles, in a game made so."""
    game = Game(None, rules=rules, dealt=False)
    for _ in range(exchanged):
        game.exchange(1)
        game.pass_turn()
    node = game._at[0]
    game._at = node._replace(state=node.state._replace(bag=bag)), ()
    try:
        game.exchange(size)
    except IllegalMoveError:
        return True
    return False


@pytest.mark.parametrize("changes", RULES, ids=str)
def test_all_offer_what_the_referee_allows(few: lexkit.Lexicon, changes: dict[str, int]) -> None:
    """Found: candidates and strategies did not know the limit."""
    rules = Rules(**{"pass_turns": 99, "zero_turns": 0, **changes})
    board = Board(rules=rules)
    for bag, exchanged in itertools.product((0, 1, 3, 6, 7, 20), (0, 1, 2)):
        if exchanged > (rules.exchange_limit or 9):
            continue
        most = max((size for size in range(1, 8) if not refused(rules, bag, exchanged, size)), default=0)
        assert exchangeable(rules, bag, 7, exchanged) == most
        found = few.moves(board, "UUVVWWQ").by_equity(few, bag, exchanges=exchanged)
        sizes = {len(each.exchanged) for each in found if each.kind == "exchange"}
        assert sizes == set(range(1, most + 1))
        best = few.best_by_equity(board, "UUVVWWQ", bag=bag, exchanges=exchanged)
        assert best == found[0]
        if not exchanged:
            assert Situation(few.core, board, Rack("UUVVWWQ"), bag).exchangeable == most


@pytest.mark.parametrize("changes", RULES[:: 1 if FULL else 3], ids=str)
@pytest.mark.parametrize(
    "name", ["greedy", "static", "positional", *(["two-ply", "enos", "club", "champion:1it"] if COMPILED else [])]
)
def test_players_exchange_only_what_is_allowed(few: lexkit.Lexicon, name: str, changes: dict[str, int]) -> None:
    """A game of few words, in which they would exchange: the referee refuses nothing."""
    rules = Rules(**{"pass_turns": 4, "zero_turns": 0, **changes})
    game = Game(few, rules=rules, seed=11)
    chosen = lexkit.player(name, few, seed=2)
    for _ in range(24):
        if game.over:
            break
        game.act(chosen.choose(game.view(game.to_move)))


def test_analyses_know_who_has_exchanged(few: lexkit.Lexicon) -> None:
    """The best of a turn after the limit is never an exchange."""
    game = Game(few, rules=Rules(exchange_limit=1, zero_turns=0, pass_turns=9), seed=11)
    for _ in range(2):
        game.exchange(str(game.racks[game.to_move])[:1])
    for _ in range(4):
        game.pass_turn()
    for turn in lexkit.analyse(game, few).turns[2:]:
        assert turn.best is None or not turn.best.startswith("-") or turn.best == "-"


@pytest.mark.skipif(not COMPILED, reason="interpreted kernels take a quarter of a minute")
def test_pre_endgames_know_it_too(few: lexkit.Lexicon) -> None:
    board = Board.from_cgp(ONE_LEFT, rules=Rules(exchange_limit=1, exchange_minimum=1))
    tile = f"-{board.racks[0][0]}"
    assert lexkit.pre_endgame(board, few, moves=[tile, None], plies=1, memory=2)
    with pytest.raises(IllegalMoveError, match="no such exchange"):
        lexkit.pre_endgame(board, few, moves=[tile], plies=1, memory=2, exchanges=1)
