"""The service: every question, what is refused and how, keys, figures, and its description."""

from __future__ import annotations

import asyncio
import io
import json
import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("msgspec", reason="lexq serve --api needs the extra api: pip install 'lexkit[api]'")
pytest.importorskip("starlette", reason="lexq serve --api needs the extra api: pip install 'lexkit[api]'")
pytest.importorskip("httpx2", reason="the tests of the server ask it with httpx2: pip install 'lexkit[test]'")

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

import lexkit
from lexkit.apps.api import application
from lexkit.apps.api.answers import Answers
from lexkit.apps.api.application import LIMITS, Service
from lexkit.apps.api.keys import Keys, KeysError, make_key
from lexkit.apps.api.messages import MOST_POSITIONS, MOST_WORDS
from lexkit.apps.api.openapi import OPERATIONS, describe
from lexkit.apps.api.running import Lexicons
from lexkit.errors import QueryError, StorageError

HOST = "http://127.0.0.1:8765"
OWN = Path(__file__).parents[2] / "game" / "text" / "alphabets"
POSITION = "15/15/15/15/15/15/15/4CARE7/15/15/15/15/15/15/15 AEINRST/ 0/6 0"


@pytest.fixture(scope="module")
def lexicon() -> lexkit.Lexicon:
    return lexkit.open("english")


@pytest.fixture(scope="module")
def http(lexicon: lexkit.Lexicon) -> Iterator[TestClient]:
    with TestClient(Service({"english": lexicon}).app, base_url=HOST) as client:
        yield client


def ask(http: TestClient, name: str, **asked: Any) -> dict[str, Any]:
    answer = http.post(f"/api/v1/{name}", json=asked)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def refused(answer: Any) -> tuple[int, str]:
    """The status of a problem, and what it says."""
    assert answer.headers["content-type"] == "application/problem+json"
    told = answer.json()
    assert told["status"] == answer.status_code
    return answer.status_code, told["detail"]


def test_words_of_a_query(http: TestClient, lexicon: lexkit.Lexicon) -> None:
    expected = lexicon.search("substring:UZZ").sorted_by("-points", "length")
    found = ask(http, "search", query="substring:UZZ", sort="-points,length", offset=3, limit=5, facts=True)
    assert (found["count"], found["query"]) == (len(expected), "substring:UZZ")
    assert [one["word"] for one in found["words"]] == expected[3:8].to_list()
    for one in found["words"]:
        hooks = lexicon.hooks(one["word"])
        assert (one["front"], one["back"]) == ("".join(hooks.front), "".join(hooks.back))
    assert ask(http, "search", query="substring:UZZ", limit=0) == {**found, "words": []}
    # The same in the query of a GET.
    params = {"query": "substring:UZZ", "sort": "-points,length", "offset": 3, "limit": 5, "facts": "true"}
    assert http.get("/api/v1/search", params=params).json() == found


def test_words_and_hooks(http: TestClient, lexicon: lexkit.Lexicon) -> None:
    assert ask(http, "words", words=["care", "ZZX", "§"]) == {"valid": [True, False, False], "all": False}
    assert http.get("/api/v1/words", params={"words": ["CARE", "CARES"]}).json() == {"valid": [True, True], "all": True}
    (care, ax) = ask(http, "hooks", words=["CARE", "QWX"])["hooks"]
    front, back = lexicon.cross_sets("CARE")
    assert care == {"word": "CARE", "valid": True, "front": list(front), "back": list(back)}
    assert (ax["valid"], ax["front"], ax["back"]) == (False, [], [])
    assert ask(http, "words", words=["A"] * MOST_WORDS)["valid"] == ["A" in lexicon] * MOST_WORDS


