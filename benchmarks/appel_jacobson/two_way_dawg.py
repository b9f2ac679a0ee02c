"""The two-way DAWG of Appel & Jacobson (1988), section 7.1, beside DAWG and GADDAG: built in one way, minimized.

A node stands for a middle section of words, and has edges for the letters that can be put in front of it and behind it.
Two sections are one node if the same pairs of beginning and end complete them to words, so the nodes are the classes of
the list's syntactic monoid. All structures here are parts of one larger one, whose words have a mark at either end:

- ``dawg``: sections that begin with the mark, edges to the right;
- ``gaddag``: sections without marks, edges to the left; the mark in front is Gordon's separator, and leads to the DAWG.
  A search knows which way it goes, so nodes of both parts are one if their edges agree, whatever the direction;
- ``two-way``: sections without marks, edges both ways, as the paper describes it;
- ``marked``: the same with both marks, so that a search which will not go on to one side can say so.

The mark is letter 0. As in lexkit's files, a node has for each direction a set of letters that complete a word, and a
set of those that an edge leads on from; a node without edges is no node.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["BOTH_WAYS", "KINDS", "Structure", "build"]

KINDS = ("dawg", "gaddag", "two-way", "marked")

Numbers = NDArray[Any]

#: Directions of edges.
_LEFT, _RIGHT = 0, 1


#: Kinds whose nodes have edges in both directions.
BOTH_WAYS = ("two-way", "marked")


@dataclass
class Structure:
    """A minimized structure as one array, uint32, in which a node is where its words begin; node 0 is empty.

    Its words: for each direction, left before right, the letters that complete a word and those that an edge leads on
    from, then its edges by direction and letter. DAWG and GADDAG have one direction. Nodes of short sections come
    first. ``edges``: as Appel & Jacobson store them, one for each letter, also if nothing follows it; ``arcs``: those
    that lead to nodes; ``sections``: how many strings the nodes stand for.
    """

    kind: str
    root: int
    words: Numbers
    nodes: int
    arcs: int
    edges: int
    sections: int
    #: Of a table of arcs by state and letter: columns of a row, bits of a state's number, letter sets.
    columns: int = 0
    state_bits: int = 0
    sets: Numbers = field(default_factory=lambda: np.zeros(1, np.uint32))


def _mixed(values: Numbers, salt: int) -> Numbers:
    """Values of 64 bits, well mixed (splitmix64)."""
    values = values + np.uint64(salt)
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: Numbers = values ^ (values >> np.uint64(31))
    return mixed


@dataclass
class _Sections:
    """The distinct sections of one length. ``at``: where one of each begins in the text; ``number``: by position."""

    number: Numbers
    at: Numbers
    front: Numbers
    back: Numbers
    whole: Numbers


def _sections(words: Sequence[bytes], kind: str) -> tuple[Numbers, list[_Sections]]:
    """The text of all words with their marks, and its sections by length, as far as this structure has them."""
    sizes = np.array([len(word) + 2 for word in words], np.int64)
    text = np.frombuffer(b"".join(b"\0" + word + b"\0" for word in words), np.uint8).astype(np.int64)
    ends = np.repeat(np.cumsum(sizes), sizes)
    begins = ends - np.repeat(sizes, sizes)
    positions = np.arange(len(text))
    levels = [_Sections(np.zeros(len(text), np.int64), np.zeros(1, np.int64), *(np.zeros(1, bool),) * 3)]
    for length in range(1, int(sizes.max())):
        front = positions == begins
        back = positions + length == ends
        wanted = (positions + length <= ends) & ~(front & back)
        wanted &= {"dawg": front, "gaddag": ~back, "two-way": ~front & ~back, "marked": True}[kind]
        if kind == "marked" and length == 1:
            wanted &= ~back  # the mark alone is in front
        there = positions[wanted]
        key = levels[-1].number[there] * 32 + text[there + length - 1]
        _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
        number = np.full(len(text), -1, np.int64)
        number[there] = inverse
        at = there[first]
        whole = np.zeros(len(at), bool)
        complete = there + length + ~back[there] == ends[there]
        complete &= there - ~front[there] == begins[there]
        whole[inverse[complete]] = True
        levels.append(_Sections(number, at, front[at], back[at], whole))
    return text, levels


def _edges_into(kind: str, level: _Sections, length: int) -> list[tuple[int, Numbers, Numbers]]:
    """(direction, which sections of this length the edges lead to, whether they follow a mark)."""
    letters = ~level.front & ~level.back
    both = kind in BOTH_WAYS
    found = [(_RIGHT, level.front & (length > 1), np.zeros(len(level.at), bool))]
    if kind != "dawg":
        found.append((_LEFT, letters, np.zeros(len(level.at), bool)))
    if kind in ("gaddag", "marked"):
        found.append((_LEFT, level.front & (length > 1), np.ones(len(level.at), bool)))
    if both and length > 1:
        found.append((_RIGHT, letters, np.zeros(len(level.at), bool)))
    if kind == "marked" and length > 1:
        found.append((_LEFT, level.back & (length > 2), np.zeros(len(level.at), bool)))
        found.append((_RIGHT, level.back, np.ones(len(level.at), bool)))
    return found


def build(words: Sequence[bytes], kind: str) -> Structure:
    """The structure of these words, as tiles from 1 to 31, each once, of at least two letters.

    Sections are taken from the longest to the shortest; each gets the sum of its edges' hashes, 128 bits, and equal
    sums are one node. In the end every section's edges are compared with those of its node, so nothing rests on them.
    """
    text, levels = _sections(words, kind)
    offsets = np.cumsum([0, *(len(level.at) for level in levels)])
    hashes = np.zeros((2, offsets[-1]), np.uint64)
    parts = []
    for length in range(len(levels) - 1, 0, -1):
        level, before, base = levels[length], levels[length - 1], offsets[length]
        for direction, which, marked in _edges_into(kind, level, length):
            child = np.flatnonzero(which)
            at = level.at[child]
            parent = before.number[at + 1 if direction == _LEFT else at] + offsets[length - 1]
            letter = text[at if direction == _LEFT else at + length - 1]
            whole = level.whole[child] & ~marked[child]
            child = child + base
            alive = hashes[0, child] != 0
            kept = alive | whole
            child, parent, letter, whole, alive = (a[kept] for a in (child, parent, letter, whole, alive))
            stored = direction if kind in BOTH_WAYS else _RIGHT
            code = ((stored * 32 + letter) * 2 + whole) * 2 + alive
            for row, salt in ((0, 0x9E3779B97F4A7C15), (1, 0xD1B54A32D192ED03)):
                mixed = _mixed(hashes[row, child] ^ _mixed(code.astype(np.uint64), salt), salt)
                np.add.at(hashes[row], parent, mixed)
            parts.append(np.stack([parent, stored * 32 + letter, whole, np.where(alive, child, -1)]))
    sections, codes, wholes, children = np.concatenate(parts, axis=1)
    del parts
    return _merged(kind, 1 if kind == "dawg" else 0, hashes, sections, codes, wholes, children)


def _merged(
    kind: str, root: int, hashes: Numbers, sections: Numbers, codes: Numbers, wholes: Numbers, children: Numbers
) -> Structure:
    """Nodes of the sections with equal hashes, after a look at each section's edges."""
    alive = np.flatnonzero(hashes[0])
    keys = np.ascontiguousarray(hashes[:, alive].T).view("V16").ravel()
    _, first, inverse = np.unique(keys, return_index=True, return_inverse=True)
    node = np.zeros(hashes.shape[1], np.int64)
    node[alive] = inverse + 1
    order = np.lexsort((codes, sections))
    sections, codes, wholes, children = (a[order] for a in (sections, codes, wholes, children))
    targets = np.where(children < 0, 0, node[children])
    counts = np.bincount(sections, minlength=hashes.shape[1])
    starts = np.cumsum(counts) - counts
    chosen = alive[first]  # the section whose edges a node takes, by node
    of = chosen[node[sections] - 1]
    same = starts[of] + np.arange(len(sections)) - starts[sections]
    if not (
        np.array_equal(counts[alive], counts[chosen[node[alive] - 1]])
        and np.array_equal(codes, codes[same])
        and np.array_equal(wholes, wholes[same])
        and np.array_equal(targets, targets[same])
    ):
        raise AssertionError("two sections with equal hashes have other edges")
    # The nodes in order of their shortest sections.
    rank = np.zeros(len(chosen) + 1, np.int64)
    rank[np.argsort(chosen) + 1] = np.arange(1, len(chosen) + 1)
    taken = of == sections
    owner, codes, wholes, targets = rank[node[sections[taken]]], codes[taken], wholes[taken], rank[targets[taken]]
    order = np.lexsort((codes, owner))
    owner, codes, wholes, targets = (a[order] for a in (owner, codes, wholes, targets))
    directions = codes // 32 if kind in BOTH_WAYS else np.zeros_like(codes)
    ends, goes = (np.zeros((len(chosen) + 1, 2 if kind in BOTH_WAYS else 1), np.uint32) for _ in range(2))
    bits = np.left_shift(np.uint32(1), (codes % 32).astype(np.uint32))
    leads = targets > 0
    for sets, which in ((ends, wholes > 0), (goes, leads)):
        np.bitwise_or.at(sets, (owner[which], directions[which]), bits[which])
    heads = np.stack([ends, goes], axis=2).reshape(len(ends), -1)
    kids = np.bincount(owner[leads], minlength=len(ends))
    place = np.cumsum(heads.shape[1] + kids) - kids - heads.shape[1]
    words = np.zeros(heads.size + kids.sum(), np.uint32)
    words[place[:, None] + np.arange(heads.shape[1])] = heads
    own = np.arange(leads.sum()) - (np.cumsum(kids) - kids)[owner[leads]]
    words[place[owner[leads]] + heads.shape[1] + own] = place[targets[leads]]
    edges = int(np.bitwise_count(ends | goes).sum())
    start = int(place[rank[node[root]]])
    return Structure(kind, start, words, len(chosen), int(leads.sum()), edges, hashes.shape[1])
