"""The page of study over HTTP: a quiz step by step, what stays hidden, whose cards they are, and hostile messages."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit.apps.study import Card, Deck
from lexkit.apps.study.mistakes import Mistakes
from lexkit.apps.web.application import Application
from lexkit.apps.web.learning.study import LISTS, _has_letters
from lexkit.apps.web.limits import Limits
from tests.apps.web.conftest import PATIENT, Server
from tests.running import each

ANN, BOB = "a" * 32, "b" * 32


def post(server: Server, what: str, **fields: Any) -> Any:
    answer = server.http.post(f"/api/study/{what}", json=fields)
    return answer.json()


def begin(server: Server, query: str = "length:4", **fields: Any) -> Any:
    found = post(server, "begin", **{"query": query, "new": 3, **fields})
    assert "error" not in found, found
    return found


def words_of(server: Server, letters: str) -> list[str]:
    lexicon = next(iter(server.made.search.lexicons.values()))
    return list(lexicon.anagram(letters))


def reply(server: Server, asked: Any, quiz: str, text: str) -> Any:
    return post(server, "answer", quiz=quiz, step=asked["step"], answer=text)


@pytest.fixture
def open_server(small: str, tmp_path: Path) -> Any:
    """A server that is open to a network, where each browser has cards of its own."""
    from starlette.testclient import TestClient

    made = Application({"small": small}, tmp_path, network=True)
    with TestClient(made.app, base_url="http://192.168.1.5:8765") as http:
        yield type("Open", (), {"made": made, "http": http})()


def test_a_quiz_from_begin_to_end(server: Server, tmp_path: Path) -> None:
    asked = begin(server)
    quiz = asked["quiz"]
    for number in (1, 2, 3):
        assert asked["question"]["number"] == number
        asked = reply(server, asked, quiz, " ".join(words_of(server, asked["question"]["prompt"])))
        assert asked["result"]["right"]
        assert asked["result"]["rating"] == "good"
    assert (asked["question"], asked["answered"], asked["right"]) == (None, 3, 3)
    # Every grade is in the file of lexq quiz.
    with Deck(tmp_path / "study.sqlite") as deck:
        assert len([card for card in deck.cards() if card.memory]) == 3
    (told,) = post(server, "statistics")["kinds"]
    assert (told["kind"], told["cards"], told["right"]) == ("anagrams", 3, 3)


def test_a_missed_card_comes_again_and_is_graded_anew(server: Server) -> None:
    asked = begin(server, new=1)
    quiz, prompt = asked["quiz"], asked["question"]["prompt"]
    missed = reply(server, asked, quiz, "")
    assert not missed["result"]["right"]
    assert list(missed["result"]["answers"]) == words_of(server, prompt)
    assert missed["question"]["prompt"] == prompt
    graded = post(server, "grade", quiz=quiz, step=missed["step"], rating="easy")
    assert graded["result"]["rating"] == "easy"
    assert graded["question"] is None
    assert post(server, "statistics")["hardest"] == []


def test_a_step_that_is_sent_twice_counts_once(server: Server) -> None:
    asked = begin(server)
    first, second = (reply(server, asked, asked["quiz"], "") for _ in range(2))
    assert first == second
    assert first["answered"] == 1
    stale = post(server, "answer", quiz=asked["quiz"], step=7, answer="")
    assert "not the step" in stale["error"]


def test_no_answer_leaves_before_its_question_was_answered(server: Server) -> None:
    for kind in ("anagrams", "hooks", "check"):
        asked = begin(server, kind=kind, new=5)
        quiz = asked["quiz"]
        for _ in range(5):
            question = asked["question"]
            assert set(question) == {"number", "total", "kind", "prompt", "beside", "new"}
            prompt = question["prompt"]
            told = json.dumps(asked | {"result": None})
            if kind == "anagrams":
                hidden = [word for word in words_of(server, prompt) if word != prompt]
                assert not any(f'"{word}"' in told for word in hidden)
            if kind == "check":
                assert question["beside"] == "a word? y/n"
            asked = reply(server, asked, quiz, "?")
            if asked["question"] is None:
                break


def test_a_forgotten_quiz_is_told_apart_and_its_grades_are_kept(serve: Callable[..., Server]) -> None:
    server = serve(replace(Limits(), quizzes_of_learner=1))
    first = begin(server)
    reply(server, first, first["quiz"], "")
    begin(server)
    answer = server.http.post("/api/study/answer", json={"quiz": first["quiz"], "step": 1, "answer": ""})
    assert answer.status_code == 410
    assert answer.json()["gone"]
    assert post(server, "statistics")["kinds"][0]["cards"] == 1


def test_quizzes_that_are_remembered_are_few(serve: Callable[..., Server]) -> None:
    server = serve(replace(Limits(), quizzes=2))
    for _ in range(5):
        begin(server)
    study = server.made.study
    assert len(study._sessions) == 2
    assert [one.users for one in study._learners._opened.values()] == [2]


def test_each_browser_of_a_network_has_cards_of_its_own(open_server: Any, tmp_path: Path) -> None:
    asked = begin(open_server, learner=ANN)
    reply(open_server, asked, asked["quiz"], "")
    assert post(open_server, "statistics", learner=ANN)["kinds"]
    assert not post(open_server, "statistics", learner=BOB)["kinds"]
    assert open_server.http.post("/api/study/cards", json={"learner": BOB}).text.count("\n") == 1
    for key in ("", "a", "A" * 32, "../" + "a" * 29, ANN + "0"):
        assert "not a key" in post(open_server, "begin", learner=key)["error"]
    files = [path.name for path in tmp_path.rglob("*.sqlite*")]
    assert not any(ANN in name for name in files)
    assert "study.sqlite" not in files


def test_cards_of_a_network_name_no_path_and_come_in_again(open_server: Any, small: str) -> None:
    asked = begin(open_server, learner=ANN)
    reply(open_server, asked, asked["quiz"], "")
    out = open_server.http.post("/api/study/cards", json={"learner": ANN}).text
    assert out.splitlines()[1].startswith("small,anagrams,")
    assert small not in out
    more = out + "/elsewhere/old.gaddag,anagrams,AB,,,,,,,0,0\n"
    sent = open_server.http.post("/api/study/import", content=more.encode(), headers={"x-learner": BOB})
    assert sent.json() == {"added": 2, "left_out": 0}
    assert [one["cards"] for one in post(open_server, "statistics", learner=BOB)["kinds"]] == [1]
    assert "\nold,anagrams,AB" in open_server.http.post("/api/study/cards", json={"learner": BOB}).text


def test_files_of_learners_are_few(small: str, tmp_path: Path) -> None:
    from starlette.testclient import TestClient

    made = Application({"small": small}, tmp_path, network=True, limits=replace(Limits(), learners=2))
    with TestClient(made.app, base_url="http://192.168.1.5:8765") as http:

        def ask(what: str, learner: int) -> Any:
            return http.post(f"/api/study/{what}", json={"learner": f"{learner:032x}", "query": "length:4"})

        # Who only looks makes no file, and who begins none before the first answer.
        for learner in range(4):
            assert ask("statistics", learner).json() == {"kinds": [], "hardest": []}
            assert ask("cards", learner).text.count("\n") == 1
        quizzes = [ask("begin", learner).json()["quiz"] for learner in range(3)]
        assert not list(tmp_path.rglob("web-study/*"))
        steps = [http.post("/api/study/answer", json={"quiz": one, "step": 0, "answer": ""}) for one in quizzes]
        assert [one.status_code for one in steps] == [200, 200, 409]
        assert [ask("begin", learner).status_code for learner in range(4)] == [200, 200, 409, 409]
        assert ask("statistics", 3).json() == {"kinds": [], "hardest": []}
        assert len(list(tmp_path.rglob("web-study/*.sqlite"))) == 2
    made = Application({"small": small}, tmp_path, network=True, limits=replace(Limits(), learners=2))
    with TestClient(made.app, base_url="http://192.168.1.5:8765") as http:
        assert [ask("begin", learner).status_code for learner in range(4)] == [200, 200, 409, 409]


def test_one_address_takes_no_quiz_of_another(small: str, tmp_path: Path) -> None:
    from starlette.testclient import TestClient

    limits = replace(Limits(), quizzes=3)
    made = Application({"small": small}, tmp_path, network=True, limits=limits)
    with TestClient(made.app, base_url="http://192.168.1.5:8765") as http:
        greedy = TestClient(made.app, base_url="http://192.168.1.5:8765", client=("10.0.0.1", 5))
        wanted = {"query": "length:4", "learner": ANN}
        own = http.post("/api/study/begin", json=wanted).json()
        for learner in range(9):
            assert greedy.post("/api/study/begin", json={**wanted, "learner": f"{learner:032x}"}).status_code == 200
        assert len(made.study._sessions) == 3
        assert http.post("/api/study/answer", json={"quiz": own["quiz"], "step": 0, "answer": ""}).status_code == 200


def test_cards_go_out_and_come_in(server: Server) -> None:
    asked = begin(server)
    reply(server, asked, asked["quiz"], "")
    out = server.http.post("/api/study/cards", json={})
    assert out.headers["content-type"].startswith("text/csv")
    assert out.text.startswith("lexicon,kind,question")
    one, other = list(next(iter(server.made.search.lexicons.values())).search("length:5"))[:2]
    listed = f"question,kind\n{one},hooks\n{other.lower()},anagrams\nnotaword,anagrams\n"
    more = server.http.post("/api/study/import?kind=hooks", content=listed.encode())
    assert more.json() == {"added": 2, "left_out": 1}
    assert other not in server.http.post("/api/study/cards", json={}).text
    wrong = server.http.post("/api/study/import", content=b"question,kind\nCARE,dance\n")
    assert wrong.status_code == 409
    assert "line 2" in wrong.json()["error"]
    assert server.http.post("/api/study/import", content=b"\xff\xfe\x00").status_code == 409


def test_all_cards_that_go_out_come_in_again(serve: Callable[..., Server]) -> None:
    server = serve(replace(Limits(), cards=4000))
    cards = [f"english,check,{number:07},2,,12.345678901234567,5.123456789012345" for number in range(4000)]
    when = "2026-11-22T10:00:00.123456+00:00"
    lines = "".join(f"{card},{when},{when},4,1\n" for card in cards)
    file = f"lexicon,kind,question,state,step,stability,difficulty,due,reviewed,reviews,misses\n{lines}".encode()
    assert len(file) > 2 * Limits().record
    assert len(file) / 4000 * Limits().cards < Limits().cards_file / 2
    assert server.http.post("/api/study/import", content=file).json()["added"] == 4000
    out = server.http.post("/api/study/cards", json={}).content
    assert server.http.post("/api/study/import", content=out).json()["added"] == 0
    over = server.http.post("/api/study/import", content=out + b"english,check,one,,,,,,,0,0\n")
    assert "too many cards" in over.json()["error"]


def test_files_of_cards_are_bounded(serve: Callable[..., Server]) -> None:
    server = serve(replace(Limits(), cards_file=1000))
    assert server.http.post("/api/study/import", content=b"x" * 1001).status_code == 413


def test_analyses_of_one_address_are_few(serve: Callable[..., Server]) -> None:
    server = serve(replace(Limits(), studies_a_second=1e-9, study_burst=2))
    calls = [server.http.post("/api/study/mistakes", json={"game": "x"}).status_code for _ in range(3)]
    assert calls == [409, 409, 429]
    assert server.http.post("/api/study/import", content=b"x").status_code == 429
    assert not post(server, "statistics")["kinds"]


def test_a_suggested_list_needs_letters_that_the_alphabet_has(server: Server) -> None:
    """Found: a Polish list offered Q without U, which only gave an error."""
    lists = server.http.get("/api/study/offers").json()["lists"]
    assert [one["lexicons"] for one in lists] == [["small"]] * len(LISTS)
    polish = lexkit.lexicons.alphabet("polish")
    lacking = {name for name, _, query in LISTS if not _has_letters(query, polish)}
    assert lacking == {"Short words with J, Q, X or Z", "Q without U"}


def test_what_can_be_chosen_is_looked_up_once(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lexkit.apps.web.learning.study.open_lexicon", None)
    monkeypatch.setattr("lexkit.apps.web.learning.study.lasting_name", None)
    (told,) = server.http.get("/api/study/offers").json()["lexicons"]
    assert (told["name"], told["bundled"]) == ("small", False)
    assert told["words"] == len(server.made.search.lexicons["small"])
    assert post(server, "statistics", lexicon="small") == post(server, "statistics") == {"kinds": [], "hardest": []}


def test_cards_are_limited(serve: Callable[..., Server]) -> None:
    server = serve(replace(Limits(), cards=2))
    words = list(next(iter(server.made.search.lexicons.values())).search("length:4"))[:3]
    answer = server.http.post("/api/study/import?kind=hooks", content="\n".join(words).encode())
    assert "too many cards" in answer.json()["error"]
    assert not post(server, "statistics")["kinds"]


@each(
    "fields",
    [
        {"kind": "dance"},
        {"query": "in:/etc/passwd"},
        {"query": "length:4 or -IN:words.txt"},
        {"query": "lenght:4"},
        {"query": "("},
        {"query": "x" * 501},
        {"query": 7},
        {"new": -1},
        {"new": 10**9},
        {"kind": "definitions", "query": "length:4"},
        {"lexicon": ["small"]},
    ],
)
def test_impossible_quizzes_are_refused(fields: dict[str, Any], server: Server) -> None:
    answer = server.http.post("/api/study/begin", json=fields)
    assert answer.status_code in (400, 409)
    assert "/etc" not in answer.json()["error"].replace("in:/etc", "")
    assert not server.made.study._sessions


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"quiz": 3}', b'{"quiz": "x", "step": 0, "answer": "a"}'])
def test_hostile_steps_change_nothing(body: bytes, server: Server) -> None:
    asked = begin(server)
    answer = server.http.post("/api/study/answer", content=body)
    assert answer.status_code in (400, 410)
    assert reply(server, asked, asked["quiz"], "")["answered"] == 1


def test_another_site_studies_nothing_here(server: Server) -> None:
    for headers in ({"origin": "http://evil.example"}, {"sec-fetch-site": "cross-site"}, {"host": "evil.example"}):
        assert server.http.post("/api/study/begin", json={}, headers=headers).status_code in (403, 421)


def test_mistakes_of_a_game_are_cards_when_it_is_over(server: Server) -> None:
    begun = server.begin("friend")
    joined = server.join(begun)
    refused = post(server, "mistakes", game=begun["game"], token=begun["token"])
    assert "not over" in refused["error"]
    table = server.table(begun)
    table.act(0, "pass")
    table.act(1, "resign")
    wrong = post(server, "mistakes", game=begun["game"], token="x")
    assert "token" in wrong["error"]
    found = post(server, "mistakes", game=begun["game"], token=joined["token"])
    assert found["kind"] == "anagrams"
    assert "error" not in found


@pytest.mark.parametrize(
    ("kinds", "kind"), [(["check"], "check"), (["check", "anagrams"], "anagrams"), ([], "anagrams")]
)
def test_mistakes_tell_the_kind_that_has_cards(
    kinds: list[str], kind: str, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = Mistakes([Card("small", one, "QI") for one in kinds], 0)
    monkeypatch.setattr("lexkit.apps.web.learning.study.find_mistakes", lambda *_: found)
    begun = server.begin("friend")
    server.join(begun)
    server.table(begun).act(0, "resign")
    made = post(server, "mistakes", game=begun["game"], token=begun["token"])
    assert made == {"found": len(kinds), "added": len(kinds), "kind": kind, "turns": []}
    # What is only told is not kept.
    told = post(server, "mistakes", game=begun["game"], token=begun["token"], keep=0)
    assert told == {**made, "added": 0}


def test_a_file_that_is_locked_loses_no_answer(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lexkit.apps.database._WAIT", 0.01)
    asked = begin(server)
    with closing(sqlite3.connect(tmp_path / "study.sqlite", isolation_level=None)) as foreign:
        foreign.execute("BEGIN IMMEDIATE")
        assert "could not keep" in reply(server, asked, asked["quiz"], "")["error"]
        foreign.execute("ROLLBACK")
    assert reply(server, asked, asked["quiz"], "")["answered"] == 1
    assert post(server, "statistics")["kinds"][0]["lately"] == 1


def test_a_damaged_file_of_cards_is_told_at_the_terminal(
    serve: Callable[..., Server], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "study.sqlite"
    path.write_bytes(b"damaged" * 1000)
    server = serve()
    assert "error" in post(server, "statistics")
    at_start, asked = caplog.messages
    assert at_start == asked
    assert str(path) in asked


def test_a_damaged_file_of_cards_stops_no_game(server: Server, tmp_path: Path) -> None:
    (tmp_path / "study.sqlite").write_bytes(b"damaged" * 1000)
    for what in ("begin", "statistics", "cards"):
        found = post(server, what)
        assert found["error"] == "the server could not keep that: try again"
        assert str(tmp_path) not in json.dumps(found)
    assert server.sit(server.begin()).ask("cgp")["cgp"]


def test_no_answer_of_the_server_has_what_is_hidden_of_a_game(server: Server) -> None:
    begun = server.begin("friend")
    joined = server.join(begun)
    table = server.table(begun)
    asked = begin(server)
    told = [asked, reply(server, asked, asked["quiz"], ""), post(server, "statistics")]
    told += [post(server, "mistakes", game=begun["game"], token=token) for token in (begun["token"], "", "x")]
    told += [server.http.get("/api/study/offers").json(), server.http.post("/api/study/cards", json={}).text]
    for secret in (begun["token"], joined["token"], begun["invitation"], str(table.game.seed)):
        assert secret not in json.dumps(told)


def test_common_words_only(serve: Callable[..., Server], english: lexkit.Lexicon) -> None:
    server = serve(lexicon="english")
    (offered,) = server.http.get("/api/study/offers").json()["lexicons"]
    assert "known" in offered["columns"]
    common = english.search("length:3 includes:Q known:>=3").to_list()
    asked = begin(server, "length:3 includes:Q", kind="hooks", new=500, common=1)
    assert asked["question"]["total"] == len(common)
    racks = post(server, "wall", query="length:3 includes:Q", common=1)["racks"]
    assert sorted(letters for letters, _ in racks) == sorted("".join(sorted(word)) for word in common)
    sheet = server.http.get("/api/study/sheet", params={"q": "length:3 includes:Q", "common": "1"}).text
    assert "<h1>length:3 includes:Q, common words</h1>" in sheet
    assert [word for word in ("QUA", "QUO", "SUQ", "AEQ") if f"<b>{word}</b>" in sheet] == common


def test_a_list_with_playability_is_asked_by_it(serve: Callable[..., Server], tmp_path: Path) -> None:
    table = tmp_path / "played.csv"
    table.write_text("word,playability\nAAS,3\nBAA,9\nCAB,\nDAB,5\n")
    server = serve(lexicon=str(lexkit.build(table).path))
    expected = {"": ["BAA", "DAB", "AAS", "CAB"], "playability": ["BAA", "DAB", "AAS", "CAB"]}
    lexicon = lexkit.open(tmp_path / "played.gaddag")
    expected["probability"] = lexicon.search("length:3").sorted_by("length", "probability").to_list()
    for order, words in expected.items():
        racks = post(server, "wall", query="length:3", order=order)["racks"]
        assert [letters for letters, _ in racks] == ["".join(sorted(word)) for word in words]
        asked = begin(server, "length:3", kind="hooks", new=1, order=order)
        assert asked["question"]["prompt"] == words[0]
    assert "error" in post(server, "wall", query="length:3", order="rank")


def test_what_to_learn_next_becomes_cards(serve: Callable[..., Server], tmp_path: Path) -> None:
    server = serve(replace(PATIENT, next_games=40))
    lexicon = next(iter(server.made.search.lexicons.values()))
    found = post(server, "next", known="length:2", most=5)
    assert found["known"] == len(lexicon.search("length:2"))
    assert (found["games"], len(found["found"]), found["added"]) == (40, 5, 5)
    for one in found["found"]:
        assert one["words"] == [word for word in lexicon.anagram(one["question"]) if len(word) > 2]
    with Deck(tmp_path / "study.sqlite") as deck:
        assert [card.question for card in deck.cards()] == [one["question"] for one in found["found"]]
    asked = begin(server, "", new=5)
    assert asked["question"]["prompt"] == found["found"][0]["question"]
    words = post(server, "next", known="length:2", most=5, kind="hooks")["found"]
    assert all(one["words"] == [one["question"]] for one in words)
    for wrong in ({"known": "in:words.txt"}, {"known": "lenght:3"}, {"most": 201}, {"kind": "puzzles"}):
        assert "error" in post(server, "next", **wrong)


def test_what_to_learn_next_is_told_in_time(serve: Callable[..., Server]) -> None:
    server = serve(replace(PATIENT, next_games=10**8, next=1.0))
    found = post(server, "next", known="length:2")
    assert "error" in found or 0 < found["games"] < 10**8
