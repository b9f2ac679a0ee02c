"""Time limits: no question, wherever it came from, holds a thread for long after its time is up."""

import itertools
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace

import numpy as np
import pytest

import lexkit
from lexkit import Board, Lexicon
from lexkit.base import time_limits as limits
from lexkit.base.time_limits import look
from lexkit.errors import AlphabetError, QueryError, TimeLimitError
from lexkit.formats.alphabet import Alphabet, Tile
from lexkit.formats.lexicon_file import open_bytes
from lexkit.runtime.automaton import index
from lexkit.runtime.game.many_positions import run_in_threads
from lexkit.runtime.lexicon import words
from lexkit.runtime.words import rank_ranges
from lexkit.runtime.words.listing import words_at
from lexkit.runtime.words.probability import probability
from tests.apps.shell.shell import assert_refused, lexq
from tests.attacks.test_disagreement import dense
from tests.making import make
from tests.running import COMPILED, each

#: Seconds that no machine needs so few of for the batches below, and what ends a test whose threads do not stop.
SHORT, HANGING = 0.001, 600.0

#: A word in the middle of an open board.
OPEN = "15/15/15/15/15/15/15/5CARE6/15/15/15/15/15/15/15 AEINR??/ 0/0 0"


@pytest.fixture(scope="module")
def crowded() -> Lexicon:
    """Every word over two letters up to 14: 32,766 words in a few dozen nodes, endless to go through."""
    words = [""]
    for _ in range(14):
        words += [word + letter for word in words if len(word) == len(words[-1]) for letter in "AB"]
    return make([word for word in words if word])


QUESTIONS: dict[str, Callable[[Lexicon], object]] = {
    "pattern": lambda lex: lex.pattern("*[AB]*A?B*A*"),
    "regex": lambda lex: lex.regex("(A|B)*(AB|BA)*A.{3,9}B?"),
    "backreferences": lambda lex: lex.regex(r"(.+)(.+).*\2\1"),
    "subanagram": lambda lex: lex.subanagram("AAAAABBBBB???"),
    "superanagram": lambda lex: lex.superanagram("AB??"),
    "near": lambda lex: lex.near("ABABABABABAB", 3),
    "search": lambda lex: lex.search("pattern:*A*B?A* or (near:ABBA~3 -regex:(A|B)*)"),
    "phrases": lambda lex: lex.phrases("ABAB" * 8).count(),
}


