"""What is hidden stays on the server: every byte that a client gets is looked at."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import lexkit

from .conftest import Player, Server


def ask_all(player: Player) -> None:
    """Everything that a client may ask, and what it may not."""
    player.ask("cgp")
    player.ask("gcg")
    for turn in range(3):
        player.ask("look", turn=turn)
        player.ask("cgp", turn=turn)
    for step in range(1, 5):
        player.ask("hint", step=step)
    player.ask("preview", play="8H AA")
    for turn in range(3):
        player.ask("preview", play="8H AA", turn=turn)
        player.ask("analyse", turn=turn, plays=["8H AA", "-E", "-Q", "pass"])
    player.ask("analyse", plays=["8H AA"])
    player.ask("analyse")
    player.ask("undo", revision=player.view["revision"])
    player.act("challenge")


def swap_hidden_tiles(table: Any, seat: int) -> None:
    """Give the other player other tiles, and the bag another order: for this seat nothing has changed."""
    game = table._game
    moment, undone = game._at
    state = moment.state
    other = 1 - seat
    game._bag.restore(state.pool)
    size = state.sizes[other]
    drawn = game._bag.draw(size)
    game._bag.put_back(lexkit.Rack(game.racks[other]).tiles)
    counts = lexkit.Rack.of_tiles(drawn, game.rules.alphabet).counts
    racks = tuple(counts if player == other else rack for player, rack in enumerate(state.racks))
    game._at = moment._replace(state=state._replace(racks=racks, pool=game._bag.state)), undone
    game.seed = "another seed"


def told(player: Player) -> list[Any]:
    """What a client was told, without what differs from game to game."""
    text = json.dumps([json.loads(one) for one in player.bytes], sort_keys=True)
    return list(json.loads(re.sub(r'"(name|time)": ("[\w-]+"|[0-9.e-]+)', '"": 0', text)))


@pytest.mark.parametrize("seat", [0, 1])
def test_two_games_that_differ_in_what_is_hidden_look_the_same(
    seat: int, serve: Callable[..., Server], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda size: "one seed of both games")
    heard = []
    for number in range(2):
        server = serve(folder=tmp_path / str(number))
        begun = server.begin("friend")
        joined = server.join(begun)
        table = server.table(begun)
        table.act(0, "pass")
        table.act(1, "pass")
        hidden = str(table.game.racks[1 - seat])
        if number:
            swap_hidden_tiles(table, seat)
            assert str(table.game.racks[1 - seat]) != hidden
        player = server.sit([begun, joined][seat])
        ask_all(player)
        heard.append(told(player))
    assert heard[0] == heard[1]


def test_hints_and_analyses_know_no_more_than_the_player(
    serve: Callable[..., Server], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("secrets.token_hex", lambda size: "one seed of both games")
    heard = []
    for number in range(2):
        server = serve(folder=tmp_path / str(number))
        begun = server.begin()
        if number:
            swap_hidden_tiles(server.table(begun), 0)
        player = server.sit(begun)
        hints = [player.ask("hint", step=step)["hint"] for step in range(1, 5)]
        views = [one for one in told(player) if "view" in one]
        assert player.ask("analyse").get("done")
        while not (found := player.hear().get("analysis", {})).get("done"):
            pass
        # A report that waits gives way to the next one: how many there are is luck.
        heard.append((views, hints, found))
    assert heard[0] == heard[1]


def test_no_byte_has_a_token_or_the_seed(server: Server) -> None:
    begun = server.begin("friend")
    joined = server.join(begun)
    table = server.table(begun)
    clients = [server.sit(begun), server.sit(joined), server.sit(begun, "")]
    for client in clients:
        ask_all(client)
    for client in clients:
        everything = "".join(client.bytes)
        for secret in (str(table.game.seed), begun["token"], joined["token"], begun["invitation"]):
            assert secret not in everything


def test_others_racks_are_in_no_view_until_the_end(server: Server) -> None:
    begun = server.begin("friend")
    ann, bob = server.sit(begun), server.sit(server.join(begun))
    spectator = server.sit(begun, "")
    for client in (ann, bob, spectator):
        ask_all(client)
        own = client.view["seat"]
        for text in client.bytes:
            for _, player in racks_in(json.loads(text)):
                assert player == own, text
    assert spectator.view["rack"] is None
    assert ann.view["rack"] == list(server.table(begun).game.racks[0])
    bob.act("resign")
    assert ann.wait(lambda view: view["over"])["racks"]


def test_a_position_hides_the_racks_that_it_names(server: Server) -> None:
    position = "15/15/15/15/15/15/15/5CARE6/15/15/15/15/15/15/15 AEINRST/QUVVWXZ 30/12 0 lex secret; note hidden;"
    begun = server.begin("friend", position=position)
    ann, bob, spectator = server.sit(begun), server.sit(server.join(begun)), server.sit(begun, "")
    for client in (ann, bob, spectator):
        ask_all(client)
        for text in client.bytes:
            assert all(player == client.view["seat"] for _, player in racks_in(json.loads(text))), text
            assert "secret" not in text
            assert "note" not in text
    heard = ["".join(client.bytes) for client in (ann, bob, spectator)]
    assert ["AEINRST" in text for text in heard] == [True, False, False]
    assert ["QUVVWXZ" in text for text in heard] == [False, True, False]


def racks_in(value: Any, seat: Any = None) -> list[tuple[Any, Any]]:
    """(rack, whose) of all racks in a message."""
    found = []
    if isinstance(value, dict):
        seat = value.get("player", value.get("seat", seat))
        if value.get("rack") is not None:
            found.append((value["rack"], seat))
        if value.get("racks") is not None:
            found.append((value["racks"], "all"))
        for one in value.values():
            found += racks_in(one, seat)
    elif isinstance(value, list):
        for one in value:
            found += racks_in(one, seat)
    return found


def test_answers_about_games_have_no_more_than_the_own_token(server: Server) -> None:
    begun = server.begin("friend")
    assert sorted(begun) == ["game", "invitation", "opponent", "token"]
    joined = server.join(begun)
    assert sorted(joined) == ["game", "opponent", "token"]
    assert server.table(begun).seats[1].token == joined["token"] != begun["token"]


def test_files_have_no_code_of_a_link_and_are_the_users_alone(server: Server, tmp_path: Path) -> None:
    begun = server.begin("friend")
    content = b"".join(path.read_bytes() for path in tmp_path.glob("web-links.sqlite*"))
    assert begun["invitation"].encode() not in content
    for path in tmp_path.glob("web-*.sqlite"):
        assert path.stat().st_mode & 0o077 == 0
