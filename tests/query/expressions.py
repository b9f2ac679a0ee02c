"""Random expressions, how they are written, and what they mean: every way tried on every word, in plain Python.

Shares no code with lexkit. An expression is a tuple whose first item says what it is; a word is a tuple of labels.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

Tree = tuple[Any, ...]
#: How much of a word has been met, and what each group met last (None: it took no part).
State = tuple[int, tuple[tuple[str, ...] | None, ...]]


def trees(labels: Sequence[str], backreferences: bool = False, depth: int = 3) -> st.SearchStrategy[Tree]:
    return st.randoms(use_true_random=False).map(lambda rng: tree(rng, labels, backreferences, depth))


def tree(rng: Random, labels: Sequence[str], backreferences: bool = False, depth: int = 3) -> Tree:
    """An expression over these labels; with backreferences to groups that end before, if they are wanted."""
    groups, closed = [0], []

    def part(depth: int) -> Tree:
        kinds = ["letter", "letter", "letters", "any"]
        if backreferences and closed:
            kinds += ["backreference", "backreference"]
        if depth:
            kinds += ["sequence", "sequence", "choice", "repeat", "group", "group" if backreferences else "repeat"]
        kind = rng.choice(kinds)
        if kind == "letter":
            return ("letters", (rng.choice(labels),))
        if kind == "letters":
            some = rng.sample(list(labels), rng.randint(1, min(3, len(labels))))
            return (rng.choice(("letters", "others")), tuple(some))
        if kind == "any":
            return ("any",)
        if kind == "backreference":
            return ("backreference", rng.choice(closed))
        if kind == "sequence":
            return ("sequence", *[part(depth - 1) for _ in range(rng.randint(0, 4))])
        if kind == "choice":
            return ("choice", *[part(depth - 1) for _ in range(rng.randint(1, 3))])
        if kind == "repeat":
            least = rng.randint(0, 3)
            return ("repeat", part(depth - 1), least, rng.choice((None, least, least + 1, 4 if least < 4 else None)))
        if groups[0] == 9:
            return ("any",)
        groups[0] += 1
        number = groups[0]
        inner = part(depth - 1)
        closed.append(number)
        return ("group", number, inner)

    return ("sequence", *[part(depth) for _ in range(rng.randint(1, 4))])


def written(tree: Tree) -> str:
    """The expression as text. Labels of more than one letter stand in brackets."""
    match tree:
        case ("letters", (label,)):
            return _letter(label)
        case ("letters", labels):
            return f"[{''.join(map(_letter, labels))}]"
        case ("others", labels):
            return f"[^{''.join(map(_letter, labels))}]"
        case ("any",):
            return "."
        case ("backreference", number):
            return f"\\{number}"
        case ("sequence", *parts):
            return "".join(f"(?:{written(p)})" if p[0] == "choice" else written(p) for p in parts)
        case ("choice", *options):
            return "|".join(map(written, options))
        case ("group", _, inner):
            return f"({written(inner)})"
        case ("repeat", inner, least, most):
            text = written(inner)
            if inner[0] in ("sequence", "choice", "repeat"):
                text = f"(?:{text})"
            return text + _times(least, most)
    raise AssertionError(tree)


def _letter(label: str) -> str:
    return label if len(label) == 1 else f"[{label}]"


def _times(least: int, most: int | None) -> str:
    short = {(0, None): "*", (1, None): "+", (0, 1): "?"}.get((least, most))
    if short:
        return short
    if most is None:
        return f"{{{least},}}"
    return f"{{{least}}}" if least == most else f"{{{least or ''},{most}}}"


def letters_and_size(tree: Tree, every: Iterable[str] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ") -> tuple[set[str], int]:
    """All letters that occur in an expression, and how many it has if repetitions are written out."""
    match tree:
        case ("letters", labels):
            return set(labels), 1
        case ("others", labels):
            return set(every) - set(labels), 1
        case ("any",):
            return set(every), 1
        case ("backreference", _):
            return set(), 1
        case ("group", _, inner):
            return letters_and_size(inner)
        case ("repeat", inner, least, most):
            labels, size = letters_and_size(inner)
            return labels, size * (max(1, least) if most is None else most)
        case (_, *parts):
            inside = [letters_and_size(part) for part in parts]
            return set().union(*[labels for labels, _ in inside]), sum([size for _, size in inside])
    raise AssertionError(tree)


def meets(tree: Tree, word: Sequence[str]) -> bool:
    """Whether there is a way in which the whole word meets the expression."""
    nothing: State = (0, (None,) * 10)
    return any(at == len(word) for at, _ in _through(tree, {nothing}, tuple(word)))


def _through(tree: Tree, states: Iterable[State], word: tuple[str, ...]) -> set[State]:
    """All that can be behind the expression."""
    match tree:
        case ("letters", labels):
            return {(at + 1, groups) for at, groups in states if at < len(word) and word[at] in labels}
        case ("others", labels):
            return {(at + 1, groups) for at, groups in states if at < len(word) and word[at] not in labels}
        case ("any",):
            return {(at + 1, groups) for at, groups in states if at < len(word)}
        case ("backreference", number):
            found = set()
            for at, groups in states:
                met = groups[number]
                if met is not None and word[at : at + len(met)] == met:
                    found.add((at + len(met), groups))
            return found
        case ("sequence", *parts):
            reached = set(states)
            for part in parts:
                reached = _through(part, reached, word)
            return reached
        case ("choice", *options):
            return {state for option in options for state in _through(option, states, word)}
        case ("group", number, inner):
            found = set()
            for start, groups in states:
                for at, now in _through(inner, {(start, groups)}, word):
                    found.add((at, (*now[:number], word[start:at], *now[number + 1 :])))
            return found
        case ("repeat", inner, least, most):
            reached = set(states)
            for _ in range(least):
                reached = _through(inner, reached, word)
            everything, rounds = set(reached), least
            while reached and (most is None or rounds < most):
                reached = _through(inner, reached, word) - everything
                everything |= reached
                rounds += 1
            return everything
    raise AssertionError(tree)


def fits_pattern(pattern: str, word: str) -> bool:
    """Whether a word fits a pattern of letters, ``?``, ``*`` and digits that stand for different unknown letters."""
    given = {c for c in pattern if c.isalpha()}

    def fits(p: int, w: int, found: dict[str, str]) -> bool:
        if p == len(pattern):
            return w == len(word)
        c = pattern[p]
        if c == "*":
            return any(fits(p + 1, there, found) for there in range(w, len(word) + 1))
        if w == len(word):
            return False
        if c.isdigit():
            if c in found:
                return found[c] == word[w] and fits(p + 1, w + 1, found)
            if word[w] in given or word[w] in found.values():
                return False
            return fits(p + 1, w + 1, {**found, c: word[w]})
        return c in ("?", word[w]) and fits(p + 1, w + 1, found)

    return fits(0, 0, {})