def test_moves_of_positions(http: TestClient, lexicon: lexkit.Lexicon) -> None:
    moves = lexicon.moves(POSITION)
    found = ask(http, "moves", position=POSITION, limit=3)
    assert found["count"] == len(moves)
    assert [(one["place"], one["tiles"], one["score"]) for one in found["moves"]] == [
        (one.place, one.tiles, one.score) for one in moves.top(3)
    ]
    other = ask(http, "moves", position=POSITION, rack="Q", limit=0)
    assert other == {"count": len(lexicon.moves(POSITION, "Q")), "moves": []}
    empty = POSITION.replace("AEINRST", "Q")
    assert ask(http, "best", positions=[POSITION, empty])["moves"] == [found["moves"][0], None]


def test_a_play_is_judged(http: TestClient) -> None:
    for play, reason in (("I7 SIT", "CAREI"), ("8E CAREZ", "rack"), ("CARE", "not a play")):
        told = ask(http, "judge", position=POSITION, play=play)
        assert told["legal"] is False
        assert reason in told["reason"]
    legal = ask(http, "judge", position=POSITION, play="H1 STEARIN.")
    assert legal == {"legal": True, "reason": "", "score": 77, "words": [{"word": "STEARINE", "valid": True}]}


def test_a_game_is_analysed(http: TestClient, lexicon: lexkit.Lexicon) -> None:
    game = lexkit.Match(lexicon, "greedy", "greedy", seed=3).game(0)
    told = ask(http, "analysis", gcg=game.to_gcg())
    text = "#player1 A A\n#player2 B B\n>A: AEINRST 8D RETAINS +1 1\n"
    remarks = ask(http, "analysis", gcg=text)["remarks"]
    assert remarks[-1].startswith("Line 3 of the record has a fault: score: expected +")
    assert told == json.loads(lexkit.Game.from_gcg(game.to_gcg(), lexicon).report().to_json())
    # Found: time that had passed with the static report was refused as a limit.
    assert ask(http, "analysis", gcg=game.to_gcg(), level="endgame", seconds=1e-9)["weighed"] == 0
    deeper = ask(http, "analysis", gcg=game.to_gcg(), level="simulation", seconds=0.3)
    assert 0 <= deeper["weighed"] <= deeper["to_weigh"]
    assert deeper["to_weigh"] > 20


def test_what_is_refused(http: TestClient) -> None:
    """With the place, and what was expected there."""
    for name, asked, status, part in (
        ("search", {"query": "in:list.txt"}, 400, "in: reads files"),
        ("search", {"query": "foo:A"}, 400, "no such condition"),
        ("search", {"query": "length:3", "sort": "none"}, 422, "none"),
        ("search", {"query": "A" * 501}, 400, "$.query"),
        ("search", {}, 400, "query"),
        ("search", {"query": "length:3", "page": 1}, 400, "page"),
        ("words", {"words": ["A"] * (MOST_WORDS + 1)}, 400, "$.words"),
        ("words", {"words": ["A"], "lexicon": "none"}, 400, "english"),
        ("hooks", {"words": ["CARE", "§"]}, 422, "words[1]"),
        ("best", {"positions": [POSITION, "15"]}, 422, "positions[1]"),
        ("best", {"positions": [POSITION] * (MOST_POSITIONS + 1)}, 400, "$.positions"),
        ("moves", {"position": POSITION.replace("AEINRST", "")}, 422, "rack"),
        ("judge", {"position": POSITION, "play": "8I S", "rack": "§"}, 422, "§"),
        ("analysis", {"gcg": "#character-encoding none\n"}, 422, ""),
        ("analysis", {"gcg": "x", "seconds": 1e9}, 400, "$.seconds"),
    ):
        answer = http.post(f"/api/v1/{name}", json=asked)
        found = refused(answer)
        assert found[0] == status, (name, asked, found)
        assert part in found[1], (name, asked, found)
    for content, kind, status in (
        (b"{", "application/json", 400),
        (b"[" * 100_000, "application/json", 400),
        (b'{"words": ["\xff"]}', "application/json", 400),
        (b"words=A", "application/x-www-form-urlencoded", 415),
        (b"x" * (LIMITS.body + 1), "application/json", 413),
    ):
        assert refused(http.post("/api/v1/words", content=content, headers={"content-type": kind}))[0] == status
    status, detail = refused(http.get("/api/v1/none"))
    assert (status, "/api/v1/openapi.json" in detail) == (404, True)
    assert http.get("/api/v1/search?query=substrng:A").json()["remedy"].startswith("did you mean substring:")
    assert "lexq" not in http.get("/api/v1/search?query=substrng:A").text
    assert refused(http.delete("/api/v1/words"))[0] == 405
    assert refused(http.get("/api/v1/words", headers={"host": "evil.example"}))[0] == 421
    assert refused(http.get("/api/v1/words", headers={"origin": "http://evil.example"}))[0] == 403


