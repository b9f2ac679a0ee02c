"""The automaton of a few words as a drawing: as DOT text, and as SVG if Graphviz is installed.

A node is a circle, an arc has its letter, ◊ is the separator. Letters that complete a word at the end of an arc are the
letter set of the node (Gordon 1994, Figures 1 and 6): they stand in the node.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from ...errors import QueryError, StorageError, show_value
from ...formats.constants import SEPARATOR as SEPARATOR_TILE
from ..automaton.cursor import SEPARATOR
from ..limits import look

if TYPE_CHECKING:
    from ..automaton.index import HasIndex, Index

__all__ = ["automaton_dot", "automaton_svg"]

#: Most nodes of a drawing: more are not readable.
MAX_NODES: Final = 500
#: Seconds between looks at the clock while Graphviz works.
_BETWEEN_LOOKS: Final = 0.05


def automaton_dot(lexicon: HasIndex, *, reverse: bool = True) -> str:
    """The automaton of a lexicon as DOT text.

    ``reverse``: the GADDAG, whose paths are REV(x)◊y; otherwise the DAWG of the words themselves. Raises QueryError if
    it has more than 500 nodes.
    """
    look()
    index = lexicon.core
    index.require_open()
    graph = index.file.gaddag
    root = graph.reverse_root if reverse else graph.forward_root
    title = f"{'GADDAG' if reverse else 'DAWG'} of {len(index)} word{'s' * (len(index) != 1)}"
    lines = [
        f"digraph {_quote(title)} {{",
        "  rankdir=LR; bgcolor=transparent;",
        '  node [shape=circle, fontname="DejaVu Sans", fontsize=11, margin=0.03, style=filled, fillcolor="#f7dfa4"];',
        '  edge [fontname="DejaVu Sans", fontsize=12, arrowsize=0.7];',
    ]
    return "\n".join([*lines, *_lines(index, root), "}"]) + "\n"


def _lines(index: Index, root: int) -> Iterator[str]:
    """A line for each node and each arc, nearest to the root first."""
    alphabet, nodes = index.alphabet, index.nodes
    numbers = {root: 0}
    waiting = [root]
    for node in waiting:
        completing = " ".join(alphabet.letter_set(nodes.letter_set(node) & ~1))
        yield f"  n{numbers[node]} [label={_quote(completing)}];"
        children = nodes.child_set(node)
        for tile in range(len(alphabet) + 1):
            if not children >> tile & 1:
                continue
            child = nodes.child_of(node, tile)
            if child not in numbers:
                if len(numbers) == MAX_NODES:
                    raise QueryError(
                        "too many nodes to draw", expected=f"at most {MAX_NODES}", remedy="draw fewer words"
                    )
                numbers[child] = len(numbers)
                waiting.append(child)
            label = SEPARATOR if tile == SEPARATOR_TILE else alphabet.labels[tile - 1]
            yield f"  n{numbers[node]} -> n{numbers[child]} [label={_quote(label)}];"


def _quote(text: str) -> str:
    """A text as a DOT string, which shows what it says: labels have escapes of their own."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def automaton_svg(dot: str) -> str | None:
    """A DOT text laid out by Graphviz as SVG, or None if its program ``dot`` is not installed.

    Raises StorageError if the program fails, TimeLimitError when the time is up (:func:`lexkit.within`).
    """
    look()
    program = shutil.which("dot")
    if program is None:
        return None
    # The text is in a file: a program that waits to be written to cannot be asked again and again whether it is done.
    with tempfile.TemporaryFile() as text:
        text.write(dot.encode())
        text.seek(0)
        try:
            graphviz = subprocess.Popen([program, "-Tsvg"], stdin=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        except OSError as error:
            raise StorageError.of(error, "cannot run", program) from error
        with graphviz:
            drawn, told = _wait_for(graphviz)
    if graphviz.returncode:
        raise StorageError("Graphviz failed", path=program, found=show_value(told.decode("utf-8", "replace")))
    return drawn.decode("utf-8")


def _wait_for(program: subprocess.Popen[bytes]) -> tuple[bytes, bytes]:
    """What a program writes to standard output and error. It is ended if the time is up."""
    try:
        while True:
            try:
                return program.communicate(timeout=_BETWEEN_LOOKS)
            except subprocess.TimeoutExpired:
                look()
    except BaseException:
        program.kill()
        raise
