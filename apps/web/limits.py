"""Limits of the server: what one client, one table and all together may take.

Guaranteed: nothing that a client sends makes the server keep or do more than these say.
"""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

#: Most addresses that are remembered; the one unused for longest goes first, and starts over.
_ADDRESSES: Final = 4096


@dataclass(frozen=True)
class Limits:
    """All limits. Sizes are in bytes, times in seconds."""

    #: Body of a request; of one that brings a record of a game.
    body: int = 4096
    record: int = 262_144
    #: Bodies with a higher limit than this must say how long they are: they could come in pieces of a byte each.
    in_pieces: int = 4096
    #: Body of a request that brings cards; how many are read at once, in all and of one address; the time to fit the
    #: cards: 50,000 have some 10 MB as they are exported, and take 2 seconds.
    cards_file: int = 1 << 24
    imports: int = 4
    imports_of_address: int = 1
    fitting: float = 30.0
    #: One message on a WebSocket, and how many a second, after a burst.
    message: int = 4096
    messages_a_second: float = 20.0
    message_burst: int = 80
    #: Messages of one connection that no page sends, after which it ends.
    bad_messages: int = 20
    #: Frames that are no messages (a ping, a pong, a piece of a message), a second and at once.
    frames_a_second: float = 10.0
    frame_burst: int = 100
    #: Bytes that wait in a connection, behind which whoever sends waits too; bytes that are read at once, of requests
    #: and of WebSockets: each may be a frame or a piece of few bytes.
    waiting: int = 1 << 14
    read: int = 1 << 14
    read_of_websocket: int = 1 << 12
    #: Bytes of large messages, requests and answers on their way, in all and of one address; what is large.
    held: int = 1 << 27
    held_of_address: int = 1 << 26
    large: int = 1 << 14
    #: Open connections of any kind, in all and of one address.
    sockets: int = 1500
    sockets_of_address: int = 600
    #: Connections beyond these that are told so, at a time; how long their clients may take to read it.
    refused: int = 2000
    lingering: float = 2.0
    #: Open WebSockets in all, of one address, and at one table.
    connections: int = 1000
    connections_of_address: int = 500
    connections_of_table: int = 16
    #: A connection that has sent nothing, a request that does not end, a WebSocket that has not said who it is.
    hello: float = 10.0
    #: A client that reads nothing while some 16 kB wait for it.
    unread: float = 30.0
    #: Games that are kept; new ones of one address, a second and at once: in a week it does not fill the server.
    games: int = 20_000
    #: Time after which a game without a turn is deleted, when the server starts; at the limit, any game that nobody has
    #: played or viewed for this time, the least recently used first.
    unplayed: float = 7 * 86_400.0
    #: Choices of champions that wait of one address; then it begins no further game against one.
    champions: int = 32
    games_a_second: float = 1 / 60
    game_burst: int = 300
    #: Requests of one address that ask for work, a second and at once.
    requests_a_second: float = 20.0
    request_burst: int = 200
    #: All that one address asks for, messages too, a second and at once; what is more waits. A WebSocket that is opened
    #: counts as several.
    asked_a_second: float = 300.0
    asked_burst: int = 1500
    entering: int = 5
    #: Records of games that are read or wait.
    records_waiting: int = 8
    #: Time of one search for words, and of what waits for its turn to be searched.
    search: float = 3.0
    searches_waiting: int = 32
    #: Length of a query, words on a page, words of a CSV file.
    query: int = 500
    page: int = 100
    csv: int = 50_000
    #: Analyses of games for cards, and files of cards, of one address, a second and at once; how many wait.
    studies_a_second: float = 0.2
    study_burst: int = 10
    studies_waiting: int = 4
    #: Seconds to make a puzzle; how many are made for one address, a second and at once.
    puzzle: float = 15.0
    puzzles_a_second: float = 0.3
    puzzle_burst: int = 30
    #: Quizzes that are remembered, of all and of one learner; learners of a network, cards of one.
    quizzes: int = 64
    quizzes_of_learner: int = 8
    learners: int = 1000
    cards: int = 50_000
    #: New learners of one address, a second and at once; time after which the cards of one give way to those of
    #: another; answers that are remembered of one, beside the cards.
    learners_a_second: float = 1 / 3600
    learner_burst: int = 30
    unused: float = 30 * 86_400.0
    reviews: int = 20_000
    #: Time of one analysis, and how many may run or wait; if that is too many, the address that has most loses one.
    analysis: float = 20.0
    analyses: int = 8
    #: Time for each turn of a report.
    report_turn: float = 0.3
    #: Reports that are under way at a time: each takes some 6 MB.
    reports: int = 4


