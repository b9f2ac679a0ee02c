"""``lexq gcg analyse``: what the turns of games could have been worth, and what their players missed.

Also the files of all commands of ``lexq gcg``, and their faults, a line for each: ``FILE:LINE: rule: expected, found``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from lexkit.base.errors import GameRecordError, LexkitError, PositionError, StorageError
from lexkit.lexicons import BUNDLED, find_alphabet

from .. import console
from ..command_files import READS, READS_LIST, WRITES, find_games, require_file
from ..shell_completion import lexicons_and_others as complete_lexicons
from .gcg_report_tables import (
    GAME,
    PLAYER,
    TURN,
    game_lines,
    game_rows,
    player_lines,
    player_rows,
    turn_lines,
    turn_rows,
)
from .shared_options import AlphabetName, Cluster, Processes, require_either
from .write_answers import format_csv

if TYPE_CHECKING:
    from lexkit.players.reports.report import Report
    from lexkit.runtime.game.gcg.read import Checked
    from lexkit.runtime.game.referee.game import Game
    from lexkit.runtime.game.text.alphabet_of_text import Given
    from lexkit.runtime.lexicon.lexicon import Lexicon


#: Arguments that are files.
Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE...",
        callback=find_games,
        help="Files in GCG; - reads stdin, a folder means its games.",
    ),
    READS,
]
#: The option that refuses records with faults.
Strict = Annotated[bool, typer.Option("--strict", help="Refuse a record that has faults.")]
LexiconName = Annotated[
    str | None,
    typer.Option(
        "--lexicon", "-l", metavar="NAME or FILE", autocompletion=complete_lexicons, help="The lexicon, else yours."
    ),
    READS_LIST,
]
_STDIN: Final = "-"


def given_by(ctx: typer.Context, lexicon: str | None, alphabet: str | None) -> Given:
    """Return the alphabet of records that the options choose; without any, the user's lexicon decides."""
    from lexkit.catalogue import choose
    from lexkit.catalogue import open as open_lexicon
    from lexkit.runtime.game.text.alphabet_of_text import Given

    name = lexicon or ctx.find_root().params.get("lexicon")
    if alphabet is not None:
        return Given(find_alphabet(alphabet))
    if name is None and choose() == BUNDLED:
        return Given()
    return Given(of_lexicon=open_lexicon(name).alphabet, strict=name is not None)


def check_one(path: str, given: Given, lexicon: Lexicon | None = None) -> Checked:
    """Check a file, or standard input."""
    from lexkit.runtime.game.gcg.read import check_gcg

    if path == _STDIN and sys.stdin is None:
        raise StorageError("standard input is closed")
    return check_gcg(sys.stdin.buffer if path == _STDIN else path, lexicon, given=given)


def check_all(files: list[str], given: Given, fix: bool, as_json: bool, codes: set[int]) -> Iterator[str]:
    """Check files, and repair them if that is wanted; ``codes`` is given the exit codes of what is found."""
    from lexkit.runtime.game.gcg.read import repair_gcg

    if fix and _STDIN in files:
        raise typer.BadParameter("--fix writes into files, and standard input is not a file")
    for path in files:
        try:
            if fix:
                for fault in repair_gcg(path, given):
                    found = console.shown(f"{path}:{fault.line}: {fault.rule}: was {fault.found}, is {fault.expected}")
                    console.tell(f"{found} (repaired)\n")
            faults = check_one(path, given).faults
        except StorageError as error:
            codes.add(console.IO_ERROR)
            console.complain("lexq", error)
            continue
        except GameRecordError as error:
            codes.add(console.BAD_INPUT)
            yield error_line(path, error, as_json)
            continue
        for fault in faults:
            codes.add(console.BAD_INPUT)
            yield fault_line(path, fault.line, fault.rule, fault.expected, fault.found, as_json)


def tell_faults(path: str, checked: Checked) -> int:
    """Write the serious faults of a record that is read all the same to standard error; return how many there are."""
    serious = [fault for fault in checked.faults if not fault.mild]
    for fault in serious:
        console.tell(fault_line(path, fault.line, fault.rule, fault.expected, fault.found))
    return len(serious)


def error_line(path: str, error: GameRecordError, as_json: bool = False) -> str:
    """The line about a file that is no record at all."""
    line = int(error.place.split()[-1]) if error.place and error.place.startswith("line ") else 1
    return fault_line(path, line, "text", error.expected or "a record in GCG", error.found or error.what, as_json)


