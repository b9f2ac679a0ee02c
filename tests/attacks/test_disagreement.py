"""Files that pass the proof while their two parts tell of different words, or of more than anyone can list."""

import itertools

import pytest

from lexkit.errors import CorruptFileError, LexkitError, QueryError
from lexkit.formats.lexicon_file import open_bytes
from lexkit.runtime.automaton.kernels import substring_walk
from lexkit.runtime.automaton.kernels.substring_walk import Containing
from lexkit.runtime.query.search import find_words_by_machine, phrases
from lexkit.runtime.query.search.kernels import backreference_walk
from tests.attacks.forge import graph, hand_made, lexicon, nodes, with_graph
from tests.attacks.questions import open_lexicon
from tests.attacks.rules import breaks
from tests.running import COMPILED, MANY, each


def chain(levels: int, alphabet: int, counted: bool) -> tuple[list[int], list[int], int]:
    """Nodes of which each has all arcs to the one below it: (words, index of each, words below the last)."""
    words, places, below = [0, 0], [], 0
    every = (1 << alphabet + 1) - 2
    for level in range(levels):
        at = len(words)
        words += [every, every if level else 0]
        if level:
            words += [places[-1]] * alphabet
            if counted:
                words += [below * k for k in range(1, alphabet)]
        below = alphabet * (below + 1)
        places.append(at)
    return words, places, below


def dense(forward: int, reverse: int) -> bytes:
    """All words of 1 to ``forward`` letters A and B; behind it a reverse part of all of 1 to ``reverse``."""
    words, places, total = chain(forward, 2, True)
    forward_end = len(words)
    root = places[-1]
    lowest = len(words)
    words += [6, 1, 2]  # A and B are words here, or the separator follows
    for _ in range(reverse - 1):
        at = len(words)
        words += [6, 7, 2, lowest, lowest]
        lowest = at
    # Counts are 32 bits wide in all nodes but the empty one.
    return hand_made(
        words,
        2,
        word_count=total,
        forward_root=root,
        reverse_root=lowest,
        byte_end=2,
        half_end=2,
        forward_end=forward_end,
        nodes=1 + forward + reverse,
        arcs=2 * (forward - 1) + 1 + 3 * (reverse - 1),
    )


@breaks("Q1")
@pytest.mark.parametrize("query", ["substring", "suffix"])
def test_more_beginnings_than_words(query):
    """60 levels of the reverse part spell 2^60 strings, of a lexicon of 14 words."""
    lexicon = open_lexicon(dense(3, 60))
    words = getattr(lexicon, query)("A")
    for ask in (len, list, lambda words: words.to_list(), lambda words: words.to_numpy(), lambda words: words[0]):
        with pytest.raises(CorruptFileError, match="Q1"):
            ask(words)


@breaks("Q1")
def test_more_work_than_anyone_waits_for(monkeypatch):
    """2^31 words in 700 bytes are a lexicon, and can be asked; what would take the whole of them is refused."""
    if not MANY:
        monkeypatch.setattr(substring_walk, "MAX_VISITS", 1 << 18)
    lexicon = open_lexicon(dense(30, 60))
    assert len(lexicon) == 2**31 - 2
    assert list(itertools.islice(lexicon, 3)) == ["A", "AA", "AAA"]
    assert lexicon[-1] == "B" * 30
    assert lexicon.rank("B" * 30) == len(lexicon) - 1
    assert len(lexicon.prefix("AB")) == 2**29 - 1
    assert lexicon.prefix("AB")[:2].to_list() == ["AB", "ABA"]
    with pytest.raises(QueryError, match="too many ways to begin"):
        len(lexicon.suffix("A"))


