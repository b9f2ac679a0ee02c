"""``lexq puzzles``: find the play that is far ahead of others, and see what the others lose."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Final

import typer

import lexkit
from lexkit.errors import LexkitError, QueryError, show_value

from ..shell import console
from ..shell.command_files import READS, find_games_in_files
from ..table.lexicons import describe_list, lasting_name, open_lexicon
from ..table.seat_view import setting, squares_of
from ..terminal.drawing import beside, draw_squares, visible_length
from ..terminal.screen import EndOfInputError, Screen
from .cards import Deck, require_fsrs, tell_days, tell_next
from .puzzle_round import PuzzleRound, Solved
from .sheet_command import CardsFile

_LEAVE: Final = ("quit", "exit")
#: Number of plays listed at the end of a puzzle.
_LISTED: Final = 6
_PUZZLES: Final = 10
#: Message shown on a terminal when the search for a puzzle takes long.
_WAIT: Final = "lexq: still looking for a puzzle; Ctrl-C stops"
HELP: Final = """\
8D QUIZ, D8 QUIZ   try a play, across or down; -AEI: an exchange
8D QuIZ            the same; a letter in lower case is a blank
hint               features of the best play; again: its score, place, tiles
show               show the board again
An empty line gives up and shows the play. quit leaves; the puzzle comes again."""


def puzzles(
    context: typer.Context,
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, max=100_000, metavar="N", help="Ask at most N puzzles.")
    ] = _PUZZLES,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", min=0, metavar="S", help="Seed of the random numbers; the same seed gives the same puzzles."
        ),
    ] = None,
    tag: Annotated[
        list[str] | None,
        typer.Option(
            "--tag",
            metavar="TAG",
            help="Feature of the best play; all of several: bingo, only-bingo, blank-bingo, non-bingo, long, "
            "power, parallel, hook, extension, through, exchange, outscored.",
        ),
    ] = None,
    grade: Annotated[
        list[str] | None,
        typer.Option(
            "--grade", metavar="GRADE", help="How bad a mistake the next best play is: small, medium or large."
        ),
    ] = None,
    games: Annotated[
        list[str] | None,
        typer.Option(
            "--from",
            metavar="FILE",
            callback=find_games_in_files,
            help="Make puzzles from the mistakes in a GCG game, or a folder of games.",
        ),
        READS,
    ] = None,
    player: Annotated[
        str | None, typer.Option("--player", metavar="NAME", help="With --from: the mistakes of this player.")
    ] = None,
    alphabet: Annotated[
        str | None,
        typer.Option("--alphabet", metavar="NAME or FILE", help="With --from: the alphabet, whichever the games name."),
        READS,
    ] = None,
    due: Annotated[bool, typer.Option("--due", help="Ask only puzzles that are due.")] = False,
    json: Annotated[bool, typer.Option("--json", help="List the puzzles, one JSON object per line.")] = False,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads",
            min=1,
            max=console.MOST_WORKERS,
            metavar="N",
            help="Use N threads, by default one per processor.",
        ),
    ] = None,
    file: CardsFile = None,
) -> int | None:
    """Find the best play in positions where one play is far ahead.

    Every other play loses ten points or more. Positions come from games of bots, or from your own mistakes (--from),
    and are checked by simulation. A puzzle that you solved comes again later, one that you missed sooner (FSRS).
    Puzzles that are due come first. Needs lexkit[study].

    \b
    Example: lexq puzzles
    Example: lexq puzzles --tag non-bingo --limit 3
    Example: lexq puzzles --from games/ --player Ann
    Example: lexq puzzles --seed 7 --limit 20 --json > puzzles.jsonl
    """
    if due and (json or games):
        raise typer.BadParameter("--due excludes --json and --from")
    if player is not None and not games:
        raise typer.BadParameter("--player needs --from")
    if alphabet is not None and not games:
        raise typer.BadParameter("--alphabet needs --from")
    of_file = alphabet is not None and not set(alphabet).isdisjoint("./\\")
    read = {"alphabet": lexkit.Alphabet.from_file(alphabet) if of_file and alphabet else alphabet}
    name = lasting_name(context.obj)
    seed = secrets.randbelow(1 << 32) if seed is None else seed
    options: dict[str, Any] = {"seed": seed, "tags": tag or (), "grades": grade or (), "threads": threads}
    lexicon = open_lexicon(name)
    console.tell_origin(lexicon.leaves)
    made = _patiently(_make(lexicon, limit, games, player, read, options))
    if json:
        found = False
        for puzzle in made:
            found = True
            console.write([console.json_line(puzzle.to_dict())])
        if not found and console.watched():
            console.tell(f"{_none(games)}\n")
        return None if found else console.NOTHING
    require_fsrs()
    with Deck(file, before_making=lambda: None) as deck:
        round_ = PuzzleRound(deck, lexicon=name, new=() if due else made, due=not games, most=limit)
        screen = Screen()
        if screen.interactive:
            screen.say(console.shown(describe_list(name, lexicon)))
        if round_.next() is None:
            none = _none(games)
            screen.say(f"no puzzle is due{tell_next(round_.next_due, time.time())}" if due else none)
            return console.NOTHING
        ask_all(round_, screen)
    return None


def _none(games: list[str] | None) -> str:
    """Return the message that says why there are no puzzles."""
    if games:
        return "no puzzles: no mistake in these games has only a few right plays"
    return "no puzzles found in many games of bots: try another --tag, --grade or --seed"


def _patiently(made: Iterator[lexkit.Puzzle]) -> Iterator[lexkit.Puzzle]:
    """Yield the same puzzles, with a message on the terminal while one takes long."""
    while True:
        with console.said_if_long(_WAIT):
            puzzle = next(made, None)
        if puzzle is None:
            return
        yield puzzle


def _make(
    lexicon: lexkit.Lexicon,
    limit: int,
    paths: list[str] | None,
    player: str | None,
    read: dict[str, Any],
    options: dict[str, Any],
) -> Iterator[lexkit.Puzzle]:
    """Yield new puzzles; those from files name their source."""
    if not paths:
        return lexkit.puzzles(lexicon, limit, **options)
    lexkit.puzzles(lexicon, 0, games=(), **options)  # raise errors of options before reading files
    return _of_files(lexicon, limit, paths, player, read, options)


def _of_files(
    lexicon: lexkit.Lexicon,
    limit: int,
    files: Sequence[str],
    player: str | None,
    read: dict[str, Any],
    options: dict[str, Any],
) -> Iterator[lexkit.Puzzle]:
    left = limit
    names: dict[str, None] = {}
    for file in files:
        try:
            game = lexkit.read_gcg(file, lexicon, strict=False, **read)
            names |= dict.fromkeys(game.players)
            if player is not None and player not in game.players:
                continue
            for puzzle in lexkit.puzzles(lexicon, left, games=[game], player=player, **options):
                left -= 1
                yield replace(puzzle, source=Path(file).name)
        except LexkitError as error:
            if len(files) == 1:
                raise
            console.complain("lexq", error)  # go on with the other files
        if not left:
            return
    if player is not None and names and player not in names:
        known = show_value(", ".join(names)[:200])
        raise QueryError("no game of this player", expected=known, found=show_value(player))


# -- questions and answers -----------------------------------------------------------------------------


def ask_all(round_: PuzzleRound, screen: Screen) -> None:
    """Ask puzzles until none is left or the user leaves."""
    number = 0
    shown: lexkit.Puzzle | None = None
    try:
        while (puzzle := round_.next()) is not None:
            if puzzle is not shown:
                number += 1
                screen.say(_draw(puzzle, number, screen))
                shown = puzzle
            try:
                line = screen.ask("> ").strip()
                if line in _LEAVE:
                    break
                screen.say(_answer(round_, puzzle, line, screen))
                if line == "show":
                    shown, number = None, number - 1
            except QueryError as error:
                screen.say(str(error))
    except EndOfInputError:
        pass
    asked = console.format_count(round_.answered, "puzzle", "puzzles")
    screen.say(f"{asked}, {round_.right} found" if round_.answered else "no puzzle was answered")


def _answer(round_: PuzzleRound, puzzle: lexkit.Puzzle, line: str, screen: Screen) -> list[str]:
    """Return the reply to a line."""
    if line in ("help", "?"):
        return [HELP]
    if line == "show":
        return []
    if line == "hint":
        return [_tell_hint(round_.hint())]
    if not line:
        return _tell_end(puzzle, round_.give_up(), screen)
    try:
        tried = round_.attempt(line)
    except LexkitError as error:
        return [console.shown(str(error))]
    if tried.solved is not None:
        return _tell_end(puzzle, tried.solved, screen)
    lost = f"{_named(tried.play.text)} loses {tried.play.loss:.1f} points"
    return [f"{screen.paint(console.shown(lost), 'bad')}; try again"]


def _draw(puzzle: lexkit.Puzzle, number: int, screen: Screen) -> list[str]:
    """Draw the position with the rack and the scores."""
    board = puzzle.board
    squares, blanks = squares_of(board.alphabet, board.grid)
    rack = screen.paint(board.rack, "strong")
    lines = draw_squares(setting(board.rules), squares, blanks, (), screen.columns, screen.paint)
    told = [f"Puzzle {number}", "", f"Your rack: {rack}", f"You have {board.scores[0]}, the other {board.scores[1]}."]
    told += ["Which play is far ahead?" if not puzzle.played else f"Better than {_named(puzzle.played)}?"]
    told += ["", console.shown(f"{puzzle.source}, turn {puzzle.turn}"), "hint, help, an empty line: give up"]
    return ["", *beside(lines, told, max(map(visible_length, lines)), screen.columns), ""]


def _named(text: str) -> str:
    """Return the text of a play, "pass" for a pass."""
    return "pass" if text == "-" else text


def _tell_hint(hint: dict[str, Any]) -> str:
    if "tags" in hint:
        return f"The best play: {'; '.join([lexkit.Puzzle.TAGS[tag] for tag in hint['tags']])}."
    if "tiles" in hint:
        return console.shown(f"{hint['score']} points, at {hint['place']}, with {' '.join(hint['tiles'])}")
    if "place" in hint:
        return f"{hint['score']} points, at {hint['place']}"
    return console.shown(hint["text"]) if "text" in hint else f"{hint.get('score', 0)} points"


def _tell_end(puzzle: lexkit.Puzzle, solved: Solved, screen: Screen) -> list[str]:
    """Describe the best play, why it is best, and what others lose."""
    said = "right" if solved.right else screen.paint("not found", "bad")
    lines = [", ".join([f"{said}: {_named(puzzle.best)}", *[puzzle.why] * bool(puzzle.why)])]
    own = [play for play in puzzle.plays if play.text == puzzle.played]
    listed = list(dict.fromkeys([*puzzle.plays[:_LISTED], *own]))
    wide = max([len(_named(play.text)) for play in listed])
    for play in listed:
        lost = f"loses {play.loss:5.1f} points" if play is not puzzle.plays[0] else "the best"
        lost += f", wins {100 * play.win_loss:4.1f}% less: {play.grade}" if play.win_loss else ""
        yours = "; it was played" if play.text == puzzle.played else ""
        lines.append(f"  {_named(play.text):{wide}} {play.score:+4}  {lost}{yours}")
    return [*map(console.shown, lines), f"again in {tell_days(solved.days)}"]
