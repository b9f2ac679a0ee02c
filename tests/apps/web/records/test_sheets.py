"""Score sheets over HTTP: what a sheet answers, records with faults, and what is written of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit.apps.web.limits import Limits
from lexkit.apps.web.sheets import LINES

from ..conftest import Server

GCG = Path(__file__).parents[3] / "golden" / "gcg"


def line(player: int, action: str, **more: str) -> dict[str, Any]:
    return {"player": player, "action": action, **more}


def ask(server: Server, path: str = "", status: int = 200, **fields: Any) -> dict[str, Any]:
    """The answer about a sheet of two players."""
    answer = server.http.post(f"/api/sheets{path}", json={"players": ["Ann", "Bob"], **fields})
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_sheet_is_played(server: Server) -> None:
    lines = [line(0, "8G CARE", rack="ACER"), line(1, "9Z HA", note="?"), line(1, "challenge")]
    found = ask(server, lines=lines, racks=["", "QZ"])
    told = [(one["number"], one["fault"], one["unknown"]) for one in found["lines"]]
    assert told[0][:2] == (1, None)
    assert told[1][0] is None
    assert "off the board" in told[1][1]
    assert told[2][0] == 2
    assert found["movers"] == [0, 1, 1, found["view"]["to_move"]]
    assert found["view"]["racks"][1] == ["Q", "Z"]
    assert found["rack_faults"] == {}
    again = ask(server, start=found["start"], first=found["first"], lines=lines, racks=["", "QZ"])
    assert again == found
    other = ask(server, start=found["start"], challenge="5pt", lines=[], racks=["ZZZZ"], layout="super")
    assert (other["setting"]["challenge"], other["setting"]["layout"]) == ("5pt", "standard")
    assert "not left" in other["rack_faults"]["0"]


def test_small_letters_are_tiles_if_they_cannot_be_blanks(server: Server) -> None:
    lines = [line(0, "8g care"), line(1, "9g ha", rack="AHXYZ"), line(0, "10G ne"), line(1, "challenge ne")]
    found = [one["action"] for one in ask(server, lines=lines)["lines"]]
    assert found == ["8g CARE", "9g HA", "10G ne", "challenge ne"]


def test_words_that_are_not_in_the_list_are_told(server: Server) -> None:
    assert ask(server, lines=[line(0, "8G XAEC")])["lines"][0]["unknown"] == ["XAEC"]


@pytest.mark.parametrize("name", ["total", "score_missing", "spanish_digraphs", "super_board", "four_players"])
def test_a_record_becomes_a_sheet_and_all_kinds_of_files(name: str, server: Server) -> None:
    data = (GCG / f"{name}.gcg").read_bytes()
    answer = server.http.post("/api/sheets/read", content=data)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert [one["fault"] for one in found["lines"]] == [None] * len(found["lines"])
    remarks = [one["remark"] for one in found["lines"] if one["remark"]]
    assert len(remarks) == (name in ("total", "score_missing"))
    sheet = {"start": found["start"], "first": found["first"], "racks": found["racks"], "players": []}
    sheet["lines"] = [{key: one[key] for key in ("player", "action", "rack", "note")} for one in found["lines"]]

    def write(kind: str, turn: int = 3) -> str:
        return str(ask(server, "/file", kind=kind, turn=turn, **sheet)["text"])

    def nicks(text: str) -> list[str]:
        return re.findall(r"^#player\d (\S+)", text, re.MULTILINE)

    assert nicks(write("gcg")) == nicks(data.decode())
    names = [player["name"] for player in found["setting"]["players"]]
    renamed = ask(server, "/file", kind="gcg", turn=3, **{**sheet, "players": ["Eve", *names[1:]]})["text"]
    assert nicks(renamed) == ["Eve", *nicks(data.decode())[1:]]
    again = lexkit.Game.from_gcg(write("gcg"))
    assert list(again.scores) == found["view"]["scores"]
    assert write("svg").startswith("<svg ")
    position = [*again.positions(), again.to_cgp()][3]
    assert write("cgp").split()[0] == position.split()[0]
    assert ask(server, "/file", 409, kind="svg", turn=99, **sheet)["error"].startswith("no such turn")


def test_what_is_no_sheet_is_refused(serve: Callable[..., Server]) -> None:
    server = serve(Limits(requests_a_second=1000, request_burst=1000))
    wrong: list[dict[str, Any]] = [
        {"lines": "x"},
        {"lines": [1]},
        {"lines": [{}]},
        {"lines": [line(9, "-")]},
        {"lines": [line(0, "-", rack="x" * 2000)]},
        {"lines": [line(0, "-")] * (LINES + 1)},
        {"players": ["Ann"]},
        {"players": ["Ann", "Ann"]},
        {"players": [1, 2]},
        {"start": "{"},
        {"start": "[" * 5000},
        {"first": 3},
        {"lexicon": "none"},
        {"lines": [line(3, "-")]},
    ]
    for fields in wrong:
        answer = server.http.post("/api/sheets", json={"players": ["Ann", "Bob"], **fields})
        assert answer.status_code in (400, 409), (fields, answer.text)
        assert answer.json()["error"]
    assert server.http.post("/api/sheets/read", content=b"\0").status_code == 409
    long = "#player1 A A\n#player2 B B\n" + ">A: - +0 0\n>B: - +0 0\n" * LINES
    assert "at most 200 turns" in server.http.post("/api/sheets/read", content=long).json()["error"]
    assert server.http.post("/api/sheets", content=b"x" * 300_000).status_code == 413


def test_half_a_character_ends_no_request(server: Server) -> None:
    """Found: 500, and a traceback, for a note that JSON can say and no file can hold."""
    record = b'#player1 A A\n#player2 B B\n>A: ACERS 8G CARES +14 14\n#note #json "\\ud83d x"\n'
    answer = server.http.post("/api/sheets/read", content=record)
    assert answer.status_code == 200
    assert answer.json()["lines"][0]["note"] == "? x"
    sheet = '{"players":["A","B"],"lines":[{"player":0,"action":"8G CARES","note":"\\ud83d"}],"racks":[]}'
    answer = server.http.post("/api/sheets", content=sheet.encode())
    assert answer.status_code == 400
    assert "half of a character" in answer.json()["error"]


def test_a_record_that_names_no_language_is_of_the_lexicons(tmp_path: Path) -> None:
    lexkit.build(["KOTAIS", "AS"], tmp_path / "french.gaddag", lexkit.Options(alphabet="french"))
    with ExitStack() as stack:
        _read_french(Server(tmp_path, str(tmp_path / "french.gaddag"), Limits(), stack.enter_context))


def _read_french(server: Server) -> None:
    record = b"#player1 Ann Ann\n#player2 Bob Bob\n>Ann: AKOIEST 8D KOTAIS +50 50\n"
    found = server.http.post("/api/sheets/read?lexicon=small", content=record).json()
    assert (found["remarks"], found["lines"][0]["remark"], found["judged"]) == ([], "", True)
    assert found["view"]["scores"] == [50, 0]
    named = b"#tile-distribution english\n" + record.replace(b"50", b"30")
    other = server.http.post("/api/sheets/read?lexicon=small", content=named).json()
    assert (other["view"]["scores"], other["judged"]) == ([30, 0], False), "no list of another language judges it"
