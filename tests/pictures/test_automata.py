"""Drawings of automata: as many arcs as the papers' automata have, the words on their paths, the figures as kept."""

import html
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit.compiler.gordon_statistics import DAWG_UNMINIMIZED, GADDAG_SEMI_MINIMIZED, GADDAG_UNMINIMIZED, statistics
from lexkit.errors import QueryError
from lexkit.runtime.pictures.automaton import automaton_dot
from tests.apps.shell.shell import lexq
from tests.compiler.gaddag_oracle import tile_words
from tests.packaging.test_figures import MADE

ROOT = Path(__file__).parent.parent.parent
FIGURES = ROOT / "docs" / "figures"
WORDS = st.sets(st.text("ABC", min_size=2, max_size=6), min_size=1, max_size=8)
APPEL_JACOBSON = ["CAR", "CARS", "CAT", "CATS", "DO", "DOG", "DOGS", "DONE", "EAR", "EARS", "EAT", "EATS"]


def arcs(dot: str) -> list[tuple[str, str, str]]:
    """(from, to, letter) of each arc."""
    return re.findall(r'^  (n\d+) -> (n\d+) \[label="(.)"\];$', dot, re.M)


def labels(dot: str) -> dict[str, str]:
    return dict(re.findall(r'^  (n\d+) \[label="([^"]*)"', dot, re.M))


def paths(dot: str) -> list[str]:
    """The words that a drawing spells: paths to a node with two circles, and those that a letter set completes."""
    ends = set(re.findall(r"^  (n\d+) .*doublecircle", dot, re.M))
    inside, found, waiting = labels(dot), [], [("n0", "")]
    while waiting:
        node, spelled = waiting.pop()
        found += [spelled + letter for letter in inside[node].split()] + [spelled] * (node in ends)
        waiting += [(there, spelled + letter) for here, there, letter in arcs(dot) if here == node]
    return sorted(found)


def gaddag_paths(words: set[str] | list[str]) -> list[str]:
    """REV(x)◊y for all ways to cut each word, the separator left out if y is empty."""
    return sorted(
        word[:cut][::-1] + ("◊" + word[cut:] if cut < len(word) else "")
        for word in words
        for cut in range(1, len(word) + 1)
    )


@given(WORDS)
def test_every_way_to_merge_draws_the_same_paths(words: set[str]) -> None:
    lexicon = lexkit.build(words)
    for merged in ("all", "some", "none"):
        for terminals in (False, True):
            shown = {"merged": merged, "terminals": terminals}
            assert paths(automaton_dot(lexicon, **shown)) == gaddag_paths(words)
            assert paths(automaton_dot(lexicon, reverse=False, **shown)) == sorted(words)


@given(WORDS)
def test_arcs_are_as_many_as_in_the_papers_automata(words: set[str]) -> None:
    lexicon = lexkit.build(words)
    counted = statistics(tile_words(sorted(words)), lexicon.alphabet).figures
    assert len(arcs(automaton_dot(lexicon, merged="some"))) == counted[GADDAG_SEMI_MINIMIZED].arcs
    assert len(arcs(automaton_dot(lexicon, merged="none"))) == counted[GADDAG_UNMINIMIZED].arcs
    assert len(arcs(automaton_dot(lexicon, merged="none", reverse=False))) == counted[DAWG_UNMINIMIZED].arcs


@given(WORDS)
def test_a_trie_is_a_tree(words: set[str]) -> None:
    lexicon = lexkit.build(words)
    for reverse in (True, False):
        dot = automaton_dot(lexicon, reverse=reverse, merged="none")
        assert len(arcs(dot)) == len({there for _, there, _ in arcs(dot)}) == len(labels(dot)) - 1


def test_the_dawg_of_appel_and_jacobson() -> None:
    lexicon = lexkit.build(APPEL_JACOBSON)
    beginnings = {word[:length] for word in APPEL_JACOBSON for length in range(len(word) + 1)}
    trie = automaton_dot(lexicon, reverse=False, merged="none", terminals=True)
    assert len(labels(trie)) == len(beginnings)
    assert trie.count("doublecircle") == len(APPEL_JACOBSON)
    dawg = automaton_dot(lexicon, reverse=False, terminals=True)
    futures = {frozenset(word[len(one) :] for word in APPEL_JACOBSON if word.startswith(one)) for one in beginnings}
    assert len(labels(dawg)) == len(futures)


def test_what_is_no_way_to_draw_is_refused() -> None:
    lexicon = lexkit.build(["CARE"])
    with pytest.raises(QueryError, match="all, some, none"):
        automaton_dot(lexicon, merged="half")
    many = [a + b + c for a in "ABCDEFGH" for b in "IJKLMNOP" for c in "QRSTUVWX"]
    assert len(labels(automaton_dot(lexkit.build(many), reverse=False))) < 10
    with pytest.raises(QueryError, match="too many nodes"):
        automaton_dot(lexkit.build(many), merged="none", terminals=True)
    assert 'bgcolor="#ffffff"' in automaton_dot(lexicon)
    assert automaton_dot(lexicon, dark=True) != automaton_dot(lexicon)


# -- the figures of the documents -------------------------------------------------------------------


def commands() -> dict[str, str]:
    """Figure -> the command that draws it, as docs/gordon.md says."""
    text = (ROOT / "docs" / "gordon.md").read_text("utf-8")
    return {found[1]: found[0] for found in re.findall(r"^    (lexq draw .*-o (\S+\.svg).*)$", text, re.M)}


@cache
def graphviz() -> str | None:
    """The version of Graphviz, or None."""
    if not shutil.which("dot"):
        return None
    told = subprocess.run(["dot", "-V"], stderr=subprocess.PIPE, text=True, check=True).stderr
    return re.findall(r"version ([\d.]+)", told)[0]


def drawn_elements(svg: str) -> tuple[list[tuple[str, list[str]]], list[tuple[str, list[str]]]]:
    """The nodes and the arcs of a picture by Graphviz, with their texts."""
    kinds: dict[str, list[tuple[str, list[str]]]] = {"node": [], "edge": []}
    for kind, inside in re.findall(r'<g id="\w+" class="(node|edge)">(.*?)</g>', svg, re.S):
        (title,) = re.findall(r"<title>(.*?)</title>", inside)
        texts = re.findall(r"<text.*?>(.*?)</text>", inside)
        kinds[kind].append((html.unescape(title), [html.unescape(text) for text in texts if text.strip()]))
    return sorted(kinds["node"]), sorted(kinds["edge"])


def test_every_figure_has_its_command() -> None:
    assert {*commands(), *MADE, "playability.svg"} == {path.name for path in FIGURES.iterdir()}


@pytest.mark.parametrize("name", sorted(commands()))
def test_the_figures_are_what_their_commands_draw(name: str, tmp_path: Path) -> None:
    kept = (FIGURES / name).read_text("utf-8")
    # The drawing itself, whatever lays it out.
    command = commands()[name].removeprefix("lexq ").split()
    dot = tmp_path / "figure.dot"
    assert lexq(*[str(dot) if word == name else word for word in command]).returncode == 0
    text = dot.read_text("utf-8")
    nodes, edges = drawn_elements(kept)
    assert nodes == sorted((node, [inside] if inside else []) for node, inside in labels(text).items())
    assert edges == sorted((f"{here}->{there}", [letter]) for here, there, letter in arcs(text))
    # The picture to the character, if it was laid out by the same Graphviz.
    if graphviz() == re.findall(r"graphviz version ([\d.]+)", kept)[0]:
        done = lexq(*command, cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        assert (tmp_path / name).read_text("utf-8") == kept
