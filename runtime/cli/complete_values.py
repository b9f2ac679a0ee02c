"""What a shell may complete the values of ``lexq`` to: fields, keys to sort by, and kinds of condition.

The columns of a lexicon are among the fields if ``-l`` or the user's default names a file that opens at once. Typer
calls these functions only when the shell asks, with its context as ``ctx``; what they need is imported then.
"""

from __future__ import annotations

import re
from typing import Any, Final

from ...complete_names import lexicons, starting, with_commas
from ...errors import LexkitError

#: The beginning of a query, and the name or term that it ends with.
_LAST: Final = re.compile(r"(.*[\s(]-?|-?)([^\s()-][^\s()]*|)", re.S)


def complete_players(incomplete: str) -> list[str]:
    """Names of players."""
    from ..players.evaluation_player import player_names

    return starting(player_names(), incomplete)


def complete_fields(ctx: Any, incomplete: str) -> list[str]:
    """Fields, with commas between: ``word,points``."""
    return with_commas(_field_names(ctx), incomplete)


def complete_keys(ctx: Any, incomplete: str) -> list[str]:
    """Keys to sort by: ``-points,length``."""
    return with_commas(["alphabet", *_field_names(ctx)], incomplete, "-")


def complete_query(ctx: Any, incomplete: str) -> list[str]:
    """Kinds of condition, each with its colon, as the last term of a query; fields behind ``sort:``."""
    from ..query.conditions.all_kinds import kinds
    from ..query.language.grammar import SHOWING

    found = _LAST.fullmatch(incomplete)
    before, last = found.groups() if found else ("", incomplete)
    name, colon, value = last.partition(":")
    if colon:
        kind = kinds().get(name)
        values = starting(kind.choices, value) if kind else []
        values = complete_keys(ctx, value) if name == "sort" else lexicons(value) if name == "in" else values
        return [f"{before}{name}:{one}" for one in values]
    columns = [name for name in _column_names(ctx) if name not in kinds()]
    return [f"{before}{one}:" for one in starting([*kinds(), *columns, *SHOWING], name)]


def _field_names(ctx: Any) -> list[str]:
    from ..words.word_fields import computed_names

    return [*computed_names(), *_column_names(ctx)]


def _column_names(ctx: Any) -> list[str]:
    """The columns of the lexicon that the command would ask, and what its editions bring."""
    from pathlib import Path

    from ...catalogue import choose, open_named
    from ...formats.constants import SUFFIX

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
