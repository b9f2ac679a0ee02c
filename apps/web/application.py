"""The ASGI application of ``lexq serve``.

    application = Application(lexicons={"english": None}, folder=Path("games"))
    uvicorn.run(application.app)

Everything that the server stores is in ``folder``: games (``web-games.sqlite``), links that were not opened yet
(``web-links.sqlite``), and cards (``study.sqlite``, shared with ``lexq quiz``; in a network, the folder ``web-study``).
Trained leave values are in the user's data folder, for all tables.

Guaranteed: for any path, the server sends only files that were in the pages' folder when it started, each with an
entity tag; together they have less than 300 kB.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from importlib import resources
from pathlib import Path
from string import Template
from typing import Final, NamedTuple

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp

from lexkit.errors import StorageError

from ..table import Tables
from ..table.lexicons import lasting_name, open_lexicon
from .games import Games, Invitations
from .learning.learners import Learners
from .learning.puzzles import Puzzles
from .learning.study import Study
from .limits import Limits
from .request_filter import RequestFilter
from .requests import log
from .rooms import Rooms
from .sheets import Sheets
from .threads import Threads
from .word_search import WordSearch


class Page(NamedTuple):
    """Values to fill the frame of a page with, and its file. ``main`` is the target of the skip link."""

    file: str
    title: str
    script: str
    main: str
    skip: str


#: Maps a path to its page.
PAGES: Final = {
    "/": Page("index", "play", "home", "main", "new game"),
    "/play": Page("play", "a game", "play", "board", "board"),
    "/annotate": Page("annotate", "annotate", "annotate", "board", "board"),
    "/duplicate": Page("duplicate", "duplicate", "duplicate", "main", "game"),
    "/words": Page("words", "words", "words", "query", "search"),
    "/puzzles": Page("puzzles", "puzzles", "puzzles", "board", "board"),
    "/study": Page("study", "study", "study", "main", "quiz"),
}
#: Parts shared by several pages: steps through a game with the line of text, and the board with the rack.
_PARTS: Final = ("steps", "board")
_TYPES: Final = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


class Application:
    """Parts of a server; ``app`` is the ASGI application.

    ``lexicons`` maps the name that people see to a name or path for :func:`lexkit.open`; the first is the default. With
    ``network``, it answers to any address of this machine, not only to loopback; ``names`` are further host names that
    it answers to. Raises LexkitError if a lexicon cannot be opened or the folder cannot be written.
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
        lasting = {name: lasting_name(path) for name, path in lexicons.items()}
        offered = {path: name for name, path in lasting.items()}
        self.rooms = Rooms(self.tables, self.threads, self.limits, offered, learns=not network)
        self.games = Games(self.tables, self.invitations, lasting, self.threads, self.limits, learns=not network)
        self.search = WordSearch({name: open_lexicon(path) for name, path in lasting.items()}, self.limits)
        learners = Learners(folder, self.limits, network=network)
        try:
            learners.check()
        except StorageError as error:  # games can be played without it
            log(error)
        self.study = Study(learners, self.tables, lasting, self.limits)
        self.puzzles = Puzzles(learners, self.tables, lasting, self.limits, learns=not network)
        routes = [
            *page_routes(),
            *self.games.routes(),
            *self.search.routes(),
            *self.study.routes(),
            *Sheets(lasting, self.threads, self.limits).routes(),
            *self.puzzles.routes(),
            WebSocketRoute("/api/live", self.rooms.serve),
        ]
        inner = Starlette(routes=routes, lifespan=self._lifespan)
        self.app: ASGIApp = RequestFilter(inner, limits=self.limits, network=network, names=names)

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        yield
        self.close()

    def close(self) -> None:
        """Stop threads and close files. All actions are saved already."""
        self.threads.close()
        self.rooms.close()
        self.games.training.close()
        self.search.close()
        self.study.close()
        self.puzzles.close()
        self.invitations.close()
        self.tables.close()


class _Asset(NamedTuple):
    content: bytes
    packed: bytes
    kind: str
    tag: str


def _assets() -> dict[str, _Asset]:
    """Return the pages, each in its frame, and the files that they load, by path."""
    here = resources.files("lexkit.apps.web")
    texts = {name: (here / "pages" / f"{name}.html").read_text("utf-8") for name in (*_PARTS, "frame")}
    found = {}
    for path, page in PAGES.items():
        body = Template((here / "pages" / f"{page.file}.html").read_text("utf-8")).substitute(texts)
        whole = Template(texts["frame"]).substitute(page._asdict(), body=body)
        marked = whole.replace(f'<a href="{path}">', f'<a href="{path}" aria-current="page">')
        found[path] = _asset(marked.encode(), "text/html; charset=utf-8")
    for file in (here / "static").iterdir():
        kind = _TYPES.get(file.name.rpartition(".")[2])
        if kind is not None and file.is_file():
            found[f"/static/{file.name}"] = _asset(file.read_bytes(), kind)
    return found


def _asset(content: bytes, kind: str) -> _Asset:
    return _Asset(content, gzip.compress(content, mtime=0), kind, f'"{hashlib.sha256(content).hexdigest()[:24]}"')


def page_routes() -> list[Route]:
    """Return the routes of all pages and files."""
    assets = _assets()

    async def answer(request: Request) -> Response:
        asset = assets.get(request.scope["path"])
        if asset is None:
            return Response("there is no such page", 404, media_type="text/plain")
        headers = {"etag": asset.tag, "cache-control": "no-cache", "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == asset.tag:
            return Response(status_code=304, headers=headers)
        content = asset.content
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["content-encoding"] = "gzip"
            content = asset.packed
        return Response(content, headers={**headers, "content-type": asset.kind})

    return [Route(path, answer) for path in (*PAGES, "/static/{name}")]
