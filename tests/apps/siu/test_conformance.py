"""The engine keeps to the draft: conversations that were written from it alone."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

import lexkit
from tests.apps.siu.talking import Talk
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
            rack = str(game.rack(game.to_move))
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
