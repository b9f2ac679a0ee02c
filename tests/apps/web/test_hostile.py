"""Hostile messages and requests: they are refused, and the game of others goes on."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from lexkit.apps.web.limits import Limits, RateLimit, RateLimits
from lexkit.apps.web.request_filter import is_own_host
from tests.running import each

from .conftest import HOST, Server

BAD_TEXTS = [
    "",
    "{",
    "null",
    "[]",
    "3",
    '"hello"',
    "[" * 3000,
    '{"do": ' * 500,
    json.dumps({"do": 5}),
    json.dumps({"do": "act"}),
    json.dumps({"do": "act", "action": ["8D"], "revision": 0}),
    json.dumps({"do": "act", "action": "pass", "revision": "0"}),
    json.dumps({"do": "act", "action": "pass", "revision": True}),
    json.dumps({"do": "act", "action": "x" * 1000, "revision": 0}),
    json.dumps({"do": "act", "action": "pass\u0000", "revision": 0}),
    '{"do": "act", "action": "pass", "revision": 1e400}',
    '{"do": "act", "action": "pass", "revision": ' + "9" * 3000 + "}",
    json.dumps({"do": "think"}),
    json.dumps({"do": "__class__"}),
    json.dumps({"do": "look", "turn": -1}),
    json.dumps({"do": "look", "turn": 10**9}),
    json.dumps({"do": "hint", "step": {}}),
    json.dumps({"id": "x", "do": "cgp"}),
    json.dumps({"do": "preview", "play": "\ud800"}),
    '{"do": "cgp", "do": "act"}',
    "NaN",
]


@each("text", BAD_TEXTS)
def test_a_bad_message_is_answered_and_changes_nothing(text: str, server: Server) -> None:
    begun = server.begin()
    player = server.sit(begun)
    player.socket.send_text(text)
    while "error" not in player.hear():
        pass
    assert player.ask("cgp")["cgp"]
    assert not server.table(begun).game.turns


WRONG = [None, [], {}, [[]] * 100, True, -1, 2**64, 10**300, 1.5, float("nan"), float("inf"), "", "x" * 3000, "\ud800"]
#: What a page sends -> its fields, each with a value that would do.
MESSAGES: dict[str, dict[str, Any]] = {
    "act": {"action": "pass", "revision": 0},
    "undo": {"revision": 0},
    "preview": {"play": "8D AA"},
    "look": {"turn": 0},
    "hint": {"step": 1},
    "analyse": {"turn": 0},
    "cgp": {"turn": 0},
}


@pytest.mark.parametrize("do", MESSAGES)
def test_every_field_of_every_message_is_checked(do: str, serve: Callable[..., Server]) -> None:
    """Each refusal has the number of its message, so that the page ends waiting."""
    server = serve()
    begun = server.begin()
    for name in MESSAGES[do]:
        # So many bad messages end a connection.
        player = server.sit(begun)
        for value in WRONG:
            # The newest turn, where that may be asked for.
            if value == -1 and do in ("analyse", "cgp"):
                continue
            assert "error" in player.ask(do, **{**MESSAGES[do], name: value}), (name, value)
        player.socket.close()
    assert not server.table(begun).game.turns


@each("number", [0, 1, 2**31, 2**53])
def test_a_refusal_has_the_number_of_its_message(number: int, server: Server) -> None:
    player = server.sit(server.begin())
    for do in ("nothing", 5, None):
        player.socket.send_json({"id": number, "do": do})
        while "error" not in (answer := player.hear()):
            pass
        assert answer["id"] == number


@each("number", ["x", -1, 2**54, 10**300, None, [], {"a": 1}, 1.0, True])
def test_a_number_that_is_none_is_not_repeated(number: Any, server: Server) -> None:
    player = server.sit(server.begin())
    player.socket.send_json({"id": number, "do": "cgp"})
    while "error" not in (answer := player.hear()):
        pass
    assert answer["id"] is None
    assert player.ask("cgp")["cgp"]


def test_too_many_messages_are_refused_by_their_numbers(serve: Callable[..., Server]) -> None:
    server = serve(replace(Limits(), messages_a_second=0.001, message_burst=2))
    player = server.sit(server.begin())
    answers = [player.ask("cgp") for _ in range(5)]
    assert ["cgp" in answer for answer in answers] == [True, True, False, False, False]


#: Route -> its fields; all are posted as JSON.
POSTED: dict[str, dict[str, Any]] = {
    "games": dict.fromkeys(
        ("opponent", "name", "lexicon", "layout", "challenge", "minutes", "first", "position", "friend")
    ),
    "duplicates": dict.fromkeys(("friends", "name", "lexicon", "layout", "kind", "variant", "seconds")),
    "join": {"invitation": None},
    "study/begin": dict.fromkeys(("learner", "kind", "query", "new", "most", "lexicon")),
    "study/answer": dict.fromkeys(("quiz", "step", "answer")),
    "study/grade": dict.fromkeys(("quiz", "step", "rating")),
    "study/statistics": dict.fromkeys(("learner", "lexicon")),
    "study/cards": dict.fromkeys(("learner",)),
    "study/mistakes": dict.fromkeys(("learner", "game", "token")),
    "puzzles/begin": dict.fromkeys(("learner", "lexicon", "tag", "game", "token")),
    "puzzles/preview": dict.fromkeys(("code", "play")),
    "puzzles/try": dict.fromkeys(("code", "step", "play")),
    **{f"puzzles/{name}": dict.fromkeys(("code", "step")) for name in ("next", "hint", "give-up")},
}


@pytest.mark.parametrize("route", POSTED)
def test_every_field_of_every_request_is_checked(route: str, serve: Callable[..., Server]) -> None:
    """With any value an answer in words, or one that is right: never an error of the server."""
    server = serve(replace(Limits(), game_burst=1000, study_burst=1000, request_burst=1000))
    fits = {
        **dict.fromkeys(("invitation", "quiz", "answer", "game", "code", "play"), "x"),
        "opponent": "friend",
        "step": 0,
    }
    fits["rating"] = "good"
    usual = {name: fits[name] for name in POSTED[route] if name in fits}
    for name in POSTED[route]:
        for value in WRONG:
            body = json.dumps({**usual, name: value})
            answer = server.http.post(f"/api/{route}", content=body)
            assert answer.status_code in (200, 400, 409, 410), (name, value, answer.text)
            # Of all these only what is empty may be left out.
            if answer.status_code == 200:
                assert value in ("", -1, True) or name == "learner" or (name, value) == ("minutes", True), (name, value)


@pytest.mark.parametrize("body", ["[" * 4000, '{"a":' * 700, "9" * 4000, "NaN", "\ud800"])
def test_json_of_any_shape_is_refused_everywhere(body: str, server: Server) -> None:
    for route in POSTED:
        answer = server.http.post(f"/api/{route}", content=body.encode("utf-8", "surrogatepass"))
        assert answer.status_code == 400, route
        assert answer.json()["error"]


@each(
    ("fields", "told"),
    [
        ({"opponent": "nobody"}, "opponent: wrong value: expected beginner, "),
        ({"opponent": "greedy", "name": "x" * 31}, "name: wrong value: expected text of length <= 30"),
        ({"opponent": "greedy", "minutes": 181}, "minutes: wrong value: expected whole number <= 180"),
        ({"opponent": "greedy", "minutes": "9"}, "minutes: wrong value: expected whole number, got text"),
        ({"opponent": "greedy", "layout": "odd"}, "layout: wrong value: expected standard, super"),
        ({"opponent": "greedy", "lexicon": "a\nb"}, "lexicon: wrong value: expected text without control characters"),
        ({}, "Object missing required field `opponent`"),
    ],
)
def test_a_refusal_says_what_is_wrong_where_and_what_was_expected(
    fields: dict[str, Any], told: str, server: Server
) -> None:
    assert server.http.post("/api/games", json=fields).json()["error"].startswith(told)


def test_binary_messages_are_refused(server: Server) -> None:
    player = server.sit(server.begin())
    player.socket.send_bytes(b"\x00\xff" * 100)
    assert "error" in player.hear()
    assert player.ask("cgp")["cgp"]


def test_a_flood_is_refused_and_then_let_go(serve: Callable[..., Server]) -> None:
    server = serve(replace(Limits(), messages_a_second=0.001, message_burst=30))
    begun = server.begin()
    player, other = server.sit(begun), server.sit(begun)
    for _ in range(200):
        player.socket.send_text('{"id": 1, "do": "cgp"}')
    assert player.hear_to_the_end() == 1008
    assert sum("cgp" in one for one in map(json.loads, player.bytes)) <= 30
    assert other.ask("cgp")["cgp"]


@each(
    "hello",
    [
        "",
        "{}",
        '{"do": "act"}',
        '{"do": "hello"}',
        '{"do": "hello", "game": 3}',
        '{"do": "hello", "game": "../../x", "token": ""}',
        '{"do": "hello", "game": "' + "x" * 1000 + '"}',
    ],
)
def test_who_does_not_say_hello_is_let_go(hello: str, server: Server) -> None:
    with server.connect() as socket:
        socket.send_text(hello)
        message = socket.receive()
        if message["type"] == "websocket.send":
            assert "refused" in json.loads(message["text"])
            message = socket.receive()
        assert (message["type"], message["code"]) == ("websocket.close", 1008)


def test_a_connection_that_says_nothing_is_let_go(serve: Callable[..., Server]) -> None:
    server = serve(replace(Limits(), hello=0.05))
    with server.connect() as socket, pytest.raises(WebSocketDisconnect):
        socket.receive_text()


def test_nobody_acts_at_another_table_or_for_another(server: Server) -> None:
    first, second = server.begin("friend"), server.begin("friend")
    for token in (second["token"], "x", first["token"][:-1]):
        with server.connect() as socket:
            socket.send_json({"do": "hello", "game": first["game"], "token": token})
            assert "token" in socket.receive_json()["refused"]
    friend = server.sit(server.join(first))
    assert "error" in friend.act("pass")
    spectator = server.sit(first, "")
    for do in ("act", "undo", "preview", "hint"):
        assert "error" in spectator.ask(do, action="pass", play="8H AA", step=1, revision=spectator.view["revision"])
    # A game or a seat named in a later message means nothing.
    assert "error" in friend.ask("act", action="pass", revision=0, seat=0, token=first["token"], game=first["game"])
    assert not server.table(first).game.turns
    assert not server.table(second).game.turns


def test_connections_of_a_table_are_limited(serve: Callable[..., Server]) -> None:
    server = serve(replace(Limits(), connections_of_table=2))
    begun, other = server.begin(), server.begin()
    players = [server.sit(begun) for _ in range(2)]
    with server.connect() as socket:
        socket.send_json({"do": "hello", "game": begun["game"], "token": ""})
        assert "tries again" in socket.receive_json()["later"]
        with pytest.raises(WebSocketDisconnect):
            socket.receive_text()
    players.append(server.sit(other))
    assert all(player.ask("cgp")["cgp"] for player in players)


def test_games_are_limited(serve: Callable[..., Server]) -> None:
    server = serve(replace(Limits(), games=3))
    for _ in range(3):
        server.begin()
    assert server.http.post("/api/games", json={"opponent": "greedy"}).status_code == 409
    server = serve(replace(Limits(), game_burst=2, games_a_second=0.001))
    answers = [server.http.post("/api/games", json={"opponent": "greedy"}).status_code for _ in range(4)]
    assert answers[2:] == [429, 429]


@each(
    "fields",
    [
        {"opponent": "nobody"},
        {"opponent": None},
        {"opponent": "greedy", "name": "x" * 31},
        {"opponent": "greedy", "name": 7},
        {"opponent": "greedy", "layout": "../super"},
        {"opponent": "greedy", "lexicon": "/etc/passwd"},
        {"opponent": "greedy", "minutes": -1},
        {"opponent": "greedy", "minutes": 1e9},
        {"opponent": "greedy", "challenge": "none"},
        ["opponent", "greedy"],
    ],
)
def test_impossible_games_are_refused(fields: Any, server: Server) -> None:
    answer = server.http.post("/api/games", json=fields)
    assert answer.status_code in (400, 409)
    assert answer.json()["error"]
    assert not server.made.tables.list(kind="web")


def test_large_bodies_are_refused(server: Server) -> None:
    assert server.http.post("/api/games", content=b"x" * 5000).status_code == 413
    # Without a length, in pieces.
    pieces = (b"x" * 1000 for _ in range(10))
    assert server.http.post("/api/games", content=pieces).status_code == 413
    assert server.http.post("/api/records", content=b"x" * 300_000).status_code == 413
    assert server.http.post("/api/games", headers={"content-length": "9" * 30}).status_code in (400, 413)


@each(
    ("host", "network", "own"),
    [
        ("127.0.0.1:8765", False, True),
        ("localhost", False, True),
        ("LOCALHOST:80", False, True),
        ("[::1]:8765", False, True),
        ("127.9.9.9", False, True),
        ("192.168.1.5:8765", False, False),
        ("192.168.1.5:8765", True, True),
        ("evil.example", False, False),
        ("evil.example", True, False),
        ("127.0.0.1.evil.example", True, False),
        ("127.0.0.1@evil.example", True, False),
        ("my.host:1", True, True),
        ("", True, False),
        ("127.0.0.1:x", True, False),
        ("[::1", False, True),
    ],
)
def test_a_name_that_was_pointed_here_is_not_ours(host: str, network: bool, own: bool) -> None:
    assert is_own_host(host, network=network, names=["My.Host"]) == own


def test_other_hosts_and_origins_are_refused(server: Server) -> None:
    ours = {"opponent": "greedy"}
    for headers in (
        {"host": "evil.example"},
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ):
        assert server.http.post("/api/games", json=ours, headers=headers).status_code in (403, 421), headers
        with pytest.raises(WebSocketDisconnect), server.connect(headers):
            pass
    assert server.http.get("/", headers={"host": "evil.example"}).status_code == 421
    assert server.http.post("/api/games", json=ours, headers={"origin": HOST}).status_code == 200


def test_too_many_requests_are_refused(serve: Callable[..., Server]) -> None:
    server = serve(replace(Limits(), request_burst=5, requests_a_second=0.001))
    assert [server.http.get("/api/offers").status_code for _ in range(7)] == [200] * 5 + [429] * 2
    assert server.http.get("/").status_code == 200


def test_a_rate_limit_grows_again() -> None:
    now = 0.0
    limit = RateLimit(2.0, 3, lambda: now)
    assert [limit.take() for _ in range(4)] == [True, True, True, False]
    now = 0.6
    assert [limit.take() for _ in range(2)] == [True, False]
    now = 1000.0
    assert [limit.take() for _ in range(4)] == [True, True, True, False]


def test_addresses_that_are_remembered_are_few() -> None:
    limits = RateLimits(1.0, 1)
    for number in range(10_000):
        assert limits.take(str(number))
    assert len(limits._of) == 4096
