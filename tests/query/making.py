"""Random lexicons for tests of the query toolkit, with their words as tuples of labels."""

from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import strategies as st

from lexkit import Lexicon, Words
from lexkit.lexicons import alphabet as shipped
from tests.making import letters, make
from tests.oracle import Oracle, Word

#: Labels of one letter and of several, few enough to meet often, sets of both widths.
ALPHABETS = (
    ("english", ["A", "B", "C", "S", "Z"]),
    ("spanish", ["A", "C", "H", "CH", "LL", "L"]),
    ("catalan", ["L", "L·L", "NY", "QU", "A"]),
    ("polish", ["A", "Ą", "Ż", "Z", "E"]),
    (33, None),
    (63, None),
)


class Case(NamedTuple):
    """A lexicon, its words in order, and the labels to ask about."""

    lexicon: Lexicon
    words: list[Word]
    labels: list[str]

    def agrees(self, found: Words, expected: list[Word], asked: object) -> None:
        """The answer holds exactly these words, however it is looked at."""
        spelled = [spell(word, self.lexicon) for word in expected]
        assert found.to_list() == spelled, f"{asked}: words"
        assert len(found) == len(expected), f"{asked}: counted"
        assert found.to_numpy().tolist() == [self.lexicon.rank(word) for word in spelled], f"{asked}: ranks"


def bracketed(word: Sequence[str]) -> str:
    """A text that can only be read as these tiles."""
    return "".join(f"[{label}]" for label in word)


def spell(word: Sequence[str], lexicon: Lexicon) -> str:
    """The word as the lexicon spells it."""
    return lexicon.alphabet.decode(lexicon.alphabet.encode(bracketed(word)))


def classes(case: Case) -> st.SearchStrategy[list[str]]:
    """Two or three labels that stand in a bracket side by side and are read one by one."""
    longer = [label for label in case.lexicon.alphabet if len(label) > 1]
    single = [label for label in case.labels if len(label) == 1]
    return st.lists(st.sampled_from(single), min_size=2, max_size=3, unique=True).filter(
        lambda some: not any(label in "".join(some) for label in longer)
    )


@st.composite
def cases(draw: st.DrawFn, longest: int = 7, most: int = 40) -> Case:
    """A random lexicon over a few labels of one of the alphabets."""
    name, labels = draw(st.sampled_from(ALPHABETS))
    if isinstance(name, int):
        alphabet = letters(name)
        labels = [*list(alphabet)[:2], *list(alphabet)[-2:]]
    else:
        alphabet = shipped(name)
    word = st.lists(st.sampled_from(labels), min_size=1, max_size=longest).map(tuple)
    words = draw(st.lists(word, max_size=most))
    lexicon = make([bracketed(word) for word in words], alphabet)
    return Case(lexicon, Oracle(words, list(alphabet)).words, list(labels))
