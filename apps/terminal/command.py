"""``lexq play``: start or resume a game at this terminal."""

from __future__ import annotations

import time
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lexkit.players.registry import describe_names

from ..shell import console
from ..shell.command_files import CHANGES_GAMES, READS, read_small_text, require_file
from ..shell.shell_completion import complete_players

if TYPE_CHECKING:
    from ..table import AnyTable, Seat, Tables
    from ..table.tables import Listed

app = typer.Typer(rich_markup_mode=None)

#: Options that do not apply to a duplicate game, and all options that set up a new game.
_IN_TURNS = ("against", "position", "first", "hints", "undo")
_BEGINS = ("players", "seed", "layout", "rules", "variant", "clock", "duplicate", *_IN_TURNS)
#: Kind of these tables in the file, which other programs share.
KIND = "terminal"

Against = Annotated[
    list[str] | None,
    typer.Option(
        "--against",
        "-a",
        metavar="PLAYER",
        autocompletion=complete_players,
        help=f"A bot: {describe_names()}; repeatable for more bots.  [default: casual, if one person plays]",
    ),
]


@app.command()
def play(
    context: typer.Context,
    against: Against = None,
    players: Annotated[
        str, typer.Option("--players", "-p", metavar="NAME,...", help="Names of the people at this keyboard.")
    ] = "you",
    seed: Annotated[
        str | None, typer.Option("--seed", metavar="S", help="Seed of the bag: the same text gives the same tiles.")
    ] = None,
    layout: Annotated[
        str,
        typer.Option("--layout", metavar="NAME or FILE", help="Board layout: standard, super, or a TOML file."),
        READS,
    ] = "standard",
    rules: Annotated[
        str, typer.Option("--rules", metavar="NAME=VALUE,...", help="Change rules: challenge=double,bingo=35.")
    ] = "",
    variant: Annotated[
        str | None,
        typer.Option("--variant", metavar="NAME", help="classic, or wordsmog (the letters of a word in any order)."),
    ] = None,
    clock: Annotated[
        str | None,
        typer.Option(
            "--clock", metavar="MINUTES[+SECONDS]", help="Minutes for each player, and seconds added per turn."
        ),
    ] = None,
    position: Annotated[
        str | None,
        typer.Option(
            "--position",
            metavar="CGP or FILE",
            help="Start from a position; its first rack is that of the N-th player (--first).",
        ),
        READS,
    ] = None,
    first: Annotated[
        int, typer.Option("--first", min=1, max=4, metavar="N", help="Number of the player who begins.")
    ] = 1,
    duplicate: Annotated[
        str | None,
        typer.Option(
            "--duplicate",
            "-d",
            metavar="normal or joker",
            help="Play duplicate: one rack for all, scored against the best play; joker: each rack has a blank. "
            "--clock is the time per turn.",
        ),
    ] = None,
    hints: Annotated[bool | None, typer.Option("--hints/--no-hints", help="Allow hints.", show_default=False)] = None,
    undo: Annotated[bool | None, typer.Option("--undo/--no-undo", help="Allow undo.", show_default=False)] = None,
    resume: Annotated[bool, typer.Option("--resume", "-r", help="Resume the last unfinished game.")] = False,
    game: Annotated[
        int | None, typer.Option("--game", min=1, metavar="N", help="Resume the N-th game of --list.")
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="List the saved games.")] = False,
    file: Annotated[
        str | None,
        typer.Option(
            "--file", metavar="FILE", callback=require_file, help="Keep games in FILE instead of your data folder."
        ),
        CHANGES_GAMES,
    ] = None,
) -> int | None:
    """Play against bots, or against others at this keyboard.

    Type 8D QUIZ, -AEI, pass, hint, or help. Every action is saved at once: --resume continues after quit, Ctrl-C or a
    crash. A script can send lines on standard input.

    \b
    Example: lexq play --against club
    Example: lexq play --players Ann,Bob --rules challenge=double --clock 25
    Example: lexq play --duplicate normal --clock 3
    Example: lexq play --resume
    """
    goes_on = "--resume" if resume else "--game" if game is not None else None
    _require_alone(context, goes_on, _BEGINS)
    _require_alone(context, None if position is None else "--position", ("layout",))
    _require_alone(context, None if duplicate is None else "--duplicate", _IN_TURNS)
    from ..table import DuplicateTable, Table, Tables
    from .duplicate_session import DuplicateSession
    from .screen import Screen
    from .session import Session

    with Tables(file) as tables:
        if listed:
            return _write_list(tables)
        table: AnyTable
        wanted = int(seed) if seed is not None and seed.isdecimal() and seed.isascii() else seed
        names = [name.strip() for name in players.split(",")]
        if goes_on is not None:
            table = _find(tables, game)
        elif duplicate is not None:
            table = DuplicateTable.new(
                names,
                lexicon=context.obj,
                kind=duplicate,
                layout=_layout(layout),
                rules=_rules(rules, variant),
                seconds=None if clock is None else _seconds(clock),
                seed=wanted,
            )
            tables.add(table, KIND)
        else:
            seats = _seats(names, against)
            if first > len(seats):
                raise typer.BadParameter(f"expected 1 to {len(seats)}, found {first}", param_hint="--first")
            table = Table.new(
                seats,
                lexicon=context.obj,
                layout=_layout(layout),
                rules=_rules(rules, variant),
                clock=None if clock is None else _clock(clock),
                seed=wanted,
                first=first - 1,
                hints=hints,
                undo=undo,
                position=None if position is None else _position(position),
            )
            tables.add(table, KIND)
        screen = Screen()
        kept = f"kept: lexq play --resume{'' if file is None else f' --file {quote(file)}'}"
        session: Session | DuplicateSession
        if isinstance(table, DuplicateTable):
            session = DuplicateSession(table, tables, screen)
        else:
            assert isinstance(table, Table)
            session = Session(table, tables, screen)
        try:
            session.run()
        except KeyboardInterrupt:
            if not table.over:
                screen.say(f"\n{kept}")
            raise
        if screen.interactive and not session.table.over:
            screen.say(kept)
        return console.BAD_INPUT if session.refused and not screen.interactive else None


