"""The reader in JavaScript answers as lexkit does, and refuses what lexkit refuses; node's own runner asks it."""

import base64
import json
import os
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import lexkit
from lexkit.errors import LexkitError
from lexkit.formats.lexicon_file import open_bytes
from tests.attacks.forge import reseal
from tests.game.positions import REAL
from tests.making import MANY, bytes_of, letters
from tests.readers.test_c import SPANISH, english_text

READER = Path(__file__).parents[2] / "readers" / "js"
NODE = shutil.which("node")


def ask(name: str, data: bytes, texts: list[str], racks: list[str], boards: list[dict[str, Any]]) -> dict[str, Any]:
    """Questions about a lexicon, each with lexkit's answer behind it."""
    lexicon = lexkit.open(data)
    questions: list[list[object]] = []
    for rank in range(0, len(lexicon), max(1, len(lexicon) // 100)):
        questions += [["rank", lexicon[rank], rank], ["word", rank, lexicon[rank]]]
    for text in texts:
        questions.append(["has", text, text in lexicon])
        for kind in ("prefix", "suffix", "substring"):
            questions.append([kind, text, getattr(lexicon, kind)(text).to_list()])
        for pattern in (f"*{text}*", f"?{text}", f"{text}*?", "??*" + text):
            questions.append(["pattern", pattern, lexicon.pattern(pattern).to_list()])
        questions.append(["crossSet", text, text, list(lexicon.cross_set(text, text))])
        questions.append(["crossSet", "", text, list(lexicon.cross_set("", text))])
        questions.append(["crossSet", text, "", list(lexicon.cross_set(text, ""))])
    for rack in racks:
        questions.append(["anagrams", rack, lexicon.anagram(rack).to_list()])
        questions.append(["anagrams", rack, 1, lexicon.search(f"subanagram:{rack}").to_list()])
    file = base64.b64encode(data).decode()
    return {"name": name, "file": file, "words": len(lexicon), "questions": questions, "boards": boards}


def on_board(lexicon: lexkit.Lexicon, board: lexkit.Board, rack: str) -> dict[str, Any]:
    """A position, with all moves of a rack as text."""
    layout, squares = board.layout, board.to_cgp().split()[0]
    moves = sorted(f"{english_text(move, board)} +{move.score}" for move in lexicon.moves(board, rack))
    start = list(divmod(layout.start, layout.columns))
    return {"layout": list(layout.glyphs), "start": start, "squares": squares, "rack": rack, "moves": moves}


def forged() -> list[dict[str, str]]:
    """Files with bits changed and checksums that fit, with the rule that lexkit names."""
    chance, files = random.Random(5), []
    honest = bytes_of([*SPANISH, "A", "O"], "spanish", daggad=True)
    for _ in range(400):
        damaged = bytearray(honest)
        for _ in range(chance.randrange(1, 4)):
            damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        data, rule = reseal(bytes(damaged)), ""
        try:
            open_bytes(data)
        except LexkitError as error:
            rule = str(error)
        files.append({"file": base64.b64encode(data).decode(), "rule": rule})
    return files


def test_node_agrees(some_english: lexkit.Lexicon, tmp_path: Path) -> None:
    if NODE is None:
        pytest.skip("no node: the reader in JavaScript was not run")
    boards = [on_board(some_english, lexkit.Board.from_cgp(line), line.split()[1].split("/")[0]) for line in REAL]
    spanish = bytes_of(SPANISH, "spanish")
    odd = lexkit.Board(
        layout=lexkit.Layout("odd", ["..#..=", ".'.-..", "...#..", '#...."', "......"], "3B"), alphabet="spanish"
    )
    odd.play("3A CHE")
    wide = [a + b + c for a in MANY[:3] for b in MANY[-3:] for c in MANY[30:34]]
    lexicons = [
        ask("english", some_english.to_bytes(), ["A", "AX", "QUI", "ING"], ["AEINRT?", "Z?", "RETINAS"], boards),
        ask(
            "spanish",
            spanish,
            ["CH", "E", "LL", "RR"],
            ["CHE?", "LLAMA"],
            [on_board(lexkit.open(spanish), odd, "LLAMÑO?")],
        ),
        ask("wide", bytes_of(wide, letters(63)), [MANY[31], MANY[0], MANY[-1]], [MANY[0] + MANY[-1] + "?"], []),
        ask("empty", bytes_of([], "english"), ["A"], ["A?"], []),
    ]
    file = tmp_path / "conformance.json"
    file.write_text(json.dumps({"lexicons": lexicons, "forged": forged()}), "utf-8")
    done = subprocess.run(
        [NODE, "--test", "."], cwd=READER, env={**os.environ, "LEXKIT_CONFORMANCE": str(file)},
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    assert "# pass 6" in done.stdout
