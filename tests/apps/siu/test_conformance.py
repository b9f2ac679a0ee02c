"""The engine keeps to the draft: conversations that were written from it alone."""

import re
import threading
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit.apps.siu import searches
from lexkit.base.time_limits import in_force
from lexkit.errors import TimeLimitError
from lexkit.players.champion import COMPARED, TO_CHOOSE, plies_ahead
from lexkit.players.endgame.pre_endgame import MOST_IN_BAG
from tests.apps.siu.talking import PATIENCE, Talk
from tests.running import COMPILED

TOLD = tomllib.loads((Path(__file__).parent / "conversations.toml").read_text("utf-8"))
MODES = ("gen", "sim", "infer", "endgame", "peg", "auto")


@pytest.mark.parametrize("conversation", TOLD["conversations"], ids=lambda one: one["name"])
def test_conversations(conversation: dict[str, Any], weighed: str) -> None:
    if conversation.get("slow") and not COMPILED:
        pytest.skip("interpreted kernels take half a minute")
    lines = conversation["lines"]
    for name, cgp in TOLD["positions"].items():
        lines = lines.replace("{" + name + "}", cgp)
    with Talk(weighed) as talk:
        talk.follow(lines)


def test_each_mode_has_an_end_and_a_stop(weighed: str) -> None:
    """Section 6: every go ends with exactly one bestmove, an infinite one when it is stopped, at once or later."""
    positions = dict.fromkeys(MODES, "early") | {"endgame": "last", "peg": "nearly"}
    with Talk(weighed) as talk:
        for mode, name in positions.items():
            talk.send(f"position cgp {TOLD['positions'][name]} moves pass rack.AEINRST")
            if mode in ("endgame", "peg"):
                talk.send(f"position cgp {TOLD['positions'][name]}")
            for begins in (True, False):
                talk.send(f"go {mode} infinite")
                if begins:
                    talk.until("info string .*")
                assert not [line for line in talk.ask("") if line.startswith("bestmove")]
                talk.send("stop")
                talk.until("bestmove none" if mode == "infer" else r"bestmove (?!none)\S+")
                assert not [line for line in talk.ask("stop") if line.startswith("bestmove")]


def test_best_moves_are_legal(weighed: str) -> None:
    """Those of whole games: the engine reads what it has written."""
    with Talk(weighed) as talk:
        game = lexkit.Game(lexkit.open(weighed), seed=3)
        empty = lexkit.Board().to_cgp().split()[0]
        played: list[str] = []
        while not game.over and len(played) < 24:
            rack = str(game.racks[game.to_move])
            moves = " ".join([*played, f"rack.{rack}"])
            assert talk.ask(f"position cgp {empty} / 0/0 0 moves {moves}") == []
            talk.send("go gen")
            # Of all moves the one of most points: the lexicon's leave values are no real ones.
            listed = [line.split() for line in talk.until("bestmove .*") if line.startswith("info gen")]
            token = max(listed, key=lambda words: int(words[5]))[3]
            action = lexkit.engine.read_move(token).action
            assert action is not None
            game.act(action)
            played.append(token)
    assert sum(turn.score for turn in game.turns) > 0


def test_provenance_comes_first(weighed: str) -> None:
    with Talk(weighed) as talk:
        for mode, name in (dict.fromkeys(MODES, "early") | {"endgame": "last", "peg": "nearly"}).items():
            talk.send(f"position cgp {TOLD['positions'][name]}" + " moves pass rack.AEINRST" * (mode == "infer"))
            limit = "searchmoves pass" if mode == "peg" else "iterations 2"
            talk.send(f"go {mode} depth 1 {limit}")
            lines = [line for line in talk.until("bestmove .*") if not line.startswith("info string ignored")]
            assert lines[0].startswith("info string provenance ")