def test_a_question_has_its_time(lexicon: lexkit.Lexicon) -> None:
    with TestClient(Service({"english": lexicon}, limits=replace(LIMITS, search=1e-9)).app, base_url=HOST) as http:
        assert refused(http.post("/api/v1/search", json={"query": "length:3"}))[0] == 422


def test_keys(lexicon: lexkit.Lexicon, tmp_path: Path) -> None:
    key, entry = make_key('the "club"')
    file = tmp_path / "keys.toml"
    file.write_text(entry.replace("burst = 200", "burst = 2"), "utf-8")
    log = io.StringIO()
    with TestClient(Service({"english": lexicon}, keys=Keys(file), log=log).app, base_url=HOST) as http:
        for wrong in ("", "Bearer", "Bearer x", f"Basic {key}", f"Bearer {key}x", f"Bearer {key}" + "x" * 300):
            answer = http.get("/api/v1/lexicons", headers={"authorization": wrong})
            assert refused(answer)[0] == 401
            assert answer.headers["www-authenticate"] == "Bearer"
        own = {"authorization": f"Bearer {key}"}
        statuses = [http.get("/api/v1/lexicons", headers=own).status_code for _ in range(3)]
        assert statuses == [200, 200, 429]
        # Health and figures are asked without a key.
        assert [http.get(path).status_code for path in ("/healthz", "/readyz", "/metrics")] == [200] * 3
        assert http.get("/api/v1/openapi.json").json()["security"] == [{"key": []}]
    lines = [json.loads(line) for line in log.getvalue().splitlines()]
    assert [line["key"] for line in lines[:9]] == [None] * 6 + ['the "club"'] * 3
    assert key not in log.getvalue()


@pytest.mark.parametrize(
    "text", ["", "[[key]]\nname = 1", "key = 1", "[", "\ufffd", "[[key]]\nname='a'\nsha256='00'", "both"]
)
def test_a_file_of_keys_that_cannot_be_read(text: str, tmp_path: Path) -> None:
    file = tmp_path / "keys.toml"
    file.write_text(2 * make_key("a")[1] if text == "both" else text, "utf-8")
    with pytest.raises(KeysError) as told:
        _ = Keys(file).by_hash
    assert told.value.path == str(file)
    with pytest.raises(StorageError):
        _ = Keys(tmp_path / "none.toml").by_hash


def test_keys_that_cannot_be_read_let_nobody_in_until_they_can(lexicon: lexkit.Lexicon, tmp_path: Path) -> None:
    file = tmp_path / "keys.toml"
    key, entry = make_key("club")
    own = {"authorization": f"Bearer {key}"}
    with TestClient(Service({"english": lexicon}, keys=Keys(file)).app, base_url=HOST) as http:
        for headers in (own, {}):
            answer = http.get("/api/v1/lexicons", headers=headers)
            assert refused(answer)[0] == 503
            assert answer.headers["retry-after"] == "1"
            assert str(tmp_path) not in answer.text
        file.write_text(entry, "utf-8")
        assert http.get("/api/v1/lexicons", headers=own).status_code == 200


