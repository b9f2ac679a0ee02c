"""Score sheets of the page Annotate, to enter a game or mend a record: the page has the sheet, the server plays it.

    POST /api/sheets       {"players": [...], "lines": [{"player", "action", "rack", "note"}], ...}  -> the result
    POST /api/sheets/read  a game in GCG, also one with faults; ?lexicon=NAME, as offered            -> its sheet
    POST /api/sheets/file  the same as the first, and "kind": gcg, cgp or svg; "turn"          -> {"text", "name"}

A sheet begins with ``start``, an empty game as JSON, which each answer has and the next message sends back, perhaps
with other names of players or another challenge rule.

Guaranteed: nothing is stored; a sheet has at most :data:`LINES` lines, and is played within ``limits.search``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta, Struct, structs
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import lexkit
from lexkit.errors import GameRecordError, PositionError

from ..table.lexicons import as_meant, open_lexicon
from ..table.seat_view import at_turn, facts_for_seat, in_utf8, setting
from .choices import CHALLENGES
from .games import Layout, LexiconName, Variant, no_record
from .limits import Limits
from .requests import answer, between, lexicon_named, line, one_of, post, text
from .threads import Threads

#: Maximum number of lines of a sheet.
LINES: Final = 200
_PLAYERS: Final = 4
Player: TypeAlias = Annotated[int, between(0, _PLAYERS - 1)]
Line: TypeAlias = Annotated[str, line(1000)]


class SheetLine(Struct):
    """A line of a sheet: the fields of a line of ScoreSheet."""

    player: Player
    action: Line
    rack: Line = ""
    note: Annotated[str, text(100_000)] = ""
    remark: Annotated[str, text(1000)] = ""


class Sheet(Struct, kw_only=True):
    """A sheet as the page sends it."""

    lexicon: LexiconName = ""
    start: Annotated[str, line(100_000)] = ""
    players: Annotated[list[Annotated[str, line(200)]], Meta(max_length=_PLAYERS)] = []
    first: Player = 0
    layout: Layout = "standard"
    variant: Variant = "classic"
    challenge: Annotated[str, one_of((*CHALLENGES, ""))] = ""
    lines: Annotated[list[SheetLine], Meta(max_length=LINES)] = []
    racks: Annotated[list[Line], Meta(max_length=_PLAYERS)] = []


class SheetFile(Sheet, kw_only=True):
    """A sheet to write as a file. ``turn`` is the turn of a position."""

    kind: Annotated[str, one_of(("gcg", "cgp", "svg"))]
    turn: Annotated[int, between(0, 10_000)]


class Sheets:
    """Routes about score sheets. ``lexicons`` maps a name on the page to a name or path for lexkit.open."""

    def __init__(self, lexicons: Mapping[str, str | None], threads: Threads, limits: Limits) -> None:
        self._lexicons, self._threads, self._limits = lexicons, threads, limits

    def routes(self) -> list[Route]:
        """Return the routes of score sheets."""
        return [
            post("/api/sheets", self._play, Sheet),
            post("/api/sheets/file", self._write, SheetFile),
            Route("/api/sheets/read", self.read, methods=["POST"]),
        ]

    async def read(self, request: Request) -> Response:
        """Answer with the sheet of a game in GCG, read with an offered lexicon."""
        name = request.query_params.get("lexicon", "")
        return await answer(request, partial(self._read, name=name))

    # -- in here ------------------------------------------------------------------------------------

    async def _read(self, body: bytes, name: str) -> dict[str, Any]:
        def work(lexicon: lexkit.Lexicon) -> dict[str, Any]:
            try:
                read = lexkit.ScoreSheet.from_gcg(body, lexicon)
            except GameRecordError:
                read = lexkit.ScoreSheet.from_gcg(
                    body
                )  # in another alphabet than the lexicon's: do not judge its words
            if len(read.lines) > LINES:
                raise GameRecordError("the game is too long", expected=f"at most {LINES} turns", found=len(read.lines))
            judge = _judging(lexicon, read.rules)
            sheet = lexkit.ScoreSheet(
                judge,
                read.players,
                rules=read.rules,
                first=read.first,
                lines=[line[:5] for line in read.lines],
                racks=read.racks,
            )
            sheet.game.nicknames = read.game.nicknames
            return {**_facts(sheet), "remarks": list(read.remarks)}

        try:
            return await self._within(name, work)
        except GameRecordError as error:
            raise no_record(error) from None

    async def _play(self, address: str, wanted: Sheet) -> dict[str, Any]:
        return await self._within(wanted.lexicon, lambda lexicon: _facts(_sheet(lexicon, wanted)))

    async def _write(self, address: str, wanted: SheetFile) -> dict[str, Any]:
        def work(lexicon: lexkit.Lexicon) -> dict[str, Any]:
            content = _written(_sheet(lexicon, wanted), wanted.kind, wanted.turn)
            return {"text": content, "name": f"game.{wanted.kind}"}

        return await self._within(wanted.lexicon, work)

    async def _within(self, name: str, work: Callable[[Any], dict[str, Any]]) -> dict[str, Any]:
        """Do work with an offered lexicon, in the thread for records."""
        path = lexicon_named(self._lexicons, name)

        def do() -> dict[str, Any]:
            with lexkit.within(self._limits.search):
                return work(open_lexicon(path))

        return await self._threads.records(do)


def _judging(lexicon: lexkit.Lexicon, rules: lexkit.Rules) -> lexkit.Lexicon | None:
    """Return the lexicon if it can judge the words of the game, else None."""
    try:
        lexkit.Game(lexicon, rules=rules, seed=0, dealt=False)
    except PositionError:
        return None
    return lexicon


def _sheet(lexicon: lexkit.Lexicon, wanted: Sheet) -> lexkit.ScoreSheet:
    """Return the sheet that a page has. Raises LexkitError."""
    players, challenge = wanted.players, wanted.challenge
    nicknames: dict[str, str] = {}
    if wanted.start:
        empty = lexkit.Game.from_json(wanted.start)
        nicknames = dict(zip(empty.players, empty.nicknames, strict=False))
        rules, players = empty.rules, players or list(empty.players)
        if challenge:
            chosen: Any = challenge  # one of CHALLENGES, as the field was checked
            rules = replace(rules, challenge=chosen)
    else:
        challenge = challenge or "double"
        rules = lexkit.Rules.from_alphabet(lexicon.alphabet, wanted.layout, variant=wanted.variant, challenge=challenge)
    lines = [_as_meant(line, rules.alphabet) for line in wanted.lines]
    racks = {player: rack for player, rack in enumerate(wanted.racks) if rack}
    names = [name.strip() for name in players]
    judge = _judging(lexicon, rules)
    sheet = lexkit.ScoreSheet(judge, names, rules=rules, first=wanted.first, lines=lines, racks=racks)
    # Nicknames of a record stay with their names.
    sheet.game.nicknames = tuple([nicknames.get(name, name) for name in names])
    return sheet


def _as_meant(line: SheetLine, alphabet: lexkit.Alphabet) -> tuple[Any, ...]:
    """Return a line with its tiles in capitals if it has more small letters than there can be blanks."""
    blanks = line.rack or "?" * alphabet.blanks
    return structs.astuple(structs.replace(line, action=as_meant(line.action, blanks, alphabet)))


def _facts(sheet: lexkit.ScoreSheet) -> dict[str, Any]:
    """Return the facts of a sheet that the page shows: the game, and each line with its result."""
    game, lexicon = sheet.game, sheet.game.lexicon
    judged = lexicon if sheet.rules.variant == "classic" else None
    lines = []
    for played in sheet.lines:
        turn = None if played.number is None else game.turns[played.number - 1]
        words = turn.move.words if turn and turn.move and turn.kind == "placement" else ()
        lines.append({**played._asdict(), "unknown": [] if judged is None else [w for w in words if w not in judged]})
    start = lexkit.Game(None, sheet.players, rules=sheet.rules, seed=0, dealt=False)
    start.nicknames = game.nicknames
    return {
        "start": start.to_json(),
        "first": sheet.first,
        "setting": {**setting(sheet.rules), "players": [{"name": name} for name in sheet.players]},
        "view": facts_for_seat(game, None, whole=True),
        "lines": lines,
        "racks": [sheet.racks.get(player, "") for player in range(len(sheet.players))],
        "rack_faults": {str(player): fault for player, fault in sheet.rack_faults.items()},
        "movers": [sheet.to_move(at) for at in range(len(lines) + 1)],
        "judged": lexicon is not None,
    }


def _written(sheet: lexkit.ScoreSheet, kind: str, turn: int) -> str:
    """Return a sheet as the text of a file. ``turn`` is the number of turns before the position."""
    if kind == "gcg":
        return in_utf8(sheet.to_gcg())
    if not turn <= sheet.game.turn_number:
        raise PositionError("no such turn", expected=f"0 to {sheet.game.turn_number}", found=turn)
    then = at_turn(sheet.game, turn)
    if kind == "cgp":
        return then.to_cgp()
    last = then.last_turn
    move = None if last is None or last.kind != "placement" else last.move
    return lexkit.pictures.board_svg(then.board, last=move, size=900)
