"""``lexq quiz``: study words with flashcards and spaced repetition."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

import typer

from lexkit.errors import LexkitError, QueryError

from ..shell import console
from ..shell.command_files import READS, READS_FILE_OR_QUERY, READS_QUERY, WRITES, require_file, require_target
from ..table.lexicons import describe_list, lasting_name, open_lexicon
from ..terminal.screen import EndOfInputError, Screen
from .cards import RATINGS, Card, Deck, hardest, require_fsrs, statistics, tell_days, tell_next
from .cards_csv import fit_cards, read_cards, write_cards
from .faces import Faces, package, text_with_tabs
from .mistakes import read_mistakes
from .next_words import GAMES, NextWord, known_words, learn_next
from .picture import activity, draw_activity
from .puzzles_command import puzzles
from .questions import KINDS, SORT, Kind
from .quiz import Question, Quiz, Result
from .sheet_command import CardsFile, sheet, wall

app = typer.Typer(rich_markup_mode=None)
#: Lines that end the quiz. In capitals they are answers.
_LEAVE: Final = ("quit", "exit")
HELP: Final = """\
Type the answer: all words, separated by spaces; hooks as B/DST, front and back; y or n.
An empty line means "I do not know". quit leaves; every answer is saved at once.
again, hard, good, easy: change the grade of the last answer. In capitals these are answers."""


@app.command()
def quiz(
    context: typer.Context,
    query: Annotated[
        str | None,
        typer.Argument(metavar="[QUERY]", help="Words to study; without it, all of your cards."),
        READS_QUERY,
    ] = None,
    kind: Annotated[
        Kind,
        typer.Option(
            "--kind",
            "-k",
            metavar="KIND",
            help="What to ask: anagrams (all words of a rack), hooks (letters that hook a word), definitions (the word "
            "defined), or check (is it a word?).",
        ),
    ] = Kind.anagrams,
    new: Annotated[int, typer.Option("--new", min=0, metavar="N", help="Ask at most N new cards.")] = 20,
    due: Annotated[bool, typer.Option("--due", help="Ask only cards that are due, like --new 0.")] = False,
    limit: Annotated[
        int | None, typer.Option("--limit", "-n", min=1, metavar="N", help="Ask at most N questions.")
    ] = None,
    sort: Annotated[
        str, typer.Option("--sort", metavar="KEY,...", help="Order of new cards; -KEY: largest first.")
    ] = ",".join(SORT),
    shuffle: Annotated[bool, typer.Option("--shuffle", help="Ask new cards in random order.")] = False,
    statistics: Annotated[
        bool, typer.Option("--statistics", "-s", help="Show how many cards are due and known.")
    ] = False,
    picture: Annotated[
        str | None,
        typer.Option(
            "--picture",
            metavar="FILE",
            callback=require_file,
            help="Draw answers by day, cards due, and how long cards are known, as an SVG file.",
        ),
        WRITES,
    ] = None,
    next_: Annotated[
        int | None,
        typer.Option(
            "--next",
            min=1,
            max=10_000,
            metavar="N",
            help="List the N racks (other kinds: words) to learn next, by what each adds to the cards that you know.",
        ),
    ] = None,
    known: Annotated[
        str | None,
        typer.Option(
            "--known", metavar="FILE or QUERY", help="With --next: you also know these words, such as length:2-4."
        ),
        READS_FILE_OR_QUERY,
    ] = None,
    games: Annotated[
        int, typer.Option("--games", min=1, max=10_000_000, metavar="N", help="With --next: number of games to play.")
    ] = GAMES,
    add: Annotated[bool, typer.Option("--add", help="With --next: add cards of what is listed.")] = False,
    json: Annotated[
        bool, typer.Option("--json", help="With --statistics or --next: write one JSON object per line.")
    ] = False,
    mistakes: Annotated[
        str | None,
        typer.Option(
            "--mistakes",
            metavar="FILE",
            callback=require_file,
            help="Add cards for the mistakes in a file of lexq gcg analyse --csv.",
        ),
        READS,
    ] = None,
    player: Annotated[
        str | None,
        typer.Option("--player", metavar="NAME", help="With --mistakes: only those of this player, and all phonies."),
    ] = None,
    import_file: Annotated[
        str | None,
        typer.Option(
            "--import",
            metavar="FILE",
            callback=require_file,
            help="Add cards from a CSV file, a list of questions, Anki notes, or Zyzzyva's cardbox (Anagrams.db).",
        ),
        READS,
    ] = None,
    export_file: Annotated[
        str | None,
        typer.Option(
            "--export",
            metavar="FILE",
            callback=require_target,
            help="Write all cards with front and back: CSV, .txt with tabs, or .apkg for Anki; - writes CSV.",
        ),
        WRITES,
    ] = None,
    force: Annotated[bool, typer.Option("--force", "-f", help="With --export: overwrite an existing file.")] = False,
    file: CardsFile = None,
) -> int | None:
    """Study words by spaced repetition: anagrams, hooks, definitions, or which words are valid.

    A card that you know comes again later, one that you missed sooner (FSRS). Cards that are due come first. Needs
    lexkit[study].

    \b
    Example: lexq quiz 'length:7 probability:1-500' --new 10
    Example: lexq quiz 'length:4 includes:J' --kind hooks
    Example: lexq quiz --due
    Example: lexq quiz --statistics
    Example: lexq quiz --next 50 --known length:2-4 --add
    Example: lexq quiz --import Anagrams.db
    Example: lexq quiz --export cards.apkg
    """
    if picture is not None and Path(picture).suffix.lower() not in ("", ".svg"):
        raise typer.BadParameter(f"expected a file named .svg, found {picture}", param_hint="--picture")
    if next_ is None and (known is not None or add):
        raise typer.BadParameter(f"{'--add' if known is None else '--known'} needs --next")
    if next_ is not None and query is not None:
        raise typer.BadParameter("--next takes no query; say which words you know by --known")
    name = lasting_name(context.obj)
    with Deck(file) as deck:
        done = [
            mistakes is not None and _add_mistakes(deck, mistakes, name, player),
            import_file is not None and _add_questions(deck, import_file, name, kind.value),
            export_file is not None and _write_cards(deck, export_file, force),
            picture is not None and _draw(deck, name, picture),
        ]
        if next_ is not None:
            return _list_next(deck, name, kind.value, next_, known, games, add, json)
        if statistics:
            return _write_statistics(deck, name, json)
        if not any(done) or query is not None:
            return _ask(deck, name, kind.value, query, 0 if due else new, limit, sort, shuffle)
    return None


app.command()(puzzles)
app.command()(wall)
app.command()(sheet)


def _ask(
    deck: Deck, name: str, kind: str, query: str | None, new: int, limit: int | None, sort: str, shuffle: bool
) -> int | None:
    require_fsrs()
    keys = [key for key in sort.split(",") if key]
    session = Quiz(deck, kind, lexicon=name, query=query, new=new, most=limit, sort=keys, shuffle=shuffle)
    screen = Screen()
    if screen.interactive:
        screen.say(console.shown(describe_list(name, open_lexicon(name))))
    if session.next() is None:
        told = "nothing is due" if new == 0 or query is None else "nothing is due, and nothing is new"
        if query is not None and not session.among:
            told = f"no questions about the words of {query}"
        screen.say(console.shown(told + _tell_next(deck, name, kind, session.next_due, query is None and new == 0)))
        return console.NOTHING
    try:
        ask_all(session, screen)
    except KeyboardInterrupt:
        screen.say("\nkept")
        raise
    return None


def _tell_next(deck: Deck, name: str, kind: str, due: float | None, wants_due: bool) -> str:
    """Describe when the next card is due, and which other kinds have due cards."""
    now = time.time()
    told = tell_next(due, now)
    if wants_due:
        new = sum(card.memory is None for card in deck.cards(name, kind))
        told += f"; {console.format_count(new, 'card was', 'cards were')} never asked: lexq quiz" if new else ""
    others = Counter(card.kind for card in deck.cards(name, due=now) if card.kind != kind)
    for other in filter(others.__contains__, KINDS):
        told += f"; {console.format_count(others[other], 'card is', 'cards are')} due with --kind {other}"
    return told


def _add_mistakes(deck: Deck, path: str, name: str, player: str | None) -> bool:
    found = read_mistakes(path, open_lexicon(name), name, player)
    left_out = console.format_count(found.left_out, "play", "plays") if found.left_out else ""
    return _add(deck, found.cards, left_out and f"; {left_out} through tiles left out")


def _add_questions(deck: Deck, path: str, name: str, kind: str) -> bool:
    cards, number = fit_cards(read_cards(path, name, kind), open_lexicon(name), name)
    left_out = console.format_count(number, "question", "questions") if number else ""
    return _add(deck, cards, left_out and f"; {left_out} without an answer left out")


def _add(deck: Deck, cards: list[Card], left_out: str) -> bool:
    console.write([f"added {console.format_count(deck.add(cards), 'card', 'cards')}{left_out}\n"])
    return True


def _write_cards(deck: Deck, path: str, force: bool) -> bool:
    if path != "-" and not force:
        Screen().refuse_existing(path, "overwrite it with --force, or name another: --export FILE")
    suffix = Path(path).suffix.lower()
    faces = Faces()
    if suffix == ".apkg":
        console.write_file(path, package(deck.cards(), faces, time.time()))
    else:
        lines = text_with_tabs if suffix == ".txt" else write_cards
        with console.into_file(None if path == "-" else path):
            console.write(lines(deck.cards(), faces))
    return True


def _draw(deck: Deck, name: str, path: str) -> bool:
    with console.into_file(path):
        console.write([draw_activity(activity(deck, time.time(), name))])
    return True


def _write_statistics(deck: Deck, name: str, as_json: bool) -> int | None:
    require_fsrs()
    found = statistics(deck, time.time(), name)
    if as_json:
        console.write([console.json_line(one.to_json()) for one in found])
        return None if found else console.NOTHING
    rows: list[tuple[str, ...]] = [("kind", "cards", "new", "due", "learning", "known", "recall", "30 days", "right")]
    for one in found:
        recall = "" if one.recall is None else f"{one.recall:.0%}"
        right = f"{one.right / one.lately:.0%}" if one.lately else ""
        numbers = (one.cards, one.new, one.due, one.learning, one.known)
        rows.append((one.kind, *map(str, numbers), recall, str(one.lately), right))
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    lines = [
        f"{row[0]:{widths[0]}}  " + "  ".join(f"{cell:>{wide}}" for cell, wide in zip(row[1:], widths[1:], strict=True))
        for row in rows
    ]
    missed = [f"{card.question} ({card.misses})" for card in hardest(deck, name)]
    if missed:
        lines.append(f"missed most: {', '.join(missed)}")
    console.write([f"{console.shown(line.rstrip())}\n" for line in lines if found] or ["no cards\n"])
    return None if found else console.NOTHING


def _list_next(
    deck: Deck, name: str, kind: str, most: int, also: str | None, games: int, add: bool, as_json: bool
) -> int | None:
    """List what to learn next, by games of someone who knows the known cards and the words of ``also``."""
    lexicon = open_lexicon(name)
    known = known_words(deck, lexicon, name)
    told = f"{console.format_count(int(known.sum()), 'word', 'words')} of your cards"
    if also is not None:
        listed = lexicon.in_(also) if os.path.isfile(also) else lexicon.search(also)
        if not listed:
            remedy = "leave --known out if you know none"
            raise QueryError("no words of this list", place=f"--known {also}", remedy=remedy)
        known[listed.to_numpy()] = True
        told += f", {len(listed):,} of {also}"
    console.tell(f"lexq: you know {told}; {console.format_count(games, 'game', 'games')}\n")
    with console.show_games(games) as advance:
        _, found = learn_next(kind, lexicon, known, most, games, progress=advance)
    if as_json:
        console.write([console.json_line(one.to_json()) for one in found])
    elif console.on_terminal():
        console.write(_next_table(found, kind == "anagrams"))
    else:
        console.write([f"{word}\n" for one in found for word in one.words])
    if add:
        added = deck.add([Card(name, kind, one.question) for one in found])
        console.tell(f"lexq: added {console.format_count(added, 'card', 'cards')}\n")
    return None if found else console.NOTHING


def _next_table(found: list[NextWord], racks: bool) -> Iterator[str]:
    """Yield the lines of a table: points in 1,000 games, half the 95% interval, the question and its words."""
    wide = max([len(one.question) for one in found], default=0)
    yield f"{'points':>7}  {'±':>5}  " + (f"{'rack':{wide}}  words\n" if racks else "word\n")
    for one in found:
        words = f"  {' '.join(one.words)}" if racks else ""
        yield console.shown(f"{one.points:7,.0f}  {one.interval:5,.0f}  {one.question:{wide}}{words}".rstrip()) + "\n"
    yield "points in 1,000 games, with the 95% interval\n"


# -- questions and answers -----------------------------------------------------------------------------


def ask_all(quiz: Quiz, screen: Screen) -> None:
    """Ask questions until none is left or the user leaves. Raises KeyboardInterrupt for Ctrl-C."""
    asked: Question | None = None
    try:
        while (question := quiz.next()) is not None:
            if question != asked:
                screen.say(_tell_question(question, screen))
            asked = question
            try:
                line = screen.ask("> ").strip()
            except QueryError as error:
                screen.say(str(error))
                continue
            if line in _LEAVE:
                break
            if line in ("help", "?"):
                screen.say(HELP)
            elif line in RATINGS:
                _regrade(quiz, line, screen)
            else:
                screen.say(_tell_result(question, quiz.answer(line), screen))
    except EndOfInputError:
        pass
    screen.say(
        f"{console.format_count(quiz.answered, 'question', 'questions')}, {quiz.right} right"
        if quiz.answered
        else "nothing was asked"
    )


def _regrade(quiz: Quiz, rating: str, screen: Screen) -> None:
    try:
        result = quiz.regrade(rating)
    except LexkitError as error:
        screen.say(str(error))
    else:
        screen.say(f"{rating}: again in {tell_days(result.days)}")


def _tell_question(question: Question, screen: Screen) -> str:
    place = f"{question.number}/{question.total}"
    return console.shown(f"{place}  {screen.paint(question.prompt, 'strong')}", "\x1b") + f"  ({question.beside})"


def _tell_result(question: Question, result: Result, screen: Screen) -> str:
    again = f"again in {tell_days(result.days)}"
    if result.right:
        return f"right; {again}"
    if question.kind == "check":
        told = f"{question.prompt} is {'a word' if result.answers == ('y',) else 'not a word'}"
    else:
        told = ("/" if question.kind == "hooks" else " ").join(result.answers)
        told += f", not {' '.join(result.wrong)}" if result.wrong else ""
    return screen.paint(console.shown(f"wrong: {told}"), "bad") + f"; {again}"
