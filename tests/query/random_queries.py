"""Random queries, and what they mean word by word, in plain Python. A query is drawn for some labels of an alphabet.

``query`` draws what the oracle knows the meaning of; ``any_query`` everything there is, senseless values too.
"""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from lexkit.runtime.query.conditions.registry import KINDS
from lexkit.runtime.query.language.grammar import All, AnyOf, Not, Term, Tree
from tests.query.expressions import fits_pattern, meets, tree, written
from tests.query.oracle import PREDICATES, Predicate, Word, World, predicate

#: Kinds whose values are some letters; wildcards, and classes; numbers.
LETTERS = tuple(kind.name for kind in KINDS.values() if kind.value == "LETTERS" and kind.name != "near")
WILD = ("pattern", *(kind.name for kind in KINDS.values() if kind.value == "TILES"))
NUMBERS = tuple(kind.name for kind in KINDS.values() if kind.value == "N or N-M")
#: Kinds that may begin in the reverse part: their answers may lack words where it does not fit the forward part.
REVERSE = {"suffix", "substring", "subsequence", "pattern", "regex", "superanagram", "near", "takes-suffix"}

NOISE = "?*.^[]()|+{}\\123~-<>=/,:;@\"' \tAÉßŉ\u0301\0\U0001f600"


def some_letters(rng: random.Random, labels: Sequence[str], most: int = 3) -> str:
    return "".join(rng.choices(labels, k=rng.randint(1, most)))


def value(rng: random.Random, kind: str, labels: Sequence[str]) -> tuple[str, Any]:
    """A value that means something, and, for expressions, its tree."""
    if kind in LETTERS:
        return some_letters(rng, labels), None
    if kind in WILD:
        items = [
            rng.choice(labels) if chance < 0.55 else "?" if chance < 0.8 else f"[{some_letters(rng, labels, 2)}]"
            for chance in (rng.random() for _ in range(rng.randint(1, 6)))
        ]
        if kind == "pattern":
            for _ in range(rng.choice((0, 0, 1, 2))):
                items.insert(rng.randint(0, len(items)), "*")
            if all(len(label) == 1 for label in labels) and rng.random() < 0.3:
                items = [rng.choice([*labels, "?", "*", "1", "2", "1", "2"]) for _ in range(rng.randint(2, 6))]
        return "".join(items), None
    if kind in NUMBERS:
        low, high = sorted((rng.randint(0, 7), rng.randint(0, 7)))
        return rng.choice((f"{low}", f"{low}-{high}", f"{low}-", f"-{high}", f">{low}", f">={low}", f"<={high}")), None
    if kind == "near":
        return some_letters(rng, labels, 6) + rng.choice(("", "~1", "~2", "~3")), None
    if kind in KINDS and KINDS[kind].choices:
        return rng.choice(KINDS[kind].choices + ("",) * bool(KINDS[kind].default)), None
    if kind == "consists-of":
        return some_letters(rng, labels) + rng.choice(("", ">=50", "34-70", ">33", "<34", "33.3-66.7", "=50")), None
    assert kind == "regex", kind
    while True:  # until it is not empty, which a query refuses
        found = tree(rng, labels, backreferences=rng.random() < 0.5)
        if text := written(found):
            return text, found


def query(rng: random.Random, labels: Sequence[str], extra: Sequence[str] = (), depth: int = 3) -> dict[str, Any]:
    """A query and the trees of its expressions. ``extra``: terms as text that the caller knows the meaning of."""
    trees: dict[str, Any] = {}

    def term() -> str:
        if extra and rng.random() < 0.15:
            return rng.choice(extra)
        kind = rng.choice([kind for kind in KINDS if kind in PREDICATES])
        text, found = value(rng, kind, labels)
        if found is not None:
            trees[text] = found
        quote = rng.choice(('"', "'")) if any(sign in text for sign in " ()\"'") else rng.choice(("", '"', "'"))
        return f"{kind}:{quote}{text}{quote}"

    def branch(depth: int) -> str:
        shape = rng.choice(("term", "and", "or", "not")) if depth else "term"
        if shape == "term":
            return term()
        if shape == "not":
            return rng.choice(("-", "not ", "NOT ")) + f"({branch(depth - 1)})"
        parts = [f"({branch(depth - 1)})" if depth > 1 else term() for _ in range(rng.randint(2, 4))]
        return rng.choice((" ", " and ", "\n") if shape == "and" else (" or ", " OR ")).join(parts)

    return {"text": branch(rng.choice((0, 0, 1, 2, depth))), "trees": trees}


