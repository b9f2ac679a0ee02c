"""Lexicons of tables, each opened once, and what depends on them: capitals, words, rules and new games.

Guaranteed: threads that ask for the same name get the same lexicon, which any number of threads may use.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

import lexkit
from lexkit.errors import AlphabetError, PositionError, QueryError, show_value

from .seats import Seat, check_bot

_lock: Final = threading.Lock()
#: Name of the list that comes with lexkit.
_BUNDLED: Final = "english"
#: Name of the board that has its own set of tiles.
_LARGER: Final = "super"
#: Column of how many people know a word, and its least number of common words.
_KNOWN, _COMMON = "known", 3
_PATH: Final = re.compile(r"[/\\\\]|\.gaddag")


def open_lexicon(name: str | None = None) -> lexkit.Lexicon:
    """Return the lexicon of a name or path, found like :func:`lexkit.open`; None is the user's default."""
    name = lasting_name(name)
    with _lock:
        if _open(name).closed:
            _open.cache_clear()
        return _open(name)


@lru_cache(maxsize=16)  # open tables keep theirs; these are for new tables
def _open(name: str) -> lexkit.Lexicon:
    return lexkit.open(name)


def may_learn(name: str, lexicon: lexkit.Lexicon) -> bool:
    """Return whether a lexicon borrows its leave values, and its file can be written with its own.

    ``name`` is a result of :func:`lasting_name`.
    """
    path = lexicon.path
    if path is None or path.suffix != ".gaddag" or not any(tile.count for tile in lexicon.alphabet.tiles):
        return False
    if name not in (str(path), path.stem):  # another program's file or an edition, read from the cache
        return False
    return bool(lexicon.leaves.note) and os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def lasting_name(name: str | None) -> str:
    """Return a name that still means the same lexicon if the user's default or the current folder changes."""
    if not isinstance(name, str | None):
        raise QueryError("not the name of a lexicon", found=show_value(name))
    if name is not None:
        return os.path.abspath(name) if _PATH.search(name) else name
    lexicon = lexkit.open()  # not cached: the default may have changed
    if lexicon.path is None or lexicon.fingerprint == open_lexicon(_BUNDLED).fingerprint:
        return _BUNDLED
    return str(lexicon.path.absolute())


def list_facts(name: str, lexicon: lexkit.Lexicon | None = None) -> dict[str, Any]:
    """Return facts about a lexicon's word list to show to people.

    ``name`` is a result of :func:`lasting_name`; ``lexicon`` is the one of that name, if it is open. In the result,
    ``words`` is the number of words; ``bundled`` is True for the list that comes with lexkit; ``leaves`` is the origin
    of the leave values, empty for its own; ``learns`` is True if it may be trained here (:func:`may_learn`);
    ``columns`` has the names of its columns.
    """
    lexicon = lexicon or open_lexicon(name)
    facts = {"words": len(lexicon), "bundled": name == _BUNDLED, "leaves": lexicon.leaves.note}
    return {**facts, "learns": may_learn(name, lexicon), "columns": lexicon.columns}


def only_common(lexicon: lexkit.Lexicon, words: lexkit.Words) -> lexkit.Words:
    """Return the common ones of some words, in their order. Raises QueryError if the lexicon does not know them."""
    column = lexicon.column(_KNOWN)
    if column.kind == "text":
        raise QueryError(f"column {_KNOWN} has texts, not numbers", remedy="attach numbers from 1 to 9")
    return words.where(column[words] >= _COMMON)  # type: ignore[operator]


def describe_list(name: str, lexicon: lexkit.Lexicon) -> str:
    """Describe a list by the name of its file and its number of words."""
    return f"{os.path.basename(name)}, {len(lexicon):,} word{'s' * (len(lexicon) != 1)}"


def capitals(text: str, alphabet: lexkit.Alphabet) -> str:
    """Return a text in capitals: the alphabet's (i is İ in a Turkish one), or Python's for letters that it lacks."""
    labels = {tile.lower: tile.label for tile in alphabet.tiles}
    letters = "|".join(map(re.escape, sorted(labels, key=len, reverse=True)))
    return "".join([labels.get(part, part.upper()) for part in re.split(f"({letters})", text)])


def read_word(text: str, alphabet: lexkit.Alphabet) -> str:
    """Return a typed word as the alphabet spells it, read as ``lexq check`` reads words.

    Decomposed accents, small letters, ``[CH]ICO`` and other spellings of a tile are accepted. A text that the alphabet
    cannot read is returned in capitals.
    """
    try:
        return alphabet.decode(alphabet.encode(text))
    except AlphabetError:
        return capitals(text, alphabet)


def as_meant(line: str, rack: Iterable[str], alphabet: lexkit.Alphabet) -> str:
    """Return a line with its tiles in capitals if all are small letters, more than there are blanks on the rack."""
    if line.startswith("-"):
        return capitals(line, alphabet)
    place, _, tiles = line.partition(" ")
    letters = sum(sign.isalpha() for sign in tiles)
    return f"{place} {capitals(tiles, alphabet)}" if tiles.islower() and letters > list(rack).count("?") else line


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
    """Make a new game. ``position`` is a CGP to start from, with its board and variant.

    Raises LexkitError if that is impossible.
    """
    lexicon = open_lexicon(lexicon_name)
    if position is not None:
        meant = _rules_of(position, lexicon)
        layout = meant.layout
        if meant.variant != lexkit.Rules().variant:
            rules = {"variant": meant.variant, **rules}
    # The table supplies the time, so that the clock stands still while no program has the table open.
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
        check_bot(name, game.copy().view(first))
    return game


def _rules_of(position: str, lexicon: lexkit.Lexicon) -> lexkit.Rules:
    """Return the rules of a CGP. Raises PositionError, without a remedy to name a layout, since the CGP does."""
    if "/" not in position.partition(" ")[0]:
        expected = "rows with / between them"
        raise PositionError("not a position in CGP", expected=expected, found=show_value(position))
    try:
        return lexkit.Board.from_cgp(position, lexicon=lexicon).rules
    except PositionError as error:
        error.remedy = None
        raise


def rules_for(lexicon: lexkit.Lexicon, layout: lexkit.Layout | str, changes: Mapping[str, Any]) -> lexkit.Rules:
    """Return the rules of a lexicon's language for a layout.

    The larger layout uses the language's larger set of tiles, if there is one. ``changes`` are keyword arguments of
    :meth:`lexkit.Rules.from_alphabet`.
    """
    rules = lexkit.Rules.from_alphabet(lexicon.alphabet, layout, **changes)
    if rules.layout.name == _LARGER:
        try:
            larger = lexkit.Rules.from_alphabet(f"{_LARGER}_{lexicon.alphabet.name}", layout, **changes)
        except AlphabetError:
            return rules  # this language has only one set of tiles
        if larger.alphabet.labels == rules.alphabet.labels:
            return larger
    return rules
