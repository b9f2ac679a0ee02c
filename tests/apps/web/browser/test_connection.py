"""What a page does when it is refused: it tries again, and waits for no answer that does not come."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .conftest import Table, shows

pytestmark = pytest.mark.sweep


def test_a_page_that_is_one_too_many_tries_again(visit: Callable[..., Any]) -> None:
    page = visit()
    tried: list[Any] = []

    def refuse_twice(socket: Any) -> None:
        tried.append(socket)
        if len(tried) < 3:
            socket.send('{"later": "too many pages look at this game"}')
            socket.close(code=1013)
        else:
            socket.connect_to_server()

    page.route_web_socket("**/api/live", refuse_twice)
    page.locator("label:has(input[value='static'])").click()
    page.get_by_role("button", name="Play", exact=True).click()
    shows(page, "#offline", "too many pages")
    assert Table(page).ready()
    assert page.locator("#offline").is_hidden()
    assert len(tried) == 3


def test_a_refusal_without_a_number_ends_waiting(visit: Callable[..., Any]) -> None:
    page = visit()

    def refuse_acts(socket: Any) -> None:
        server = socket.connect_to_server()
        refusal = '{"id": null, "error": "not a message"}'
        socket.on_message(lambda text: socket.send(refusal) if '"act"' in text else server.send(text))

    page.route_web_socket("**/api/live", refuse_acts)
    table = Table.begin(page, first="me")
    assert table.ready()
    page.locator("#pass").click()
    page.locator("dialog .main").click()
    shows(page, "#say", "Not a message")
    assert page.locator("#pass").is_enabled()
    assert table.turns() == 0 or "No moves" in page.locator("#history").inner_text()


def test_a_connection_that_stalls_is_noticed_and_made_again(visit: Callable[..., Any]) -> None:
    """Nothing comes any more, and nothing is closed."""
    page = visit()
    made: list[Any] = []
    stalled = False

    def connect(socket: Any) -> None:
        made.append(socket)
        server, number = socket.connect_to_server(), len(made)
        server.on_message(lambda text: None if stalled and number == 1 else socket.send(text))

    page.route_web_socket("**/api/live", connect)
    page.clock.install()
    table = Table.begin(page, first="me")
    assert table.ready()
    page.clock.run_for(11_000)  # it asks, and is answered
    page.wait_for_function("() => document.querySelector('#offline').hidden")
    assert len(made) == 1
    stalled = True
    page.clock.run_for(26_000)
    assert table.ready()
    assert len(made) == 2
    page.locator("#pass").click()
    page.locator("dialog .main").click()
    shows(page, "#history", "pass")
