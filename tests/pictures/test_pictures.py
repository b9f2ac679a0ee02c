"""Pictures: well-formed whatever the board and the labels are, the same as those kept, and readable without colour.

    python -m tests.pictures.test_pictures

writes the kept pictures anew. Look at them before they are committed.
"""

import math
import os
import shutil
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit.errors import IllegalMoveError, PositionError, QueryError, StorageError, TimeLimitError
from lexkit.formats.alphabet import Tile
from lexkit.runtime.game.layout import GLYPHS
from lexkit.runtime.pictures.markup import escape
from tests.game.positions import SMALL
from tests.running import each

KEPT = Path(__file__).parent.parent / "golden" / "pictures"
SVG = "{http://www.w3.org/2000/svg}"
#: Every multiplier, a brick, and a start that has none.
ODD = lexkit.Layout("odd", ["#.^~'", '.."..', "-=#.-"], "2B")
HOSTILE = ["<b>&", "\"'", "--><!--", "X\u0301", "--", "&amp;", "\\n", "WWWWWWWW"]


def small() -> lexkit.Board:
    return lexkit.Board.from_cgp(SMALL)


def odd() -> lexkit.Board:
    board = lexkit.Board(ODD, "catalan")
    board.play("2B L·LNYa")
    return board


PICTURES: dict[str, Callable[[], str]] = {
    "moves": lambda: lexkit.pictures.board_svg(small(), last=["9H", "10H", "11H"], move="12G RETAIN"),
    "dark": lambda: lexkit.pictures.board_svg(odd(), dark=True, heat={"1B": 7, "2A": 0.25, "3A": 12345}),
    "odd": lambda: lexkit.pictures.board_svg(odd(), size=300, coordinates=False),
    "rack": lambda: lexkit.pictures.rack_svg("QUIZ?"),
}


def read(svg: str) -> ET.Element:
    """The root of a picture, which has neither scripts nor references."""
    root = ET.fromstring(svg)
    assert (root.tag, root.get("role")) == (f"{SVG}svg", "img")
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    names = {name for one in root.iter() for name in one.attrib}
    assert not [name for name in names if "href" in name or name.startswith("on") or name in ("style", "id")]
    assert {one.tag.removeprefix(SVG) for one in root.iter()} <= {
        *("svg", "title", "desc", "rect", "text", "path", "circle", "polygon"),
    }
    return root


def texts(svg: str) -> list[str]:
    return [str(one.text) for one in read(svg).iter(f"{SVG}text")]


@each("name", PICTURES)
def test_pictures_are_as_kept(name: str) -> None:
    svg = PICTURES[name]()
    read(svg)
    assert svg == (KEPT / f"{name}.svg").read_text("utf-8")


@given(
    rows=st.integers(1, 8).flatmap(
        lambda width: st.lists(st.text(sorted(GLYPHS), min_size=width, max_size=width), min_size=1, max_size=8)
    ),
    alphabet=st.sampled_from(["english", "catalan", "polish", "greek"]),
    dark=st.booleans(),
    coordinates=st.booleans(),
    data=st.data(),
)
def test_any_board_is_drawn(rows: list[str], alphabet: str, dark: bool, coordinates: bool, data: st.DataObject) -> None:
    free = [(row, column) for row, glyphs in enumerate(rows) for column, glyph in enumerate(glyphs) if glyph != "#"]
    if not free:
        return
    row, column = data.draw(st.sampled_from(free))
    layout = lexkit.Layout('<any> & "all"', rows, f"{row + 1}{chr(65 + column)}")
    snapshot = lexkit.Board(layout, alphabet).snapshot()
    tiles = [*range(1, len(lexkit.Board(layout, alphabet).alphabet) + 1)]
    anything = st.sampled_from([0, *tiles, *(0x80 + tile for tile in tiles)])
    bricks = set(layout.bricks)
    snapshot.grid = bytes(0 if square in bricks else data.draw(anything) for square in range(len(snapshot.grid)))
    numbers = st.dictionaries(st.integers(0, len(snapshot.grid) - 1), st.floats(allow_nan=False, allow_infinity=False))
    heat = {f"{at // layout.columns + 1}{chr(65 + at % layout.columns)}": n for at, n in data.draw(numbers).items()}
    svg = lexkit.pictures.board_svg(snapshot, heat=heat, dark=dark, coordinates=coordinates)
    assert svg == lexkit.pictures.board_svg(snapshot, heat=heat, dark=dark, coordinates=coordinates)
    root = read(svg)
    assert layout.name in str(root[0].text)
    # A circle for each blank, and every letter of the board.
    assert len(root.findall(f"{SVG}circle")) == sum(tile > 0x80 for tile in snapshot.grid)
    labels = [snapshot.rules.text.labels[tile] for tile in snapshot.grid if tile]
    bold = [one.text for one in root.iter(f"{SVG}text") if one.get("font-weight")]
    assert sorted(labels) == sorted(map(str, bold))


