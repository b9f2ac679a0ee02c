"""The reader in C answers as lexkit does, and refuses what lexkit refuses."""

import ctypes
import errno
import random
import re
import shutil
import subprocess
import sys
import tomllib
import unicodedata
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import lexkit
from lexkit.errors import LexkitError
from lexkit.formats.lexicon_file import open_bytes
from readers.make_conformance import move_text
from tests.attacks.forge import reseal
from tests.attacks.test_disagreement import swapped
from tests.game.positions import REAL
from tests.making import MANY, bytes_of, letters
from tests.readers.c_library import COMPILER, READER, InC, Refusal, library, rule_of, standard

GOLDEN = Path(__file__).parents[1] / "golden" / "positions.cgp"
#: Errors of gaddag.h.
ARGUMENT, ROOM, CONTRADICTION = -5, -7, -8
SPANISH = ["CHE", "CHAL", "LLAMA", "CALLE", "PERRO", "ERRE", "NIÑO", "AÑO", "CARRO", "CHICHA", "HACHE"]


def both(words: list[str], alphabet: lexkit.Alphabet | str = "english") -> tuple[lexkit.Lexicon, InC]:
    data = bytes_of(words, alphabet)
    return lexkit.open(data), InC(data)


def assert_alike(lexicon: lexkit.Lexicon, reader: InC, texts: list[str], racks: list[str]) -> None:
    """Ask everything of both."""

    def ranks(words: lexkit.Words) -> list[int]:
        return words.to_numpy().tolist()

    for rank in range(0, len(lexicon), max(1, len(lexicon) // 300)):
        assert reader.rank(lexicon[rank]) == rank
        assert reader.word(rank) == lexicon[rank]
    for text in texts:
        assert reader.rank(text) == (lexicon.rank(text) if text in lexicon else None)
        for kind in ("suffix", "substring"):
            assert reader.find(kind, text) == ranks(getattr(lexicon, kind)(text))
        assert reader.prefix(text) == ranks(lexicon.prefix(text))
        for pattern in (f"*{text}*", f"?{text}", f"{text}*?", f"?*{text}", "??*" + text):
            assert reader.find("pattern", pattern) == ranks(lexicon.pattern(pattern))
        assert reader.cross_set(text, "") == lexicon.cross_set(text, "").mask
        assert reader.cross_set("", text) == lexicon.cross_set("", text).mask
        assert reader.cross_set(text, text) == lexicon.cross_set(text, text).mask
    for rack in racks:
        length = len(lexkit.Rack(rack, lexicon.alphabet))
        assert reader.find("anagrams", rack, length) == ranks(lexicon.anagram(rack))
        assert reader.find("anagrams", rack, 1) == ranks(lexicon.search(f"subanagram:{rack}"))


def test_the_bundled_list(english: lexkit.Lexicon) -> None:
    reader = InC(english.to_bytes())
    assert_alike(english, reader, ["AX", "UZZ", "QQ", "TIONS"], ["AEINRT?", "ZZ?", "RETINAS", "QI"])
    reader.close()


@pytest.mark.parametrize(
    ("words", "alphabet"), [(SPANISH, "spanish"), (["L·LA", "PALA", "QUI"], "catalan"), ([], "english")]
)
def test_other_alphabets(words: list[str], alphabet: str) -> None:
    lexicon, reader = both(words, alphabet)
    labels = list(lexicon.alphabet)
    assert_alike(lexicon, reader, labels, [labels[0] + "?", labels[1]])
    reader.close()


@given(st.lists(st.text(MANY[:3] + MANY[-2:], min_size=1, max_size=7), max_size=30), st.data())
def test_any_words_of_a_wide_alphabet(words: list[str], data: st.DataObject) -> None:
    lexicon, reader = both(words, letters(63))
    texts = st.lists(st.text(MANY[:3] + MANY[-2:], min_size=1, max_size=4), max_size=4)
    assert_alike(lexicon, reader, data.draw(texts), [*data.draw(texts), "A?"])
    reader.close()


def test_golden_moves(english: lexkit.Lexicon) -> None:
    reader = InC(english.to_bytes())
    lines = [*GOLDEN.read_text("utf-8").splitlines()[::16], *REAL]
    for line in filter(None, lines):
        board = lexkit.Board.from_cgp(line)
        expected = sorted((english_text(move, board), move.score) for move in english.moves(board))
        squares, racks = line.split()[:2]
        assert reader.moves(standard(), squares, racks.split("/")[0]) == expected, line
    reader.close()


def english_text(move: lexkit.Move, board: lexkit.Board) -> str:
    """A move as the reader writes it, with brackets around labels of several letters."""
    place, text = str(move).split()[:2]
    labels = sorted((label for label in board.alphabet if len(label) > 1), key=len, reverse=True)
    for label in labels:
        text = re.sub(f"({label}|{label.lower()})", r"[\1]", text)
    return f"{place} {text}"


def test_boards_of_any_shape() -> None:
    lexicon, reader = both(SPANISH, "spanish")
    glyphs = ["..#..=", ".'.-..", "...#..", '#...."', "......"]
    layout = lexkit.Layout("odd", glyphs, "3B")
    board = lexkit.Board(layout=layout, alphabet="spanish")
    board.play("3A CHE")
    expected = sorted((english_text(move, board), move.score) for move in lexicon.moves(board, "LLAMÑO?"))
    squares = board.to_cgp().split()[0]
    assert reader.moves("/".join(glyphs), squares, "LLAMÑO?", 13) == expected
    reader.close()


def test_cross_sets_are_those_of_lexkit(english: lexkit.Lexicon) -> None:
    """Every square, also covered ones and bricks."""
    reader = InC(english.to_bytes())
    for line in filter(None, [*GOLDEN.read_text("utf-8").splitlines()[::32], *REAL]):
        board = lexkit.Board.from_cgp(line)
        rows, columns = board.layout.rows, board.layout.columns
        masks, scores = reader.cross_sets(standard(), line.split()[0], rows, columns)
        crosses = english.cross_sets(board)
        assert np.array_equal(masks, crosses.masks)
        assert np.array_equal(scores, crosses.scores)
    reader.close()
    lexicon, reader = both(SPANISH, "spanish")
    glyphs = ["..#..=", ".'.-..", "...#..", '#...."', "......"]
    board = lexkit.Board(layout=lexkit.Layout("odd", glyphs, "3B"), alphabet="spanish")
    for play in ("", "3A CHe"):
        if play:
            board.play(play)
        masks, scores = reader.cross_sets("/".join(glyphs), board.to_cgp().split()[0], 5, 6, 13)
        crosses = lexicon.cross_sets(board)
        assert np.array_equal(masks, crosses.masks)
        assert np.array_equal(scores, crosses.scores)
    assert reader.library.lexkit_cross_sets(None, None, None) == ARGUMENT
    reader.close()


def test_small_letters_are_those_of_unicode() -> None:
    """Of every letter that has one, whatever its script."""
    # Later versions of Python know letters that are newer than the table.
    known = unicodedata if unicodedata.unidata_version == "14.0.0" else unicodedata.ucd_3_2_0
    capitals = [
        text
        for text in map(chr, range(sys.maxunicode + 1))
        if text.lower() != text == unicodedata.normalize("NFC", text) and known.category(text) != "Cn"
    ]
    assert len(capitals) > 800
    # Not of neighbours, since Ǆ and ǅ have one small form.
    files = len(capitals) // 63 + 1
    for start in range(files):
        few = capitals[start::files]
        alphabet = lexkit.Alphabet("capitals", [lexkit.Tile(text, text.lower()) for text in few])
        reader = InC(bytes_of([few[0]], alphabet))
        for tile, text in enumerate(few, start=1):
            assert reader.text(bytes([128 + tile])) == text.lower()
            tiles, count = reader.tiles(text.lower())
            assert tiles[:count] == [tile]
        reader.close()


def test_blanks_are_written_small() -> None:
    """The small form of a letter, also if an alias is written otherwise; in brackets if it would read as others."""
    tiles = [lexkit.Tile("א", "א", aliases=("A",)), *(lexkit.Tile(text, text.lower()) for text in ("CH", "C", "H"))]
    reader = InC(bytes_of(["CH"], lexkit.Alphabet("mixed", tiles)))
    assert reader.text(bytes([129])) == "א"
    assert reader.text(bytes([130, 2, 131])) == "chCHc"
    assert reader.text(bytes([131, 4])) == "[c][H]"
    room = ctypes.create_string_buffer(64)
    for number in (0, 5, 127, 128, 133, 255):
        assert reader.library.lexkit_decode(reader.handle, bytes([number]), 1, room, 64) == ARGUMENT
    reader.close()


@pytest.mark.parametrize("seed", range(4))
def test_damaged_files_are_refused_alike(seed: int) -> None:
    """Bits changed, with checksums that fit: the same rule is named, or both open the file."""
    chance = random.Random(seed)
    honest = bytes_of([*SPANISH, "A", "O"], "spanish", alphagrams=True, daggad=True)
    alike = 0
    for _ in range(300):
        damaged = bytearray(honest)
        for _ in range(chance.randrange(1, 4)):
            damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
        data = reseal(bytes(damaged))
        try:
            open_bytes(data)
            named = ""
        except LexkitError as error:
            named = next(iter(re.findall(r"\b([A-Z]\d+):", str(error))), "H1")
        found = rule_of(data)
        # Python compares alphagrams with the words when they are first used, and says J4 for the alphabet's rules.
        if named or found not in ("F3", "F4"):
            assert bool(found) == bool(named), (named, found)
            alike += found == named or (named == "J4" and found[0] == "A")
    # A file that breaks several rules may be refused by any of them.
    assert alike > 270


def test_a_count_is_refused_like_a_set() -> None:
    """A reverse part of more words than there are: rule Q1, also if nobody asks which words they are."""
    reader = InC(swapped(["AB"], ["AB", "BB", "CAB", "CB"]))
    (tiles, count), words = reader.tiles("B"), (ctypes.c_uint64 * 1)()
    for found in (None, words):
        assert reader.library.lexkit_suffix(reader.handle, tiles, count, found) == CONTRADICTION
        assert reader.library.lexkit_substring(reader.handle, tiles, count, found) == CONTRADICTION
    reader.close()


def test_no_room_is_no_room() -> None:
    reader = InC(bytes_of(["AB"], "english"))
    tiles = (ctypes.c_uint8 * 4)(*[9] * 4)
    for room in (0, -1, -(1 << 31)):
        assert reader.library.lexkit_encode(reader.handle, b"AB", 0, tiles, room) == ROOM
    assert reader.library.lexkit_encode(reader.handle, b"", 0, tiles, 0) == 0
    assert list(tiles) == [9] * 4
    reader.close()


def test_the_program_of_the_readme(english: lexkit.Lexicon, tmp_path: Path) -> None:
    if COMPILER is None:
        pytest.skip("no C compiler: the program was not compiled")
    (tmp_path / "english.gaddag").write_bytes(english.to_bytes())
    program = re.search(r"```c\n(.*?)```", (READER / "README.md").read_text("utf-8"), re.DOTALL)
    assert program
    folder = tmp_path / "readers" / "c"
    folder.mkdir(parents=True)
    (folder / "first.c").write_text(program[1], "utf-8")
    subprocess.run([COMPILER, "-O2", f"-I{READER}", "first.c", "-o", "first"], cwd=folder, check=True)
    lines = subprocess.run(
        [folder / "first"], cwd=folder, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    board = lexkit.Board.from_cgp("15/15/15/15/15/15/15/5CArE6/15/15/15/15/15/15/15")
    assert sorted(lines) == sorted(move_text(move, board) for move in english.moves(board, "AEINRT?"))
    assert f"each of {len(lines):,} moves" in (READER / "README.md").read_text("utf-8")


@pytest.mark.parametrize(("name", "number"), [("gaddag.h", 29), ("gaddag_game.h", 56)])
def test_the_library_has_what_the_header_declares(name: str, number: int) -> None:
    header = (READER / name).read_text("utf-8").partition("_IMPLEMENTATION\n#undef")
    declared = set(re.findall(r"^LEXKIT_API .*?(lexkit_\w+)\(", header[0], re.MULTILINE))
    assert len(declared) == number
    assert all(hasattr(library(), function) for function in declared)
    others = set(re.findall(r"^static .*?(lexkit_\w+)\(", header[2], re.MULTILINE))
    assert len(others) > 60
    assert not [function for function in others if hasattr(library(), function)]


def test_version_and_errors() -> None:
    header = (READER / "gaddag.h").read_text("utf-8")
    for name in ("version", "error_text"):
        getattr(library(), f"lexkit_{name}").restype = ctypes.c_char_p
    version = tomllib.loads((READER.parents[1] / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    parts = re.findall(r"#define LEXKIT_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header)
    assert library().lexkit_version().decode() == version == ".".join(parts)
    texts = [library().lexkit_error_text(ctypes.c_int64(code)).decode() for code in range(-12, 2)]
    assert texts[0] == "no such error"
    assert texts[-1] == texts[-2] == "no error"
    assert len(set(texts)) == 13
    assert len(re.findall(r"^    LEXKIT_\w+ = -\d+", header, re.MULTILINE)) == 11


@pytest.mark.sweep
def test_clang_tidy_finds_nothing(tmp_path: Path) -> None:
    if shutil.which("clang-tidy") is None:
        pytest.skip("no clang-tidy")
    done = subprocess.run(
        ["make", "-s", "-C", READER, "tidy", f"BUILD={tmp_path}"], check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout


def test_a_packed_file_is_named(tmp_path: Path) -> None:
    opened, refusal = ctypes.c_void_p(), Refusal()
    data = b"\x28\xb5\x2f\xfd" + bytes(40)
    size = ctypes.c_uint64(len(data))
    assert library().lexkit_open_memory(data, size, ctypes.byref(opened), ctypes.byref(refusal)) < 0
    assert refusal.text == b"H1: packed: run lexc unpack"
    path = str(tmp_path / "none").encode()
    assert library().lexkit_open(path, ctypes.byref(opened), ctypes.byref(refusal)) == -2
    assert refusal.system == errno.ENOENT


def test_sets_that_are_not_wanted() -> None:
    reader = InC(bytes_of(SPANISH, "spanish"))
    for kind, text, more in (
        ("pattern", "C*", ()),
        ("anagrams", "CARRO?", (2,)),
        ("suffix", "O", ()),
        ("substring", "A", ()),
    ):
        tiles, count = reader.tiles(text, {"anagrams": 1, "pattern": 2}.get(kind, 0))
        found = getattr(reader.library, f"lexkit_{kind}")(reader.handle, tiles, count, *more, None)
        assert found == len(reader.find(kind, text, *more)) > 0
    reader.close()


@pytest.mark.sweep
@pytest.mark.parametrize("target", ["check-sanitized", "check-threads"])
def test_sanitizers_find_nothing(target: str, tmp_path: Path) -> None:
    if COMPILER is None:
        pytest.skip("no C compiler: the reader in C was not run")
    (tmp_path / "few.gaddag").write_bytes(bytes_of(["AA", "AB", "AT", "ATE", "EAT", "TEA", "RATE", "RETAIN"]))
    command = ["make", "-s", "-C", READER, target, f"BUILD={tmp_path}", f"LEXICON={tmp_path / 'few.gaddag'}"]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if "lasan" in done.stderr or "ltsan" in done.stderr:
        pytest.skip("no sanitizers: the reader in C was not run with them")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.sweep
def test_make_check(english: lexkit.Lexicon, tmp_path: Path) -> None:
    if COMPILER is None or shutil.which("c++") is None:
        pytest.skip("no C compiler, or none of C++")
    file = tmp_path / "english.gaddag"
    file.write_bytes(english.to_bytes())
    done = subprocess.run(
        ["make", "-s", "-C", READER, "check", f"BUILD={tmp_path / 'build'}", f"LEXICON={file}"],
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    board = lexkit.Board.from_cgp("15/15/15/15/15/15/15/5CArE6/15/15/15/15/15/15/15")
    best = english.best_move(board, "AEINRT?").score
    lines = done.stdout.splitlines()
    assert lines
    for line in lines:
        assert line.endswith((f"+{best}", " 0 wrong")) or "was not run" in line, line
