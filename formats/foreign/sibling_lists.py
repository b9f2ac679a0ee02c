"""Lists of siblings: the common form of the automata in other programs' files.

Most programs store an automaton as an array of nodes. A node has a letter, whether a word ends with it, whether it
is the last of its siblings, and the index of its first child. A reader of such a format converts its bytes into
:class:`SiblingLists`; the rest is the same for all: :func:`spell` proves the DAWG and spells its words,
:func:`refuse_other_paths` proves that the GADDAG beside it has exactly the paths of those words. A writer begins
with :func:`lists_of_sets`, from lexkit's own nodes, and packs them.

Guaranteed for any bytes: no index outside the array, no endless walk, no memory before the words are counted.
"""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from lexkit.base.errors import CorruptFileError, WordListError
from lexkit.base.time_limits import look

from ..constants import MAX_LENGTH, MAX_TILES
from ..node_order import list_runs

#: The most prefixes of words that are spelled: about 20 bytes each, at once.
_MOST_BEGINNINGS: Final = 1 << 25
#: Longest list, in nodes: one of each letter.
_LONGEST_LIST: Final = 256
#: Number of letters in all words together that is never too many.
_LETTERS_UNTOLD: Final = 1 << 22
#: The most letters per node beyond that.
_LETTERS_A_NODE: Final = 1 << 10


