"""Links by which a second person takes a seat: each works once.

    code = invitations.make(table_name, seat=1)
    name, seat = invitations.accept(code)          # and then never again

Who begins a game gets no token of the other's seat, only such a code; so the two cannot look into each other's racks.

Guaranteed: of any number of people who open a link at once, one takes the seat, also after the server was killed and
started again; the file has no code by which a seat can be taken, and no more links than there are games.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable
from os import PathLike
from typing import Final

from lexkit.errors import LexkitError

from ..database import Database

#: Marks files of invitations: "lxiv".
APPLICATION: Final = 0x6C786976
MIGRATIONS: Final = (
    """
    CREATE TABLE invitations (
        code TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        seat INTEGER NOT NULL,
        made REAL NOT NULL,
        used REAL
    ) STRICT
    """,
)


class UsedInvitationError(LexkitError, LookupError):
    """An unknown link, or one that was used already."""


class Invitations:
    """The invitations of a server, kept in a SQLite file."""

    def __init__(self, path: str | PathLike[str]) -> None:
        self._database = Database(path, application=APPLICATION, migrations=MIGRATIONS)

    def make(self, name: str, seat: int) -> str:
        """A new code for a seat of a table."""
        code = secrets.token_urlsafe(16)
        with self._database.transaction() as connection:
            row = (_kept(code), name, seat, time.time())
            connection.execute("INSERT INTO invitations VALUES (?, ?, ?, ?, NULL)", row)
        return code

    def accept(self, code: str) -> tuple[str, int]:
        """The table and the seat of a code, which is used up then. Raises UsedInvitationError."""
        with self._database.transaction() as connection:
            row = connection.execute(
                "DELETE FROM invitations WHERE code = ? AND used IS NULL RETURNING name, seat", (_kept(code),)
            ).fetchone()
        if row is None:
            raise UsedInvitationError("this link has been used, or there is none such: ask for another game")
        return str(row[0]), int(row[1])

    def forget(self, gone: Callable[[str], bool]) -> None:
        """Forget the links that were used, and those to tables that are gone."""
        rows = self._database.rows("SELECT code, name, used FROM invitations")
        codes = [(code,) for code, name, used in rows if used is not None or gone(str(name))]
        if codes:
            with self._database.transaction() as connection:
                connection.executemany("DELETE FROM invitations WHERE code = ?", codes)

    def close(self) -> None:
        """Close the file."""
        self._database.close()


def _kept(code: str) -> str:
    """What is kept of a code."""
    return hashlib.sha256(code.encode("utf-8", "surrogatepass")).hexdigest()
