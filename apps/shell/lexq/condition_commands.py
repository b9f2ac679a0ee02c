"""Commands of ``lexq`` for one condition each.

``lexq pattern 'Q?I*'`` is the query ``pattern:Q?I*``. A command is made from the name, summary and example of its
kind; one with options of its own is a function here, listed in ``WRITTEN``. The commands of prefix, suffix and
substring are in :mod:`.word_commands`.
"""

from __future__ import annotations

import inspect
import shlex
from collections.abc import Callable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from lexkit.formats.constants import MAX_LENGTH
from lexkit.runtime.query.conditions.anagrams import rack_letters
from lexkit.runtime.query.conditions.registry import KINDS, Kind
from lexkit.runtime.words.words import Words

from .. import console
from ..command_files import READS_LIST
from .answer_options import Shown, read_numbers, showing
from .read_inputs import fold_letters, is_folding, open_lexicon, whole_lines
from .write_answers import answer, format_pages, write_count

if TYPE_CHECKING:
    from lexkit.runtime.lexicon.lexicon import Lexicon

app = typer.Typer(rich_markup_mode=None)

#: A command that is not named after its kind: players say build for ``subanagram``.
_BUILD: Final = "build"
#: The command that lists its possible values if none is given.
_GROUP: Final = "group"


def app_of(name: str) -> typer.Typer:
    """Return an app with the command of a kind of condition, without importing other kinds."""
    one = typer.Typer(rich_markup_mode=None)
    kind = KINDS[name]
    one.command(name, help=_write_help(name, kind))(WRITTEN.get(name) or _make_command(kind))
    return one


def _write_help(command: str, kind: Kind) -> str:
    """Return the help of a command: summary, options, example."""
    more = WRITTEN[command].__doc__ if command in WRITTEN else None
    # A value that starts with a hyphen would be read as an option.
    dashes = "-- " if kind.example.startswith("-") else ""
    program = f"lexq -l {kind.elsewhere}" if kind.elsewhere else "lexq"
    example = f"\b\nExample: {program} {command} {dashes}{shlex.quote(kind.example)}"
    return "\n\n".join([f"{kind.help}.", *([inspect.cleandoc(more)] if more else []), example])


def _make_command(kind: Kind) -> Callable[..., int]:
    """Make the command of a kind that has no options of its own."""

    def command(values: Any, *, shown: Shown) -> int:
        return _answer_each(kind.name, values or [kind.default], shown)

    argument = typer.Argument(metavar=f"{kind.value}...", help="One or more; - reads lines from stdin.")
    values: Any = Annotated[list[str], argument, READS_LIST] if kind.name == "in" else Annotated[list[str], argument]
    command.__annotations__ = {"values": values, "shown": Shown, "return": int}
    if kind.default:
        command.__defaults__ = (None,)
    return showing(command)


def _answer_each(
    kind: str, values: list[str], shown: Shown, suffix: str = "", only: Callable[[Words], Words] | None = None
) -> int:
    """Write the answer for each value and return the number of results.

    ``suffix`` is appended to each value; ``only`` filters the words of an answer.
    """
    lexicon = open_lexicon()
    found = 0
    for value in whole_lines(values):
        KINDS[kind].require_value(value)
        words = KINDS[kind].make(value + suffix, lexicon.core, is_folding()).words(lexicon.core)
        shown.rack_letters = rack_letters(kind, fold_letters(value), lexicon.core)
        found += answer(words if only is None else only(words), shown)
    return found


# -- commands with options of their own -----------------------------------------------------------------


@showing
def _build(
    values: Annotated[
        list[str], typer.Argument(metavar="LETTERS...", help="The rack, with ? for a blank; - reads stdin.")
    ],
    least: Annotated[
        int, typer.Option("--min", "-m", min=1, metavar="N", help="Only words of at least N letters.")
    ] = 1,
    *,
    shown: Shown,
) -> int:
    """With --min N, words of fewer than N letters are left out."""
    longer = None if least == 1 else lambda words: words.of_length(least, MAX_LENGTH)
    return _answer_each("subanagram", values, shown, only=longer)


@showing
def _group(
    values: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME]...", help="One or more; - reads lines from stdin.")
    ] = None,
    *,
    shown: Shown,
) -> int:
    """Without NAME, lists the names: hook-words, front-hooks, back-hooks, high-fives, type-i-sevens and others."""
    if values:
        return _answer_each(_GROUP, values, shown)
    names = KINDS[_GROUP].choices
    if shown.count:
        write_count(len(names), shown)
    else:
        rows = [(name,) for name in names[shown.offset :][: shown.limit]]
        console.write(format_pages(["group"], [rows], shown))
    return len(names)


