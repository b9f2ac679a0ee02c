"""The page of study: the quiz of ``lexq quiz``, question by question.

    GET  /api/study/offers       the kinds of cards, the lexicons, and lists to begin with
    POST /api/study/begin        {"kind": "anagrams", "query": "length:7", "new": 20}   -> {"quiz", "question", ...}
    POST /api/study/answer       {"quiz", "step", "answer"}                             -> {"result", "question", ...}
    POST /api/study/grade        {"quiz", "step", "rating"}                             -> {"result", "question", ...}
    POST /api/study/statistics   how much is due and known
    POST /api/study/mistakes     {"game", "token"}: cards of what was missed in a game that is over
    POST /api/study/cards        the cards as CSV;   POST /api/study/import: a file of them

In a network each message names its ``learner`` (:mod:`.learners`).

Guaranteed: an answer leaves the server when its question has been answered, not before; a quiz that is gone, after the
server was started again or was long unused, is begun anew by the page, and no grade is lost: each is kept when it is
given; an answer that is sent twice counts once.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import partial
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import lexkit
from lexkit.errors import LexkitError, QueryError

from ..study import KINDS, Deck, Quiz, find_mistakes, fit_cards, hardest, read_cards, statistics, write_cards
from ..table import NotAllowedError, Tables, lasting_name, open_lexicon
from .learners import OWN, Learners
from .limits import Allowances, Limits, Shares, address_of
from .messages import BadMessageError, Fields, read_message
from .offered import chosen, with_lasting_names, with_offered_names
from .requests import Workers, answer
from .word_search import require_harmless

#: Lists to begin with: what the page says, the kind of cards, the query; an empty query is all one's cards.
LISTS: Final = (
    ("Your cards: what is due, your mistakes", "anagrams", ""),
    ("All words of two letters", "hooks", "length:2"),
    ("Words of three letters", "hooks", "length:3"),
    ("The likeliest sevens", "anagrams", "length:7 probability:1-500"),
    ("The likeliest eights", "anagrams", "length:8 probability:1-500"),
    ("Bingos from good stems", "anagrams", "length:7 stem:6"),
    (
        "Short words with J, Q, X or Z",
        "anagrams",
        "length:-5 points:>=11 (includes:J or includes:Q or includes:X or includes:Z)",
    ),
    ("Q without U", "anagrams", "includes:Q -includes:U"),
    ("Fours: a word or not?", "check", "length:4 probability:1-1000"),
)
_RATINGS: Final = ("again", "hard", "good", "easy")


class GoneError(LexkitError, LookupError):
    """A quiz that the server has forgotten."""


class _Session:
    """A quiz, and what was answered last, in case that it is sent again."""

    def __init__(self, quiz: Quiz, learner: str, address: str, held: ExitStack) -> None:
        self.quiz = quiz
        self.learner = learner
        self.address = address
        self.held = held
        self.lock = threading.Lock()
        #: Grows with each answer and each grade.
        self.step = 0
        self.last: dict[str, Any] = {}
        self.closed = False

    def close(self) -> None:
        """Let the deck go, once nobody uses the quiz."""
        with self.lock:
            self.closed = True
            self.held.close()


class Study:
    """The quizzes of a server."""

    def __init__(self, learners: Learners, tables: Tables, lexicons: Mapping[str, str | None], limits: Limits) -> None:
        self._learners = learners
        self._tables = tables
        self._limits = limits
        #: The lasting names of the lexicons, by those that the page shows, and what can be chosen: both are looked up
        #: once, since that opens lexicons.
        self._names = {name: lasting_name(path) for name, path in lexicons.items()}
        with_texts = [name for name, path in self._names.items() if "definition" in open_lexicon(path).columns]
        lists = [{"name": name, "kind": kind, "query": query} for name, kind, query in LISTS]
        self._offers = {"kinds": KINDS, "lists": lists, "lexicons": list(lexicons), "definitions": with_texts}
        self._workers = Workers("study", 2, limits.searches_waiting)
        #: Files of cards and analyses of games take seconds: answers wait for none.
        self._slow = Workers("study-slow", 1, limits.studies_waiting)
        self._studies = Allowances(limits.studies_a_second, limits.study_burst)
        self._importing = Shares(limits.imports, limits.imports_of_address)
        self._sessions: OrderedDict[str, _Session] = OrderedDict()
        self._lock = threading.Lock()

    def routes(self) -> list[Route]:
        """The routes of study."""
        works = {
            "answer": self._answer,
            "grade": self._grade,
            "statistics": self._statistics,
            "cards": self._cards,
        }
        return [
            Route("/api/study/offers", self.offers),
            Route("/api/study/begin", self.begin, methods=["POST"]),
            Route("/api/study/import", self.import_cards, methods=["POST"]),
            Route("/api/study/mistakes", self.mistakes, methods=["POST"]),
            *(Route(f"/api/study/{name}", self._answering(work), methods=["POST"]) for name, work in works.items()),
        ]

    def close(self) -> None:
        """Begin nothing further, and close the decks."""
        self._workers.close()
        self._slow.close()
        while self._sessions:
            self._sessions.popitem()[1].close()

    async def offers(self, request: Request) -> Response:
        """What can be chosen."""
        return JSONResponse(self._offers)

    async def begin(self, request: Request) -> Response:
        """Begin a quiz."""
        address = address_of(request.client)
        work = partial(self._begin, address=address)
        return await answer(
            request, self._limits, lambda body: self._workers.do(address, lambda: work(read_message(body)))
        )

    async def mistakes(self, request: Request) -> Response:
        """Make cards of a game."""
        address = address_of(request.client)
        if not self._studies.take(address):
            return _too_many()
        work = partial(self._mistakes, address=address)
        return await answer(
            request, self._limits, lambda body: self._slow.do(address, lambda: work(read_message(body)))
        )

    async def import_cards(self, request: Request) -> Response:
        """Add the cards of a file."""
        learner, lexicon = request.headers.get("x-learner", ""), request.query_params.get("lexicon", "")
        kind = request.query_params.get("kind", "")
        address = address_of(request.client)
        # Before the body is read, which may be large.
        if not self._importing.take(address):
            return _too_many()
        try:
            if not self._studies.take(address):
                return _too_many()
            return await answer(
                request,
                self._limits,
                lambda body: self._slow.do(address, partial(self._import, body, learner, lexicon, kind, address)),
            )
        finally:
            self._importing.give_back(address)

    # -- in here ------------------------------------------------------------------------------------

    def _answering(self, work: Callable[[Fields], dict[str, Any] | Response]) -> Callable[[Request], Any]:
        def done(body: bytes) -> dict[str, Any] | Response:
            try:
                return work(read_message(body))
            except GoneError:
                return JSONResponse({"error": "the quiz is begun anew", "gone": True}, 410)

        async def do(request: Request) -> Response:
            address = address_of(request.client)
            return await answer(request, self._limits, lambda body: self._workers.do(address, partial(done, body)))

        return do

    def _learner(self, fields: Fields) -> str:
        return self._learners.name(fields.text("learner", 64, ""))

    def _lexicon(self, name: str) -> str:
        """The lasting name of an offered lexicon."""
        return chosen(self._names, name)

    def _begin(self, fields: Fields, address: str) -> dict[str, Any]:
        learner, name = self._learner(fields), self._lexicon(fields.text("lexicon", 100, ""))
        query = fields.text("query", self._limits.query, "").strip()
        require_harmless(query)
        self._learners.require_room(learner)
        with ExitStack() as opened:
            deck = opened.enter_context(self._learners.deck(learner, address))
            with lexkit.within(self._limits.search):
                quiz = Quiz(
                    deck,
                    fields.one_of("kind", KINDS, KINDS[0]),
                    lexicon=name,
                    query=query or None,
                    new=fields.number("new", 0, 500, 20),
                    most=fields.number("most", 1, 1000, 200),
                )
            session = _Session(quiz, learner, address, opened.pop_all())
        code = secrets.token_urlsafe(16)
        with self._lock:
            self._sessions[code] = session
            gone = self._one_too_many(learner, address)
        for one in gone:
            one.close()
        with session.lock:
            return {"quiz": code, **self._standing(session)}

    def _one_too_many(self, learner: str, address: str) -> list[_Session]:
        """Forget quizzes that are unused for longest: one learner's, then those of the address that has most."""
        own = [code for code, one in self._sessions.items() if one.learner == learner]
        codes = own[: max(0, len(own) - self._limits.quizzes_of_learner)]
        gone = [self._sessions.pop(code) for code in codes]
        while len(self._sessions) > self._limits.quizzes:
            number = Counter(one.address for one in self._sessions.values())
            most = max(number, key=lambda one: (number[one], one == address))
            code = next(code for code, one in self._sessions.items() if one.address == most)
            gone.append(self._sessions.pop(code))
        return gone

    def _in_session(self, fields: Fields, work: Callable[[Quiz], Any]) -> dict[str, Any]:
        """What a step of a quiz gives; the last step again if it was taken already."""
        code, step = fields.text("quiz", 64), fields.number("step", 0, 10**9)
        with self._lock:
            session = self._sessions.get(code)
            if session is not None:
                self._sessions.move_to_end(code)
        if session is None:
            raise GoneError("no such quiz")
        with session.lock:
            if session.closed:
                raise GoneError("no such quiz")
            if step == session.step - 1 and session.last:
                return session.last
            if step != session.step:
                raise BadMessageError("not the step of this quiz", expected=session.step, found=step)
            result = work(session.quiz)
            session.step += 1
            session.last = {"result": result._asdict(), **self._standing(session)}
            return session.last

    def _standing(self, session: _Session) -> dict[str, Any]:
        """The question, and how the quiz stands. No answer is in it."""
        question = session.quiz.next()
        return {
            "question": None if question is None else question._asdict(),
            "answered": session.quiz.answered,
            "right": session.quiz.right,
            "step": session.step,
        }

    def _answer(self, fields: Fields) -> dict[str, Any]:
        text = fields.text("answer", 1000)
        return self._in_session(fields, lambda quiz: quiz.answer(text))

    def _grade(self, fields: Fields) -> dict[str, Any]:
        rating = fields.one_of("rating", _RATINGS)
        return self._in_session(fields, lambda quiz: quiz.regrade(rating))

    def _statistics(self, fields: Fields) -> dict[str, Any]:
        name = self._lexicon(fields.text("lexicon", 100, ""))
        with self._learners.deck(self._learner(fields)) as deck:
            rows = [one.to_json() for one in statistics(deck, time.time(), name)]
            missed = [[card.question, card.misses, card.kind] for card in hardest(deck, name)]
        return {"kinds": rows, "hardest": missed}

    def _cards(self, fields: Fields) -> Response:
        learner = self._learner(fields)
        with self._learners.deck(learner) as deck:
            cards = deck.cards()
            text = "".join(write_cards(cards if learner == OWN else with_offered_names(cards, self._names)))
        headers = {"content-disposition": 'attachment; filename="cards.csv"'}
        return Response(text, media_type="text/csv; charset=utf-8", headers=headers)

    def _import(self, body: bytes, learner: str, lexicon: str, kind: str, address: str) -> dict[str, Any]:
        kind = kind if kind in KINDS else KINDS[0]
        own, name = self._learners.name(learner), self._lexicon(lexicon)
        cards = with_lasting_names(read_cards(body, name, kind, self._limits.cards), self._names)
        with lexkit.within(self._limits.fitting):
            fitting, left_out = fit_cards(cards, open_lexicon(name), name)
        with self._learners.deck(own, address) as deck:
            return {"added": self._add(deck, fitting), "left_out": left_out}

    def _mistakes(self, fields: Fields, address: str) -> dict[str, Any]:
        """Cards of a game that is over: of the seat whose token it is, or of all who played a recorded one."""
        learner = self._learner(fields)
        table = self._tables.open(fields.text("game", 40))
        if not (table.over or table.recorded):
            raise NotAllowedError("the game is not over")
        token = fields.text("token", 64, "")
        player = table.seats[table.seat_of(token)].name if token else None
        lexicon = open_lexicon(table.lexicon_name)
        with lexkit.within(self._limits.search):
            found = find_mistakes(table.game, lexicon, lasting_name(table.lexicon_name), player)
        with self._learners.deck(learner, address) as deck:
            added = self._add(deck, found.cards)
        kinds = {card.kind for card in found.cards}
        return {"found": len(found.cards), "added": added, "kind": min(kinds, key=KINDS.index, default=KINDS[0])}

    def _add(self, deck: Deck, cards: list[Any]) -> int:
        if len({card[:3] for card in (*deck.cards(), *cards)}) > self._limits.cards:
            raise QueryError("too many cards", expected=f"at most {self._limits.cards:,}")
        return deck.add(cards) if cards else 0


def _too_many() -> Response:
    return JSONResponse({"error": "too many games or files at once: wait a moment"}, 429)
