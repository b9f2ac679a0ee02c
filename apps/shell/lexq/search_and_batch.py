"""The commands of ``lexq`` that take whole queries: search and batch.

Queries are read by :mod:`lexkit.runtime.query.language`, answers written by :mod:`.write_answers`. A batch has one line
for each query, so that its answers can be grepped and put beside the queries. Imported only if one of the commands is
used.
"""

from __future__ import annotations

import codecs
import re
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer.core

from lexkit.base.errors import CorruptFileError, LexkitError, QueryError, QuerySyntaxError, StorageError
from lexkit.runtime.query.batch import Request, requests
from lexkit.runtime.query.conditions.registry import NAMES
from lexkit.runtime.query.language.bare_letters import write_out
from lexkit.runtime.query.language.grammar import MAX_TEXT, read

from .. import console
from ..command_files import READS
from ..declared_commands import App, Argument, Option, UsageError, require_file
from .answer_options import Shown, showing
from .letters import Texts, answer_texts
from .read_inputs import is_folding, open_lexicon

if TYPE_CHECKING:
    from lexkit.runtime.lexicon.lexicon import Lexicon
    from lexkit.runtime.words.words import Words

app = App()

#: Words spelled at a time.
_PAGE = 4096
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
    texts: Texts,
    explain: Annotated[bool, Option("--explain", help="Show how the query is answered, instead of the words.")] = False,
    over: Annotated[
        str | None,
        Option(
            "--over", metavar="FILE", callback=require_file, help="Of a table (.parquet, .arrow, .csv) the rows, to -o."
        ),
        READS,
    ] = None,
    column: Annotated[str, Option("--column", metavar="NAME", help="The column of the words in it.")] = "word",
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
            raise UsageError("--over goes with -o and --column alone")
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
        raise UsageError("--over writes a table", "-o FILE.parquet, .arrow or .csv")
    words = open_lexicon().search(text, fold=is_folding())
    found = write_batches(words.filter_batches(read_batches(path), column), output)
    console.tell(f"lexq: {output}: {console.format_count(found, 'row', 'rows')}\n")
    return found


def _read_query() -> str:
    """Read a query of any number of lines from standard input."""
    if sys.stdin is None:
        raise QueryError("standard input is closed")
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


@app.command()
def batch(
    paths: Annotated[
        list[str],
        Argument(metavar="FILE...", help="Queries, one on each line; a search saved by Zyzzyva (.zzs); - reads stdin."),
        READS,
    ],
    count: Annotated[bool, Option("--count", "-c", help="Only how many words each query has.")] = False,
    limit: Annotated[
        int | None, Option("--limit", "-n", min=0, metavar="N", help="At most N words of each query.")
    ] = None,
    as_json: Annotated[bool, Option("--json", help="One JSON object a query.")] = False,
    show: Annotated[bool, Option("--show", help="Only translate the queries into this language.")] = False,
    stop: Annotated[bool, Option("--stop", help="Stop at the first query that is malformed.")] = False,
) -> int:
    """Answer a file of queries, in order, a line for each.

    \b
    A line is the query, the number of its words, and the words with a space between; fields
    have a tab between. With --json it is {"query", "line", "count", "words"}, or {"query",
    "line", "error"}, and with several files also "file". Blank lines and lines that start with #
    are skipped. A malformed query is an error on standard error, with its line; the others
    are answered, and the exit code is 3.

    \b
    Example: lexq batch queries.txt | cut -f1,2
    Example: echo 'prefix:QU suffix:S' | lexq batch - --json
    Example: lexq batch --show stems.zzs
    """
    lexicon = None if show else open_lexicon()
    found = malformed = 0
    several = len(paths) > 1
    for path in paths:
        file = path if several else None
        for request in requests(path):
            try:
                found += _answer_one(request, file, lexicon, count, limit, as_json)
            except (StorageError, CorruptFileError):
                raise
            except LexkitError as error:
                error.place = ", ".join(filter(None, [f"line {request.line}", error.place]))
                error.path = error.path or (path if several else None)
                if stop:
                    raise
                malformed += 1
                console.complain("lexq", error)
                if as_json:
                    console.write([console.json_line(_facts(request, file) | {"error": str(error)})])
    return console.BAD_INPUT if malformed else 0 if found else console.NOTHING


def _facts(request: Request, file: str | None) -> dict[str, Any]:
    """A query and its place, for JSON."""
    return ({} if file is None else {"file": file}) | {"query": request.text, "line": request.line}


def _answer_one(
    request: Request, file: str | None, lexicon: Lexicon | None, count: bool, limit: int | None, as_json: bool
) -> int:
    """Write the line of one query. Returns how many words it has."""
    if request.error is not None:
        raise request.error
    if lexicon is None:
        parsed = read(request.text, NAMES)
        written = request._replace(text=write_out(parsed.text, parsed.bare).query)
        facts = _facts(written, file)
        console.write([console.json_line(facts) if as_json else f"{_escape(written.text)}\n"])
        return 1
    words = lexicon.search(request.text, fold=is_folding())
    found = len(words)
    shown = words if limit is None else words[:limit]
    if as_json:
        facts = _facts(request, file) | {"count": found}
        console.write([console.json_line(facts if count else facts | {"words": shown.to_list()})])
    else:
        query = _escape(" ".join(request.text.split()))
        console.write(_write_line(f"{query}\t{found}", None if count else shown))
    return found


def _escape(query: str) -> str:
    """Escape control characters of a query from a file on a terminal."""
    return console.shown(query, "\n\t") if console.on_terminal() else query


def _write_line(start: str, words: Words | None) -> Iterator[str]:
    """The text of a line, in pieces if the answer is long."""
    yield start
    if words is not None:
        yield "\t"
        for first in range(0, len(words), _PAGE):
            page = words if len(words) <= _PAGE else words[first : first + _PAGE]
            yield " " * bool(first) + " ".join(page.to_list())
    yield "\n"
