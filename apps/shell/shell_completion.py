"""Shell completion of values: names of alphabets, layouts and lexicons, fields, kinds of condition.

Completion must be quick and never fail: nothing is compiled or extracted, and an unreadable file gives no names. Fields
include the columns of the lexicon if ``-l`` or the user's default names a file that opens at once. Typer calls these
functions, with its context as ``ctx``, only during completion; they import what they need then.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from lexkit.base.errors import LexkitError
from lexkit.formats.constants import PACKED_SUFFIX, SUFFIX

#: Splits a query into its beginning and its last name or term.
_LAST: Final = re.compile(r"(.*[\s(]-?|-?)([^\s()-][^\s()]*|)", re.S)


def starting(names: Iterable[str], incomplete: str) -> list[str]:
    """Return the names that begin with the incomplete text."""
    return [name for name in names if name.startswith(incomplete)]


def with_commas(names: Iterable[str], incomplete: str, sign: str = "") -> list[str]:
    """Complete the last of several names separated by commas, without those that were given already.

    ``sign`` may precede a name.
    """
    whole, comma, last = incomplete.rpartition(",")
    used = {name.removeprefix(sign) for name in whole.split(",")}
    signed = sign if sign and last.startswith(sign) else ""
    found = starting((name for name in names if name not in used), last.removeprefix(signed))
    return [f"{whole}{comma}{signed}{name}" for name in found]


def alphabets(incomplete: str) -> list[str]:
    """Complete names of alphabets, and ``auto``."""
    from lexkit.lexicons import alphabet_names

    return starting([*alphabet_names(), "auto"], incomplete)


def alphabets_of_games(incomplete: str) -> list[str]:
    """Complete names of alphabets."""
    from lexkit.lexicons import alphabet_names

    return starting(alphabet_names(), incomplete)


def formats(incomplete: str) -> list[str]:
    """Complete names of lexicon formats, lexkit's and other programs'."""
    from lexkit.formats.foreign.format_table import format_names

    return starting(format_names(), incomplete)


def layouts(incomplete: str) -> list[str]:
    """Complete names of board layouts."""
    from lexkit.lexicons import layout_names

    return starting(layout_names(), incomplete)


def lexicons(incomplete: str) -> list[str]:
    """Complete names and files of lexicons, and folders."""
    return _lexicons(incomplete, lambda name: False)


def lexicons_and_others(incomplete: str) -> list[str]:
    """Complete names and files of lexicons, folders, and word files of other programs."""
    from lexkit.formats.foreign.format_table import formats_of_name

    return _lexicons(incomplete, lambda name: bool(formats_of_name(name)))


def _lexicons(incomplete: str, also: Callable[[str], bool]) -> list[str]:
    from lexkit.catalogue import user_folder
    from lexkit.lexicons import BUNDLED

    names = [BUNDLED] if not os.path.dirname(incomplete) else []
    if names:
        kept = filter(_is_lexicon, _list_folder(user_folder()))
        names += [name.removesuffix(PACKED_SUFFIX).removesuffix(SUFFIX) for name in kept]
    folder = os.path.dirname(incomplete)
    for name in _list_folder(Path(folder or ".")):
        path = os.path.join(folder, name)
        if os.path.isdir(path) and not name.startswith("."):
            names.append(path + os.sep)
        elif _is_lexicon(name.lower()) or also(name):
            names.append(path)
    return list(dict.fromkeys(starting(names, incomplete)))


def _is_lexicon(name: str) -> bool:
    return name.endswith((SUFFIX, PACKED_SUFFIX))


def _list_folder(folder: Path) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def complete_players(incomplete: str) -> list[str]:
    """Complete names of players."""
    from lexkit.players.registry import player_names

    return starting(player_names(), incomplete)


def complete_fields(ctx: Any, incomplete: str) -> list[str]:
    """Complete fields separated by commas: ``word,points``."""
    return with_commas(_field_names(ctx), incomplete)


def complete_keys(ctx: Any, incomplete: str) -> list[str]:
    """Complete sort keys: ``-points,length``."""
    return with_commas(["alphabet", *_field_names(ctx)], incomplete, "-")


def complete_query(ctx: Any, incomplete: str) -> list[str]:
    """Complete the last term of a query: kinds of condition, each with its colon, or fields after ``sort:``."""
    from lexkit.runtime.query.conditions.registry import KINDS
    from lexkit.runtime.query.language.grammar import SHOWING

    found = _LAST.fullmatch(incomplete)
    before, last = found.groups() if found else ("", incomplete)
    name, colon, value = last.partition(":")
    if colon:
        kind = KINDS.get(name)
        values = starting(kind.choices, value) if kind else []
        values = complete_keys(ctx, value) if name == "sort" else lexicons(value) if name == "in" else values
        return [f"{before}{name}:{one}" for one in values]
    columns = [name for name in _column_names(ctx) if name not in KINDS]
    return [f"{before}{one}:" for one in starting([*KINDS, *columns, *SHOWING], name)]


def _field_names(ctx: Any) -> list[str]:
    from lexkit.runtime.words.word_fields import computed_names

    return [*computed_names(), *_column_names(ctx)]


def _column_names(ctx: Any) -> list[str]:
    """Return the columns of the lexicon in use, and the fields that its editions add."""
    from lexkit.catalogue import choose, open_named
    from lexkit.lexicons import BUNDLED
    from lexkit.lexicons.bundled_columns import COLUMNS

    try:
        root: Any = ctx.find_root()
        chosen = choose(root.params.get("lexicon"))
        if chosen == BUNDLED:
            return [*COLUMNS]
        # A packed file or an edition might have to be extracted first.
        if not isinstance(chosen, Path) or not chosen.name.endswith(SUFFIX):
            return []
        file = open_named(chosen)
    except (LexkitError, OSError, ValueError):
        return []
    return [*file.columns, *(("mark", "editions") if file.editions else ())]