def test_a_lexicon_that_cannot_be_opened_is_told_with_503_until_it_can(lexicon: lexkit.Lexicon, tmp_path: Path) -> None:
    path = tmp_path / "few.gaddag"
    lexicons = Lexicons({"few": str(path), "english": "english"})
    with TestClient(Service(lexicons).app, base_url=HOST) as http:
        for damaged in (False, True):
            if damaged:
                path.write_bytes(b"no lexicon")
            answer = http.post("/api/v1/words", json={"words": ["CARE"]})
            assert refused(answer) == (503, "the lexicon few cannot be opened now; try again in a moment")
            assert answer.headers["retry-after"] == "1"
            assert refused(http.get("/api/v1/lexicons"))[0] == 503
            assert [http.get(path).status_code for path in ("/healthz", "/readyz")] == [200, 503]
            assert ask(http, "words", words=["CARE"], lexicon="english")["all"]
        lexkit.build(["CARE"], path)
        assert ask(http, "words", words=["CARE", "CARES"]) == {"valid": [True, False], "all": False}
        assert http.get("/readyz").status_code == 200


def test_ready_while_lexicons_can_be_asked(tmp_path: Path) -> None:
    lexkit.build(["CARE"], tmp_path / "few.gaddag")
    few = lexkit.open(tmp_path / "few.gaddag")
    with TestClient(Service({"few": few}).app, base_url=HOST) as http:
        assert http.get("/readyz").status_code == 200
        few.close()
        assert (http.get("/readyz").status_code, http.get("/healthz").status_code) == (503, 200)
        assert refused(http.post("/api/v1/hooks", json={"words": ["CARE"]}))[0] == 422