def test_labels_of_strangers_are_escaped() -> None:
    tiles = [Tile(label, f"{label}x"[-8:], 1, 1) for label in HOSTILE]
    alphabet = lexkit.Alphabet("<script>alert(1)</script>", tiles, blanks=1)
    layout = lexkit.Layout('"><script>', ["." * len(HOSTILE)])
    snapshot = lexkit.Board(layout, alphabet).snapshot()
    snapshot.grid = bytes(range(1, len(HOSTILE) + 1))
    svg = lexkit.pictures.board_svg(snapshot)
    assert "<script" not in svg
    assert {tile.label for tile in tiles} <= set(texts(svg))
    assert {tile.label for tile in tiles} <= set(texts(lexkit.pictures.rack_svg(lexkit.Rack([0] + [1] * 8, alphabet))))


@given(st.text(st.characters(exclude_categories=())))
def test_any_text_is_escaped(text: str) -> None:
    found = ET.fromstring(f'<a b="{escape(text)}">{escape(text)}</a>')
    assert len(str(found.text or "").replace("\n", " ")) == len(text) or "\r" in text
    for sign in "<&\"'>":
        assert (found.text or "").count(sign) == (found.get("b") or "").count(sign) == text.count(sign)


def test_multipliers_start_and_bricks_are_told_without_colour() -> None:
    board = lexkit.Board(ODD)
    shown = texts(lexkit.pictures.board_svg(board, coordinates=False))
    assert shown == ["4L", "4W", "2L", "3L", "2W", "3W", "2W"]
    root = read(lexkit.pictures.board_svg(board))
    assert len(root.findall(f"{SVG}polygon")) == 1
    assert len(root.findall(f"{SVG}path")) == len(ODD.bricks)


def test_moves_are_told_without_colour_and_in_words() -> None:
    board = small()
    plain = read(lexkit.pictures.board_svg(board))
    assert "8G CARE, H8 ABLe" in str(plain[1].text)
    coming = read(lexkit.pictures.board_svg(board, move="12G RETAIN"))
    assert len(coming.findall(f"{SVG}path")) == len(board.move("12G RETAIN").played)
    assert "Move to come: 12G RETAIN" in str(coming[1].text)
    made = board.play("12G RETAIN")
    thick = [one for one in read(lexkit.pictures.board_svg(board, last=made)).iter() if one.get("stroke-width") == "4"]
    assert len(thick) == len(made.played)


def test_views_and_notebooks_show_pictures(english: lexkit.Lexicon) -> None:
    board = small()
    view = lexkit.Game(english).view(0)
    assert lexkit.pictures.board_svg(view) == lexkit.pictures.board_svg(lexkit.Board())
    move = board.move("12G RETAIN")
    assert move._repr_svg_() == lexkit.pictures.board_svg(board, move=move)
    moves = english.moves(board)
    assert moves._repr_svg_() == lexkit.pictures.board_svg(board, heat=lexkit.pictures.best_scores(moves))
    assert board._repr_svg_() == lexkit.pictures.board_svg(board)
    board.play(move)
    assert board._repr_svg_() == lexkit.pictures.board_svg(board, last=move)
    assert lexkit.Rack("QUIZ?")._repr_svg_() == lexkit.pictures.rack_svg("QUIZ?")


