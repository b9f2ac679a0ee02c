"""Engines of the client: what good ones say, and that bad ones end in typed errors, without a process left behind."""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import lexkit
from lexkit import Action, engine
from lexkit.errors import EngineError, EngineTerminatedError, EngineTimeoutError, LexkitError, QueryError
from lexkit.players.engine import process

FAKE = [sys.executable, str(Path(__file__).parent / "fake_engine.py")]
POSITION = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0"
#: Seconds that a hanging engine is given once it has started, and one that does not quit.
SHORT = 0.05


@contextmanager
def started(habit: str, timeout: float = 60.0) -> Iterator[engine.Engine]:
    with engine.open([*FAKE, habit], timeout=timeout) as opened:
        pid = opened.pid
        yield opened
    assert_gone(pid)


def assert_gone(pid: int) -> None:
    """No process is left, not even a zombie of ours."""
    with pytest.raises(OSError, match=r".*"):
        os.kill(pid, 0)


def impatient(opened: engine.Engine) -> engine.Engine:
    """From now on it has less time to answer; starting took as long as it took."""
    opened._conversation.timeout = SHORT
    return opened


def test_what_a_good_one_says() -> None:
    with started("none") as fake:
        assert fake.id == {"name": "Fake 1", "author": "nobody"}
        assert (fake.name, fake.alive) == ("Fake 1", True)
        assert fake.capabilities == {"gen", "sim", "auto", "peg", "stop", "stream"}
        assert fake.options == {
            "Hash Size": engine.Option("Hash Size", "spin", "16", 1, 1024),
            "Style": engine.Option("Style", "combo", "a", words=("a",)),
        }
        fake.configure({"hash size": 32, "Style": None})
        fake.ping()
        fake.new_game()
        result = fake.go(lexkit.Board(), "gen", time=0.01)
        assert result.move == Action("pass")
        assert result.provenance == {"engine": "fake/1", "leaves": "none", "winpct": "none", "lexicon": "none"}
        gen, peg, sim = result.infos[-3:]
        assert (gen.kind, gen.move, gen.number("eq"), gen.values["leave"]) == ("gen", "pass", -1.5, "AEINRST")
        assert (peg.move, peg.values) == ("8D.QI", {"w": "AB|AC", "d": "BB", "l": "AH"})
        assert (sim.number("iters"), sim.number("wpse"), sim.number("nothing")) == (400.0, 0.9, None)
    assert repr(fake) == "<Engine Fake 1, ended>"
    fake.quit()
    with pytest.raises(EngineTerminatedError, match="was ended"):
        fake.ping()


def test_an_analysis_is_stopped_from_any_thread() -> None:
    with started("none") as fake:
        for _ in range(2):
            with fake.analysis(POSITION, "sim", infinite=True) as analysis:
                kinds = []
                for info in analysis:
                    kinds.append(info.kind)
                    if info.kind == "sim":
                        threading.Thread(target=analysis.stop).start()
                assert kinds == ["string", "gen", "peg", "search", "string", "sim"]
            assert analysis.finished
            assert analysis.result().move == Action("pass")
        analysis = fake.analysis(POSITION, infinite=True)
        with pytest.raises(EngineError, match="a search is running"):
            fake.ping()
        assert fake.alive
        fake.stop()
        assert len(analysis.result().infos) == 6


def test_what_it_refuses_in_its_own_words() -> None:
    """It goes on after that."""
    with started("none") as fake:
        with pytest.raises(EngineError, match=r"refuses.*no such style"):
            fake.configure({"Style": "refused"})
        with pytest.raises(EngineError, match=r"refuses.*bad-position"):
            fake.go("bad")
        with pytest.raises(EngineError, match=r"no such option.*expected Hash Size, Style"):
            fake.configure({"Depth": 3})
        with pytest.raises(EngineError, match=r"not a mode of this engine.*expected gen, sim, peg, auto"):
            fake.go(POSITION, "endgame")
        with pytest.raises(EngineError, match="not a move of SIU"):
            fake.go(POSITION, moves=["two words"])
        with pytest.raises(LexkitError, match="has no token for"):
            fake.go(POSITION, moves=[Action("resignation")])
        assert fake.go(POSITION + "\nquit").move == Action("pass")


