"""The search of one endgame by several threads: each searches a share of the first position's moves.

At each depth, one thread first searches the move that was best at the depth before. Its value is the bound that the
others must exceed. Nearly all of them do not, so that little is lost if threads do not tell each other what
they find. Every thread has a search of its own with its own tables, and takes every n-th of the other moves, in an
order that is the same for all threads.

Guaranteed: neither the speed of a thread nor the order in which they end changes an answer. Threads begin when the
search has met some positions: small endgames are solved before that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ...game.many_positions import run_in_threads

if TYPE_CHECKING:
    from ...game.move_finder import Finder

#: Positions met before more threads than one search: some milliseconds.
ENOUGH: Final = 1000
#: More than all moves of a position.
_ALL: Final = 1 << 24


class _Found(NamedTuple):
    """What a search has found: the value, the place of the best move in their order, the line, the mark of the move."""

    value: int
    place: int
    line: list[tuple[int, bytes, int]]
    move: int


class SharedSearch:
    """Searches of one endgame after another that share the work of each.

    It has what :class:`.solution.Endgame` uses of a search: ``begin``, ``deal``, ``deepen``, ``failure``, ``line``,
    ``nodes``, ``tried``, ``best``, ``proved``.
    """

    def __init__(self, finder: Finder, memory: int, threads: int) -> None:
        """``memory``: bytes for the tables of all threads, of which there are at most ``threads``."""
        self._finder, self._memory, self._threads = finder, memory // threads, threads
        self._searches = [finder.new_endgame_search(self._memory)]
        self._begun: tuple[Any, ...] = ()
        self._dealt: tuple[Any, ...] = ()
        self._ready = 1
        self._found: list[_Found] = []
        self.proved = False

    def begin(self, *arguments: Any) -> None:
        """Turn to a board."""
        self._begun = arguments
        self._searches[0].begin(*arguments)
        self._ready = 1

    def deal(self, *arguments: Any) -> int | None:
        """Give both players racks."""
        self._dealt = arguments
        self._found = []
        gained: int | None = self._searches[0].deal(*arguments)
        self._ready = 1
        return gained

    def failure(self) -> None:
        """Raise what stopped the search of :meth:`deal`."""
        self._searches[0].failure()

    @property
    def nodes(self) -> int:
        """Positions met by all threads."""
        return sum(search.nodes for search in self._searches[: self._ready])

    @property
    def tried(self) -> bool:
        """Whether any move of the first position was weighed by the search at work."""
        return bool(self._found)

    @property
    def best(self) -> int:
        """What the best of these moves came to."""
        return self._best().value

    def line(self) -> list[tuple[int, bytes, int]]:
        """The best line found."""
        return self._best().line

    def deepen(self, depth: int, low: int, high: int) -> int:
        """Search to a depth, and give the value. Raises what stops the search."""
        first = self._searches[0]
        move = self._best().move if self._found else 0
        self._found = []
        if self.nodes < ENOUGH:
            value = self._take(first, first.deepen(depth, low, high))
            self.proved = first.proved
            return value
        bound = self._take(first, first.deepen_share(depth, low, high, move, 0, _ALL))
        self.proved = first.proved
        number = min(self._threads, first.choices - 1)
        if number > 0 and bound < high - 1:
            self._make_ready(number)
            shares = [slice(share, share + 1) for share in range(number)]

            def search_share(share: slice) -> bool:
                search = self._searches[share.start]
                value = search.deepen_share(depth, bound, high, move, 1 + share.start, number)
                self._take(search, value)
                proved: bool = search.proved
                return proved

            self.proved = all(run_in_threads(search_share, shares, number)) and self.proved
        return self.best

    def _best(self) -> _Found:
        """The best of what was found; of equal moves the one that comes first."""
        return max(self._found, key=lambda found: (found.value, -found.place))

    def _take(self, search: Any, value: int | None) -> int:
        """Take what a search has found. Raises what stopped it."""
        if value is not None or search.tried:
            best = search.best if value is None else value
            self._found.append(_Found(best, search.best_place, search.line(), search.best_move))
        return result_of(search, value)

    def _make_ready(self, number: int) -> None:
        """Have this many searches of the endgame."""
        while self._ready < number:
            if self._ready == len(self._searches):
                self._searches.append(self._finder.new_endgame_search(self._memory))
            search = self._searches[self._ready]
            search.begin(*self._begun)
            result_of(search, search.deal(*self._dealt))
            self._ready += 1


def result_of(search: Any, value: int | None) -> int:
    """What a search has come to, or raise what stopped it, if there is None."""
    if value is None:
        search.failure()
    assert value is not None
    return value
