"""``lexq draw``: a picture of a position, or of the automaton of a few words.

A POSITION and its lexicon are read as by the commands in :mod:`.board_commands`.
"""

from __future__ import annotations

from enum import Enum
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from lexkit.base.errors import LexkitError, PositionError
from lexkit.runtime.pictures import automaton_dot, automaton_svg, best_scores, board_svg, squares_used

from .. import console
from ..command_files import READS, WRITES, require_target
from .board_commands import LayoutName, LexiconName, PositionLexicons, RackText, choose_rack
from .shared_options import AlphabetName

if TYPE_CHECKING:
    from lexkit.runtime.game.board import Board

app = typer.Typer(rich_markup_mode=None)

#: Suffixes of the picture formats.
_SVG: Final = ".svg"
_PNG: Final = ".png"
_DOT: Final = ".dot"
_PNG_NEEDS: Final = "pip install 'lexkit[png]', or name a file .svg"


class Heat(str, Enum):
    """Measure that a heat map shows."""

    used = "used"
    best = "best"


PictureFile = Annotated[
    str | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        callback=require_target,
        help="Write to FILE, never partially: .svg, .png or (words) .dot; - is standard output.",
    ),
    WRITES,
]


@app.command()
def draw(
    position: Annotated[
        str | None,
        typer.Argument(
            metavar="[POSITION]", help="A CGP text; a file with one position; - reads stdin.", show_default=False
        ),
        READS,
    ] = None,
    output: PictureFile = None,
    move: Annotated[
        str | None, typer.Option("--move", "-m", metavar="PLAY", help="Show a proposed move: '8D QUIZ'.")
    ] = None,
    heat: Annotated[
        Heat | None,
        typer.Option("--heat", help="Colour squares by the number of moves that use them, or by the best score."),
    ] = None,
    rack: RackText = None,
    dark: Annotated[bool, typer.Option("--dark", help="Use colours for a dark page.")] = False,
    size: Annotated[
        int, typer.Option("--size", min=16, max=10_000, metavar="PIXELS", help="Width of the board in pixels.")
    ] = 640,
    words: Annotated[
        str | None, typer.Option("--words", "-w", metavar="WORD,...", help="Draw the GADDAG of these words instead.")
    ] = None,
    dawg: Annotated[bool, typer.Option("--dawg", help="With --words: draw the DAWG instead.")] = False,
    trie: Annotated[bool, typer.Option("--trie", help="With --words: do not merge equal states.")] = False,
    semi: Annotated[
        bool, typer.Option("--semi-minimized", help="With --words: merge states as Gordon's Figure 4 does.")
    ] = False,
    terminals: Annotated[
        bool, typer.Option("--terminals", help="With --words: show ends of words as nodes, not as letter sets.")
    ] = False,
    lexicon: LexiconName = None,
    layout: LayoutName = None,
    alphabet: AlphabetName = None,
    *,
    ctx: typer.Context,
) -> None:
    """Draw a position, or the automaton of a few words.

    \b
    Without -o, SVG is written to standard output. PNG needs an extra: pip install 'lexkit[png]'. Graphviz lays out
    automata; if it is not installed, the command writes DOT text, its input, and says so on standard error.

    \b
    Example: lexq draw board.txt -o board.svg
    Example: lexq draw board.txt --move "8D QUIZ" --dark -o board.png
    Example: lexq draw board.txt --heat best --rack RETAIN? -o heat.svg
    Example: lexq draw --words CARE,CAREEN -o gaddag.svg
    Example: lexq draw --words CAR,CARS,CAT --dawg --trie --terminals -o trie.svg
    """
    if position is None and words is None:
        raise typer.BadParameter("expected a POSITION or --words", param_hint="POSITION")
    if position is not None and words is not None:
        raise typer.BadParameter("a POSITION and --words exclude each other")
    output = None if output == "-" else output
    suffix = _suffix_of(output, words is not None)
    if words is not None:
        if move is not None or heat is not None or rack is not None:
            raise typer.BadParameter("--words excludes --move, --heat and --rack")
        if trie and semi:
            raise typer.BadParameter("--trie and --semi-minimized exclude each other")
        merged = "none" if trie else "some" if semi else "all"
        shown = {"reverse": not dawg, "merged": merged, "terminals": terminals, "dark": dark}
        _draw_words(words, shown, output, suffix, PositionLexicons(ctx, lexicon, alphabet))
        return
    for name, chosen in (("dawg", dawg), ("trie", trie), ("semi-minimized", semi), ("terminals", terminals)):
        if chosen:
            raise typer.BadParameter(f"--{name} needs --words")
    lexicons = PositionLexicons(ctx, lexicon, alphabet)
    found = [board for _, board in islice(lexicons.positions(str(position), layout), 2)]
    if len(found) != 1:
        what = "no position" if not found else "more than one position"
        raise PositionError(what, expected="one to draw", remedy="give one line of the file: sed -n 3p games.cgp")
    numbers = None if heat is None else _numbers(heat, found[0], rack, lexicons)
    _write(board_svg(found[0], move=move, heat=numbers, dark=dark, size=size), output, suffix)


def _numbers(heat: Heat, board: Board, rack: str | None, lexicons: PositionLexicons) -> dict[str, int]:
    moves = lexicons.of(board).moves(board, choose_rack(board, rack))
    return squares_used(moves) if heat is Heat.used else best_scores(moves)


def _draw_words(words: str, shown: dict[str, Any], output: str | None, suffix: str, lexicons: PositionLexicons) -> None:
    from lexkit.building import build
    from lexkit.compiler.build import Options

    listed = words.replace(",", " ").split()
    if not listed:
        raise typer.BadParameter("expected some words, as in CARE,CAREEN, found none", param_hint="--words")
    alphabet = lexicons.alphabet()
    lexicon = build(listed, options=Options() if alphabet is None else Options(alphabet=alphabet))
    dot = automaton_dot(lexicon, **shown)
    svg = None if suffix == _DOT else automaton_svg(dot)
    if svg is not None:
        _write(svg, output, suffix)
        return
    if suffix != _DOT:
        if output is not None:
            output = str(Path(output).with_suffix(_DOT))
        console.tell(f"lexq: Graphviz is not installed: {output or 'this'} is DOT text, for dot -Tsvg\n")
    _write(dot, output, _DOT)


def _suffix_of(output: str | None, words: bool) -> str:
    """Return the suffix that gives the format of the picture."""
    if output is None:
        return _SVG
    suffix = Path(output).suffix.lower()
    known = (_SVG, _PNG, _DOT) if words else (_SVG, _PNG)
    if suffix not in known:
        raise typer.BadParameter(f"expected a file named {', '.join(known)}, found {output}", param_hint="--output")
    return suffix


def _write(text: str, output: str | None, suffix: str) -> None:
    """Write a picture to standard output, or to a file atomically."""
    if suffix != _PNG or output is None:
        with console.into_file(output):
            console.write([text])
        return
    from lexkit.formats.atomic import write_atomically

    write_atomically(output, [_as_png(text)])


def _as_png(svg: str) -> bytes:
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise LexkitError("pictures as PNG need the package resvg-py", remedy=_PNG_NEEDS) from None
    return bytes(svg_to_bytes(svg_string=svg))
