"""Whole games that lexkit, C and JavaScript play to the same record: other ones than those of conformance.json."""

import base64
import json
import os
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import lexkit
from lexkit import lexicons
from lexkit.formats.columns_section import StoredColumn, pack_columns
from lexkit.runtime.game.rules import CHALLENGES, OUT_BONUSES
from readers import conformance_games as games
from readers.make_conformance import FILE
from tests.attacks.forge import with_section
from tests.running import COMPILED, MANY

LISTS = ("english", "spanish", "polish", "german", "hong_kong_english", "the first 63 letters")
#: Its levels have the classes of the bundled list, which the readers do not; that of "english" gets a column.
WITHOUT_LEVELS = "hong_kong_english"
READER = FILE.parent / "js"


def rules_by_chance(chance: random.Random) -> dict[str, Any]:
    rules: dict[str, Any] = {"challenge": chance.choice(CHALLENGES), "out_bonus": chance.choice([*OUT_BONUSES])}
    rules |= {"rack_size": chance.randrange(5, 11), "exchange_minimum": chance.randrange(9)}
    rules |= {"bonuses": {5: 12, 6: 3}, "length_bonuses": {4: 7, 8: 20}}
    rows, columns = chance.randrange(9, 18), chance.randrange(9, 18)
    glyphs = ["".join(chance.choices("....'\"^-=~", k=columns)) for _ in range(rows)]
    rules["layout"] = {"rows": glyphs, "start": [chance.randrange(2, rows - 2), chance.randrange(2, columns - 2)]}
    return {name: rules[name] for name in sorted(rules) if chance.random() < 0.3}


def with_known(data: bytes) -> bytes:
    """The same lexicon with a column of how many people know its words, which some words lack."""
    chance, words = random.Random(3), len(lexkit.open(data))
    values = np.array([chance.choice((-1, 0, 1, 3, 5, 7, 8, 9, 12)) for _ in range(words)])
    missing = np.array([chance.random() < 0.1 for _ in range(words)])
    known = StoredColumn.of_integers("known", np.where(missing, 0, values), missing)
    others = [StoredColumn.of_texts("definition", ["a word"] * words), StoredColumn.of_numbers("z", values / 2)]
    others.append(StoredColumn.of_decimals("packed", values / 2, 2))
    return with_section(data, b"columns", pack_columns([known, *others]))


def some_games(number: int, seed: int) -> dict[str, Any]:
    """A file in the form of conformance.json, with games alone."""
    chance, given = random.Random(seed), json.loads(FILE.read_text("utf-8"))
    chosen = [about for about in given["lexicons"] if about["name"] in LISTS]
    for about in chosen:
        if about["name"] == "english":
            about["file"] = base64.b64encode(with_known(base64.b64decode(about["file"]))).decode()
    opened = {about["name"]: lexkit.open(base64.b64decode(about["file"])) for about in chosen}
    played = []
    for _ in range(number):
        name, rules, start = chance.choice(LISTS), rules_by_chance(chance), chance.randrange(2**53)
        kinds = ["static", "greedy", *(lexicons.levels() if name != WITHOUT_LEVELS else ())]
        if chance.random() < 0.5:
            choosers = [chance.choice(kinds) for _ in range(chance.randrange(2, 5))]
            seated = [f"{kind}:{chance.randrange(99)}" if kind in lexicons.levels() else kind for kind in choosers]
            first = chance.randrange(len(seated))
            played.append(games.chosen_game(name, opened[name], seated, start, first, **rules))
        else:
            played.append(games.acted_game(name, opened[name], chance.randrange(2, 5), start, 80, **rules))
    fields = ("name", "file", "words", "labels", "points", "counts")
    lists = [{**{field: about[field] for field in fields}, "questions": [], "positions": []} for about in chosen]
    return {"format": 1, "layouts": [], "lexicons": lists, "games": played, "honest": {}, "forged": []}


def test_javascript_plays_the_same_games(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node: the games were not played in JavaScript")
    number = 200 if MANY else 6 if COMPILED else 1
    (tmp_path / "games.json").write_text(json.dumps(some_games(number, 17)), "utf-8")
    command = [node, "--test", "--test-reporter=tap", "conformance.test.js"]
    environment = {**os.environ, "CONFORMANCE": str(tmp_path / "games.json")}
    done = subprocess.run(command, cwd=READER, check=False, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert f"ok {len(LISTS) + number} - game {number - 1}" in done.stdout
