"""What the benchmarks of Gordon's questions measure is right: layouts, anchors, orders of letters, and the DAGGAD."""

import contextlib
import random
import re
import sys
from pathlib import Path

import numpy as np
import pytest

import lexkit
from lexkit.compiler.lists.sorted_words import TileWords
from lexkit.errors import PositionError
from lexkit.formats.lexicon_file import open_bytes
from tests.game.positions import EMPTY, REAL
from tests.making import bytes_of

sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks"))
sys.path.insert(0, str(Path(__file__).parent.parent.parent / "benchmarks" / "appel_jacobson"))

from compare_searches import run, search
from gordon_daggad import plays, reversed_lexicon, turned
from gordon_layouts import ANCHORS, LAYOUTS, ORDERS, Question, Renumbered, all_layouts, readings
from position_lines import CrossSets, as_plays, lines_of
from two_way_dawg import build

#: The searches whose anchors each reading counts.
COUNTED = {
    "each empty square beside tiles": "DAWG: each empty square beside tiles",
    "every other internal one": "GADDAG: every other internal one",
    "runs, squares with tiles only across": "GADDAG: runs, squares with tiles only across",
    "runs, every other internal square with tiles only across": "GADDAG: runs, every other internal square",
}


@pytest.fixture(scope="module")
def texts(english: lexkit.Lexicon) -> list[str]:
    """Short words of the bundled list, and a few of the others."""
    every = english.prefix("").to_list()
    return [text for place, text in enumerate(every) if len(text) <= 3 or (len(text) <= 9 and place % 150 == 0)]


@pytest.fixture(scope="module")
def lexicon(texts: list[str]) -> lexkit.Lexicon:
    return lexkit.Lexicon(open_bytes(bytes_of(texts, daggad=True, expanded=True)))


def make_boards(lexicon: lexkit.Lexicon) -> list[lexkit.Board]:
    """Real positions, an empty board, and crowded boards, made of random plays whether or not they make words."""
    boards = [lexkit.Board.from_cgp(text) for text in [*REAL[1:3], f"{EMPTY} QU/ 0/0 0"]]
    rng = random.Random(1994)
    while len(boards) < 7:
        grid = [["1"] * 15 for _ in range(15)]
        for _ in range(4):
            word = lexicon[rng.randrange(len(lexicon))]
            row, column = rng.randrange(15), rng.randrange(16 - len(word))
            down = rng.random() < 0.5
            for place, letter in enumerate(word):
                grid[column + place if down else row][row if down else column + place] = letter
        rows = ["".join(row) for row in grid]
        squares = "/".join(re.sub("1+", lambda run: str(len(run[0])), row) for row in rows)
        with contextlib.suppress(PositionError):  # more of a tile than there are
            boards.append(lexkit.Board.from_cgp(f"{squares} {''.join(rng.sample('AEINRSTLDO', 4))}/ 0/0 0"))
    return boards


@pytest.fixture(scope="module")
def question(lexicon: lexkit.Lexicon) -> Question:
    """All searches, on all boards."""
    words = [bytes(lexicon.alphabet.encode(text)) for text in lexicon]
    boards, cross_sets, other = make_boards(lexicon), CrossSets(words), Renumbered(words)
    positions = [lines_of(board, board.racks[0], cross_sets) for board in boards]
    found = [as_plays(lexicon.moves(board, board.racks[0])) for board in boards]
    assert lexicon.core.file.expanded is not None
    made = Question({}, all_layouts(TileWords.of(words), lexicon.core.file.expanded), {"": positions}, {"": found})
    for kind in ("dawg", "gaddag"):
        made.structures[f"{kind} by frequency"] = build(other.words(words), kind)
        made.positions[f"{kind} by frequency"] = [other.lines(lines) for lines in positions]
        made.plays[f"{kind} by frequency"] = [other.plays(each) for each in found]
    return made


@pytest.mark.parametrize("title", [*LAYOUTS, *ANCHORS, *ORDERS])
def test_each_search_finds_lexkits_moves(title: str, question: Question) -> None:
    question.searches = {**LAYOUTS, **ANCHORS, **ORDERS}
    assert sum(map(len, question.plays[""])) > 300
    made, method, positions = question.made(title, keep=True)
    expected = question.plays.get(question.searches[title][0], question.plays[""])
    for lines, each in zip(positions, expected, strict=True):
        made.plays = []
        run(made, method, [lines])
        assert len(made.plays) == len(each)
        assert set(made.plays) == each


@pytest.mark.parametrize("reading", COUNTED)
def test_a_reading_counts_the_anchors_of_its_search(reading: str, question: Question) -> None:
    kind, method, switches = ANCHORS[COUNTED[reading]]
    made = search(kind, question.structures[kind], switches, False)
    run(made, method, question.positions[""])
    assert sum(readings(lines)[reading] for lines in question.positions[""]) == made.anchors > 0


def test_a_table_has_the_arcs_of_the_compressed_form(question: Question) -> None:
    for kind in ("dawg", "gaddag"):
        table, mapped = question.structures[f"{kind} table"], question.structures[f"{kind} bit maps"]
        rows, wide = table.words.reshape(-1, 27), mapped.words.reshape(-1, 32)
        assert np.array_equal(rows, wide[:, :27])
        assert [sum(1 << place for place in np.flatnonzero(row)) for row in rows] == wide[:, 27].tolist()
        assert table.nodes <= question.structures[kind].nodes


def test_the_daggad_finds_the_moves_of_the_turned_board(lexicon: lexkit.Lexicon) -> None:
    other = reversed_lexicon(lexicon.core.file)
    assert sorted(text[::-1] for text in lexicon) == list(other)
    found = 0
    for board in make_boards(lexicon):
        expected = plays(lexicon.moves(board, board.racks[0]))
        assert plays(other.moves(turned(board), board.racks[0]), turn=True) == expected
        found += len(expected)
    assert found > 300
