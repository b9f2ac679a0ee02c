"""Sessions of study: one that is busy, or is forgotten meanwhile, holds up no other request."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from dataclasses import replace

import pytest

from lexkit.apps.web.learning.sessions import GoneError, Sessions
from lexkit.apps.web.limits import Limits
from lexkit.apps.web.threads import BusyError


def test_a_busy_session_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lexkit.apps.web.learning.sessions._PATIENCE", 0.01)
    sessions: Sessions[str] = Sessions(replace(Limits(), quizzes_of_learner=1), lambda of: {"of": of})
    begun, done, closed = threading.Event(), threading.Event(), threading.Event()
    held = ExitStack()
    held.callback(closed.set)
    code = sessions.begin("slow", "ann", "here", held)["code"]
    told = []

    def work(of: str) -> str:
        begun.set()
        assert done.wait(60)
        return of

    slow = threading.Thread(target=lambda: told.append(sessions.take_step(code, 0, work)))
    slow.start()
    assert begun.wait(60)
    with pytest.raises(BusyError):
        sessions.look(code, lambda of: {})
    with pytest.raises(BusyError):
        sessions.take_step(code, 0, lambda of: of)
    sessions.begin("next", "ann", "here", ExitStack())
    with pytest.raises(GoneError):
        sessions.look(code, lambda of: {})
    assert not closed.is_set(), "it is still in use"
    done.set()
    slow.join(60)
    assert told == [{"result": "slow", "step": 1, "of": "slow"}]
    assert closed.is_set()
