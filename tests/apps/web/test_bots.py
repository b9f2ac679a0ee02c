"""Bots of the server: when they answer."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from lexkit.apps.table import Seat, Table, Tables
from lexkit.apps.web import room
from lexkit.apps.web.room import Room
from lexkit.apps.web.threads import Threads


@pytest.mark.parametrize(
    ("took", "answered"), [(0.0007, 0.05), (0.0013, 0.05), (0.049, 0.05), (0.051, 0.1), (3.0, 3.0)]
)
def test_when_a_bot_answers_tells_little_of_how_long_it_thought(
    took: float, answered: float, small: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, threads = Tables(tmp_path / "tables"), Threads()
    table = Table.new(["Ann", Seat("Bot", bot="greedy")], lexicon=small, seed=3, first=1)
    name, now, acted = tables.add(table), [7.0], []

    def think() -> Any:
        now[0] += took
        return Table.think(table)

    async def sleep(seconds: float) -> None:
        now[0] += seconds

    async def idle(room: Room) -> None:
        pass

    async def play() -> None:
        room = Room(name, table, tables, threads, idle)
        room.wake()
        assert room._thinking is not None
        await room._thinking

    settle = table.settle
    monkeypatch.setattr(table, "think", think)
    monkeypatch.setattr(table, "settle", lambda thought: (acted.append(now[0] - 7.0), settle(thought)))
    monkeypatch.setattr(room, "monotonic", lambda: now[0])
    monkeypatch.setattr(room.asyncio, "sleep", sleep)
    asyncio.run(play())
    assert acted == [pytest.approx(answered)]
    threads.close()
    tables.close()
