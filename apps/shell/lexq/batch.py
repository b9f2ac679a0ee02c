"""``lexq batch``: answer the queries in a file.

Each query gets exactly one line, so that answers can be searched and joined with their queries.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from lexkit.base.errors import CorruptFileError, LexkitError, StorageError
from lexkit.runtime.query.batch import Request, requests
from lexkit.runtime.query.conditions.registry import NAMES
from lexkit.runtime.query.language.bare_letters import write_out
from lexkit.runtime.query.language.grammar import read

from .. import console
from ..command_files import READS
from .read_inputs import is_folding, open_lexicon

if TYPE_CHECKING:
    from lexkit.runtime.lexicon.lexicon import Lexicon
    from lexkit.runtime.words.words import Words

app = typer.Typer(rich_markup_mode=None)

#: Words spelled at a time.
_PAGE = 4096


@app.command()
def batch(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE...", help="Queries, one on each line; a search saved by Zyzzyva (.zzs); - reads stdin."
        ),
        READS,
    ],
    count: Annotated[bool, typer.Option("--count", "-c", help="Write only the number of words of each query.")] = False,
    limit: Annotated[
        int | None, typer.Option("--limit", "-n", min=0, metavar="N", help="Write at most N words of each query.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON object per query.")] = False,
    show: Annotated[
        bool, typer.Option("--show", help="Only translate the queries into the language of lexq search.")
    ] = False,
    stop: Annotated[bool, typer.Option("--stop", help="Stop at the first malformed query.")] = False,
) -> int:
    """Answer the queries in a file, in order, one line for each.

    \b
    A line has three fields separated by tabs: the query, the number of its words, and the words,
    separated by spaces. With --json it is {"query", "line", "count", "words"}, or {"query",
    "line", "error"}, and with several files also "file". Blank lines and lines that start with #
    are skipped. A malformed query is reported on standard error, with its line number; the others
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
    """Return a query and its place as JSON fields."""
    return ({} if file is None else {"file": file}) | {"query": request.text, "line": request.line}


def _answer_one(
    request: Request, file: str | None, lexicon: Lexicon | None, count: bool, limit: int | None, as_json: bool
) -> int:
    """Write the line of one query and return the number of its words."""
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
    """Escape control characters of a query if answers go to a terminal."""
    return console.shown(query, "\n\t") if console.on_terminal() else query


def _write_line(start: str, words: Words | None) -> Iterator[str]:
    """Yield the text of a line, in pieces if the answer is long."""
    yield start
    if words is not None:
        yield "\t"
        for first in range(0, len(words), _PAGE):
            page = words if len(words) <= _PAGE else words[first : first + _PAGE]
            yield " " * bool(first) + " ".join(page.to_list())
    yield "\n"
