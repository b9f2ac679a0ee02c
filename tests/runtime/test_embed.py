"""The doors for games in other languages: each example of the page runs, and the bytes of a lexicon are not copied."""

import os
import re
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

import lexkit
from tests.running import COMPILED

ROOT = Path(__file__).parent.parent.parent
PAGE = ROOT / "docs" / "embed.md"
POSITION = "15/15/15/15/15/15/15/5CARE6/15/15/15/15/15/15/15"
RACK = "SACE?"


@pytest.fixture
def few(tmp_path: Path) -> lexkit.Lexicon:
    lexkit.build(["CARE", "CARES", "SCARE", "ACES", "ACRES"], tmp_path / "few.gaddag")
    return lexkit.open(tmp_path / "few.gaddag")


def example(language: str, word: str) -> str:
    """The one block of the page in this language that has the word."""
    blocks = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    (found,) = [block for block in blocks if word in block]
    return found


def best(lexicon: lexkit.Lexicon) -> str:
    """What the examples in C and JavaScript say of the best move, but for its name."""
    moves = lexicon.moves(lexkit.Board.from_cgp(POSITION), RACK)
    return f"{len(moves)} moves, the best is .* for {moves.top(1)[0].score} points"


def test_the_example_in_c_runs(few: lexkit.Lexicon, tmp_path: Path) -> None:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler: the example in C was not run")
    (tmp_path / "game.c").write_text(example("c", "LEXKIT_IMPLEMENTATION"), "utf-8")
    command = [compiler, "-Wall", "-Wextra", "-Werror", "-O2", "-I", str(ROOT / "readers/c"), "game.c", "-o", "game"]
    subprocess.run(command, cwd=tmp_path, check=True)
    done = subprocess.run([tmp_path / "game", str(few.path)], check=True, capture_output=True, text=True)
    assert re.fullmatch(f"CARES: yes\n8J: S fits\n{best(few)}\n", done.stdout)
    assert subprocess.run([tmp_path / "game"], check=False, capture_output=True, text=True).returncode == 1


def run_in_node(source: str, tmp_path: Path, *arguments: str, typed: str | None = None) -> str:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node: the example in JavaScript was not run")
    package = tmp_path / "node_modules" / "lexkit-gaddag"
    if not package.exists():
        package.parent.mkdir()
        package.symlink_to(ROOT / "readers" / "js", target_is_directory=True)
    (tmp_path / "game.mjs").write_text(source, "utf-8")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    command = [node, "game.mjs", *arguments]
    environment = {**os.environ, "PATH": path}
    return subprocess.run(
        command, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True, timeout=300, input=typed
    ).stdout


def test_the_example_in_javascript_runs(few: lexkit.Lexicon, tmp_path: Path) -> None:
    told = run_in_node(example("js", "lexicon.has"), tmp_path, str(few.path))
    assert re.fullmatch(f"CARES: yes\nACRES CARES SCARE\n8J: S fits\n{best(few)}\n", told)


def test_the_example_of_the_protocol_runs(few: lexkit.Lexicon, tmp_path: Path) -> None:
    if not (Path(sys.executable).parent / "lexq").exists():
        pytest.skip("lexkit is not installed with its programs")
    source = example("js", "spawn")
    told = run_in_node(source, tmp_path, str(few.path)).splitlines()
    assert [line.split()[0] for line in told] == ["info", "info", "info", "bestmove"]
    assert told[0].split()[3] == told[-1].split()[1]
    assert run_in_node(source, tmp_path, str(few.path), "15/15") == "bestmove none\n"
    with pytest.raises(subprocess.CalledProcessError, match="status 1") as refused:
        run_in_node(source, tmp_path, "nofile")
    assert "lexq: no lexicon of that name or path" in refused.value.stderr
    assert "the engine has ended" in refused.value.stderr


#: What a person types at a terminal: a hint, a mistake, a pass, taking back; then passes to the end.
TYPED = "hint\n8D XX\n-\nundo\n" + "-\n" * 60


def test_the_game_at_a_terminal_in_javascript_runs(english: lexkit.Lexicon, tmp_path: Path) -> None:
    source = (ROOT / "readers/js/examples/play.mjs").read_text("utf-8")
    told = run_in_node(source, tmp_path, str(english.path), "greedy", "7", typed=TYPED)
    assert "the first play covers the start square 8H\n" in told
    game = lexkit.Game.from_gcg(told[told.index("#player1") :], english)
    assert game.over
    assert game.scores[0] == 0 < game.scores[1]


@pytest.mark.sweep
def test_the_games_at_a_terminal_are_the_same(english: lexkit.Lexicon, tmp_path: Path) -> None:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        pytest.skip("no C compiler: the game in C was not run")
    examples = ROOT / "readers"
    source = examples / "c" / "examples" / "play.c"
    subprocess.run([compiler, "-O1", f"-I{examples / 'c'}", source, "-o", tmp_path / "play"], check=True)
    script = (examples / "js" / "examples" / "play.mjs").read_text("utf-8")
    for name in ("static", "casual"):
        command = [tmp_path / "play", str(english.path), name, "7"]
        told = subprocess.run(command, check=True, capture_output=True, text=True, input=TYPED).stdout
        assert run_in_node(script, tmp_path, str(english.path), name, "7", typed=TYPED) == told


def test_the_bytes_of_a_lexicon_are_not_copied(english: lexkit.Lexicon) -> None:
    whole = english.buffer
    assert (whole.readonly, whole.nbytes, whole.c_contiguous) == (True, len(english.to_bytes()), True)
    assert whole == english.to_bytes()
    assert np.shares_memory(np.frombuffer(whole, np.uint8), np.frombuffer(english.buffer, np.uint8))
    if sys.version_info >= (3, 12):
        assert memoryview(english) == whole
    few = lexkit.build(["AA", "AB"])
    kept = few.buffer
    few.close()
    assert bytes(kept[1:4]) == b"LEX"
    with pytest.raises(lexkit.errors.ClosedLexiconError):
        _ = few.buffer


def test_what_c_and_cython_need_is_installed() -> None:
    formats = files("lexkit.formats")
    for name in ("SPEC.md", "kernels/node.pxd", "kernels/nodes.pxd", "kernels/node.h"):
        assert formats.joinpath(name).is_file(), name


@pytest.mark.sweep
@pytest.mark.skipif(not COMPILED, reason="there is a C compiler where kernels are compiled")
def test_the_example_in_cython_runs(tmp_path: Path, english: lexkit.Lexicon) -> None:
    pytest.importorskip("Cython")
    pytest.importorskip("setuptools")
    (source,) = re.findall(r"```cython\n(.*?)```", PAGE.read_text("utf-8"), re.S)
    (tmp_path / "longest.pyx").write_text("# cython: language_level=3\n" + source, "utf-8")
    setup = """
import os, sys, lexkit.formats.kernels
from Cython.Build import cythonize
from setuptools import Extension, setup
folder = os.path.dirname(lexkit.formats.kernels.__file__)
setup(name="longest", ext_modules=cythonize([Extension("longest", ["longest.pyx"], include_dirs=[folder])]))
"""
    subprocess.run(
        [sys.executable, "-c", setup, "build_ext", "--inplace"], cwd=tmp_path, check=True, capture_output=True
    )
    asked = f"import lexkit, longest; print(longest.longest(lexkit.open({str(english.path)!r})))"
    done = subprocess.run([sys.executable, "-c", asked], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert int(done.stdout) == max(map(len, english))