def address_of(client: Any) -> str:
    """The address of a client, (address, port, ...); empty if it has none, as over a local socket."""
    return str(client[0]) if isinstance(client, tuple | list) and client else ""


class Allowance:
    """A token bucket: a burst at once, then a steady number a second."""

    __slots__ = ("_burst", "_left", "_now", "_rate", "_then")

    def __init__(self, rate: float, burst: int, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._left = float(burst)
        self._now = now
        self._then = now()

    def take(self) -> bool:
        """Take one, if that is allowed. Returns whether it was."""
        self._grow()
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def owe(self, number: int) -> float:
        """Take this many, even beyond the allowance. Returns the seconds until the debt is paid."""
        self._grow()
        self._left -= number
        return max(0.0, (1 - self._left) / self._rate) if self._left < 0 else 0.0

    def _grow(self) -> None:
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now


class Allowances:
    """An allowance for each address."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._of: OrderedDict[str, Allowance] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take one for this address, if that is allowed. Returns whether it was."""
        return self._allowance(address).take()

    def owe(self, address: str, number: int) -> float:
        """Take ``number`` for this address. Returns the seconds until its debt is paid."""
        return self._allowance(address).owe(number)

    def _allowance(self, address: str) -> Allowance:
        own = self._of.setdefault(address, Allowance(self._rate, self._burst))
        self._of.move_to_end(address)
        while len(self._of) > _ADDRESSES:
            self._of.popitem(last=False)
        return own


class Shares:
    """A limited resource, such as connections or bytes; no address may have more than its share."""

    def __init__(self, most: int, most_of_address: int) -> None:
        self._most = most
        self._most_of_address = most_of_address
        self._taken: Counter[str] = Counter()

    def take(self, address: str, number: int = 1) -> bool:
        """Reserve ``number`` for this address. Returns False if that is more than its share."""
        if self._taken.total() + number > self._most or self._taken[address] + number > self._most_of_address:
            return False
        self._taken[address] += number
        return True

    def give_back(self, address: str, number: int = 1) -> None:
        """Count ``number`` fewer."""
        self._taken[address] -= number
        if not self._taken[address]:
            del self._taken[address]


class Places:
    """Places that each address has few of. If all are taken, the oldest of the address with most gives way."""

    def __init__(self, most: int, most_of_address: int) -> None:
        self._most = most
        self._most_of_address = most_of_address
        #: By address, in the order in which they were taken: who has one, and what ends that.
        self._of: dict[str, dict[Any, Callable[[], Any]]] = {}
        self._number = 0

    def number_of(self, address: str) -> int:
        """How many places this address has."""
        return len(self._of.get(address, ()))

    def take(self, address: str, who: Any, give_way: Callable[[], Any]) -> bool:
        """Whether there is a place for one more of this address; then it has it, until it is called to give way."""
        own = self.number_of(address)
        if own >= self._most_of_address:
            return False
        if self._number >= self._most:
            greedy = max(self._of, key=lambda one: len(self._of[one]), default=address)
            if self.number_of(greedy) <= own + 1:
                return False
            oldest, end = next(iter(self._of[greedy].items()))
            self.give_back(greedy, oldest)
            end()
        self._of.setdefault(address, {})[who] = give_way
        self._number += 1
        return True

    def give_back(self, address: str, who: Any) -> None:
        """Free a place, unless it was given up before."""
        own = self._of.get(address, {})
        if own.pop(who, None) is not None:
            self._number -= 1
            if not own:
                del self._of[address]
