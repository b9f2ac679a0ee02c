"""The processor time that each test takes without a mutant, and may take with one: endless loops are noticed."""

import signal
import time
from collections.abc import Generator

import pytest

#: A test may take TIMES its time without a mutant and MORE seconds; of the processor, so that a busy machine makes no
#: difference.
TIMES, MORE = 4, 3


class Clock:
    """A pytest plugin that measures tests, or ends the process if one takes longer than it may."""

    def __init__(self, seconds: dict[str, float] | None = None) -> None:
        self.seconds = seconds
        self.taken: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        if self.seconds is not None:
            # Nothing handles this signal: the system ends the process.
            signal.setitimer(signal.ITIMER_PROF, TIMES * self.seconds.get(item.nodeid, 0) + MORE)
        start = time.process_time()
        try:
            return (yield)
        finally:
            self.taken[item.nodeid] = time.process_time() - start
            signal.setitimer(signal.ITIMER_PROF, 0)
