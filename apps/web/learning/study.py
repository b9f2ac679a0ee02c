"""The page of study: quizzes as in ``lexq quiz``, one question per request.

    GET  /api/study/offers       the kinds of cards, the lexicons, and lists to begin with
    POST /api/study/begin        {"kind": "anagrams", "query": "length:7", "new": 20}   -> {"quiz", "question", ...}
    POST /api/study/answer       {"quiz", "step", "answer"}                             -> {"result", "question", ...}
    POST /api/study/grade        {"quiz", "step", "rating"}                             -> {"result", "question", ...}
    POST /api/study/statistics   how much is due and known;   POST /api/study/picture: a picture of that, in SVG
    POST /api/study/mistakes     {"game", "token"}: cards of what was missed in a game that is over, and which turns
    POST /api/study/next         {"kind", "known": "length:2-4", "most": 50}: what to learn next, as new cards
    POST /api/study/cards        the cards as CSV;   POST /api/study/import: a file of them
    POST /api/study/notes        their fronts and backs, for Anki

Timed rounds and lists to print: :mod:`.walls`.

In a network each message names its ``learner`` (:mod:`.learners`).

Guaranteed: except in notes for Anki, an answer does not leave the server before its question has been answered; if a
quiz is gone, because the server restarted or nobody used it for long, the page begins a new one, and no grade is
lost, since each is saved at once; an answer that is sent twice counts once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from typing import Annotated, Any, Final, TypeAlias

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import lexkit
from lexkit.apps.study import Card, Quiz
from lexkit.apps.study.cards import DAY, RATINGS, hardest, statistics
from lexkit.apps.study.cards_csv import fit_cards, read_cards, write_cards
from lexkit.apps.study.faces import Faces, text_with_tabs
from lexkit.apps.study.mistakes import find_mistakes
from lexkit.apps.study.next_words import known_words, learn_next
from lexkit.apps.study.picture import activity, draw_activity
from lexkit.apps.study.questions import KINDS
from lexkit.apps.table import Tables
from lexkit.apps.table.lexicons import lasting_name, list_facts, open_lexicon
from lexkit.errors import QueryError

from ..games import Code, LexiconName
from ..limits import Limits, RateLimits, address_of
from ..reports import facts_of, kept_report, name_record
from ..requests import answer, between, lexicon_named, line, one_of, post, short_name, too_many
from ..threads import Workers
from ..word_search import require_harmless
from .learners import OWN, Learners
from .puzzles import finished_game
from .sessions import Sessions
from .walls import Order, Walls, sort_keys

#: Suggested lists: text on the page, kind of cards, query; an empty query means all cards of the learner.
LISTS: Final = (
    ("Your cards: what is due, your mistakes", "anagrams", ""),
    ("All words of two letters", "hooks", "length:2"),
    ("Words of three letters", "hooks", "length:3"),
    ("The likeliest sevens", "anagrams", "length:7 probability:1-500"),
    ("The likeliest eights", "anagrams", "length:8 probability:1-500"),
    ("Bingos from good stems", "anagrams", "length:7 stem:6"),
    ("Bingos from SATIRE", "anagrams", "anagram:SATIRE?"),
    ("Fours with a hook in front", "hooks", "length:4 front-hooks:1-"),
    (
        "Short words with J, Q, X or Z",
        "anagrams",
        "length:-5 points:>=11 (includes:J or includes:Q or includes:X or includes:Z)",
    ),
    ("Q without U", "anagrams", "includes:Q -includes:U"),
    ("Fours: a word or not?", "check", "length:4 probability:1-1000"),
)
#: Maximum number of characters of notes for Anki.
_NOTES: Final = 1 << 26
Works: TypeAlias = Callable[[str, Any], dict[str, Any] | Response]
#: A flag: 0 or 1.
Flag: TypeAlias = Annotated[int, between(0, 1)]
Step: TypeAlias = Annotated[int, between(0, 10**9)]


class ForLearner(Struct, kw_only=True):
    """Message about the cards of a learner for one lexicon."""

    learner: Code = ""
    lexicon: LexiconName = ""


class NewQuiz(ForLearner):
    """A quiz to begin. ``new`` is the maximum number of new cards, ``most`` that of all cards; ``common`` asks only for
    common words, ``order`` is that of new cards, by default :func:`.walls.sort_keys`.
    """

    query: Annotated[str, line(Limits.query)] = ""
    kind: Annotated[str, one_of(KINDS)] = KINDS[0]
    new: Annotated[int, between(0, 500)] = 20
    shuffle: Flag = 0
    common: Flag = 0
    order: Order = ""
    most: Annotated[int, between(1, 1000)] = 200


class Answer(Struct):
    """An answer to a question."""

    quiz: Code
    step: Step
    answer: Annotated[str, line(1000)]


class Grade(Struct):
    """A changed grade of an answer."""

    quiz: Code
    step: Step
    rating: Annotated[str, one_of(RATINGS)]


class Mistakes(ForLearner, kw_only=True):
    """A finished game of a seat. ``keep`` is 1 to store its cards, 0 only to count them."""

    game: Annotated[str, line(40)]
    token: Code = ""
    keep: Flag = 1


class Next(ForLearner, kw_only=True):
    """A question for the words to learn next: the kind of cards, and a query of words that are known."""

    kind: Annotated[str, one_of(KINDS)] = KINDS[0]
    known: Annotated[str, line(Limits.query)] = ""
    most: Annotated[int, between(1, 200)] = 50


def _has_letters(query: str, alphabet: lexkit.Alphabet) -> bool:
    """Return whether an alphabet has the letters of a suggested query, which are its capitals."""
    return {letter for letter in query if letter.isupper()} <= set(alphabet.labels)


class Study:
    """Quizzes of a server."""

    def __init__(self, learners: Learners, tables: Tables, lexicons: Mapping[str, str | None], limits: Limits) -> None:
        self._learners = learners
        self._tables = tables
        self._limits = limits
        #: Maps a name on the page to its lasting name. Looked up once, since that opens lexicons.
        self._names = {name: lasting_name(path) for name, path in lexicons.items()}
        with_texts = [name for name, path in self._names.items() if "definition" in open_lexicon(path).columns]
        told = [{"name": name, **list_facts(path)} for name, path in self._names.items()]
        alphabets = {name: open_lexicon(path).alphabet for name, path in self._names.items()}
        lists = [
            {
                "name": name,
                "kind": kind,
                "query": query,
                "lexicons": [one for one, alphabet in alphabets.items() if _has_letters(query, alphabet)],
            }
            for name, kind, query in LISTS
        ]
        self._offers = {"kinds": KINDS, "lists": lists, "lexicons": told, "definitions": with_texts}
        self._workers = Workers("study", 2, limits.searches_waiting)
        #: Files of cards and analyses of games take seconds; their own thread keeps answers from waiting.
        self._slow = Workers("study-slow", 1, limits.studies_waiting)
        self._studies = RateLimits(limits.studies_a_second, limits.study_burst)
        self._walls = Walls(learners, self._names, limits, self._workers)
        self._sessions: Sessions[Quiz] = Sessions(limits, _standing)

    def routes(self) -> list[Route]:
        """Return the routes of study."""

        def route(name: str, work: Works, message: type[Struct], allowed: RateLimits | None = None) -> Route:
            workers = self._workers if allowed is None else self._slow

            async def do(address: str, wanted: Any) -> dict[str, Any] | Response:
                return await workers(work, address, wanted)

            return post(f"/api/study/{name}", do, message, allowed)

        return [
            Route("/api/study/offers", self.offers),
            Route("/api/study/import", self.import_cards, methods=["POST"]),
            route("begin", self._begin, NewQuiz),
            route("answer", self._answer, Answer),
            route("grade", self._grade, Grade),
            route("statistics", self._statistics, ForLearner),
            route("picture", self._picture, ForLearner),
            route("cards", self._cards, ForLearner),
            route("notes", self._notes, ForLearner, self._studies),
            route("mistakes", self._mistakes, Mistakes, self._studies),
            route("next", self._next, Next, self._studies),
            *self._walls.routes(),
        ]

    def close(self) -> None:
        """Start no more quizzes, and close the decks."""
        self._workers.close()
        self._slow.close()
        self._sessions.close()

    async def offers(self, request: Request) -> Response:
        """Answer with the kinds, lexicons and lists to choose from."""
        return JSONResponse(self._offers)

    async def import_cards(self, request: Request) -> Response:
        """Add the cards of a file."""
        learner, lexicon = request.headers.get("x-learner", ""), request.query_params.get("lexicon", "")
        kind = request.query_params.get("kind", "")
        address = address_of(request.client)
        # Check before reading the body, which may be large.
        if not self._studies.take(address):
            return too_many()
        return await answer(request, lambda body: self._slow(self._import, body, learner, lexicon, kind, address))

    # -- in here ------------------------------------------------------------------------------------

    def _begin(self, address: str, wanted: NewQuiz) -> dict[str, Any]:
        learner, name = self._learners.name(wanted.learner), lexicon_named(self._names, wanted.lexicon)
        query = wanted.query.strip() or None
        require_harmless(query or "")
        self._learners.require_room(learner)
        with ExitStack() as opened:
            deck = opened.enter_context(self._learners.deck(learner, address))
            with lexkit.within(self._limits.search):
                options: dict[str, Any] = {"new": wanted.new, "most": wanted.most, "shuffle": bool(wanted.shuffle)}
                options |= {"common": bool(wanted.common), "sort": sort_keys(open_lexicon(name), wanted.order)}
                quiz = Quiz(deck, wanted.kind, lexicon=name, query=query, **options)
            begun = self._sessions.begin(quiz, learner, address, opened.pop_all())
        days = None if quiz.next_due is None else (quiz.next_due - time.time()) / DAY
        return {"quiz": begun.pop("code"), "next_due": days, **begun}

    def _answer(self, address: str, wanted: Answer) -> dict[str, Any]:
        return self._sessions.take_step(wanted.quiz, wanted.step, lambda quiz: quiz.answer(wanted.answer)._asdict())

    def _grade(self, address: str, wanted: Grade) -> dict[str, Any]:
        return self._sessions.take_step(wanted.quiz, wanted.step, lambda quiz: quiz.regrade(wanted.rating)._asdict())

    def _statistics(self, address: str, wanted: ForLearner) -> dict[str, Any]:
        name = lexicon_named(self._names, wanted.lexicon)
        with self._learners.deck(self._learners.name(wanted.learner)) as deck:
            rows = [one.to_json() for one in statistics(deck, time.time(), name)]
            missed = [[card.question, card.misses, card.kind] for card in hardest(deck, name)]
        return {"kinds": rows, "hardest": missed}

    def _picture(self, address: str, wanted: ForLearner) -> Response:
        name = lexicon_named(self._names, wanted.lexicon)
        with self._learners.deck(self._learners.name(wanted.learner)) as deck:
            return Response(draw_activity(activity(deck, time.time(), name)), media_type="image/svg+xml")

    def _cards(self, address: str, wanted: ForLearner) -> Response:
        learner = self._learners.name(wanted.learner)
        with self._learners.deck(learner) as deck:
            cards = deck.cards()
            text = "".join(write_cards(cards if learner == OWN else self._with_offered_names(cards)))
        return _file(text, "cards.csv", "text/csv")

    def _notes(self, address: str, wanted: ForLearner) -> Response:
        """Return front and back of the cards of lexicons that are offered."""
        offered = set(self._names.values())
        with self._learners.deck(self._learners.name(wanted.learner)) as deck, lexkit.within(self._limits.fitting):
            lines = text_with_tabs([card for card in deck.cards() if card.lexicon in offered], Faces())
            text = "".join(_at_most(_NOTES, lines))
        return _file(text, "notes.txt", "text/plain")

    def _with_offered_names(self, cards: Iterable[Card]) -> Iterator[Card]:
        """Yield cards without paths of this machine, for people in a network. They can be imported again."""
        names = {kept: name for name, kept in self._names.items()}
        for card in cards:
            yield card._replace(lexicon=names.get(card.lexicon) or short_name(card.lexicon))

    def _import(self, body: bytes, learner: str, lexicon: str, kind: str, address: str) -> dict[str, Any]:
        kind = kind if kind in KINDS else KINDS[0]
        own, name = self._learners.name(learner), lexicon_named(self._names, lexicon)
        read = read_cards(body, name, kind, self._limits.cards)
        cards = [card._replace(lexicon=self._names.get(card.lexicon, card.lexicon)) for card in read]
        with lexkit.within(self._limits.fitting):
            fitting, left_out = fit_cards(cards, open_lexicon(name), name)
        with self._learners.deck(own, address) as deck:
            return {"added": self._learners.add(deck, fitting), "left_out": left_out}

    def _mistakes(self, address: str, wanted: Mistakes) -> dict[str, Any]:
        """Return the cards of a game that is over: of the seat of a token, or of all who played a recorded one."""
        learner = self._learners.name(wanted.learner)
        table, player = finished_game(self._tables, wanted.game, wanted.token)
        lexicon, kept = open_lexicon(table.lexicon_name), kept_report(self._tables, wanted.game)
        # Use the report that the page shows, if it is about this record.
        told = facts_of(kept[1])["turns"] if kept is not None and kept[0] == name_record(table.game) else ()
        with lexkit.within(self._limits.search):
            found = find_mistakes(table.game, lexicon, lasting_name(table.lexicon_name), player, told)
        added = 0
        if wanted.keep:
            with self._learners.deck(learner, address) as deck:
                added = self._learners.add(deck, found.cards)
        kinds = {card.kind for card in found.cards}
        told_of_turn = ("number", "player", "action", "score", "lost", "grade", "found", "missed_bingo")
        return {
            "found": len(found.cards),
            "added": added,
            "kind": min(kinds, key=KINDS.index, default=KINDS[0]),
            "turns": [{name: turn[name] for name in told_of_turn} for turn in found.turns],
        }

    def _next(self, address: str, wanted: Next) -> dict[str, Any]:
        """Return what to learn next, and make cards of it."""
        learner, name = self._learners.name(wanted.learner), lexicon_named(self._names, wanted.lexicon)
        query, lexicon, games = wanted.known.strip(), open_lexicon(name), self._limits.next_games
        require_harmless(query)
        self._learners.require_room(learner)
        with self._learners.deck(learner, address) as deck:
            with lexkit.within(self._limits.fitting):
                known = known_words(deck, lexicon, name)
                if query:
                    known[lexicon.search(query).to_numpy()] = True
            games, found = learn_next(
                wanted.kind, lexicon, known, wanted.most, games, threads=1, timeout=self._limits.next
            )
            added = self._learners.add(deck, [Card(name, wanted.kind, one.question) for one in found])
        told = [one.to_json() for one in found]
        return {"known": int(known.sum()), "games": games, "found": told, "added": added}


def _standing(quiz: Quiz) -> dict[str, Any]:
    """Return the question and the state of the quiz, without answers."""
    question = quiz.next()
    told = None if question is None else question._asdict()
    return {"question": told, "answered": quiz.answered, "right": quiz.right}


def _at_most(most: int, lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines. Raises QueryError if they have more than ``most`` characters in all."""
    left = most
    for one in lines:
        left -= len(one)
        if left < 0:
            raise QueryError("too many words for a file", expected=f"at most {most:,} characters")
        yield one


def _file(text: str, name: str, kind: str) -> Response:
    """Return a response that saves a text as a file."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type=f"{kind}; charset=utf-8", headers=headers)
