"""Cards kept in a SQLite file: what was asked, how well it was known, when it comes again.

    deck = Deck()                     # in the user's data folder; or Deck("study.sqlite")
    deck.grade(Card("english", "anagrams", "AEINRST"), rating=3, answer="NASTIER", at=time.time())

Guaranteed: a grade is in the file when :meth:`Deck.grade` returns, and stays there if the process is killed then. Any
number of threads, and several processes, may use one file.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any, Final, NamedTuple

from ..database import Database, delete_files, user_folder
from .spacing import AGAIN, Memory, require_fsrs, review

#: Marks files of cards: "lxst".
APPLICATION: Final = 0x6C787374
#: The n-th script takes a file from version n - 1 to n.
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
_FIELDS: Final = "lexicon, kind, question, state, step, stability, difficulty, due, reviewed, reviews, misses"
_ONE: Final = f"SELECT {_FIELDS} FROM cards WHERE lexicon = ? AND kind = ? AND question = ?"
#: The order of merges: what was never reviewed, what was in the future, then the others by time; ?12: what is future.
_RANK: Final = "CASE WHEN {0} IS NULL THEN -9e999 WHEN {0} > ?12 THEN -1e308 ELSE {0} END"
#: Seconds by which the clocks of two machines may differ: what was reviewed later than that wins no merge.
DAY: Final = 86_400.0
#: Longest answer that is kept.
_LONGEST: Final = 1000


class Card(NamedTuple):
    """A card: what it asks, and what is known of it. ``memory`` is None if it was never graded."""

    lexicon: str
    kind: str
    question: str
    memory: Memory | None = None
    reviews: int = 0
    misses: int = 0


class Deck:
    """The cards in a file, by default ``study.sqlite`` in the user's data folder. Safe to use from any thread.

    ``before_making``: if given, a missing file is made with its first card, after this was called, which may raise.
    ``reviews``: how many answers are kept, the newest, for statistics; None: all.
    """

    def __init__(
        self,
        path: str | PathLike[str] | None = None,
        before_making: Callable[[], object] | None = None,
        reviews: int | None = None,
    ) -> None:
        self._most_reviews = reviews
        self._path = user_folder() / "study.sqlite" if path is None else Path(path)
        self._before_making = before_making
        self._lock = threading.Lock()
        self._database: Database | None = None
        if before_making is None or self._path.exists():
            self._made()

    def _made(self) -> Database:
        """The file, made now if it is missing."""
        with self._lock:
            if self._database is None:
                if self._before_making is not None and not self._path.exists():
                    self._before_making()
                self._database = Database(self._path, application=APPLICATION, migrations=MIGRATIONS)
            return self._database

    def _rows(self, query: str, values: tuple[Any, ...]) -> list[Any]:
        """What a query gives: nothing if there is no file yet."""
        return [] if self._database is None else self._database.rows(query, values)

    def card(self, lexicon: str, kind: str, question: str) -> Card:
        """The card of a question, a new one if there is none."""
        found = self._rows(_ONE, (lexicon, kind, question))
        return _card(found[0]) if found else Card(lexicon, kind, question)

    def cards(self, lexicon: str | None = None, kind: str | None = None, due: float | None = None) -> Iterator[Card]:
        """Cards, those due first coming first, new ones last: of a lexicon, of a kind, and due until a time."""
        rows = self._rows(
            f"SELECT {_FIELDS} FROM cards WHERE (?1 IS NULL OR lexicon = ?1) AND (?2 IS NULL OR kind = ?2)"
            " AND (?3 IS NULL OR due <= ?3) ORDER BY due IS NULL, due, id",
            (lexicon, kind, due),
        )
        return map(_card, rows)

    def add(self, cards: Iterable[Card]) -> int:
        """Add cards; one that is there already is replaced if it was reviewed before. Returns how many changed."""
        changed, latest = 0, time.time() + DAY
        with self._made().transaction() as connection:
            for card in cards:
                memory = card.memory or (None,) * 6
                state, step, stability, difficulty, due, reviewed = memory
                row = (*card[:3], state, step, stability, difficulty, due, reviewed, card.reviews, card.misses)
                changed += connection.execute(
                    f"INSERT INTO cards ({_FIELDS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                    " ON CONFLICT DO UPDATE SET state = excluded.state, step = excluded.step,"
                    " stability = excluded.stability, difficulty = excluded.difficulty, due = excluded.due,"
                    " reviewed = excluded.reviewed, reviews = excluded.reviews, misses = excluded.misses"
                    f" WHERE {_RANK.format('excluded.reviewed')} > {_RANK.format('reviewed')}",
                    (*row, latest),
                ).rowcount
        return changed

    def grade(self, card: Card, rating: int, at: float, answer: str = "", *, instead: bool = False) -> Card:
        """Grade a card, and keep when it comes again. ``instead``: of its last review, the card being as before that.

        A card that was graded elsewhere meanwhile is graded as it is in the file. Returns the card as it is now.
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
                "UPDATE cards SET state = ?, step = ?, stability = ?, difficulty = ?, due = ?, reviewed = ?,"
                " reviews = ?, misses = ? WHERE lexicon = ? AND kind = ? AND question = ? RETURNING id",
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
        """How many reviews of each kind there were since a time, and how many were right."""
        rows = self._rows(
            "SELECT kind, count(*), sum(rating > ?) FROM reviews JOIN cards ON card = id"
            " WHERE at >= ? AND (?3 IS NULL OR lexicon = ?3) GROUP BY kind",
            (AGAIN, since, lexicon),
        )
        return {kind: (number, right) for kind, number, right in rows}

    @staticmethod
    def delete(path: str | PathLike[str]) -> None:
        """Delete a file that nobody has open."""
        delete_files(Path(path))

    def close(self) -> None:
        """Close the file. Everything is in it already."""
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
