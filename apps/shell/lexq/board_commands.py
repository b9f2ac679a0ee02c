"""The commands of ``lexq`` about boards: moves, best, score, judge.

A POSITION is a CGP text, a file or standard input: see :mod:`lexkit.runtime.game.text.read_positions`. Piped, an answer
is a line of fields with a tab between; on a terminal it is a table; ``--json`` gives one object on each line. The
lexicon is the one named with -l or $LEXKIT_LEXICON, else the one that the position's ``lex`` names if it is installed,
else the user's default. Imported only if one of the commands is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lexkit.base.errors import PositionError
from lexkit.lexicons import find_alphabet
from lexkit.runtime.game.rack import Rack
from lexkit.runtime.game.text.alphabet_of_text import says_alphabet
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

#: Moves shown on a terminal if no number is given.
_SCREENFUL = 20

PositionText = Annotated[
    str,
    typer.Argument(metavar="POSITION", help="A CGP text; a file of CGP lines or a drawn board; - reads stdin."),
    READS,
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
        "--lexicon",
        "-l",
        metavar="NAME or FILE",
        autocompletion=complete_lexicons,
        help="The lexicon, else the one the position names, or yours.",
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
        int | None, typer.Option("--top", "--limit", "-n", min=0, metavar="N", help="Only the best N moves.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="All moves, on a terminal too (which shows 20).")] = False,
    sort: Annotated[
        str, typer.Option("--sort", metavar="KEY", help="score, or equity: with exchanges and the pass.")
    ] = "score",
    columns: Annotated[
        str | None,
        typer.Option("--columns", metavar="NAME,...", help="Columns to show: place,tiles,score,leave,equity."),
    ] = None,
    count: Annotated[bool, typer.Option("--count", "-c", help="Only how many moves there are.")] = False,
    as_json: Json = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="CSV, with the names of the columns first.")] = False,
    best: Annotated[
        bool, typer.Option("--best", help="Of a table of positions (.parquet, .arrow, .csv) the best moves, to -o.")
    ] = False,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            callback=require_file,
            help="The table for --best, written whole or not at all.",
        ),
        WRITES,
    ] = None,
    column: Annotated[str, typer.Option("--column", metavar="NAME", help="Of a table, the positions in CGP.")] = "cgp",
    processes: Processes = None,
    cluster: Cluster = None,
    lexicon: LexiconName = None,
    layout: LayoutName = None,
    alphabet: AlphabetName = None,
    variant: VariantName = None,
) -> None:
    """Every legal move of a rack with its score, the best first.

    \b
    Piped, a move is a line of four fields with a tab between: place, tiles, score, and the words formed with /
    between, the main word first. If there are several positions, each line starts with the number of the
    position's line; --count writes one number for each position. Exit code 1 if there is no move at all.

    \b
    The equity is the score and what the tiles kept are worth, by the leave values of the lexicon (lexc leaves), else
    by those of the bundled list. Columns: kind, place, tiles, score, words, leave, equity, is_bingo, row, column,
    across, played.

    \b
    In WordSmog, of the orders of the same tiles on the same squares only the best is listed (on an empty board by
    score, and by equity), unless --all or --count is given.

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
    """The move of the highest score.

    \b
    If scores are equal it is the one across, then the one of fewer tiles, then the leftmost, then the topmost. Piped
    it is one line as `lexq moves` writes it. Each line of CGP in a file gets one line, in order: - (null with --json)
    if there is no move. Exit code 1 if no position has one.

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
    """What a play scores and how that adds up, whether or not its words are words.

    \b
    Piped it is a line with tabs: place, tiles, score, then WORD POINTS for each word formed, the main word first,
    and last its bonuses: `bingo 50` if the whole rack is played. A play that the board does not allow is an error,
    exit code 3.

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
    """Whether a play is legal, with its score, or exactly why it is not: one sentence.

    \b
    The tiles must be on the rack, if one is given or known. Exit code 0 legal, 1 not legal.

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
    """The lexicon of each position, each opened once."""

    def __init__(self, ctx: typer.Context, name: str | None, alphabet: str | None = None) -> None:
        self._name: str | None = name or ctx.find_root().params.get("lexicon")
        self._alphabet = None if alphabet is None else find_alphabet(alphabet)
        self._opened: dict[str, Lexicon] = {}
        self._notes: set[str] = set()

    def positions(self, source: str, layout: str | None, variant: str | None = None) -> Iterator[NumberedBoard]:
        """The positions that the argument of a command means; ``variant``: None is that of each position."""
        from lexkit.runtime.game.layout import find_layout

        how = Reading(self._to_read, self._alphabet, find_layout(layout) if layout else None)
        found = read_positions(source, how)
        if variant is None:
            return found
        return (NumberedBoard(number, self._in(board, variant)) for number, board in found)

    def of(self, board: Board) -> Lexicon:
        """The lexicon named by option, else the one that the position means."""
        return self._named(board.opcodes.get("lex", ""))

    def weighing(self, board: Board) -> Lexicon:
        """The same, for figures that depend on leave values: tell once whose they are, if not its own."""
        lexicon = self.of(board)
        if lexicon.leaves.note not in self._notes:
            self._notes.add(lexicon.leaves.note)
            console.tell_origin(lexicon.leaves)
        return lexicon

    def alphabet(self) -> Alphabet | None:
        """The alphabet named by option, else that of the lexicon named by option, or None."""
        return self._alphabet or (None if self._name is None else self._named("").alphabet)

    def _to_read(self, opcodes: dict[str, str]) -> Lexicon | None:
        """The lexicon by which a text is read: one that is not named only if the text does not say its alphabet."""
        name = opcodes.get("lex", "")
        if self._name is not None or (self._alphabet is None and not says_alphabet(opcodes)):
            return self._named(name)
        return None

    def _named(self, name: str) -> Lexicon:
        """The lexicon named by option, else the one that a position means by a name."""
        from lexkit.catalogue import open as open_lexicon
        from lexkit.catalogue import usual_index_for
        from lexkit.runtime.lexicon.lexicon import lexicon_of

        wanted = "" if self._name is not None else name
        if wanted not in self._opened:
            opened = lexicon_of(usual_index_for(name)) if self._name is None else open_lexicon(self._name)
            self._opened[wanted] = opened
        return self._opened[wanted]

    def _in(self, board: Board, variant: str) -> Board:
        """The same position in another variant of the game."""
        board.meet(self.of(board).core)
        return type(board).from_cgp(board.to_cgp(), rules=with_variant(board.rules, variant))


def choose_rack(board: Board, rack: str | None) -> str:
    """The rack given, else that of the player to move."""
    chosen = board.rack if rack is None else rack
    if not chosen:
        raise PositionError("the rack is not known", place="rack", expected="one in the position, or --rack TILES")
    return chosen


def are_several(positions: Iterator[NumberedBoard]) -> tuple[Iterator[NumberedBoard], bool]:
    """The same positions, and whether there are more than one."""
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
        "is_bingo": move.is_bingo,
        "breakdown": move.breakdown,
    }


def _json_line(number: int | None, move: Move, rack: Rack) -> str:
    """A move of a rack as a line of JSON."""
    return console.json_line({**_facts(number, move), "leave": str(rack - move.played)})


# -- on a terminal --------------------------------------------------------------------------------------


def _write_breakdown(move: Move) -> None:
    """Write how a score adds up, as a table."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column()
    table.add_column(justify="right", style="green")
    for word, points in (*move.breakdown, (move.text, move.score)):
        table.add_row(Text(word), Text(str(points)))
    screen().print(table)
