"""What a shell may complete a value to: names of alphabets, layouts and lexicons, fields, kinds of condition.

Completion must be quick and never fail: nothing is compiled or extracted, and a file that cannot be read has no names.
The columns of a lexicon are among the fields if ``-l`` or the user's default names a file that opens at once. Typer
calls these functions only when the shell asks, with its context as ``ctx``; what they need is imported then.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from lexkit.base.errors import LexkitError
from lexkit.formats.constants import PACKED_SUFFIX, SUFFIX

#: The beginning of a query, and the name or term that it ends with.
_LAST: Final = re.compile(r"(.*[\s(]-?|-?)([^\s()-][^\s()]*|)", re.S)


def starting(names: Iterable[str], incomplete: str) -> list[str]:
    """The names that begin like this."""
    return [name for name in names if name.startswith(incomplete)]


def with_commas(names: Iterable[str], incomplete: str, sign: str = "") -> list[str]:
    """The same for the last of several names with a comma between, none of them twice.

    ``sign``: what may stand before a name.
    """
    whole, comma, last = incomplete.rpartition(",")
    used = {name.removeprefix(sign) for name in whole.split(",")}
    signed = sign if sign and last.startswith(sign) else ""
    found = starting((name for name in names if name not in used), last.removeprefix(signed))
    return [f"{whole}{comma}{signed}{name}" for name in found]


def alphabets(incomplete: str) -> list[str]:
    """Names of alphabets, and ``auto``."""
    from lexkit.lexicons import alphabet_names

    return starting([*alphabet_names(), "auto"], incomplete)


def alphabets_of_games(incomplete: str) -> list[str]:
    """Names of alphabets."""
    from lexkit.lexicons import alphabet_names

    return starting(alphabet_names(), incomplete)


def formats(incomplete: str) -> list[str]:
    """Names of the formats of lexicons, lexkit's and other programs'."""
    from lexkit.formats.foreign.format_table import format_names

    return starting(format_names(), incomplete)


def layouts(incomplete: str) -> list[str]:
    """Names of board layouts."""
    from lexkit.lexicons import layout_names

    return starting(layout_names(), incomplete)


def lexicons(incomplete: str) -> list[str]:
    """Names of lexicons, and files and folders that begin like this."""
    return _lexicons(incomplete, lambda name: False)


def lexicons_and_others(incomplete: str) -> list[str]:
    """The same, and other programs' files of words."""
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
    """Names of players."""
    from lexkit.players.registry import player_names

    return starting(player_names(), incomplete)


def complete_fields(ctx: Any, incomplete: str) -> list[str]:
    """Fields, with commas between: ``word,points``."""
    return with_commas(_field_names(ctx), incomplete)


def complete_keys(ctx: Any, incomplete: str) -> list[str]:
    """Keys to sort by: ``-points,length``."""
    return with_commas(["alphabet", *_field_names(ctx)], incomplete, "-")


def complete_query(ctx: Any, incomplete: str) -> list[str]:
    """Kinds of condition, each with its colon, as the last term of a query; fields behind ``sort:``."""
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
    """The columns of the lexicon that the command would ask, and what its editions bring."""
    from lexkit.catalogue import choose, open_named

    try:
        root: Any = ctx.find_root()
        chosen = choose(root.params.get("lexicon"))
        # A bundled list has none, and a packed file or an edition might have to be made first.
        if not isinstance(chosen, Path) or not chosen.name.endswith(SUFFIX):
            return []
        file = open_named(chosen)
    except (LexkitError, OSError, ValueError):
        return []
    return [*file.columns, *(("mark", "editions") if file.editions else ())]
