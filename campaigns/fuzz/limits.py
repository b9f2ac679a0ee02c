"""Public questions under limits: files of billions of words, limits of milliseconds; time and memory are bounded."""

import gc
import os
import random
import time
import tracemalloc
from contextlib import suppress
from functools import partial
from types import SimpleNamespace
from unittest import mock

import lexkit
from campaigns.builds import PREPARED
from campaigns.fuzz.cases import Case, WrongAnswerError
from lexkit.base import time_limits as limits
from lexkit.errors import LexkitError
from tests.attacks.test_disagreement import dense
from tests.public_calls import World, content, question, questions

#: Seconds that a question may take beyond twice its limit: see docs/api.md. Sanitized kernels take some five times as
#: long from one look to the next, and AddressSanitizer marks what is allocated and freed: 60 ms for 150 MB.
LATE = 0.25 if os.environ.get(PREPARED) == "sanitized" else 0.05
#: Bytes that a question may take beside an answer of 2^26 numbers.
MOST_BYTES = (1 << 30) + (2 << 20)


def draw(rng: random.Random) -> Case:
    """Files of which both parts have words of any length, and a question of the table."""
    name = rng.choice(list(questions()))
    return {
        "levels": rng.choice((0, [rng.randint(1, 31), rng.randint(1, 60)])),
        "name": name,
        "number": rng.randrange(questions()[name]),
        "limit": rng.choice((0.001, 0.01, 0.05)),
        "many": rng.choice((0, 10, 1 << 12, 1 << 18)),
        "memory": rng.random() < 0.3,
    }


def check(case: Case) -> str:
    """Time is that of the processor: other processes do not count, nor do collections of what other tests have left."""
    data = dense(*case["levels"]) if case["levels"] else content("sections")
    asked = partial(question, case["name"], case["number"])
    with mock.patch.object(limits, "time", SimpleNamespace(monotonic=time.process_time)):
        with suppress(LexkitError, IndexError), lexkit.within(0.05):
            asked(World(dense(3, 3)))()  # imports
        try:
            ask = asked(World(data, case["many"]))
        except LexkitError as error:  # the file lacks a column
            return type(error).__name__
        if case["memory"]:
            tracemalloc.start()
        gc.freeze()
        start = time.process_time()
        outcome = "answered"
        try:
            with lexkit.within(case["limit"]):
                ask()
        except (LexkitError, IndexError) as error:
            outcome = type(error).__name__
        seconds = time.process_time() - start
        gc.unfreeze()
        if case["memory"]:
            most = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            if most > MOST_BYTES:
                raise WrongAnswerError(f"{case['name']} took {most:,} bytes")
        elif seconds > 2 * case["limit"] + LATE:
            raise WrongAnswerError(f"{case['name']} was held for {seconds:.3f} s")
    return outcome
