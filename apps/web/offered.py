"""The lexicons that a server offers, by the names that people see.

Guaranteed: a name that is not offered is refused, and never stands for another list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from ..study import Card
from .messages import BadMessageError

T = TypeVar("T")


def chosen(lexicons: Mapping[str, T], name: str) -> T:
    """What is offered by this name; the first if it is empty. Raises BadMessageError for any other name."""
    if not name:
        return next(iter(lexicons.values()))
    if name not in lexicons:
        raise BadMessageError("no lexicon of that name here", expected=", ".join(lexicons))
    return lexicons[name]


def short_name(path: str) -> str:
    """What people see of a lexicon's name or path: the name of its file."""
    return Path(path).name.removesuffix(".zst").removesuffix(".gaddag")


def with_offered_names(cards: Iterable[Card], lasting: Mapping[str, str]) -> Iterator[Card]:
    """Cards as people of a network get them: with no path of this machine. ``lasting``: the kept name of each."""
    names = {kept: name for name, kept in lasting.items()}
    for card in cards:
        yield card._replace(lexicon=names.get(card.lexicon) or short_name(card.lexicon))


def with_lasting_names(cards: Iterable[Card], lasting: Mapping[str, str]) -> list[Card]:
    """Cards as they are kept: what :func:`with_offered_names` gave is read as the same cards."""
    return [card._replace(lexicon=lasting.get(card.lexicon, card.lexicon)) for card in cards]
