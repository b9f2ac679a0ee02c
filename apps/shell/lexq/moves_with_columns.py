"""Columns and order of ``lexq moves``, and best moves of tables of positions (``--best``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, NoReturn

import typer

from .. import console
from ..help_text import NARROW
from .shared_options import require_either
from .write_answers import format_csv

if TYPE_CHECKING:
    from lexkit.runtime.game.move import Move
    from lexkit.runtime.game.moves import Moves
    from lexkit.runtime.game.rack import Rack
    from lexkit.runtime.lexicon.lexicon import Lexicon

#: The column that depends on leave values.
_NEEDS: Final = "equity"
_STYLES: Final = {"place": "cyan", "tiles": "bold", "score": "green", "equity": "green", "leave": "dim"}
_NUMBERS: Final = ("score", "equity", "row", "column", "played")
#: Lines written at a time.
_PAGE: Final = 1024


def choose_columns(sort: str, columns: str | None, leaves: bool) -> Columns:
    """Return the columns that the options name, else the default ones, which include the leave if ``leaves``.

    Raises BadParameter for an unknown order, QueryError for an unknown column.
    """
    if sort not in ("score", "equity"):
        raise typer.BadParameter("expected score or equity", param_hint="--sort")
    if sort == "score" and columns is None:
        return usual_columns(leaves)

    from lexkit.players.candidates import CANDIDATE_FIELDS, USUAL
    from lexkit.runtime.game.fields import choose_fields

    named = None if columns is None else [name.strip() for name in columns.split(",")]
    return Columns(sort, choose_fields(named, USUAL, CANDIDATE_FIELDS))


def usual_columns(leaves: bool) -> Columns:
    """Return the default columns of moves in order of score."""
    return Columns("score", ["place", "tiles", "score", "words", *["leave"] * leaves])


class Columns:
    """Named columns of moves; ``found`` is the number of moves of the last position."""

    def __init__(self, sort: str, names: list[str]) -> None:
        self.sort = sort
        self.names = names
        self.found = 0

    @property
    def weighs(self) -> bool:
        """Return whether the rows depend on leave values."""
        return self.sort != "score" or _NEEDS in self.names

    def rows(self, moves: Moves, lexicon: Lexicon, most: int | None) -> list[tuple[Any, ...]]:
        """Return the rows of the first ``most`` moves, None for all."""
        if not self.weighs:
            self.found = len(moves)
            return [self.row(move, moves.rack) for move in moves.top(len(moves) if most is None else most)]
        from lexkit.players.candidates import CANDIDATE_FIELDS

        candidates = moves.by_equity(lexicon)
        if self.sort == "score":
            candidates = candidates.by_score()
        self.found = len(candidates)
        return [tuple([CANDIDATE_FIELDS[name](one) for name in self.names]) for one in candidates[:most]]

    def row(self, move: Move, rack: Rack) -> tuple[Any, ...]:
        """Return the row of a move, without its equity."""
        from lexkit.base.time_limits import look
        from lexkit.runtime.game.fields import MOVE_FIELDS

        look()
        return tuple(["placement" if name == "kind" else MOVE_FIELDS[name](move, rack) for name in self.names])

    def header(self, numbered: bool) -> str:
        """Return the first line of a CSV file."""
        return format_csv([(*["position"] * numbered, *self.names)], ",")

    def lines(
        self, rows: list[tuple[Any, ...]], number: int | None, numbered: bool, as_json: bool, as_csv: bool
    ) -> Iterator[str]:
        """Yield rows as lines, a page at a time."""
        start = (number,) if numbered else ()
        for first in range(0, len(rows), _PAGE):
            page = rows[first : first + _PAGE]
            if as_json:
                named = [dict(zip(self.names, row, strict=True)) for row in page]
                yield "".join([console.json_line({"position": number or 1, **facts}) for facts in named])
            elif as_csv:
                yield format_csv([(*start, *map(_text, row)) for row in page], ",")
            else:
                yield "".join(["\t".join(map(_text, (*start, *row))) + "\n" for row in page])

    def write_table(self, rows: list[tuple[Any, ...]], number: int | None) -> None:
        """Write rows as a table on the terminal. ``number`` is the line number of the position, shown above."""
        from rich.table import Table
        from rich.text import Text

        from .terminal_tables import screen

        table = Table(box=None, header_style="dim", pad_edge=False, title_justify="left")
        if number is not None:
            table.title = f"line {number}"
        for name in self.names:
            right = name in _NUMBERS
            table.add_column(name, justify="right" if right else "left", style=_STYLES.get(name), overflow="fold")
        # On a narrow terminal, cells may wrap between words.
        narrow = screen().width < NARROW
        for row in rows:
            cells = dict(zip(self.names, map(_text, row), strict=True))
            if narrow and "words" in cells:
                cells["words"] = cells["words"].replace("/", "/ ")
            # Text, because brackets mean tiles here, not styles of rich.
            table.add_row(*map(Text, cells.values()))
        if rows:
            screen().print(table)


def _text(value: Any) -> str:
    """Format a value; equities are rounded to hundredths of a point."""
    if value is None:
        return ""
    return f"{value:.2f}" if isinstance(value, float) else str(value)


#: Number of faults of a table that are reported one by one.
_TOLD: Final = 10


def answer_table(
    path: str,
    output: str | None,
    column: str,
    columns: str | None,
    lexicon: str | None,
    processes: int | None,
    cluster: str | None,
) -> NoReturn:
    """Write a table of positions with the best move of each and exit, with code 3 if a row has no valid position.

    ``output`` is None if --best is missing.
    """
    from lexkit.catalogue import open as open_lexicon
    from lexkit.runtime.lexicon.record_batches import ERROR, read_batches, write_batches
    from lexkit.runtime.workers.pieces_of_work import open_executor

    if output is None or output == "-" or path == "-":
        raise typer.BadParameter("a table of positions needs --best and -o FILE (.parquet, .arrow or .csv)")
    require_either(processes, cluster)
    named = None if columns is None else [name.strip() for name in columns.split(",")]
    faults = 0

    def told(batches: Iterator[Any]) -> Iterator[Any]:
        nonlocal faults
        first = 1
        for batch in batches:
            for row, error in enumerate(batch.column(ERROR).to_pylist(), first):
                if error is not None:
                    faults += 1
                    if faults <= _TOLD:
                        console.tell(f"lexq: {console.shown(path)}: row {row}: {console.shown(error)}\n")
            first += batch.num_rows
            yield batch

    with open_executor(processes, cluster) as executor:
        opened = open_lexicon(lexicon)
        found = opened.best_move_batches(read_batches(path), column, named, executor=executor)
        rows = write_batches(told(found), output)
    if faults > _TOLD:
        console.tell(f"lexq: and {faults - _TOLD:,} more: column {ERROR} has them all\n")
    console.tell(f"lexq: {output}: {console.format_count(rows, 'row', 'rows')}\n")
    raise typer.Exit(console.BAD_INPUT if faults else 0 if rows else console.NOTHING)