@pytest.fixture
def by_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make time limits count looks at the clock, whatever the speed of the machine."""
    ticks = itertools.count()
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: next(ticks)))


@each("name", QUESTIONS)
def test_a_question_is_given_up_in_time(name: str, crowded: Lexicon, by_looks: None) -> None:
    with pytest.raises(TimeLimitError, match="at most 2 seconds") as refused, lexkit.within(2):
        QUESTIONS[name](crowded)
    assert isinstance(refused.value, TimeoutError)


def test_a_batch_is_given_up() -> None:
    lexicon = make([a + b for a in "ABCDEFGH" for b in "ABCDEFGH"] + ["ABCDEFGH" * 2])
    board = Board("standard")
    with pytest.raises(TimeLimitError):
        lexicon.moves_batch([(board, "ABCDEF?")] * 4000, threads=2, timeout=SHORT)


def test_the_limit_ends_with_its_block(english: Lexicon) -> None:
    with lexkit.within(60):
        with pytest.raises(TimeLimitError), lexkit.within(1e-9):
            english.search("suffix:ING")
        assert english.search("suffix:ING")
    with lexkit.within(None):
        assert english.search("suffix:ING", timeout=60, limit=3).to_list() == english.suffix("ING")[:3].to_list()


def test_the_nearer_limit_counts(english: Lexicon) -> None:
    with lexkit.within(1e-9), pytest.raises(TimeLimitError), lexkit.within(60):
        english.search("suffix:ING")


def test_another_thread_has_its_own(english: Lexicon) -> None:
    answers: list[int | None] = []

    def ask() -> None:
        try:
            answers.append(len(english.search("suffix:ING")))
        except TimeLimitError:
            answers.append(None)

    with lexkit.within(1e-9):
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
    handed_on = getattr(sys.flags, "thread_inherit_context", False)
    assert answers == [None if handed_on else len(english.suffix("ING"))]


@each("seconds", [0, -1, float("nan"), "1"])
def test_what_is_no_time(seconds: object) -> None:
    with pytest.raises(QueryError, match="seconds, more than 0"), lexkit.within(seconds):  # type: ignore[arg-type]
        pass


def test_at_the_shell(english: Lexicon) -> None:
    assert_refused(lexq("--timeout", "0.000001", "search", "pattern:*A*E*"), 3, "lexq: not answered in time")
    assert lexq("--timeout", "60", "prefix", "QUIX").returncode == 0
    assert lexq("--timeout", "0", "prefix", "QUIX").returncode == 2


def test_moves_are_given_up(english: Lexicon) -> None:
    board = Board.from_cgp(OPEN)
    with pytest.raises(TimeLimitError):
        english.moves_batch([(board, "AEINR??")] * 500, timeout=SHORT)
    assert english.best_move(board, "AEINR??", timeout=60) == english.best_move(board, "AEINR??")


def test_limits_end_in_any_order_and_in_any_thread(english: Lexicon) -> None:
    """Found: a limit that ended before one that had begun earlier left that one behind for ever, and in another
    thread ValueError came of it: generators are closed when and where it comes to it."""

    def limited(seconds: float) -> Iterator[None]:
        with lexkit.within(seconds):
            yield

    first, second = limited(1e-9), limited(60)
    next(first), next(second)
    with pytest.raises(TimeLimitError):
        english.search("suffix:ING")
    first.close()
    assert english.search("suffix:ING")
    second.close()
    errors: list[BaseException] = []
    third = limited(1e-9)
    next(third)

    def close() -> None:
        try:
            third.close()
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=close)
    thread.start()
    thread.join()
    assert not errors


def test_a_limit_longer_than_any_time(english: Lexicon) -> None:
    """Found: OverflowError."""
    assert english.search("prefix:QUIX", timeout=10**400)
    with lexkit.within(float("inf")):
        assert english.search("prefix:QUIX")


@each("kind", ["pattern", "regex", "subsequence", "anagram", "subanagram", "superanagram", "near"])
@each("sign", ["A", "[A]", "()", "*", "A?", "|"] if COMPILED else ["A", "*"])  # no kernel reads them
def test_long_texts_are_read_in_time_or_refused(kind: str, sign: str, english: Lexicon, by_looks: None) -> None:
    """Found: what is read before the first kernel works did not look at the clock: a regular expression of 65,000
    signs held a thread for three seconds, and a pattern of ten million without end."""
    ask = getattr(english, kind)
    with pytest.raises((TimeLimitError, QueryError)), lexkit.within(5):
        assert ask(sign * (65_000 // len(sign))) is None
    with pytest.raises(QueryError):
        ask("A" * 10_000_000)


def test_ctrl_c_does_not_wait_for_what_threads_find(english: Lexicon) -> None:
    """Found: whoever interrupted a batch waited until each thread had done its 64 positions, however hard."""
    stopped = []

    def hard(chunk: slice) -> None:
        while chunk.start == 0:
            time.sleep(0.001)
            try:
                look()
            except TimeLimitError as error:
                stopped.append(error.expected)
                raise
        raise KeyboardInterrupt

    with pytest.raises((KeyboardInterrupt, TimeLimitError)), lexkit.within(HANGING):
        run_in_threads(hard, [slice(1, 2), slice(0, 1)], 2)
    # By the interrupt, which ends a limit of its own, and not by the time that there was.
    assert stopped in ([], ["at most inf seconds"])


def test_work_not_begun_is_dropped_when_some_fails() -> None:
    """Found: all that was left was still begun."""
    failed, begun = threading.Event(), []

    def work(chunk: slice) -> None:
        begun.append(chunk.start)
        if chunk.start == 1:
            failed.set()
            raise ValueError("this one")
        failed.wait()
        # As long as the others are not dropped.
        while True:
            time.sleep(0.001)
            look()

    with pytest.raises(ValueError, match="this one"), lexkit.within(HANGING):
        run_in_threads(work, [slice(at, at + 1) for at in range(300)], 2)
    assert {0, 1} <= set(begun)
    assert len(begun) <= 3


def test_numbers_too_large_for_a_kernel_are_worked_out_in_time(crowded: Lexicon, by_looks: None) -> None:
    """Found: with an alphabet of more tiles than any game has, each word's probability took Python some 20 us, and
    nobody looked at the clock."""
    many = Alphabet("many", [Tile("A", "a", 1, (1 << 31) - 1, False, ()), Tile("B", "b", 1, (1 << 31) - 1, False, ())])
    lexicon = make(list(crowded), many)
    with pytest.raises(TimeLimitError), lexkit.within(5):
        probability(lexicon.words())
    assert len(probability(lexicon.words()[:10])) == 10


# -- steps that cannot be stopped in the middle ---------------------------------------------------------------

#: About every word: none is begun that would take longer than there is time.
ABOUT_EVERY_WORD = (
    "points:3-", "unique:2", "length:4-", "palindrome:yes", "includes:AA", "anagrams:>=2", "probability:1-10",
    "takes-prefix:A", "takes-suffix:A", "front-hooks:>=2", "inner-hook:both", "prefix:A sort:-length",
    "excludes:AA", "probability!:1-10", "stem:2", "group:high-fives", "group:type-i-sevens",
)  # fmt: skip


def test_what_would_be_late_is_not_begun() -> None:
    with lexkit.within(60):
        look(1)
        with pytest.raises(TimeLimitError):
            look(61)
    look(61)


@each("query", ABOUT_EVERY_WORD)
def test_a_small_file_of_millions_of_words(query: str) -> None:
    """Found: 1,444 bytes that hold 8 million words held a thread for seconds, whatever the limit was."""
    lexicon = Lexicon(open_bytes(dense(22, 22)))
    assert len(lexicon) == 8_388_606
    with pytest.raises(TimeLimitError), lexkit.within(SHORT):
        lexicon.search(query).to_list()


HUGE: dict[str, Callable[[Lexicon], object]] = {
    "ranks": lambda lex: lexkit.Listing(lex, [0] * 10**6),
    "a range of ranks": lambda lex: lexkit.Listing(lex, range(10**6)),
    "words of ranks": lambda lex: lexkit.Words.of_ranks(lex, [0] * 10**6),
    "ranges": lambda lex: lexkit.Words(lex, [0] * 10**6, [1] * 10**6),
    "ranks of a column": lambda lex: words_at(lex.core, [0] * 10**6),
    "a key": lambda lex: lex.words().sorted_by([0] * len(lex)),
    "a mask": lambda lex: lex.words().where([True] * len(lex)),
    "words of numpy": lambda lex: lex.contains(np.array(["AB"] * 10**5)),
    "folded": lambda lex: lex.fold("É" * 10**5),
}


@pytest.mark.parametrize("name", HUGE)
def test_what_the_caller_brings_is_read_in_pieces(name: str, crowded: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found: a list of ranks, and a text to fold, went through one call that never looked at the clock."""
    looks = 0

    def count(ahead: float = 0.0) -> None:
        nonlocal looks
        looks += 1
        if looks == 3:
            raise TimeLimitError("third look")

    monkeypatch.setattr(rank_ranges, "_BLOCK", 1 << 10)
    for module in (rank_ranges, index, words):
        monkeypatch.setattr(module, "look", count)
    with pytest.raises(TimeLimitError, match="third look"):
        HUGE[name](crowded)