def _require_alone(context: typer.Context, option: str | None, others: tuple[str, ...]) -> None:
    """Raise a usage error for options that another option would silently override."""
    for name in others if option is not None else ():
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            raise typer.BadParameter(f"{option} and --{name} exclude each other")


def _seats(people: list[str], against: list[str] | None) -> list[Seat]:
    """Return the seats: people first, then bots, each named after its player."""
    from ..table import Seat

    bots = ["casual"] if against is None and len(people) == 1 else list(against or ())
    seats = [Seat(name) for name in people]
    for number, bot in enumerate(bots, 1):
        name = bot.partition(":")[0]
        same = [other.partition(":")[0] for other in [*bots, *people]].count(name)
        seats.append(Seat(f"{name} {number}" if same > 1 else name, bot=bot))
    return seats


def _layout(name: str) -> Any:
    import lexkit

    return lexkit.Layout.from_toml(name) if name.lower().endswith(".toml") else name


def _rules(text: str, variant: str | None = None) -> dict[str, Any]:
    """Parse changes of rules: ``challenge=double,bingo=35``. Raises a usage error for an unknown rule."""
    import dataclasses

    import lexkit

    usual = lexkit.Rules()
    kinds = {field.name: type(getattr(usual, field.name)) for field in dataclasses.fields(usual)[2:]}
    found: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        kind = kinds.get(name)
        try:
            if not equals or kind not in (int, bool, str):
                raise ValueError
            found[name] = {"yes": True, "no": False}[value] if kind is bool else kind(value)
        except (ValueError, KeyError):
            known = ", ".join(name for name, kind in kinds.items() if kind in (int, bool, str))
            wrong = "no such rule" if equals and name not in known.split(", ") else "expected NAME=VALUE"
            raise typer.BadParameter(f"{wrong}, found {part!r}; names: {known}") from None
    if variant is not None and found.setdefault("variant", variant) != variant:
        raise typer.BadParameter(f"--rules has another variant: {found['variant']}", param_hint="--variant")
    return found


def _position(text: str) -> str:
    """Return an argument that is a CGP, or the CGP in the file of this name.

    Raises StorageError if the file cannot be read, PositionError for any other text.
    """
    import os

    from lexkit.errors import PositionError, show_value

    if not os.path.exists(text):
        squares = text.partition(" ")[0]
        if "/" not in squares or "." in squares or squares.startswith(("/", "~")):
            raise PositionError("neither a CGP nor a file", place="--position", found=show_value(text))
        return text
    return read_small_text(text, PositionError, "a position").strip()


def _clock(text: str) -> tuple[float, float]:
    """Parse a clock, ``25`` or ``10+5``; return its seconds and the seconds added per turn."""
    minutes, _, seconds = text.partition("+")
    try:
        return float(minutes) * 60, float(seconds or 0)
    except ValueError:
        raise typer.BadParameter(f"expected minutes, as 25 or 10+5, found {text!r}", param_hint="--clock") from None


def _seconds(text: str) -> float:
    """Parse the clock of a duplicate game; return the seconds per turn."""
    seconds, more = _clock(text)
    if more:
        message = f"expected minutes for a turn, as 3 or 0.5, found {text!r}"
        raise typer.BadParameter(message, param_hint="--clock")
    return seconds


def _find(tables: Tables, number: int | None) -> AnyTable:
    """Open the table to resume. Raises TableNotFoundError if there is none."""
    from ..table import TableNotFoundError

    found = tables.list(kind=KIND, over=None if number is not None else False)
    at = 0 if number is None else number - 1
    if at >= len(found):
        what = "no game to resume" if number is None else "no such game"
        raise TableNotFoundError(what, remedy="lexq play starts one, lexq play --list lists them")
    return tables.open_any(found[at].name)


def _write_list(tables: Tables) -> int | None:
    games = tables.list(kind=KIND)
    console.write([f"{_line(number, one)}\n" for number, one in enumerate(games, 1)])
    return None if games else console.NOTHING


def _line(number: int, one: Listed) -> str:
    day = time.strftime("%Y-%m-%d %H:%M", time.localtime(one.changed))
    scores = ", ".join([f"{name} {score}" for name, score in zip(one.players, one.scores, strict=True)])
    scores += "" if one.maximum is None else f" of {one.maximum}"
    turns = console.format_count(one.turns, "turn", "turns")
    standing = ", over" if one.over else "" if one.to_move is None else f", {one.players[one.to_move]} to move"
    lexicon = f"; {one.lexicon}" if one.lexicon else ""
    return console.shown(f"{number:3}  {day}  {scores}; {turns}{standing}{lexicon}")
