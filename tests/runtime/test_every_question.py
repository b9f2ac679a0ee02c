"""Every public question under limits of time and memory, asked of forged files.

Time limits are counted in looks at the clock, so that no verdict depends on the machine's speed. How long a question
takes from one look to the next is measured by ``python -m campaigns fuzz --only limits``. Memory is counted by
``tracemalloc``.
"""

import sys
import tracemalloc
from collections.abc import Callable
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
from tests.public_calls import FILES, World, content, public_classes, question, questions
from tests.running import COMPILED, FULL, few_of

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


#: Calls that answer with what is at hand, or with the board and a move alone.
AT_HAND = {
    *("*.__bool__", "*.__eq__", "*.__hash__", "*.__len__", "*.__repr__", "CrossSets.*", "Lexicon.__contains__"),
    *("Lexicon.close", "Lexicon.fold", "Match.begin", "Match.close", "Match.seats", "Match.start_programs"),
    *("Moves.count", "pictures.board_svg", "pictures.rack_svg"),
}


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


def asked_of(name: str, number: int, file: str | World) -> Callable[[], Any]:
    """A question of a file; without columns it is one of the file that has all sections."""
    try:
        return question(name, number, World(content(file)) if isinstance(file, str) else file)
    except QueryError:
        return question(name, number, World(content("sections")))


@cache
def asked_once(name: str) -> None:
    """Ask each question of a small file first: what it imports is not its own time."""
    for number in range(questions()[name]):
        ask_briefly(asked_of(name, number, World(dense(3, 3))))


@pytest.fixture(scope="module")
def small() -> World:
    return World(content("sections"))


def takes_time(name: str) -> bool:
    """Whether a call may take long: all do but properties, the operators of a fact, and a few methods."""
    of, _, member = name.partition(".")
    kind = public_classes().get(of)
    is_property = kind is not None and not callable(getattr(kind, member))
    return not is_property and not any(fnmatchcase(name, pattern) for pattern in AT_HAND)


def test_no_question_is_answered_when_the_time_is_up(small: World) -> None:
    """Found: most were answered however long ago a limit had run out."""
    answered = []
    for name in filter(takes_time, questions()):
        ask = question(name, 0, small)
        try:
            with lexkit.within(1e-9):
                ask()
        except TimeLimitError:
            continue
        answered.append(name)
    assert answered == [], "calls that do not look at the clock, nor are in AT_HAND"


@pytest.mark.parametrize("file", few_of(FILES, 1))
@pytest.mark.parametrize("name", list(questions())[:: 1 if FULL else 2])
def test_no_question_goes_on_when_the_time_is_up(name: str, file: str, clock: Clock) -> None:
    """A question that is endless without a limit is given up at the look behind it, or soon after by threads."""
    for number in range(questions()[name]):
        ask = asked_of(name, number, file)
        begun = clock.looks
        ask_briefly(ask)
        assert clock.looks - begun <= LOOKS + 10, f"question {number}"


def test_a_long_question_is_given_up(clock: Clock) -> None:
    """Positive and negative control of the test above."""
    assert ask_briefly(lambda: World(content("crowd")).lex.regex("(A|B)*(AB|BA)*A.{3,9}B?").to_list())
    assert not ask_briefly(lambda: World(dense(3, 3)).lex.prefix("A").to_list())


@pytest.mark.parametrize("file", few_of(["giant", "crowd"] if COMPILED else ["giant"], 1))
@pytest.mark.parametrize("name", few_of(questions(), 17))
def test_no_question_takes_memory_by_what_a_file_says(name: str, file: str, clock: Clock) -> None:
    """Room for an answer may be made before the time is up; beside it there is a bound."""
    for number in range(questions()[name]):
        ask = asked_of(name, number, file)
        tracemalloc.start()
        try:
            ask_briefly(ask)
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


def beside(name: str, number: int, world: World) -> int | None:
    """The bytes that a question takes beside its answer; None if there was no time for all of it."""
    ask = asked_of(name, number, world)
    tracemalloc.start()
    try:
        with lexkit.within(ENOUGH):
            answer = ask()
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


@pytest.mark.parametrize("name", few_of(questions(), 12))
def test_memory_beside_the_answer(name: str, smaller: None, clock: Clock) -> None:
    """As many words as may be asked for at once, and an answer in full: what it took, beside the answer, is bounded."""
    levels = 15 if COMPILED else 11
    asked_once(name)
    for number in range(questions()[name]):
        always = beside(name, number, World(dense(3, 3)))
        # What takes too long of a small file is not asked of a larger one.
        found = None if always is None else beside(name, number, World(dense(levels, levels), 1 << levels - 2))
        if always is not None and found is not None:
            most = WAYS.get(name, 1) * MOST_BYTES // SMALLER + max(always, 0) + (1 << 18)
            assert found <= most, f"question {number}: {found:,} bytes beside the answer"
