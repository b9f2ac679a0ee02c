"""Games of the reader in C are those of lexkit: verdicts, draws, records, leave values, players, errors."""

import ctypes
import random
import re
import shutil
import subprocess
from ctypes import byref, c_void_p
from pathlib import Path

import numpy as np
import pytest

import lexkit
from lexkit import lexicons
from lexkit.errors import LexkitError
from lexkit.formats.foreign.klv2 import read_klv2, write_klv2
from lexkit.formats.leaves_section import StoredLeaves, leave_count, pack_leaves
from lexkit.players.leaves import TrainedValues, extended_table
from lexkit.runtime.game.rules import CHALLENGES, OUT_BONUSES
from readers.conformance_games import acted_game, rules_with, shared_game
from tests.making import bytes_of
from tests.readers.c_games import (
    CRules,
    CVerdict,
    GameInC,
    leaves_in_c,
    rules_in_c,
    state_of,
    worth_in_c,
)
from tests.readers.c_library import COMPILER, READER, InC, Refusal, library
from tests.running import MANY

ILLEGAL, RECORD = -10, -11
WORDS = re.findall(
    r"\w+",
    "AA AB AD AE AI AN AS AT BE BO DE DO ED EN ER ES GO HE ID IN IS IT LO NE NO OD OE ON OR RE SO TA TO UN US "
    "ARE TEA EAT TIN NIT LIE RAT TAR OAR DOE ONE TREE RATE TEAR NOTE TONE LINE LION SEAT EATS DINE GONE RETAIN "
    "RETINA SENIOR NATIONS RETAINS ELATION TOENAIL",
)


@pytest.fixture(scope="module")
def both() -> tuple[lexkit.Lexicon, InC]:
    data = bytes_of(sorted(set(WORDS)), "english")
    return lexkit.open(data), InC(data)


@pytest.mark.parametrize("seed", range(200 if MANY else 8))
def test_a_game_of_any_actions(both: tuple[lexkit.Lexicon, InC], seed: int) -> None:
    """Phonies, challenges by each rule, exchanges, passes, resignations, undo and redo; then its record."""
    lexicon, reader = both
    rules = {
        "challenge": CHALLENGES[seed % 8],
        "out_bonus": list(OUT_BONUSES)[seed % 5],
        "withdrawn_is_pass": seed % 3 == 0,
    }
    if seed % 4 == 1:
        rules |= {"length_bonuses": {2: 5}, "bonuses": {3: 4}, "bingo": 35, "exchange_limit": 2, "pass_turns": 3}
    told = acted_game("few", lexicon, 2 + seed % 3, seed, 40, **rules)
    game = shared_game(
        lexicon, told["players"], rules=rules_with(lexicon, rules), seed=seed, first=seed % len(told["players"])
    )
    made = GameInC.begin(reader, game.rules, told["players"], seed, game.first)
    for action in told["actions"]:
        if action in ("undo", "redo"):
            getattr(game, action)()
            assert getattr(library(), f"lexkit_game_{action}")(made.handle) == 0
        else:
            game.act(action)
            assert made.act(action) == 0, (action, made.why)
        assert made.state == state_of(game), action
    assert made.to_gcg() == told["gcg"]
    read, again = GameInC.read(reader, told["gcg"]), lexkit.Game.from_gcg(told["gcg"], lexicon)
    assert isinstance(read, GameInC), read
    assert read.to_gcg() == told["gcg"]
    assert {**read.state, "exchangeable": 0} == {**state_of(again), "exchangeable": 0}
    read.free()
    made.free()


def test_what_is_refused_changes_nothing(both: tuple[lexkit.Lexicon, InC]) -> None:
    lexicon, reader = both
    game = shared_game(lexicon, rules=lexkit.Rules(), seed=2)
    made = GameInC.begin(reader, game.rules, list(game.players), 2)
    before = made.state
    for text in ("8H QQ", "nonsense", "-QQQQQQQQ", "-!", "challenge", "8A NO", "8H NO extra", "1A RETAINS", "", "-ZZZ"):
        with pytest.raises(LexkitError):
            game.act(text)
        assert made.act(text) < 0
        assert made.why
        assert made.state == before == state_of(game)
    assert library().lexkit_game_undo(made.handle) == ILLEGAL
    assert library().lexkit_game_redo(made.handle) == ILLEGAL
    made.free()


