"""Make the file of the bundled English list for games that have no Python, by the lexkit that is installed.

python tools/english_lexicon.py english.gaddag

It has the trained leave values and the column ``known``, by which the levels of players miss words.
"""

import sys
import tempfile
from pathlib import Path

import lexkit


def write(target: Path) -> None:
    """Write the file."""
    lexicon = lexkit.open("english")
    with tempfile.TemporaryDirectory() as folder:
        values = Path(folder) / "known.csv"
        rows = zip(lexicon, lexicon.column("known")[:], strict=True)
        values.write_text("word,known\n" + "".join([f"{word},{value}\n" for word, value in rows]), "ascii")
        lexkit.attach(lexicon.path, target, [f"known={values}"], leaves=lexicon.leaves.stored)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
