"""A table to play at: what terminal, browser and study share.

    from lexkit.apps.table import Seat, Table, Tables

    tables = Tables("games.sqlite")                      # SQLite; None: the user's data folder
    table = Table.new(["Ann", Seat("Bot", bot="club")], lexicon="english", clock=(1500, 0))
    name = tables.add(table, kind="web")                 # from now on, each action is one transaction

How the web uses it: one :class:`.tables.Tables` for the server. A person's link has the name of the table and a token,
``table.seats[0].token``; for each request::

    table = tables.open(name)                            # TableNotFoundError; the same object for all threads
    seat = table.seat_of(token)                          # UnknownTokenError; None as seat is a spectator
    table.act(seat, "8D QUIZ", revision=seen_revision)   # StaleTableError, IllegalMoveError, OutOfTurnError ...
    send(table.view(seat))                               # a dict for JSON, with nothing that is hidden

``table.setting()`` has the constant part (squares, tiles, players): send it once. After an action, in a thread of its
own: ``while (thought := table.think()): table.settle(thought)``, and send everyone their new view. ``table.flag()``
ends a game whose time is up; ``table.preview`` scores a tentative play; ``table.hint(seat, step)``; ``table.undo``;
``table.view(seat, turn=12)`` is the past; ``table.board(seat)`` is a :class:`lexkit.Board` to analyse, with the seat's
own rack; ``to_gcg`` and ``to_cgp`` write what the seat knows; ``Table.from_gcg`` reads a game to step through.
``Table.new(..., position=cgp)`` begins in a position.

A :class:`.duplicate_table.DuplicateTable` is one for a duplicate game; the same file keeps it, and ``tables.open_any``
opens a table of either kind.

Errors are subclasses of :class:`lexkit.errors.LexkitError`. Every method may be called from any thread.
"""

from .any_table import AnyTable
from .duplicate_table import DuplicateTable
from .seats import NotAllowedError, Seat, StaleTableError, TableNotFoundError, UnknownTokenError
from .table import Table
from .tables import Tables

__all__ = [
    "AnyTable",
    "DuplicateTable",
    "NotAllowedError",
    "Seat",
    "StaleTableError",
    "Table",
    "TableNotFoundError",
    "Tables",
    "UnknownTokenError",
]
