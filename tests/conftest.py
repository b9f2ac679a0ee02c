"""What all tests share: hypothesis profiles, processes, and a check that what is tested is what was edited."""

import gc
import os
import signal
from collections import Counter
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import lexkit
from lexkit.formats.compiled_kernels import kernel_file, kernel_sources
from lexkit.formats.user_cache import say_if_interpreted
from tests.running import COMPILED, FULL, MANY

#: Each process collects all tests, which takes it ten seconds: more than these gain little.
MOST_PROCESSES = 8
#: Folders whose tests one process runs: the rules that attacks break are counted, and there is one browser.
TOGETHER = ("tests/attacks/", "tests/apps/web/browser/")
NO_CHECKS = list(HealthCheck)
settings.register_profile("full", derandomize=True, deadline=None, max_examples=60, suppress_health_check=NO_CHECKS)
settings.register_profile("short", settings.get_profile("full"), max_examples=12)
# The same kernels a hundred times slower: fewer examples, so that the suite still takes minutes.
settings.register_profile("interpreted", settings.get_profile("full"), max_examples=8)
settings.register_profile("long", deadline=None, max_examples=2000, suppress_health_check=NO_CHECKS)
USUAL = ("full" if FULL else "short") if COMPILED else "interpreted"
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", USUAL))

# A shell has programs that it starts in the background ignore Ctrl-C, and what they start: some tests send it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

#: Tests for which it makes no difference whether kernels are compiled: of programs on the public API, of shells and
#: terminals, of how files and records are written, of series and analyses of games, of other programs and their ends,
#: of readers in other languages and files of other programs, of alphabets and texts, of names and docstrings, of the
#: oracles and the sources themselves.
NOT_OF_KERNELS = (
    *("apps", "benchmarks", "examples", "formats/foreign", "packaging", "pictures"),
    *("attacks/test_paths.py", "attacks/test_while_open.py", "compiler/lists/test_hunspell.py"),
    *("formats/test_alphabet.py", "formats/test_atomic.py", "formats/test_bounded_input.py", "formats/test_folding.py"),
    *("formats/test_normal_text.py", "formats/test_user_cache.py", "workers/test_end_with_parent.py"),
    *("game/referee/test_cgh.py", "game/referee/test_gcg.py", "game/referee/test_kept_at_the_edges.py"),
    *("game/referee/test_moves_elsewhere.py", "game/referee/test_player_view.py", "game/test_word_scan.py"),
    *("players/engine", "players/test_killed_match.py", "players/test_matches_of_programs.py"),
    *("players/test_outcome_statistics.py", "players/test_play_many_games.py", "players/reports"),
    *("query/test_folded_queries.py", "readers", "runtime/test_docstrings.py", "runtime/test_traps.py"),
)
#: Those among them that also run for kernels: a search at the shell, the README, random cases of everything.
STILL_OF_KERNELS = (
    *("apps/shell/test_lexq_search.py", "packaging/test_docs.py", "packaging/test_kernel_calls.py"),
    "packaging/test_kernels.py",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--of-kernels", action="store_true", help="leave out tests to which it is all one how kernels run")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave sweeps out of a short run, unless tests are chosen by name or mark."""
    if not FULL and not config.option.markexpr and not any("::" in str(one) for one in config.args):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("sweep")])
        items[:] = [item for item in items if not item.get_closest_marker("sweep")]
    if hasattr(config, "workerinput"):
        begin_with_longest(items)


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Run all tests in a process for each core, with pytest-xdist; chosen ones in this process, which starts sooner."""
    option = config.option
    everything = config.args_source is pytest.Config.ArgsSource.TESTPATHS and not (option.keyword or option.markexpr)
    elsewhere = hasattr(config, "workerinput") or option.collectonly or option.usepdb
    if everything and not elsewhere and getattr(option, "numprocesses", 0) is None:
        option.numprocesses, option.maxprocesses = "logical", MOST_PROCESSES


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Give processes their tests in the order of begin_with_longest(), which xdist would sort."""
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return scope_of(nodeid)

    config.option.loadscopereorder = False
    return ByFile(config, log)


