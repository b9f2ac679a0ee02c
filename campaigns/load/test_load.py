"""A short slice of the load: right answers for many threads, shared pages, readers of a file that is replaced."""

import gc
import shutil
from pathlib import Path

import pytest

import lexkit
from campaigns.load import faults
from campaigns.load.questions import KINDS, Asker
from campaigns.load.together import processes, replaced, soak, threads
from tests.running import COMPILED

linux = pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="memory is told by Linux' /proc")


def _few(path: Path) -> str:
    """A small lexicon, quick even on interpreted kernels, that has every kind of answer."""
    words = [word for word in lexkit.open("english") if len(word) <= (5 if COMPILED else 4)]
    words += ["RATINGS", "SINGING", "QUEENING", "STARING", "INGOTS"]
    lexkit.build(words, path)
    return str(path)


@pytest.fixture(scope="module")
def path(english: lexkit.Lexicon, tmp_path_factory: pytest.TempPathFactory) -> str:
    return _few(tmp_path_factory.mktemp("load") / "few.gaddag")


def test_sixteen_threads_get_the_answers_of_one(path: str) -> None:
    asked, wrong = threads(path, 16, 60 if COMPILED else 8, 140 if COMPILED else 28, games=1)
    assert asked > 0
    assert not wrong, wrong[:3]


@linux
def test_processes_share_the_pages_of_one_map(path: str) -> None:
    """No part of the map is private to a process."""
    memory = processes(path, 3)
    for one in memory:
        assert one["map private kB"] == 0, memory
        assert 0 < one["map share kB"] <= one["map resident kB"] // 2, memory


def test_readers_of_a_file_that_is_replaced(tmp_path: Path) -> None:
    opened, wrong = replaced(tmp_path, 2, 40)
    assert opened >= 2
    assert not wrong, wrong


@linux
def test_the_soak_runs(path: str, tmp_path: Path) -> None:
    """The campaign works; seconds do not show whether memory is flat."""
    wrong: list[str] = []
    said = list(soak(path, tmp_path, 1.0, 0.5, wrong, number=2))
    assert said[-1]["answers"] > 0
    assert not wrong
    assert said[-1]["wrong"] == 0


@linux
def test_the_map_goes_with_its_last_user(path: str, tmp_path: Path) -> None:
    """Found: a lexicon that was asked for moves stayed mapped until Python next looked for cycles."""
    copy = str(shutil.copy(path, tmp_path / "copy.gaddag"))
    gc.collect()
    gc.disable()
    try:
        for question, kind in enumerate(KINDS):
            lexicon = lexkit.open(copy)
            asker = Asker(lexicon, 1)
            asker.answer(question)
            del asker, lexicon
            assert copy not in Path("/proc/self/maps").read_text(), kind
    finally:
        gc.enable()


@linux
@pytest.mark.sweep
@pytest.mark.skipif(not COMPILED, reason="apps are tested with compiled kernels")
def test_attacks_on_the_service_run() -> None:
    tried = faults.attacked(faults.half_closed, False)
    assert tried.cases > 100
    assert not tried.found
