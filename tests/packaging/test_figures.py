"""The pictures of the README and of the site's first page: what they show is what lexkit says."""

import html
import importlib.util
import re
import shutil
import sys
import tomllib
from types import ModuleType
from typing import Any

import pytest

import lexkit
from tests.mirrored import ROOT

#: What docs/make_figures.py makes.
MADE = {"game.svg", "search.svg", "speed.svg", "size.svg", "browser.png"}
FIGURES = ROOT / "docs" / "figures"
COMPARISON = tomllib.loads((ROOT / "docs" / "comparison.toml").read_text("utf-8"))


def texts(name: str) -> str:
    """The texts of a picture, one a line."""
    found = re.findall(r"<text[^>]*>([^<]*)</text>", (FIGURES / name).read_text("utf-8"))
    return "\n".join(html.unescape(text).replace("\xa0", " ") for text in found)


@pytest.fixture(scope="module")
def maker() -> ModuleType:
    """The program that makes the pictures."""
    made = importlib.util.spec_from_file_location("make_figures", ROOT / "docs" / "make_figures.py")
    assert made is not None
    assert made.loader is not None
    module = importlib.util.module_from_spec(made)
    made.loader.exec_module(module)
    return module


def test_the_charts_have_the_figures_of_the_tables() -> None:
    lines = (ROOT / "docs" / "performance.md").read_text("utf-8").splitlines()
    rows = {line.split("|")[1].strip(): line for line in reversed(lines) if line.startswith("| ")}
    for name, chart in COMPARISON.items():
        shown = texts(f"{name}.svg")
        for panel in chart["panels"]:
            assert panel["title"] in shown
            figures = re.findall(r"[\d.]+\d|\d", rows[panel["row"]])
            for program, value in panel["bars"].items():
                assert f"{value:g}" in figures, (panel["row"], program)
                assert {program, f"{value:g}"} <= set(shown.splitlines())


def test_the_terminal_shows_what_lexq_writes(maker: Any) -> None:
    if sys.platform != "linux" or not shutil.which("script"):
        pytest.skip("no program `script`, which gives a command a terminal")
    shown = "".join(texts("search.svg").split())
    for command in maker.SEARCHES:
        written = re.sub(r"\x1b\[[\d;]*m", "", maker.at_terminal(command))
        assert "".join((command + written).split()) in shown


def test_the_words_in_the_order_of_their_playability(maker: Any) -> None:
    shown = texts("playability.svg").splitlines()
    lexicon = lexkit.open("english")
    assert shown[::2] == lexicon.search("sort:-playability limit:100").to_list()
    assert shown[1::2] == [f"{value:,.0f}" for value in lexicon.column("playability")[shown[::2]]]
    assert "figures/playability.svg" in (ROOT / "docs" / "study.md").read_text("utf-8")
    assert maker.draw_words() == (FIGURES / "playability.svg").read_text("utf-8")


def test_the_first_page_of_the_site_shows_them_all() -> None:
    text = (ROOT / "docs" / "index.md").read_text("utf-8")
    for name in MADE:
        assert f"figures/{name}" in text
        assert (FIGURES / name).stat().st_size < 300_000


def test_the_readme_says_first_how_to_compile_a_list_and_ask_it() -> None:
    first_screen = " ".join((ROOT / "README.md").read_text("utf-8").split("## ")[0].splitlines()[:30])
    for text in ("memory-mapped", "minimizes", "lexc build nwl.txt", "lexq substring AX", "cross_sets", "lex.moves("):
        assert text in first_screen
