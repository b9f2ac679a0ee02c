"""Attacks on the automaton section: rules G and N of SPEC.md. All checksums fit."""

import itertools
import random

import pytest

from lexkit.errors import CorruptFileError
from lexkit.formats.lexicon_file import open_bytes
from tests.attacks.forge import (
    automaton,
    graph,
    hand_made,
    letters,
    lexicon,
    nodes,
    sections,
    shell,
    with_graph,
    with_section,
)
from tests.attacks.questions import answers, open_lexicon
from tests.attacks.rules import breaks, refusal
from tests.attacks.test_disagreement import chain, dense
from tests.attacks.test_shell import AMOUNTS
from tests.running import FULL, each

HONEST = lexicon(["AA", "AB", "CAB", "CABAC", "BAA"])
HEAD, WORDS = graph(HONEST)


def words_of(count: int, seed: int, letters: str = "ABC", longest: int = 7) -> list[str]:
    rng = random.Random(seed)
    return ["".join(rng.choices(letters, k=rng.randint(2, longest))) for _ in range(count)]


def refused(data: bytes, rule: str, place: int | None = None) -> None:
    """The rule is named, and the word of the array where it is broken, if it is asked for."""
    text = refusal(rule, lambda: open_bytes(data))
    assert place is None or f"word {place}:" in text, f"expected word {place}: {text}"


@breaks("G1")
@each("size", [0, 1, 79, 80, 127])
def test_head_cut_short(size):
    refused(with_section(HONEST, b"gaddag", sections(HONEST)[b"gaddag"][:size]), "G1")


@breaks("G1")
@each("place", [80, 100, 127])
def test_something_hidden_in_the_head(place):
    section = bytearray(sections(HONEST)[b"gaddag"])
    section[place] = 1
    refused(with_section(HONEST, b"gaddag", bytes(section)), "G1")


@breaks("G2", "G4", "G5", "G6", "G7")
@each("value", AMOUNTS)
@each("field", list(HEAD))
def test_every_field_of_the_head(field, value):
    if (field in ("width", "letters") and value >= 2**32) or value == HEAD[field]:
        return
    try:
        open_bytes(with_graph(HONEST, **{field: value}))
    except CorruptFileError as error:
        assert "section gaddag" in str(error)
    else:
        # Any node of the forward part may be a root; what hangs on it must fit. Here it cannot.
        assert field == "reverse_root"
        assert value == 0


@breaks("G2")
@each("extra", [-1, 1, 2**30, 2**62])
def test_size_of_the_array(extra):
    refused(with_graph(HONEST, size=len(WORDS) + extra), "G2")


@breaks("G3")
@each(("width", "count"), [(0, 3), (2, 3), (3, 3), (1, 2), (1, 4), (1, 0), (2, 63)])
def test_letters_and_width(width, count):
    refused(with_graph(HONEST, width=width, letters=count), "G3")


@breaks("G4", "N12")
def test_bounds_of_the_parts():
    """Triples of bounds near a node's start: either honest, or refused; never believed."""
    some = 2 if FULL else 3
    starts = [at for at, _, _ in nodes(HEAD, WORDS)]
    values = sorted({0, 1, *starts, *(at + 1 for at in starts), len(WORDS), len(WORDS) + 1})
    for byte_end, half_end, forward_end in itertools.product(values[::some], values[::some], values[:: some - 1]):
        data = with_graph(HONEST, byte_end=byte_end, half_end=half_end, forward_end=forward_end)
        try:
            open_bytes(data)
        except CorruptFileError as error:
            ascending = byte_end <= half_end <= forward_end <= len(WORDS)
            assert ascending or "G4:" in str(error)
        else:
            assert byte_end in starts or byte_end == len(WORDS)


@breaks("G5")
@pytest.mark.parametrize("root", ["forward_root", "reverse_root"])
def test_roots(root):
    starts = [at for at, _, _ in nodes(HEAD, WORDS)]
    for value in range(len(WORDS) + 2):
        below = HEAD["forward_end"] if root == "forward_root" else len(WORDS)
        if value not in starts or value >= below:
            refused(with_graph(HONEST, **{root: value}), "G5")
    if root == "forward_root":
        for value in starts:
            if value >= below:
                refused(with_graph(HONEST, forward_root=value), "G5")