@each(
    "query",
    [
        "points:2-", "anagrams:2-", "palindrome:", "probability:1-3", "front-hooks:1-", "back-hooks:1-",
        "inner-hook:both", "consists-of:A>=50", "takes-prefix:A", "takes-suffix:AB", "pattern:A*",
        "pattern:*A*B*A*", "regex:(A|B)*A(A|B)*", "regex:(.)(.).*\\1\\2", "superanagram:AAB",
        "subanagram:AABB??", "near:ABAB~3", "length:3 sort:-points", "probability!:1-3", "stem:6",
        "stem:29/1000", "group:high-fives", "group:hook-words", "group:type-i-sevens",
        "length:3 sort:-ways,alphagram",
    ],
)  # fmt: skip
def test_a_question_about_each_of_too_many_words(monkeypatch, query):
    """2^31 words in 700 bytes: what would look at each, or list them, is refused; in bounded time and memory."""
    monkeypatch.setattr(find_words_by_machine, "_MOST_STEPS", 1 << 22 if COMPILED else 1 << 18)
    monkeypatch.setattr(find_words_by_machine, "_STEPS", 1 << 16)
    monkeypatch.setattr(backreference_walk, "MAX_STEPS", 1 << 16)
    lexicon = open_lexicon(dense(30, 2))
    try:
        found = lexicon.search(query)
    except QueryError as error:
        assert "too many" in str(error) or "steps" in str(error) or "long" in str(error), error
    else:
        assert found[:2].to_list()[0] in lexicon
        if len(found) > 1 << 26:
            for ask in (found.to_list, found.to_numpy, found.lengths):
                with pytest.raises(QueryError, match="too many words"):
                    ask()


def test_a_phrase_of_too_many_words(monkeypatch):
    monkeypatch.setattr(phrases, "_MOST_CALLS", 4)
    lexicon = open_lexicon(dense(30, 2))
    for shortest in (1, 30):
        with pytest.raises(QueryError, match="too many words fit"):
            next(iter(lexicon.phrases("A" * 31 + "B" * 32, shortest=shortest)))


@breaks("Q1")
@each("error", [MemoryError, KeyboardInterrupt, RuntimeError])
def test_no_room_for_the_strings(error):
    """If the array of strings cannot grow, or a signal comes just then, nothing is written behind its end."""
    calls = []

    def refuse(ahead=0.0):
        calls.append(ahead)
        raise error

    search = Containing(open_bytes(dense(14, 14)).gaddag.walkable(refuse))
    with pytest.raises(error):
        search.find(bytes([1]), True, 2)
    assert len(calls) == 1
    assert calls[0] > 0


def swapped(words: list[str], others: list[str]) -> bytes:
    """The forward part of one list with the reverse part of another, its separators leading anywhere."""
    data = lexicon(words)
    head, array = graph(data)
    other, more = graph(lexicon(others))
    places = {0: 0}
    moved = list(array)
    for start, first, children in nodes(other, more)[1:]:
        places[start] = len(moved)
        arcs = [places[child] for child in more[first : first + children]]
        if more[start + 1] & 1:
            arcs[0] = head["forward_root"]
        moved += [more[start], more[start + 1], *arcs]
    return with_graph(
        data,
        moved,
        size=len(moved),
        reverse_root=places[other["reverse_root"]],
        nodes=head["nodes"] + other["nodes"] - 1,
        arcs=head["arcs"] + other["arcs"],
    )


@breaks("Q2")
def test_reverse_part_of_another_list():
    """Every way to look at such an answer is an error or agrees with the others; none is a wrong index."""
    lexicon = open_lexicon(swapped(["AB", "ABC", "BC", "CAB"], ["BA", "CBA", "ACA", "BCAB"]))
    seen = set()
    for text in ("A", "B", "C", "AB", "CA", "BCA"):
        for query in (lexicon.substring, lexicon.suffix):
            for ask in (len, list, lambda words: words.to_list(), lambda words: words.lengths().tolist(), repr):
                try:
                    ask(query(text))
                    seen.add("an answer")
                except LexkitError as error:
                    seen.add(type(error).__name__)
                    assert "Q1" in str(error) or "Q2" in str(error)
    assert seen == {"an answer", "CorruptFileError"}
