"""Compiler from an expression with backreferences to the tables of its walk, :mod:`.kernels.backreference_walk`.

The places of the expression that take a letter, a set of letters or an echo, are its *positions*. Between one
letter and the next, groups may open and close, and echoes of empty groups are skipped. All of that is compiled to
*transitions* from position to position: how each changes the memory of groups, and which groups must be empty for
it.

The memory of a group is its span, two bytes: the depths at which it opened and closed. OPEN in the upper byte means
that it is still open, UNSET that it matched nothing or is not needed again; EMPTY stands for every empty span. To
keep the number of different memories small, a group is forgotten once no echo can refer to it any more.

Two more facts about each position allow the walk to stop early: how many letters a word must still have, and how
often, at least, each group will be repeated until the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from lexkit.base import lazy_numpy as np
from lexkit.base.errors import QueryError

from ..language.kernels.expression import (
    Choice,
    Echo,
    Expression,
    Group,
    Letters,
    Repeat,
    Sequence,
)
from .glushkov_automaton import require_size

if TYPE_CHECKING:
    from numpy.typing import NDArray

#: Maximum number of groups whose spans are remembered, one for each digit.
MAX_SLOTS: Final = 10
#: Maximum number of transitions.
MAX_TRANSITIONS: Final = 1 << 15
#: Maximum number of steps to find the transitions.
MAX_STEPS: Final = 1 << 17

EMPTY: Final = 0
OPEN: Final = 0xFF
UNSET: Final = 0xFFFF
#: More letters than a word has.
_NEVER: Final = 255
#: Target of a transition that ends the word.
END: Final = -1

# Kinds of node in the graph of an expression.
_TAKE, _ECHO, _OPENS, _CLOSES, _FORK, _END = range(6)
# Effects of a transition on a slot.
_KEPT, _OPENED, _CLOSED, _PASSED = range(4)


@dataclass(frozen=True)
class Program:
    """Tables by position, where 0 is the start, and by transition.

    A configuration is three 64-bit numbers: the spans of slots 0 to 3, of slots 4 to 7, and of slots 8 and 9 with,
    above them, the progress within an echo (bits 32 to 39) and the position (bits 48 to 63).
    """

    #: Letters that a position takes, as a mask; 0 for echoes.
    labels: NDArray[np.uint64]
    #: Slot that a position echoes, -1 for other positions.
    echoes: NDArray[np.int32]
    #: Slots, as a mask, whose first letter a position must not take.
    unlike: NDArray[np.int32]
    #: Minimum number of letters that a word must still have, not counting echoes.
    needs: NDArray[np.int32]
    #: Minimum number of echoes of a group that will follow, by position and slot.
    coming: NDArray[np.uint8]
    #: True if all words that go on from here match.
    open_ended: NDArray[np.uint8]
    #: Transitions of position p: ``firsts[p]`` to ``firsts[p + 1]``.
    firsts: NDArray[np.int32]
    #: By transition: the position it leads to, -1 for the end.
    targets: NDArray[np.int32]
    #: By transition, twelve numbers in four groups of three, one for each number of a configuration: the bits to
    #: keep, the number to add, the number to add times the depth, the bits that must be 0.
    effects: NDArray[np.uint64]


def program(expression: Expression, every: int, distinct: bool = False) -> Program:
    """Compile an expression. Takes about 10 us per transition.

    ``every``: the mask of all letters of the alphabet. ``distinct``: groups take one letter each, all of them
    different. Raises QueryError if the expression is too large.
    """
    return _Tables(_Graph(expression, distinct), every).build()


@dataclass
class _Node:
    kind: int
    #: Mask of letters, or slot.
    value: int = 0
    unlike: int = 0
    nexts: list[int] = field(default_factory=list)


class _Graph:
    """Expression as a graph, with repetitions expanded. Node 0 is the end."""

    def __init__(self, expression: Expression, distinct: bool) -> None:
        require_size(expression)
        inside = [part for part in _parts_within(expression) if isinstance(part, Group | Echo)]
        asked = {part.number for part in inside if isinstance(part, Group) == distinct}
        self.slots = {number: slot for slot, number in enumerate(sorted(asked))}
        self.distinct = distinct
        self.nodes = [_Node(_END)]
        self.start = self._build(expression, 0)

    def _add(self, kind: int, value: int, *nexts: int, unlike: int = 0) -> int:
        self.nodes.append(_Node(kind, value, unlike, list(nexts)))
        return len(self.nodes) - 1

    def _build(self, expression: Expression, after: int, unlike: int = 0) -> int:
        """Add an expression before a node. Returns its first node."""
        match expression:
            case Letters(mask):
                return self._add(_TAKE, mask, after, unlike=unlike)
            case Echo(number):
                return self._add(_ECHO, self.slots[number], after)
            case Sequence(parts):
                for part in reversed(parts):
                    after = self._build(part, after)
                return after
            case Choice(options):
                return self._add(_FORK, 0, *[self._build(option, after) for option in options])
            case Group(number, inner):
                slot = self.slots.get(number)
                if slot is None:
                    return self._build(inner, after)
                unlike = (1 << slot) - 1 if self.distinct else 0
                return self._add(_OPENS, slot, self._build(inner, self._add(_CLOSES, slot, after), unlike))
            case Repeat(inner, least, most):
                return self._repeat(inner, least, most, after)
            case _:
                raise ValueError("no such expression")

    def _repeat(self, inner: Expression, least: int, most: int | None, after: int) -> int:
        if inner.size == 0:
            # Only the empty text can match, so once is as good as any number of times.
            least, most = min(least, 1), 1 if most is None else min(most, 1)
        if most is None:
            loop = self._add(_FORK, 0)
            body = self._build(inner, loop)
            self.nodes[loop].nexts += [body, after]
            after = body if least else loop
            least -= 1
        else:
            stop = after
            for _ in range(most - least):
                after = self._add(_FORK, 0, self._build(inner, after), stop)
        for _ in range(least):
            after = self._build(inner, after)
        return after


def _parts_within(expression: Expression) -> Iterator[Expression]:
    """Yield the expression and all expressions inside it, each before its parts."""
    yield expression
    match expression:
        case Sequence(parts) | Choice(parts):
            for part in parts:
                yield from _parts_within(part)
        case Repeat(inner) | Group(_, inner):
            yield from _parts_within(inner)


#: Transition: its target, its effect on each slot, the slots that must be empty.
_Step = tuple[int, tuple[int, ...], int]


class _Tables:
    """Tables of a graph, while they are built."""

    def __init__(self, graph: _Graph, every: int) -> None:
        self.graph = graph
        self.every = every
        self.slots = len(graph.slots)
        nodes = graph.nodes
        self.needs, self.coming, self.asked = self._look_ahead()
        #: Node of each position. The first position is the start, which has no node.
        self.takers = [None, *(n for n, node in enumerate(nodes) if node.kind in (_TAKE, _ECHO))]
        self.place = {node: position for position, node in enumerate(self.takers)}
        self.steps_left = MAX_STEPS

    def _look_ahead(self) -> tuple[list[int], list[tuple[int, ...]], list[int]]:
        """Return (needs, coming, asked): what must still follow, for each node.

        needs: letters; coming: minimum number of echoes of each slot; asked: slots that an echo refers to. All
        nodes are visited until nothing changes, which is soon, because, except in loops, a node comes after those
        it leads to.
        """
        nodes, slots = self.graph.nodes, range(self.slots)
        needs = [_NEVER] * len(nodes)
        coming = [(_NEVER,) * self.slots] * len(nodes)
        asked = [0] * len(nodes)
        changed = True
        while changed:
            changed = False
            for number, node in enumerate(nodes):
                need = min([needs[n] for n in node.nexts], default=_NEVER)
                repeats = tuple([min([coming[n][slot] for n in node.nexts], default=_NEVER) for slot in slots])
                wanted = 0
                for n in node.nexts:
                    wanted |= asked[n]
                if node.kind == _END:
                    need, repeats = 0, (0,) * self.slots
                elif node.kind == _TAKE:
                    need = min(need + 1, _NEVER) if node.value else _NEVER
                    wanted |= node.unlike
                elif node.kind == _ECHO:
                    wanted |= 1 << node.value
                    repeats = tuple([min(times + (slot == node.value), _NEVER) for slot, times in enumerate(repeats)])
                elif node.kind == _OPENS:
                    wanted &= ~(1 << node.value)
                    repeats = tuple([0 if slot == node.value else times for slot, times in enumerate(repeats)])
                if (need, repeats, wanted) != (needs[number], coming[number], asked[number]):
                    needs[number], coming[number], asked[number] = need, repeats, wanted
                    changed = True
        return needs, coming, asked

    def _steps(self, source: int | None) -> list[_Step]:
        """Return the transitions from a position, given by its node."""
        nodes = self.graph.nodes
        found: dict[_Step, None] = {}
        seen: set[_Step] = set()
        kept = (_KEPT,) * self.slots
        starts = [self.graph.start] if source is None else nodes[source].nexts
        waiting: list[_Step] = [(node, kept, 0) for node in starts]
        while waiting:
            number, effects, empty = waiting.pop()
            asked = self.asked[number]
            effects = tuple([effect if asked >> slot & 1 else _KEPT for slot, effect in enumerate(effects)])
            step = (number, effects, empty)
            if step in seen or self.needs[number] == _NEVER:
                continue
            seen.add(step)
            self.steps_left -= 1
            if self.steps_left < 0 or len(found) > MAX_TRANSITIONS:
                raise QueryError(
                    "the expression has too many ways from letter to letter",
                    expected=f"at most {MAX_TRANSITIONS} of them",
                    remedy="write fewer groups that may be empty",
                )
            node = nodes[number]
            slot = node.value
            if node.kind == _END:
                found[(END, kept, empty)] = None
                continue
            if node.kind == _TAKE:
                found[step] = None
                continue
            if node.kind == _ECHO:
                if effects[slot] != _PASSED:
                    found[step] = None
                if effects[slot] == _CLOSED:
                    continue  # closed after a letter: it is not empty
                if effects[slot] == _KEPT:
                    empty |= 1 << slot
            elif node.kind == _OPENS:
                effects = _with(effects, slot, _OPENED)
            elif node.kind == _CLOSES and asked >> slot & 1:
                effects = _with(effects, slot, _PASSED if effects[slot] == _OPENED else _CLOSED)
            waiting += [(n, effects, empty) for n in reversed(node.nexts)]
        return list(found)

    def build(self) -> Program:
        """Build the tables of all positions."""
        nodes = self.graph.nodes
        number = len(self.takers)
        labels, echoes, unlike = np.zeros(number, np.uint64), np.full(number, -1, np.int32), np.zeros(number, np.int32)
        needs, coming = np.zeros(number, np.int32), np.zeros((number, max(1, self.slots)), np.uint8)
        open_ended, firsts = np.zeros(number, np.uint8), np.zeros(number + 1, np.int32)
        targets: list[int] = []
        rows: list[list[int]] = []
        for position, taker in enumerate(self.takers):
            if taker is not None:
                node = nodes[taker]
                labels[position] = node.value if node.kind == _TAKE else 0
                echoes[position] = node.value if node.kind == _ECHO else -1
                unlike[position] = node.unlike
                needs[position] = self.needs[taker]
                coming[position, : self.slots] = self.coming[taker]
            steps = self._steps(taker)
            for step in steps:
                target = -1 if step[0] == END else self.place[step[0]]
                targets.append(target)
                rows.append(self._row(step, target))
            firsts[position + 1] = len(targets)
            if len(targets) > MAX_TRANSITIONS:
                raise QueryError(
                    "the expression has too many ways from letter to letter",
                    expected=f"at most {MAX_TRANSITIONS} of them",
                    remedy="write fewer repetitions in a row",
                )
            if taker is not None and (nodes[taker].kind, nodes[taker].value) == (_TAKE, self.every):
                free = {step[0] for step in steps if not step[2]}
                open_ended[position] = END in free and taker in free and not nodes[taker].unlike
        return Program(
            labels,
            echoes,
            unlike,
            needs,
            coming,
            open_ended,
            firsts,
            np.array(targets, np.int32),
            np.array(rows, np.uint64).reshape(-1, 12),
        )

    def _row(self, step: _Step, target: int) -> list[int]:
        """Return the effect of a transition on the three numbers of a configuration."""
        number, effects, empty = step
        keep, add, times, zero = [0] * 3, [0] * 3, [0] * 3, [0] * 3
        asked = 0 if number == END else self.asked[number]
        for slot in range(MAX_SLOTS):
            word, shift = slot >> 2, (slot & 3) * 16
            effect = effects[slot] if asked >> slot & 1 else None
            if effect is None:
                add[word] |= UNSET << shift
            elif effect == _KEPT:
                keep[word] |= UNSET << shift
            elif effect == _OPENED:
                add[word] |= OPEN << shift + 8
                times[word] |= 1 << shift
            elif effect == _CLOSED:
                keep[word] |= 0xFF << shift
                times[word] |= 1 << shift + 8
            else:
                add[word] |= EMPTY << shift
            if empty >> slot & 1:
                zero[word] |= UNSET << shift
        add[2] |= max(target, 0) << 48
        return [*keep, *add, *times, *zero]


def _with(effects: tuple[int, ...], slot: int, effect: int) -> tuple[int, ...]:
    """Return the effects, with that of one slot replaced."""
    return (*effects[:slot], effect, *effects[slot + 1 :])