@breaks("G6")
@each("change", [-1, 1, 2**32, 2**63])
def test_word_count(change):
    refused(with_graph(HONEST, word_count=HEAD["word_count"] + change), "G6")


@breaks("G7")
@pytest.mark.parametrize("field", ["nodes", "arcs"])
def test_nodes_and_arcs(field):
    refused(with_graph(HONEST, **{field: HEAD[field] + 1}), "G7")


@breaks("G8")
def test_daggad_of_another_list():
    other = sections(lexicon(["A"]))[b"gaddag"]
    refused(shell({**sections(HONEST), b"daggad": other}), "G8")
    assert answers(shell({**sections(HONEST), b"daggad": sections(HONEST)[b"gaddag"]})) == answers(HONEST)


@breaks("G8", "N6")
def test_daggad_is_proved_too():
    words = list(WORDS)
    words[nodes(HEAD, WORDS)[-1][1]] = len(words) - 1
    refused(shell({**sections(HONEST), b"daggad": automaton(HEAD, words)}), "N6")


@breaks("N1")
@each("words", [[2, 0], [0, 2, 0], [1, 0], [0, 1, 0], [0xFFFFFFFF, 0]])
def test_empty_node_that_is_not_empty(words):
    refused(hand_made(words, nodes=1), "N1", 0)


@breaks("N2")
@each("words", [[0], [0, 0, 2], [0, 0, 2, 2], [0, 0, 6, 0, 6, 6, 2], [0, 0, 6, 0, 6, 6, 2, 2], [0, 0, 0, 0xFFFFFFFE]])
def test_node_over_the_end(words):
    with pytest.raises(CorruptFileError, match=r"N2|N4"):
        open_bytes(hand_made(words))


@breaks("N1")
def test_empty_array():
    """Not even node 0 is there, which a walk off the graph reads."""
    refused(hand_made([]), "N1")


@breaks("N3")
@each("letter_set", [1, 8, 1 << 31, 3])
def test_letters_outside_the_alphabet(letter_set):
    refused(hand_made([0, 0, letter_set, 0], nodes=2), "N3", 2)


@breaks("N3", "N4")
@pytest.mark.parametrize("place", [1, 3])
def test_letters_outside_a_wide_alphabet(place):
    words = [0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]
    words[8 + place] = 1 << 8
    # The arc itself leads to a node, so that nothing else is wrong.
    refused(hand_made([*words, 4] if place == 3 else words, 39, nodes=3), "N3" if place == 1 else "N4")
    assert len(letters(39)) == 39


@breaks("N4")
@each("child_set", [1, 3, 8, 1 << 31])
def test_arcs_outside_the_alphabet_or_separator_in_the_forward_part(child_set):
    arcs = [2] * child_set.bit_count() + [0, 0]
    refused(hand_made([0, 0, 2, 0, 0, child_set, *arcs], nodes=3), "N4", 4)


@breaks("N5")
def test_second_empty_node():
    refused(hand_made([0, 0, 0, 0], nodes=2), "N5", 2)


def _reverse(words: list[int], forward_end: int, **fields: int) -> bytes:
    return hand_made(
        words,
        byte_end=forward_end,
        half_end=forward_end,
        forward_end=forward_end,
        forward_root=2,
        word_count=1,
        **fields,
    )


@breaks("N6", "N7")
def test_every_arc_of_a_graph_somewhere_else():
    """Each arc x {n - 1, n, n + 1, largest}, n being the size, and to itself: out of range, or a loop."""
    data = lexicon(words_of(190, 1))
    head, words = graph(data)
    found = nodes(head, words)
    assert len(found) > 250
    for at, first, children in found:
        for place in range(first, first + children):
            for target in (len(words) - 1, len(words), len(words) + 1, 0xFFFFFFFF, 0x80000000, at):
                changed = [*words[:place], target, *words[place + 1 :]]
                with pytest.raises(CorruptFileError, match="N6"):
                    open_bytes(with_graph(data, changed))