@showing
def _near(
    values: Annotated[list[str], typer.Argument(metavar="WORD...", help="One or more; - reads lines from stdin.")],
    distance: Annotated[
        int | None, typer.Option("--distance", "-d", min=0, metavar="N", help="Maximum number of letters that differ.")
    ] = None,
    *,
    shown: Shown,
) -> int:
    """With --distance N, at most N letters are added, left out or changed."""
    return _answer_each("near", values, shown, suffix="" if distance is None else f"~{distance}")


@showing
def _anagram(
    values: Annotated[
        list[str], typer.Argument(metavar="TILES...", help="The letters, with ? for a blank; - reads stdin.")
    ],
    words: Annotated[
        str | None, typer.Option("--words", "-w", metavar="N or N-M", help="Find sets of this many words instead.")
    ] = None,
    shortest: Annotated[int, typer.Option("--min", "-m", min=1, metavar="N", help="Words of at least N letters.")] = 1,
    longest: Annotated[
        int | None, typer.Option("--max", min=1, metavar="N", help="Words of at most N letters.")
    ] = None,
    using: Annotated[
        list[str] | None, typer.Option("--using", "-u", metavar="WORD", help="Find sets that include WORD; repeatable.")
    ] = None,
    *,
    shown: Shown,
) -> int:
    """With --words or --using, finds all sets of words that together use exactly these letters, fewest words first.
    Spaces are ignored, and up to two ? may stand for any letter.

    \b
    Example: lexq anagram "CLINT EASTWOOD" --words 2-3 --min 3
    """
    if words is None and not using:
        longest = MAX_LENGTH if longest is None else longest
        whole = shortest == 1 and longest == MAX_LENGTH
        only = None if whole else _of_length(shortest, longest)
        return sum([_answer_anagrams(value, shown, only) for value in whole_lines(values)])

    numbers = None if words is None else read_numbers(words, "a number of words like 2, or a range like 2-3")
    lexicon = open_lexicon()
    chosen = [fold_letters(word) for word in using or []]
    return sum(
        [
            answer_phrases(lexicon, fold_letters(value), numbers, shortest, longest, chosen, shown)
            for value in whole_lines(values)
        ]
    )


def _answer_anagrams(value: str, shown: Shown, only: Callable[[Words], Words] | None) -> int:
    """Write the anagrams of a value. If a phrase has none, point to ``--words``."""
    found = _answer_each("anagram", [value], shown, only=only)
    if not found and len(value.split()) > 1:
        console.tell(f"lexq: no single word fits; for several: lexq anagram {shlex.quote(value)} --words 2-3\n")
    return found


def _of_length(shortest: int, longest: int) -> Callable[[Words], Words]:
    return lambda words: words.of_length(shortest, longest)


#: Maps a command with options of its own to its function.
WRITTEN: Final[dict[str, Callable[..., int]]] = {
    "anagram": _anagram,
    "build": _build,
    "group": _group,
    "subanagram": _build,
    "near": _near,
}

app.command(_BUILD, help=_write_help(_BUILD, KINDS["subanagram"]))(_build)


#: Sets written at a time.
_PAGE = 1024


def answer_phrases(
    lexicon: Lexicon,
    letters: str,
    words: tuple[int, int] | None,
    shortest: int,
    longest: int | None,
    using: list[str],
    shown: Shown,
) -> int:
    """Write the sets of words that together use exactly these letters.

    Returns the number of sets found, at least 1 if there are any.
    """
    for name, value in (("sort", shown.sort), ("reverse", shown.reverse), ("columns", shown.columns)):
        if value:
            raise typer.BadParameter(f"phrases cannot be sorted: --{name} is for single words")
    if shown.group is not None or shown.length is not None or shown.marks:
        raise typer.BadParameter("--group, --marks and --length are for single words; phrases have --min and --max")
    found = lexicon.phrases(letters, words, shortest, longest, using)
    if shown.count:
        with console.said_if_long("lexq: still counting; Ctrl-C stops it"):
            number = found.count()
        write_count(number, shown)
        return number
    counted = _Counted(iter(found))
    last = None if shown.limit is None else shown.offset + shown.limit
    pages = _pages(islice(counted, shown.offset, last), shown.format == "json")
    console.write(format_pages(["words"], pages, shown))
    # With --limit 0 nothing was searched yet, but the exit code depends on whether there are any.
    return counted.number or sum(1 for _ in islice(found, 1))


class _Counted:
    """Iterable of sets of words that counts those it has yielded."""

    def __init__(self, sets: Iterator[tuple[str, ...]]) -> None:
        self.sets = sets
        self.number = 0

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        for words in self.sets:
            self.number += 1
            yield words


def _pages(sets: Iterator[tuple[str, ...]], apart: bool) -> Iterator[list[tuple[Any]]]:
    """Yield pages of rows, one set per row: a list of words if ``apart``, else one text.

    The first page has a single row, so that it appears at once.
    """
    page = 1
    while block := list(islice(sets, page)):
        page = _PAGE
        yield [(words if apart else " ".join(words),) for words in block]