@pytest.mark.parametrize(
    "values",
    [
        range(-5, 9000),
        list(range(9000)),
        [True] * 9000,
        [*range(8000), 1.5, *range(1000)],
        [True] * 8000 + [1] * 1000,
        ["A"] * 8000 + ["BC"] * 1000,
        [None] * 8000 + [1] * 1000,
        [[1, 2]] * 9000,
        [1 << 70] * 9000,
    ],
    ids=range(9),
)
def test_pieces_are_the_array_that_numpy_makes(values: Sequence[object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rank_ranges, "_BLOCK", 1 << 10)
    expected = np.asarray(values)
    found = rank_ranges.as_array(values, "wrong", "right")  # type: ignore[arg-type]
    assert found.dtype == expected.dtype
    assert found.tolist() == expected.tolist()


def test_alphabets_read_no_more_than_a_moment_allows(crowded: Lexicon) -> None:
    alphabet = crowded.alphabet
    few, many = "A" * (1 << 17), "A" * ((1 << 17) + 1)
    assert alphabet.decode(alphabet.encode(few)) == few
    for ask in (
        lambda: alphabet.encode(many),
        lambda: alphabet.decode(b"\1" * len(many)),
        lambda: alphabet.decode(itertools.repeat(1)),
        lambda: alphabet.letter_set(itertools.repeat("A")),
    ):
        with pytest.raises(AlphabetError, match="too many letters at once"):
            ask()
    assert many not in crowded