def test_moves_are_listed_once_for_all_tokens(weighed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many are asked for; a token that is there twice is one candidate."""
    listed = []
    original = searches.candidates_of

    def count(*position: Any) -> lexkit.Candidates:
        listed.append(position)
        return original(*position)

    monkeypatch.setattr(searches, "candidates_of", count)
    with Talk(weighed) as talk:
        talk.send(f"position cgp {TOLD['positions']['early']}")
        talk.send("go gen searchmoves" + " ex.QQ" * 40 + " pass ex.AE pass ex.EA")
        said = talk.until("bestmove .*")
    assert len(listed) == 1
    assert said[-1] == "bestmove pass"
    assert [line.split()[3] for line in said if line.startswith("info gen")] == ["pass", "ex.AE"]
    assert len([line for line in said if line.startswith("info string error bad-move")]) == 40


def test_a_list_without_values_borrows_them_and_says_so(small: str) -> None:
    board = lexkit.Board.from_cgp(TOLD["positions"]["early"])
    lexicon = lexkit.open(small)
    moves = lexicon.moves(board, board.rack, "candidates").by_equity(lexicon)
    with Talk(small) as talk:
        talk.ask("setoption name Candidates value 5")
        talk.send(f"position cgp {TOLD['positions']['early']}")
        talk.send("go gen")
        said = talk.until("bestmove .*")
    assert "leaves=the-bundled-English-list" in said[0].split()
    listed = [line.split()[3] for line in said if line.startswith("info gen")]
    assert listed == [searches.key_of_move(move) for move in moves[:5]]
    assert said[-1] == f"bestmove {lexkit.engine.write_move(moves[0])}"


def test_a_stop_ends_the_listing(weighed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of moves that has no end, as one of millions: what is stopped gives its one best move."""
    monkeypatch.setattr(searches, "_LISTING", 3600.0)
    begun = threading.Event()

    def endless(board: lexkit.Board, lexicon: lexkit.Lexicon) -> Iterator[lexkit.Candidate]:
        first = lexicon.moves(board).by_equity(lexicon)[0]
        begun.set()
        while True:
            yield first

    monkeypatch.setattr(searches, "candidates_of", endless)
    with Talk(weighed) as talk:
        talk.send(f"position cgp {TOLD['positions']['early']}")
        talk.send("go gen infinite searchmoves ex.QQ")
        assert begun.wait(PATIENCE)
        talk.send("stop")
        assert talk.until("bestmove .*") == ["bestmove none"]


def test_what_comes_first_is_inside_a_limit(weighed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A position whose moves take too long to list: the move to give is a pass."""
    limits: list[float] = []

    def late(*_: object) -> lexkit.Candidate:
        limits.append(min(limit.seconds for limit in in_force))
        raise TimeLimitError("late")

    monkeypatch.setattr(lexkit.Lexicon, "best_by_equity", late)
    monkeypatch.setattr(searches, "candidates_of", late)
    with Talk(weighed) as talk:
        talk.send(f"position cgp {TOLD['positions']['early']}")
        talk.send("go sim movetime 100")
        assert talk.until("bestmove .*") == ["bestmove pass"]
    assert limits[0] <= 1.1


def test_a_time_alone_halves(weighed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """``auto`` with a time is for the best choice; iterations and a confidence ask for figures of all candidates.

    The time is long and the iterations are few: on a busy machine a short time is up before a simulation begins.
    """
    halving = []
    original = lexkit.simulate

    def noted(*position: Any, **limits: Any) -> lexkit.Simulation:
        halving.append(limits["halving"])
        return original(*position, **{**limits, "iterations": 2})

    monkeypatch.setattr(lexkit, "simulate", noted)
    with Talk(weighed) as talk:
        talk.send(f"position cgp {TOLD['positions']['early']}")
        time = "movetime 600000"
        for limits in (time, f"{time} iterations 2", f"{time} stopcondition 99", "iterations 2"):
            talk.send(f"go auto {limits}")
            assert re.fullmatch("bestmove (?!none).+", talk.until("bestmove .*")[-1])
        talk.send(f"go auto infinite {time}")
        talk.until("info sim .*")
        talk.send("stop")
        talk.until("bestmove .*")
        talk.send(f"go sim {time}")
        talk.until("bestmove .*")
    assert halving == [True, False, False, False, False, False]


def test_auto_searches_as_champion_does_with_time() -> None:
    """An app has numbers of its own, since it imports public names only."""
    for unseen in (searches.TO_THE_END, searches.TO_THE_END + 1):
        assert plies_ahead(unseen) == (unseen if unseen <= searches.TO_THE_END else 2)
    assert (searches.MOST_IN_BAG, searches.COMPARED, searches.TO_CHOOSE) == (MOST_IN_BAG, COMPARED, TO_CHOOSE)


def test_the_variant_is_the_options_if_the_position_does_not_say(weighed: str) -> None:
    lexicon = lexkit.open(weighed)
    word = next(text for text in (word[::-1] for word in lexicon.words()) if text not in lexicon and len(text) == 2)
    board = lexkit.Board()
    board.rack = word
    with Talk(weighed) as talk:
        talk.follow(
            f"> setoption name Variant value WordSmog\n> position cgp {board.to_cgp()}\n"
            f"> go gen searchmoves 8G.{word}\n< info gen move 8G.{word} .*\n< bestmove 8G.{word}\n"
            f"> position cgp {board.to_cgp()} var classic;\n"
            f"> go gen searchmoves 8G.{word}\n< info string error bad-move 8G.{word}.*\n< bestmove none\n"
            f"> position cgp {board.to_cgp()} var chess;\n< info string error bad-position .*\n"
        )
