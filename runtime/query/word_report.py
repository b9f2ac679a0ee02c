"""All that is known of one word, for people: what ``lexq info WORD`` shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..words import measures
from ..words.column import values_of
from ..words.editions import editions_of, mark_of
from ..words.hooks import inner_hooks_of
from ..words.words import Words, all_words

if TYPE_CHECKING:
    from ..automaton.index import Index

__all__ = ["about_word", "inner_words"]


def about_word(index: Index, word: str) -> dict[str, Any]:
    """Facts by name, in the order in which they are shown; of what is no word only that it is none.

    Probability means the tiles of a word drawn from the full bag, blanks included. The first call for a lexicon
    looks at all of its words, to know the place of one of them: about 0.5 us a word. Editions and columns come last.
    """
    tiles = index.alphabet.encode(word)
    rank = index.rank(word)
    facts: dict[str, Any] = {"word": index.alphabet.decode(tiles), "valid": rank is not None}
    if rank is None:
        return facts
    alone = Words.of_ranks(index, [rank])
    front, back = index.cross_sets(word)
    # Exact, whatever characters the labels have: these are letters, not a pattern of them.
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
    """What is left of these tiles without the first, and without the last, where that is a word."""
    front, back = inner_hooks_of(index, tiles)
    shorter = [tiles[1:]] * front + [tiles[:-1]] * back
    return [index.alphabet.decode(left) for left in shorter]
