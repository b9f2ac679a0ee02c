"""The ASGI application of ``lexq serve``, put together.

    application = Application(lexicons={"english": None}, folder=Path("games"))
    uvicorn.run(application.app)

Everything that the server keeps is in ``folder``: the games (``web-games.sqlite``), the links that were not opened yet
(``web-links.sqlite``), and cards (``study.sqlite``, which ``lexq quiz`` has too; in a network, ``web-study``).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute

from lexkit.errors import StorageError

from ..table import Tables, lasting_name, open_lexicon
from .games import Games
from .guard import App, Guard
from .invitations import Invitations
from .learners import Learners
from .limits import Allowances, Limits, Shares
from .pages import page_routes
from .requests import log
from .rooms import Rooms
from .study import Study
from .thinking import Threads
from .word_search import WordSearch


class Application:
    """A server's parts; ``app`` is what an ASGI server runs.

    ``lexicons``: the name that people see -> what :func:`lexkit.open` takes; the first is the default. ``network``:
    whether it answers to any address of this machine, not to loopback alone; ``names``: names that it answers to.
    Raises LexkitError if a lexicon cannot be opened, or the folder not written to.
    """

    def __init__(
        self,
        lexicons: Mapping[str, str | None],
        folder: Path,
        *,
        limits: Limits | None = None,
        network: bool = False,
        names: Iterable[str] = (),
    ) -> None:
        self.limits = limits or Limits()
        self.tables = Tables(folder / "web-games.sqlite")
        self.invitations = Invitations(folder / "web-links.sqlite")
        self.threads = Threads(self.limits.analyses, self.limits.records_waiting)
        held = Shares(self.limits.held, self.limits.held_of_address)
        asked = Allowances(self.limits.asked_a_second, self.limits.asked_burst)
        offered = {lasting_name(path): name for name, path in lexicons.items()}
        self.rooms = Rooms(self.tables, self.threads, self.limits, offered, held, asked)
        self.games = Games(self.tables, self.invitations, lexicons, self.threads, self.limits)
        self.search = WordSearch({name: open_lexicon(path) for name, path in lexicons.items()}, self.limits)
        learners = Learners(folder, self.limits, network=network)
        try:
            learners.check()
        except StorageError as error:  # games can be played all the same
            log(error)
        self.study = Study(learners, self.tables, lexicons, self.limits)
        routes = [
            *page_routes(),
            *self.games.routes(),
            *self.search.routes(),
            *self.study.routes(),
            WebSocketRoute("/api/live", self.rooms.serve),
        ]
        inner = Starlette(routes=routes, lifespan=self._lifespan)
        self.app: App = Guard(inner, limits=self.limits, network=network, names=names, held=held, asked=asked)

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        yield
        self.close()

    def close(self) -> None:
        """Stop threads and close files. What was played is in them already."""
        self.threads.close()
        self.search.close()
        self.study.close()
        self.invitations.close()
        self.tables.close()
