"""Put a sequence of DNA together again from short pieces of it.

The pieces are the strings of a lexicon over four letters. A piece grows at both ends: those that have its last bases
anywhere say what follows, and those that have its first bases what comes before, until they do not agree or end. (For
many reads an FM-index is the right tool, 60 times smaller; a GADDAG is good at short strings.)

    $ python examples/reads.py --bases 300 --number 60
    $ python examples/reads.py --bases 300 --number 25
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence

import lexkit

LENGTH = 40
#: Bases that two pieces must share.
OVERLAP = 12


def cut(genome: str, number: int, rng: random.Random) -> list[str]:
    """Return pieces of the genome: its two ends, and others anywhere."""
    starts = [0, len(genome) - LENGTH, *(rng.randint(0, len(genome) - LENGTH) for _ in range(number - 2))]
    return [genome[start : start + LENGTH] for start in starts]


def grow(lex: lexkit.Lexicon, text: str) -> str:
    """Return the text with what certainly follows it."""
    while True:
        end = text[-OVERLAP:]
        following = {piece[piece.index(end) + OVERLAP :][:1] for piece in lex.substring(end)} - {""}
        if len(following) != 1 or len(text) > 10_000:
            return text
        text += following.pop()


def assemble(pieces: Sequence[str]) -> list[str]:
    """Return what the pieces make, the longest first; none is a part of another."""
    tiles = [lexkit.Tile(base, base.lower()) for base in "ACGT"]
    options = lexkit.Options(alphabet=lexkit.Alphabet("bases", tiles))
    ahead = lexkit.build(pieces, options=options)
    back = lexkit.build([piece[::-1] for piece in pieces], options=options)
    assert isinstance(ahead, lexkit.Lexicon)
    assert isinstance(back, lexkit.Lexicon)
    made: list[str] = []
    for piece in pieces:
        if not any(piece in whole for whole in made):
            made.append(grow(back, grow(ahead, piece)[::-1])[::-1])
    made.sort(key=lambda whole: (-len(whole), whole))
    return [whole for number, whole in enumerate(made) if not any(whole in longer for longer in made[:number])]


def main(arguments: Sequence[str] | None = None) -> None:
    """Cut a random genome, and tell what was put together."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bases", type=int, default=300, help="length of the genome (default: 300)")
    parser.add_argument("--number", type=int, default=60, help="number of pieces (default: 60)")
    parser.add_argument("--seed", type=int, default=1, help="which genome, which pieces (default: 1)")
    options = parser.parse_args(arguments)
    if options.bases < LENGTH or options.number < 2:
        parser.exit(2, f"{parser.prog}: a genome has at least {LENGTH} bases, and is cut into two pieces or more\n")
    rng = random.Random(options.seed)
    genome = "".join(rng.choices("ACGT", k=options.bases))
    made = assemble(cut(genome, options.number, rng))
    print(f"{options.number} pieces of {LENGTH} bases make {', '.join(str(len(whole)) for whole in made)} bases")
    print("that is the genome" if made == [genome] else f"the genome has {len(genome)}")


if __name__ == "__main__":
    main()
