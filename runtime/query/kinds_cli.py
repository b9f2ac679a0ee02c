"""A command of ``lexq`` for each kind of condition: ``lexq pattern 'Q?I*'`` is ``pattern:Q?I*``.

A kind has its command from its own name, summary and example. One that has options of its own is a function here,
listed in ``WRITTEN``. Only loaded when a command is asked for that :mod:`..cli` does not have.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable
from typing import Annotated, Any, Final

import typer

from ...errors import AlphabetError
from ...formats.alphabet import BLANK
from ...formats.layout import MAX_LENGTH
from ..asked_cli import open_lexicon, whole_lines
from ..commands_cli import Makers, commands_of
from ..lexicon import Lexicon
from ..words import Words
from .answer_cli import Shown, answer, showing
from .kinds import Kind, kinds

__all__ = ["commands"]


def commands() -> Makers:
    """The commands by name, not made yet."""
    app = typer.Typer()
    for name, kind in _commands():
        app.command(name, help=_help(name, kind))(WRITTEN.get(name) or _command(kind))
    return commands_of(app)


def _commands() -> Iterable[tuple[str, Kind]]:
    """Names of commands, each with its kind; ``build`` is the players' name for ``subanagram``."""
    for name, kind in kinds().items():
        if kind.example:
            yield name, kind
        if name == "subanagram":
            yield "build", kind


def _help(command: str, kind: Kind) -> str:
    """From the kind: what it finds, what is said of the options, an example."""
    more = WRITTEN[command].__doc__ if command in WRITTEN else None
    example = f"\b\nExample: lexq {command} {shlex.quote(kind.example)}"
    return "\n\n".join([f"{kind.summary}.", *([more.strip()] if more else []), example])


def _arguments(kind: Kind) -> Any:
    return Annotated[
        list[str], typer.Argument(metavar=f"{kind.value}...", help="One or more; - reads lines from stdin.")
    ]


def _command(kind: Kind) -> Callable[..., None]:
    """The command of a kind that has no option of its own."""

    def command(values: Any, *, shown: Shown) -> int:
        return _answer_each(kind.name, values, shown)

    command.__annotations__ = {"values": _arguments(kind), "shown": Shown, "return": int}
    return showing(command)


def _answer_each(
    kind: str, values: list[str], shown: Shown, suffix: str = "", only: Callable[[Words], Words] | None = None
) -> int:
    """Answer for each value. ``suffix``: what options add to it; ``only``: which of the words they leave."""
    lexicon = open_lexicon()
    found = 0
    for value in whole_lines(values):
        words = kinds()[kind].make(value + suffix, lexicon).words(lexicon)
        shown.held = _tiles(value, lexicon) if kind in _FROM_TILES else None
        found += answer(words if only is None else only(words), shown)
    return found


#: The kinds whose value is the tiles of a rack: letters that are not on it are those of blanks.
_FROM_TILES: Final = frozenset({"anagram", "subanagram"})


def _tiles(value: str, lexicon: Lexicon) -> bytes | None:
    """The tiles of a rack without its blanks; None where there are no blanks, or more than plain letters."""
    if BLANK not in value:
        return None
    try:
        return lexicon.alphabet.encode(value.replace(BLANK, ""))
    except AlphabetError:
        return None


# -- commands with options of their own -----------------------------------------------------------------


@showing
def _build(
    values: Annotated[list[str], typer.Argument(metavar="LETTERS...", help="The rack, ? a blank; - reads stdin.")],
    least: Annotated[
        int, typer.Option("--min", "-m", min=1, metavar="N", help="Only words of at least N letters.")
    ] = 1,
    *,
    shown: Shown,
) -> int:
    """--min N leaves out words of fewer than N letters."""
    longer = None if least == 1 else lambda words: words.of_length(least, MAX_LENGTH)
    return _answer_each("subanagram", values, shown, only=longer)


@showing
def _near(
    values: Annotated[list[str], typer.Argument(metavar="WORD...", help="One or more; - reads lines from stdin.")],
    distance: Annotated[
        int | None, typer.Option("--distance", "-d", min=0, metavar="N", help="Letters that may differ.")
    ] = None,
    *,
    shown: Shown,
) -> int:
    """--distance N: at most so many letters added, left out or changed."""
    return _answer_each("near", values, shown, suffix="" if distance is None else f"~{distance}")


#: Command -> its function, where the kind alone does not make it.
WRITTEN: Final[dict[str, Callable[..., None]]] = {"build": _build, "subanagram": _build, "near": _near}