@breaks("N6")
def test_all_back_edges():
    """Every arc of a graph of 60 nodes, to every node that is not before its own: all loops there can be."""
    data = lexicon(words_of(11, 2))
    head, words = graph(data)
    found = nodes(head, words)
    assert 50 < len(found) < 75, len(found)
    for at, first, children in found:
        for place in range(first, first + children):
            for target, _, _ in found:
                if target >= at:
                    refused(with_graph(data, [*words[:place], target, *words[place + 1 :]]), "N6", place)


@breaks("N7", "N10")
def test_every_arc_to_every_lower_word():
    """Into the middle of a node, to the empty node, to another node: a file that opens is walked to its ends."""
    data = lexicon(["AB", "ABC", "BC", "CAB"])
    head, words = graph(data)
    starts = {at for at, _, _ in nodes(head, words)}
    opened = 0
    for at, first, children in nodes(head, words):
        for place in range(first, first + children):
            for target in range(0, at, 1 if FULL else 3):
                changed = with_graph(data, [*words[:place], target, *words[place + 1 :]])
                if target not in starts or target == 0:
                    refused(changed, "N7", place)
                elif target != words[place]:
                    opened += len(answers(changed)) > 1
    assert opened > 10, "some of these files pass the proof, since other words are as good as these"


@breaks("N7")
@each("target", [0, 1, 3, 5])
def test_arc_to_what_is_no_node(target):
    """The empty node, and the middle of a node: by the first arc and the second, in the forward part and behind."""
    for words, end, place in (
        ([0, 0, 2, 0, 2, 0, 0, 6, target, 2, 1], 11, 8),
        ([0, 0, 2, 0, 2, 0, 0, 6, 2, target, 1], 11, 9),
        ([0, 0, 2, 0, 2, 0, 0, 6, target, 2], 4, 8),
        ([0, 0, 2, 0, 2, 0, 0, 6, 2, target], 4, 9),
        ([0, 0, 2, 0, 2, 0, 0, 14, 2, 2, target], 4, 10),
    ):
        fields = {"byte_end": end, "half_end": end, "forward_end": end}
        refused(hand_made(words, 3, nodes=4, arcs=2, **fields), "N7", place)


@breaks("N8")
def test_separator_into_the_reverse_part():
    refused(_reverse([0, 0, 2, 0, 4, 0, 0, 1, 4], 4, reverse_root=6, nodes=4, arcs=1), "N8", 8)
    assert answers(_reverse([0, 0, 2, 0, 4, 0, 0, 1, 2], 4, reverse_root=6, nodes=4, arcs=1))


@breaks("N9")
def test_longest_path():
    """63 tiles in the forward part and one more; 64 arcs and a letter in the reverse part and one more."""
    words, places, total = chain(63, 1, True)
    deep = open_lexicon(hand_made(words, 1, word_count=total, forward_root=places[-1], nodes=64, arcs=62))
    assert deep[-1] == "A" * 63
    assert len(deep) == 63
    assert "A" * 64 not in deep
    assert answers(hand_made(words, 1, word_count=total, forward_root=places[-1], nodes=64, arcs=62))
    words, places, total = chain(64, 1, True)
    refused(hand_made(words, 1, word_count=total, forward_root=places[-1], nodes=65, arcs=63), "N9", places[-1])
    words, places, _ = chain(64, 1, False)
    fields = {"byte_end": 4, "half_end": 4, "forward_end": 4, "forward_root": 2, "word_count": 1}
    data = hand_made(words, 1, reverse_root=places[-1], nodes=65, arcs=63, **fields)
    assert answers(data), "64 tiles and no separator: more than any word, and within every stack"
    words, places, _ = chain(65, 1, False)
    refused(hand_made(words, 1, reverse_root=places[-1], nodes=66, arcs=64, **fields), "N9", places[-1])


