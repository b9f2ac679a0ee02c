"""Store cards in a SQLite file: questions, grades, due dates and statistics.

    deck = Deck()                     # in the user's data folder; or Deck("study.sqlite")
    deck.grade(Card("english", "anagrams", "AEINRST"), rating=3, answer="NASTIER", at=time.time())

FSRS schedules the reviews (the library ``fsrs``, imported when a card is first graded).

Guaranteed: a grade is stored when :meth:`Deck.grade` returns, and survives if the process is killed then. Any number of
threads and several processes may use one file. The same grades at the same times give the same schedule.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import cache
from os import PathLike
from pathlib import Path
from typing import Any, Final, NamedTuple

import lexkit
from lexkit.errors import ColumnError, QueryError, show_value

from ..database import Database, delete_files
from ..shell import console
from .questions import KINDS, PUZZLES

#: Grades of an answer, by name.
RATINGS: Final = {"again": 1, "hard": 2, "good": 3, "easy": 4}
AGAIN: Final = RATINGS["again"]
GOOD: Final = RATINGS["good"]
#: Number of days that statistics look back at answers and ahead at due cards.
LATELY: Final = 30
AHEAD: Final = 7
#: FSRS state of a card that has been learned.
KNOWN: Final = 2
#: SQLite application id of card files: "lxst".
APPLICATION: Final = 0x6C787374
#: Schema migrations: script n takes a file from version n - 1 to n.
MIGRATIONS: Final = (
    """
    CREATE TABLE cards (
        id INTEGER PRIMARY KEY,
        lexicon TEXT NOT NULL,
        kind TEXT NOT NULL,
        question TEXT NOT NULL,
        state INTEGER,
        step INTEGER,
        stability REAL,
        difficulty REAL,
        due REAL,
        reviewed REAL,
        reviews INTEGER NOT NULL DEFAULT 0,
        misses INTEGER NOT NULL DEFAULT 0,
        UNIQUE (lexicon, kind, question)
    ) STRICT;
    CREATE INDEX by_due ON cards (lexicon, kind, due);
    CREATE TABLE reviews (
        card INTEGER NOT NULL REFERENCES cards ON DELETE CASCADE,
        at REAL NOT NULL,
        rating INTEGER NOT NULL,
        answer TEXT NOT NULL
    ) STRICT;
    CREATE INDEX by_time ON reviews (at)
    """,
)
#: SQL rank of a review time in merges: never reviewed, then times after ?12 (the future), then others by time.
_RANK: Final = "CASE WHEN {0} IS NULL THEN -9e999 WHEN {0} > ?12 THEN -1e308 ELSE {0} END"
#: Seconds per day. Also the tolerated difference between clocks: a review further in the future wins no merge.
DAY: Final = 86_400.0
#: Number of cards listed as missed most often.
_HARDEST: Final = 10
#: Maximum length of a question, and of the stored text of an answer.
LONGEST_QUESTION: Final = 200
_LONGEST: Final = 1000


class Memory(NamedTuple):
    """Memory state of a card in FSRS. Times are seconds since 1970. ``state``: 1 learning, 2 known, 3 relearning."""

    state: int
    step: int | None
    stability: float
    difficulty: float
    due: float
    reviewed: float


@cache
def _scheduler() -> Any:
    return require_fsrs().Scheduler(enable_fuzzing=False)


def require_fsrs() -> Any:
    """Return the module ``fsrs``. Raises QueryError if it is not installed."""
    try:
        import fsrs
    except ImportError:
        raise QueryError("scheduling cards needs the package fsrs", remedy="pip install 'lexkit[study]'") from None
    return fsrs


def review(memory: Memory | None, rating: int, at: float) -> Memory:
    """Return the memory of a card after a grade. ``memory`` is the one before it, None for a new card."""
    fsrs = require_fsrs()
    if rating not in RATINGS.values():
        raise QueryError("no such grade", expected=", ".join(RATINGS), found=show_value(rating))
    card, _ = _scheduler().review_card(_fsrs_card(memory, at), fsrs.Rating(rating), _time(at))
    return Memory(
        int(card.state), card.step, card.stability, card.difficulty, card.due.timestamp(), card.last_review.timestamp()
    )


def recall(memory: Memory, at: float) -> float:
    """Return the probability that a card is recalled at a time."""
    return float(_scheduler().get_card_retrievability(_fsrs_card(memory, at), _time(at)))


def _fsrs_card(memory: Memory | None, at: float) -> Any:
    fsrs = require_fsrs()
    if memory is None:
        return fsrs.Card(card_id=0, due=_time(at))
    state = fsrs.State(memory.state)
    times = {"due": _time(memory.due), "last_review": _time(memory.reviewed)}
    return fsrs.Card(0, state, memory.step, memory.stability, memory.difficulty, **times)


def _time(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


class Card(NamedTuple):
    """Card: its question, its memory (None if it was never graded), and counts of reviews and misses."""

    lexicon: str
    kind: str
    question: str
    memory: Memory | None = None
    reviews: int = 0
    misses: int = 0


def require_question(value: Any, kind: str = "") -> str:
    """Return a question read from a file, stripped. Raises ColumnError if it is not a valid one of this kind."""
    question = value.strip() if isinstance(value, str) else ""
    longest = lexkit.Puzzle.LONGEST if kind == PUZZLES else LONGEST_QUESTION
    if not 0 < len(question) <= longest or not question.isprintable():
        expected = f"1 to {longest:,} characters"
        raise ColumnError("not a question", expected=expected, found=show_value(value))
    return question


#: Columns of a card in the file, and the SQL to find one.
FIELDS: Final = (*Card._fields[:3], *Memory._fields, *Card._fields[4:])
_KEY: Final = "lexicon = ? AND kind = ? AND question = ?"
_ONE: Final = f"SELECT {', '.join(FIELDS)} FROM cards WHERE {_KEY}"


class Deck:
    """Cards in a file, by default ``study.sqlite`` in the user's data folder. Safe to use from any thread.

    If ``before_making`` is given, a missing file is made only with its first card, after this callback, which may
    raise to prevent it. ``reviews`` is the number of newest answers kept for statistics, None for all.
    """

    def __init__(
        self,
        path: str | PathLike[str] | None = None,
        before_making: Callable[[], object] | None = None,
        reviews: int | None = None,
    ) -> None:
        self._most_reviews = reviews
        self._path = lexkit.user_folder() / "study.sqlite" if path is None else Path(path)
        self._before_making = before_making
        self._lock = threading.Lock()
        self._database: Database | None = None
        if before_making is None or self._path.exists():
            self._made()

    def _made(self) -> Database:
        """Return the database, making the file if it is missing."""
        with self._lock:
            if self._database is None:
                if self._before_making is not None and not self._path.exists():
                    self._before_making()
                self._database = Database(self._path, application=APPLICATION, migrations=MIGRATIONS)
            return self._database

    def _rows(self, query: str, values: tuple[Any, ...]) -> list[Any]:
        """Return the rows of a query, none if there is no file yet."""
        return [] if self._database is None else self._database.rows(query, values)

    def card(self, lexicon: str, kind: str, question: str) -> Card:
        """Return the card of a question, a new one if it is not stored."""
        found = self._rows(_ONE, (lexicon, kind, question))
        return _card(found[0]) if found else Card(lexicon, kind, question)

    def cards(self, lexicon: str | None = None, kind: str | None = None, due: float | None = None) -> Iterator[Card]:
        """Yield cards by due date, new ones last; optionally only of a lexicon, of a kind, or due by a time."""
        rows = self._rows(
            f"SELECT {', '.join(FIELDS)} FROM cards WHERE (?1 IS NULL OR lexicon = ?1) AND (?2 IS NULL OR kind = ?2)"
            " AND (?3 IS NULL OR due <= ?3) ORDER BY due IS NULL, due, id",
            (lexicon, kind, due),
        )
        return map(_card, rows)

    def add(self, cards: Iterable[Card]) -> int:
        """Add cards and return how many changed. A stored card is replaced only by one reviewed later."""
        changed, latest = 0, time.time() + DAY
        with self._made().transaction() as connection:
            for card in cards:
                row = (*card[:3], *(card.memory or (None,) * 6), card.reviews, card.misses)
                changed += connection.execute(
                    f"INSERT INTO cards ({', '.join(FIELDS)}) VALUES ({', '.join('?' * len(FIELDS))})"
                    f" ON CONFLICT DO UPDATE SET {', '.join([f'{name} = excluded.{name}' for name in FIELDS[3:]])}"
                    f" WHERE {_RANK.format('excluded.reviewed')} > {_RANK.format('reviewed')}",
                    (*row, latest),
                ).rowcount
        return changed

    def grade(self, card: Card, rating: int, at: float, answer: str = "", *, instead: bool = False) -> Card:
        """Grade a card, store it with its new due date, and return it.

        With ``instead``, the grade replaces that of the last review; pass the card as it was before it. If the card
        was graded elsewhere meanwhile, the grade applies to the stored card.
        """
        require_fsrs()
        key = card[:3]
        with self._made().transaction() as connection:
            found = connection.execute(_ONE, key).fetchone()
            kept = _card(found) if found else card
            instead = instead and kept.reviews == card.reviews + 1
            before = card if instead else kept
            memory = review(before.memory, rating, at)
            after = before._replace(memory=memory, reviews=before.reviews + 1, misses=before.misses + (rating == AGAIN))
            connection.execute("INSERT OR IGNORE INTO cards (lexicon, kind, question) VALUES (?, ?, ?)", key)
            number = connection.execute(
                f"UPDATE cards SET {', '.join([f'{name} = ?' for name in FIELDS[3:]])} WHERE {_KEY} RETURNING id",
                (*memory, after.reviews, after.misses, *key),
            ).fetchone()[0]
            if instead:
                connection.execute(
                    "DELETE FROM reviews WHERE rowid = (SELECT max(rowid) FROM reviews WHERE card = ?)", (number,)
                )
            connection.execute(
                "INSERT INTO reviews VALUES (?, ?, ?, ?)",
                (number, at, rating, answer.encode("utf-8", "replace").decode()[:_LONGEST]),
            )
            if self._most_reviews is not None:
                connection.execute(
                    "DELETE FROM reviews WHERE rowid <= (SELECT max(rowid) FROM reviews) - ?", (self._most_reviews,)
                )
        return after

    def reviewed(self, since: float, lexicon: str | None = None) -> dict[str, tuple[int, int]]:
        """Return the number of reviews since a time, and of right ones, for each kind."""
        rows = self._rows(
            "SELECT kind, count(*), sum(rating > ?) FROM reviews JOIN cards ON card = id"
            " WHERE at >= ? AND (?3 IS NULL OR lexicon = ?3) GROUP BY kind",
            (AGAIN, since, lexicon),
        )
        return {kind: (number, right) for kind, number, right in rows}

    def reviews(self, since: float, lexicon: str | None = None) -> list[tuple[float, int]]:
        """Return the times and grades of the reviews since a time."""
        return self._rows(
            "SELECT at, rating FROM reviews JOIN cards ON card = id WHERE at >= ? AND (?2 IS NULL OR lexicon = ?2)",
            (since, lexicon),
        )

    @staticmethod
    def delete(path: str | PathLike[str]) -> None:
        """Delete the file of a deck, which must not be open."""
        delete_files(Path(path))

    def close(self) -> None:
        """Close the file. Every grade is stored already."""
        if self._database is not None:
            self._database.close()

    def __enter__(self) -> Deck:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _card(row: Any) -> Card:
    memory = None if row[8] is None else Memory(*row[3:9])
    lexicon, kind, question = row[:3]
    return Card(lexicon, kind, question, memory, row[9], row[10])


class KindStatistics(NamedTuple):
    """Statistics of one kind of cards.

    ``learning``: cards asked but not yet known; ``known``: learned cards; ``recall``: mean probability that a card
    that was asked is recalled now, None if none was asked; ``lately``: reviews of the last 30 days, and ``right`` the
    right ones; ``ahead``: cards due on each of the next 7 days, today first, which includes those overdue.
    """

    kind: str
    cards: int
    new: int
    due: int
    learning: int
    known: int
    recall: float | None
    lately: int
    right: int
    ahead: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the statistics as data for JSON."""
        return {**self._asdict(), "recall": None if self.recall is None else round(self.recall, 4)}


