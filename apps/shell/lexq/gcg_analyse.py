"""``lexq gcg analyse``: report what each turn of a game lost and what its player missed.

Also reads the files of all ``lexq gcg`` commands and reports their faults, one per line: ``FILE:LINE: rule: expected,
found``.
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


#: The file arguments of ``lexq gcg`` commands.
Files = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE...",
        callback=find_games,
        help="Files in GCG, or folders of them; - reads stdin.",
    ),
    READS,
]
#: The option ``--strict``.
Strict = Annotated[bool, typer.Option("--strict", help="Refuse a record that has faults.")]
LexiconName = Annotated[
    str | None,
    typer.Option(
        "--lexicon",
        "-l",
        metavar="NAME or FILE",
        autocompletion=complete_lexicons,
        help="The lexicon.  [default: yours]",
    ),
    READS_LIST,
]
_STDIN: Final = "-"


def given_by(ctx: typer.Context, lexicon: str | None, alphabet: str | None) -> Given:
    """Return the alphabet to read records with: by the options, else that of the user's lexicon."""
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
    """Check files, and repair them if ``fix``; yield lines about faults and add exit codes to ``codes``."""
    from lexkit.runtime.game.gcg.read import repair_gcg

    if fix and _STDIN in files:
        raise typer.BadParameter("--fix changes files in place, but standard input is not a file")
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
    """Report the serious faults of a record on standard error and return how many there are."""
    serious = [fault for fault in checked.faults if not fault.mild]
    for fault in serious:
        console.tell(fault_line(path, fault.line, fault.rule, fault.expected, fault.found))
    return len(serious)


def error_line(path: str, error: GameRecordError, as_json: bool = False) -> str:
    """Format the line about a file that is not a game record."""
    line = int(error.place.split()[-1]) if error.place and error.place.startswith("line ") else 1
    return fault_line(path, line, "text", error.expected or "a record in GCG", error.found or error.what, as_json)


def fault_line(path: str, line: int, rule: str, expected: object, found: object, as_json: bool = False) -> str:
    """Format the line about a fault in a file."""
    if as_json:
        facts = {"file": path, "line": line, "rule": rule, "expected": str(expected), "found": str(found)}
        return console.json_line(facts)
    return console.shown(f"{path}:{line}: {rule}: expected {expected}, found {found}") + "\n"


#: Contents of the table: turns, a summary of each player, or a row for each player of each game.
TURNS, PLAYERS, GAMES = "turns", "players", "games"


def analyse(
    ctx: typer.Context,
    files: Files,
    players: Annotated[
        bool, typer.Option("--players", help="Write only a summary of each player, over all games.")
    ] = False,
    games: Annotated[bool, typer.Option("--games", help="Write only a row for each player of each game.")] = False,
    lexicon: LexiconName = None,
    alphabet: AlphabetName = None,
    processes: Processes = None,
    cluster: Cluster = None,
    with_: Annotated[
        str | None,
        typer.Option("--with", metavar="HOW", help="Analyse each turn more exactly: champion or simulation."),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--time", "-t", metavar="SECONDS", help="With --with: time per turn, by default 1."),
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option(
            "--iterations", min=1, max=1_000_000, metavar="N", help="With --with: at most N iterations per simulation."
        ),
    ] = None,
    seed: Annotated[
        int,
        typer.Option(
            "--seed", min=0, metavar="S", help="Seed of the random numbers; the same seed draws the same tiles."
        ),
    ] = 0,
    strict: Strict = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Write CSV; the first line names the columns.")] = False,
    as_json: Annotated[bool, typer.Option("--json", "--jsonl", help="Write one JSON object per line.")] = False,
    html: Annotated[
        str | None,
        typer.Option(
            "--html", help="Also write the reports to FILE, as one HTML page.", metavar="FILE", callback=require_file
        ),
        WRITES,
    ] = None,
    parquet: Annotated[
        str | None,
        typer.Option(
            "--parquet",
            help="Write the table of --csv to FILE as Parquet; needs pyarrow.",
            metavar="FILE",
            callback=require_file,
        ),
        WRITES,
    ] = None,
) -> None:
    """Report on games: what each turn lost against the best, how bad the mistake is, why, and who had luck.

    \b
    For one game, the report has a line for each turn, then for each player; for several games, a line for each player
    of each game, in order, then for each player over all games. lost: points of equity; win: loss in the chance to win,
    in percent; grade of the mistake: none, small, medium or large, by the chance to win, or by points once the bag is
    empty; index: sum of the mistakes, at 0.2, 0.5 and 1 each; luck: value of the tiles drawn, in points, against the
    mean draw. A lexicon without leave values of its own uses those of the bundled list with its tiles, and the report
    says so. Each fault of a file is reported on standard error as FILE:LINE: rule: expected, found, and the exit code
    is 3. The readable part of such a file is analysed, unless --strict refuses it.

    \b
    --with champion analyses each turn by the endgame search, by all draws of the last tiles, or by simulation,
    depending on the number of tiles in the bag. --with simulation always simulates.

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
        console.tell_origin(opened.leaves)  # otherwise the report itself says so
    with open_executor(processes, cluster) as executor:
        reports = _analyse_each(files, opened, given, strict, codes, executor, options)
        if html is not None:  # first: the table's reader may stop early
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
    """Return the column names and the rows of the table."""
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
    """Return the value of a cell; a list of phonies is joined with ``/``."""
    return "/".join(value) if isinstance(value, list) else value


def _as_text(reports: Iterable[tuple[str, Report]], shown: str, several: bool) -> Iterator[str]:
    """Yield the tables as text."""
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
        are_noted = shown == TURNS and not several
        yield from player_lines(summarize([report for _, report in found]), are_noted)


def _write_parquet(path: str, names: Sequence[str], rows: Iterable[dict[str, Any]]) -> None:
    """Write rows as a Parquet file."""
    from lexkit.runtime.game.fields import make_table
    from lexkit.runtime.lexicon.record_batches import write_batches
    from lexkit.runtime.words.data_frames import make_frame

    table = make_frame(make_table((tuple([_flat(row[name]) for name in names]) for row in rows), list(names)), "arrow")
    write_batches(table.to_batches(), path, "parquet")


def _write_page(path: str, reports: list[tuple[str, Report]]) -> None:
    """Write one HTML page about all games."""
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
    """Yield the path and report of each file that can be read; report the others on standard error."""
    from lexkit.players.reports.report import analyse_each

    paths: list[str] = []
    games = _read_each(files, lexicon, given, strict, codes, paths)
    for number, found in enumerate(analyse_each(games, lexicon, executor, **options)):
        if not isinstance(found, LexkitError):
            yield paths[number], found
            continue
        # The game has another alphabet than the lexicon, or rules that move generation does not support.
        codes.add(console.BAD_INPUT)
        expected = found.expected or "those of the lexicon"
        console.tell(fault_line(paths[number], 1, "rules", expected, found.found or found.what))


def _read_each(
    files: list[str], lexicon: Lexicon, given: Given, strict: bool, codes: set[int], paths: list[str]
) -> Iterator[Game]:
    """Yield the game of each file that can be read, and append its path to ``paths``."""
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
