"""lexq draw as a user meets it."""

import shutil
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import lexkit
from tests.apps.shell.shell import assert_refused, lexq
from tests.game.positions import SMALL

SVG = "{http://www.w3.org/2000/svg}"


def test_a_position_is_drawn_to_standard_output_or_a_file(tmp_path: Path) -> None:
    board = lexkit.Board.from_cgp(SMALL)
    done = lexq("draw", SMALL)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == lexkit.pictures.board_svg(board)
    done = lexq(
        "draw", "-", "--move", "12G RETAIN", "--dark", "--size", "300", "-o", "a.svg", stdin=SMALL, cwd=tmp_path
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    expected = lexkit.pictures.board_svg(board, move="12G RETAIN", dark=True, size=300)
    assert (tmp_path / "a.svg").read_text("utf-8") == expected
    assert [path.name for path in tmp_path.iterdir()] == ["a.svg"]


def test_heat_maps_are_of_the_moves(english: lexkit.Lexicon) -> None:
    board = lexkit.Board.from_cgp(SMALL)
    moves = english.moves(board, "QUIZ")
    drawn = lexq("-l", "english", "draw", SMALL, "--heat", "used", "--rack", "QUIZ").stdout
    assert drawn == lexkit.pictures.board_svg(board, heat=lexkit.pictures.squares_used(moves))
    drawn = lexq("draw", SMALL, "-l", "english", "--heat", "best", "--rack", "QUIZ").stdout
    assert drawn == lexkit.pictures.board_svg(board, heat=lexkit.pictures.best_scores(moves))


def test_what_cannot_be_drawn_is_refused(tmp_path: Path) -> None:
    assert_refused(lexq("draw"), 2, "expected a POSITION or --words")
    assert_refused(lexq("draw", SMALL, "--words", "CARE"), 2, "a POSITION and --words exclude each other")
    for none in ("", " , "):
        assert_refused(lexq("draw", "--words", none), 2, "expected some words, as in CARE,CAREEN, found none")
    assert_refused(lexq("draw", "--words", "CARE", "--heat", "used"), 2, "--words excludes")
    assert_refused(lexq("draw", SMALL, "--dawg"), 2, "--dawg needs --words")
    for name in ("board", "board.txt", "board.dot"):
        assert_refused(lexq("draw", SMALL, "-o", str(tmp_path / name)), 2, "expected a file named .svg, .png")
    assert_refused(lexq("draw", SMALL, "-o", str(tmp_path / "board.gaddag")), 4, "this would overwrite a lexicon")
    assert_refused(lexq("draw", SMALL, "--move", "1A QUIZ"), 3, "1A")
    assert_refused(lexq("draw", "-", stdin=f"{SMALL}\n{SMALL}\n"), 3, "more than one position")
    assert_refused(lexq("draw", "--words", "CA3E"), 3, "3")
    assert_refused(lexq("draw", SMALL, "-o", str(tmp_path / "none" / "a.svg")), 4, "cannot create")
    assert not list(tmp_path.iterdir())


def test_a_png_needs_a_library(tmp_path: Path) -> None:
    """With it the file is a PNG; without it the error says how to get it, and nothing is written."""
    file = tmp_path / "board.png"
    (tmp_path / "resvg_py.py").write_text("raise ImportError\n", "utf-8")
    assert_refused(lexq("draw", SMALL, "-o", str(file), PYTHONPATH=str(tmp_path)), 3, "pip install 'lexkit[png]'")
    assert not file.exists()
    (tmp_path / "resvg_py.py").write_text("def svg_to_bytes(svg_string): return svg_string.encode()\n", "utf-8")
    assert lexq("draw", SMALL, "-o", str(file), PYTHONPATH=str(tmp_path)).returncode == 0
    assert file.read_text("utf-8") == lexq("draw", SMALL).stdout


def test_a_real_png(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    assert lexq("draw", SMALL, "-o", str(tmp_path / "board.png")).returncode == 0
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG\r\n")


def test_words_are_drawn_by_graphviz_or_as_dot(tmp_path: Path) -> None:
    dot = lexkit.pictures.automaton_dot(lexkit.build(["CARE", "CAREEN"]))
    assert lexq("draw", "--words", "CARE,CAREEN", "-o", str(tmp_path / "a.dot")).returncode == 0
    assert (tmp_path / "a.dot").read_text("utf-8") == dot
    without = lexq("draw", "--words", "CARE,CAREEN", PATH="")
    assert (without.returncode, without.stdout) == (0, dot)
    assert without.stderr == "lexq: Graphviz is not installed: this is DOT text, for dot -Tsvg\n"
    file = tmp_path / "b.svg"
    without = lexq("draw", "--words", "CARE", "--dawg", "-o", str(file), PATH="")
    assert (without.returncode, without.stdout, file.exists()) == (0, "", False)
    assert "b.dot is DOT text" in without.stderr
    assert (tmp_path / "b.dot").read_text("utf-8").startswith('digraph "DAWG of 1 word"')
    if shutil.which("dot") and sys.platform != "win32":
        assert lexq("draw", "--words", "CARE", "-o", str(file)).returncode == 0
        assert ET.fromstring(file.read_text("utf-8")).tag == f"{SVG}svg"


def test_words_of_another_alphabet(tmp_path: Path) -> None:
    path = tmp_path / "es.gaddag"
    lexkit.build(["PERRO"], path, lexkit.Options(alphabet="spanish"))
    done = lexq("draw", "-l", str(path), "--words", "PERRO", "--dawg", PATH="")
    assert '[label="RR"]' in done.stdout
