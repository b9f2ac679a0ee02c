"""``lexc doctor`` and ``use``: this installation, your default."""

from __future__ import annotations

import json
import os
import shlex
import shutil
from typing import Annotated, Any, Final

from ... import console
from ...complete_names import lexicons
from ...declared_commands import App, Argument, Option
from .about_files import write_facts
from .options import Json

app = App()

#: The command of pip that compiles an installed package again.
_AGAIN: Final = "pip install --force-reinstall --no-deps --no-cache-dir"


@app.command()
def doctor(as_json: Json = False) -> None:
    """Show how lexkit runs here: compiled or interpreted, versions, folders, the default lexicon.

    \b
    Example: lexc doctor
    """
    import platform
    from importlib.metadata import version

    from ...catalogue import choose, lexicon_folder
    from ...formats import __version__
    from ...formats.compiled_kernels import SLOWER, backend, kernel_states
    from ...formats.user_cache import cache_folder, distrust

    why = distrust(cache_folder())
    states = kernel_states()
    facts: dict[str, Any] = {
        "lexkit": __version__,
        "kernels": backend(),
        "interpreted": [name for name, compiled in states.items() if not compiled] or ["none"],
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": f"{platform.system()} {platform.machine()}",
        **{name: version(name) for name in ("numpy", "typer", "zstandard")},
        "cache folder": f"{cache_folder()} (not used: {why})" if why else str(cache_folder()),
        "lexicon folder": str(lexicon_folder()),
        "default lexicon": str(choose()),
    }
    write_facts(facts, as_json)
    if backend() != "compiled":
        console.tell(f"lexc: kernels run interpreted, {SLOWER}; {_first_step()}: {install_command()}\n")


def _first_step() -> str:
    """What the user has to do before kernels can be compiled."""
    compiler = shlex.split(os.environ.get("CC", "")) or ["cc"]
    if any(map(shutil.which, (compiler[0], "gcc", "clang", "cl"))):
        return "compile them"
    return "no C compiler is found: install gcc or clang, then compile them"


def install_command() -> str:
    """The command that installs lexkit again from where it came, and fails if its kernels cannot be compiled."""
    from importlib.metadata import distributions

    try:
        # A checkout in the path may stand before what pip installed.
        told = [one.read_text("direct_url.json") for one in distributions(name="lexkit")]
        origin = json.loads(next(filter(None, told), "{}"))
    except ValueError:
        origin = {}
    url = str(origin.get("url", ""))
    source = _find_path(url) if url.startswith("file:") else url
    if not source:
        # From an index: its source, not a wheel that was made for all machines.
        source = "--no-binary lexkit lexkit"
    elif source.endswith(".whl"):
        source = "FOLDER_OF_ITS_SOURCE"
    else:
        source = shlex.quote(source)
    editable = "-e " if origin.get("dir_info", {}).get("editable") else ""
    return f"LEXKIT_KERNELS=yes {_AGAIN} {editable}{source}"


def _find_path(url: str) -> str:
    """The path of a file: URL."""
    # Loaded only if it is needed: every start of lexc would wait for it.
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    return url2pathname(urlsplit(url).path)


@app.command()
def use(
    lexicon: Annotated[
        str | None, Argument(metavar="[FILE]", autocompletion=lexicons, help="A lexicon: path or name.")
    ] = None,
    forget: Annotated[bool, Option("--forget", help="Back to the bundled English list.")] = False,
) -> None:
    """Make a lexicon your default for lexq and lexkit.open(); without FILE, show which it is.

    \b
    Example: lexc use nwl.gaddag
    """
    from ...catalogue import choose, set_default

    if forget:
        set_default(None)
    elif lexicon is not None:
        set_default(lexicon)
    console.write([console.shown(str(choose())) + "\n"])
