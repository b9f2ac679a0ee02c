"""``lexq sheet``: a printable study list; ``lexq wall``: type all words of many racks in time."""

from __future__ import annotations

import math
from typing import Annotated, Final

import typer

from lexkit.errors import OutOfTurnError, QueryError

from ..shell import console
from ..shell.command_files import CHANGES_CARDS, READS_QUERY, WRITES, require_file, require_target
from ..table.lexicons import lasting_name, open_lexicon
from ..terminal.screen import EndOfInputError, Screen
from .cards import Deck
from .questions import SORT
from .racks import NO_CARDS, NO_RACKS, RACKS, SECONDS, Part, Wall, cards_of_racks, choose_racks, racks_of_cards
from .sheet import Group, groups_of_racks, write_sheet

CardsFile = Annotated[
    str | None,
    typer.Option(
        "--file", metavar="FILE", callback=require_file, help="Keep cards in FILE instead of your data folder."
    ),
    CHANGES_CARDS,
]

#: Default number of racks or words: a page or two.
_MOST = 200


def sheet(
    context: typer.Context,
    query: Annotated[
        str | None,
        typer.Argument(metavar="[QUERY]", help="Words to list; without it, the anagrams among your cards."),
        READS_QUERY,
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            callback=require_target,
            help="Write to FILE, never partially; - is standard output.",
        ),
        WRITES,
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, max=100_000, metavar="N", help="List at most N racks or words.")
    ] = _MOST,
    page: Annotated[int, typer.Option("--page", min=1, metavar="N", help="Write the N-th sheet of the list.")] = 1,
    columns: Annotated[int, typer.Option("--columns", min=1, max=12, metavar="N", help="Number of columns.")] = 3,
    words: Annotated[bool, typer.Option("--words", help="List words one by one, not below their racks.")] = False,
    short: Annotated[bool, typer.Option("--short", help="Leave definitions out.")] = False,
    title: Annotated[
        str | None, typer.Option("--title", metavar="TEXT", help="Heading of the sheet, instead of the query.")
    ] = None,
    sort: Annotated[
        str, typer.Option("--sort", metavar="KEY,...", help="Order of the list; -KEY: largest first.")
    ] = ",".join(SORT),
    file: CardsFile = None,
) -> int | None:
    """A study list to print: racks with their words, hooks and definitions.

    The sheet is an HTML page without scripts, in columns: open it in a browser and print it.

    \b
    Example: lexq sheet 'length:7' -o sevens.html
    Example: lexq sheet 'length:3' --words --columns 6 --sort word -n 2000 -o threes.html
    Example: lexq sheet --title 'My mistakes' -o mistakes.html
    """
    name = lasting_name(context.obj)
    lexicon = open_lexicon(name)
    keys = [key for key in sort.split(",") if key]
    if query is None:
        with Deck(file, before_making=lambda: None) as deck:
            part = racks_of_cards(deck, name, limit, page)
    elif words:
        found = lexicon.search(query)
        part = Part(found.sorted_by(*keys) if keys else found, limit, page)
    else:
        part = choose_racks(lexicon, query, keys, limit, page)
    unit = "words" if words and query is not None else "racks"
    groups = [Group("", part.listed)] if unit == "words" and part.listed else groups_of_racks(lexicon, part.listed)
    if words and groups:
        groups = [Group("", [word for group in groups for word in group.words])]
    if not groups:
        console.tell(f"lexq: {NO_CARDS if query is None else NO_RACKS}\n")
        return console.NOTHING
    with console.into_file(output):
        heading, told = title or query or "Your cards", part.describe(unit)
        console.write(write_sheet(lexicon, heading, groups, columns, not short, told))
    if told:
        console.tell(f"lexq: {told}: --page N for another part, --limit N for more\n")
    return None


#: Lines that end a round.
_LEAVE: Final = ("quit", "exit")
#: Spaces between racks.
_GAP: Final = 3


