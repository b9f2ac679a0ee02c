"""What is refused: by the engine, which goes on, or before it is asked."""

from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit import Action, lexicons
from lexkit.errors import EngineError, QueryError
from tests.players.engine.test_engine import POSITION, started
from tests.players.test_match import small_list


@pytest.mark.parametrize(
    "limits",
    [
        *[{"time": time} for time in (float("nan"), float("inf"), "x", -1, 0, True, 1e300)],
        *[{name: -1} for name in ("depth", "iterations", "confidence", "threads")],
        *[{name: value} for name in ("depth", "threads") for value in (1.5, "1 infinite", 10**16, True)],
    ],
)
def test_limits_that_are_none(limits: dict[str, Any]) -> None:
    with started("none") as fake:
        with pytest.raises(QueryError, match="invalid"):
            fake.go(POSITION, **limits)
        assert fake.go(POSITION, time=0.01, depth=3).move == Action("pass")


def test_what_is_no_line_is_not_sent() -> None:
    with started("none") as fake:
        for options in ({"Hash Size": 3, "Style": "1\nquit"}, {"Style": "a\r"}):
            with pytest.raises(EngineError, match="this is more than a line"):
                fake.configure(options)
        with pytest.raises(EngineError, match="no such option"):
            fake.configure({1: 2})  # type: ignore[dict-item]
        with pytest.raises(EngineError, match="this is more than a line"):
            fake.go(POSITION, moves=[Action("exchange", exchanged="A\nquit")])
        assert fake.alive
        assert fake.go(POSITION, moves=["pass\n"]).move == Action("pass")


def test_an_option_is_set_when_it_is_accepted() -> None:
    """Else the engine would not be told the lexicon of a game, after one that it refused."""
    with started("lexicon few") as fake:
        with pytest.raises(EngineError, match=r"refuses.*no such lexicon"):
            fake.configure({"Lexicon": "many"})
        assert fake._set == set()
        fake.configure({"lexicon": "few"})
        assert fake._set == {"lexicon"}


def view_of(file: Path, lexicon: lexkit.Lexicon) -> lexkit.View:
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(lexicon.to_bytes())
    return lexkit.Game(lexkit.open(file), seed=3).view(0)


def test_the_lexicon_of_the_game(tmp_path: Path) -> None:
    """The engine plays by it, or not at all."""
    lexicon = small_list(lexicons.alphabet("english"))
    with started("lexicon nwl.2023") as fake:
        for _ in range(2):
            with pytest.raises(EngineError, match=r"a lexicon that the engine refuses.*no such lexicon"):
                fake.choose(view_of(tmp_path / "nwl.2020.gaddag", lexicon))
        with pytest.raises(EngineError, match="the path of this folder cannot be sent to an engine"):
            fake.choose(view_of(tmp_path / "a;b" / "nwl.2023.gaddag", lexicon))
        assert fake.choose(view_of(tmp_path / "nwl.2023.gaddag", lexicon)) == Action("pass")