def fault_line(path: str, line: int, rule: str, expected: object, found: object, as_json: bool = False) -> str:
    """The line about a fault in a file."""
    if as_json:
        facts = {"file": path, "line": line, "rule": rule, "expected": str(expected), "found": str(found)}
        return console.json_line(facts)
    return console.shown(f"{path}:{line}: {rule}: expected {expected}, found {found}") + "\n"


#: What is written: turns, a summary for each player, or a row for each player of each game.
TURNS, PLAYERS, GAMES = "turns", "players", "games"


def analyse(
    ctx: typer.Context,
    files: Files,
    players: Annotated[bool, typer.Option("--players", help="Only a summary for each player, over all games.")] = False,
    games: Annotated[bool, typer.Option("--games", help="Only a row for each player of each game, over time.")] = False,
    lexicon: LexiconName = None,
    alphabet: AlphabetName = None,
    processes: Processes = None,
    cluster: Cluster = None,
    with_: Annotated[
        str | None, typer.Option("--with", metavar="HOW", help="Weigh each turn too: champion, or simulation.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--time", "-t", metavar="SECONDS", help="The time for each turn weighed, by default 1."),
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option(
            "--iterations", min=1, max=1_000_000, metavar="N", help="At most N iterations of each simulation."
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, metavar="S", help="The same number draws the same tiles.")] = 0,
    strict: Strict = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="CSV, with the names of the columns first.")] = False,
    as_json: Annotated[bool, typer.Option("--json", "--jsonl", help="One JSON object a line.")] = False,
    html: Annotated[
        str | None,
        typer.Option(
            "--html", help="Write the reports to FILE, one page for a browser.", metavar="FILE", callback=require_file
        ),
        WRITES,
    ] = None,
    parquet: Annotated[
        str | None,
        typer.Option(
            "--parquet", help="Write to FILE what --csv writes; needs pyarrow.", metavar="FILE", callback=require_file
        ),
        WRITES,
    ] = None,
) -> None:
    """Report games: what each turn lost against the best, how bad a mistake that is, why, and who had luck.

    \b
    Of one game each turn is a line, then each player; of several games, each player of each game, over time, then each
    player over all games. lost: points of equity; win: chance to win, in percent; grade: none, small, medium or large,
    by the chance to win, and by points once the bag is empty; index: mistakes, 0.2, 0.5 and 1 each; luck: points of
    the tiles drawn, against what might have been drawn. A lexicon without leave values of its own uses those of the
    bundled list with its tiles, and says so. Each fault of a file is one line on standard error, FILE:LINE: rule:
    expected, found, and the exit code 3. What can be read of the file is analysed, unless --strict refuses it.

    \b
    --with champion weighs each turn more exactly: by the endgame, over all draws of the last tiles, or by simulation,
    as many tiles are in the bag. --with simulation always does the last.

    \b
    Example: lexq gcg analyse game.gcg
    Example: lexq gcg analyse game.gcg --with champion --time 1 --html report.html
    Example: lexq gcg analyse games/ --games --csv > games.csv
    Example: lexq gcg analyse *.gcg --csv --processes 4 > turns.csv
    """
    from lexkit.catalogue import open as open_lexicon
    from lexkit.players.reports.report import DRAWS
    from lexkit.players.reports.turn_costs import Weighing
    from lexkit.runtime.game.text.alphabet_of_text import Given
    from lexkit.runtime.words.data_frames import find_library
    from lexkit.runtime.workers.pieces_of_work import open_executor

    if as_csv + as_json + (parquet is not None) > 1:
        raise typer.BadParameter("--json, --csv and --parquet exclude each other")
    if players and games:
        raise typer.BadParameter("--players and --games exclude each other")
    require_either(processes, cluster)
    if with_ is None and (seconds is not None or iterations is not None):
        raise typer.BadParameter("--time and --iterations need --with")
    if with_ is not None:
        Weighing(with_, seconds, iterations, seed)
    if parquet is not None:
        find_library("arrow")
    options = {"with_": with_, "time": seconds, "iterations": iterations, "seed": seed, "draws": DRAWS}
    opened = open_lexicon(lexicon or ctx.find_root().params.get("lexicon"))
    given = Given(None if alphabet is None else find_alphabet(alphabet), opened.alphabet)
    codes = {0}
    shown = PLAYERS if players else GAMES if games else TURNS
    if shown != TURNS or as_csv or as_json or parquet is not None or len(files) > 1:
        console.tell_origin(opened.leaves)  # else the report says so
    with open_executor(processes, cluster) as executor:
        reports = _analyse_each(files, opened, given, strict, codes, executor, options)
        if html is not None:  # first, so that it is there however much of the table is read
            kept = list(reports)
            _write_page(html, kept)
            reports = iter(kept)
        if parquet is not None:
            _write_parquet(parquet, *_rows(reports, shown))
        elif as_csv or as_json:
            names, rows = _rows(reports, shown)
            console.write(map(console.json_line, rows) if as_json else _as_csv(names, rows))
        else:
            console.write(_as_text(reports, shown, len(files) > 1))
    if max(codes):
        raise typer.Exit(max(codes))


