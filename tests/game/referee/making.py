"""Games to test the referee with: a small list of words, tiles that are known, and a count of all tiles."""

from collections import Counter

from lexkit import Game, Lexicon, Rules
from lexkit.formats.alphabet import Alphabet, Tile
from lexkit.runtime.game.text.notation import KINDS
from tests.making import make

#: Three letters and a blank: games of a dozen turns.
ABC = Alphabet(
    "abc",
    [Tile("A", "a", points=1, count=8), Tile("B", "b", points=3, count=6), Tile("C", "c", points=5, count=5)],
    blanks=2,
)
WORDS = ["AA", "AB", "BA", "ABA", "CAB", "BAA", "AAB", "ACA", "CC", "BC", "CA", "AC", "ABC", "CABA"]


def small_lexicon() -> Lexicon:
    """A lexicon of the three letters."""
    return make(WORDS, ABC)


def small_rules(**changes: object) -> Rules:
    """Rules for the three letters, with racks of three."""
    return Rules(alphabet=ABC, **{"rack_size": 3, "exchange_minimum": 1, **changes})  # type: ignore[arg-type]


def tiles_of(game: Game) -> Counter[int]:
    """All tiles of a game: in the bag, on the racks and on the board."""
    found = Counter(game.bag.tiles) + Counter(game.board.grid.translate(KINDS, b"\0"))
    for rack in game.racks:
        found += Counter(rack.tiles)
    return found


def all_tiles(rules: Rules) -> Counter[int]:
    """The tiles that there are."""
    return Counter({tile: count for tile, count in enumerate(rules.distribution) if count})
