"""Reading the query language: what binds how, what is a value, and where an error is."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit.errors import QuerySyntaxError
from lexkit.runtime.query.conditions.registry import KINDS
from lexkit.runtime.query.evaluate import written
from lexkit.runtime.query.language.grammar import (
    MAX_DEPTH,
    MAX_TERMS,
    MAX_TEXT,
    All,
    AnyOf,
    Not,
    Query,
    Term,
    Tree,
    read,
)
from tests.running import each


def shape(tree: Tree | None) -> object:
    """A tree as nested tuples."""
    match tree:
        case Term():
            return f"{tree.name}:{tree.value}"
        case Not(inner):
            return ("not", shape(inner))
        case All(parts):
            return ("and", *map(shape, parts))
        case AnyOf(parts):
            return ("or", *map(shape, parts))
    return None


@each(
    ("text", "expected"),
    [
        ("a:1", "a:1"),
        ("  a:1\n", "a:1"),
        ("a:1 b:2", ("and", "a:1", "b:2")),
        ("a:1 and b:2 AND c:3", ("and", "a:1", "b:2", "c:3")),
        ("a:1 or b:2 Or c:3", ("or", "a:1", "b:2", "c:3")),
        ("a:1 or b:2 c:3", ("or", "a:1", ("and", "b:2", "c:3"))),
        ("a:1 b:2 or c:3", ("or", ("and", "a:1", "b:2"), "c:3")),
        ("(a:1 or b:2) c:3", ("and", ("or", "a:1", "b:2"), "c:3")),
        ("-a:1 b:2", ("and", ("not", "a:1"), "b:2")),
        ("not a:1 or b:2", ("or", ("not", "a:1"), "b:2")),
        ("NOT(a:1 or b:2)", ("not", ("or", "a:1", "b:2"))),
        ("-(a:1)(b:2)", ("and", ("not", "a:1"), "b:2")),
        ("a:1 and not b:2", ("and", "a:1", ("not", "b:2"))),
        ("a:1 or -b:2", ("or", "a:1", ("not", "b:2"))),
        ("--a:1", "a:1"),
        ("not -a:1", "a:1"),
        ("-(-a:1)", "a:1"),
        ("- a:1", ("not", "a:1")),
        ("((a:1 b:2)) c:3", ("and", "a:1", "b:2", "c:3")),
        ("(a:1 or (b:2 or c:3))", ("or", "a:1", "b:2", "c:3")),
        ("front-hook:S", "front-hook:S"),
        ("-front-hook:S", ("not", "front-hook:S")),
        ("_x9:1", "_x9:1"),
        ("größe:1", "größe:1"),
    ],
)
def test_what_binds_how(text: str, expected: object) -> None:
    assert shape(read(text).tree) == expected


@each(
    ("text", "values"),
    [
        ('definition:"large bird"', ["large bird"]),
        ("definition:'a \"quoted\" one' x:2", ['a "quoted" one', "2"]),
        ('definition:"bird\'s (nest"', ["bird's (nest"]),
        ("pattern:DON'T", ["DON'T"]),
        ('freq:>="1 000"', [">=1 000"]),
        ("regex:(.)(.)\\2\\1", ["(.)(.)\\2\\1"]),
        ("(anagram:CAT or regex:(A|B)C)", ["CAT", "(A|B)C"]),
        ("(regex:((A|B)C)+)", ["((A|B)C)+"]),
        ("palindrome:", [""]),
        ("palindrome: length:7", ["", "7"]),
        ("(palindrome:)", [""]),
        ('x:""', [""]),
        ("a:b:c", ["b:c"]),
        ("a:-5", ["-5"]),
        ("regex:(A", ["(A"]),
        ("a:and b:or", ["and", "or"]),
        ("pattern:?A[TX]* -pattern:*ED", ["?A[TX]*", "*ED"]),
        ('in:"my list.txt"', ["my list.txt"]),
    ],
)
def test_what_is_a_value(text: str, values: list[str]) -> None:
    def terms(tree: Tree | None) -> list[Term]:
        match tree:
            case Term():
                return [tree]
            case Not(inner):
                return terms(inner)
            case All(parts) | AnyOf(parts):
                return [term for part in parts for term in terms(part)]
        return []

    found = terms(read(text).tree)
    assert [term.value for term in found] == values
    for term in found:
        assert text[term.at :].startswith(f"{term.name}:")
        for at, character in enumerate(term.value):
            assert text[term.place(at)] == character, "each place of the value is found in the query"


@each(
    ("text", "sort", "limit", "offset"),
    [
        ("a:1 sort:-freq,length limit:20 offset:40", ("-freq", "length"), 20, 40),
        ("limit:0 a:1", (), 0, 0),
        ("LIMIT:3 and a:1 and Sort:word", ("word",), 3, 0),
        ("(a:1 or b:2) sort:-length", ("-length",), None, 0),
        ("sort:front-hooks", ("front-hooks",), None, 0),
    ],
)
def test_how_the_answer_is_shown(text: str, sort: tuple[str, ...], limit: int | None, offset: int) -> None:
    query = read(text)
    assert (query.sort, query.limit, query.offset) == (sort, limit, offset)
    assert query.tree is not None or text.startswith("sort")


@each(
    ("text", "at", "what", "more"),
    [
        ("", 0, "empty", "pattern:*"),
        ("  \n", 0, "empty", "pattern:*"),
        ("7", 0, "without its kind", "length:7 is a number of letters"),
        ("C.T", 0, "without its kind", "pattern:C.T"),
        ("CARE=1", 0, "without its kind", "letters need no other signs"),
        ("CAT DOG", 4, "without its kind", "CAT or DOG"),
        ("length 7", 0, "without its kind", "length: has a colon"),
        ("x:1 or length >7", 7, "without its kind", "length: has a colon"),
        ("definition:large bird", 17, "without its kind", "say anagram:bird, or put quotes around"),
        ("(a:1) CAT", 6, "without its kind", "say anagram:CAT, or put quotes around"),
        ("a:1 CAT", 4, "without its kind", "say anagram:CAT, or put quotes around"),
        ("a:1 C?T", 4, "without its kind", "say pattern:C?T, or put quotes around"),
        ("a:1 prefix", 4, "without its kind", "prefix: has a colon"),
        ("length: 7", 8, "without its kind", "no space goes behind a colon"),
        ("'large bird'", 0, "without its kind", "behind the colon"),
        ("a:1 :2", 4, "name is missing", ""),
        ("7:1", 0, "without its kind", ""),
        ("(a:1", 0, "not closed", "expected )"),
        ("a:1 (b:2 (c:3)", 4, "not closed", "expected )"),
        ("a:1)", 3, "without an opening one", ""),
        ("()", 1, "nothing between", ""),
        ("a:1 (limit:3)", 5, "whole answer", ""),
        ("or a:1", 0, "in front of 'or'", ""),
        ("a:1 or", 6, "after 'or'", "end of the query"),
        ("(a:1 or)", 7, "after 'or'", "found )"),
        ("a:1 and or b:2", 8, "in front of 'or'", ""),
        ("a:1 not", 7, "after 'not'", ""),
        ("a:1 -", 5, "after -", ""),
        ("a:'x", 2, "quote is not closed", ""),
        ("a:'x'y", 5, "directly after a closing quote", "a space"),
        ("limit:x", 6, "needs a number", ""),
        ("limit:", 6, "needs a number", ""),
        ("limit:-1", 6, "needs a number", ""),
        ("limit:9999999999", 6, "needs a number", ""),
        ("limit:٣", 6, "needs a number", ""),
        ("offset:1.5", 7, "needs a number", ""),
        ("sort:", 5, "nothing to sort by", ""),
        ("a:1 sort:a,,b", 9, "nothing to sort by", ""),
        ("sort:--a", 5, "nothing to sort by", ""),
        ("limit:1 limit:2", 8, "twice", ""),
        ("-limit:1", 1, "negated", ""),
        ("not sort:a b:1", 4, "negated", ""),
        ("a:1 or limit:3", 7, "whole answer", "parentheses"),
        ("a:1 or b:2 limit:3", 11, "whole answer", "parentheses"),
        ("a:1 limit:3 or b:2", 4, "whole answer", "parentheses"),
        ("-(a:1 sort:b)", 6, "negated", ""),
    ],
)
def test_errors_say_where_and_what(text: str, at: int, what: str, more: str) -> None:
    with pytest.raises(QuerySyntaxError) as caught:
        read(text, frozenset(KINDS))
    error = caught.value
    assert what in error.what
    assert more in str(error)
    assert (error.text, error.at) == (text, at)
    assert error.expected is not None, "an error says what was expected"


@each(
    "text",
    [
        "(" * 10_000,
        "(" * 10_000 + "a:1" + ")" * 10_000,
        "-(" * 10_000,
        "a:1 " * (MAX_TERMS + 1),
        "x" * 1_000_000,
        "a:" + "(" * 1_000_000,
        "a:1 or " * 200_000,
        " " * 1_000_000,
    ],
)
def test_what_is_too_much_is_refused(text: str) -> None:
    with pytest.raises(QuerySyntaxError):
        read(text)


@each(
    "text",
    [
        "(" * MAX_DEPTH + "a:1" + ")" * MAX_DEPTH,
        "-" * 60_000 + "a:1",
        "not " * 16_000 + "a:1",
        ("a:1 " * MAX_TERMS).strip(),
        "a:" + "(" * (MAX_TEXT - 2),
        "a:" + "()" * 30_000,
        "a:1" + " " * (MAX_TEXT - 3),
    ],
)
def test_what_is_just_not_too_much_is_read(text: str) -> None:
    assert read(text).tree is not None


names = st.sampled_from(["a", "length", "front-hook", "x_1"])
contents = st.text(alphabet="AZ?*[]()^|.~<>=-'\" 19ÄŁ", max_size=6).filter(
    lambda text: not ("'" in text and '"' in text)
)


@st.composite
def trees(draw: st.DrawFn, depth: int = 4) -> tuple[str, object]:
    """A random query with more blanks and parentheses than needed, and its shape."""
    kind = draw(st.sampled_from(["term", "not", "and", "or"])) if depth else "term"
    blank = draw(st.sampled_from([" ", "  ", "\n"]))
    if kind == "term":
        name, value = draw(names), draw(contents)
        quote = "'" if '"' in value else '"'
        return f"{name}:{quote}{value}{quote}", f"{name}:{value}"
    if kind == "not":
        inner, inside = draw(trees(depth - 1))
        negation = draw(st.sampled_from(["-", "not ", "NOT\n", "- "]))
        stripped = inside[1] if isinstance(inside, tuple) and inside[0] == "not" else ("not", inside)
        return f"{negation}({blank}{inner})", stripped
    parts = draw(st.lists(trees(depth - 1), min_size=2, max_size=3))
    joint = draw(st.sampled_from([blank, " and "] if kind == "and" else [" or ", "\tOR "]))
    flat: list[object] = []
    for _, inside in parts:
        flat += inside[1:] if isinstance(inside, tuple) and inside[0] == kind else [inside]
    return joint.join(f"({text})" for text, _ in parts), (kind, *flat)


@given(trees())
def test_any_query_is_read_as_it_was_meant(both: tuple[str, object]) -> None:
    text, expected = both
    assert shape(read(text).tree) == expected


@given(trees(2))
def test_what_is_shown_of_a_query_reads_as_the_query(both: tuple[str, object]) -> None:
    text, _ = both
    tree = read(text).tree
    shown = written(tree)
    if "..." not in shown:
        assert shape(read(shown).tree) == shape(tree)


@given(st.text(max_size=40) | st.text(alphabet="a:1()-'\" ornt\\", max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        assert isinstance(read(text), Query)
    except QuerySyntaxError as error:
        assert error.text == text
        assert 0 <= error.at <= len(text)
        pointer = error.pointer.split("\n")
        assert len(pointer) == 2, "the query and its caret are two lines"
        assert pointer[1].strip() == "^"


@each(
    ("text", "at", "expected"),
    [
        ("a:1 CAT", 4, "a:1 CAT\n    ^"),
        ("a:1\nCAT\x1b[31m", 4, "a:1 CAT [31m\n    ^"),
        ("日本 x", 3, "日本 x\n     ^"),
        ("e\u0301 x", 3, "e\u0301 x\n  ^"),
        ("x", 5, "x\n ^"),
        ("", 0, "\n^"),
    ],
)
def test_the_caret_is_under_the_place(text: str, at: int, expected: str) -> None:
    assert QuerySyntaxError("wrong", text=text, at=at).pointer == expected


def test_the_table_of_kinds_in_the_document_has_all_and_no_others() -> None:
    text = (Path(__file__).parents[3] / "docs" / "queries.md").read_text("utf-8")
    table = text.partition("| kind | finds the words that | example |")[2].partition("\n\n")[0]
    rows = [re.findall("`([a-z!-]+):`", line.split("|")[1]) for line in table.splitlines()[2:]]
    assert sorted(name for names in rows for name in names) == sorted(KINDS)


def test_of_a_long_query_the_part_around_the_place_is_shown() -> None:
    text = "a:1 " * 1000 + "CAT" + " a:1" * 1000
    line, caret = QuerySyntaxError("wrong", text=text, at=4000).pointer.split("\n")
    assert len(line) <= 170
    assert line.startswith("...")
    assert line.endswith("...")
    assert line[caret.index("^") :].startswith("CAT")
    line, caret = QuerySyntaxError("wrong", text=text, at=len(text)).pointer.split("\n")
    assert caret.index("^") == len(line)
