"""The command ``lexq serve``: the server, on this machine alone unless it is opened to a network on purpose."""

from __future__ import annotations

import asyncio
import ctypes
import errno
import gc
import ipaddress
import logging
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from lexkit import console
from lexkit.errors import StorageError

if TYPE_CHECKING:
    from .application import Application

app = typer.Typer(rich_markup_mode=None)

_NEEDS: Final = "lexq serve needs a web server: pip install 'lexkit[web]'\n"
_PORT: Final = 8765
_GIVE_WAY: Final = 0.0005
#: Seconds after which freed memory is given back, again and again.
_GIVE_BACK: Final = 60
_OPENED: Final = (
    "Anyone who reaches this address can begin games, search words and keep cards here, and nothing is encrypted: what "
    "is sent, tokens and keys of cards included, can be read on the way. Do this in a network that you trust.\n"
)


@app.command()
def serve(
    port: Annotated[int, typer.Option("--port", "-p", min=0, max=65535, help="The port; 0 takes a free one.")] = _PORT,
    offered: Annotated[
        list[str] | None,
        typer.Option("--offer", metavar="LEXICON", help="Another lexicon to play with, by name or path; repeat it."),
    ] = None,
    folder: Annotated[
        str | None,
        typer.Option(
            "--games",
            **{**console.file_option(typer), "metavar": "FOLDER"},
            help="Keep the games here, not in the user's data folder.",
        ),
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Listen at this address.")] = "127.0.0.1",
    network: Annotated[
        bool,
        typer.Option(
            "--open-to-network",
            help="Needed for any --host but 127.0.0.1: others can then play and search here, unencrypted.",
        ),
    ] = False,
    names: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", help="Answer to this host name too, such as that of a proxy."),
    ] = None,
    *,
    ctx: typer.Context,
) -> None:
    """Games, a search for words and study in the browser, served by this machine.

    \b
    Example: lexq serve
    Example: lexq serve --port 9000 --no-browser
    Example: lexq serve --host 0.0.0.0 --open-to-network
    """
    _require_loopback(host, network)
    try:
        import uvicorn

        from .application import Application
        from .limits import Limits
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("uvicorn", "starlette", "websockets", "anyio"):
            raise
        console.tell(_NEEDS)
        raise typer.Exit(2) from None
    # A bot that thinks gives way to what answers at once after half a millisecond, not after five.
    sys.setswitchinterval(_GIVE_WAY)
    from ..database import user_folder

    lexicons = _named([ctx.obj, *(offered or ())])
    listener = _listen(host, port)
    # Besides connections: lexicons, and three files for each database.
    _allow_files(Limits().sockets + 300)
    made = Application(lexicons, Path(folder) if folder else user_folder(), network=network, names=names or ())
    address = _address(listener, host)
    console.tell(f"{address}\n{_OPENED if network else ''}Ctrl-C stops it; games are kept.\n")
    if browser and console.on_terminal():
        import webbrowser

        webbrowser.open(address)
    config = _config(uvicorn, made)
    # What is there now stays: it is not looked through again and again.
    gc.freeze()
    uvicorn.Server(config).run(sockets=[listener])


def _config(uvicorn: Any, made: Application) -> Any:
    """The server's configuration: no log of requests, and our limits."""
    from .connections import protocols

    http, websocket = protocols(made.limits)
    config = uvicorn.Config(
        made.app,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws=websocket,
        ws_max_size=made.limits.message,
        # A view has some kB: to pack it takes longer than to send it, and memory for each connection.
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        # How many connections there may be, the protocols count.
        limit_concurrency=None,
        http=http,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=2,
        h11_max_incomplete_event_size=16_384,
        callback_notify=give_memory_back,
        timeout_notify=_GIVE_BACK,
    )
    logging.getLogger("uvicorn.error").addFilter(_tells_of_a_fault)
    return config


def _tells_of_a_fault(record: logging.LogRecord) -> bool:
    """Whether a message of uvicorn is of use at the terminal: not that Ctrl-C has ended requests."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, asyncio.CancelledError) and "graceful shutdown" not in str(record.msg)


async def give_memory_back() -> None:
    """Return unused memory to the system: uvicorn's requests are in cycles, and glibc keeps what is freed."""
    gc.collect()
    with suppress(AttributeError, OSError, TypeError):  # another C library
        ctypes.CDLL(None).malloc_trim(0)


def _allow_files(number: int) -> None:
    """Let this process open this many files, if the system allows it: connections are files."""
    try:
        import resource
    except ImportError:
        return  # not POSIX
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = number if hard == resource.RLIM_INFINITY else min(number, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _require_loopback(host: str, network: bool) -> None:
    """Refuse to be reached from elsewhere unless that is wanted. Raises BadParameter."""
    try:
        loopback = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        loopback = False
    if not loopback and not network:
        raise typer.BadParameter(f"{host} can be reached by others: add --open-to-network if you want that")


def _named(wanted: list[str | None]) -> dict[str, str | None]:
    """The lexicons by the names that people see: those of their files."""
    from .messages import short_name

    found: dict[str, str | None] = {}
    for one in wanted:
        name = "English" if one is None else short_name(one)
        while name in found:
            name += "'"
        found[name] = one
    return found


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens. Raises StorageError if the port is taken, BadParameter if no host can have this name."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # asyncio sends small messages at once (TCP_NODELAY) only on a socket that says that it is one of TCP.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(256)
        return listener
    except UnicodeError:
        raise typer.BadParameter(f"{host[:80]} is not a name of a host") from None
    except OSError as error:
        told = StorageError.of(error, "cannot listen", f"{host}:{port}")
        if error.errno == errno.EADDRINUSE:
            told.remedy = "another port: --port NUMBER, or --port 0 for a free one"
        raise told from error


def _address(listener: socket.socket, host: str) -> str:
    port = listener.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"
