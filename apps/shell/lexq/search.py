"""``lexq search``, and queries as people type them without a command: ``lexq CARE``, ``lexq 'AEINRT?'``.

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

#: ``-front-hook:S`` and ``-(prefix:A`` are parts of a query, not options.
_NEGATED = re.compile(r"-+(?:\(|[^\W\d][\w-]*!?:)")


class _Command(typer.core.TyperCommand):
    """A command whose argument may begin with a hyphen. Negated terms look like options."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put a space before negated terms, which makes them arguments."""
        return super().parse_args(ctx, [f" {text}" if _NEGATED.match(text) else text for text in args])


@app.command(cls=_Command)
@showing
def search(
    texts: Annotated[
        list[str],
        typer.Argument(
            metavar="QUERY...",
            autocompletion=complete_query,
            help="Letters, or kind:value and so on; - reads it from stdin.",
        ),
        READS_QUERY,
    ],
    explain: Annotated[
        bool, typer.Option("--explain", help="Show how the query is answered, instead of the words.")
    ] = False,
    over: Annotated[
        str | None,
        typer.Option(
            "--over", metavar="FILE", callback=require_file, help="Of a table (.parquet, .arrow, .csv) the rows, to -o."
        ),
        READS,
    ] = None,
    column: Annotated[str, typer.Option("--column", metavar="NAME", help="The column of the words in it.")] = "word",
    *,
    shown: Shown,
) -> int:
    """Words that a query means: several conditions in one.

    \b
    Letters alone are tiles, AEINRT?, or with * or a ? between them a pattern, c?o?s: lexq CARE
    is lexq search CARE. kind:value terms side by side must all be met; -term or not term must not be; or, and
    parentheses. Put values with spaces in quotes. sort:-points,length limit:20 offset:40
    say how the answer is shown. The kinds are the commands for conditions in lexq --help.

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
            raise typer.BadParameter("--over goes with -o and --column alone")
        return _filter_table(text, over, column, shown.output)
    if not explain:
        return answer_texts(texts, shown)
    told = open_lexicon().explain(text, fold=is_folding())
    as_json = shown.format == "json"
    console.write([console.json_line({"query": text, "plan": told.split("\n")}) if as_json else f"{told}\n"])
    return 1


def _filter_table(text: str, path: str, column: str, output: str | None) -> int:
    """Write the rows of a table whose words a query means. Returns how many there are."""
    from lexkit.runtime.lexicon.record_batches import read_batches, write_batches

    if output is None or output == "-":
        raise typer.BadParameter("--over writes a table", param_hint="-o FILE.parquet, .arrow or .csv")
    words = open_lexicon().search(text, fold=is_folding())
    found = write_batches(words.filter_batches(read_batches(path), column), output)
    console.tell(f"lexq: {output}: {console.format_count(found, 'row', 'rows')}\n")
    return found


def _read_query() -> str:
    """Read a query of any number of lines from standard input."""
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
    """Raise QuerySyntaxError for bytes that are not text. The shell may pass them."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise QuerySyntaxError("the query is not UTF-8", text=text, at=error.start) from None


def answer_texts(texts: list[str], shown: Shown) -> int:
    """Answer a query given as one or more arguments. Returns how much was found.

    Arguments are joined, unless each of them is letters alone: these are asked about one after the other.
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
    """What letters without a kind were taken for, and whether they are a word."""
    lines = [] if understood.letters is None else _about_word(fold_letters(understood.letters), lexicon)
    lines += ["the commands: lexq --help"] if understood.letters == "help" else []
    others = f"; also {', '.join(understood.others)}" if understood.others else ""
    return [*lines, f"understood as {understood.query}{others}"]


def _about_word(text: str, lexicon: Lexicon) -> list[str]:
    """Whether letters are a word, with hooks and definition."""
    about = lexicon.about(text)
    sides = ((about.front, "in front"), (about.back, "behind"))
    taken = " and ".join([f"{letters} {where}" for letters, where in sides if letters])
    if not about.valid:
        likely = f"; near it {'is' if len(about.near) == 1 else 'are'} {', '.join(about.near)}" if about.near else ""
        return [f"{about.word} is not a word{', but takes ' if taken else ''}{taken}{likely}"]
    verdict = f"{about.word} is a word{', and takes ' if taken else ''}{taken}"
    return [verdict, f"{about.word}: {about.definition}"] if about.definition else [verdict]


def _rack_of_query(text: str, lexicon: Lexicon) -> bytes | None:
    """The letters of the one rack of a query, or None."""
    from lexkit.runtime.query.conditions.anagrams import rack_letters
    from lexkit.runtime.query.conditions.registry import NAMES
    from lexkit.runtime.query.language.grammar import All, Term, read

    tree = read(text, NAMES).tree
    parts = tree.parts if isinstance(tree, All) else (tree,)
    terms = [(part.name.lower(), part.value) for part in parts if isinstance(part, Term)]
    racks = [rack_letters(name, fold_letters(value), lexicon.core) for name, value in terms]
    given = [letters for letters in racks if letters is not None]
    return given[0] if len(given) == 1 else None
