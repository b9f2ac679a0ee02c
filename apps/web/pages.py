"""Pages and their files: read once, sent with an entity tag.

Guaranteed: only the files that are in the folder when the server starts are sent, whatever a path says; all together
have less than 300 kB.
"""

from __future__ import annotations

import gzip
import hashlib
from importlib import resources
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

#: Path -> the file that it shows.
PAGES: Final = {"/": "index.html", "/play": "play.html", "/words": "words.html", "/study": "study.html"}
_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


class _Asset(NamedTuple):
    content: bytes
    packed: bytes
    kind: str
    tag: str


def _assets() -> dict[str, _Asset]:
    """The files, by name."""
    found = {}
    for file in (resources.files("lexkit.apps.web") / "static").iterdir():
        kind = _TYPES.get(file.name.rpartition(".")[2])
        if kind is not None and file.is_file():
            content = file.read_bytes()
            tag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
            found[file.name] = _Asset(content, gzip.compress(content, mtime=0), kind, tag)
    return found


def page_routes() -> list[Route]:
    """The routes of all pages and files."""
    assets = _assets()

    def answer(request: Request, asset: _Asset | None) -> Response:
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

    async def page(request: Request) -> Response:
        return answer(request, assets.get(PAGES[request.url.path]))

    async def file(request: Request) -> Response:
        return answer(request, assets.get(request.path_params["name"]))

    return [*(Route(path, page) for path in PAGES), Route("/static/{name}", file)]
