"""``lexq gcg check``, ``show`` and ``convert``: check, repair, show and convert games in GCG.

A fault is one line in the style of compilers, ``FILE:LINE: rule: expected, found``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from lexkit.base.errors import GameRecordError
from lexkit.runtime.game.referee.turn import running_totals
from lexkit.runtime.game.rules import USUAL
from lexkit.runtime.game.text.drawing import draw

from .. import console
from ..command_files import READS, WRITES, require_target
from .gcg_analyse import Files, LexiconName, Strict, analyse, check_all, check_one, given_by, tell_faults
from .gcg_infer import infer
from .shared_options import AlphabetName, Json

if TYPE_CHECKING:
    from lexkit.runtime.game.referee.game import Game

app = typer.Typer(
    name="gcg",
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Check games in GCG, repair, show, analyse and convert them, and infer tiles from plays.\n\n\b\n"
    "Example: lexq gcg check *.gcg",
)
app.command()(analyse)
app.command()(infer)

#: Suffix of a file in CGH.
_CGH: Final = ".json"
#: Suffix of a file in GCG.
_GCG: Final = ".gcg"
_STDOUT: Final = "-"


@app.command()
def check(
    ctx: typer.Context,
    files: Files,
    fix: Annotated[bool, typer.Option("--fix", help="Repair unambiguous faults, in the files themselves.")] = False,
    as_json: Json = False,
    lexicon: LexiconName = None,
    alphabet: AlphabetName = None,
) -> None:
    """Check games. Each fault is a line, FILE:LINE: rule: expected, found. Exit code 3 if there is one.

    The check of a game ends at a turn that cannot be played, since later turns depend on it. To mend a game with
    faults, open it on the page Annotate of lexq serve.

    \b
    Example: lexq gcg check *.gcg
    Example: lexq gcg check games/
    Example: lexq gcg check --fix game.gcg
    """
    codes = {0}
    console.write(check_all(files, given_by(ctx, lexicon, alphabet), fix, as_json, codes))
    if max(codes):
        raise typer.Exit(max(codes))


@app.command()
def show(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file in GCG; - reads stdin."), READS],
    turn: Annotated[int | None, typer.Option("--turn", min=0, metavar="N", help="Show the board after turn N.")] = None,
    strict: Strict = False,
    as_json: Json = False,
    lexicon: LexiconName = None,
    alphabet: AlphabetName = None,
) -> None:
    """Show the turns of a game, or the board after one of them.

    Points are computed from the board. Each fault of the record is one line on standard error, and the exit code is 3.

    \b
    Example: lexq gcg show game.gcg
    Example: lexq gcg show game.gcg --turn 12
    """
    from lexkit.runtime.game.gcg.read import game_of

    checked = check_one(file, given_by(ctx, lexicon, alphabet))
    game = game_of(checked, file, strict=strict)
    faults = tell_faults(file, checked)
    turns = game.turn_number
    if turn is None:
        console.write(_list_turns(game, as_json))
    elif turn > turns:
        raise GameRecordError("no such turn", path=file, expected=f"0 to {turns}", found=turn)
    else:
        while game.turn_number > turn:
            game.undo()
        console.write([console.json_line(_facts(game))] if as_json else _draw(game))
    if faults:
        raise typer.Exit(console.BAD_INPUT)


@app.command()
def convert(
    ctx: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file in GCG or, if it ends in .json, in CGH."), READS],
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            callback=require_target,
            help="Write to FILE: .json is CGH, .gcg is GCG; - writes GCG to standard output.",
        ),
        WRITES,
    ],
    strict: Strict = False,
    lexicon: LexiconName = None,
    alphabet: AlphabetName = None,
) -> None:
    """Write a game in another format: GCG, or CGH (Crossword Game History) as JSON.

    Each fault of a record in GCG is one line on standard error, and the exit code is 3. The CGH file has points
    computed from the board, and ends before the first line that cannot be played.

    \b
    Example: lexq gcg convert game.gcg -o game.json
    Example: lexq gcg convert game.json -o game.gcg
    """
    from lexkit.runtime.game.cgh.read import read_cgh_given
    from lexkit.runtime.game.gcg.read import game_of

    if output != _STDOUT and not output.lower().endswith((_CGH, _GCG)):
        raise typer.BadParameter(f"expected a file named {_GCG} or {_CGH}, found {output}", param_hint="--output")
    given, faults = given_by(ctx, lexicon, alphabet), 0
    if file.lower().endswith(_CGH):
        game = read_cgh_given(file, given)
    else:
        checked = check_one(file, given)
        game = game_of(checked, file, strict=strict)
        faults = tell_faults(file, checked)
    text = game.to_cgh() if output.lower().endswith(_CGH) else game.to_gcg()
    with console.into_file(output):
        console.write([text])
    if faults:
        raise typer.Exit(console.BAD_INPUT)


def _list_turns(game: Game, as_json: bool) -> Iterator[str]:
    """Yield a line for each turn, with points and total, then what the end adds, then the result."""
    wide = max(len(name) for name in game.players)
    totals = list(game.start_scores)

    def line(first: object, player: int, rack: object, text: str, points: int) -> str:
        name = game.players[player]
        cells = f"{first:3} {name:{wide}} {rack or ''!s:9} {text:22} {points:+5} {totals[player]:5}"
        return console.shown(cells) + "\n"

    for number, (turn, points, totals, gains) in enumerate(running_totals(game.turns, game.start_scores), 1):
        if as_json:
            rack = str(turn.rack) if turn.rack is not None else ""
            facts = {"turn": number, "player": game.players[turn.player], "kind": turn.kind, "rack": rack}
            yield console.json_line({**facts, "action": turn.text, "score": turn.score, "totals": totals})
        else:
            own = gains == turn.player
            yield line(number, turn.player, turn.rack, turn.text, points if own else 0)
            if points and not own:
                yield line("", gains, None, "by the challenge", points)
    for player, score in enumerate(game.scores):
        if score != totals[player] and not as_json:
            points, totals[player] = score - totals[player], score
            yield line("", player, None, "at the end", points)
    if not as_json:
        ended = f"over: {game.result.reason}" if game.result else "not over"
        if game.out is not None and game.rules.out_bonus != USUAL["out_bonus"]:
            ended += f", racks count {game.rules.out_bonus}"
        yield console.shown(f"{_scores(game, game.scores)} ({ended})") + "\n"
        if game.record is not None and game.record.totals != list(game.scores):
            yield console.shown(f"{_scores(game, game.record.totals)} (in the record)") + "\n"


def _scores(game: Game, scores: Sequence[int]) -> str:
    return ", ".join(f"{name} {score}" for name, score in zip(game.players, scores, strict=True))


def _draw(game: Game) -> Iterator[str]:
    rules = game.rules
    yield draw(rules.layout, game.board.grid, rules.text) + "\n"
    for player, (name, score) in enumerate(zip(game.players, game.scores, strict=True)):
        mark = "*" if player == game.to_move and not game.over else " "
        yield console.shown(f"{mark} {name} {score} {game.racks[player]}".rstrip()) + "\n"


def _facts(game: Game) -> dict[str, Any]:
    return {
        "turn": game.turn_number,
        "cgp": game.to_cgp(),
        "players": list(game.players),
        "scores": list(game.scores),
        "to_move": game.to_move,
        "over": game.over,
    }
