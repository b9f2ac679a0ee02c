"""What a deck says of its user: how much is due, known and likely remembered, and how answers were lately."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from .cards import Card, Deck
from .questions import KINDS
from .spacing import recall

_DAY: Final = 86_400.0
#: Days over which answers are counted, and days ahead in which cards fall due.
LATELY: Final = 30
AHEAD: Final = 7
#: The state of a card that is known, not being learned.
_KNOWN: Final = 2


class KindStatistics(NamedTuple):
    """The numbers of one kind of cards.

    ``learning``: those asked and not yet known; ``known``; ``recall``: how likely one that was asked is remembered
    now, None if none was; ``lately``: reviews of the last 30 days, ``right``: of these; ``ahead``: how many fall due in
    each of the next 7 days, today first, with those overdue.
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
        """The numbers as data for JSON."""
        return {**self._asdict(), "recall": None if self.recall is None else round(self.recall, 4)}


def statistics(deck: Deck, now: float, lexicon: str | None = None) -> list[KindStatistics]:
    """The numbers of each kind of which there are cards. ``lexicon``: only those of this one."""
    reviewed = deck.reviewed(now - LATELY * _DAY, lexicon)
    found = []
    for kind in KINDS:
        cards = list(deck.cards(lexicon, kind))
        memories = [card.memory for card in cards if card.memory is not None]
        if not cards:
            continue
        ahead = [0] * AHEAD
        for memory in memories:
            day = max(0, int((memory.due - now) // _DAY))
            if day < AHEAD:
                ahead[day] += 1
        recalled = [recall(memory, now) for memory in memories]
        known = sum(memory.state == _KNOWN for memory in memories)
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


def hardest(deck: Deck, lexicon: str | None = None, most: int = 10) -> list[Card]:
    """The cards missed most often, the worst first; not definitions, of which a card is the answer."""
    missed = [card for card in deck.cards(lexicon) if card.misses and card.kind != "definitions"]
    return sorted(missed, key=lambda card: (-card.misses, -card.misses / max(card.reviews, 1), card.question))[:most]
