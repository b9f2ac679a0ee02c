"""All that is known of one word, for people: what ``lexq info WORD`` shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..words import Words
from . import measures
from .hooks import inner_hooks_of

if TYPE_CHECKING:
    from ..lexicon import Lexicon

__all__ = ["about_word", "inner_words"]


def about_word(lexicon: Lexicon, word: str) -> dict[str, Any]:
    """Facts by name, in the order in which they are shown; of what is no word only that it is none.

    Probability means the tiles of a word drawn from the full bag, blanks included. The first call for a lexicon
    looks at all of its words, to know the place of one of them: about 0.5 us a word. Editions and columns come last.
    """
    tiles = lexicon.alphabet.encode(word)
    rank = lexicon.rank(word)
    facts: dict[str, Any] = {"word": lexicon.alphabet.decode(tiles), "valid": rank is not None}
    if rank is None:
        return facts
    alone = Words.of_ranks(lexicon, [rank])
    front, back = lexicon.cross_sets(word)
    # Exact, whatever characters the labels have: these are letters, not a pattern of them.
    same = measures.same_letters(lexicon, tiles)
    facts |= {
        "rank": rank,
        "length": len(tiles),
        "points": int(measures.points(alone)[0]),
        "vowels": int(measures.vowels(alone)[0]),
        "front": list(front),
        "back": list(back),
        "inner": inner_words(lexicon, tiles),
        "alphagram": measures.alphagrams(alone)[0],
        "anagrams": (same - alone).to_list(),
        "probability": {
            "ways": int(measures.probability(alone)[0]),
            "place": int(measures.probability_order(alone)[0]),
            "of": len(lexicon.words().of_length(len(tiles))),
        },
    }
    if lexicon.editions:
        facts["editions"] = list(lexicon.editions_of(word))
        facts["mark"] = lexicon.mark(word)
    return facts | lexicon.values_of(word)


def inner_words(lexicon: Lexicon, tiles: bytes) -> list[str]:
    """What is left of these tiles without the first, and without the last, where that is a word."""
    front, back = inner_hooks_of(lexicon, tiles)
    shorter = [tiles[1:]] * front + [tiles[:-1]] * back
    return [lexicon.alphabet.decode(left) for left in shorter]