FAULTS = [
    ("Ann: EILNORT 8H LION +8 8", "Ann: EILNORT 8H LION +9 9", 3, "score"),
    ("Ann: EILNORT 8H LION +8 8", "Ann: EILNORT 8H LION +8 9", 3, "total"),
    ("Ann: EILNORT 8H LION +8 8", "Ann: EILNORT 8A LION +8 8", 3, "place"),
    ("Ann: EILNORT 8H LION +8 8", "Ann: EILNZZT 8H LION +8 8", 3, "rack"),
    ("Ann: EILNORT 8H LION +8 8", "Ann: ABCDEFG 8H LION +8 8", 3, "place"),
    ("Bob: AEINRST -AE +0 0", "Ann: AEINRST -AE +0 8", 4, "turn"),
    ("Bob: AEINRST -AE +0 0", "Bob: AEINRST -QE +0 0", 4, "tiles"),
    ("Bob: AEINRST -AE +0 0", "Cy: AEINRST -AE +0 0", 4, "player"),
    ("Bob: AEINRST -AE +0 0", "Ann: (QV) +28 36", 4, "end"),
    ("Bob: AEINRST -AE +0 0", "Bob: EINRST -- -8 0", 4, "challenge"),
    ("Bob: AEINRST -AE +0 0", "Bob what is this", 4, "line"),
    ("Bob: AEINRST -AE +0 0", f"Bob: AEINRST -AE +{5**30} 0", 4, "line"),
    ("#player2 Bob Bob", "#player3 Bob Bob", 2, "player"),
    ("#player2 Bob Bob", "#player2 Bob Bob\n#tile-distribution polish", 3, "name"),
    ("#player2 Bob Bob", '#player2 Bob Bob\n#note #rules {"challenge": "odd"}', 3, "name"),
    ("#player2 Bob Bob", "#player2 Bob Bob\n#board-layout mine", 0, "name"),
]


@pytest.mark.parametrize(("line", "wrong", "place", "rule"), FAULTS)
def test_records_with_faults(both: tuple[lexkit.Lexicon, InC], line: str, wrong: str, place: int, rule: str) -> None:
    right = "#player1 Ann Ann\n#player2 Bob Bob\n>Ann: EILNORT 8H LION +8 8\n>Bob: AEINRST -AE +0 0\n"
    read = GameInC.read(both[1], right)
    assert isinstance(read, GameInC)
    assert read.turns == ["8H LION", "-AE"]
    read.free()
    found = GameInC.read(both[1], right.replace(line, wrong))
    assert isinstance(found, tuple)
    assert found[0] == RECORD
    assert found[2].startswith(f"{rule}:"), found
    assert not place or found[1] == place
    with pytest.raises(LexkitError):
        lexkit.Game.from_gcg(right.replace(line, wrong), both[0])


def test_encodings_of_records(both: tuple[lexkit.Lexicon, InC]) -> None:
    text = "#player1 Zoë Zoë É\n#player2 Bob Bob\n>Zoë: EILNORT 8H LION +8 8\n"
    for data in (text.encode(), text.encode("latin-1"), f"#character-encoding ISO-8859-1\n{text}".encode("latin-1")):
        read = GameInC.read(both[1], data)
        assert isinstance(read, GameInC)
        assert read.to_gcg() == "#character-encoding UTF-8\n" + text + "#rack1 ERT\n"
        read.free()
    assert GameInC.read(both[1], b"#character-encoding UTF-8\n" + text.encode("latin-1")) == (
        RECORD, 1, "encoding: expected UTF-8 or Latin-1, as the first line says",
    )  # fmt: skip


def test_an_own_board(both: tuple[lexkit.Lexicon, InC]) -> None:
    lexicon, reader = both
    layout = lexkit.Layout(
        'my "board"', ["=..'..=", ".-...-.", '.."#"..', "'..-..'", '.."^"..', ".-...-.", "=..'..="], "5C"
    )
    told = lexkit.Rules(layout, lexicon.alphabet, rack_size=6, bingo=30)
    game = shared_game(lexicon, rules=told, seed=5)
    made = GameInC.begin(reader, told, list(game.players), 5)
    while not game.over and len(game.turns) < 12:
        game.act(lexkit.player("greedy").choose(game.view(game.to_move)))
        made.choose("greedy")
    assert made.state == state_of(game)
    assert made.to_gcg() == game.to_gcg()
    read = GameInC.read(reader, game.to_gcg())
    assert isinstance(read, GameInC)
    assert read.to_gcg() == game.to_gcg()
    read.free()
    made.free()


