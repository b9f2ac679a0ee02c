"""The page of words: queries over HTTP, answered page by page, each within a time limit.

    GET /api/words?q=anagram:RETAINS?&page=0&sort=-points    number of words, one page of them with hooks and points,
    the
                                                             query in full, and for letters alone a verdict;
                                                             &common=1: common words only
    GET /api/words.csv?q=...                                 the words as a file
    GET /api/kinds                                           the terms of the query language, for help while typing

Guaranteed: a query reads only the lexicon: ``in:``, which reads files, is refused. It ends within ``limits.search`` and
blocks no other kind of request, since it runs in one of a few threads for searches.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import lexkit
from lexkit import measures
from lexkit.errors import LexkitError, QueryError, QuerySyntaxError, TimeLimitError

from ..shell import console
from ..table.lexicons import only_common
from .limits import Limits
from .requests import lexicon_named, refusal, sentence
from .threads import Workers

#: Matches a term that reads a file or another lexicon of this machine.
_FILES: Final = re.compile(r"(?<!\w)in:", re.IGNORECASE)
#: Keys that words can be sorted by; ``-`` for largest first.
SORTS: Final = ("", "-points", "-length", "length", "probability", "-anagrams", "alphagram", "-vowels")
#: Columns that words can be sorted by too, if their list has them.
COLUMN_SORTS: Final = ("-playability",)

T = TypeVar("T")


def require_harmless(query: str) -> None:
    """Raise QuerySyntaxError, with the place, if a query would read a file of this machine."""
    place = _FILES.search(query)
    if place is not None:
        raise QuerySyntaxError("in: reads files, which a server does not", text=query, at=place.start())


def sorts_of(lexicon: lexkit.Lexicon) -> tuple[str, ...]:
    """Return the keys that words of a list can be sorted by."""
    return (*SORTS, *[key for key in COLUMN_SORTS if key.lstrip("-") in lexicon.columns])


class WordSearch:
    """Search over the lexicons of a server, by their names on the page."""

    def __init__(self, lexicons: Mapping[str, lexkit.Lexicon], limits: Limits) -> None:
        self.lexicons = lexicons
        self.limits = limits
        self._workers = Workers("search", 2, limits.searches_waiting)

    def routes(self) -> list[Route]:
        """Return the routes of the search."""
        return [
            Route("/api/words", self.answer),
            Route("/api/words.csv", self.answer_csv),
            Route("/api/kinds", self.answer_kinds),
        ]

    def close(self) -> None:
        """Start no further search."""
        self._workers.close()

    async def answer(self, request: Request) -> Response:
        """Answer with one page of words."""
        return await self._within_limits(request, lambda lexicon, found: JSONResponse(self._page(request, found)))

    async def answer_csv(self, request: Request) -> Response:
        """Answer with all words as a CSV file."""

        def write(lexicon: lexkit.Lexicon, found: Any) -> Response:
            if len(found) > self.limits.csv:
                raise QueryError("too many words for a file", expected=f"at most {self.limits.csv:,}", found=len(found))
            rows = io.StringIO()
            writer = csv.writer(rows)
            writer.writerow(["front", "word", "back", "length", "points", *(["definition"] * _has_texts(lexicon))])
            writer.writerows(_csv_row(facts) for facts in word_facts(lexicon, found))
            headers = {"content-disposition": 'attachment; filename="words.csv"'}
            return Response(rows.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)

        return await self._within_limits(request, write)

    async def answer_kinds(self, request: Request) -> Response:
        """Answer with the terms of the query language."""
        try:
            lexicon = self._lexicon(request)
        except LexkitError as error:
            return refusal(error)
        kinds = [one for one in lexicon.conditions if one["name"] != "in"]  # it reads files of this machine
        lists = [
            {"name": name, "words": len(one), "columns": one.columns, "sorts": sorts_of(one)}
            for name, one in self.lexicons.items()
        ]
        return JSONResponse({"kinds": kinds, "lexicons": lists, "words": len(lexicon)})

    # -- in here ------------------------------------------------------------------------------------

    def _lexicon(self, request: Request) -> lexkit.Lexicon:
        """Return the lexicon of a request. Raises BadMessageError if it is not offered."""
        return lexicon_named(self.lexicons, request.query_params.get("lexicon", ""))

    async def _within_limits(self, request: Request, write: Callable[[lexkit.Lexicon, Any], Response]) -> Response:
        """Search and write the answer in a thread, within the limits."""
        try:
            lexicon = self._lexicon(request)

            def work() -> Response:
                with lexkit.within(self.limits.search):
                    return write(lexicon, self._find(lexicon, request))

            return await self._workers(work)
        except QuerySyntaxError as error:
            place = min(error.at or 0, len(error.text or ""))
            instead = error.instead or self._fold(request)
            if instead is not None:
                error.remedy = None  # the page itself offers the likely query
            facts = {"error": sentence(error, found=False), "at": place, "instead": instead}
            return JSONResponse(facts, 400)
        except TimeLimitError:
            return JSONResponse({"error": f"the search took longer than {self.limits.search:g} seconds"}, 400)
        except LexkitError as error:
            return refusal(error, status=400, found=False)

    def _fold(self, request: Request) -> str | None:
        """Return the query without accents that the alphabet lacks, None if it has none."""
        text = request.query_params.get("q", "")
        folded = self._lexicon(request).fold(text)
        return None if folded == text else folded

    def _find(self, lexicon: lexkit.Lexicon, request: Request) -> Any:
        """Return the words of a query in the requested order."""
        text = request.query_params.get("q", "")
        if len(text) > self.limits.query:
            raise QueryError(
                "the query is too long", expected=f"at most {self.limits.query} characters", found=len(text)
            )
        require_harmless(text)
        found: Any = lexicon.search(text)
        if request.query_params.get("common"):
            found = only_common(lexicon, found)
        order = request.query_params.get("sort", "")
        if order and order in sorts_of(lexicon):
            found = (found if isinstance(found, lexkit.Words) else found.sorted()).sorted_by(order)
        return found

    def _page(self, request: Request, found: Any) -> dict[str, Any]:
        number = request.query_params.get("page", "0")
        page = int(number) if number.isascii() and number.isdigit() and len(number) < 9 else 0
        size = self.limits.page
        page = min(page, max(0, (len(found) - 1) // size))
        shown = found[page * size : (page + 1) * size]
        lexicon = self._lexicon(request)
        words = list(word_facts(lexicon, shown))
        facts = {"count": len(found), "page": page, "size": size, "most": self.limits.csv, "words": words}
        understood = lexicon.understand(request.query_params["q"])
        facts |= {"query": understood.query, "others": understood.others}
        return facts if understood.letters is None else facts | {"about": _verdict(lexicon, understood.letters)}


def _verdict(lexicon: lexkit.Lexicon, letters: str) -> dict[str, Any]:
    """Return whether letters are a word, with hooks, and words similar to a non-word."""
    rank = lexicon.rank(letters)
    if rank is not None:
        (facts,) = word_facts(lexicon, lexicon.words()[rank : rank + 1])
        return {"valid": True, **facts}
    told = lexicon.about(letters)
    hooks = {"front": "".join(told.front), "back": "".join(told.back)}
    return {"word": told.word, "valid": False, **hooks, "near": list(told.near)}


def _has_texts(lexicon: lexkit.Lexicon) -> bool:
    return "definition" in lexicon.columns


def word_facts(lexicon: lexkit.Lexicon, shown: Any) -> Any:
    """Return facts about each word: hooks, length, points, and its definition, if there is one."""
    words = shown.to_list()
    texts = lexicon.column("definition")[shown] if _has_texts(lexicon) and words else [None] * len(words)
    points = [int(value) for value in measures.points(shown)] if words else []
    lengths = [int(value) for value in shown.lengths()] if words else []
    for word, value, length, text in zip(words, points, lengths, texts, strict=True):
        hooks = lexicon.hooks(word)
        front, back = "".join(hooks.front), "".join(hooks.back)
        facts = {"word": word, "front": front, "back": back, "length": length, "points": value}
        yield {**facts, "definition": text} if text else facts


def _csv_row(facts: dict[str, Any]) -> list[Any]:
    row = [facts["front"], facts["word"], facts["back"], facts["length"], facts["points"], facts.get("definition")]
    return [console.for_spreadsheet(str(cell)) for cell in row if cell is not None]