def scope_of(nodeid: str) -> str:
    """What one process runs: the tests of a file, as its fixtures want it, or those of a folder in TOGETHER."""
    return next((name for name in TOGETHER if nodeid.startswith(name)), nodeid.partition("::")[0])


def begin_with_longest(items: list[pytest.Item]) -> None:
    """Put what takes longest first, so that processes end at about the same time: TOGETHER, then files of many tests.

    A browser's few tests take longer than any file.
    """
    tests = Counter(scope_of(item.nodeid) for item in items)
    places = {scope: (scope not in TOGETHER, -number, scope) for scope, number in tests.items()}
    items.sort(key=lambda item: places[scope_of(item.nodeid)])


def pytest_collection(session: pytest.Session) -> None:
    """Have each process rewrite the assertions of some files, and find those of the others in their bytecode.

    All processes collect all tests, in one order: otherwise each would rewrite every file, for seven seconds.
    """
    worker = getattr(session.config, "workerinput", {"workerid": "gw0", "workercount": 1})
    number, processes = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    if processes == 1:
        return
    tests = Path(__file__).parent
    chosen = (file for one in session.config.args for file in sorted(Path(one).rglob("test_*.py")))
    for file in list(chosen)[number::processes]:
        # What cannot be imported is told when it is collected.
        with suppress(Exception, pytest.skip.Exception):
            import_module(".".join(file.resolve().relative_to(tests.parent).with_suffix("").parts))


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    if collection_path.suffix != ".py" or not config.getoption("of_kernels"):
        return None
    name = collection_path.relative_to(Path(__file__).parent).as_posix()
    left_out = name.startswith(NOT_OF_KERNELS) and not name.startswith(STILL_OF_KERNELS)
    return True if left_out and collection_path.name.startswith("test_") else None


def pytest_collection_finish() -> None:
    """Nothing of what was imported and collected is garbage: do not look through it again and again."""
    gc.collect()
    gc.freeze()


def pytest_sessionstart() -> None:
    """A compiled kernel takes the place of its source: refuse to test one that is older than its source."""
    checkout = Path(__file__).parent.parent
    for name, source in kernel_sources().items():
        file = kernel_file(name)
        stale = file is not None and source.stat().st_mtime > file.stat().st_mtime + 1
        if stale and source.is_relative_to(checkout) and not source.is_relative_to(checkout / ".venv"):
            pytest.exit(f"{file} is older than {source}: python setup.py build_ext --inplace", 3)


@pytest.fixture(autouse=True, scope="session")
def own_folders(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> None:
    """Tests neither use nor touch the user's cache, lexicons and settings. The processes of a run share a cache."""
    folder = tmp_path_factory.getbasetemp()
    os.environ["LEXKIT_CACHE"] = str((folder.parent if hasattr(pytestconfig, "workerinput") else folder) / "cache")
    os.environ["LEXKIT_HOME"] = str(tmp_path_factory.mktemp("home"))
    os.environ.pop("LEXKIT_LEXICON", None)
    # Output is buffered, as it is for users: what cannot be written is left for the end of the process.
    os.environ.pop("PYTHONUNBUFFERED", None)
    say_if_interpreted()  # else the first program that a test runs would


@pytest.fixture(scope="session")
def english(own_folders: None) -> lexkit.Lexicon:
    """The bundled English list."""
    return lexkit.open("english")


@pytest.fixture(scope="session")
def some_english(english: lexkit.Lexicon) -> lexkit.Lexicon:
    """The bundled list; in a short run and for interpreted kernels its words of up to three letters, and each fiftieth.

    For tests that look at every word, and expect none in particular.
    """
    if MANY:
        return english
    return lexkit.build(sorted({*english.words().of_length(1, 3), *english.words()[::50]}))
