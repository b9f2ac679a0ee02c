"""Kernel: the proof that a node array is safe to walk. SPEC.md, section 4, rules N1 to N12.

The proof is one pass in file order. Children come before their parents, so when it reaches a node, it has proved
everything below: the heights and, in the forward part, the numbers of words. An array that passes cannot make a
walk read outside it, loop, or go deeper than the kernels' stacks, whatever its checksum.

Cost: 2 to 4 ms for the 6.5 MB of a 180,000-word English list, compiled.
"""

from __future__ import annotations

from . import cython

if not cython.compiled:
    from .node import popcount

#: Rules by the number that :func:`prove` returns for a broken one; 0 means that all hold.
RULES = {
    1: "N1: word 0 holds the empty node",
    2: "N2: a node lies wholly inside the node array",
    3: "N3: a letter set holds letters of the alphabet only",
    4: "N4: a child set holds letters of the alphabet, and the separator only in the reverse part",
    5: "N5: only node 0 is empty",
    6: "N6: an arc points to a lower index",
    7: "N7: an arc points to the start of a node that is not empty",
    8: "N8: the separator's arc points into the forward part",
    9: "N9: no path is longer than the longest word",
    10: "N10: counts equal the words below",
    11: "N11: a count fits its width, and padding is zero",
    12: "N12: the parts of the array end where a node ends",
}


def prove(
    words: memoryview,
    heights: memoryview,
    totals: memoryview,
    width: int,
    letters: int,
    byte_end: int,
    half_end: int,
    forward_end: int,
    max_height: int,
) -> tuple[int, int, int, int]:
    """Check every node of ``words``, and return (rule, place, nodes, arcs), with rule 0 if all rules hold.

    ``letters`` is the alphabet's mask (bits 1..N). ``heights`` (one byte for two words) and ``totals`` (one number
    for two words of the forward part) start as zeros and are filled, for :func:`is_node` and :func:`words_below`.
    A node has at least two words, so at most one node begins in any two. The smaller tables, which are read at
    random, fit better into the processor's caches. ``place`` is the index of the word at which the rule is broken.
    """
    size = len(words)
    if (
        width not in (1, 2)
        or not 0 <= byte_end <= half_end <= forward_end <= size
        or len(heights) < (size + 1) // 2
        or len(totals) < (forward_end + 1) // 2
    ):
        raise ValueError("a byte and a number for two words each")
    at = nodes = arcs = rule = ends = 0
    reverse_letters = letters | 1
    with cython.nogil:
        while at < size:
            if width == 1 and at > forward_end:
                # Fast path: all checks of the general path at once. Nodes of one depth are sorted by their number of
                # children, so the processor predicts that number, and can locate the next node before it has read
                # this one. A node that fails any check here takes the general path, which finds the broken rule.
                while at + 4 <= size:
                    child_set = words[at + 1]
                    children = popcount(child_set)
                    child = words[at + 2]
                    if child >= at or (child_set & 1 and child >= forward_end):
                        break
                    height = heights[child >> 1]
                    astray = height ^ child
                    least = height
                    if children == 1:
                        end = at + 3
                    elif children == 2:
                        other = words[at + 3]
                        if other >= at:
                            break
                        level = heights[other >> 1]
                        astray |= level ^ other
                        least = level if level < height else height
                        height = level if level > height else height
                        end = at + 4
                    else:
                        end = at + 2 + children
                        if children == 0 or end > size:
                            break
                        for k in range(at + 3, end):
                            other = words[k]
                            if other >= at:
                                least = 0
                                break
                            level = heights[other >> 1]
                            astray |= level ^ other
                            least = level if level < least else least
                            height = level if level > height else height
                    height >>= 1
                    if least == 0 or astray & 1 or height > max_height:
                        break
                    if (words[at] | child_set | reverse_letters) != reverse_letters or words[at] & 1:
                        break
                    heights[at >> 1] = (height + 1) << 1 | at & 1
                    nodes += 1
                    arcs += children
                    at = end
                if at >= size:
                    break
            ends |= _ends_at(at, byte_end, half_end, forward_end)
            if at + 2 * width > size:
                rule = 2
                break
            letter_set = words[at + width - 1]
            child_set = words[at + 2 * width - 1]
            if width == 2:
                letter_set = letter_set << 32 | words[at]
                child_set = child_set << 32 | words[at + 2]
            counted = at < forward_end
            if at == 0 and (letter_set != 0 or child_set != 0):
                rule = 1
                break
            if (letter_set | letters) != letters:
                rule = 3
                break
            if (child_set | (letters if counted else reverse_letters)) != (letters if counted else reverse_letters):
                rule = 4
                break
            if at != 0 and letter_set == 0 and child_set == 0:
                rule = 5
                break
            children = popcount(child_set)
            first = at + 2 * width
            end = first + children
            if at < byte_end:
                bits = 8
                per_word = 4
                limit = 0xFF
            elif at < half_end:
                bits = 16
                per_word = 2
                limit = 0xFFFF
            else:
                bits = 32
                per_word = 1
                limit = 0xFFFFFFFF
            count_at = end
            if counted and children > 1:
                end += (children - 1 + per_word - 1) // per_word
            if end > size:
                rule = 2
                break
            height = 0
            below = 0
            limit_height = max_height - 1 if counted else max_height
            if child_set & 1 and forward_end <= words[first] < at and is_node(heights, words[first]):
                rule = 8
                at = first
                break
            for k in range(children):
                child = words[first + k]
                if counted and k > 0:
                    stored = (words[count_at + (k - 1) // per_word] >> ((k - 1) % per_word * bits)) & limit
                    if stored != below:
                        rule = 10
                        at = count_at + (k - 1) // per_word
                        break
                if child >= at:
                    rule = 6
                    at = first + k
                    break
                level = heights[child >> 1]
                if level == 0 or (level ^ child) & 1:
                    rule = 7
                    at = first + k
                    break
                if level >> 1 > height:
                    height = level >> 1
                if counted:
                    below += totals[child >> 1]
            if rule:
                break
            if height > limit_height:
                rule = 9
                break
            if counted:
                below += popcount(letter_set)
                if below > limit:
                    rule = 11
                    break
                if children > 1:
                    k = (children - 1) % per_word
                    if k and words[end - 1] >> (k * bits):
                        rule = 11
                        at = end - 1
                        break
                totals[at >> 1] = below
            # Node 0 is not marked as a node until all arcs are checked: no arc may point to it.
            if at != 0:
                heights[at >> 1] = (height + 1) << 1 | at & 1
            nodes += 1
            arcs += children
            at = end
        if not rule:
            ends |= _ends_at(at, byte_end, half_end, forward_end)
            if ends != 7:
                rule = 12
        if size > 0:
            heights[0] = 2
        else:
            rule = 1
    return rule, at, nodes, arcs


def _ends_at(at: int, byte_end: int, half_end: int, forward_end: int) -> int:
    """Return the parts that end before this word, as bits: 1 one-byte counts, 2 two-byte counts, 4 forward part."""
    return (at == byte_end) | (at == half_end) << 1 | (at == forward_end) << 2


def is_node(heights: memoryview, at: int) -> bool:
    """Return whether a node begins at this word, using the heights that :func:`prove` filled."""
    if not 0 <= at >> 1 < len(heights):
        return False
    height = heights[at >> 1]
    return height != 0 and (height ^ at) & 1 == 0


def words_below(totals: memoryview, node: int) -> int:
    """Return the number of words below a forward node, using the totals that :func:`prove` filled."""
    if not 0 <= node >> 1 < len(totals):
        raise IndexError(f"no node {node}")
    return totals[node >> 1]
