"""The package: what importing it costs, what is public, and that everything is in the wheel."""

import importlib.util
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from tests.running import modules_loaded_by, run_python

ROOT = Path(__file__).parent.parent.parent
FOLDERS = {
    "apps": ROOT / "apps",
    "base": ROOT / "base",
    "compiler": ROOT / "compiler",
    "formats": ROOT / "formats",
    "players": ROOT / "players",
    "runtime": ROOT / "runtime",
    "lexicons": ROOT / "lexicons",
}


#: What a program does -> the modules that it must not load, and all below them.
LOADED_LATE = {
    "import lexkit; lexkit.open": "typer rich zstandard click platformdirs lexkit.compiler",
    "import lexkit; lexkit.open('english').substring('AX').to_list()": "typer rich zstandard lexkit.compiler.build "
    "lexkit.formats.columns_section lexkit.formats.editions_section lexkit.formats.alphagrams_section "
    "lexkit.runtime.words.column lexkit.runtime.query.conditions.registry lexkit.runtime.game.board",
    "import lexkit; lexkit.open('english').prefix('QUI').sorted_by('-length')._repr_html_()": "pandas polars pyarrow",
    "import lexkit.apps.shell.lexq.app": "lexkit.runtime.game",
    "from lexkit.apps.shell.lexq.app import program; program(['substring', 'UZZ', '-c'])": "lexkit.runtime.game "
    "lexkit.apps.shell.lexq.search lexkit.runtime.query.language lexkit.runtime.query.batch xml pyexpat",
}


@pytest.mark.parametrize("code", LOADED_LATE)
def test_nothing_is_loaded_before_it_is_needed(code: str, english: object) -> None:
    loaded = modules_loaded_by(code)
    assert "lexkit" in loaded
    for name in LOADED_LATE[code].split():
        assert not name.startswith("lexkit.") or importlib.util.find_spec(name), "a module that moved"
        assert not [one for one in loaded if one == name or one.startswith(f"{name}.")]


def test_public_names_are_there_and_documented() -> None:
    import lexkit

    for name in lexkit.__all__:
        assert getattr(lexkit, name).__doc__, name
    with pytest.raises(AttributeError):
        lexkit.nothing  # noqa: B018
    assert set(lexkit.__all__) <= set(dir(lexkit))


@pytest.mark.parametrize("name", ["engine", "errors", "measures", "pictures"])
def test_public_modules_are_imported_as_any_other(name: str) -> None:
    """Found: ``import lexkit.measures`` said that there is no such module. In a process of its own."""
    code = (
        f"import lexkit.{name} as module; from lexkit.{name} import {{}}; import lexkit; import sys; "
        f"assert lexkit.{name} is module is sys.modules['lexkit.{name}']; "
        "assert 'asyncio' not in sys.modules"
    )
    first = {"engine": "open", "errors": "QueryError", "measures": "points", "pictures": "board_svg"}[name]
    run_python(code.format(first))
    run_python(f"import lexkit; before = lexkit.{name}; import lexkit.{name}; assert lexkit.{name} is before")


@pytest.mark.parametrize("name", ["Words", "Options", "measures"])
def test_a_name_on_the_face_is_the_one_below(name: str) -> None:
    """In a process of its own: the face loads a name on first use, whichever name comes first."""
    code = (
        "import lexkit; "
        f"found = lexkit.{name}; "
        "from lexkit.compiler import build; "
        "from lexkit.runtime.words import measures, words; "
        f"assert found is {{'Words': words.Words, 'Options': build.Options, 'measures': measures}}[{name!r}]"
    )
    run_python(code)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of this checkout, without kernels, built as pip builds it."""
    import os
    import shutil

    source = tmp_path_factory.mktemp("source")
    wanted = [
        "apps",
        "base",
        "compiler",
        "formats",
        "players",
        "runtime",
        "lexicons",
        "src",
        "pyproject.toml",
        "setup.py",
        "README.md",
        "LICENSE",
    ]
    for name in wanted:
        here = ROOT / name
        if here.is_dir():
            shutil.copytree(here, source / name, ignore=shutil.ignore_patterns("*.so", "__pycache__", "*.egg-info"))
        else:
            shutil.copy(here, source / name)
    target = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--no-deps", "--quiet", "--wheel-dir", str(target), str(source)],
        check=True,
        env={**os.environ, "LEXKIT_KERNELS": "no", "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
    )
    return next(target.glob("*.whl"))


@pytest.mark.sweep
def test_every_file_is_in_the_wheel(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    for name, folder in FOLDERS.items():
        for path in folder.rglob("*"):
            if path.suffix in (".py", ".toml", ".zst") or path.name.endswith("LICENSE.txt"):
                assert f"lexkit/{name}/{path.relative_to(folder).as_posix()}" in inside, path
    assert "lexkit/py.typed" in inside
    bare = [name for name in inside if not name.startswith(("lexkit/", "lexkit-"))]
    assert not bare, "nothing is importable beside lexkit"


def test_one_version() -> None:
    import lexkit

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert lexkit.__version__ == project["version"]
    assert f"## {project['version']}" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_links_are_read_as_they_are_written() -> None:
    """The metadata has them as ``label, address``, and an index takes labels of 32 characters at most."""
    links = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    for label, address in links.items():
        assert "," not in label
        assert len(label) <= 32
        assert address.startswith("https://")
