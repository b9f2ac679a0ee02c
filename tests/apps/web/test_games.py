"""Games over the WebSocket: begun, joined, played to the end, left and found again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import lexkit
from lexkit.apps.web.requests import sentence
from lexkit.errors import ColumnError, LexiconNotFoundError, LexkitError, QueryError
from tests.running import each

from .conftest import Player, Server


def best(server: Server, begun: dict[str, Any], player: Player) -> str:
    """A text of what a good player would do."""
    game = server.table(begun).game
    action = lexkit.player("greedy").choose(game.view(player.view["seat"]))
    return f"{action.move.place} {action.move.tiles}" if action.move else "pass"


def test_a_whole_game_against_a_bot(server: Server) -> None:
    begun = server.begin(name="Ann")
    player = server.sit(begun)
    assert [one["name"] for one in player.setting["players"]] == ["Ann", "Greedy"]
    turns = 0
    while not player.view["over"]:
        player.wait(lambda view: view["over"] or view["to_move"] == 0)
        if not player.view["over"]:
            answer = player.act(best(server, begun, player))
            assert answer.get("done"), answer
            turns += 1
    game = server.table(begun).game
    assert game.over
    assert turns > 2
    assert player.view["scores"] == list(game.scores)
    assert player.view["racks"] is not None
    assert player.ask("gcg")["gcg"] == game.to_gcg()


def test_wordsmog(server: Server) -> None:
    """A whole game: the person plays by the rules of the table, and so does the bot."""
    offered = server.http.get("/api/offers").json()["variants"]
    assert [one["id"] for one in offered] == ["classic", "wordsmog"]
    begun = server.begin(variant="wordsmog")
    player = server.sit(begun)
    assert player.setting["variant"] == "wordsmog"
    while not player.view["over"]:
        player.wait(lambda view: view["over"] or view["to_move"] == 0)
        if not player.view["over"]:
            answer = player.act(best(server, begun, player))
            assert answer.get("done"), answer
    game = server.table(begun).game
    assert game.rules.variant == "wordsmog"
    words = {"".join(sorted(word)) for word in game.lexicon.words()}
    formed = [word for turn in game.turns if turn.move for word in turn.move.words]
    assert all("".join(sorted(word)) in words for word in formed)
    assert any(word not in game.lexicon for word in formed)
    assert "#game-type wordsmog" in player.ask("gcg")["gcg"]
    position = lexkit.Board(rules=lexkit.Rules(variant="wordsmog")).to_cgp()
    assert server.table(server.begin(position=position)).game.rules.variant == "wordsmog"
    assert server.table(server.begin()).game.rules.variant == "classic"


def test_a_game_of_two_people_by_a_link(server: Server) -> None:
    begun = server.begin("friend", name="Ann", friend="Bob")
    ann = server.sit(begun)
    joined = server.join(begun)
    bob = server.sit(joined)
    assert joined["token"] != begun["token"]
    assert bob.view["seat"] == 1
    assert not bob.my_turn
    while ann.hear().get("here") != [True, True]:
        pass
    assert ann.act(best(server, begun, ann)).get("done")
    bob.wait(lambda view: view["to_move"] == 1)
    assert bob.view["squares"] == ann.view["squares"]
    assert bob.act("pass").get("done")
    ann.wait(lambda view: view["to_move"] == 0)
    assert ann.view["history"][-1]["kind"] == "pass"
    assert ann.act("resign").get("done")
    assert bob.wait(lambda view: view["over"])["result"]["winner"] == 1


def test_a_friend_brings_a_name(server: Server) -> None:
    begun = server.begin("friend", name="Ann")
    ann = server.sit(begun)
    assert ann.view["names"] == ["Ann", "Player 2"]
    assert ann.act("-" + ann.view["rack"][0].replace("?", "1")).get("done")
    server.join(begun, name="  Zoë ")
    server.sit(begun)
    assert ann.wait(lambda view: view["names"][1] != "Player 2")["names"] == ["Ann", "Zoë"]
    assert server.table(begun).game.players == ("Ann", "Zoë")
    # The own exchange is known, that of the other is not.
    assert len(ann.view["history"][0]["tiles"]) == 1
    assert "tiles" not in server.table(begun).view(1)["history"][0]
    assert ann.ask("gcg")["gcg"].count("Zoë") >= 1


@pytest.mark.parametrize(("name", "kept"), [("ann", "ann 2"), ("", "Player 2"), ("B\u0000b", "Player 2")])
def test_a_friend_without_a_name_of_their_own_sits_down_too(name: str, kept: str, server: Server) -> None:
    begun = server.begin("friend", name="Ann")
    assert server.sit(server.join(begun, name=name)).view["names"] == ["Ann", kept]


def test_all_see_which_tiles_were_exchanged_once_the_game_is_over(server: Server) -> None:
    begun = server.begin("friend")
    ann, tiles = server.sit(begun), server.table(begun).view(0)["rack"][:3]
    assert ann.act(f"-{''.join(tiles)}").get("done")
    bob = server.sit(server.join(begun))
    assert "tiles" not in bob.view["history"][0]
    assert bob.act("resign").get("done")
    assert sorted(bob.wait(lambda view: view["over"])["history"][0]["tiles"]) == sorted(tiles)


def test_how_games_stand_is_told_to_those_who_know_them(server: Server) -> None:
    over, running, other = (server.begin("friend", name=name) for name in ("Ann", "Bob", "Cid"))
    server.sit(over).act("resign")
    server.sit(running).act("pass")
    asked = f"{over['game']} {running['game']} none"
    found = server.http.post("/api/standings", json={"games": asked}).json()
    assert found.keys() == {over["game"], running["game"]}
    assert found[over["game"]] == {
        "players": ["Ann", "Player 2"],
        "scores": [0, 0],
        "over": True,
        "turns": 1,
        "to_move": None,
        "winner": 1,
        "reason": "resignation",
        "maximum": None,
        "lexicon": f"small.gaddag, {len(server.table(over).lexicon):,} words",
    }
    assert (found[running["game"]]["to_move"], found[running["game"]]["over"]) == (1, False)
    assert other["game"] not in found
    assert server.http.post("/api/standings", json={"games": ""}).json() == {}
    assert server.http.post("/api/standings", json={"games": "x" * 2000}).status_code == 400


def test_a_link_works_once_also_after_a_restart(server: Server, serve: Callable[..., Server]) -> None:
    begun = server.begin("friend")
    assert "token" in server.join(begun)
    for one in (server, serve()):
        answer = one.http.post("/api/join", json={"invitation": begun["invitation"]})
        assert answer.status_code == 409
        assert "used" in answer.json()["error"]


def test_who_is_invited_is_told_what_to(server: Server) -> None:
    """Before the seat is taken: the word list, the board, the clock and the rules. The link works all the same."""

    def told(begun: dict[str, Any]) -> Any:
        return server.http.post("/api/invitation", json={"invitation": begun["invitation"]})

    begun = server.begin("friend", name="Ann", minutes=25, challenge="5pt", variant="wordsmog", layout="super")
    asked = told(begun).json()
    assert asked["by"] == "Ann"
    assert asked["list"]["name"] == "small"
    assert asked["list"]["words"] == len(server.table(begun).lexicon)
    assert (asked["board"], asked["minutes"], asked["seconds"]) == ("21 × 21", 25, None)
    assert [rule.partition(":")[0] for rule in asked["rules"]] == ["5-point challenge", "WordSmog"]
    assert begun["token"] not in told(begun).text
    assert "token" in server.join(begun)
    assert "used" in told(begun).json()["error"]
    wanted = {"friends": "yes", "name": "Ann", "kind": "joker", "seconds": 120}
    asked = told(server.http.post("/api/duplicates", json=wanted).json()).json()
    assert (asked["board"], asked["minutes"], asked["seconds"]) == ("15 × 15", 0, 120)
    assert [rule.partition(":")[0] for rule in asked["rules"]] == ["Joker", "Classic"]


def test_a_link_is_not_a_token(server: Server) -> None:
    begun = server.begin("friend")
    with server.connect() as socket:
        socket.send_json({"do": "hello", "game": begun["game"], "token": begun["invitation"]})
        assert "token" in socket.receive_json()["refused"]


def test_the_game_goes_on_after_the_connection_was_lost(server: Server) -> None:
    begun = server.begin()
    player = server.sit(begun)
    assert player.act(best(server, begun, player)).get("done")
    player.socket.close()
    again = server.sit(begun)
    again.wait(lambda view: view["over"] or view["to_move"] == 0)
    assert [turn["player"] for turn in again.view["history"]] == [0, 1]


def test_the_bot_moves_in_a_game_that_a_killed_server_left(server: Server, serve: Callable[..., Server]) -> None:
    begun = server.begin(first="me")
    # The action is in the file, the answer of the bot is not: so a killed server leaves it.
    server.table(begun).act(0, "pass")
    after = serve()
    player = after.sit(begun)
    assert len(player.wait(lambda view: view["turn"] > 1)["history"]) == 2


def test_an_action_that_is_sent_twice_is_done_once(server: Server) -> None:
    begun = server.begin("friend")
    player = server.sit(begun)
    revision = player.view["revision"]
    assert player.act("pass", revision=revision).get("done")
    answer = player.act("pass", revision=revision)
    assert "changed" in answer["error"]
    assert len(server.table(begun).game.turns) == 1


def test_refused_actions_say_why_and_change_nothing(server: Server) -> None:
    begun = server.begin()
    player = server.sit(begun)
    for action in ("8H QQQQ", "1A AA", "", "nonsense", "8D \N{GRINNING FACE}", "-ZZZZZZZ", "challenge"):
        assert "error" in player.act(action), action
    assert not server.table(begun).game.turns


def test_tentative_plays_are_scored(server: Server) -> None:
    begun = server.begin()
    player = server.sit(begun)
    play = best(server, begun, player)
    preview = player.ask("preview", play=play)["preview"]
    assert player.act(play).get("done")
    turn = player.view["history"][0]
    assert (preview["score"], preview["words"], preview["squares"]) == (turn["score"], turn["words"], turn["squares"])
    assert "error" in player.ask("preview", play="nonsense")


def test_hints_come_in_steps_and_not_between_people(server: Server) -> None:
    player = server.sit(server.begin())
    hints = [player.ask("hint", step=step)["hint"] for step in range(1, 5)]
    if hints[0]["kind"] == "placement":
        assert [sorted({"score", "place", "tiles", "text"} & hint.keys()) for hint in hints] == [
            ["score"],
            ["place", "score"],
            ["place", "score", "tiles"],
            ["place", "score", "text", "tiles"],
        ]
    people = server.sit(server.begin("friend"))
    assert "error" in people.ask("hint", step=1)
    assert "error" in people.ask("analyse")


def test_undo_takes_back_the_own_turn(server: Server) -> None:
    begun = server.begin()
    player = server.sit(begun)
    rack = player.view["rack"]
    assert player.act(best(server, begun, player)).get("done")
    player.wait(lambda view: view["turn"] == 2 or view["over"])
    assert player.ask("undo", revision=player.view["revision"]).get("done")
    assert player.view["rack"] == rack
    assert not player.view["history"]


def test_the_past_can_be_looked_at(server: Server) -> None:
    begun = server.begin("friend")
    player = server.sit(begun)
    assert player.act("pass").get("done")
    past = player.ask("look", turn=0)["past"]
    assert (past["turn"], past["turns"], past["history"]) == (0, 1, [])
    assert "error" in player.ask("look", turn=5)


def test_an_analysis_lists_moves_and_ends(server: Server) -> None:
    begun = server.begin()
    player = server.sit(begun)
    assert player.ask("analyse").get("done")
    while not (found := player.hear().get("analysis", {})).get("done"):
        pass
    lexicon, board = server.table(begun).game.lexicon, server.table(begun).board(0)
    candidates = [one.text for one in lexicon.moves(board, board.rack, "candidates").by_equity(lexicon)]
    assert candidates[0] == lexicon.best_by_equity(board).text
    # The best by equity; then a simulation puts them in an order of its own.
    assert sorted(row["text"] for row in found["rows"]) == sorted(candidates[:15])


def test_a_recorded_game_is_stepped_through(server: Server) -> None:
    begun = server.begin()
    player = server.sit(begun)
    while not player.view["over"]:
        player.wait(lambda view: view["over"] or view["to_move"] == 0)
        if not player.view["over"]:
            player.act(best(server, begun, player))
    record = player.ask("gcg")["gcg"]
    found = server.http.post("/api/records", content=record.encode()).json()
    spectator = server.sit(found, "")
    assert spectator.view["turns"] == player.view["turns"]
    assert spectator.ask("look", turn=1)["past"]["history"][0]["text"] == player.view["history"][0]["text"]
    assert server.http.post("/api/records", content=b"\xff\x00 no record").status_code == 409


def test_a_clock_runs_and_ends_the_game(server: Server) -> None:
    begun = server.begin("friend", minutes=3)
    player = server.sit(begun)
    assert player.view["clock"] == {"left": [180, 180], "running": None}, "it waits for the friend"
    server.sit(server.join(begun))
    player.wait(lambda view: view["clock"]["running"] == 0)
    assert 100 < player.view["clock"]["left"][0] <= 180
    table = server.table(begun)
    table._watch.at += 180 + 601  # the time that has passed
    player.ask("cgp")
    server.sit(begun)  # whoever looks is told, and the clock is watched anew
    assert player.wait(lambda view: view["over"])["result"]["reason"] == "time"


def test_what_another_game_needs_is_in_the_setting(serve: Callable[..., Server], small: str) -> None:
    server = serve()
    setting = server.sit(server.begin(minutes=5, layout="super")).setting
    assert (setting["offered"], setting["minutes"], setting["layout"]) == ("small", 5, "super")
    assert server.sit(server.begin()).setting["minutes"] == 0


def test_a_record_is_read_with_the_lexicon_that_is_wanted_and_its_own_letters(
    server: Server, english: lexkit.Lexicon
) -> None:
    server.made.games.lexicons = {"small": server.made.games.lexicons["small"], "other": "english"}
    server.made.rooms.offered = {"english": "other"}
    record = "#player1 J J\N{LATIN SMALL LETTER U WITH DIAERESIS}rgen\n#player2 B B\n".encode("latin-1")
    found = server.http.post("/api/records?lexicon=other", content=record).json()
    setting = server.sit(found, "").setting
    assert setting["players"][0]["name"] == "J\N{LATIN SMALL LETTER U WITH DIAERESIS}rgen"
    assert setting["lexicon"] == "english"


def test_a_lexicon_that_is_not_offered_is_refused_and_no_other_one_taken(server: Server) -> None:
    answers = [
        server.http.post("/api/records?lexicon=none", content=b"#player1 A A\n#player2 B B\n"),
        server.http.get("/api/words?q=CARE&lexicon=none"),
        server.http.get("/api/kinds?lexicon=none"),
        server.http.post("/api/study/statistics", json={"lexicon": "none"}),
    ]
    for answer in answers:
        assert answer.status_code == 400
        assert "no lexicon of that name" in answer.json()["error"]
    assert server.http.get("/api/kinds").status_code == 200


CARE = "15/15/15/15/15/15/15/5CARE6/15/15/15/15/15/15/15"


def test_a_game_begins_from_a_position(server: Server) -> None:
    begun = server.begin("friend", position=f"{CARE} AEINRST/ 30/12 0")
    player = server.sit(begun)
    assert player.setting["position"]
    assert player.view["rack"] == list("AEINRST")
    assert player.view["scores"] == [30, 12]
    assert player.view["may"]["play"]
    assert player.ask("cgp")["cgp"].startswith(f"{CARE} AEINRST/ 30/12 0")
    assert "from a position" in player.ask("gcg")["error"]
    other = server.begin("friend", position=f"{CARE} AEINRST/ 30/12 0", first="other")
    assert server.table(other).view(1)["rack"] == list("AEINRST")


@pytest.mark.parametrize(
    "position",
    [
        "15/15",
        f"{CARE} QQ/ 0/0 0",
        f"{CARE} / 0/0 6",
        f"{CARE} A/B/C 0/0/0 0",
        f"{CARE} / 0/0 0 bdn ../../etc/passwd;",
        "x" * 1001,
        "/" * 1000,
        "9999999999/" * 90,
    ],
)
def test_impossible_positions_are_refused(position: str, server: Server) -> None:
    answer = server.http.post("/api/games", json={"opponent": "friend", "position": position})
    assert answer.status_code in (400, 409)
    assert answer.json()["error"]
    assert not server.made.tables.list(kind="web")


@each(
    "error",
    [
        LexiconNotFoundError("no lexicon of that name or path", found="'/srv/lists/few.gaddag'"),
        QueryError("no such list", expected="/srv/lists/few.gaddag", found=None),
        QueryError("no such list", path="/srv/lists/few.gaddag", found="C:\\lists\\few.gaddag"),
        ColumnError("/srv/lists/few.gaddag is damaged", path="/srv/lists/few.gaddag", place="line 1"),
    ],
)
def test_what_is_told_of_an_error_has_no_path(error: LexkitError) -> None:
    assert "lists" not in sentence(error)
    assert "lists" not in sentence(error, found=False)


def test_what_is_no_game_and_no_position_is_told_so(server: Server) -> None:
    answer = server.http.post("/api/records", content=b"hello")
    assert answer.json() == {"error": "not a game in GCG: line 1: expected a pragma or an event, found 'hello'"}
    position = server.http.post("/api/games", json={"opponent": "greedy", "position": "hello"})
    expected = "rows with / between them"
    assert position.json() == {"error": f"not a position in CGP: expected {expected}, found 'hello'"}
    control = server.http.post("/api/games", json={"opponent": "greedy", "name": "Ann\u0000"}).json()["error"]
    name = "1 to 200 printable characters, with few marks on each"
    assert control == f"players: not a name of a player: expected {name}, found 'Ann\\x00'"
