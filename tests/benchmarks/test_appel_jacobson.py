"""What benchmarks/appel_jacobson/ measures is right: the structures minimal, the plays lexkit's, the counts too."""

import random
import sys
from pathlib import Path

import numpy as np
import pytest

import lexkit
from lexkit.compiler.gordon_statistics import statistics
from lexkit.compiler.lists.sorted_words import TileWords
from lexkit.lexicons import alphabet
from tests.game.positions import EMPTY, REAL

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks" / "appel_jacobson"))

from compare_searches import SAME_AS, SEARCHES, check, run, search
from position_lines import CrossSets, as_plays, lines_of
from series_and_scan import play
from two_way_dawg import KINDS, Structure, build
from word_scan import WordScan

POSITIONS = [*REAL[1:], f"{EMPTY} QU/ 0/0 0", f"{EMPTY} E/ 0/0 0"]


def random_words(rng: random.Random) -> list[bytes]:
    """A small list of few letters, so that much of it can be shared."""
    letters = rng.randint(1, 4)
    number = rng.randint(1, 40)
    words = {bytes(rng.randint(1, letters) for _ in range(rng.randint(2, 6))) for _ in range(number)}
    return sorted(words)


def classes(words: list[bytes], kind: str) -> set[tuple[str, frozenset[tuple[bytes, bytes]]]]:
    """The sets of (beginning, end) that complete a section to words, one for each node: by the definition.

    A section that a mark closes on one side has ends or beginnings only.
    """
    found: dict[tuple[str, bytes], set[tuple[bytes, bytes]]] = {}
    for word in words:
        for first in range(len(word) + 1):
            for last in range(first, len(word) + 1):
                section, around = word[first:last], (word[:first], word[last:])
                if around == (b"", b""):
                    continue
                if kind != "dawg":
                    found.setdefault(("open", section), set()).add(around)
                if kind != "two-way" and first == 0:
                    found.setdefault(("begun", section), set()).add(around)
                if kind == "marked" and last == len(word) and section:
                    found.setdefault(("ended", section), set()).add(around)
    return {(closed, frozenset(around)) for (closed, _), around in found.items()}


@pytest.mark.parametrize("kind", ["dawg", "two-way", "marked"])
def test_a_node_stands_for_all_sections_with_the_same_surroundings(kind: str) -> None:
    rng = random.Random(1988)
    for _ in range(60):
        words = random_words(rng)
        assert build(words, kind).nodes == len(classes(words, kind)), words


def test_the_gaddag_has_the_nodes_and_arcs_of_the_file(some_words: list[bytes]) -> None:
    count = statistics(TileWords.of(some_words), alphabet("english"), unminimized=False).node_array
    made = build(some_words, "gaddag")
    assert (made.nodes + 1, made.arcs) == (count.nodes, count.arcs)
    assert made.words.nbytes == 4 * (2 * (made.nodes + 1) + made.arcs)


@pytest.fixture(scope="module")
def some_words(english: lexkit.Lexicon) -> list[bytes]:
    """Short words of the bundled list, and a few of the others."""
    texts = english.prefix("").to_list()
    chosen = [text for place, text in enumerate(texts) if len(text) <= 3 or (len(text) <= 9 and place % 150 == 0)]
    return [bytes(ord(letter) - 64 for letter in text) for text in chosen]


@pytest.fixture(scope="module")
def structures(some_words: list[bytes]) -> dict[str, Structure]:
    return {kind: build(some_words, kind) for kind in KINDS}


@pytest.fixture(scope="module")
def lexicon(some_words: list[bytes]) -> lexkit.Lexicon:
    return lexkit.build(["".join(chr(64 + tile) for tile in word) for word in some_words])


@pytest.mark.parametrize("title", SEARCHES)
def test_each_search_finds_lexkits_moves(
    title: str, structures: dict[str, Structure], lexicon: lexkit.Lexicon, some_words: list[bytes]
) -> None:
    kind, method, switches = SEARCHES[title]
    boards = [lexkit.Board.from_cgp(text) for text in POSITIONS]
    cross_sets = CrossSets(some_words)
    positions = [lines_of(board, board.racks[0], cross_sets) for board in boards]
    moves = [as_plays(lexicon.moves(board, board.racks[0])) for board in boards]
    assert sum(map(len, moves)) > 500
    check(search(kind, structures[kind], switches, True), method, positions, moves)
    counting = search(kind, structures[kind], switches, False)
    run(counting, method, positions)
    assert counting.found == sum(map(len, moves))
    if title in SAME_AS:
        each = np.array([lexicon.counters(board, board.racks[0], SAME_AS[title]) for board in boards])
        assert [counting.anchors, counting.arcs] == each.sum(0)[[0, 2]].tolist()


def test_two_sides_in_gordons_order_follow_his_arcs(structures: dict[str, Structure], some_words: list[bytes]) -> None:
    """With marks and the left side first, the two-way DAWG is searched as the GADDAG is."""
    cross_sets = CrossSets(some_words)
    boards = [lexkit.Board.from_cgp(text) for text in POSITIONS]
    positions = [lines_of(board, board.racks[0], cross_sets) for board in boards]
    arcs = []
    for title in ("GADDAG", "two-way with marks, left side first"):
        kind, method, switches = SEARCHES[title]
        made = search(kind, structures[kind], switches, False)
        run(made, method, positions)
        arcs.append(made.arcs)
    assert arcs[0] == arcs[1] > 0


@pytest.mark.parametrize("quick", [False, True])
def test_a_scan_of_the_words_finds_lexkits_moves(
    quick: bool, structures: dict[str, Structure], lexicon: lexkit.Lexicon, some_words: list[bytes]
) -> None:
    """Held against every line, in few positions, of which some have blanks and one is empty."""
    boards = [lexkit.Board.from_cgp(text) for text in (POSITIONS[0], *POSITIONS[-2:], f"{EMPTY} A?/ 0/0 0")]
    positions = [lines_of(board, board.racks[0], CrossSets(some_words)) for board in boards]
    moves = [as_plays(lexicon.moves(board, board.racks[0])) for board in boards]
    made = WordScan(structures["dawg"], some_words, True)
    made.quick = quick
    check(made, "by_scan", positions, moves)
    assert made.parts > 0


def test_games_against_one_who_passes(english: lexkit.Lexicon) -> None:
    boards, numbers, game = play(english, 1988, True)
    assert game.over
    assert not any(turn.score for turn in game.turns[1 - game.first :: 2])
    assert numbers == [len(english.moves(board, board.racks[0])) for board in boards]
    assert len(boards) == len(numbers) > 15
    alone = play(english, 1988, False)[2]
    assert min(alone.scores) > 150
