"""``lexc alphabets`` and ``layouts``: list the ones that come with lexkit, and convert those of other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .. import console
from ..command_files import READS
from ..help_text import wrap_facts
from ..shell_completion import alphabets as complete_alphabets
from ..shell_completion import layouts as complete_layouts
from .options import Force, Json, Output, refuse_existing

app = typer.Typer(rich_markup_mode=None)


@app.command()
def alphabets(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", autocompletion=complete_alphabets, help="An alphabet: name or file."),
        READS,
    ] = None,
    form: Annotated[
        str | None,
        typer.Option("--as", metavar="FORM", help="toml, magpie, macondo, wolges or quackle.  [default: toml]"),
    ] = None,
    output: Output = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """List the alphabets: name, letters, tiles in the bag. With NAME, write that one, for lexkit or another program.

    NAME may be a file: TOML, or a letter distribution of MAGPIE, Macondo, wolges or Quackle.

    \b
    Example: lexc alphabets
    Example: lexc alphabets catalan --as magpie -o catalan.csv
    """
    from lexkit.lexicons import alphabet, alphabet_names, find_alphabet

    if name is not None:
        one = find_alphabet(name)
        _write(console.json_line(one.to_json()) if as_json else one.to_text(form or "toml"), output, force)
        return
    _require_name(form, output)
    shipped = [alphabet(one) for one in alphabet_names()]
    if as_json:
        console.write([console.json_line(one.to_json()) for one in shipped])
        return
    for one in shipped:
        tiles = one.blanks + sum(tile.count for tile in one.tiles)
        line = f"{one.name:18} {len(one):2} letters {tiles:4} tiles  {' '.join(one)}"
        lines = wrap_facts([line], 20) if console.on_terminal() else [line]
        console.write([f"{part}\n" for part in lines])


@app.command()
def layouts(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", autocompletion=complete_layouts, help="A layout: name or file."),
        READS,
    ] = None,
    form: Annotated[
        str | None, typer.Option("--as", metavar="FORM", help="toml, magpie, macondo or quackle.  [default: toml]")
    ] = None,
    output: Output = None,
    force: Force = False,
) -> None:
    """List the board layouts: name, rows and columns. With NAME, write that one, for lexkit or another program.

    NAME may be a file: TOML, or a layout of MAGPIE, Macondo or Quackle.

    \b
    Example: lexc layouts
    Example: lexc layouts super --as magpie -o super21.txt
    """
    from lexkit.lexicons import layout_names
    from lexkit.runtime.game.layout import Layout, find_layout

    if name is not None:
        _write(find_layout(name).to_text(form or "toml"), output, force)
        return
    _require_name(form, output)
    for one in map(Layout.named, layout_names()):
        console.write([f"{one.name:18} {one.rows} rows {one.columns} columns, start {one.start_name}\n"])


def _require_name(form: str | None, output: str | None) -> None:
    """Raise a usage error if --as or --output is given without a NAME."""
    if form is not None or output is not None:
        raise typer.BadParameter("needs the NAME to write", param_hint="--as" if form is not None else "--output")


def _write(text: str, output: str | None, force: bool) -> None:
    if output is None:
        console.write([text])
        return
    from lexkit.formats.atomic import write_atomically

    refuse_existing(Path(output), force)
    write_atomically(output, [text.encode("utf-8")])