# -- Leave values and players --------------------------------------------------------------------------------------


def invented(letters: int, longest: int, scale: int = 250, **made: object) -> StoredLeaves:
    chance = random.Random(longest)
    values = np.zeros(leave_count(letters, longest), np.int16)
    values[1:] = [round(chance.gauss(0, 700)) for _ in range(len(values) - 1)]
    return StoredLeaves(letters, longest, scale, values, made)


def leaves_to_ask(alphabet: lexkit.Alphabet) -> list[bytes]:
    chance = random.Random(4)
    every = [0] * alphabet.blanks + [at for at, tile in enumerate(alphabet.tiles, 1) for _ in range(tile.count)]
    return [bytes(chance.sample(every, chance.randrange(8))) for _ in range(60)] + [bytes([1] * 3), bytes([17, 17])]


@pytest.mark.parametrize(("longest", "predicted"), [(3, 0), (2, 2), (2, 4), (1, 3), (3, 99), (1, "4")])
def test_leave_values(both: tuple[lexkit.Lexicon, InC], longest: int, predicted: object) -> None:
    lexicon, reader = both
    stored = invented(26, longest, **({"predicted": predicted} if predicted else {}))
    values = TrainedValues(extended_table(stored, lexicon.alphabet), lexicon.alphabet)
    leaves = leaves_in_c(reader, pack_leaves(stored))
    for tiles in leaves_to_ask(lexicon.alphabet):
        assert worth_in_c(leaves, tiles) == round(values.of(lexkit.Rack.of_tiles(tiles)) * 1000), tiles
    library().lexkit_leaves_close(leaves)


@pytest.mark.parametrize("scale", [1, 10, 256, 999, 32768])
def test_leave_values_in_klv2(both: tuple[lexkit.Lexicon, InC], scale: int) -> None:
    lexicon, reader = both
    data = write_klv2(invented(26, 2, scale))
    values = TrainedValues(read_klv2(data, 26), lexicon.alphabet)
    leaves = leaves_in_c(reader, data)
    for tiles in leaves_to_ask(lexicon.alphabet):
        assert worth_in_c(leaves, tiles) == round(values.of(lexkit.Rack.of_tiles(tiles)) * 1000), tiles
    library().lexkit_leaves_close(leaves)
    chance = random.Random(scale)
    for _ in range(200):  # damaged files are refused, or are other values
        broken = bytearray(data[: chance.choice((len(data), chance.randrange(len(data))))])
        if broken:
            broken[chance.randrange(min(len(broken), 4000))] = chance.randrange(256)
        opened, refusal = c_void_p(), Refusal()
        size = ctypes.c_uint64(len(broken))
        code = library().lexkit_leaves_open_memory(reader.handle, bytes(broken), size, byref(opened), byref(refusal))
        assert (code == 0) == bool(opened)
        library().lexkit_leaves_close(opened)


def test_players_choose_alike(tmp_path: Path) -> None:
    """Static with the leave values of the file, and levels by its column of known words."""
    path, column = tmp_path / "few.gaddag", tmp_path / "known.csv"
    column.write_text("word,known\n" + "".join(f"{word},{len(word) * 7 % 12 - 1}\n" for word in WORDS[::2]), "utf-8")
    lexkit.build(sorted(set(WORDS)), path)
    lexkit.attach(path, path, [f"known={column}:known"], leaves=invented(26, 2, predicted=4))
    lexicon, reader = lexkit.open(path), InC(path.read_bytes())
    leaves = leaves_in_c(reader, None)
    names = [*lexicons.levels(), "static"]
    for seed, (one, other) in enumerate(zip(names, [names[-1], *names], strict=False)):
        game = shared_game(lexicon, rules=lexkit.Rules(), seed=seed)
        made = GameInC.begin(reader, game.rules, list(game.players), seed)
        while not game.over:
            name = (one, other)[game.to_move]
            game.act(lexkit.player(name, seed=seed).choose(game.view(game.to_move)))
            made.choose(name, leaves, seed)
            assert made.state == state_of(game), name
        made.free()
    library().lexkit_leaves_close(leaves)


