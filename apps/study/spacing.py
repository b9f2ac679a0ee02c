"""When a card comes again: FSRS, by the library ``fsrs``, which is imported when a card is first graded.

Guaranteed: the same grades at the same times give the same days; nothing is left to chance.
"""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import Any, Final, NamedTuple

from lexkit.errors import QueryError, show_value

#: How well an answer was known, by name.
RATINGS: Final = {"again": 1, "hard": 2, "good": 3, "easy": 4}
AGAIN: Final = RATINGS["again"]
GOOD: Final = RATINGS["good"]


class Memory(NamedTuple):
    """What FSRS knows of a card: times are seconds since 1970. ``state``: 1 learning, 2 known, 3 learning again."""

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
    """The library. Raises QueryError if it is not installed."""
    try:
        import fsrs
    except ImportError:
        raise QueryError("cards are spaced by fsrs", remedy="pip install 'lexkit[study]'") from None
    return fsrs


def review(memory: Memory | None, rating: int, at: float) -> Memory:
    """What is known of a card after a grade; ``memory``: before it, None for a new card."""
    fsrs = require_fsrs()
    if rating not in RATINGS.values():
        raise QueryError("no such grade", expected=", ".join(RATINGS), found=show_value(rating))
    card, _ = _scheduler().review_card(_card(memory, at), fsrs.Rating(rating), _time(at))
    return Memory(
        int(card.state), card.step, card.stability, card.difficulty, card.due.timestamp(), card.last_review.timestamp()
    )


def recall(memory: Memory, at: float) -> float:
    """How likely a card is known now."""
    return float(_scheduler().get_card_retrievability(_card(memory, at), _time(at)))


def _card(memory: Memory | None, at: float) -> Any:
    fsrs = require_fsrs()
    if memory is None:
        return fsrs.Card(card_id=0, due=_time(at))
    state = fsrs.State(memory.state)
    times = {"due": _time(memory.due), "last_review": _time(memory.reviewed)}
    return fsrs.Card(0, state, memory.step, memory.stability, memory.difficulty, **times)


def _time(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
