"""Every public question under limits of time and memory, asked of forged files.

Time limits are counted in looks at the clock, so that no verdict depends on the machine's speed. How long a question
takes from one look to the next is measured by ``python -m campaigns fuzz --only limits``. Memory is counted by
``tracemalloc``.
"""

import re
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

import numpy as np
import pytest

import lexkit
from lexkit import Listing, Moves, Words
from lexkit.base import time_limits as limits
from lexkit.errors import LexkitError, QueryError, TimeLimitError
from lexkit.runtime.words import memory_limits
from tests.attacks.test_disagreement import dense
from tests.packaging.signatures import public_lines
from tests.running import COMPILED, FULL, each, few_of
from tests.runtime.public_questions import FILES, NO_QUESTIONS, QUESTIONS, World, content

#: Looks at the clock until the time is up.
LOOKS = 30
#: The most that a question takes beside its answer.
MOST_BYTES = 512 << 20
#: Files and questions are as many times smaller where all of an answer is waited for.
SMALLER = 1 << 10
#: Bytes that a question of any size may take: tables and a block.
ALWAYS = 2 << 20
#: Looks at the clock that are allowed for a whole answer.
ENOUGH = 400


class Clock:
    """A clock that advances by one second with each look at it."""

    def __init__(self) -> None:
        self.looks = 0

    def monotonic(self) -> int:
        self.looks += 1
        return self.looks


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Make time limits count looks at the clock."""
    clock = Clock()
    monkeypatch.setattr(limits, "time", clock)
    return clock


def ask_briefly(ask: Callable[[], Any]) -> bool:
    """Ask a question that may look at the clock LOOKS times. Return whether it was given up."""
    try:
        with lexkit.within(LOOKS):
            ask()
    except TimeLimitError:
        return True
    except (LexkitError, IndexError):
        pass
    return False


@cache
def asked_once(name: str) -> None:
    """Ask each question of a small file first: what it imports is not its own time."""
    for ask in QUESTIONS[name]:
        ask_briefly(lambda ask=ask: ask(World(dense(3, 3))))  # type: ignore[misc]


def test_no_public_name_is_forgotten() -> None:
    """Whoever adds a public name says here whether it is a question, and how it is asked."""
    names = {line.split(": ")[0].split("(")[0] for line in public_lines()}
    # Classes are listed by their members.
    asked_of = {name for name in names if "." in name or not name[0].isupper() or name == "SEPARATOR"}
    asked_of -= {name for name in asked_of if name.startswith("errors.")}
    listed = [*QUESTIONS, *NO_QUESTIONS]
    left = {name for name in asked_of if not any(fnmatchcase(name, pattern) for pattern in listed)}
    assert not left, "public names that are neither in public_questions.py nor in no_questions.toml"
    gone = {pattern for pattern in listed if not any(fnmatchcase(name, pattern) for name in asked_of)}
    assert not gone, "names that are no longer public"
    assert not set(QUESTIONS) & set(NO_QUESTIONS)


@pytest.fixture(scope="module")
def small() -> Iterator[World]:
    return World(content("sections"))


@each("name", QUESTIONS)
def test_no_question_is_answered_when_the_time_is_up(name: str, small: World) -> None:
    """Found: most were answered however long ago a limit had run out."""
    for ask in QUESTIONS[name]:
        with lexkit.within(1e-9), pytest.raises((TimeLimitError, QueryError)) as refused:
            ask(small)
        if not isinstance(refused.value, TimeLimitError):
            with pytest.raises(type(refused.value), match=re.escape(refused.value.what)):
                ask(small)


@pytest.mark.parametrize("file", few_of(FILES, 1))
@pytest.mark.parametrize("name", list(QUESTIONS)[:: 1 if FULL else 2])
def test_no_question_goes_on_when_the_time_is_up(name: str, file: str, clock: Clock) -> None:
    """A question that is endless without a limit is given up at the look behind it, or soon after by threads."""
    for number, ask in enumerate(QUESTIONS[name]):
        begun = clock.looks
        ask_briefly(lambda ask=ask: ask(World(content(file))))
        assert clock.looks - begun <= LOOKS + 10, f"question {number}"


def test_a_long_question_is_given_up(clock: Clock) -> None:
    """Positive and negative control of the test above."""
    assert ask_briefly(lambda: World(content("crowd")).lex.regex("(A|B)*(AB|BA)*A.{3,9}B?").to_list())
    assert not ask_briefly(lambda: World(dense(3, 3)).lex.prefix("A").to_list())


@pytest.mark.parametrize("file", few_of(["giant", "crowd"] if COMPILED else ["giant"], 1))
@pytest.mark.parametrize("name", few_of(QUESTIONS, 17))
def test_no_question_takes_memory_by_what_a_file_says(name: str, file: str, clock: Clock) -> None:
    """Room for an answer may be made before the time is up; beside it there is a bound."""
    for number, ask in enumerate(QUESTIONS[name]):
        world = World(content(file))
        tracemalloc.start()
        try:
            ask_briefly(lambda ask=ask, world=world: ask(world))
            most = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()
        # An answer of eight bytes for each of 2^26 words, at most.
        assert most <= 2 * MOST_BYTES + ALWAYS, f"question {number}: {most:,} bytes"


# -- whole answers, of files and bounds that are smaller ---------------------------------------------------------


@pytest.fixture
def smaller(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything that bounds memory in words or bytes, made smaller."""
    monkeypatch.setattr(memory_limits, "MOST_AT_ONCE", memory_limits.MOST_AT_ONCE // SMALLER)
    monkeypatch.setattr(memory_limits, "MOST_BYTES", memory_limits.MOST_BYTES // SMALLER)
    block = memory_limits.BLOCK // SMALLER
    for name, module in list(sys.modules.items()):
        if name.startswith("lexkit.runtime.") and hasattr(module, "BLOCK"):
            monkeypatch.setattr(module, "BLOCK", block)


def size_of(answer: Any) -> int:
    """The bytes of an answer."""
    if isinstance(answer, np.ndarray):
        mask = np.ma.getmaskarray(answer).nbytes if isinstance(answer, np.ma.MaskedArray) else 0
        objects = sum(map(sys.getsizeof, answer.tolist())) if answer.dtype == object else 0
        return int(answer.nbytes) + mask + objects
    if isinstance(answer, Listing):
        return int(answer.to_numpy().nbytes)
    if isinstance(answer, Words):
        return sum(int(part.nbytes) for part in answer.ranges())
    if isinstance(answer, Moves):
        return int(answer.to_numpy().nbytes)
    if isinstance(answer, list | tuple) and answer and isinstance(answer[0], Moves):
        return sum(map(size_of, answer)) + 300 * len(answer)
    if isinstance(answer, list | tuple):
        # A list that grows has room for one entry in eight more; a sum takes the old one too.
        return 2 * sys.getsizeof(answer) + sum({id(one): sys.getsizeof(one) for one in answer}.values())
    return sys.getsizeof(answer)


def size_of_caches(world: World) -> int:
    """The bytes of what is kept with the lexicon, for the next question: at most 25 a word and kind."""
    cached = [part for value in world.lex.core.cache.values() for part in (value if type(value) is tuple else (value,))]
    return sum(int(part.nbytes) for part in cached if isinstance(part, np.ndarray))


def beside(ask: Callable[[World], Any], world: World) -> int | None:
    """The bytes that a question takes beside its answer; None if there was no time for all of it."""
    tracemalloc.start()
    try:
        with lexkit.within(ENOUGH):
            answer = ask(world)
    except TimeLimitError:
        return None
    except (LexkitError, IndexError):
        return tracemalloc.get_traced_memory()[1]
    else:
        return tracemalloc.get_traced_memory()[1] - size_of(answer) - size_of_caches(world)
    finally:
        tracemalloc.stop()


#: Bounds that are not made smaller, and so many times larger than the others: of the strings with which words begin and
#: of ranges, of parts of phrases, of what the caller brings along, of moves (interpreted, they are tuples).
WAYS = {
    **dict.fromkeys(("Lexicon.explain", "Lexicon.search", "Lexicon.suffix", "Lexicon.substring"), 8),
    **dict.fromkeys(("Words.__and__", "Words.__contains__", "Words.__hash__", "Words.__repr__", "Words.__eq__"), 8),
    **dict.fromkeys(("Words.__or__", "Words.__xor__", "Lexicon.moves_batch", "Lexicon.moves"), 8),
    **dict.fromkeys(("Phrases.__iter__", "Phrases.count"), 32),
}


@pytest.mark.parametrize("name", few_of(QUESTIONS, 12))
def test_memory_beside_the_answer(name: str, smaller: None, clock: Clock) -> None:
    """As many words as may be asked for at once, and an answer in full: what it took, beside the answer, is bounded."""
    levels = 15 if COMPILED else 11
    asked_once(name)
    for number, ask in enumerate(QUESTIONS[name]):
        always = beside(ask, World(dense(3, 3)))
        # What takes too long of a small file is not asked of a larger one.
        found = None if always is None else beside(ask, World(dense(levels, levels), 1 << levels - 2))
        if always is not None and found is not None:
            most = WAYS.get(name, 1) * MOST_BYTES // SMALLER + max(always, 0) + (1 << 18)
            assert found <= most, f"question {number}: {found:,} bytes beside the answer"