def wall(
    context: typer.Context,
    query: Annotated[
        str | None,
        typer.Argument(metavar="[QUERY]", help="Words to find; without it, your cards, most often missed first."),
        READS_QUERY,
    ] = None,
    racks: Annotated[int, typer.Option("--racks", "-n", min=1, max=1000, metavar="N", help="Number of racks.")] = RACKS,
    page: Annotated[int, typer.Option("--page", min=1, metavar="N", help="Play the N-th wall of the list.")] = 1,
    minutes: Annotated[
        float, typer.Option("--minutes", min=0, max=1440, metavar="N", help="Time for the whole wall; 0: no clock.")
    ] = SECONDS / 60,
    sort: Annotated[
        str, typer.Option("--sort", metavar="KEY,...", help="Order of the list; -KEY: largest first.")
    ] = ",".join(SORT),
    cards: Annotated[bool, typer.Option(help="Make cards of the racks that you missed.")] = True,
    file: CardsFile = None,
) -> int | None:
    """A timed round: type all words of 50 racks in four minutes.

    An empty line shows the racks that are left; quit ends the round. Answers after the time limit do not count. Racks
    that you missed become cards for lexq quiz, and you may play them again at once.

    \b
    Example: lexq wall 'length:7' --page 3
    Example: lexq wall 'length:8 stem:6' --racks 20 --minutes 2
    Example: lexq wall
    """
    if math.isnan(minutes):
        raise typer.BadParameter("expected minutes, 0 to 1440, found nan", param_hint="--minutes")
    name = lasting_name(context.obj)
    lexicon = open_lexicon(name)
    with Deck(file, before_making=lambda: None) as deck:
        if query is None:
            chosen = racks_of_cards(deck, name, racks, page).listed
        else:
            chosen = choose_racks(lexicon, query, [key for key in sort.split(",") if key], racks, page).listed
        screen = Screen()
        first: Wall | None = None
        while (round_ := Wall(lexicon, chosen, minutes * 60 or None)).total:
            first = first or round_
            complete = play_round(round_, screen)
            chosen = round_.missed()
            if not chosen:
                break
            if cards and first is round_ and (added := deck.add(cards_of_racks(name, chosen))):
                screen.say(f"added {console.format_count(added, 'card', 'cards')} to lexq quiz")
            if not complete or not screen.agrees(f"{console.format_count(len(chosen), 'rack', 'racks')} again?"):
                break
    if first is None:
        Screen().say(NO_CARDS if query is None else NO_RACKS)
        return console.NOTHING
    return None


def play_round(wall: Wall, screen: Screen) -> bool:
    """Ask until the wall is over, and show the missed words. Returns False at the end of the input."""
    screen.say(draw_wall(wall, screen.columns))
    more = True
    try:
        while not wall.over:
            try:
                line = screen.ask(_prompt(wall)).strip()
                if line in _LEAVE:
                    wall.give_up()
                else:
                    screen.say(_tell_guesses(wall, line) if line else draw_wall(wall, screen.columns))
            except QueryError as error:
                screen.say(str(error))
            except OutOfTurnError:  # the time ran out before the line was read
                break
    except EndOfInputError:
        wall.give_up()
        more = False
    early = "time is up: " if wall.left == 0 else ""
    screen.say(f"{early}{wall.found} of {console.format_count(wall.total, 'word', 'words')}")
    found = {word for rack in wall.racks() for word in rack.found}
    for letters in wall.missed():
        missed = [word for word in wall.answers(letters) if word not in found]
        screen.say(console.shown(f"{letters}  {' '.join(missed)}"))
    return more


def draw_wall(wall: Wall, columns: int) -> list[str]:
    """Format the incomplete racks with their number of words left, in as many columns as fit."""
    cells = [f"{rack.letters} {rack.left}" for rack in wall.racks() if rack.left]
    wide = max(map(len, cells), default=0)
    across = max(1, (columns + _GAP) // (wide + _GAP))
    down = -(-len(cells) // across)
    rows = [cells[at::down] for at in range(down)]
    return [console.shown((" " * _GAP).join([f"{cell:{wide}}" for cell in row]).rstrip()) for row in rows]


def _prompt(wall: Wall) -> str:
    if wall.left is None:
        return "> "
    left = math.ceil(wall.left)
    return f"{left // 60}:{left % 60:02}> "


def _tell_guesses(wall: Wall, line: str) -> list[str]:
    told = []
    for guess in wall.guess(line):
        said = "right" if guess.found else "found already" if guess.rack else "not among the words"
        told.append(console.shown(f"{guess.word}: {said}"))
    left = wall.total - wall.found
    return [*told, f"{console.format_count(left, 'word', 'words')} left"] if left else told