def _rows(reports: Iterable[tuple[str, Report]], shown: str) -> tuple[Sequence[str], Iterable[dict[str, Any]]]:
    """(names of the columns, rows) of what is written."""
    from lexkit.players.reports.report import summarize

    if shown == PLAYERS:
        return PLAYER, player_rows(summarize([report for _, report in reports]))
    if shown == GAMES:
        return GAME, game_rows(reports)
    return TURN, (row for path, report in reports for row in turn_rows(path, report))


def _as_csv(names: Sequence[str], rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    yield format_csv([tuple(names)], ",")
    for row in rows:
        yield format_csv([tuple([_flat(row[name]) for name in names])], ",")


def _flat(value: Any) -> Any:
    """A value of a cell: words that are no words are joined."""
    return "/".join(value) if isinstance(value, list) else value


def _as_text(reports: Iterable[tuple[str, Report]], shown: str, several: bool) -> Iterator[str]:
    """The tables for people."""
    from lexkit.players.reports.report import summarize

    found = []
    for path, report in reports:
        found.append((path, report))
        if shown == TURNS and not several:
            yield from turn_lines(report)
            yield "\n"
    if found and (shown == GAMES or (shown == TURNS and several)):
        yield from game_lines(game_rows(found))
        yield "" if shown == GAMES else "\n"
    if found and shown != GAMES:
        yield from player_lines(summarize([report for _, report in found]))


def _write_parquet(path: str, names: Sequence[str], rows: Iterable[dict[str, Any]]) -> None:
    """Write rows as one table in Parquet."""
    from lexkit.runtime.game.fields import make_table
    from lexkit.runtime.lexicon.record_batches import write_batches
    from lexkit.runtime.words.data_frames import make_frame

    table = make_frame(make_table((tuple([_flat(row[name]) for name in names]) for row in rows), list(names)), "arrow")
    write_batches(table.to_batches(), path, "parquet")


def _write_page(path: str, reports: list[tuple[str, Report]]) -> None:
    """Write one page about all games."""
    from lexkit.formats.atomic import write_atomically
    from lexkit.players.pictures.report import reports_page

    named = []
    for file, report in reports:
        players = " v. ".join([one.name for one in report.players])
        named.append((f"{Path(file).name}: {players}", report))
    write_atomically(path, [reports_page(named).encode()])


def _analyse_each(
    files: list[str],
    lexicon: Lexicon,
    given: Given,
    strict: bool,
    codes: set[int],
    executor: Any,
    options: dict[str, Any],
) -> Iterator[tuple[str, Report]]:
    """The analysis of each file that can be read; standard error names the others."""
    from lexkit.players.reports.report import analyse_each

    paths: list[str] = []
    games = _read_each(files, lexicon, given, strict, codes, paths)
    for number, found in enumerate(analyse_each(games, lexicon, executor, **options)):
        if not isinstance(found, LexkitError):
            yield paths[number], found
            continue
        # Of another alphabet than the lexicon, or of rules without a generator of moves.
        codes.add(console.BAD_INPUT)
        expected = found.expected or "those of the lexicon"
        console.tell(fault_line(paths[number], 1, "rules", expected, found.found or found.what))


def _read_each(
    files: list[str], lexicon: Lexicon, given: Given, strict: bool, codes: set[int], paths: list[str]
) -> Iterator[Game]:
    """The game of each file that can be read, with its path among ``paths``."""
    for path in files:
        try:
            checked = check_one(path, given, lexicon)
            faults = tell_faults(path, checked)
            if faults:
                codes.add(console.BAD_INPUT)
            if checked.game is not None and not (strict and faults):
                paths.append(path)
                yield checked.game
        except StorageError as error:
            codes.add(console.IO_ERROR)
            console.complain("lexq", error)
        except GameRecordError as error:
            codes.add(console.BAD_INPUT)
            console.tell(error_line(path, error))
        except PositionError as error:
            codes.add(console.BAD_INPUT)
            expected = error.expected or "those of the lexicon"
            console.tell(fault_line(path, 1, "rules", expected, error.found or error.what))
