"""``lexq search``, also for queries typed without a command: ``lexq CARE``, ``lexq 'AEINRT?'``.

Queries are read by :mod:`lexkit.runtime.query.language`, answers written by :mod:`.write_answers`.
"""

from __future__ import annotations

import codecs
import re
import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer
import typer.core

from lexkit.base.errors import QueryError, QuerySyntaxError

from .. import console
from ..command_files import READS, READS_QUERY, require_file
from ..shell_completion import complete_query
from .answer_options import Shown, showing
from .read_inputs import fold_letters, is_folding, open_lexicon
from .write_answers import answer

if TYPE_CHECKING:
    from lexkit.runtime.lexicon.lexicon import Lexicon
    from lexkit.runtime.query.language.bare_letters import Understood

app = typer.Typer(rich_markup_mode=None)

#: Matches negated terms, such as ``-front-hook:S`` and ``-(prefix:A``, which are not options.
_NEGATED = re.compile(r"-+(?:\(|[^\W\d][\w-]*!?:)")


class _Command(typer.core.TyperCommand):
    """Command whose argument may begin with a hyphen, as negated terms do."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments with a space before negated terms, so that they are not taken for options."""
        return super().parse_args(ctx, [f" {text}" if _NEGATED.match(text) else text for text in args])


@app.command(cls=_Command)
@showing
def search(
    texts: Annotated[
        list[str],
        typer.Argument(
            metavar="QUERY...",
            autocompletion=complete_query,
            help="Letters, or terms kind:value; - reads the query from stdin.",
        ),
        READS_QUERY,
    ],
    explain: Annotated[
        bool, typer.Option("--explain", help="Show how the query is evaluated instead of its words.")
    ] = False,
    over: Annotated[
        str | None,
        typer.Option(
            "--over",
            metavar="FILE",
            callback=require_file,
            help="Filter the rows of a table (.parquet, .arrow, .csv) into -o.",
        ),
        READS,
    ] = None,
    column: Annotated[
        str, typer.Option("--column", metavar="NAME", help="With --over: name of the column that holds the words.")
    ] = "word",
    *,
    shown: Shown,
) -> int:
    """Words that match a query, which may combine several conditions.

    \b
    Letters alone are tiles (AEINRT?) or, with * or a ? between letters, a pattern (c?o?s); lexq CARE is lexq search
    CARE. A query may have several terms kind:value, which must all match; -term or not term must not match; use or
    and parentheses for alternatives. Put values with spaces in quotes. sort:-points,length limit:20 offset:40 select
    and order the words shown. The kinds are the commands for conditions in lexq --help.

    \b
    Example: lexq search 'prefix:UN suffix:ING -substring:TT'
    Example: lexq search '(prefix:QU or suffix:QUE) substring:Z' --count
    Example: lexq search --explain 'substring:X prefix:A'
    Example: lexq search 'length:7 suffix:ING' --over words.parquet -o found.parquet
    """
    texts = [_read_query()] if texts == ["-"] else texts
    text = " ".join(texts).strip()
    _require_text(text)
    if over is not None:
        if explain or vars(shown) != vars(Shown(output=shown.output)):
            raise typer.BadParameter("--over takes no other options than -o and --column")
        return _filter_table(text, over, column, shown.output)
    if not explain:
        return answer_texts(texts, shown)
    told = open_lexicon().explain(text, fold=is_folding())
    as_json = shown.format == "json"
    console.write([console.json_line({"query": text, "plan": told.split("\n")}) if as_json else f"{told}\n"])
    return 1


def _filter_table(text: str, path: str, column: str, output: str | None) -> int:
    """Write the rows of a table whose words match a query, and return their number."""
    from lexkit.runtime.lexicon.record_batches import read_batches, write_batches

    if output is None or output == "-":
        raise typer.BadParameter("--over needs a table to write", param_hint="-o FILE.parquet, .arrow or .csv")
    words = open_lexicon().search(text, fold=is_folding())
    found = write_batches(words.filter_batches(read_batches(path), column), output)
    console.tell(f"lexq: {output}: {console.format_count(found, 'row', 'rows')}\n")
    return found


