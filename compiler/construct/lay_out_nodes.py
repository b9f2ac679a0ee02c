"""Place the nodes of an automaton in the node array of a file. SPEC.md, section 4.

In each part of the array (forward nodes by the width of their counts, then the reverse part) nodes are ordered for
walks, as :mod:`lexkit.formats.node_order` says. The order depends only on the automaton, not on how it was
built.
"""

from __future__ import annotations

import numpy as np

from ...errors import WordListError
from ...formats.automaton_section import Graph
from ...formats.constants import set_width
from ...formats.node_order import order_for_walks
from ..kernels import node_layout_passes as passes
from .minimal_automaton import UnplacedNodes, survey


def arrange(nodes: UnplacedNodes, letters: int) -> Graph:
    """Lay out an automaton as a node array.

    The same automaton gives the same array. Raises WordListError if the array would need 2**32 words or more.
    """
    width = set_width(letters)
    totals, reached = survey(nodes)[1:]
    count_bits, parts = np.empty(len(nodes), np.uint8), np.empty(len(nodes), np.uint8)
    passes.choose_parts(totals.data, reached.data, count_bits.data, parts.data)
    order = order_for_walks(nodes.first, nodes.children, nodes.forward_root, nodes.reverse_root, parts)
    places, ends = np.zeros(len(nodes), np.uint32), np.zeros(4, np.int64)
    first, children = nodes.first.data, nodes.children.data
    arcs = passes.assign_places(first, children, parts.data, count_bits.data, order.data, places.data, ends.data, width)
    if int(ends[3]) > 0xFFFFFFFF or int(totals[nodes.forward_root]) > 0xFFFFFFFF:
        raise WordListError("too many words for one lexicon", expected="an array of fewer than 2**32 words")
    words = np.zeros(int(ends[3]), np.uint32)
    passes.emit(
        nodes.letter_sets.data,
        nodes.child_sets.data,
        first,
        children,
        totals.data,
        order.data,
        places.data,
        count_bits.data,
        words.data,
        width,
    )
    byte_end, half_end, forward_end = ends[:3].tolist()
    return Graph(
        memory=words.data,
        width=width,
        letters=letters,
        word_count=int(totals[nodes.forward_root]),
        forward_root=int(places[nodes.forward_root]),
        reverse_root=int(places[nodes.reverse_root]),
        byte_end=byte_end,
        half_end=half_end,
        forward_end=forward_end,
        nodes=len(order),
        arcs=arcs,
    )
