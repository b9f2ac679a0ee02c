"""``lexc use`` and ``lexc alphabets``: the default lexicon, and the alphabets that come with lexkit."""

from __future__ import annotations

from typing import Annotated

from ... import console
from ...complete_names import lexicons
from ...declared_commands import App, Argument, Option
from ...help_text import wrap_facts
from .options import Json

app = App()


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


@app.command()
def alphabets(as_json: Json = False) -> None:
    """List the alphabets: name, letters, tiles in the bag.

    \b
    Example: lexc alphabets
    """
    from ...lexicons import alphabet, alphabet_names

    shipped = [alphabet(name) for name in alphabet_names()]
    if as_json:
        console.write([console.json_line(one.to_json()) for one in shipped])
        return
    for one in shipped:
        tiles = one.blanks + sum(tile.count for tile in one.tiles)
        line = f"{one.name:18} {len(one):2} letters {tiles:4} tiles  {' '.join(one)}"
        lines = wrap_facts([line], 20) if console.on_terminal() else [line]
        console.write([f"{part}\n" for part in lines])
