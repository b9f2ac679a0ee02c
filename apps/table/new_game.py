"""A new game of a table: the rules of its language and board, its clock, and bots that can play it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import lexkit
from lexkit.errors import AlphabetError, PositionError, show_value

from . import bots
from .lexicons import open_lexicon
from .seats import Seat

#: The board with a set of tiles of its own.
_LARGER: Final = "super"


def new_game(
    places: Sequence[Seat],
    lexicon_name: str,
    layout: lexkit.Layout | str,
    rules: Mapping[str, Any],
    clock: tuple[float, float] | None,
    seed: int | str | None,
    first: int,
    position: str | None,
) -> lexkit.Game:
    """The game; ``position``: a CGP in which it begins, on the board of that.

    Raises subclasses of LexkitError for what cannot be, such as a bot that the lexicon is not enough for.
    """
    lexicon = open_lexicon(lexicon_name)
    if position is not None:
        layout = _layout_of(position, lexicon.alphabet)
    # It is told the time, so that it stands still while no program has the table open.
    timed = clock and lexkit.Clock(*clock, now=None)
    game = lexkit.Game(
        lexicon,
        [seat.name for seat in places],
        rules=rules_for(lexicon, layout, rules),
        seed=seed,
        first=first,
        clock=timed,
        at=0.0 if timed else None,
        position=position,
    )
    for name in {seat.bot for seat in places if seat.bot is not None}:
        bots.check_bot(name, game.copy().view(first))
    return game


def _layout_of(position: str, alphabet: lexkit.Alphabet) -> lexkit.Layout:
    """The layout of a CGP. Raises PositionError, without the remedy to name a layout: the CGP names it."""
    if "/" not in position.partition(" ")[0]:
        expected = "rows with / between them"
        raise PositionError("not a position in CGP", expected=expected, found=show_value(position))
    try:
        return lexkit.Board.from_cgp(position, alphabet=alphabet).layout
    except PositionError as error:
        error.remedy = None
        raise


def rules_for(lexicon: lexkit.Lexicon, layout: lexkit.Layout | str, changes: Mapping[str, Any]) -> lexkit.Rules:
    """The rules of a lexicon's language on a board, with changes: the larger board has the larger set of tiles."""
    rules = lexkit.Rules.of(lexicon.alphabet, layout, **changes)
    if rules.layout.name == _LARGER:
        try:
            larger = lexkit.Rules.of(f"{_LARGER}_{lexicon.alphabet.name}", layout, **changes)
        except AlphabetError:
            return rules  # this language has only one set
        if larger.alphabet.labels == rules.alphabet.labels:
            return larger
    return rules