def test_levels_are_those_of_the_toml_file() -> None:
    header = (READER / "gaddag_game.h").read_text("utf-8")
    rows = re.findall(r'\{"(\w+)", ((?:[\d.]+(?:, )?){6})\}', header)
    keys = ("see", "cross", "tile", "letter", "known", "rare")
    assert {name: list(map(float, numbers.split(","))) for name, numbers in rows} == {
        name: [level[key] for key in keys] for name, level in lexicons.levels().items()
    }
    steps = re.search(r"static const int steps\[\] = \{([\d, ]+)\}", header)
    assert steps
    assert tuple(map(int, steps[1].split(","))) == lexicons.word_steps()


def test_rules_of_languages() -> None:
    for name in lexicons.alphabet_names():
        reader = InC(bytes_of([], name))
        made, expected = CRules(), rules_in_c(reader, lexkit.Rules.from_alphabet(name))
        assert library().lexkit_rules_of(reader.handle, byref(made)) == 0
        same = [field for field, *_ in CRules._fields_ if field not in ("start", "bonuses", "length_bonuses")]
        assert [getattr(made, field) for field in same] == [getattr(expected, field) for field in same]
    library().lexkit_layout.restype = ctypes.c_char_p
    for name in lexicons.layout_names():
        assert library().lexkit_layout(name.encode()).decode() == "/".join(lexkit.Layout.named(name).glyphs)
    assert library().lexkit_layout(b"mine") is None


# -- Verdicts ------------------------------------------------------------------------------------------------------


def test_a_rack_is_no_longer_than_the_rules_say(both: tuple[lexkit.Lexicon, InC]) -> None:
    board, verdict = c_void_p(), CVerdict()
    assert library().lexkit_board_new(both[1].handle, None, -1, None, byref(board)) == 0
    assert library().lexkit_moves(board, bytes(8), 8, None, ctypes.c_int64(0)) == -5
    assert library().lexkit_board_explain(board, b"8H NO", bytes(8), 8, byref(verdict)) == -5
    assert library().lexkit_board_explain(board, b"8H NO", bytes([14, 15]), 2, byref(verdict)) == 0
    library().lexkit_board_free(board)


def test_a_board_to_draw(both: tuple[lexkit.Lexicon, InC]) -> None:
    calls, board, layout = library(), c_void_p(), lexkit.Layout.named("super")
    squares = "/".join(["21"] * 9 + ["9RaTE8", "10O10"] + ["21"] * 10)
    assert calls.lexkit_board_new(both[1].handle, "/".join(layout.glyphs).encode(), -1, None, byref(board)) == 0
    assert calls.lexkit_board_from_cgp(board, squares.encode(), None) == 0
    assert (calls.lexkit_board_rows(board), calls.lexkit_board_columns(board)) == (21, 21)
    assert calls.lexkit_board_start(board) == layout.start
    glyphs = [chr(calls.lexkit_board_premium(board, row, column)) for row in range(21) for column in range(21)]
    assert "".join(glyphs) == "".join(layout.glyphs)
    assert calls.lexkit_board_premium(board, 21, 0) == calls.lexkit_board_premium(board, 0, -1) == 0
    tiles, grid = (ctypes.c_uint8 * 441)(), lexkit.Board.from_cgp(squares, layout=layout).grid
    assert calls.lexkit_board_tiles(board, tiles, 440) == -7
    assert calls.lexkit_board_tiles(board, tiles, 441) == 441
    assert bytes(tiles) == grid
    move, text = CVerdict().move, ctypes.create_string_buffer(2000)
    for play in (b"L9 NOTE", b"M10 .ON"):  # the first has other tiles before it, the second touches
        code = calls.lexkit_board_move(board, play, byref(move))
        assert (code == 0) == (play != b"L9 NOTE"), play
    assert calls.lexkit_board_play(board, byref(move)) == move.score
    assert calls.lexkit_board_play(board, byref(move)) == ILLEGAL
    assert calls.lexkit_board_to_cgp(board, None, text, 2000) > 0
    assert text.value.decode() != squares
    assert calls.lexkit_board_undo(board) == 0
    assert calls.lexkit_board_to_cgp(board, None, text, 2000) == len(squares)
    assert text.value.decode() == squares
    assert calls.lexkit_board_undo(board) == -1
    for wrong in (b"", b"21/21", b"22", b"15/15", squares.encode() + b" AB/C 1/x", squares.encode() + b" A!"):
        assert calls.lexkit_board_from_cgp(board, wrong, None) < 0, wrong
    calls.lexkit_board_free(board)