def _read_query() -> str:
    """Read a query, which may have several lines, from standard input."""
    if sys.stdin is None:
        raise QueryError("standard input is closed")
    from lexkit.runtime.query.language.grammar import MAX_TEXT

    content = sys.stdin.buffer.read(4 * MAX_TEXT + 1).removeprefix(codecs.BOM_UTF8)
    try:
        return content.decode("utf-8").strip()
    except UnicodeDecodeError as error:
        if error.end == len(content) > 4 * MAX_TEXT:
            raise QuerySyntaxError("the query is too long", expected=f"at most {MAX_TEXT:,} characters") from None
        raise QueryError("standard input is not UTF-8", found=f"byte 0x{content[error.start]:02x}") from None


def _require_text(text: str) -> None:
    """Raise QuerySyntaxError if the shell passed bytes that are not UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise QuerySyntaxError("the query is not UTF-8", text=text, at=error.start) from None


def answer_texts(texts: list[str], shown: Shown) -> int:
    """Answer a query given as one or more arguments, and return the number of results.

    The arguments are joined to one query, unless all are letters alone: then each is a query of its own.
    """
    lexicon = open_lexicon()
    if len(texts) > 1:
        from lexkit.runtime.query.language.bare_letters import BARE
        from lexkit.runtime.query.language.grammar import KEYWORD

        if all(BARE.fullmatch(text) and not KEYWORD.fullmatch(text) for text in texts):
            return sum([_answer(text, lexicon, shown) for text in texts])
    return _answer(" ".join(map(str.strip, texts)).strip(), lexicon, shown)


def _answer(text: str, lexicon: Lexicon, shown: Shown) -> int:
    words = lexicon.search(text, fold=is_folding())
    understood = lexicon.understand(text)
    if understood.query != text:
        console.tell("".join(f"lexq: {line}\n" for line in _notes(understood, lexicon)))
    shown.rack_letters = _rack_of_query(text, lexicon)
    return answer(words, shown)


def _notes(understood: Understood, lexicon: Lexicon) -> list[str]:
    """Return notes on a query without a kind: whether it is a word, and how it was understood."""
    lines = [] if understood.letters is None else _about_word(fold_letters(understood.letters), lexicon)
    lines += ["the commands: lexq --help"] if understood.letters == "help" else []
    others = f"; also {', '.join(understood.others)}" if understood.others else ""
    return [*lines, f"understood as {understood.query}{others}"]


def _about_word(text: str, lexicon: Lexicon) -> list[str]:
    """Return notes on whether a text is a word, with hooks and definition."""
    about = lexicon.about(text)
    sides = ((about.front, "in front"), (about.back, "behind"))
    taken = " and ".join([f"{letters} {where}" for letters, where in sides if letters])
    if not about.valid:
        likely = f"; near it {'is' if len(about.near) == 1 else 'are'} {', '.join(about.near)}" if about.near else ""
        return [f"{about.word} is not a word{', but takes ' if taken else ''}{taken}{likely}"]
    verdict = f"{about.word} is a word{', and takes ' if taken else ''}{taken}"
    return [verdict, f"{about.word}: {about.definition}"] if about.definition else [verdict]


def _rack_of_query(text: str, lexicon: Lexicon) -> bytes | None:
    """Return the letters of the rack in a query, None unless it has exactly one."""
    from lexkit.runtime.query.conditions.anagrams import rack_letters
    from lexkit.runtime.query.conditions.registry import NAMES
    from lexkit.runtime.query.language.grammar import All, Term, read

    tree = read(text, NAMES).tree
    parts = tree.parts if isinstance(tree, All) else (tree,)
    terms = [(part.name.lower(), part.value) for part in parts if isinstance(part, Term)]
    racks = [rack_letters(name, fold_letters(value), lexicon.core) for name, value in terms]
    given = [letters for letters in racks if letters is not None]
    return given[0] if len(given) == 1 else None
