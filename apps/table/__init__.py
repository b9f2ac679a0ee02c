"""Tables to play at, shared by terminal, browser and study.

    from lexkit.apps.table import Seat, Table, Tables

    tables = Tables("games.sqlite")                      # SQLite; None: the user's data folder
    table = Table.new(["Ann", Seat("Bot", bot="club")], lexicon="english", clock=(1500, 0))
    name = tables.add(table, kind="web")                 # from now on, each action is saved in one transaction

The web server has one :class:`.tables.Tables`. A person's link has the name of the table and a token,
``table.seats[0].token``. For each request::

    table = tables.open(name)                            # TableNotFoundError; the same object for all threads
    seat = table.seat_of(token)                          # UnknownTokenError; None as seat is a spectator
    table.act(seat, "8D QUIZ", revision=seen_revision)   # StaleTableError, IllegalMoveError, OutOfTurnError ...
    send(table.view(seat))                               # a dict for JSON, without hidden information

``table.setting()`` has the constant part (squares, tiles, players): send it once. After an action, run the bots in a
thread: ``while (thought := table.think()): table.settle(thought)``, and send everyone their new view.
``table.flag()`` ends a game whose time is up; ``table.preview`` scores a tentative play; ``table.view(seat, turn=12)``
shows an earlier state; ``table.board(seat)`` is a :class:`lexkit.Board` to analyse, with the seat's own rack;
``to_gcg`` and ``to_cgp`` write what the seat knows; ``Table.from_gcg`` reads a game to step through;
``Table.new(..., position=cgp)`` starts from a position. See also ``table.hint(seat, step)`` and ``table.undo``.

A :class:`.duplicate_table.DuplicateTable` is a table of a duplicate game. The same file keeps it, and
``tables.open_any`` opens a table of either kind.

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
