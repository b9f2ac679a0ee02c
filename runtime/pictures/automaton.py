"""Drawing of the automaton of a few words: as DOT text, and as SVG if Graphviz is installed.

A node is a circle, an arc has its letter, and ◊ is the separator. Letters that complete a word at the end of an arc
are the letter set of the node (Gordon 1994, Figures 1, 5 and 6) and are written in it. Alternatively, nodes in
which words end have two circles (Appel and Jacobson 1988, Figures 1 and 2).
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from lexkit.base.checks import require_one_of
from lexkit.base.errors import QueryError, StorageError, show_value
from lexkit.base.time_limits import look, wait_for
from lexkit.formats.constants import SEPARATOR as SEPARATOR_TILE

from ..automaton.cursor import SEPARATOR
from ..game.judge import core_of
from ..workers.end_with_parent import Guard
from .markup import theme

if TYPE_CHECKING:
    from ..automaton.index import Index, LexiconLike

#: Maximum number of nodes of a drawing: more are not readable.
MAX_NODES: Final = 500


#: Values of ``merged``, and the word for each in the title.
MERGED: Final = {"all": "", "some": "semi-minimized ", "none": "unminimized "}


def automaton_dot(
    lexicon: LexiconLike, *, reverse: bool = True, merged: str = "all", terminals: bool = False, dark: bool = False
) -> str:
    """Return the automaton of a lexicon as DOT text.

    Args:
        lexicon: A lexicon of a few words.
        reverse: Draw the GADDAG, whose paths are REV(x)◊y; otherwise the DAWG of the words themselves.
        merged: Equal states to draw as one node: ``all``; ``some``, those of the paths REV(x)◊y with the same xy,
            as in Gordon's Figures 5 and 6; or ``none``, which draws a trie.
        terminals: Draw the nodes in which words end with two circles, instead of letter sets.
        dark: Use colours for a dark page.

    Raises:
        QueryError: There are more than 500 nodes, or ``merged`` has another value.
    """
    look()
    index = core_of(lexicon)
    index.require_open()
    require_one_of(merged, MERGED, "no such way to merge", place="merged")
    kind = "GADDAG" if reverse else "DAWG" if merged == "all" else "trie"
    title = f"{MERGED[merged] if reverse else ''}{kind} of {len(index)} word{'s' * (len(index) != 1)}"
    colours = theme(dark)
    ink, page, tile = colours["ink"], colours["page"], colours["tile"]
    font = 'fontname="DejaVu Sans"'
    lines = [
        f"digraph {_quote(title)} {{",
        f'  rankdir=LR; bgcolor="{page}";',
        f'  node [shape=circle, {font}, fontsize=11, margin=0.03, style=filled, fillcolor="{tile}", color="{ink}",'
        f' fontcolor="{colours["tile_ink"]}"];',
        f'  edge [{font}, fontsize=12, arrowsize=0.7, color="{ink}", fontcolor="{ink}"];',
    ]
    graph = index.file.gaddag
    drawn = _Drawing(index, merged, terminals)
    return "\n".join([*lines, *drawn.lines(graph.reverse_root if reverse else graph.forward_root), "}"]) + "\n"


class _State(NamedTuple):
    """State to draw: its node in the automaton (None behind the last letter), and what distinguishes it from others."""

    node: int | None
    #: True if a word ends here, in drawings that mark such nodes.
    terminal: bool = False
    #: Path from the root, as far as states of other paths are not merged with this one.
    path: tuple[int, ...] = ()


class _Drawing:
    """Content of a drawing: a line for each node and each arc, nearest to the root first."""

    def __init__(self, index: Index, merged: str, terminals: bool) -> None:
        self._alphabet = index.alphabet
        self._nodes = index.nodes
        self._merged = merged
        self._terminals = terminals
        self._numbers: dict[_State, int] = {}
        self._waiting: list[_State] = []

    def lines(self, root: int) -> Iterator[str]:
        """Yield the lines of the nodes and arcs."""
        self._number(_State(root))
        for state in self._waiting:
            here, node = self._numbers[state], state.node
            completing = self._completing(node)
            inside = "" if self._terminals else " ".join(self._alphabet.letter_set(completing))
            shape = ", shape=doublecircle" if state.terminal else ""
            yield f"  n{here} [label={_quote(inside)}{shape}];"
            for tile in range(len(self._alphabet) + 1):
                ends = self._terminals and bool(completing >> tile & 1)
                child = self._child(node, tile)
                if child is None and not ends:
                    continue
                there = self._number(_State(child, ends, self._path(state.path, tile)))
                label = SEPARATOR if tile == SEPARATOR_TILE else self._alphabet.labels[tile - 1]
                yield f"  n{here} -> n{there} [label={_quote(label)}];"

    def _completing(self, node: int | None) -> int:
        """Return the letters that complete a word at a node, as bits."""
        return 0 if node is None else self._nodes.letter_set(node) & ~1

    def _child(self, node: int | None, tile: int) -> int | None:
        """Return the node behind an arc, or None."""
        if node is None or not self._nodes.child_set(node) >> tile & 1:
            return None
        return self._nodes.child_of(node, tile)

    def _number(self, state: _State) -> int:
        """Return the number of a state, a new one for a new state."""
        if state not in self._numbers:
            if len(self._numbers) == MAX_NODES:
                raise QueryError("too many nodes to draw", expected=f"at most {MAX_NODES}", remedy="draw fewer words")
            self._numbers[state] = len(self._numbers)
            self._waiting.append(state)
        return self._numbers[state]

    def _path(self, path: tuple[int, ...], tile: int) -> tuple[int, ...]:
        """Return the path that distinguishes the state behind an arc. For REV(x)◊y it is ◊xy."""
        if self._merged == "all":
            return ()
        if self._merged == "some" and tile == SEPARATOR_TILE:
            return (tile, *reversed(path))
        return (*path, tile)


def _quote(text: str) -> str:
    """Quote a text as a DOT string that shows it unchanged: labels in DOT have escapes of their own."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def automaton_svg(dot: str) -> str | None:
    """Lay out a DOT text with Graphviz and return it as SVG.

    Args:
        dot: Text from :func:`automaton_dot`.

    Returns:
        The SVG text, or None if Graphviz's program ``dot`` is not installed.

    Raises:
        StorageError: The program fails.
        TimeLimitError: The time of :func:`lexkit.within` is up.
    """
    look()
    program = shutil.which("dot")
    if program is None:
        return None
    with tempfile.TemporaryFile() as text:
        text.write(dot.encode())
        text.seek(0)
        with Guard() as guard:
            try:
                graphviz = subprocess.Popen(
                    [program, "-Tsvg"],
                    stdin=text,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    start_new_session=True,
                )
            except OSError as error:
                raise StorageError.of(error, "cannot run", program) from error
            guard.watch(graphviz.pid)
            with graphviz:
                drawn, told = wait_for(graphviz)
    if graphviz.returncode:
        raise StorageError("Graphviz failed", path=program, found=show_value(told.decode("utf-8", "replace")))
    return drawn.decode("utf-8")