@breaks("N9")
def test_longest_beginning_with_longest_rest():
    """A reverse part that comes to a beginning of 63 tiles, at a node from which the forward part has 63 more."""
    words, places, total = chain(63, 1, True)
    end = len(words)
    lowest = end
    words += [2, 1, places[-1]]
    for _ in range(62):
        at = len(words)
        words += [2, 3, places[-1], lowest]
        lowest = at
    data = hand_made(
        words,
        1,
        word_count=total,
        forward_root=places[-1],
        reverse_root=lowest,
        byte_end=end,
        half_end=end,
        forward_end=end,
        nodes=64 + 63,
        arcs=62 + 1 + 2 * 62,
    )
    refused(data, "N9")
    # As deep as it may be: the separator's arc leads lower down.
    shallow = [word if word != places[-1] or place < end else places[0] for place, word in enumerate(words)]
    head, _ = graph(data)
    data = with_graph(data, shallow, **{field: head[field] for field in head})
    assert len(answers(data)) > 1


@breaks("N10")
def test_every_count_changed():
    """Each word of counts in each of its bits, in parts with counts of 8, 16 and 32 bits."""
    spread = ["".join(word) for word in itertools.product("ABC", repeat=6)]
    for data, least in ((lexicon(words_of(200, 4)), 200), (lexicon(spread), 20), (dense(20, 3), 100)):
        head, words = graph(data)
        found = nodes(head, words)
        tried = 0
        for (_, first, children), following in zip(found, [*(at for at, _, _ in found[1:]), len(words)], strict=True):
            for place in range(first + children, following):
                for bit in (0, 7, 8, 15, 16, 24, 31):
                    tried += 1
                    changed = list(words)
                    changed[place] ^= 1 << bit
                    with pytest.raises(CorruptFileError, match=rf"word {place}: .*(N10|N11)"):
                        open_bytes(with_graph(data, changed))
        assert tried >= least, f"{tried} counts changed"


@breaks("N11")
def test_more_words_than_a_count_holds():
    """256 words below a node with one-byte counts, 2^32 below one with four-byte counts."""
    words, places, total = chain(8, 2, True)
    assert total > 255
    refused(hand_made(words, word_count=total, forward_root=places[-1], nodes=9, arcs=14), "N11", places[7])
    fields = {"byte_end": 2, "half_end": 2}
    words, places, total = chain(31, 2, True)
    data = hand_made(words, word_count=total, forward_root=places[-1], nodes=32, arcs=60, **fields)
    assert total == 2**32 - 2
    assert len(open_lexicon(data)) == total
    assert open_lexicon(data)[-1] == "B" * 31
    words, places, total = chain(32, 2, True)
    assert total > 2**32
    words = [word & 0xFFFFFFFF for word in words]
    refused(
        hand_made(words, word_count=total & 0xFFFFFFFF, forward_root=places[-1], nodes=33, arcs=62, **fields), "N11"
    )


@breaks("N11")
@pytest.mark.parametrize("padding", [1 << 8, 1 << 31])
def test_something_hidden_behind_the_counts(padding):
    refused(hand_made([0, 0, 2, 0, 0, 6, 2, 2, 1 | padding], word_count=2, forward_root=4, nodes=3, arcs=2), "N11", 8)


@breaks("N12")
def test_part_that_ends_inside_a_node():
    for field in ("byte_end", "half_end", "forward_end"):
        for place in range(HEAD["forward_end"] + 1):
            if place not in [at for at, _, _ in nodes(HEAD, WORDS)]:
                ends = {"byte_end": 0, "half_end": 0, "forward_end": HEAD["forward_end"], field: place}
                ends["half_end"] = max(ends["byte_end"], ends["half_end"])
                ends["forward_end"] = max(ends["half_end"], ends["forward_end"] if field != "forward_end" else place)
                with pytest.raises(CorruptFileError):
                    open_bytes(with_graph(HONEST, **ends))


def test_the_word_where_a_rule_is_broken_is_shown():
    words = list(WORDS)
    place = nodes(HEAD, WORDS)[-1][1]
    words[place] = 0xFFFF
    with pytest.raises(CorruptFileError, match=f"word {place}: .*N6: .*found 0x0000ffff"):
        open_bytes(with_graph(HONEST, words))
    with pytest.raises(CorruptFileError, match=r"N1: .*found the end of the array"):
        open_bytes(hand_made([]))
