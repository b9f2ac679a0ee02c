"""The reader of the query language, of values, and of saved searches: any text is a query or an error of one line.

What is read, written out term by term and read again must be the same query.
"""

import random
from functools import cache

from campaigns.fuzz.cases import Case, WrongAnswerError
from lexkit import Lexicon
from lexkit.errors import LexkitError, QuerySyntaxError
from lexkit.runtime.query.conditions.registry import KINDS
from lexkit.runtime.query.language.grammar import MAX_DEPTH, MAX_TERMS, Not, Term, Tree, read
from lexkit.runtime.query.language.zyzzyva import query_text
from tests.making import make
from tests.query.random_queries import any_query, query

LABELS = "ABES"
TOKENS = ["(", ")", "-", "not ", " or ", " and ", " ", '"', "'", ":", "=", ">", "length:3", "prefix:A", "sort:length "]
TOKENS += [
    "limit:2 ", "offset:1 ", "regex:(A|B)*", "pattern:A*", "\n", "\t", "É", "\0", "\u2028", "NOT", "OR", "--",
    "x:",
]  # fmt: skip
TAGS = ['<zyzzyva-search version="1">', "<conditions>", "<and>", "<or>", "</and>", "</or>", "</conditions>"]
TAGS += [
    "</zyzzyva-search>",
    '<condition type="Length" min="2" max="8"/>',
    '<condition type="Anagram Match" string="A?*[BC]"/>',
]
TAGS += [
    "<!DOCTYPE a>",
    '<condition type="Prefix" string="A" negated="1"/>',
    '<condition type="Nonsense"/>',
    "&lt;",
    "<",
    "é",
]
TAGS += ['<condition type="In Lexicon"/>']


@cache
def words() -> Lexicon:
    return make(["A", "AA", "AB", "ABE", "ABES", "BE", "BES", "SAB", "SEA", "BASE", "BASES"])


def draw(rng: random.Random) -> Case:
    chance = rng.random()
    saved = chance > 0.85
    if saved:
        text = (
            "".join(TAGS[:3]) + "".join(rng.choices(TAGS, k=rng.randint(0, 6))) + "</and></conditions></zyzzyva-search>"
        )
        text = text if rng.random() < 0.5 else "".join(rng.choices(TAGS, k=rng.randint(0, 14)))
    elif chance < 0.02:
        text = rng.choice(("(", "-", "length:3 ", "not ", "A", '"'))
        text *= rng.choice((MAX_DEPTH, MAX_DEPTH + 1, MAX_TERMS + 1, 70_000))
    elif chance < 0.4:
        text = any_query(rng, LABELS)
    elif chance < 0.6:
        text = query(rng, LABELS)["text"]
    else:
        text = "".join(rng.choices([*TOKENS, *KINDS], k=rng.randint(0, 16)))
    return {"text": text, "saved": saved}


def check(case: Case) -> str:
    text = case["text"]
    if case["saved"]:
        return saved(text)
    try:
        found = read(text)
    except LexkitError as error:
        if "\n" in str(error) or not (isinstance(error, QuerySyntaxError) and 0 <= error.at <= len(text)):
            raise WrongAnswerError(f"an error that does not name a place: {error!r}") from error
        if len(error.pointer.splitlines()) != 2:
            raise WrongAnswerError(f"a pointer that is not two lines: {error.pointer!r}") from error
        return "refused"
    if found.tree is not None and plain(read(written(found.tree)).tree) != plain(found.tree):
        raise WrongAnswerError(f"{text!r} is written {written(found.tree)!r}, which means something else")
    if " in:" in f" {text.lower()}" or "in:" in text.lower():
        return "read"
    try:
        answer = words().search(text)
        told = words().explain(text)
    except LexkitError as error:
        if "\n" in str(error):
            raise WrongAnswerError(f"an error of several lines: {error}") from error
        return "read, no meaning"
    if not set(answer) <= set(words()) or not told:
        raise WrongAnswerError(f"{text!r} finds what is no word")
    return "answered"


def saved(text: str) -> str:
    try:
        meant = query_text(text.encode())
    except LexkitError as error:
        if "\n" in str(error):
            raise WrongAnswerError(f"an error of several lines: {error}") from error
        return "saved search refused"
    if "in:" in meant:
        return "saved search read"
    try:
        words().search(meant).to_list()
    except LexkitError:
        return "saved search without meaning"
    return "saved search answered"


def written(tree: Tree) -> str:
    """A query as text, every group in parentheses."""
    if isinstance(tree, Term):
        return tree.text
    if isinstance(tree, Not):
        return f"not ({written(tree.inner)} )"
    return f"({(' ' if type(tree).__name__ == 'All' else ' or ').join(f'({written(part)} )' for part in tree.parts)})"


def plain(tree: Tree | None) -> object:
    """A query without the places where its terms stand."""
    if isinstance(tree, Term):
        return tree.name, tree.value
    if isinstance(tree, Not):
        return "not", plain(tree.inner)
    return None if tree is None else (type(tree).__name__, *map(plain, tree.parts))
