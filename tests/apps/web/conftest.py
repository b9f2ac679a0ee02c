"""A server in this process, and clients of it that keep every byte they are sent."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="lexq serve needs the extra web: pip install 'lexkit[web]'")
pytest.importorskip("httpx2", reason="the tests of the server ask it with httpx2: pip install 'lexkit[test]'")

from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from lexkit.apps.web.application import Application
from lexkit.apps.web.limits import Limits

HOST = "http://127.0.0.1:8765"
#: The usual limits, but a busy machine may take longer than people wait.
PATIENT = Limits(search=60.0, puzzle=60.0, fitting=60.0, next=60.0, hello=60.0)


class Player:
    """A client at a table."""

    def __init__(self, socket: Any, game: str, token: str) -> None:
        self.socket = socket
        self.bytes: list[str] = []
        self.view: dict[str, Any] = {}
        self.setting: dict[str, Any] = {}
        self.other: list[dict[str, Any]] = []
        self._number = 0
        socket.send_json({"do": "hello", "game": game, "token": token})
        while not self.view:
            self.hear()

    def hear(self) -> dict[str, Any]:
        """The next message."""
        text = self.socket.receive_text()
        self.bytes.append(text)
        message: dict[str, Any] = json.loads(text)
        self.view = message.get("view", self.view)
        self.setting = message.get("setting", self.setting)
        return message

    def hear_to_the_end(self) -> int:
        """Hear until the connection is closed; the code of that."""
        try:
            while True:
                self.hear()
        except WebSocketDisconnect as end:
            return int(end.code)

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """The answer to a message."""
        self._number += 1
        self.socket.send_json({"id": self._number, "do": do, **fields})
        while (message := self.hear()).get("id") != self._number:
            self.other.append(message)
        return message

    def act(self, action: str, **fields: Any) -> dict[str, Any]:
        """Act, after what was seen last."""
        return self.ask("act", **{"action": action, "revision": self.view["revision"], **fields})

    def wait(self, ready: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The view, once it is so."""
        while not ready(self.view):
            self.hear()
        return self.view

    @property
    def my_turn(self) -> bool:
        return bool(self.view["to_move"] == self.view["seat"])


class Server:
    """A server, and what clients ask of it."""

    def __init__(self, folder: Path, lexicon: str, limits: Limits, open_one: Callable[..., Any]) -> None:
        self.made = Application({"small": lexicon}, folder, limits=limits)
        self._open = open_one
        self.http: TestClient = open_one(TestClient(self.made.app, base_url=HOST))

    def begin(self, opponent: str = "greedy", **fields: Any) -> dict[str, Any]:
        """A new game."""
        answer = self.http.post("/api/games", json={"opponent": opponent, "first": "me", **fields})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def join(self, begun: dict[str, Any], name: str = "") -> dict[str, Any]:
        """The seat that the link of a game offers."""
        asked = {"invitation": begun["invitation"], "name": name}
        found: dict[str, Any] = self.http.post("/api/join", json=asked).json()
        return found

    def connect(self, headers: dict[str, str] | None = None) -> Any:
        """A WebSocket."""
        return self.http.websocket_connect(f"{HOST.replace('http', 'ws')}/api/live", headers=headers or {})

    def sit(self, begun: dict[str, Any], token: str | None = None) -> Player:
        """A client at a table."""
        socket = self._open(self.connect())
        return Player(socket, begun["game"], begun["token"] if token is None else token)

    def table(self, begun: dict[str, Any]) -> Any:
        """The table, with all that is hidden."""
        return self.made.tables.open(begun["game"])


@pytest.fixture
def serve(tmp_path: Path, small: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Server]]:
    """Starts servers over one folder; a bot that knows every word of the small list is offered too."""
    from lexkit.apps.web import games

    monkeypatch.setitem(games.OPPONENTS, "greedy", ("Greedy", "for tests"))
    monkeypatch.setattr("lexkit.apps.database._WAIT", 60)  # on a busy machine a lock is held for longer
    with ExitStack() as stack:

        def start(limits: Limits | None = None, folder: Path = tmp_path, lexicon: str = small) -> Server:
            return Server(folder, lexicon, limits or PATIENT, stack.enter_context)

        yield start


@pytest.fixture
def server(serve: Callable[..., Server]) -> Server:
    """A server with the usual limits, and time enough."""
    return serve()
