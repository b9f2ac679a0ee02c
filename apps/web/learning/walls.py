"""Timed rounds and printable lists, on the page of study.

    POST /api/study/wall     {"query": "length:7", "racks": 50, "page": 1} -> {"racks": [["AEINORT", 1], ...], "more"}
    POST /api/study/guess    {"text": "otarine"}                           -> {"words": [["OTARINE", "AEINORT"]]}
    POST /api/study/reveal   {"racks": ["AEINORT"], "keep": 1}             -> {"answers": [...], "added": 1}
    GET  /api/study/sheet?q=length:7&page=1                                the list as a printable page of HTML

The server stores nothing of a round: the page has the racks and the clock, and asks which typed words are in the
lexicon. Missed racks become cards if the user wants.

Guaranteed: only the number of a rack's words leaves the server before its answers are requested.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from contextlib import suppress
from typing import Annotated, Any, Final, TypeAlias

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

import lexkit
from lexkit import measures
from lexkit.apps.study.questions import SORT, read_words
from lexkit.apps.study.racks import RACKS, Wall, cards_of_racks, choose_racks, racks_of_cards
from lexkit.apps.study.sheet import groups_of_racks, sheet_style, write_sheet
from lexkit.apps.table.lexicons import open_lexicon
from lexkit.errors import LexkitError

from ..limits import Limits
from ..requests import between, lexicon_named, line, one_of, post, read_query, refusal
from ..threads import Workers
from ..word_search import require_harmless
from .learners import Learners

#: Maximum racks of a round, and racks of a sheet; maximum pages of a list; columns of a sheet.
_MOST: Final = 100
_SHEET: Final = 200
_PAGES: Final = 10_000
_COLUMNS: Final = 3
#: Source in the content security policy for the only inline style, that of a sheet.
SHEET_STYLE: Final = f"'sha256-{base64.b64encode(hashlib.sha256(sheet_style(_COLUMNS).encode()).digest()).decode()}'"


#: Order of a list: by playability or by probability; by default the first if the list has it.
Order: TypeAlias = Annotated[str, one_of(("", "playability", "probability"))]


def sort_keys(lexicon: lexkit.Lexicon, order: str) -> tuple[str, ...]:
    """Return the keys to sort the words of a list by. A list without playability has its words in the usual order."""
    return SORT if order == "probability" or "playability" not in lexicon.columns else ("-playability",)


class NewWall(Struct, kw_only=True):
    """A round to begin; without a query, from the learner's cards."""

    learner: Annotated[str, line(64)] = ""
    lexicon: Annotated[str, line(100)] = ""
    query: Annotated[str, line(Limits.query)] = ""
    page: Annotated[int, between(1, _PAGES)] = 1
    common: Annotated[int, between(0, 1)] = 0
    order: Order = ""
    racks: Annotated[int, between(1, _MOST)] = RACKS


class Guess(Struct, kw_only=True):
    """Typed words."""

    lexicon: Annotated[str, line(100)] = ""
    text: Annotated[str, line(200)]


class Reveal(Struct, kw_only=True):
    """Racks to reveal the answers of. ``keep`` is 1 to make cards of them."""

    learner: Annotated[str, line(64)] = ""
    lexicon: Annotated[str, line(100)] = ""
    racks: Annotated[list[Annotated[str, line(40)]], Meta(max_length=_MOST)] = []
    keep: Annotated[int, between(0, 1)] = 0


class PrintedSheet(Struct):
    """A sheet to print."""

    q: Annotated[str, line(Limits.query)]
    lexicon: Annotated[str, line(100)] = ""
    page: Annotated[str, line(6)] = "1"
    common: Annotated[str, one_of(("", "1"))] = ""
    order: Order = ""


class Walls:
    """Rounds and sheets of a server. ``names`` maps the name that people see to the lasting name of a lexicon."""

    def __init__(self, learners: Learners, names: Mapping[str, str], limits: Limits, workers: Workers) -> None:
        self._learners = learners
        self._names = names
        self._limits = limits
        self._workers = workers

    def routes(self) -> list[Route]:
        """Return the routes of rounds and sheets."""

        def route(name: str, work: Any, message: type[Struct]) -> Route:
            async def do(address: str, wanted: Any) -> Any:
                return await self._workers(work, address, wanted)

            return post(f"/api/study/{name}", do, message)

        return [
            route("wall", self._begin, NewWall),
            route("guess", self._guess, Guess),
            route("reveal", self._reveal, Reveal),
            Route("/api/study/sheet", self.print_sheet),
        ]

    def _begin(self, address: str, wanted: NewWall) -> dict[str, Any]:
        name, query = lexicon_named(self._names, wanted.lexicon), wanted.query.strip()
        opened = open_lexicon(name)
        require_harmless(query)
        with lexkit.within(self._limits.search):
            if query:
                sort = sort_keys(opened, wanted.order)
                chosen = choose_racks(opened, query, sort, wanted.racks, wanted.page, bool(wanted.common)).listed
            else:
                with self._learners.deck(self._learners.name(wanted.learner)) as deck:
                    chosen = racks_of_cards(deck, name, wanted.racks, wanted.page).listed
            wall = Wall(opened, chosen)
        return {"racks": [(rack.letters, rack.left) for rack in wall.racks()], "more": len(chosen) == wanted.racks}

    def _guess(self, address: str, wanted: Guess) -> dict[str, Any]:
        opened = open_lexicon(lexicon_named(self._names, wanted.lexicon))
        told = []
        for word in read_words(wanted.text, opened.alphabet):
            with suppress(LexkitError):  # not of this alphabet
                if word in opened:
                    told.append((word, measures.alphagrams(opened.anagram(word))[0]))
        return {"words": told}

    def _reveal(self, address: str, wanted: Reveal) -> dict[str, Any]:
        name = lexicon_named(self._names, wanted.lexicon)
        with lexkit.within(self._limits.search):
            wall = Wall(open_lexicon(name), wanted.racks)
        wall.give_up()
        answers = [(rack.letters, wall.answers(rack.letters)) for rack in wall.racks()]
        added = 0
        if wanted.keep and answers:
            with self._learners.deck(self._learners.name(wanted.learner), address) as deck:
                added = self._learners.add(deck, cards_of_racks(name, [letters for letters, _ in answers]))
        return {"answers": answers, "added": added}

    async def print_sheet(self, request: Request) -> Response:
        """Answer with a printable sheet."""
        try:
            wanted = read_query(request, PrintedSheet)
            page = min(int(wanted.page), _PAGES) if wanted.page.isascii() and wanted.page.isdigit() else 1
            return await self._workers(self._sheet, wanted, max(1, page))
        except LexkitError as error:
            return refusal(error, status=400)

    def _sheet(self, wanted: PrintedSheet, page: int) -> Response:
        opened, query = open_lexicon(lexicon_named(self._names, wanted.lexicon)), wanted.q.strip()
        require_harmless(query)
        with lexkit.within(self._limits.search):
            sort = sort_keys(opened, wanted.order)
            part = choose_racks(opened, query, sort, _SHEET, page, bool(wanted.common))
            told = part.describe("racks")
            heading = f"{query}, common words" if wanted.common else query
            heading += f" ({page})" if told else ""
            groups = groups_of_racks(opened, part.listed)
            text = "".join(write_sheet(opened, heading, groups, _COLUMNS, part=told))
        return Response(text, media_type="text/html; charset=utf-8")
