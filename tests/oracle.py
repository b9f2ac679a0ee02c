"""What a lexicon must answer, in plain Python over a plain list. Shares no code with lexkit.

Words are tuples of labels; their order is the alphabet's, a word before its extensions.
"""

from collections.abc import Iterable, Sequence

Word = tuple[str, ...]


class Oracle:
    """The words of a list, and every question about them answered by looking at each word."""

    def __init__(self, words: Iterable[Sequence[str]], labels: Sequence[str]) -> None:
        self.labels = list(labels)
        place = {label: number for number, label in enumerate(labels)}
        self.words: list[Word] = sorted({tuple(word) for word in words}, key=lambda word: [place[c] for c in word])
        self.known = set(self.words)

    def prefix(self, text: Sequence[str]) -> list[Word]:
        return [word for word in self.words if word[: len(text)] == tuple(text)]

    def suffix(self, text: Sequence[str]) -> list[Word]:
        return [word for word in self.words if word[max(0, len(word) - len(text)) :] == tuple(text)]

    def substring(self, text: Sequence[str]) -> list[Word]:
        size = len(text)
        return [
            word
            for word in self.words
            if any(word[start : start + size] == tuple(text) for start in range(len(word) - size + 1))
        ]

    def between(self, before: Sequence[str], after: Sequence[str]) -> list[str]:
        return [label for label in self.labels if (*before, label, *after) in self.known]

    def rank(self, word: Sequence[str]) -> int | None:
        return self.words.index(tuple(word)) if tuple(word) in self.known else None

    def gaddag_paths(self) -> set[Word]:
        """Gordon's language: REV(x)◊y for each word xy with x not empty, the separator left out before nothing."""
        paths = set()
        for word in self.words:
            for split in range(1, len(word) + 1):
                front, back = word[:split], word[split:]
                paths.add((*reversed(front), "◊", *back) if back else tuple(reversed(front)))
        return paths
