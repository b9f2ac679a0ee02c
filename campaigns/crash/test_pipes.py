"""Outputs that take nothing: every third command with one of them; the campaign tries all with all."""

import os
from pathlib import Path

import pytest

from campaigns.crash.commands import COMMANDS, NOWHERE, finding, folder_for

pytestmark = pytest.mark.skipif(
    os.name == "nt" or not os.path.exists("/dev/full"), reason="the outputs are those of a Linux shell"
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return folder_for(tmp_path_factory.mktemp("pipes"))


#: Found: a build without standard error ended as if nothing was found, or as a fault of lexkit, sometimes undone; help
#: in a closed pipe ended as if nothing was found.
FOUND = [
    ("lexc build x.txt -o out.gaddag !", "errors closed"),
    ("lexc build x.txt -o out.gaddag !", "errors to a full disk"),
    ("lexc pack x.gaddag -o out.zst !", "errors to a pipe that is closed"),
    ("lexc --help", "a pipe that is closed at once"),
]
EACH = [(command, list(NOWHERE)[number % len(NOWHERE)]) for number, command in enumerate(COMMANDS[::3])]


@pytest.mark.parametrize(("command", "where"), FOUND + EACH)
def test_outputs_that_take_nothing(command: str, where: str, folder: Path) -> None:
    assert finding(command, where, folder) is None
