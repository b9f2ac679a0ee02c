"""Everything a lexicon can be asked, asked of a file that may be hostile; with bounds on how much is looked at."""

import itertools
from collections.abc import Callable, Iterator

from lexkit.errors import LexkitError
from lexkit.formats.lexicon_file import open_bytes
from lexkit.runtime.lexicon.lexicon import Lexicon
from lexkit.runtime.query.evaluate import meet
from lexkit.runtime.words.column import Column

#: Answers larger than this are counted and paged, not spelled in whole.
SPELLED = 3000


#: Conditions for which every word is looked at, and numbers kept for all.
MEASURED = (
    ("points", "2-"), ("unique", "2-3"), ("anagrams", "2-"), ("probability", "1-3"), ("palindrome", "yes"),
    ("probability!", "1-3"), ("stem", "1"), ("group", "high-fives"), ("group", "type-iii-sevens"),
    ("front-hooks", "1-"), ("back-hooks", "1-"), ("inner-hook", "both"),
)  # fmt: skip


class Refusal(str):
    """The name of the error that was the answer."""


def open_lexicon(data: bytes) -> Lexicon:
    return Lexicon(open_bytes(data))


def answers(data: bytes) -> list[object]:
    """What the file says to everything; a refusal is an answer too. Any error but LexkitError gets out."""
    try:
        lexicon = open_lexicon(data)
    except LexkitError as error:
        assert str(error).count("\n") == 0, f"the message has several lines: {error}"
        return [Refusal(type(error).__name__)]
    return [_answer(question) for question in _questions(lexicon)]


def _answer(question: Callable[[], object]) -> object:
    try:
        return question()
    except LexkitError as error:
        return Refusal(type(error).__name__)


def _questions(lexicon: Lexicon) -> Iterator[Callable[[], object]]:
    labels = list(lexicon.alphabet)[:3]
    texts = ["".join(pair) for size in (1, 2) for pair in itertools.product(labels, repeat=size)]
    if labels:
        texts += [labels[0] * 63, labels[-1] * 64, labels[0] * 20 + labels[-1]]
    yield lambda: (len(lexicon), bool(lexicon), repr(lexicon))
    yield lambda: list(itertools.islice(lexicon, 40))
    yield lambda: lexicon.words_at([rank for rank in (0, 1, len(lexicon) // 2, len(lexicon) - 1) if rank >= 0])
    yield lambda: lexicon.words_at([len(lexicon)])
    yield lambda: lexicon[-1] if lexicon else None
    if len(lexicon) <= SPELLED:
        yield lambda: lexicon.words().lengths().tolist()
        yield lambda: lexicon.words().of_length(2, 3).to_list()
        for kind, value in MEASURED:
            yield lambda kind=kind, value=value: _look(meet(lexicon.core, kind, value))
        for text in texts:
            yield lambda text=text: _look(lexicon.takes_prefix(text))
            yield lambda text=text: _look(lexicon.takes_suffix(text))
            yield lambda text=text: lexicon.inner_hooks(text)
    yield lambda: lexicon.contains(texts).tolist()
    yield lambda: lexicon.ranks(texts).tolist()
    for text in texts:
        yield lambda text=text: (text in lexicon, lexicon.rank(text))
        for query in (lexicon.prefix, lexicon.suffix, lexicon.substring):
            yield lambda text=text, query=query: len(query(text))
            yield lambda text=text, query=query: _look(query(text))
            yield lambda text=text, query=query: _combine(lexicon, query(text))
        yield lambda text=text: [sorted(letters) for letters in lexicon.cross_sets(text)]
        yield lambda text=text: sorted(lexicon.cross_set(text, labels[0]))
        yield lambda text=text: sorted(lexicon.cross_set(labels[-1], text))
        for reverse in (False, True):
            yield lambda text=text, reverse=reverse: repr(lexicon.cursor(reverse).walk(text))
    for name in lexicon.columns:
        yield from _about_column(lexicon.column(name), labels)
    for reverse in (False, True):
        yield lambda reverse=reverse: (lexicon.cursor(reverse).arcs, sorted(lexicon.cursor(reverse).letters))


def _about_column(column: Column, labels: list[str]) -> Iterator[Callable[[], object]]:
    yield lambda: (repr(column), len(column))
    yield lambda: column.missing
    yield lambda: column[0]
    yield lambda: column[labels]
    if len(column) <= SPELLED:
        yield lambda: [str(value) for value in column[:]]
        yield lambda: column.is_missing(column.lexicon.words()).tolist()
    yield lambda: column.containing("a").to_numpy().tolist()


def _look(words) -> object:
    """The beginning of an answer, and all of a small one in every form it has."""
    if len(words) > SPELLED:
        return list(itertools.islice(words, 20)) if len(words) < 1 << 20 else None
    return words.to_list(), list(words), words.to_numpy().tolist(), words.lengths().tolist(), repr(words)


def _combine(lexicon: Lexicon, words) -> object:
    if len(words) > SPELLED:
        return None
    return len(words & lexicon.words()), len(~words), words == words, list(words[1:5]), words[:1].to_list()
