"""Queries with folded letters mean what they mean when written without accents."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexkit import Lexicon, within
from lexkit.errors import QueryError, QuerySyntaxError, TimeLimitError
from lexkit.runtime.query.conditions.registry import KINDS
from tests.apps.shell.shell import lexq
from tests.making import make
from tests.running import each, few_of


@each(
    ("query", "plain"),
    [
        ("prefix:café", "prefix:CAFE"),
        ("suffix:Élé", "suffix:ELE"),
        ("substring:ß", "substring:SS"),
        ("pattern:C?fé*", "pattern:C?FE*"),
        ("pattern:*^é[èäz]", "pattern:*^E[EAZ]"),
        ("pattern:1é1ê", "pattern:1E1E"),
        ("subsequence:qüz", "subsequence:QUZ"),
        ("regex:(ß|é)+", "regex:(SS|E)+"),
        ("regex:.*ß+.*", "regex:.*(SS)+.*"),
        ("regex:[ä-ç]{4,}", "regex:[A-C]{4,}"),
        ("anagram:rétaiñ?", "anagram:RETAIN?"),
        ("subanagram:ßé", "subanagram:SSE"),
        ("superanagram:Œßz", "superanagram:OESSZ"),
        ("near:scräble~2", "near:SCRABLE~2"),
        ("includes:œß", "includes:OESS"),
        ("excludes:œß", "excludes:OESS"),
        ("consists-of:àéîôü>=75", "consists-of:AEIOU>=75"),
        ("takes-prefix:ré", "takes-prefix:RE"),
        ("takes-suffix:ñg", "takes-suffix:NG"),
        ("front-hook:š", "front-hook:S"),
        ("back-hook:ýš", "back-hook:YS"),
        (
            "(prefix:é or -suffix:ß) length:3-4 sort:-length limit:7",
            "(prefix:E or -suffix:SS) length:3-4 sort:-length limit:7",
        ),
    ],
)
def test_kinds(query: str, plain: str, english: Lexicon) -> None:
    found = english.search(query, fold=True)
    assert found.to_list() == english.search(plain).to_list()
    assert found
    with pytest.raises(QuerySyntaxError, match="folding reads it as"):
        english.search(query)
    assert query.partition(" ")[0].lstrip("(") in english.explain(query, fold=True)


def test_every_kind_of_letters_is_folded() -> None:
    """The others have numbers, names or texts, which stay as they are."""
    others = {name for name, kind in KINDS.items() if kind.letters is None}
    numbers = {"length", "points", "vowels", "consonants", "unique", "anagrams", "probability", "probability!", "stem"}
    assert others == numbers | {
        "palindrome",
        "front-hooks",
        "back-hooks",
        "inner-hook",
        "group",
        "in",
        "definition",
        "edition",
    }


def test_texts_are_not_folded() -> None:
    lexicon = make(["café a drink", "cafe"], fold=True, definitions=True)
    assert lexicon.search("spelling:é", fold=True).to_list() == ["CAFE"]
    assert not lexicon.search("spelling:e prefix:C -spelling:é", fold=True)


@each(
    ("query", "at"),
    [
        ("length:5 prefix:aßé1", 19),
        ("prefix:éя", 8),
        ("regex:é[ß]", 8),
        ("pattern:ßß^ß", 11),
        ('anagram:"ßé é[é"', 13),
        ("near:ß~9", 5),
        ("consists-of:éß>x", 15),
    ],
)
def test_an_error_names_the_place_in_the_query_as_written(query: str, at: int, english: Lexicon) -> None:
    with pytest.raises(QuerySyntaxError) as caught:
        english.search(query, fold=True)
    assert (caught.value.text, caught.value.at) == (query, at)


@pytest.mark.parametrize("kind", [name for name, kind in KINDS.items() if kind.letters])
@given(value=st.text("AbéßœÑ[]^*?()|+{2}1-,~>=. \u0301я", max_size=10))
def test_any_text_is_answered_or_refused(kind: str, value: str) -> None:
    lexicon = make(["ABBA", "ESSE", "SS", "NO"])
    quoted = f"{kind}:'{value}'"
    try:
        lexicon.search(quoted, fold=True)
    except QueryError as error:
        if isinstance(error, QuerySyntaxError):
            assert 0 <= error.at <= len(quoted)
            assert error.text == quoted


@pytest.mark.parametrize("kind", [name for name, kind in KINDS.items() if kind.letters])
@given(value=st.text("ABES[]^*?()|+1-~.", max_size=8))
def test_plain_queries_mean_the_same(kind: str, value: str) -> None:
    lexicon = make(["ABBA", "ESSE", "SS", "BE"])
    quoted = f"{kind}:'{value}'"
    try:
        expected = lexicon.search(quoted)
    except QueryError:
        with pytest.raises(QueryError):
            lexicon.search(quoted, fold=True)
    else:
        assert lexicon.search(quoted, fold=True) == expected


@each("kind", [name for name, kind in KINDS.items() if kind.letters])
def test_time_limits_hold_while_folding(kind: str, english: Lexicon) -> None:
    """The limit is looked at within the text: none of it is read yet when the time is up."""
    value = "é" * 300
    with pytest.raises(TimeLimitError), within(1e-9):
        KINDS[kind].fold(value, english.alphabet)
    assert KINDS[kind].fold(value, english.alphabet)[0] == "e" * 300


@each("kind", [name for name, kind in KINDS.items() if kind.letters])
def test_too_long_a_text_is_not_folded(kind: str, english: Lexicon) -> None:
    with pytest.raises(QuerySyntaxError, match="too long"):
        KINDS[kind].fold("é" * 65_537, english.alphabet)


def test_a_lexicon_folds_texts(english: Lexicon) -> None:
    assert english.fold("Tràin") == "Train"
    assert english.fold("Tràin") in english
    assert make(["ÑU"], "spanish").fold("ñú") == "ñu"
    with pytest.raises(TypeError):
        english.fold(7)


@pytest.mark.parametrize(
    ("folded", "plain", "stdin"),
    few_of(
        [
            (["check", "tràin", "-"], ["check", "train", "-"], "naïve|naive"),
            (["prefix", "tràins"], ["prefix", "trains"], ""),
            (["suffix", "zyvà"], ["suffix", "zyva"], ""),
            (["hooks", "tràin"], ["hooks", "train"], ""),
            (["info", "tràin"], ["info", "train"], ""),
            (["cross", "--before", "pâ", "--after", "àble"], ["cross", "--before", "pa", "--after", "able"], ""),
            (["pattern", "-"], ["pattern", "-"], "é?á|e?a"),
            (["anagram", "rétäin?", "-n", "3"], ["anagram", "retain?", "-n", "3"], ""),
            (["anagram", "clint éast", "--words", "2"], ["anagram", "clint east", "--words", "2"], ""),
            (["anagram", "tràin rétains", "-u", "tràin"], ["anagram", "train retains", "-u", "train"], ""),
            (["near", "tràin", "-d", "1"], ["near", "train", "-d", "1"], ""),
            (["search", "prefix:tràin", "-suffix:š"], ["search", "prefix:train", "-suffix:s"], ""),
            (["search", "-"], ["search", "-"], "anagram:rétain?|anagram:retain?"),
            (["search", "--explain", "length:3"], ["search", "--explain", "length:3"], ""),
        ],
        5,
    ),
)
def test_at_the_shell(folded: list[str], plain: list[str], stdin: str) -> None:
    accented, _, bare = stdin.partition("|")
    done, expected = lexq("--fold", *folded, stdin=accented), lexq(*plain, stdin=bare)
    assert (done.stdout, done.stderr, done.returncode) == (expected.stdout, "", 0)
    assert done.stdout


def test_a_batch_shows_queries_as_written() -> None:
    done = lexq("--fold", "batch", "-", stdin="prefix:tràins\n")
    assert done.stdout.startswith("prefix:tràins\t")
    assert done.stdout.split("\t")[1:] == lexq("batch", "-", stdin="prefix:trains\n").stdout.split("\t")[1:]


def test_commands_about_boards_refuse_it() -> None:
    done = lexq("--fold", "moves", "board.txt")
    assert done.returncode == 2
    assert "about words and queries" in done.stderr
