"""``lexq gcg infer``: which tiles a player may have kept, by the play that they made."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

import typer

from lexkit.base.errors import GameRecordError, PositionError
from lexkit.lexicons import find_alphabet
from lexkit.players.simulation.inference import MOST_LEAVES, Inference, revealing_turn
from lexkit.players.simulation.inference import infer as infer_leave
from lexkit.runtime.game.referee.turn import EXCHANGE

from .. import console
from ..command_files import READS
from ..help_text import NARROW
from .gcg_analyse import LexiconName, Strict, check_one, tell_faults
from .shared_options import AlphabetName, Json
from .terminal_tables import number_column, screen

if TYPE_CHECKING:
    from lexkit.runtime.game.referee.game import Game

#: Tiles, their chance by the play, and by the bag alone, None if that is not known.
_Row: TypeAlias = tuple[str, float, float | None]

#: Default number of leaves shown on a terminal.
_SCREENFUL: Final = 15
#: Maximum number of leaves that are evaluated, which take a minute or two.
_MOST: Final = 1_000_000
#: Shown for a chance that is not known.
_UNKNOWN: Final = "-"


def infer(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file in GCG; - reads stdin."), READS],
    turn: Annotated[
        int | None,
        typer.Option(
            "--turn", min=1, metavar="N", help="The turn to look at; default: the last one that reveals something."
        ),
    ] = None,
    margin: Annotated[
        float | None,
        typer.Option(
            "--margin",
            min=0,
            max=1000,
            metavar="POINTS",
            help="Allow for plays that are worse than the best by POINTS; default: 0, else 5, else 20.",
        ),
    ] = None,
    leaves: Annotated[
        int,
        typer.Option("--leaves", min=1, max=_MOST, metavar="N", help="Evaluate N leaves, by chance if there are more."),
    ] = MOST_LEAVES,
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="S", help="Seed of the leaves drawn by chance.")] = 0,
    top: Annotated[
        int | None,
        typer.Option("--top", "--limit", "-n", min=0, metavar="N", help="Write only the N likeliest leaves."),
    ] = None,
    strict: Strict = False,
    as_json: Json = False,
    lexicon: LexiconName = None,
    alphabet: AlphabetName = None,
) -> None:
    """Show which tiles a player may have kept: those with which the play made was the best by equity.

    \b
    The opponent's tiles are taken from the record, so that they are not among those kept. chance: that at least one of
    a tile was kept, or exactly these tiles; usual: the same of tiles drawn by chance. If no leave makes the play the
    best, plays up to 5 points worse are allowed for, then up to 20. Piped, a line has four fields separated by tabs:
    `tile` or `leave`, the tiles, chance, usual. A pass reveals nothing, nor does a play of all tiles, or one made
    with an empty bag: exit code 1.

    \b
    Example: lexq gcg infer game.gcg
    Example: lexq gcg infer game.gcg --turn 12 --margin 3
    Example: lexq gcg infer game.gcg --turn 12 --json | jq .leaves[0]
    """
    from lexkit.catalogue import open as open_lexicon
    from lexkit.runtime.game.gcg.read import game_of
    from lexkit.runtime.game.text.alphabet_of_text import Given

    opened = open_lexicon(lexicon or ctx.find_root().params.get("lexicon"))
    given = Given(None if alphabet is None else find_alphabet(alphabet), opened.alphabet)
    checked = check_one(file, given, opened)
    game = game_of(checked, file, strict=strict)
    code = console.BAD_INPUT if tell_faults(file, checked) else 0
    _step_back(game, turn, file)
    margins = Inference.MARGINS if margin is None else (margin,)
    found = infer_leave(game.view(game.to_move), lexicon=opened, most=leaves, seed=seed, margin=margins)
    if not found.ways:
        console.tell(console.shown(f"lexq: {_silence(game, margins[-1])}") + "\n")
        raise typer.Exit(code or console.NOTHING)
    console.tell_origin(opened.leaves)
    if not as_json and console.on_terminal():
        _write_tables(game, found, _SCREENFUL if top is None else top)
    elif as_json:
        console.write([console.json_line(_facts(game, found, top))])
    else:
        console.write(_lines(found, top))
    if code:
        raise typer.Exit(code)


def _step_back(game: Game, turn: int | None, file: str) -> None:
    """Undo the turns after the one that is looked at. Raises GameRecordError if there is no such turn."""
    if len(game.players) != 2:
        raise PositionError("tiles are inferred for two players", expected=2, found=len(game.players))
    turns = game.turn_number
    if turn is not None and turn > turns:
        raise GameRecordError("no such turn", path=file, expected=f"1 to {turns}", found=turn)
    while game.turn_number and (not _reveals(game) if turn is None else game.turn_number > turn):
        game.undo()


def _reveals(game: Game) -> bool:
    """Return whether the last turn reveals something to the player to move."""
    view = game.view(game.to_move)
    return bool(view.known[1 - view.player]) or revealing_turn(view) is not None


def _silence(game: Game, margin: float) -> str:
    """Return why nothing was inferred from the last turn."""
    if not game.turn_number:
        return "no turn reveals anything of the tiles kept"
    turn = f"turn {game.turn_number}, {game.turns[-1].text}"
    if _reveals(game):
        allowed = "" if game.turns[-1].kind == EXCHANGE else f", even if it may be {margin:g} points worse than it"
        return f"{turn}: no tiles make it the best play by equity{allowed}"
    return f"{turn}, reveals nothing of the tiles kept"


def _rows(found: Inference, top: int | None) -> tuple[list[_Row], list[_Row]]:
    """Return the rows of the tiles, and those of the leaves."""
    if not found.unseen:  # shown by a challenge
        certain = next(iter(found.ways))
        leaves: list[_Row] = [(str(certain), 1.0, None)]
        return [(tile, 1.0, None) for tile in dict.fromkeys(certain)], leaves[:top]
    tiles: list[_Row] = [(tile, chance, usual) for tile, (chance, usual) in found.tiles.items()]
    return tiles, [(str(leave), found.chance(leave), found.usual(leave)) for leave in islice(found.ways, top)]


def _facts(game: Game, found: Inference, top: int | None) -> dict[str, Any]:
    tiles, leaves = _rows(found, top)
    last = game.turns[-1]

    def objects(name: str, rows: list[_Row]) -> list[dict[str, Any]]:
        return [
            {name: text, "chance": round(chance, 6), "usual": None if usual is None else round(usual, 6)}
            for text, chance, usual in rows
        ]

    return {
        "turn": game.turn_number,
        "player": game.players[1 - game.to_move],
        "action": last.text,
        "fitting": len(found),
        "exact": found.exact,
        "margin": found.margin,
        "tiles": objects("tile", tiles),
        "leaves": objects("leave", leaves),
    }


def _lines(found: Inference, top: int | None) -> Iterator[str]:
    for kind, rows in zip(("tile", "leave"), _rows(found, top), strict=True):
        for row in rows:
            yield "\t".join((kind, *_fields(row))) + "\n"


def _fields(row: _Row) -> tuple[str, str, str]:
    text, chance, usual = row
    return text, f"{chance:.6f}", _UNKNOWN if usual is None else f"{usual:.6f}"


def _write_tables(game: Game, found: Inference, top: int) -> None:
    """Write the tiles and the likeliest leaves, side by side if the terminal is wide enough."""
    from rich.table import Table
    from rich.text import Text

    def table(title: str, rows: list[_Row]) -> Table:
        made = Table(box=None, header_style="dim", pad_edge=False)
        made.add_column(title, style="bold", overflow="fold")
        cells = [(text, *[_percent(one) for one in chances]) for text, *chances in rows]
        number_column(made, "chance", [row[1] for row in cells], "green")
        number_column(made, "usual", [row[2] for row in cells], "dim")
        for row in cells:
            # Text, because brackets mean tiles here, not styles of rich.
            made.add_row(*map(Text, row))
        return made

    last, name = game.turns[-1], console.shown(game.players[1 - game.to_move])
    said = f"turn {game.turn_number}, {name}: {last.text}: "
    if found.unseen:
        said += console.format_count(len(found), "leave fits", "leaves fit")
        said += "" if found.exact else ", of a sample"
        said += f", if the play may be {found.margin:g} points worse than the best" if found.margin else ""
    else:
        said = f"turn {game.turn_number}: a challenge has shown tiles of {name}"
    screen().print(Text(said))
    tiles, leaves = (table(title, rows) for title, rows in zip(("tile", "leave"), _rows(found, top), strict=True))
    if screen().width < NARROW:
        screen().print(tiles, leaves)
        return
    both = Table.grid(padding=(0, 6))
    both.add_row(tiles, leaves)
    screen().print(both)


def _percent(chance: float | None) -> str:
    return _UNKNOWN if chance is None else f"{chance:.1%}"
