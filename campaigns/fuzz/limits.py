"""Public questions under limits: files of billions of words, limits of milliseconds; time and memory are bounded."""

import gc
import random
import time
import tracemalloc
from contextlib import suppress
from types import SimpleNamespace
from unittest import mock

import lexkit
from campaigns.fuzz.cases import Case, WrongAnswerError
from lexkit.base import time_limits as limits
from lexkit.errors import LexkitError
from tests.attacks.test_disagreement import dense
from tests.runtime.public_questions import LATE, QUESTIONS, World, content

#: Bytes that a question may take beside an answer of 2^26 numbers.
MOST_BYTES = (1 << 30) + (2 << 20)


def draw(rng: random.Random) -> Case:
    """Files of which both parts have words of any length, and a question of the table."""
    name = rng.choice(list(QUESTIONS))
    return {
        "levels": rng.choice((0, [rng.randint(1, 31), rng.randint(1, 60)])),
        "name": name,
        "number": rng.randrange(len(QUESTIONS[name])),
        "limit": rng.choice((0.001, 0.01, 0.05)),
        "many": rng.choice((0, 10, 1 << 12, 1 << 18)),
        "memory": rng.random() < 0.3,
    }


def check(case: Case) -> str:
    """Time is that of the processor: other processes do not count, nor do collections of what other tests have left."""
    data = dense(*case["levels"]) if case["levels"] else content("sections")
    ask = QUESTIONS[case["name"]][case["number"]]
    with mock.patch.object(limits, "time", SimpleNamespace(monotonic=time.process_time)):
        with suppress(LexkitError, IndexError), lexkit.within(0.05):
            ask(World(dense(3, 3)))  # imports
        world = World(data, case["many"])
        if case["memory"]:
            tracemalloc.start()
        gc.freeze()
        start = time.process_time()
        outcome = "answered"
        try:
            with lexkit.within(case["limit"]):
                ask(world)
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
