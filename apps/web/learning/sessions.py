"""Sessions of study: quizzes or rounds of puzzles that advance step by step.

Guaranteed: a step that is sent twice is taken once; each learner keeps the newest few sessions; if there are too
many in all, one of the address with the most is dropped; a deck stays open while a learner uses its session.
"""

from __future__ import annotations

import secrets
import threading
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from lexkit.errors import LexkitError

from ..limits import Limits
from ..requests import BadMessageError
from ..threads import BusyError

T = TypeVar("T")
#: Seconds that a request waits for a session that another one uses. Making a puzzle may take longer.
_PATIENCE: Final = 1.0
_GONE: Final = "the server has forgotten this session: begin another"


class GoneError(LexkitError, LookupError):
    """The server has forgotten the session."""

    status = 410


@dataclass(eq=False)
class _Session(Generic[T]):
    """Running session, and its last answer, in case the request is sent again."""

    of: T
    learner: str
    address: str
    held: ExitStack
    lock: threading.Lock = field(default_factory=threading.Lock)
    #: Number of steps taken.
    step: int = 0
    last: dict[str, Any] = field(default_factory=dict)
    closed: bool = False

    @contextmanager
    def use(self) -> Iterator[None]:
        """Lock the session. Raises BusyError if another request holds it for long, GoneError if it is closed."""
        if not self.lock.acquire(timeout=_PATIENCE):
            raise BusyError("the last request is still being answered: try again in a moment")
        try:
            if self.closed:
                raise GoneError(_GONE)
            yield
        finally:
            self.lock.release()
            if self.closed:
                self.close()

    def close(self) -> None:
        """Release its resources, now or when the request that uses it has ended."""
        self.closed = True
        if self.lock.acquire(blocking=False):
            try:
                self.held.close()
            finally:
                self.lock.release()


class Sessions(Generic[T]):
    """Sessions of a kind. Safe to use from any thread.

    ``standing`` returns the state of a session, which is sent after each step.
    """

    def __init__(self, limits: Limits, standing: Callable[[T], dict[str, Any]]) -> None:
        self._limits, self._standing = limits, standing
        self._sessions: OrderedDict[str, _Session[T]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._sessions)

    def begin(self, of: T, learner: str, address: str, held: ExitStack) -> dict[str, Any]:
        """Begin a session, which owns the resources in ``held``; return its ``code`` and its state."""
        session = _Session(of, learner, address, held)
        code = secrets.token_urlsafe(16)
        with self._lock:
            self._sessions[code] = session
            gone = self._one_too_many(learner, address)
        for one in gone:
            one.close()
        with session.lock:
            return {"code": code, "step": 0, **self._standing(of)}

    def _one_too_many(self, learner: str, address: str) -> list[_Session[T]]:
        """Remove and return excess sessions, longest unused first: of this learner, then of the address with most."""
        own = [code for code, one in self._sessions.items() if one.learner == learner]
        codes = own[: max(0, len(own) - self._limits.quizzes_of_learner)]
        gone = [self._sessions.pop(code) for code in codes]
        while len(self._sessions) > self._limits.quizzes:
            number = Counter(one.address for one in self._sessions.values())
            most = max(number, key=lambda one: (number[one], one == address))
            code = next(code for code, one in self._sessions.items() if one.address == most)
            gone.append(self._sessions.pop(code))
        return gone

    def look(self, code: str, work: Callable[[T], dict[str, Any]]) -> dict[str, Any]:
        """Return the result of work that takes no step. Raises GoneError if the session is forgotten."""
        session = self._session(code)
        with session.use():
            return work(session.of)

    def take_step(self, code: str, step: int, work: Callable[[T], Any]) -> dict[str, Any]:
        """Take a step; return its ``result`` and the new state. A repeated step returns the last answer again."""
        session = self._session(code)
        with session.use():
            if step == session.step - 1 and session.last:
                return session.last
            if step != session.step:
                raise BadMessageError("not the step of this session", expected=session.step, found=step)
            result = work(session.of)
            session.step += 1
            session.last = {"result": result, "step": session.step, **self._standing(session.of)}
            return session.last

    def _session(self, code: str) -> _Session[T]:
        with self._lock:
            session = self._sessions.get(code)
            if session is not None:
                self._sessions.move_to_end(code)
        if session is None:
            raise GoneError(_GONE)
        return session

    def close(self) -> None:
        """Close all sessions."""
        while self._sessions:
            self._sessions.popitem()[1].close()
