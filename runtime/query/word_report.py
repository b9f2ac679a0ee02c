"""The facts about one word that ``lexq info WORD`` shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..words import measures
from ..words.column import editions_of, mark_of, values_of
from ..words.hooks import inner_hooks_of
from ..words.words import Words, all_words

if TYPE_CHECKING:
    from ..automaton.index import Index


def report_word(index: Index, word: str) -> dict[str, Any]:
    """Facts about a word, by name, in the order shown.

    For a non-word there are two: its spelling, and that it is not valid. Probability means drawing the word's tiles
    from the full bag, blanks included. The first call for a lexicon computes the places of all words, about 0.5 us for
    each. Editions and columns come last.
    """
    tiles = index.alphabet.encode(word)
    rank = index.rank(word)
    facts: dict[str, Any] = {"word": index.alphabet.decode(tiles), "valid": rank is not None}
    if rank is None:
        return facts
    alone = Words.of_ranks(index, [rank])
    front, back = index.cross_sets(word)
    # Not by a pattern: a label may contain characters that mean something there.
    same = measures.same_letters(index, tiles)
    facts |= {
        "rank": rank,
        "length": len(tiles),
        "points": int(measures.points(alone)[0]),
        "vowels": int(measures.vowels(alone)[0]),
        "front": list(front),
        "back": list(back),
        "inner": inner_words(index, tiles),
        "alphagram": measures.alphagrams(alone)[0],
        "anagrams": (same - alone).to_list(),
        "probability": {
            "ways": int(measures.probability(alone)[0]),
            "place": int(measures.probability_order(alone)[0]),
            "of": len(all_words(index).of_length(len(tiles))),
        },
    }
    if index.editions:
        facts["editions"] = list(editions_of(index, word))
        facts["mark"] = mark_of(index, word)
    return facts | values_of(index, word)


def inner_words(index: Index, tiles: bytes) -> list[str]:
    """The words left of these tiles without an end letter."""
    front, back = inner_hooks_of(index, tiles)
    shorter = [tiles[1:]] * front + [tiles[:-1]] * back
    return [index.alphabet.decode(left) for left in shorter]
