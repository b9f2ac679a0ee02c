"""Limits of the server, for each client, for each table and in total.

Guaranteed: nothing that a client sends makes the server store or do more than these limits.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

#: Maximum number of addresses with a rate limit in memory. The least recently used one is dropped, and starts over.
_ADDRESSES: Final = 4096


@dataclass(frozen=True)
class Limits:
    """All limits. Sizes are in bytes, times in seconds."""

    #: Open connections of any kind.
    connections: int = 1000
    #: Open WebSockets at one table.
    connections_of_table: int = 16
    #: Body of a request.
    body: int = 4096
    #: Body of a request with a record of a game.
    record: int = 262_144
    #: Body of a request with a file of cards: 50,000 exported cards have about 10 MB.
    cards_file: int = 1 << 24
    #: Time to compare imported cards with their lexicon: 50,000 take 2 seconds.
    fitting: float = 30.0
    #: One message on a WebSocket.
    message: int = 4096
    #: Messages of one WebSocket, a second and at once.
    messages_a_second: float = 20.0
    message_burst: int = 80
    #: Invalid messages on one WebSocket, after which it is closed.
    bad_messages: int = 20
    #: Time until a WebSocket must have sent its first message.
    hello: float = 10.0
    #: Requests of one address that ask for work, a second and at once.
    requests_a_second: float = 20.0
    request_burst: int = 200
    #: Stored games.
    games: int = 20_000
    #: New games of one address, a second and at once: in a week it does not fill the server.
    games_a_second: float = 1 / 60
    game_burst: int = 300
    #: Time after which a game without a turn is deleted, when the server starts. At the limit of games, the least
    #: recently used game is deleted, if nobody has played or viewed it for this time.
    unplayed: float = 7 * 86_400.0
    #: Waiting moves of champions; beyond that, no game against a champion can be started.
    champions: int = 32
    #: Records of games being read or waiting.
    records_waiting: int = 8
    #: Time of one search for words; searches running or waiting.
    search: float = 3.0
    searches_waiting: int = 32
    #: Length of a query.
    query: int = 500
    #: Words on a page.
    page: int = 100
    #: Words of a CSV file.
    csv: int = 50_000
    #: Analyses of games for cards and files of cards: of one address, a second and at once; running or waiting.
    studies_a_second: float = 0.2
    study_burst: int = 10
    studies_waiting: int = 4
    #: Games that say what to learn next, 9 seconds of one core; time after which fewer must do.
    next_games: int = 3000
    next: float = 20.0
    #: Time to make a puzzle; puzzles of one address, a second and at once.
    puzzle: float = 15.0
    puzzles_a_second: float = 0.3
    puzzle_burst: int = 30
    #: Sessions in memory, in all and of one learner.
    quizzes: int = 64
    quizzes_of_learner: int = 8
    #: Learners in a network; cards of one; answers stored beside the cards.
    learners: int = 1000
    cards: int = 50_000
    reviews: int = 20_000
    #: New learners of one address, a second and at once.
    learners_a_second: float = 1 / 3600
    learner_burst: int = 30
    #: Time after which the unused cards of a learner may be replaced by those of another.
    unused: float = 30 * 86_400.0
    #: Time of one analysis; analyses running or waiting.
    analysis: float = 20.0
    analyses: int = 8
    #: Time for each turn of a report.
    report_turn: float = 0.3
    #: Reports being made at a time; each takes about 6 MB.
    reports: int = 4


def address_of(client: Any) -> str:
    """Return the address of a client, (address, port, ...); empty if it has none, as over a local socket."""
    return str(client[0]) if isinstance(client, tuple | list) and client else ""


class RateLimit:
    """Token bucket: allows a burst at once, then a steady rate per second."""

    __slots__ = ("_burst", "_left", "_now", "_rate", "_then")

    def __init__(self, rate: float, burst: int, now: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._left = float(burst)
        self._now = now
        self._then = now()

    def take(self) -> bool:
        """Take one token if there is one, and return whether there was."""
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class RateLimits:
    """A rate limit for each address."""

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._of: OrderedDict[str, RateLimit] = OrderedDict()

    def take(self, address: str) -> bool:
        """Take one token of an address if there is one, and return whether there was."""
        own = self._of.setdefault(address, RateLimit(self._rate, self._burst))
        self._of.move_to_end(address)
        while len(self._of) > _ADDRESSES:
            self._of.popitem(last=False)
        return own.take()
