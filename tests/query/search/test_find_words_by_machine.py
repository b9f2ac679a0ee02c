"""The kernels where they run out of room, and where their caller makes a mistake."""

import numpy as np
import pytest

from lexkit import Lexicon
from lexkit.errors import TimeLimitError
from lexkit.runtime.query.conditions.letter_expressions import LetterExpression
from lexkit.runtime.query.conditions.registry import KINDS
from lexkit.runtime.query.language.patterns_and_regex import read_pattern
from lexkit.runtime.query.search import find_words_by_machine
from lexkit.runtime.query.search.find_words_by_machine import MachinePool, from_the_front
from lexkit.runtime.query.search.kernels.lazy_state_machine import Machine, PositionMachine
from lexkit.runtime.query.search.kernels.machine_walk import Forward
from lexkit.runtime.query.search.kernels.position_automaton import positions
from lexkit.runtime.query.search.kernels.rack_machine import MultisetMachine
from lexkit.runtime.query.search.kernels.where_to_begin import middles
from lexkit.runtime.words.words import Words


def walk(lexicon: Lexicon, machine: Machine, steps: int) -> Words:
    graph = lexicon.core.file.gaddag
    forward = Forward(lexicon.core.nodes, machine)
    forward.begin(np.array([graph.forward_root]).data, np.zeros(1, np.int64).data)
    while forward.go(steps):
        pass
    return Words(lexicon.core, *forward.answer())


@pytest.mark.parametrize("pattern", ["*A*E*I*", "*[AEIOU]??[RST]*S", "Q*"])
def test_a_full_table_is_emptied_and_nothing_is_lost(pattern: str, english: Lexicon) -> None:
    expression = LetterExpression(read_pattern(pattern, english.alphabet), english.core)
    expected = expression.words(english.core)
    for most in (130, 200, 1 << 15):
        machine = PositionMachine(expression.whole, most)
        assert walk(english, machine, 1000 if pattern == "Q*" else 1 << 20) == expected, most
        assert machine.states <= most


def test_a_full_table_of_racks(english: Lexicon) -> None:
    rack = english.alphabet.encode("ABCDEFGHIJKLMNOPRSTUVWY")
    expected = walk(english, MultisetMachine(26, rack, 1, (), 1), 1 << 20)
    small = MultisetMachine(26, rack, 1, (), 1, 140)
    assert walk(english, small, 1 << 20) == expected
    assert small.states <= 140


def test_a_walk_is_left_and_taken_up_again(english: Lexicon) -> None:
    rack = english.alphabet.encode("RETAIN")
    expected = english.subanagram("RETAIN")
    assert walk(english, MultisetMachine(26, rack, 0, (), 1), 1) == expected
    assert walk(english, MultisetMachine(26, rack, 0, (), 1), 7) == expected
    forward = Forward(english.core.nodes, MultisetMachine(26, rack, 0, (), 1))
    while forward.go(7):
        pass
    assert Words(english.core, *forward.answer()) == expected, "it begins at the front"


def test_wrong_calls_are_errors(english: Lexicon) -> None:
    with pytest.raises((TypeError, ValueError)):
        Forward(english.core.nodes, None)
    machine = MultisetMachine(26, b"", 1, (), 0)
    forward = Forward(english.core.nodes, machine)
    with pytest.raises(ValueError, match="rank for each"):
        forward.begin(np.zeros(2, np.int64).data, np.zeros(1, np.int64).data)
    for rack, blanks, classes in (
        (b"\x01" * 64, 0, ()),
        (b"", 64, ()),
        (b"\x1e", 0, ()),
        (b"\x00", 0, ()),
        (b"", 0, (2,) * 7),
    ):
        with pytest.raises(ValueError, match="63 tiles"):
            MultisetMachine(26, rack, blanks, classes, 0)
    for tiles in (b"\x00", b"\x01\x1b", b"\x20", b"\xff"):
        with pytest.raises(ValueError, match="outside the alphabet"):
            forward.begin_behind(0, 0, tiles)
    # Found: a lexicon's tiles beyond the machine's were looked for outside its table.
    for letters in (25, 27):
        with pytest.raises(ValueError, match="letters of the lexicon"):
            Forward(english.core.nodes, MultisetMachine(letters, b"", 1, (), 0))
    # A path, kept while the table is emptied, has up to 64 states.
    for most in (2, 64, 128):
        with pytest.raises(ValueError, match="no such machine"):
            MultisetMachine(26, b"", 1, (), 0, most)
    with pytest.raises(TypeError):
        PositionMachine(None)


def test_a_machine_is_kept_for_the_next_walk(english: Lexicon) -> None:
    alphabet, core = english.alphabet, english.core
    pool = MachinePool(positions(read_pattern("Q[^U]*", alphabet), len(alphabet)))
    one, other = pool.borrow(), pool.borrow()
    assert one is not other, "two walks at once"
    expected = from_the_front(core, one).to_list()
    assert expected == [word for word in english if word.startswith("Q") and word[1:2] not in ("", "U")]
    states = one.states
    pool.give_back(one)
    pool.give_back(other)
    assert pool.borrow() is one
    assert pool.borrow() is not other, "one idle machine is enough"
    assert from_the_front(core, one).to_list() == expected
    assert one.states == states, "the second walk computes no states"


def test_answers_are_the_same_when_machines_are_used_again(english: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    core = english.core
    expression = LetterExpression(read_pattern("*[AEIOU]*[RST]*S*", english.alphabet), core)
    expected = expression.words(core)
    for place in (0, *middles(expression.parts)):
        assert expression.words_from(place, core) == expected == expression.words_from(place, core)
    near = KINDS["near"].make("CARES~2", core)
    expected = near.words(core)

    def interrupt() -> None:
        raise TimeLimitError("stopped")

    with monkeypatch.context() as patch:
        patch.setattr(find_words_by_machine, "_STEPS", 64)
        patch.setattr(find_words_by_machine, "look", interrupt)
        for _ in range(2):
            with pytest.raises(TimeLimitError):
                near.words(core)
    assert near.words(core) == expected