@pytest.mark.parametrize(
    ("habit", "kind", "told"),
    [
        ("crash", EngineTerminatedError, r"exit code 1; segmentation fault, perhaps"),
        ("rubbish", EngineError, r"not a move.*castles"),
        ("endless", EngineError, r"not SIU.*more than 65,536 bytes"),
    ],
)
def test_a_search_that_fails(habit: str, kind: type[EngineError], told: str) -> None:
    with started(habit) as fake:
        analysis = fake.analysis(POSITION)
        for _ in range(2):
            with pytest.raises(kind, match=told):
                analysis.result()
        assert not fake.alive
        assert_gone(fake.pid)
        with pytest.raises(EngineTerminatedError):
            fake.go(POSITION)


@pytest.mark.parametrize("habit", ["hang", "late"])
def test_a_search_that_does_not_end(habit: str) -> None:
    with started(habit) as fake, pytest.raises(EngineTimeoutError, match="no answer in time"):
        impatient(fake).go(POSITION, time=0.01)
    with started(habit) as fake:
        analysis = fake.analysis(POSITION, infinite=True)
        analysis._timeout = SHORT
        analysis.stop()
        with pytest.raises(EngineTimeoutError):
            analysis.result()


def test_the_first_error_is_the_one_raised() -> None:
    with started("hang") as fake:
        analysis = fake.analysis(POSITION, infinite=True)
        analysis._timeout = SHORT
        with pytest.raises(ZeroDivisionError), analysis:
            raise ZeroDivisionError


def test_a_flood_is_no_error() -> None:
    with started("flood") as fake:
        result = fake.go(POSITION)
        assert result.move == Action("pass")
        assert len(result.infos) == 10_000 + 3


@pytest.mark.parametrize(
    ("habit", "kind"),
    [
        ("dead", EngineTerminatedError),
        ("mute", EngineTimeoutError),
        ("deaf", EngineTimeoutError),
        ("chess", EngineTimeoutError),
    ],
)
def test_a_handshake_that_fails(habit: str, kind: type[EngineError]) -> None:
    with pytest.raises(kind):
        engine.open([*FAKE, habit], timeout=60.0 if habit == "dead" else SHORT)


def test_commands_that_are_none() -> None:
    for command in ("", [], "no-such-program-anywhere", ["\0"], "'unbalanced", str(Path(__file__).parent)):
        with pytest.raises(EngineTerminatedError):
            engine.open(command)
    for seconds in (0, -1, float("inf"), float("nan"), "1", True):
        with pytest.raises(QueryError):
            engine.open("true", timeout=seconds)  # type: ignore[arg-type]


def test_one_that_does_not_quit_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_GRACE", SHORT)
    with started("stubborn") as fake:
        fake.ping()
    assert not fake.alive


def test_one_that_is_forgotten_is_ended() -> None:
    fake = engine.open([*FAKE, "none"], timeout=60)
    pid = fake.pid
    del fake
    assert_gone(pid)


def test_a_player(english: lexkit.Lexicon) -> None:
    """It challenges as other players do; what it answers, the referee judges."""
    game = lexkit.Game(english, seed=3, rules=lexkit.Rules.from_alphabet("english", challenge="single"))
    with started("none") as fake:
        assert isinstance(fake, lexkit.Player)
        assert fake.choose(game.view(0)) == Action("pass")
        game.pass_turn()
        game.exchange(str(game.racks[1])[:1])
        assert fake.choose(game.view(0)) == Action("pass")
    with started("unmoved") as fake, pytest.raises(EngineError, match="the engine gave no move"):
        fake.choose(game.view(0))
    with started("illegal") as fake, pytest.raises(lexkit.errors.IllegalMoveError):
        game.act(fake.choose(game.view(0)))
