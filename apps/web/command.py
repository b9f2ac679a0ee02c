"""``lexq serve``: run the server, for this machine only unless the user opens it to a network."""

from __future__ import annotations

import errno
import ipaddress
import socket
from collections.abc import Iterable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final

import typer

from lexkit.errors import StorageError

from ..shell import console
from ..shell.command_files import CHANGES, READS, READS_LIST, require_file

app = typer.Typer(rich_markup_mode=None)

_NEEDS: Final = "lexq serve needs a web server: pip install 'lexkit[web]'\n"
_API_NEEDS: Final = "lexq serve --api needs more than lexkit alone: pip install 'lexkit[api]'\n"
#: Modules that the server of pages needs, and those that the API server needs.
_SERVER: Final = ("uvicorn", "starlette", "websockets", "msgspec")
_API_SERVER: Final = ("uvicorn", "starlette", "msgspec", "prometheus_client")
_PORT: Final = 8765
_OPENED: Final = (
    "Anyone who reaches this address can start games, search words and store cards here, and nothing is encrypted: "
    "others in the network can read what is sent, including tokens and keys of cards. Use a network that you trust.\n"
)


@app.command()
def serve(
    port: Annotated[
        int, typer.Option("--port", "-p", min=0, max=65535, help="Port to listen on; 0 takes a free one.")
    ] = _PORT,
    offered: Annotated[
        list[str] | None,
        typer.Option("--offer", metavar="LEXICON", help="Offer another lexicon, by name or path; repeatable."),
        READS_LIST,
    ] = None,
    folder: Annotated[
        str | None,
        typer.Option(
            "--games",
            metavar="FOLDER",
            callback=require_file,
            help="Keep games in FOLDER instead of your data folder.",
        ),
        CHANGES,
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in a browser.")] = True,
    host: Annotated[str, typer.Option("--host", metavar="ADDRESS", help="Listen at this address.")] = "127.0.0.1",
    network: Annotated[
        bool,
        typer.Option(
            "--open-to-network",
            help="Required for any --host but 127.0.0.1: others can then play and search here, unencrypted.",
        ),
    ] = False,
    names: Annotated[
        list[str] | None,
        typer.Option(
            "--name", metavar="HOST", help="Also answer to this host name, such as that of a proxy; repeatable."
        ),
    ] = None,
    api: Annotated[bool, typer.Option("--api", help="Serve a JSON API for programs instead of pages.")] = False,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=console.MOST_WORKERS, help="With --api: number of processes.")
    ] = 1,
    keys: Annotated[
        str | None,
        typer.Option(
            "--keys", metavar="FILE", callback=require_file, help="With --api: accept only the keys in this TOML file."
        ),
        READS,
    ] = None,
    new_key: Annotated[
        str | None,
        typer.Option(
            "--new-key", metavar="NAME", help="Make a key and print its entry for --keys; the key goes to stderr."
        ),
    ] = None,
    log: Annotated[
        bool, typer.Option("--log", help="With --api: log each request to stderr as a line of JSON.")
    ] = False,
    *,
    ctx: typer.Context,
) -> None:
    """Serve games, word search and study in the browser from this machine.

    With --api, it answers other programs instead: words, hooks, moves, analyses.

    \b
    Example: lexq serve
    Example: lexq serve --port 9000 --no-browser
    Example: lexq serve --host 0.0.0.0 --open-to-network
    Example: lexq serve --api --workers 2
    """
    if new_key is not None:
        _make_key(new_key)
        return
    _require_loopback(host, network)
    wanted = [ctx.obj, *(offered or ())]
    if api:
        if folder is not None:
            raise typer.BadParameter("--games is for the pages: --api stores nothing")
        _require(_API_SERVER, _API_NEEDS)
        paths = None if keys is None else Path(keys)
        _serve_api(_named(wanted), host, port, network, tuple(names or ()), workers, paths, log)
        return
    if workers > 1 or keys is not None or log:
        raise typer.BadParameter("--workers, --keys and --log need --api")
    _require(_SERVER, _NEEDS)
    import uvicorn

    from lexkit import user_folder

    from .application import Application
    from .server import make_config, tune_process

    lexicons = _named(wanted)
    listener = _listen(host, port)
    made = Application(lexicons, Path(folder) if folder else user_folder(), network=network, names=names or ())
    address = _address(listener, host)
    console.tell(f"{address}\n{_OPENED if network else ''}Ctrl-C stops it; games are saved.\n")
    if browser and console.on_terminal():
        import webbrowser

        webbrowser.open(address)
    # Besides connections, files are open for lexicons, and three for each database.
    _allow_files(made.limits.connections + 300)
    config = make_config(made.app, made.limits)
    tune_process()
    uvicorn.Server(config).run(sockets=[listener])


def _serve_api(
    lexicons: dict[str, str | None],
    host: str,
    port: int,
    network: bool,
    names: tuple[str, ...],
    workers: int,
    keys: Path | None,
    log: bool,
) -> None:
    """Run the API server."""
    from ..api.keys import Keys
    from ..api.running import Settings, run
    from ..table.lexicons import lasting_name, open_lexicon
    from .limits import Limits

    lasting = {name: lasting_name(path) for name, path in lexicons.items()}
    for path in lasting.values():
        open_lexicon(path)  # report errors now, once, not in each worker
    if keys is not None:
        _ = Keys(keys).by_hash
    listener = _listen(host, port)
    _allow_files(Limits.connections + 300)
    console.tell(f"{_address(listener, host)}api/v1/\nCtrl-C stops it.\n")
    run(Settings(lasting, network, names, keys, log, workers), listener)


def _require(modules: Iterable[str], needs: str) -> None:
    """Exit with a note what to install if one of these modules is missing."""
    if not all(map(find_spec, modules)):
        console.tell(needs)
        raise typer.Exit(2)


def _make_key(name: str) -> None:
    """Write the entry of a new key to standard output, and the key to standard error."""
    _require(_API_SERVER, _API_NEEDS)
    from ..api.keys import make_key

    key, entry = make_key(name)
    console.write([entry])
    console.tell(f"The key, which is shown only now: {key}\n")


def _allow_files(number: int) -> None:
    """Raise the limit of open files of this process, if the system allows it; connections are files."""
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
    """Raise BadParameter for a host that others can reach, unless ``network`` allows it."""
    try:
        loopback = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        loopback = False
    if not loopback and not network:
        raise typer.BadParameter(f"{host} can be reached by others: add --open-to-network if you want that")


def _named(wanted: list[str | None]) -> dict[str, str | None]:
    """Return the lexicons by the names that people see, those of their files."""
    from ..table.lexicons import lasting_name
    from .requests import short_name

    found: dict[str, str | None] = {}
    for one in wanted:
        name = short_name(lasting_name(None) if one is None else one)
        while name in found:
            name += "'"
        found[name] = one
    return found


def _listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises StorageError if the port is taken, BadParameter for an invalid host."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # asyncio sets TCP_NODELAY, to send small messages at once, only on sockets with this protocol number.
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
