"""The commands of ``lexq`` about boards: moves, best, score, judge, autoplay.

A POSITION is a CGP text, a file or standard input; see :mod:`.positions`. Piped, an answer is a line of fields with a
tab between; on a terminal it is a table; ``--json`` gives one object a line. The lexicon is the one named with -l or
$LEXKIT_LEXICON, else the one the position's ``lex`` names where there is such a one here, else the user's default.

Only loaded when one of its commands is asked for: :mod:`..cli` answers about words without it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ... import console
from ...errors import PositionError
from ..game.rack import Rack
from ..game.text.position_files import Position, read_positions
from .autoplay import autoplay
from .tables import screen

if TYPE_CHECKING:
    from ...formats.alphabet import Alphabet
    from ..game.board import Board
    from ..game.move import Move
    from ..lexicon import Lexicon

app = typer.Typer(rich_markup_mode=None)
app.command()(autoplay)

#: Moves shown on a terminal where no number is given.
_SCREENFUL = 20
#: Moves written at a time.
_PAGE = 1024

PositionText = Annotated[
    str, typer.Argument(metavar="POSITION", help="A CGP text; a file of CGP lines or a drawn board; - reads stdin.")
]
PlaceText = Annotated[str, typer.Argument(metavar="PLACE", help="8D is row 8 from column D across; D8 is down.")]
TilesText = Annotated[
    str,
    typer.Argument(
        metavar="TILES", help="The whole main word; . or its letter for a tile on the board, lower case for a blank."
    ),
]
RackText = Annotated[
    str | None, typer.Option("--rack", "-r", metavar="TILES", help="The rack, ? a blank; else the position's.")
]
LexiconName = Annotated[
    str | None,
    typer.Option(
        "--lexicon", "-l", metavar="NAME or FILE", help="The lexicon, else the one the position names, or yours."
    ),
]
LayoutName = Annotated[
    str | None, typer.Option("--layout", metavar="NAME or FILE", help="standard, super, or a TOML file of squares.")
]
Json = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]


# -- commands -------------------------------------------------------------------------------------------


@app.command()
def moves(
    ctx: typer.Context,
    position: PositionText,
    rack: RackText = None,
    top: Annotated[
        int | None, typer.Option("--top", "--limit", "-n", min=0, metavar="N", help="Only the best N moves.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All moves, on a terminal too (which shows 20).")] = False,
    count: Annotated[bool, typer.Option("--count", "-c", help="Only how many moves there are.")] = False,
    as_json: Json = False,
    lexicon: LexiconName = None,
    layout: LayoutName = None,
) -> None:
    """Every legal move of a rack with its score, the best first.

    \b
    Piped, a move is a line of four fields with a tab between: place, tiles, score, and the words formed with /
    between, the main word first. Of several positions each line starts with one field more, the number of the
    position's line; --count writes one number a line for each. Exit code 1 where there is no move at all.

    \b
    Example: lexq moves board.txt --rack RETAIN? --top 10
    Example: lexq moves "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0" | head -3
    Example: lexq moves games.cgp --json | jq -r .tiles
    """
    if every and top is not None:
        raise typer.BadParameter("--all and --top N exclude each other")
    table = not as_json and not count and console.on_terminal()
    numbered = False
    most = _SCREENFUL if table and top is None and not every else top
    judges = _Judges(ctx, lexicon)
    positions = judges.positions(position, layout)
    if not as_json and not count:
        positions, numbered = _several(positions)
    total = 0
    for number, board in positions:
        held = _rack(board, rack)
        found = judges.of(board).moves(board, held)
        total += len(found)
        if count:
            counted = {"position": number or 1, "count": len(found)}
            console.write([console.json_line(counted) if as_json else f"{len(found)}\n"])
            continue
        chosen = found.top(len(found) if most is None else most)
        if table:
            if chosen:
                _table(board, chosen, held, number if numbered else None)
            _remark(len(found), len(chosen))
        else:
            console.write(_lines(number, board, chosen, held, numbered, as_json))
    raise typer.Exit(0 if total else console.NOTHING)


@app.command()
def best(
    ctx: typer.Context,
    position: PositionText,
    rack: RackText = None,
    as_json: Json = False,
    lexicon: LexiconName = None,
    layout: LayoutName = None,
) -> None:
    """The move of the highest score.

    \b
    Of equal scores it is the one across, then the one of fewer tiles, then the leftmost, then the topmost. Piped it
    is one line as `lexq moves` writes it. Of a file's lines of CGP each has its line here, in order: - (null with
    --json) where there is no move. Exit code 1 where no position has one.

    \b
    Example: lexq best board.txt --rack RETAIN?
    Example: lexq best - < games.cgp | cut -f3
    """
    judges = _Judges(ctx, lexicon)
    table = not as_json and console.on_terminal()
    found = 0
    for number, board in judges.positions(position, layout):
        held = _rack(board, rack)
        move = judges.of(board).best_move(board, held)
        found += move is not None
        if move is not None and table:
            _table(board, [move], held, number)
        elif move is not None:
            console.write(_lines(number, board, [move], held, False, as_json))
        elif number is not None:
            console.write(["null\n" if as_json else "-\n"])
    raise typer.Exit(0 if found else console.NOTHING)


@app.command()
def score(
    ctx: typer.Context,
    position: PositionText,
    place: PlaceText,
    tiles: TilesText,
    as_json: Json = False,
    lexicon: LexiconName = None,
    layout: LayoutName = None,
) -> None:
    """What a play scores and how that adds up, whether or not its words are words.

    \b
    Piped it is a line with tabs: place, tiles, score, then WORD POINTS for each word formed, the main word first,
    and last `bingo 50` where the whole rack is played. A play that the board does not allow is an error, exit code 3.

    \b
    Example: lexq score board.txt 8D CARE
    Example: lexq score board.txt D8 ".IFE" --json
    """
    for number, board in _Judges(ctx, lexicon).positions(position, layout):
        move = board.move(f"{place} {tiles}")
        if as_json:
            console.write([console.json_line(_facts(number, move))])
        elif console.on_terminal():
            _sum(move)
        else:
            parts = [f"{word} {points}" for word, points in move.breakdown]
            console.write(["\t".join((move.place, move.tiles, str(move.score), *parts)) + "\n"])


@app.command()
def judge(
    ctx: typer.Context,
    position: PositionText,
    place: PlaceText,
    tiles: TilesText,
    rack: RackText = None,
    as_json: Json = False,
    lexicon: LexiconName = None,
    layout: LayoutName = None,
) -> None:
    """Whether a play is legal, with its score, or exactly why it is not: one sentence.

    \b
    The tiles must be on the rack where one is given or known. Exit code 0 legal, 1 not legal.

    \b
    Example: lexq judge board.txt 8D CARE --rack ACER && echo play it
    """
    judges = _Judges(ctx, lexicon)
    legal = True
    for number, board in judges.positions(position, layout):
        verdict = board.explain(place, tiles, rack=rack, lexicon=judges.of(board))
        legal = legal and verdict.legal
        if as_json:
            words = [{"word": word, "valid": valid} for word, valid in verdict.words]
            facts = {"position": number or 1, "place": place, "tiles": tiles, "legal": verdict.legal}
            facts |= {"score": verdict.score, "reason": verdict.reason, "words": words}
            console.write([console.json_line(facts)])
        elif console.on_terminal():
            screen().print(str(verdict), style="green" if verdict else "red")
        else:
            console.write([f"{verdict}\n"])
    raise typer.Exit(0 if legal else console.NOTHING)


# -- what they share ------------------------------------------------------------------------------------


class _Judges:
    """The lexicon of each position; one that several positions mean is opened once."""

    def __init__(self, ctx: typer.Context, name: str | None) -> None:
        self._name: str | None = name or ctx.find_root().params.get("lexicon")
        self._opened: dict[str, Lexicon] = {}

    def positions(self, source: str, layout: str | None) -> Iterator[Position]:
        """The positions that the command's argument means."""
        from ..game.layout import Layout

        chosen = Layout.from_toml(layout) if layout and layout.endswith(".toml") else layout
        return read_positions(source, alphabet=self._alphabet, layout=chosen)

    def of(self, board: Board) -> Lexicon:
        """The lexicon that is named, else the one this position means."""
        wanted = "" if self._name is not None else board.opcodes.get("lex", "")
        if wanted not in self._opened:
            self._opened[wanted] = self._meant_by(board) if self._name is None else self._open()
        return self._opened[wanted]

    @staticmethod
    def _meant_by(board: Board) -> Lexicon:
        from ..lexicon import lexicon_of

        return lexicon_of(board.judge())

    def _open(self) -> Lexicon:
        from ...catalogue import open as open_lexicon

        return open_lexicon(self._name)

    def _alphabet(self) -> Alphabet | None:
        """The alphabet of a drawing: that of the lexicon that is named. English is left to the board, whose size
        says which of two sets of its tiles is meant."""
        if self._name is None:
            return None
        opened = self._opened[""] = self._open()
        return None if opened.alphabet.name == "english" else opened.alphabet