def as_tree(found: Any) -> Any:
    """A tree that has been through JSON: its rows were tuples."""
    return tuple(map(as_tree, found)) if isinstance(found, list) else found


def meaning(
    tree: Tree,
    world: World,
    trees: Mapping[str, Any] = MappingProxyType({}),
    known: Callable[[str, str], Predicate | None] = lambda name, value: None,
) -> Predicate:
    """What a query means, word by word.

    ``trees``: of regular expressions, which ``re`` reads without; ``known``: of terms that the oracle does not know.
    """
    match tree:
        case Term():
            given = known(tree.name, tree.value)
            if given is not None:
                return given
            if tree.name == "regex" and tree.value in trees:
                expression = as_tree(trees[tree.value])
                return lambda word: meets(expression, word)
            if tree.name == "pattern" and any(sign in tree.value for sign in "123"):
                return lambda word: fits_pattern(tree.value, "".join(word))
            return predicate(tree.name, tree.value, world)
        case Not(inner):
            met = meaning(inner, world, trees, known)
            return lambda word: not met(word)
        case All(parts):
            each = [meaning(part, world, trees, known) for part in parts]
            return lambda word: all(met(word) for met in each)
        case AnyOf(parts):
            each = [meaning(part, world, trees, known) for part in parts]
            return lambda word: any(met(word) for met in each)
    raise AssertionError(tree)


def any_query(rng: random.Random, labels: Sequence[str]) -> str:
    """A query of any kind, its values senseless more often than not; or with damage; or noise."""
    chance = rng.random()
    if chance < 0.1:
        return "".join(rng.choices([*labels, *NOISE, *KINDS, ":", " "], k=rng.randint(0, 40)))
    terms = []
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        kind = rng.choice([*KINDS, "freq", "share", "gloss", "sort", "limit", "offset"])
        try:
            text = value(rng, kind, labels)[0] if rng.random() < 0.6 else senseless_value(rng, labels)
        except AssertionError:
            text = senseless_value(rng, labels)
        if kind == "in":  # Files of this name are not there; those that are must not be asked for.
            text = "no-such-lexicon-" + "".join(filter(str.isalnum, text))
        quote = rng.choice(("", '"', "'"))
        terms.append(rng.choice(("", "", "-", "not ")) + f"{kind}:{quote}{text}{quote}")
    text = rng.choice((" ", " or ", " and ")).join(terms)
    if chance > 0.85:
        at = rng.randint(0, len(text))
        text = text[:at] + rng.choice([*NOISE, "(", ")", "or", "-"]) + text[at + rng.randint(0, 2) :]
    return text


def senseless_value(rng: random.Random, labels: Sequence[str]) -> str:
    chance = rng.random()
    if chance < 0.2:
        numbers = ("0", "1", "-1", "63", "64", "255", "256", "1-", "-", "2147483648", "18446744073709551616", "1e9")
        return rng.choice((">", "<=", "", "")) + rng.choice(numbers) + rng.choice(("", "", "/0", "/2", "/3", "-9"))
    if chance < 0.4:
        return rng.choice([*labels, "?", "[", "*"]) * rng.choice((1, 2, 9, 62, 63, 64, 65, 127, 500))
    if chance < 0.5:
        nested = rng.choice((3, 49, 50, 51, 60))
        return "(" * nested + rng.choice(labels) + rng.choice((")", ")*", "){2}")) * nested
    if chance < 0.6:
        wide = "".join(f"[{''.join(rng.choices(labels, k=2))}]" for _ in range(rng.choice((1, 5, 6, 7, 20))))
        return some_letters(rng, labels) + wide + "?" * rng.choice((0, 1, 3, 40))
    return "".join(rng.choices([*labels, *NOISE], k=rng.randint(0, 12)))


def spelled(words: Sequence[Word]) -> str:
    """Some words, for a message."""
    shown = ["".join(word) for word in words[:6]]
    return json.dumps(shown, ensure_ascii=False) + (f" and {len(words) - 6} more" if len(words) > 6 else "")