@dataclass(frozen=True)
class SiblingLists:
    """Nodes in lists of siblings, which are contiguous.

    Node i: ``letters[i]`` (uint8; 0 is the separator); ``accepts[i]`` and ``last[i]`` (bool); ``children[i]``
    (int64): the first node of the list below, or 0. ``root`` and ``gaddag``: the first nodes of the root lists of
    the DAWG and of the GADDAG, 0 if a list is empty, None if there is no GADDAG.
    """

    letters: NDArray[np.uint8]
    accepts: NDArray[np.bool_]
    last: NDArray[np.bool_]
    children: NDArray[np.int64]
    root: int
    gaddag: int | None = None
    path: str | PathLike[str] | None = None

    def __len__(self) -> int:
        return len(self.letters)

    def corrupt(self, place: str, expected: object, found: object) -> CorruptFileError:
        """Return the error for a broken rule."""
        return CorruptFileError.at(self.path, place, expected, found)

    def ends(self) -> NDArray[np.int64]:
        """Return the last sibling of each node. Raises CorruptFileError if a child or a root is outside the array."""
        wrong = np.flatnonzero((self.children < 0) | (self.children >= len(self)))
        if len(wrong):
            raise self.corrupt(f"node {wrong[0]}, child", f"below {len(self):,}", int(self.children[wrong[0]]))
        for root in (self.root, self.gaddag or 0):
            if not 0 <= root < len(self):
                raise self.corrupt("root", f"below {len(self):,}", root)
        places = np.where(self.last, np.arange(len(self)), len(self))
        ends: NDArray[np.int64] = np.minimum.accumulate(places[::-1])[::-1]
        return ends

    def sizes(self, heads: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the sizes of the lists that begin at these nodes. All walks call this at each level."""
        look()
        if len(heads) and int(ends[heads].max()) == len(self):
            raise self.corrupt(f"node {len(self) - 1}", "the last of its siblings", "not the last")
        sizes = ends[heads] - heads + 1
        if int(sizes.max(initial=0)) > _LONGEST_LIST:
            longest = int(sizes.argmax())
            expected = f"at most {_LONGEST_LIST} siblings, each with a letter of its own"
            raise self.corrupt(f"node {heads[longest]}", expected, f"{sizes[longest]:,}")
        return sizes

    def siblings(
        self, heads: NDArray[np.int64], ends: NDArray[np.int64]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return (the nodes of the lists that begin at these nodes, list after list; the size of each list).

        Lists may overlap, so that together they can have far more nodes than the file: check their sizes first.
        """
        sizes = self.sizes(heads, ends)
        return list_runs(heads, sizes), sizes


class Spelled(NamedTuple):
    """Words: their letters, end to end; and for each word its length, its last node, and the sum of its nodes'
    weights.
    """

    letters: NDArray[np.uint8]
    lengths: NDArray[np.int64]
    ends: NDArray[np.int64]
    sums: NDArray[np.int64]


def spell(
    lists: SiblingLists, letters: int, weights: NDArray[np.int64] | None = None, *, longest: int = MAX_LENGTH
) -> Spelled:
    """Prove the DAWG and spell its words, in the order of the nodes.

    ``letters``: highest letter number; ``weights``: weight of each node; ``longest``: longest word in letters.
    Raises CorruptFileError, and WordListError for more words than a list may have. 0.1 s for 178,691 English
    words.
    """
    ends = lists.ends()
    reached = _count_paths(lists, ends, longest)
    _check_nodes(lists, reached, letters)
    _check_siblings(lists, reached)
    return _spell_levels(lists, ends, weights)


def _count_paths(lists: SiblingLists, ends: NDArray[np.int64], longest: int) -> NDArray[np.bool_]:
    """Count words and their letters level by level, before they take memory, and return which nodes are reachable."""
    reached = np.zeros(len(lists), bool)
    heads = np.array([lists.root] if lists.root else [], np.int64)
    paths: NDArray[Any] = np.ones(1)
    beginnings = letters = 0.0
    limit = min(MAX_TILES, max(_LETTERS_UNTOLD, _LETTERS_A_NODE * len(lists)))
    depth = 0
    while len(heads):
        depth += 1
        if depth > longest:
            raise lists.corrupt("nodes", f"words of at most {longest} letters", "longer ones, or a circle")
        sizes = lists.sizes(heads, ends)
        beginnings += float((paths * sizes).sum())
        if beginnings <= _MOST_BEGINNINGS:  # the nodes of these lists are no more than the prefixes
            at = list_runs(heads, sizes)
            reached[at] = True
            through = np.repeat(paths, sizes)
            letters += depth * float(through[lists.accepts[at]].sum())
        if beginnings > _MOST_BEGINNINGS or letters > limit:
            expected = f"at most {limit:,} letters and {_MOST_BEGINNINGS:,} beginnings"
            raise WordListError("too many words", path=lists.path, expected=expected, found="more")
        goals = lists.children[at]
        going = np.flatnonzero(goals)
        heads, where = np.unique(goals[going], return_inverse=True)
        paths = np.bincount(where, through[going], len(heads))
    return reached


def _check_nodes(lists: SiblingLists, reached: NDArray[np.bool_], letters: int) -> None:
    """Check each reachable node of the DAWG by itself."""
    found = lists.letters
    wrong = np.flatnonzero(reached & ((found == 0) | (found > letters)))
    if len(wrong):
        error = lists.corrupt(f"node {wrong[0]}, letter", f"1 to {letters}", int(found[wrong[0]]))
        error.what, error.remedy = "no letter of this alphabet", "name the alphabet of the list: alphabet=NAME"
        raise error
    wrong = np.flatnonzero(reached & ~lists.accepts & (lists.children == 0))
    if len(wrong):
        raise lists.corrupt(f"node {wrong[0]}", "the end of a word, or a child", "neither")


def _check_siblings(lists: SiblingLists, reached: NDArray[np.bool_]) -> None:
    """Check that no list has a letter twice. Any order is allowed: some programs order lists to share more tails."""
    among = np.flatnonzero(reached)
    # Lists that share a tail are in one run; the reachable nodes of a run are its longest list.
    run: NDArray[np.int64] = np.cumsum(lists.last)[among] - lists.last[among]
    keys = run * 256 + lists.letters[among]
    if (keys[1:] > keys[:-1]).all():
        return
    order = np.argsort(keys, kind="stable")
    twice = np.flatnonzero(keys[order][1:] == keys[order][:-1])
    if len(twice):
        raise lists.corrupt(f"node {among[order[twice[0] + 1]]}, letter", "another than its siblings'", "a second one")


def _spell_levels(lists: SiblingLists, ends: NDArray[np.int64], weights: NDArray[np.int64] | None) -> Spelled:
    """Spell the words of a proved DAWG, level by level. See :func:`spell`."""
    levels: list[tuple[NDArray[np.int32], NDArray[np.int32]]] = []  # nodes, and the indices of their parents
    heads = np.array([lists.root] if lists.root else [], np.int64)
    parents: NDArray[Any] = np.zeros(1, np.int64)
    while len(heads):
        at, sizes = lists.siblings(heads, ends)
        levels.append((at.astype(np.int32), np.repeat(parents, sizes).astype(np.int32)))
        goals = lists.children[at]
        parents = np.flatnonzero(goals)
        heads = goals[parents]
    # The number of words with the prefix of each node, from the last level up.
    below: list[NDArray[np.int64]] = []
    for level, (nodes, _) in reversed(list(enumerate(levels))):
        words = lists.accepts[nodes].astype(np.int64)
        if below:
            words += np.bincount(levels[level + 1][1], below[-1], len(nodes)).astype(np.int64)
        below.append(words)
    below.reverse()
    # The rank of the first of these words, from the first level down.
    lengths = np.zeros(int(below[0].sum()) if below else 0, np.int64)
    last, totals, sums = np.zeros(len(lengths), np.int64), np.zeros(len(lengths), np.int64), np.zeros(1, np.int64)
    first: NDArray[Any] = np.zeros(1, np.int64)
    for depth, ((nodes, above), words) in enumerate(zip(levels, below, strict=True), 1):
        look()
        before = np.cumsum(words) - words
        begins = np.flatnonzero(np.diff(above, prepend=-1))
        first = first[above] + before - np.repeat(before[begins], np.diff(begins, append=len(nodes)))
        ending = lists.accepts[nodes]
        lengths[first[ending]] = depth
        last[first[ending]] = nodes[ending]
        if weights is not None:
            sums = sums[above] + weights[nodes]
            totals[first[ending]] = sums[ending]
        first = first + ending
    offsets = np.cumsum(lengths) - lengths
    letters = np.empty(int(lengths.sum()), np.uint8)
    left: NDArray[Any] = np.arange(len(lengths))
    for depth, ((nodes, _), words) in enumerate(zip(levels, below, strict=True)):
        left = left[lengths[left] > depth]
        letters[offsets[left] + depth] = np.repeat(lists.letters[nodes], words)
    return Spelled(letters, lengths, last, totals)


def dawg_of_gaddag(lists: SiblingLists) -> SiblingLists:
    """Return the lists with a DAWG: its words are a first letter and what follows the separator behind it."""
    ends = lists.ends()
    at, _ = lists.siblings(np.array([lists.gaddag] if lists.gaddag else [], np.int64), ends)
    begun = at[lists.letters[at] > 0]
    goals = lists.children[begun]
    rests = np.zeros(len(begun), np.int64)
    going = np.flatnonzero(goals)
    below, sizes = lists.siblings(goals[going], ends)
    parents = np.repeat(going, sizes)
    separators = lists.letters[below] == 0
    rests[parents[separators]] = lists.children[below[separators]]
    whole = np.flatnonzero(lists.accepts[begun] | (rests > 0))
    last = np.zeros(len(whole), bool)
    last[-1:] = True
    return SiblingLists(
        np.concatenate([lists.letters, lists.letters[begun[whole]]]),
        np.concatenate([lists.accepts, lists.accepts[begun[whole]]]),
        np.concatenate([lists.last, last]),
        np.concatenate([lists.children, rests[whole]]),
        len(lists) if len(whole) else 0,
        lists.gaddag,
        lists.path,
    )


def refuse_other_paths(lists: SiblingLists, expected: SiblingLists) -> None:
    """Raise CorruptFileError unless the GADDAG has the same paths as the minimal one in ``expected``.

    Both are walked side by side. In a minimal automaton no two lists are equal, so each list of the other has one
    partner, and is visited once.
    """
    if lists.gaddag is None or expected.gaddag is None:
        return
    if not lists.gaddag or not expected.gaddag:
        if lists.gaddag or expected.gaddag:
            raise lists.corrupt("root of the GADDAG", "the paths of all words of the DAWG", "others")
        return
    ends, expected_ends = lists.ends(), expected.ends()
    partners = np.zeros(len(lists), np.int64)
    mine, theirs = np.array([lists.gaddag]), np.array([expected.gaddag])
    while len(mine):
        other_sizes = np.flatnonzero(lists.sizes(mine, ends) != expected.sizes(theirs, expected_ends))
        if len(other_sizes):
            raise _other_paths(lists, mine[other_sizes[0]])
        at, beside = _ordered(lists, mine, ends), _ordered(expected, theirs, expected_ends)
        goals, wanted = lists.children[at], expected.children[beside]
        same = lists.letters[at] == expected.letters[beside]
        same &= (lists.accepts[at] == expected.accepts[beside]) & ((goals > 0) == (wanted > 0))
        if not same.all():
            raise _other_paths(lists, at[np.flatnonzero(~same)[0]])
        going = np.flatnonzero((goals > 0) & (partners[goals] == 0))
        partners[goals[going]] = wanted[going]
        wrong = np.flatnonzero((goals > 0) & (partners[goals] != wanted))
        if len(wrong):
            raise _other_paths(lists, at[wrong[0]])
        mine, chosen = np.unique(goals[going], return_index=True)
        theirs = wanted[going][chosen]


def _ordered(lists: SiblingLists, heads: NDArray[np.int64], ends: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the nodes of the lists that begin at these nodes, each list sorted by letter."""
    at, sizes = lists.siblings(heads, ends)
    keys = np.repeat(np.arange(len(heads)) * 256, sizes) + lists.letters[at]
    return at if (keys[1:] >= keys[:-1]).all() else at[np.argsort(keys, kind="stable")]


def _other_paths(lists: SiblingLists, node: Any) -> CorruptFileError:
    return lists.corrupt(f"node {node}", "in the GADDAG, the paths of all words of the DAWG and no others", "others")


# -- writing --------------------------------------------------------------------------------------------


def lists_of_sets(
    letter_sets: NDArray[np.uint64],
    child_sets: NDArray[np.uint64],
    children: NDArray[np.integer[Any]],
    root: int,
    gaddag: int | None,
) -> SiblingLists:
    """Make lists from nodes that have a letter set and a child set, like lexkit's.

    ``children``: the children of all nodes in turn, in the order of the bits; ``root`` and ``gaddag``: nodes. The
    list of each node follows that of the node before it, starting at 1; node 0 of the lists is not used.
    """
    every = letter_sets | child_sets
    sizes = np.bitwise_count(every).astype(np.int64)
    heads = np.ones(len(every), np.int64)
    np.cumsum(sizes[:-1], out=heads[1:])
    heads[1:] += 1
    nodes = np.repeat(np.arange(len(every)), sizes)
    # Take the lowest letter of all sets, remove it, and repeat.
    letters, left = np.zeros(len(nodes) + 1, np.uint8), every.copy()
    open_sets, at = np.flatnonzero(sizes), heads[sizes > 0]
    while len(open_sets):
        look()
        lowest = left[open_sets] & -left[open_sets]
        letters[at] = np.bitwise_count(lowest - np.uint64(1))
        left[open_sets] ^= lowest
        going = left[open_sets] > 0
        open_sets, at = open_sets[going], at[going] + 1
    bits = np.uint64(1) << letters[1:].astype(np.uint64)
    accepts, last, goals = (np.zeros(len(letters), kind) for kind in (bool, bool, np.int64))
    accepts[1:] = letter_sets[nodes] & bits > 0
    last[heads[sizes > 0] + sizes[sizes > 0] - 1] = True
    last[0] = True
    goals[1 + np.flatnonzero(child_sets[nodes] & bits)] = np.where(sizes[children] > 0, heads[children], 0)
    begins = [int(heads[one]) if one is not None and sizes[one] else 0 for one in (root, gaddag)]
    return SiblingLists(letters, accepts, last, goals, begins[0], None if gaddag is None else begins[1])


def place(lists: SiblingLists, front: int, *, share: bool = False) -> SiblingLists:
    """Arrange the lists as they lie in a file, behind ``front`` nodes that are left to the writer.

    The lists of the DAWG come first, parents before children in each part. ``share``: a list that is a tail of
    another list is stored as that tail.
    """
    ends = lists.ends()
    forward = _reachable(lists, ends, lists.root)
    reverse = np.setdiff1d(_reachable(lists, ends, lists.gaddag or 0), forward)
    # lexkit's nodes follow their children, so reverse them.
    heads = np.concatenate([forward[::-1], reverse[::-1]])
    sizes = ends[heads] - heads + 1
    hosts = np.arange(len(heads))
    if share:
        hosts = _find_hosts(lists, heads, sizes, len(forward))
    kept = np.flatnonzero(hosts == np.arange(len(heads)))
    starts = np.zeros(len(heads), np.int64)
    starts[kept] = front + np.cumsum(sizes[kept]) - sizes[kept]
    places = np.zeros(len(lists), np.int64)
    places[heads] = starts[hosts] + sizes[hosts] - sizes
    source = list_runs(heads[kept], sizes[kept])

    def placed(values: NDArray[Any]) -> NDArray[Any]:
        return np.concatenate([np.zeros(front, values.dtype), values[source]])

    gaddag = None if lists.gaddag is None else int(places[lists.gaddag])
    columns = placed(lists.letters), placed(lists.accepts), placed(lists.last), placed(places[lists.children])
    return SiblingLists(*columns, int(places[lists.root]), gaddag)


def _reachable(lists: SiblingLists, ends: NDArray[np.int64], root: int) -> NDArray[np.int64]:
    """Return the first nodes of the lists that are reachable from a root, ascending."""
    seen = np.zeros(len(lists), bool)
    heads = np.array([root] if root else [], np.int64)
    while len(heads):
        seen[heads] = True
        goals = lists.children[lists.siblings(heads, ends)[0]]
        level = np.zeros(len(lists), bool)
        level[goals] = True
        level[0] = False
        heads = np.flatnonzero(level & ~seen)
    return np.flatnonzero(seen)


def _find_hosts(
    lists: SiblingLists, heads: NDArray[np.int64], sizes: NDArray[np.int64], forward: int
) -> NDArray[np.intp]:
    """Return, for each list, the number of the longest list that ends with it, possibly itself.

    The lists of the DAWG are shared only among themselves. Equal tails of lists get equal numbers, from the last
    node forward.
    """
    nodes = lists.children << 9 | lists.letters.astype(np.int64) << 1 | lists.accepts
    kinds, numbers = np.unique(nodes, return_inverse=True)
    hosts = np.arange(len(heads))
    active = np.argsort(sizes, kind="stable")  # of equal tails, the longest list is stored last
    tails = np.zeros(len(heads), np.int64)
    size = 0
    while len(active):
        size += 1
        keys = tails[active] * len(kinds) + numbers[heads[active] + sizes[active] - size]
        found, where = np.unique(keys, return_inverse=True)
        tails[active] = where
        whole = sizes[active] == size
        dawg = active < forward
        for mine, among in ((whole & dawg, dawg), (whole & ~dawg, np.ones(len(active), bool))):
            longest = np.zeros(len(found), np.intp)
            longest[where[among]] = active[among]
            hosts[active[mine]] = longest[where[mine]]
        active = active[~whole]
    return hosts
