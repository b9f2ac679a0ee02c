"""The page of words: pages, orders, files, and queries that must not be answered."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import lexkit
from lexkit.apps.web.limits import Limits
from lexkit.apps.web.word_search import SORTS
from lexkit.runtime.query.conditions.registry import KINDS
from tests.running import each

from .conftest import Server


def ask(server: Server, query: str, **fields: Any) -> dict[str, Any]:
    found: dict[str, Any] = server.http.get("/api/words", params={"q": query, **fields}).json()
    return found


def test_pages_have_all_words_with_hooks_and_points(serve: Callable[..., Server], small: str) -> None:
    server = serve(replace(Limits(), page=40))
    lexicon = lexkit.open(small)
    first = ask(server, "length:1-")
    words = []
    for page in range((first["count"] + 39) // 40):
        found = ask(server, "length:1-", page=page)
        assert found["page"] == page
        words += found["words"]
    assert [one["word"] for one in words] == list(lexicon)
    for one in words[:50]:
        hooks = lexicon.hooks(one["word"])
        assert (one["front"], one["back"]) == ("".join(hooks.front), "".join(hooks.back))
    assert ask(server, "length:1-", page=10**7)["words"][-1]["word"] == list(lexicon)[-1]
    assert ask(server, "length:1-", page="-1")["page"] == 0


@pytest.mark.parametrize("order", SORTS[1:])
def test_words_are_sorted(order: str, server: Server, small: str) -> None:
    lexicon = lexkit.open(small)
    found = ask(server, "length:2-5", sort=order)
    assert [one["word"] for one in found["words"]] == lexicon.search("length:2-5").sorted_by(order)[:100].to_list()


def test_lists_with_playability_are_sorted_by_it(
    server: Server, serve: Callable[..., Server], english: lexkit.Lexicon
) -> None:
    (small,) = server.http.get("/api/kinds").json()["lexicons"]
    assert tuple(small["sorts"]) == SORTS
    in_order, asked = ask(server, "length:2"), ask(server, "length:2", sort="-playability")
    assert asked == in_order, "a list without the column"
    bundled = serve(lexicon="english")
    (listed,) = bundled.http.get("/api/kinds").json()["lexicons"]
    assert tuple(listed["sorts"]) == (*SORTS, "-playability")
    found = ask(bundled, "length:2", sort="-playability")
    assert [one["word"] for one in found["words"]] == english.search("length:2 sort:-playability limit:100").to_list()


def test_an_order_in_the_query_holds(server: Server, small: str) -> None:
    query = "length:2-5 sort:-points limit:7"
    found = ask(server, query)
    assert [one["word"] for one in found["words"]] == lexkit.open(small).search(
        "length:2-5 sort:-points limit:7"
    ).to_list()
    assert found["count"] == 7


def test_a_file_has_all_words(server: Server, small: str, serve: Callable[..., Server]) -> None:
    answer = server.http.get("/api/words.csv", params={"q": "length:3-"})
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [row["word"] for row in rows] == lexkit.open(small).search("length:3-").to_list()
    assert "attachment" in answer.headers["content-disposition"]
    few = serve(replace(Limits(), csv=3))
    assert "too many" in few.http.get("/api/words.csv", params={"q": "length:1-"}).json()["error"]


def test_errors_have_a_place_and_no_path(server: Server) -> None:
    answer = server.http.get("/api/words", params={"q": "length:3 lenght:4"})
    assert answer.status_code == 400
    assert answer.json()["at"] == 9
    assert "length:" in answer.json()["error"]
    for query in ("(", "x" * 501, "regex:" + "(" * 400, "edition:x", "definition:x", ")", "limit:-1", "\x00"):
        assert "error" in ask(server, query), query
    assert ask(server, "pattern:Q?Q?Q?Q?X")["count"] == 0


@each(
    "query",
    [
        "in:{}",
        "IN:{}",
        "In:'{}'",
        "-in:{}",
        "not in:{}",
        "length:2 in:{}",
        "length:2\nin:{}",
        "length:2\u2003in:{}",
        "length:2\x1fin:{}",
        "(in:{})",
        "(length:2)in:{}",
        "prefix:'A'in:{}",
        "prefix:A in:{}",
        "--in:{}",
        "prefix:A or in:{}",
        "prefix:A or -(in:{})",
        "\ufeffin:{}",
    ],
)
def test_no_query_reads_a_file(query: str, server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    from lexkit.runtime.query.conditions import other_lists

    def refuse(*_: object) -> None:
        raise AssertionError("a file was read")

    monkeypatch.setattr(other_lists, "InWordFile", refuse)
    monkeypatch.setattr(other_lists, "InLexicon", refuse)
    file = tmp_path / "secret.txt"
    file.write_text("AA\n")
    answer = server.http.get("/api/words", params={"q": query.format(file)})
    assert answer.status_code == 400
    assert str(file) not in answer.text


def test_letters_are_understood(server: Server, small: str) -> None:
    lexicon = lexkit.open(small)
    word = next(word for word in lexicon if any(lexicon.hooks(word)))
    found = ask(server, word.lower())
    assert found["query"] == f"anagram:{word.lower()}"
    assert found["others"] == [f"{kind}:{word.lower()}" for kind in ("subanagram", "substring", "near")]
    assert [one["word"] for one in found["words"]] == lexicon.anagram(word).to_list()
    hooks = lexicon.hooks(word)
    told = found["about"]
    assert (told["word"], told["valid"]) == (word, True)
    assert (told["front"], told["back"]) == ("".join(hooks.front), "".join(hooks.back))
    wrong = next(f"{word}{letter}" for letter in "XQJ" if f"{word}{letter}" not in lexicon)
    told = ask(server, wrong)["about"]
    assert (told["word"], told["valid"]) == (wrong, False)
    assert told["near"] == lexicon.near(wrong)[:4].to_list()
    found = ask(server, f"{word}? -suffix:S")
    assert (found["query"], found["others"]) == (f"anagram:{word}? -suffix:S", [])
    assert "about" not in found
    assert ask(server, "length:3")["query"] == "length:3"


def test_what_was_surely_meant_is_offered(server: Server) -> None:
    for text, meant in (
        ("lenght:4", "length:4"),
        ("length 4", "length:4"),
        ("AA BB", "AA or BB"),
        ("Care!", "Care"),
        ("élan", "elan"),
        ("(", None),
    ):
        assert ask(server, text)["instead"] == meant
    assert "did you mean" not in ask(server, "lenght:4")["error"]
    assert "--fold" not in ask(server, "prefix:é")["error"], "no remedy of the shell or of Python"
    assert "anagram needs a value" in ask(server, "anagram:")["error"]


def test_a_search_ends_in_time(serve: Callable[..., Server]) -> None:
    server = serve(replace(Limits(), search=1e-9))
    assert "longer than" in ask(server, "length:1-")["error"]


def test_a_busy_server_says_so(serve: Callable[..., Server]) -> None:
    server = serve(replace(Limits(), searches_waiting=0))
    assert server.http.get("/api/words", params={"q": "length:2"}).status_code == 503


def test_help_has_every_term_but_the_one_that_reads_files(server: Server) -> None:
    shown = server.http.get("/api/kinds").json()["kinds"]
    known = KINDS.values()
    named = {one.name: one for one in known}
    assert {one["name"] for one in shown} == named.keys() - {"in", "definition", "edition"}
    for one in shown:
        kind = named[one["name"]]
        assert (one["value"], one["finds"], one["example"]) == (kind.value, kind.help, kind.example)


def test_help_has_terms_that_only_some_lexicons_have(tmp_path: Any) -> None:
    two = tmp_path / "two.gaddag"
    lexkit.merge({"old": ["AA"], "new": ["AA", "AB"]}, two)
    names = {one["name"] for one in lexkit.open(two).conditions}
    assert "edition" in names
    assert "definition" not in names


def test_common_words_only(serve: Callable[..., Server], english: lexkit.Lexicon) -> None:
    server = serve(lexicon="english")
    lists = server.http.get("/api/kinds").json()["lexicons"]
    assert "known" in lists[0]["columns"]
    common = english.search("length:3 includes:Q known:>=3")
    found = ask(server, "length:3 includes:Q", common="1")
    assert [one["word"] for one in found["words"]] == common.to_list() == ["QUA", "QUO"]
    found = ask(server, "length:7 sort:-points limit:50", common="1")
    expected = english.search("length:7 sort:-points limit:50")
    assert [one["word"] for one in found["words"]] == [word for word in expected if word in english.search("known:>=3")]
    assert ask(server, "CARE", common="1")["about"]["definition"] == "(v) feel concern or interest"


def test_a_list_without_numbers_refuses_common_words(server: Server) -> None:
    assert "no such column" in ask(server, "length:3", common="1")["error"]