def test_the_picture_in_the_readme_is_of_its_game(english: lexkit.Lexicon) -> None:
    game = lexkit.Game(english, ("Ann", "Bob"), seed=7)
    static = lexkit.player("static")
    while not game.over:
        turn = game.act(static.choose(game.view(game.to_move)))
    kept = Path(__file__).parents[2] / "docs" / "figures" / "game.svg"
    assert lexkit.pictures.board_svg(game.board, last=turn.move, size=480) == kept.read_text("utf-8")


def test_numbers_by_square(english: lexkit.Lexicon) -> None:
    moves = english.moves(small(), "QUIZ")
    used, best = lexkit.pictures.squares_used(moves), lexkit.pictures.best_scores(moves)
    assert set(used) == set(best)
    assert sum(used.values()) == sum(len(move.played) for move in moves)
    top = moves.best()
    assert top is not None
    assert max(best.values()) == top.score


def test_cross_letters(english: lexkit.Lexicon) -> None:
    board = small()
    across, down = lexkit.pictures.cross_letters(board, "8F", english)
    assert (across, down) == (english.cross_sets("CARE").front, english.alphabet.letter_set(english.alphabet))
    assert lexkit.pictures.cross_letters(board, "8K", english)[0] == english.cross_sets("CARE").back
    assert lexkit.pictures.cross_letters(board, "9I", english) == (
        english.cross_sets("B").back,
        english.cross_sets("R").back,
    )
    for square in ("8G", "16A"):
        with pytest.raises(PositionError):
            lexkit.pictures.cross_letters(board, square, english)


def test_what_cannot_be_drawn_is_refused() -> None:
    board = small()
    for heat in ({"16A": 1.0}, {"8H": math.nan}, {"8H": math.inf}):
        with pytest.raises(PositionError):
            lexkit.pictures.board_svg(board, heat=heat)
    for size in (0, -1, math.nan, 1e9, True):
        with pytest.raises(PositionError, match="size"):
            lexkit.pictures.board_svg(board, size=size)
    with pytest.raises(IllegalMoveError):
        lexkit.pictures.board_svg(board, move="1A QUIZ")
    with pytest.raises(PositionError):
        lexkit.pictures.board_svg(board, last=["99A"])
    with pytest.raises(TypeError):
        lexkit.pictures.board_svg("board")  # type: ignore[arg-type]


def test_the_automaton_of_few_words() -> None:
    words = ["CARE", "CAREEN"]
    lexicon = lexkit.build(words)
    dot = lexkit.pictures.automaton_dot(lexicon, reverse=False)
    assert dot == lexkit.pictures.automaton_dot(lexkit.build(words), reverse=False)
    assert dot.count("->") == 5  # C A R E E: what completes a word is in the letter set
    assert 'label="E"];' in dot
    assert "◊" in lexkit.pictures.automaton_dot(lexicon)
    assert lexkit.pictures.automaton_dot(lexkit.build(["A"])).startswith('digraph "GADDAG of 1 word" {')


def test_large_automata_are_not_drawn(english: lexkit.Lexicon) -> None:
    with pytest.raises(QueryError, match="too many nodes"):
        lexkit.pictures.automaton_dot(english)


def test_graphviz_is_used_if_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    dot = lexkit.pictures.automaton_dot(lexkit.build(["CARE"]))
    if shutil.which("dot"):
        assert ET.fromstring(lexkit.pictures.automaton_svg(dot) or "").tag == f"{SVG}svg"
    monkeypatch.setenv("PATH", "")
    assert lexkit.pictures.automaton_svg(dot) is None


@pytest.mark.skipif(os.name == "nt", reason="the program is a script of a POSIX shell")
def test_graphviz_is_ended_when_the_time_is_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "dot"
    program.write_text("#!/bin/sh\nexec sleep 600\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(TimeLimitError), lexkit.within(0.2):
        lexkit.pictures.automaton_svg("digraph {}")
    program.write_text("#!/bin/sh\nsleep 0.2; cat\n", "utf-8")
    long = "digraph {}" * 100_000
    assert lexkit.pictures.automaton_svg(long) == long
    program.write_text("#!/bin/sh\necho no such thing >&2; exit 1\n", "utf-8")
    with pytest.raises(StorageError, match="no such thing"):
        lexkit.pictures.automaton_svg("digraph {}")


if __name__ == "__main__":
    for picture, draw in PICTURES.items():
        (KEPT / f"{picture}.svg").write_text(draw(), "utf-8")
