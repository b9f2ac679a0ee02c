"""The commands of ``lexq`` about boards: moves, best, score, judge.

A POSITION is a CGP text, a file or standard input: see :mod:`lexkit.runtime.game.text.read_positions`. A piped
answer is a line of fields separated by tabs; on a terminal it is a table; ``--json`` writes one object per line. The
lexicon is the one named with -l or $LEXKIT_LEXICON, else the one that the position's ``lex`` names if it is
installed, else the user's default.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lexkit.base.errors import PositionError
from lexkit.lexicons import find_alphabet
from lexkit.runtime.game.rack import Rack
from lexkit.runtime.game.text.alphabet_of_text import names_own_alphabet, says_alphabet
from lexkit.runtime.game.text.position import with_variant
from lexkit.runtime.game.text.read_positions import NumberedBoard, Reading, read_positions

from .. import console
from ..command_files import READS, READS_LIST, WRITES, require_file
from ..shell_completion import layouts as complete_layouts
from ..shell_completion import lexicons_and_others as complete_lexicons
from .moves_with_columns import answer_table, choose_columns, usual_columns
from .shared_options import AlphabetName, Cluster, Json, Processes, VariantName
from .terminal_tables import screen, write_total

if TYPE_CHECKING:
    from lexkit.formats.alphabet import Alphabet
    from lexkit.runtime.game.board import Board
    from lexkit.runtime.game.move import Move
    from lexkit.runtime.lexicon.lexicon import Lexicon

app = typer.Typer(rich_markup_mode=None)

#: Default number of moves shown on a terminal.
_SCREENFUL = 20

PositionText = Annotated[
    str,
    typer.Argument(metavar="POSITION", help="A CGP text; a file of CGP lines or a drawn board; - reads stdin."),
    READS,
]
PlaceText = Annotated[
    str, typer.Argument(metavar="PLACE", help="8D: row 8, column D, across; D8: the same square, down.")
]
TilesText = Annotated[
    str,
    typer.Argument(
        metavar="TILES", help="The whole main word; . or the letter for a tile on the board, lower case for a blank."
    ),
]
RackText = Annotated[
    str | None,
    typer.Option("--rack", "-r", metavar="TILES", help="The rack, with ? for a blank; default: the position's."),
]
LexiconName = Annotated[
    str | None,
    typer.Option(
        "--lexicon",
        "-l",
        metavar="NAME or FILE",
        autocompletion=complete_lexicons,
        help="The lexicon; default: the one the position names, else yours.",
    ),
    READS_LIST,
]
LayoutName = Annotated[
    str | None,
    typer.Option(
        "--layout",
        metavar="NAME or FILE",
        autocompletion=complete_layouts,
        help="standard, super, or a TOML file of squares.",
    ),
    READS,
]


# -- commands -------------------------------------------------------------------------------------------


@app.command()
def moves(
    ctx: typer.Context,
    position: PositionText,
    rack: RackText = None,
    top: Annotated[
        int | None, typer.Option("--top", "--limit", "-n", min=0, metavar="N", help="Write only the best N moves.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="Write all moves on a terminal too, which otherwise shows 20.")
    ] = False,
    sort: Annotated[
        str, typer.Option("--sort", metavar="KEY", help="score; or equity, which includes exchanges and the pass.")
    ] = "score",
    columns: Annotated[
        str | None,
        typer.Option("--columns", metavar="NAME,...", help="Columns to show: place,tiles,score,leave,equity."),
    ] = None,
    count: Annotated[bool, typer.Option("--count", "-c", help="Write only the number of moves.")] = False,
    as_json: Json = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Write CSV; the first line names the columns.")] = False,
    best: Annotated[
        bool,
        typer.Option(
            "--best", help="Read a table of positions (.parquet, .arrow, .csv); write it with best moves to -o."
        ),
    ] = False,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            callback=require_file,
            help="With --best: the table to write, never partially.",
        ),
        WRITES,
    ] = None,
    column: Annotated[
        str, typer.Option("--column", metavar="NAME", help="With --best: name of the column that holds CGP positions.")
    ] = "cgp",
    processes: Processes = None,
    cluster: Cluster = None,
    lexicon: LexiconName = None,
    layout: LayoutName = None,
    alphabet: AlphabetName = None,
    variant: VariantName = None,
) -> None:
    """All legal moves of a rack with their scores, best first.

    \b
    Piped, a move is a line of four fields separated by tabs: place, tiles, score, and the words formed, separated by
    /, the main word first. If there are several positions, each line starts with the line number of its position,
    and --count writes one number for each position. Exit code 1 if there is no move at all.

    \b
    The equity is the score plus the value of the leave, from the leave values of the lexicon (lexc leaves), else from
    those of the bundled list. Columns: kind, place, tiles, score, words, leave, equity, is_bingo, row, column,
    across, played.

    \b
    In WordSmog, the same tiles on the same squares in another order are listed only once, with the best order (on an
    empty board the best by score and the best by equity), unless --all or --count is given.

    \b
    Example: lexq moves board.txt --rack RETAIN? --top 10
    Example: lexq moves "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0" | head -3
    Example: lexq moves games.cgp --json | jq -r .tiles
    Example: lexq moves board.txt --rack RETAINS --variant wordsmog
    Example: lexq moves board.txt --rack RETAIN? --sort equity --columns place,tiles,score,leave,equity --csv
    Example: lexq moves positions.parquet --best -o best.parquet --processes 2
    """
    if best or any(given is not None for given in (output, processes, cluster)):
        name = lexicon or ctx.find_root().params.get("lexicon")
        if (
            rack
            or top is not None
            or every
            or sort != "score"
            or count
            or as_json
            or as_csv
            or layout
            or alphabet
            or variant
        ):
            raise typer.BadParameter("--best goes with -o, --column, --columns, --processes, --cluster and -l alone")
        answer_table(position, output if best else None, column, columns, name, processes, cluster)
    if every and top is not None:
        raise typer.BadParameter("--all and --top N exclude each other")
    if as_json and as_csv:
        raise typer.BadParameter("--json and --csv exclude each other")
    table = not as_json and not as_csv and not count and console.on_terminal()
    told = choose_columns(sort, columns, leaves=table or as_csv)
    numbered = False
    most = _SCREENFUL if table and top is None and not every else top
    lexicons = PositionLexicons(ctx, lexicon, alphabet)
    positions = lexicons.positions(position, layout, variant)
    if not as_json and not count:
        positions, numbered = are_several(positions)
    total = 0
    if as_csv and not count:
        console.write([told.header(numbered)])
    for number, board in positions:
        tiles = choose_rack(board, rack)
        found = lexicons.of(board).moves(board, tiles, "gaddag" if every or count else "candidates")
        total += len(found)
        if count:
            counted = {"position": number or 1, "count": len(found)}
            console.write([console.json_line(counted) if as_json else f"{len(found)}\n"])
            continue
        if as_json and columns is None and sort == "score":
            chosen = found.top(len(found) if most is None else most)
            console.write(_json_line(number, move, found.rack) for move in chosen)
            continue
        rows = told.rows(found, lexicons.weighing(board) if told.weighs else lexicons.of(board), most)
        if table:
            told.write_table(rows, number if numbered else None)
            write_total(screen(), told.found, len(rows), "candidate" if sort == "equity" else "move")
        else:
            console.write(told.lines(rows, number, numbered, as_json, as_csv))
    raise typer.Exit(0 if total else console.NOTHING)


@app.command()
def best(
    ctx: typer.Context,
    position: PositionText,
    rack: RackText = None,
    as_json: Json = False,
    lexicon: LexiconName = None,
    layout: LayoutName = None,
    alphabet: AlphabetName = None,
    variant: VariantName = None,
) -> None:
    """The highest-scoring move.

    \b
    Ties go to the move across, then to the one of fewer tiles, then to the leftmost, then to the topmost. Piped, it is
    one line as `lexq moves` writes it. Each CGP line of a file gets one line, in order: - (null with --json) if there
    is no move. Exit code 1 if no position has one.

    \b
    Example: lexq best board.txt --rack RETAIN?
    Example: lexq best - < games.cgp | cut -f3
    """
    lexicons = PositionLexicons(ctx, lexicon, alphabet)
    table = not as_json and console.on_terminal()
    told = usual_columns(leaves=table)
    found = 0
    for number, board in lexicons.positions(position, layout, variant):
        tiles = Rack(choose_rack(board, rack), board.alphabet)
        move = lexicons.of(board).best_move(board, tiles)
        found += move is not None
        if move is not None and table:
            told.write_table([told.row(move, tiles)], number)
        elif move is not None and as_json:
            console.write([_json_line(number, move, tiles)])
        elif move is not None:
            console.write(told.lines([told.row(move, tiles)], number, False, False, False))
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
    alphabet: AlphabetName = None,
) -> None:
    """Show what a play scores and how the score adds up, even if its words are not valid.

    \b
    Piped, it is a line of fields separated by tabs: place, tiles, score, then WORD POINTS for each word formed, the
    main word first, and last its bonuses: `bingo 50` if the whole rack is played. A play that the board does not
    allow is an error, exit code 3.

    \b
    Example: lexq score board.txt 8D CARE
    Example: lexq score board.txt D8 ".IFE" --json
    """
    for number, board in PositionLexicons(ctx, lexicon, alphabet).positions(position, layout):
        move = board.move(f"{place} {tiles}")
        if as_json:
            console.write([console.json_line(_facts(number, move))])
        elif console.on_terminal():
            _write_breakdown(move)
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
    alphabet: AlphabetName = None,
    variant: VariantName = None,
) -> None:
    """Judge whether a play is legal: show its score, or say in one sentence why it is not.

    \b
    If a rack is given or known, the tiles must be on it. Exit code: 0 legal, 1 not legal.

    \b
    Example: lexq judge board.txt 8D CARE --rack ACER && echo play it
    """
    lexicons = PositionLexicons(ctx, lexicon, alphabet)
    legal = True
    for number, board in lexicons.positions(position, layout, variant):
        verdict = board.explain(place, tiles, rack=rack, lexicon=lexicons.of(board))
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


# -- positions and their lexicons -----------------------------------------------------------------------


class PositionLexicons:
    """Lexicons of positions; each is opened once."""

    def __init__(self, ctx: typer.Context, name: str | None, alphabet: str | None = None) -> None:
        self._name: str | None = name or ctx.find_root().params.get("lexicon")
        self._alphabet = None if alphabet is None else find_alphabet(alphabet)
        self._opened: dict[str, Lexicon] = {}
        self._notes: set[str] = set()

    def positions(self, source: str, layout: str | None, variant: str | None = None) -> Iterator[NumberedBoard]:
        """Yield the positions that an argument names; ``variant`` None keeps that of each position."""
        from lexkit.runtime.game.layout import find_layout

        how = Reading(self._to_read, self._alphabet, find_layout(layout) if layout else None)
        found = read_positions(source, how)
        if variant is None:
            return found
        return (NumberedBoard(number, self._in(board, variant)) for number, board in found)

    def of(self, board: Board) -> Lexicon:
        """Return the lexicon named by an option, else the one that the position names."""
        return self._named(board.opcodes.get("lex", ""))

    def weighing(self, board: Board) -> Lexicon:
        """Return the same as ``of``; report once where its leave values come from if they are not its own."""
        lexicon = self.of(board)
        if lexicon.leaves.note not in self._notes:
            self._notes.add(lexicon.leaves.note)
            console.tell_origin(lexicon.leaves)
        return lexicon

    def alphabet(self) -> Alphabet | None:
        """Return the alphabet named by an option, else that of the lexicon named by one, else None."""
        return self._alphabet or (None if self._name is None else self._named("").alphabet)

    def _to_read(self, opcodes: dict[str, str]) -> Lexicon | None:
        """Return the lexicon to read a text with; the default one unless the text names an alphabet that is shipped."""
        needed = self._alphabet is None and (names_own_alphabet(opcodes) or not says_alphabet(opcodes))
        return self._named(opcodes.get("lex", "")) if needed or self._name is not None else None

    def _named(self, name: str) -> Lexicon:
        """Return the lexicon named by an option, else the one that a position names."""
        from lexkit.catalogue import open as open_lexicon
        from lexkit.catalogue import usual_index_for
        from lexkit.runtime.lexicon.lexicon import lexicon_of

        wanted = "" if self._name is not None else name
        if wanted not in self._opened:
            opened = lexicon_of(usual_index_for(name)) if self._name is None else open_lexicon(self._name)
            self._opened[wanted] = opened
        return self._opened[wanted]

    def _in(self, board: Board, variant: str) -> Board:
        """Return the same position in another variant of the game."""
        board.meet(self.of(board).core)
        return type(board).from_cgp(board.to_cgp(), rules=with_variant(board.rules, variant))


def choose_rack(board: Board, rack: str | None) -> str:
    """Return the given rack, else that of the player to move. Raises PositionError if neither is known."""
    chosen = board.rack if rack is None else rack
    if not chosen:
        raise PositionError("the rack is not known", place="rack", expected="one in the position, or --rack TILES")
    return chosen


def are_several(positions: Iterator[NumberedBoard]) -> tuple[Iterator[NumberedBoard], bool]:
    """Return the same positions, and whether there is more than one."""
    head = list(islice(positions, 2))
    return chain(head, positions), len(head) > 1


# -- answers --------------------------------------------------------------------------------------------


def _facts(number: int | None, move: Move) -> dict[str, Any]:
    """Return the JSON fields of a move."""
    return {
        "position": number or 1,
        "place": move.place,
        "tiles": move.tiles,
        "score": move.score,
        "words": list(move.words),
        "is_bingo": move.is_bingo,
        "breakdown": move.breakdown,
    }


def _json_line(number: int | None, move: Move, rack: Rack) -> str:
    """Format a move, with its leave, as a line of JSON."""
    return console.json_line({**_facts(number, move), "leave": str(rack - move.played)})


# -- on a terminal --------------------------------------------------------------------------------------


def _write_breakdown(move: Move) -> None:
    """Write the parts of a score as a table."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column()
    table.add_column(justify="right", style="green")
    for word, points in (*move.breakdown, (move.text, move.score)):
        table.add_row(Text(word), Text(str(points)))
    screen().print(table)
