"""What all tests share: hypothesis profiles, and a check that what is tested is what was edited."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import lexkit
from lexkit.formats.compiled_kernels import kernel_file, kernel_sources

NO_CHECKS = list(HealthCheck)
settings.register_profile("ci", derandomize=True, deadline=None, max_examples=60, suppress_health_check=NO_CHECKS)
# The same kernels a hundred times slower: fewer examples, so that the suite still takes minutes.
settings.register_profile("interpreted", settings.get_profile("ci"), max_examples=8)
settings.register_profile("long", deadline=None, max_examples=2000, suppress_health_check=NO_CHECKS)
USUAL = "ci" if lexkit.backend() == "compiled" else "interpreted"
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", USUAL))


def pytest_sessionstart() -> None:
    """A compiled kernel takes the place of its source: refuse to test one that is older than its source."""
    checkout = Path(__file__).parent.parent
    for name, source in kernel_sources().items():
        file = kernel_file(name) or source
        stale = source.stat().st_mtime > file.stat().st_mtime + 1
        if stale and source.is_relative_to(checkout) and not source.is_relative_to(checkout / ".venv"):
            pytest.exit(f"{file.name} is older than {source}: python setup.py build_ext --inplace", 3)


@pytest.fixture(autouse=True, scope="session")
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Tests neither use nor touch the user's cache, lexicons and settings."""
    os.environ["LEXKIT_CACHE"] = str(tmp_path_factory.mktemp("cache"))
    os.environ["LEXKIT_HOME"] = str(tmp_path_factory.mktemp("home"))
    os.environ.pop("LEXKIT_LEXICON", None)


@pytest.fixture(scope="session")
def english(own_folders: None) -> lexkit.Lexicon:
    """The bundled English list."""
    return lexkit.open("english")


@pytest.fixture(scope="session")
def some_english(english: lexkit.Lexicon) -> lexkit.Lexicon:
    """The bundled list, of which interpreted kernels get the words of up to three letters, and each fiftieth word.

    They take seconds for the whole. For tests that look at every word, and expect none in particular.
    """
    if USUAL == "ci":
        return english
    return lexkit.build(sorted({*english.words().of_length(1, 3), *english.words()[::50]}))
