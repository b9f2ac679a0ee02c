"""The command ``lexq sheet``: a study list to print."""

from __future__ import annotations

from typing import Annotated

import typer

from lexkit import console

from ..table.lexicons import lasting_name, open_lexicon
from .cards import Deck
from .questions import SORT
from .racks import NO_CARDS, NO_RACKS, choose_racks, racks_of_cards
from .sheet import Group, groups_of_racks, write_sheet

CardsFile = Annotated[
    str | None,
    typer.Option("--file", **console.file_option(typer), help="Your cards are in this file, not in your data folder."),
]

#: Racks or words, if nothing else is said: a page or two.
_MOST = 200


def sheet(
    context: typer.Context,
    query: Annotated[
        str | None, typer.Argument(metavar="[QUERY]", help="Words to list; without it, the anagrams among your cards.")
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            **console.file_option(typer, stream=True),
            help="Write to FILE, all or nothing; - is standard output.",
        ),
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", "-n", min=1, max=100_000, metavar="N", help="At most N racks or words.")
    ] = _MOST,
    page: Annotated[int, typer.Option("--page", min=1, metavar="N", help="The Nth sheet of the list.")] = 1,
    columns: Annotated[int, typer.Option("--columns", min=1, max=12, metavar="N", help="N columns.")] = 3,
    words: Annotated[bool, typer.Option("--words", help="List words one by one, not below their letters.")] = False,
    short: Annotated[bool, typer.Option("--short", help="Leave definitions out.")] = False,
    title: Annotated[
        str | None, typer.Option("--title", metavar="TEXT", help="The heading, instead of the query.")
    ] = None,
    sort: Annotated[
        str, typer.Option("--sort", metavar="KEY,...", help="The order of the list; -KEY: the largest first.")
    ] = ",".join(SORT),
    file: CardsFile = None,
) -> int | None:
    """A study list to print: racks with their words, hooks and definitions.

    It is a page of HTML without scripts, in columns: open it in a browser and print it.

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
            racks = racks_of_cards(deck, name, limit, page)
        listed = [word for group in groups_of_racks(lexicon, racks) for word in group.words] if words else []
    elif words:
        found = lexicon.search(query)
        racks, listed = [], list((found.sorted_by(*keys) if keys else found)[limit * (page - 1) : limit * page])
    else:
        racks, listed = choose_racks(lexicon, query, keys, limit, page), []
    groups = [Group("", listed)] if words and listed else groups_of_racks(lexicon, racks)
    if not groups:
        console.tell(f"lexq: {NO_CARDS if query is None else NO_RACKS}\n")
        return console.NOTHING
    with console.into_file(output):
        console.write(write_sheet(lexicon, title or query or "Your cards", groups, columns, not short))
    return None