# -- The header ----------------------------------------------------------------------------------------------------


def test_the_program_that_plays(both: tuple[lexkit.Lexicon, InC], tmp_path: Path) -> None:
    """``examples/play.c``: a whole game by its hints."""
    if COMPILER is None:
        pytest.skip("no C compiler: the example was not compiled")
    (tmp_path / "few.gaddag").write_bytes(both[0].to_bytes())
    command = [COMPILER, "-Wall", "-Wextra", "-Werror", f"-I{READER}", READER / "examples" / "play.c", "-o", "play"]
    subprocess.run(command, cwd=tmp_path, check=True)
    done = subprocess.run(
        ["./play", "few.gaddag", "greedy", "3"], cwd=tmp_path, input="8Z X\n" + "-\n" * 40, check=True,
        capture_output=True, text=True,
    )  # fmt: skip
    assert "off the board of 15 rows and 15 columns" in done.stdout
    record = done.stdout[done.stdout.index("#player1 You") :]
    assert lexkit.Game.from_gcg(record, both[0]).over
    asked = subprocess.run(["./play", "none"], cwd=tmp_path, check=False, capture_output=True, text=True)
    assert (asked.returncode, asked.stderr[:11]) == (2, "no lexicon:")


def test_one_header_in_several_files(tmp_path: Path) -> None:
    """LEXKIT_STATIC has no warning, also where little is used; an own allocator is used for everything."""
    if COMPILER is None:
        pytest.skip("no C compiler")
    (tmp_path / "a.c").write_text(
        "#include <stdlib.h>\nstatic int living;\n"
        "static void *take(size_t size) { living++; return malloc(size); }\n"
        "static void give(void *memory) { living -= memory != NULL; free(memory); }\n"
        "#define LEXKIT_MALLOC take\n#define LEXKIT_FREE give\n#define LEXKIT_STATIC\n"
        '#include "gaddag_game.h"\n#include "gaddag_game.h"\n'
        "int main(int count, char **arguments) {\n    lexkit_lexicon *lexicon;\n    lexkit_game *game;\n"
        "    if (lexkit_open(arguments[count - 1], &lexicon, NULL)) return errno == ENOENT ? 2 : 1;\n"
        "    int before = living;\n    if (lexkit_game_new(lexicon, NULL, NULL, 2, 0, 1, &game)) return 3;\n"
        '    if (living != before + 1 || lexkit_game_act(game, "-")) return 4;\n'
        "    lexkit_game_free(game);\n    before = living;\n"
        "    static uint64_t room[1 << 15];\n    const int64_t size = lexkit_game_size();\n"
        "    if (size > (int64_t)sizeof room) return 5;\n"
        "    char *odd = (char *)room + 1;\n"
        "    if (lexkit_game_init(odd, size, lexicon, NULL, NULL, 2, 0, 1, &game) != LEXKIT_ARGUMENT) return 6;\n"
        "    if (lexkit_game_init(room, size - 1, lexicon, NULL, NULL, 2, 0, 1, &game) != LEXKIT_ARGUMENT) return 7;\n"
        "    if (lexkit_game_init(room, size, lexicon, NULL, NULL, 2, 0, 1, &game) || living != before) return 8;\n"
        '    if (lexkit_game_act(game, "-") || lexkit_game_turns(game) != 1) return 9;\n'
        "    lexkit_close(lexicon);\n    return living;\n}\n",
        "utf-8",
    )
    (tmp_path / "few.gaddag").write_bytes(bytes_of(WORDS[:5]))
    for compiler, standard in ((COMPILER, "-std=c99"), (shutil.which("c++"), "-std=c++17")):
        if compiler is None:
            continue
        language = ["-x", "c++"] if "++" in standard else []
        command = [compiler, *language, standard, "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror",
                   f"-I{READER}", "a.c", "-o", "a"]  # fmt: skip
        subprocess.run(command, cwd=tmp_path, check=True)
        assert subprocess.run(["./a", "few.gaddag"], cwd=tmp_path, check=False).returncode == 0
        assert subprocess.run(["./a", "none.gaddag"], cwd=tmp_path, check=False).returncode == 2
