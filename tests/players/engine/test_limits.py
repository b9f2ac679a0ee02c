"""Programs that say much, or without an end: each question and each search has its time and its memory."""

from collections.abc import Callable

import pytest

from lexkit.errors import EngineError, EngineTimeoutError
from lexkit.players.engine import conversation, search
from lexkit.players.engine.conversation import Conversation
from lexkit.players.engine.search import Analysis

#: Lines after which a program of these tests is given up: nothing has ended it.
MANY = 20_000


class Time:
    """A time that goes on when a line is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now


class Flood:
    """A process that always has a line, each of which takes some seconds."""

    name = "flood"

    def __init__(self, time: Time, seconds: float, say: Callable[[int], str]) -> None:
        self.time, self.seconds, self.say = time, seconds, say
        self.lines = 0
        self.closed = False

    def send(self, line: str) -> None:
        pass

    def close(self) -> None:
        self.closed = True

    def line(self, seconds: float, limit: float | None = None) -> str:
        self.lines += 1
        if self.lines > MANY:
            pytest.fail("endless")
        self.time.now += self.seconds
        return self.say(self.lines)

    def late(self, limit: float) -> EngineTimeoutError:
        return EngineTimeoutError("no answer in time", expected=f"within {limit:g} seconds")


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    made = Time()
    monkeypatch.setattr(conversation, "time", made)
    monkeypatch.setattr(search, "time", made)
    return made


def test_a_search_that_says_always_more_ends(time: Time) -> None:
    flood = Flood(time, 0.5, lambda number: f"info string {number}")
    with pytest.raises(EngineTimeoutError, match="within 2 seconds"):
        Analysis(flood, 1.0, 2.0).result()  # type: ignore[arg-type]
    assert flood.closed
    assert flood.lines == 4 + 4096  # and those that may have waited


def test_a_caller_may_be_slow(time: Time) -> None:
    """What an engine has said in time is read when the caller asks for it."""
    flood = Flood(time, 0.0, lambda number: "info depth 3" if number < 100 else "bestmove pass")
    analysis = Analysis(flood, 1.0, 2.0)  # type: ignore[arg-type]
    time.now = 1000.0
    assert len(analysis.result().infos) == 99


def test_what_is_kept_of_a_search_has_a_limit(time: Time, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "_MOST_BYTES", 10_000)
    long = "x" * 4000

    def say(number: int) -> str:
        about = f"move m{number % 3} text {long}" if number % 2 else f"string {long}"
        return f"info sim {about}" if number < 100 else "bestmove pass"

    infos = Analysis(Flood(time, 0.0, say), 1.0, 2.0).result().infos  # type: ignore[arg-type]
    assert len(infos) == 2


@pytest.mark.parametrize(
    ("seconds", "text", "kind", "lines"),
    [(0.5, "drip", EngineTimeoutError, 4), (0.0, "x" * 60_000, EngineError, (1 << 22) // 60_000 + 1)],
)
def test_a_question_ends(time: Time, seconds: float, text: str, kind: type[EngineError], lines: int) -> None:
    flood = Flood(time, seconds, lambda _: text)
    talk = Conversation(flood, 2.0)  # type: ignore[arg-type]
    with pytest.raises(kind), talk.question():
        talk.ask()
    assert (flood.lines, flood.closed) == (lines, True)
