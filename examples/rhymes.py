"""Find rhymes, and words by any sounds in them: a lexicon whose letters are phonemes.

Each phoneme is a letter of an alphabet made for the purpose, and the strings are what is said, in ARPABET without
stress. Rhymes have the same sounds from the last vowel on.

    $ python examples/rhymes.py CARE
    $ python examples/rhymes.py --sounds 'T R'
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable, Sequence

import lexkit

SAID = """
BEAR B EH R; CARE K EH R; CHAIR CH EH R; PAIR P EH R; PEAR P EH R; SQUARE S K W EH R; CAR K AA R; STAR S T AA R
LIGHT L AY T; NIGHT N AY T; KNIGHT N AY T; WRITE R AY T; RIGHT R AY T; HEIGHT HH AY T; STRING S T R IH NG
THING TH IH NG; STREET S T R IY T; TREAT T R IY T; MEAT M IY T; MEET M IY T; TRY T R AY; HIGH HH AY; STREAM S T R IY M
TEAM T IY M; THROUGH TH R UW; BLUE B L UW; SHOE SH UW; TRUE T R UW; TWO T UW; ROUGH R AH F; STUFF S T AH F
TREE T R IY; KEY K IY
"""
VOWELS = {"AA", "AH", "AY", "EH", "IH", "IY", "UW"}


class Sounds:
    """Words by how they are said."""

    def __init__(self, said: str) -> None:
        lines = (entry.split() for line in said.strip().splitlines() for entry in line.split(";"))
        self.said = {word: sounds for word, *sounds in lines}
        phonemes = sorted({sound for sounds in self.said.values() for sound in sounds})
        self.letters = {sound: chr(ord("A") + number) for number, sound in enumerate(phonemes)}
        self.words: dict[str, list[str]] = defaultdict(list)
        for word, sounds in self.said.items():
            self.words[self.spell(sounds)].append(word)
        tiles = [lexkit.Tile(letter, letter.lower()) for letter in self.letters.values()]
        lex = lexkit.build(self.words, options=lexkit.Options(alphabet=lexkit.Alphabet("phonemes", tiles)))
        assert isinstance(lex, lexkit.Lexicon)
        self.lex = lex

    def spell(self, sounds: Iterable[str]) -> str:
        """Return the sounds as letters. Raises ValueError for one that no word has."""
        sounds = list(sounds)
        for sound in sounds:
            if sound not in self.letters:
                raise ValueError(f"no such sound: {sound}; there are {' '.join(self.letters)}")
        return "".join(self.letters[sound] for sound in sounds)

    def rhymes(self, word: str) -> list[str]:
        """Return the other words with the same sounds from the last vowel on. Raises ValueError for an unknown word."""
        word = word.upper()
        if word not in self.said:
            raise ValueError(f"nobody told how {word} is said")
        sounds = self.said[word]
        last = max(place for place, sound in enumerate(sounds) if sound in VOWELS)
        return [other for other in self.spoken(self.lex.suffix(self.spell(sounds[last:]))) if other != word]

    def having(self, sounds: str) -> list[str]:
        """Return the words that have these sounds in a row, anywhere."""
        return self.spoken(self.lex.substring(self.spell(sounds.upper().split())))

    def spoken(self, found: Iterable[str]) -> list[str]:
        """Return the words that are said so."""
        return sorted(word for said in found for word in self.words[said])


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the words found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("word", nargs="?", default="", help="the word to rhyme with")
    parser.add_argument("--sounds", help="sounds in a row, with spaces between them")
    options = parser.parse_args(arguments)
    sounds = Sounds(SAID)
    try:
        found = sounds.having(options.sounds) if options.sounds else sounds.rhymes(options.word)
    except ValueError as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    if not found:
        parser.exit(1, "no word is said so\n")
    print(" ".join(found))


if __name__ == "__main__":
    main()
