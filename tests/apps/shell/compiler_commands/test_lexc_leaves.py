"""lexc leaves as a user meets it: the same command gives the same bytes, by threads and by processes."""

import hashlib
from pathlib import Path

import pytest

import lexkit
from lexkit import lexicons
from tests.apps.shell.shell import assert_refused, program
from tests.running import COMPILED

#: Boards of each round, and the racks: interpreted kernels train as little as can be.
ROUNDS, RACK = ("2,4", "5") if COMPILED else ("1", "2")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a list of the words of two to four letters."""
    folder = tmp_path_factory.mktemp("leaves")
    words = lexkit.open("english").search("length:2-4").to_list()
    lexkit.build(words[:: 1 if COMPILED else 20], folder / "few.gaddag")
    return folder


def train(folder: Path, name: str, *more: str) -> str:
    """The SHA-256 of a file with leaves that a training wrote."""
    command = ("leaves", "few.gaddag", "--rounds", ROUNDS, "--rack-size", RACK, "--method", "self-play")
    done = program("lexc", *command, "-o", name, "-q", *more, cwd=folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return hashlib.sha256((folder / name).read_bytes()).hexdigest()


def test_the_same_command_gives_the_same_bytes(folder: Path) -> None:
    """As lexicons/trained/english.toml promises of the values that are shipped."""
    first = train(folder, "a.gaddag", "--seed", "3")
    assert train(folder, "b.gaddag", "--seed", "3") == first
    assert train(folder, "c.gaddag", "--seed", "3", "--processes", "2") == first
    assert train(folder, "d.gaddag", "--seed", "4") != first


@pytest.mark.skipif(not COMPILED, reason="a census weighs 200,000 racks")
def test_a_census_gives_the_same_bytes(folder: Path) -> None:
    sums = {train(folder, f"census-{run}.gaddag", "--method", "census") for run in range(2)}
    sums.add(train(folder, "census-2.gaddag", "--method", "census", "--processes", "2"))
    assert len(sums) == 1
    packed = []
    for run in range(2):
        name = f"{run}.leaves.zst"
        assert (
            program(
                "lexc", "leaves", f"census-{run}.gaddag", "--to", name, "--steps", "20", "-q", cwd=folder
            ).returncode
            == 0
        )
        packed.append((folder / name).read_bytes())
    assert packed[0] == packed[1]


def test_the_documents_state_the_command() -> None:
    """The one that made the shipped values: docs/leaves.md has it as lexicons/trained/english.toml has it."""
    root = Path(__file__).parents[4]
    stated = [line.strip("# ") for line in _lines(Path(str(lexicons.__file__)).parent / "trained/english.toml")]
    told = [line.strip() for line in _lines(root / "docs" / "leaves.md")]
    commands = [line for line in stated if line.startswith("lexc ")]
    assert len(commands) == 2
    assert set(commands) <= set(told)


def _lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


@pytest.mark.parametrize(("method", "enough"), [("self-play", "20,000 games"), ("census", "60 boards")])
def test_values_of_little_training_are_reported_and_removed_again(folder: Path, method: str, enough: str) -> None:
    """A user who trained for seconds reads that borrowed values are better, and the command that brings them back."""
    train = ("leaves", "few.gaddag", "--rounds", "1", "--rack-size", "3", "--method", method, "-o", f"{method}.gaddag")
    unit = "game" if method == "self-play" else "board"
    told = program("lexc", *train, cwd=folder)
    assert told.returncode == 0
    assert told.stderr.splitlines()[1] == (
        f"lexc: values of 1 {unit} are probably worse than borrowed ones; train on {enough} or more, or remove them: "
        f"lexc leaves {method}.gaddag --remove"
    )
    shown = program("lexc", "info", f"{method}.gaddag", cwd=folder).stdout
    assert all(fact in shown for fact in ("games 1, ", f"method {method}, ", "rounds 1, seed 1, "))
    assert lexkit.open(folder / f"{method}.gaddag").leaves.origin == "the list itself"
    gone = program("lexc", "leaves", f"{method}.gaddag", "--remove", cwd=folder)
    assert (gone.returncode, gone.stderr.partition(";")[0]) == (0, f"{method}.gaddag: leaves removed")
    assert (folder / f"{method}.gaddag").read_bytes() == (folder / "few.gaddag").read_bytes()
    again = program("lexc", "leaves", f"{method}.gaddag", "--remove", cwd=folder)
    assert_refused(again, 3, "the lexicon has no leave values of its own")


def test_values_of_tiles_that_have_only_heuristics_need_less_training(folder: Path) -> None:
    lexkit.build(["TEA", "EAT", "AT"], folder / "super.gaddag", options=lexkit.Options(alphabet="super_english"))
    train = ("leaves", "super.gaddag", "--rack-size", "2", "--method", "census", "-o", "own.gaddag", "--force")
    few, enough = (program("lexc", *train, "--rounds", rounds, cwd=folder) for rounds in ("3", "1,3"))
    assert "lexc: values of 3 boards are probably worse than Gordon's heuristics; train on 4 boards" in few.stderr
    assert (enough.returncode, "worse" in enough.stderr) == (0, False)


def test_remove_excludes_training_and_files(folder: Path) -> None:
    for other in (("--minutes", "1"), ("--from", "a.klv2"), ("--to", "a.klv2"), ("--rounds", "1")):
        assert_refused(program("lexc", "leaves", "few.gaddag", "--remove", *other, cwd=folder), 2, other[0])


def test_wrong_workers_are_refused(folder: Path) -> None:
    command = ("leaves", "few.gaddag", "-o", "wrong.gaddag")
    both = program("lexc", *command, "--processes", "2", "--cluster", "tcp://127.0.0.1:1", cwd=folder)
    assert_refused(both, 2, "exclude each other")
    assert_refused(program("lexc", *command, "--processes", "0", cwd=folder), 2, "--processes")
    trains_nothing = program("lexc", *command[:2], "--to", "a.klv2", "--processes", "2", cwd=folder)
    assert_refused(trains_nothing, 2, "leave out --processes")
    assert not (folder / "wrong.gaddag").exists()
