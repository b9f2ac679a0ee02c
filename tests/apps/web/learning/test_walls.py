"""Timed rounds and lists to print over HTTP: what is told, what stays hidden, and what is refused."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from lexkit.apps.study import Card
from lexkit.apps.web.learning.walls import SHEET_STYLE
from lexkit.apps.web.limits import Limits
from tests.running import each

from ..conftest import Server
from .test_study import post, words_of


def test_a_round_over_http(server: Server) -> None:
    found = post(server, "wall", query="length:4", racks=5)
    assert len(found["racks"]) == 5
    assert found["more"]
    told = json.dumps(found)
    words = {letters: words_of(server, letters) for letters, _ in found["racks"]}
    assert [count for _, count in found["racks"]] == [len(ones) for ones in words.values()]
    assert not any(f'"{word}"' in told for letters, ones in words.items() for word in ones if word != letters)
    following = post(server, "wall", query="length:4", racks=5, page=2)["racks"]
    assert not {letters for letters, _ in following} & set(words)
    letters, ones = next(iter(words.items()))
    guessed = post(server, "guess", text=f"{ones[0].lower()}, nothing Ж 1 {following[0][0]}")["words"]
    assert guessed[0] == [ones[0], letters]
    bracketed = "".join([f"[{sign}]" for sign in ones[0].lower()])
    assert post(server, "guess", text=bracketed)["words"] == [[ones[0], letters]]
    assert all(word in words_of(server, of) for word, of in guessed)
    assert post(server, "statistics")["kinds"] == [], "nothing is kept of a round"
    shown = post(server, "reveal", racks=[letters, "QQQQQ", "Ж"])
    assert shown == {"answers": [[letters, ones]], "added": 0}
    assert post(server, "reveal", racks=list(words), keep=1)["added"] == 5
    assert post(server, "reveal", racks=list(words), keep=1)["added"] == 0
    (told,) = post(server, "statistics")["kinds"]
    assert (told["kind"], told["cards"], told["new"]) == ("anagrams", 5, 5)
    mine = post(server, "wall", racks=10)
    assert sorted(mine["racks"]) == sorted([one, len(ones)] for one, ones in words.items())
    assert not mine["more"]


def test_cards_of_rounds_are_limited(serve: Callable[..., Server]) -> None:
    server = serve(replace(Limits(), cards=2))
    racks = [letters for letters, _ in post(server, "wall", query="length:4", racks=3)["racks"]]
    assert "too many cards" in post(server, "reveal", racks=racks, keep=1)["error"]
    assert post(server, "statistics")["kinds"] == []


@each(
    ("what", "fields"),
    [
        ("wall", {"query": "in:/etc/passwd"}),
        ("wall", {"query": "("}),
        ("wall", {"query": "length:4", "racks": 101}),
        ("wall", {"query": "length:4", "page": 0}),
        ("wall", {"lexicon": "other"}),
        ("guess", {"text": "x" * 201}),
        ("guess", {"text": ["x"]}),
        ("reveal", {"racks": "ACER"}),
        ("reveal", {"racks": ["A" * 41]}),
        ("reveal", {"racks": ["AB"] * 101}),
    ],
)
def test_impossible_rounds_are_refused(server: Server, what: str, fields: dict[str, Any]) -> None:
    answer = server.http.post(f"/api/study/{what}", json=fields)
    assert answer.status_code in (400, 409)
    assert "/etc" not in answer.json()["error"].replace("in:/etc", "")


def test_a_sheet_is_a_page_that_the_policy_styles(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lexkit.apps.web.learning.walls._SHEET", 6)
    answer = server.http.get("/api/study/sheet", params={"q": "length:4"})
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert SHEET_STYLE in answer.headers["content-security-policy"]
    assert len(re.findall("<h2>", answer.text)) == 6
    assert re.findall("<h1>(.*)</h1>", answer.text) == ["length:4 (1)"]
    assert re.search("<p>[0-9]+ words: racks 1 to 6 of [0-9]+[.] ", answer.text)
    second = server.http.get("/api/study/sheet", params={"q": "length:4", "page": "2"}).text
    assert re.findall("<h1>(.*)</h1>", second) == ["length:4 (2)"]
    heads = [set(re.findall("<h2>(.*?)</h2>", text)) for text in (answer.text, second)]
    assert not heads[0] & heads[1]
    for wrong in ({}, {"q": "("}, {"q": "in:/etc/passwd"}, {"q": "x" * 501}, {"q": "length:4", "lexicon": "no"}):
        refused = server.http.get("/api/study/sheet", params=wrong)
        assert refused.status_code == 400
        assert refused.headers["content-type"] == "application/json"
    for page in ("-1", "x", "99999", "", "٣"):
        assert server.http.get("/api/study/sheet", params={"q": "length:4", "page": page}).status_code in (200, 400)


def test_a_picture_and_notes_of_the_cards(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    picture = server.http.post("/api/study/picture", json={})
    assert picture.headers["content-type"] == "image/svg+xml"
    assert "0 answers in 30 days" in picture.text
    letters = post(server, "wall", query="length:4", racks=1)["racks"][0][0]
    post(server, "reveal", racks=[letters], keep=1)
    with server.made.study._learners.deck("own") as deck:
        deck.add([Card("/elsewhere/old.gaddag", "hooks", "CARE")])
    assert "2 new" not in server.http.post("/api/study/picture", json={}).text, "of this list alone"
    notes = server.http.post("/api/study/notes", json={})
    assert "attachment" in notes.headers["content-disposition"]
    assert notes.text.startswith("#separator:tab\n#html:false\n")
    assert f"\n{letters}\t{'; '.join(words_of(server, letters))}\t" in notes.text
    monkeypatch.setattr("lexkit.apps.web.learning.study._NOTES", 30)
    refused = "too many words for a file: expected at most 30 characters"
    assert server.http.post("/api/study/notes", json={}).json() == {"error": refused}


def test_a_quiz_says_when_the_next_card_comes(server: Server) -> None:
    begun = post(server, "begin", query="length:4", new=1, shuffle=1)
    assert begun["next_due"] is None
    post(server, "answer", quiz=begun["quiz"], step=0, answer="")
    again = post(server, "begin", query="length:4", new=0)
    assert again["question"] is None
    assert 0 < again["next_due"] < 1