def statistics(deck: Deck, now: float, lexicon: str | None = None) -> list[KindStatistics]:
    """Return the statistics of each kind that has cards, of one lexicon or of all."""
    reviewed = deck.reviewed(now - LATELY * DAY, lexicon)
    found = []
    for kind in (*KINDS, PUZZLES):
        cards = list(deck.cards(lexicon, kind))
        memories = [card.memory for card in cards if card.memory is not None]
        if not cards:
            continue
        ahead = [0] * AHEAD
        for memory in memories:
            day = max(0, int((memory.due - now) // DAY))
            if day < AHEAD:
                ahead[day] += 1
        recalled = [recall(memory, now) for memory in memories]
        known = sum(memory.state == KNOWN for memory in memories)
        lately, right = reviewed.get(kind, (0, 0))
        found.append(
            KindStatistics(
                kind=kind,
                cards=len(cards),
                new=len(cards) - len(memories),
                due=sum(memory.due <= now for memory in memories),
                learning=len(memories) - known,
                known=known,
                recall=sum(recalled) / len(recalled) if recalled else None,
                lately=lately,
                right=right,
                ahead=tuple(ahead),
            )
        )
    return found


def hardest(deck: Deck, lexicon: str | None = None) -> list[Card]:
    """Return the most missed cards, worst first; no definitions and puzzles, which would give the answer away."""
    missed = [card for card in deck.cards(lexicon) if card.misses and card.kind not in ("definitions", PUZZLES)]
    missed.sort(key=lambda card: (-card.misses, -card.misses / max(card.reviews, 1), card.question))
    return missed[:_HARDEST]


def tell_days(days: float) -> str:
    """Format a duration in the largest unit that fits: ``10 minutes``, ``3 days``."""
    minutes = round(round(days * DAY) / 60)  # round to seconds first: 329.99 seconds count as 330
    if minutes < 60:
        return console.format_count(max(1, minutes), "minute", "minutes")
    if minutes < 1440:
        return console.format_count(minutes // 60, "hour", "hours")
    return console.format_count(round(days), "day", "days")


def tell_next(due: float | None, now: float) -> str:
    """Format the time until the next card is due as the end of a sentence; "" if there is none."""
    return "" if due is None else f"; the next card comes in {tell_days((due - now) / DAY)}"