def _rack(board: Board, rack: str | None) -> str:
    """The rack given, else that of the player to move."""
    held = board.racks[0] if rack is None else rack
    if not held:
        raise PositionError("no rack", place="rack", expected="one in the position, or --rack TILES")
    return held


def _several(positions: Iterator[Position]) -> tuple[Iterator[Position], bool]:
    """The same positions, and whether they are more than one."""
    head = list(islice(positions, 2))
    return chain(head, positions), len(head) > 1


# -- answers --------------------------------------------------------------------------------------------


def _facts(number: int | None, move: Move) -> dict[str, Any]:
    """A move as a JSON object."""
    return {
        "position": number or 1,
        "place": move.place,
        "tiles": move.tiles,
        "score": move.score,
        "words": list(move.words),
        "bingo": move.is_bingo,
        "breakdown": move.breakdown,
    }


def _leave(board: Board, rack: str, move: Move) -> str:
    """What stays on the rack."""
    return str(Rack(rack, board.alphabet) - move.played)


def _lines(
    number: int | None, board: Board, chosen: list[Move], rack: str, numbered: bool, as_json: bool
) -> Iterator[str]:
    """Moves as lines, a page at a time."""
    for first in range(0, len(chosen), _PAGE):
        page = chosen[first : first + _PAGE]
        if as_json:
            yield "".join(
                [console.json_line({**_facts(number, move), "leave": _leave(board, rack, move)}) for move in page]
            )
        else:
            start = f"{number}\t" if numbered else ""
            yield "".join(
                [f"{start}{move.place}\t{move.tiles}\t{move.score}\t{'/'.join(move.words)}\n" for move in page]
            )


# -- on a terminal --------------------------------------------------------------------------------------


def _table(board: Board, chosen: list[Move], rack: str, number: int | None) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, header_style="dim", pad_edge=False, title_justify="left")
    if number is not None:
        table.title = f"line {number}"
    table.add_column("place", style="cyan")
    table.add_column("tiles", style="bold")
    table.add_column("score", justify="right", style="green")
    table.add_column("words")
    table.add_column("leave", style="dim")
    for move in chosen:
        # As plain text: what is in brackets is a tile here, no style.
        row = (move.place, move.tiles, str(move.score), "/".join(move.words), _leave(board, rack, move))
        table.add_row(*map(Text, row))
    screen().print(table)


def _remark(found: int, shown: int) -> None:
    less = f", {shown:,} shown" if shown < found else ""
    screen().print(f"{found:,} {'move' if found == 1 else 'moves'}{less}", style="dim")


def _sum(move: Move) -> None:
    """How a score adds up."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column()
    table.add_column(justify="right", style="green")
    for word, points in (*move.breakdown, (f"{move.place} {move.tiles}", move.score)):
        table.add_row(Text(word), Text(str(points)))
    screen().print(table)