def test_analyses_keep_no_other_question_waiting(lexicon: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    """Found: as many of them as there are threads, and nothing else was answered for a minute."""
    begun, end = threading.Semaphore(0), threading.Event()

    def analysis(self: Answers, asked: Any) -> Any:
        begun.release()
        assert end.wait(60)
        raise QueryError("no more")

    monkeypatch.setattr(Answers, "analysis", analysis)
    with (
        TestClient(Service({"english": lexicon}).app, base_url=HOST) as http,
        ThreadPoolExecutor(LIMITS.analyses) as many,
    ):
        asked = [many.submit(http.post, "/api/v1/analysis", json={"gcg": "x"}) for _ in range(LIMITS.analyses)]
        assert begun.acquire(timeout=60)
        assert ask(http, "best", positions=[POSITION])["moves"]
        end.set()
        assert {refused(one.result())[0] for one in asked} == {422}


class Asked:
    """A question over ASGI, of an address, whose client may go."""

    def __init__(self, service: Service, name: str, asked: dict[str, Any], address: str = "a") -> None:
        self.gone = asyncio.Event()
        self.status, self.headers, self.body = 0, {}, b""
        self._messages = [{"type": "http.request", "body": json.dumps(asked).encode()}]
        headers = [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")]
        scope = {
            "type": "http",
            "method": "POST",
            "path": f"/api/v1/{name}",
            "query_string": b"",
            "headers": headers,
            "client": (address, 1),
        }
        self.task = asyncio.ensure_future(service.app(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        if self._messages:
            return self._messages.pop()
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        self.status = message.get("status", self.status)
        self.headers = dict(message.get("headers", ())) or self.headers
        self.body += message.get("body", b"")


class Long:
    """A question that takes as long as it may, in place of one of the service: it counts those that run."""

    def __init__(self) -> None:
        self.begun, self.ended = threading.Semaphore(0), threading.Semaphore(0)

    def __call__(self, answers: Answers, asked: Any) -> Any:
        self.begun.release()
        try:
            with lexkit.within(60):
                while True:
                    answers.lexicons["english"].search("length:2")
        finally:
            self.ended.release()


async def wait_for(semaphore: threading.Semaphore, times: int = 1) -> None:
    """Wait until it was released."""
    for _ in range(times):
        assert await asyncio.to_thread(semaphore.acquire, timeout=60)


def long_question(monkeypatch: pytest.MonkeyPatch, name: str) -> Long:
    """Have a question take long; two processors are there."""
    long = Long()
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(Answers, name, lambda answers, asked: long(answers, asked))
    return long


SEARCH: dict[str, Any] = {"query": "length:2"}
#: Questions that may take long, and in how many threads they are answered for one address.
LONG = [("search", SEARCH, 2), ("analysis", {"gcg": "x"}, 1)]


@pytest.mark.parametrize(("name", "asked", "threads"), LONG)
def test_work_ends_when_its_client_has_gone(
    name: str, asked: dict[str, Any], threads: int, lexicon: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Running work is stopped, waiting work does not begin, and the next question has its turn."""
    long = long_question(monkeypatch, name)

    async def ask_and_go() -> None:
        service = Service({"english": lexicon})
        many = [Asked(service, name, asked) for _ in range(threads + 3)]
        await wait_for(long.begun, threads)
        for one in many:
            one.gone.set()
        await asyncio.gather(*[one.task for one in many])
        await wait_for(long.ended, threads)
        assert not long.begun.acquire(blocking=False), "nobody waits for the others"
        last = Asked(service, name, asked)
        await wait_for(long.begun)
        last.gone.set()
        await last.task

    asyncio.run(ask_and_go())


@pytest.mark.parametrize(("name", "asked", "threads"), LONG)
def test_one_address_does_not_make_others_wait(
    name: str, asked: dict[str, Any], threads: int, lexicon: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = long_question(monkeypatch, name)

    async def ask_and_come() -> None:
        service = Service({"english": lexicon})
        greedy = [Asked(service, name, asked, "a") for _ in range(threads + 4)]
        await wait_for(long.begun, threads)
        other = Asked(service, name, asked, "b")
        await wait_for(long.begun)  # it runs beside them, and does not wait for one to end
        assert not long.begun.acquire(blocking=False)
        for one in (*greedy, other):
            one.gone.set()
        await asyncio.gather(*[one.task for one in (*greedy, other)])

    asyncio.run(ask_and_come())


def test_what_still_runs_when_the_server_ends_is_told_to_ask_again(
    lexicon: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = long_question(monkeypatch, "search")
    monkeypatch.setattr(application, "_LAST", 60.0)

    async def ask_and_end() -> None:
        service = Service({"english": lexicon})
        many = [Asked(service, "search", SEARCH) for _ in range(3)]
        await wait_for(long.begun, 2)
        for one in many:
            one.task.cancel()  # as uvicorn does it
        await asyncio.gather(*[one.task for one in many])
        assert {(one.status, one.headers[b"retry-after"]) for one in many} == {(503, b"1")}
        assert json.loads(many[0].body)["detail"] == "the server ends: ask again in a moment"

    asyncio.run(ask_and_end())


def test_an_analysis_tells_what_it_knows_when_the_server_ends(
    lexicon: lexkit.Lexicon, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = lexkit.Match(lexicon, "greedy", "greedy", seed=3).game(0)
    begun = threading.Semaphore(0)
    reports = lexkit.Game.reports

    def slow(*values: Any, **named: Any) -> Iterator[Any]:
        for report in reports(*values, **{**named, "time": 60}):
            begun.release()
            yield report

    monkeypatch.setattr(lexkit.Game, "reports", slow)
    monkeypatch.setattr(application, "_LAST", 60.0)

    async def ask_and_end() -> Asked:
        service = Service({"english": lexicon})
        one = Asked(service, "analysis", {"gcg": game.to_gcg(), "level": "simulation", "seconds": 60})
        await wait_for(begun)  # the static report is there
        one.task.cancel()
        await one.task
        return one

    one = asyncio.run(ask_and_end())
    assert one.status == 200, one.body
    static = json.loads(lexkit.Game.from_gcg(game.to_gcg(), lexicon).report().to_json())
    told = json.loads(one.body)
    assert told == {**static, "to_weigh": told["to_weigh"]}


def test_figures(http: TestClient) -> None:
    def number() -> float:
        lines = http.get("/metrics").text.splitlines()
        marked = 'lexkit_requests_total{path="/api/v1/words",status="200"} '
        return next((float(line.removeprefix(marked)) for line in lines if line.startswith(marked)), 0.0)

    before = number()
    ask(http, "words", words=["CARE"])
    assert number() == before + 1


def test_the_description_is_that_of_the_questions(http: TestClient) -> None:
    described = http.get("/api/v1/openapi.json").json()
    assert described == json.loads(json.dumps(describe()))
    text = json.dumps(described)
    schemas = described["components"]["schemas"]
    for part in text.split('"#/components/schemas/')[1:]:
        assert part.partition('"')[0] in schemas
    served = {route.path for route in http_routes(http) if route.path.startswith("/api/v1/")}
    assert {*described["paths"], "/api/v1/openapi.json"} == served
    for operation in OPERATIONS:
        assert operation.summary
        if operation.asked is not None:
            assert schemas[operation.asked.__name__]["additionalProperties"] is False
    assert schemas["WordsQuestion"]["properties"]["words"]["maxItems"] == MOST_WORDS


def http_routes(http: TestClient) -> Any:
    """The routes of the application behind the guard."""
    app: Any = http.app
    return app.app.app.routes


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(data=st.data())
def test_any_json_is_answered_or_refused(http: TestClient, data: st.DataObject) -> None:
    operation = data.draw(st.sampled_from([one for one in OPERATIONS if one.asked is not None]))
    fields = [field.name for field in msgspec.structs.fields(operation.asked)]
    texts = st.sampled_from([POSITION, "CARE", "length:3", "#player1 a b\n>a: AEINRST 8D RETAINS +70 70\n"])
    asked = data.draw(st.dictionaries(st.sampled_from(fields), VALUES | texts | st.lists(texts, max_size=3)))
    answer = http.post(f"/api/v1/{operation.name}", content=json.dumps(asked).encode())
    assert answer.status_code in (200, 400, 422), answer.text


def test_positions_and_records_are_of_the_lexicons_alphabet() -> None:
    alphabet = lexkit.Alphabet.from_file(OWN / "hungarian.csv")
    french = lexkit.build(["KOTAIS", "AS"], options=lexkit.Options(alphabet="french"))
    own = lexkit.build(["[SZ][DZS]", "[SZ]A"], options=lexkit.Options(alphabet=alphabet))
    empty = "/".join(["15"] * 15)
    with TestClient(Service({"french": french, "own": own}).app, base_url=HOST) as http:
        for said in ("", " lex ODS8;", " ld french;"):
            position = f"{empty} AKOIEST/ 0/0 0{said}"
            assert ask(http, "best", lexicon="french", positions=[position])["moves"][0]["score"] == 50
            assert ask(http, "moves", lexicon="french", position=position)["moves"][0]["score"] == 50
            assert ask(http, "judge", lexicon="french", position=position, play="8D KOTAIS")["score"] == 50
        english = f"{empty} AKOIEST/ 0/0 0 lex NWL23;"
        for name, asked in (("moves", {"position": english}), ("best", {"positions": [english]})):
            answer = http.post(f"/api/v1/{name}", json={"lexicon": "french", **asked})
            status, told = refused(answer)
            assert status == 422
            assert "expected french, the lexicon's, found english" in told
        for said in ("", " ld hungarian;"):
            position = f"{empty} [SZ][DZS]A/ 0/0 0{said}"
            best = ask(http, "best", lexicon="own", positions=[position])["moves"][0]
            assert (best["place"], best["tiles"], best["score"]) == ("8G", "SZDZS", 26)
