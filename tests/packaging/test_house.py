"""The package: what importing it costs, what is public, and that everything is in the wheel."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
FOLDERS = {
    "compiler": ROOT / "compiler",
    "formats": ROOT / "formats",
    "runtime": ROOT / "runtime",
    "lexicons": ROOT / "lexicons",
}


def test_importing_lexkit_is_light() -> None:
    code = (
        "import sys, lexkit; before = set(sys.modules); lexkit.open; "
        "heavy = {'typer', 'rich', 'zstandard', 'click', 'lexkit.compiler', 'platformdirs'} & set(sys.modules); "
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd="/")


def test_asking_a_lexicon_loads_no_compiler(english: object) -> None:
    code = (
        "import sys, lexkit; lexkit.open('english').substring('AX').to_list(); "
        "heavy = {'typer', 'rich', 'zstandard', 'lexkit.compiler.build', 'lexkit.formats.columns', "
        "'lexkit.formats.editions', 'lexkit.formats.alphagrams', 'lexkit.runtime.words.column', "
        "'lexkit.runtime.query.conditions.kinds', 'lexkit.runtime.game.board'} & set(sys.modules); "
        "assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd="/")


def test_public_names_are_there_and_documented() -> None:
    import lexkit

    for name in lexkit.__all__:
        assert getattr(lexkit, name).__doc__, name
    with pytest.raises(AttributeError):
        lexkit.nothing  # noqa: B018
    assert set(lexkit.__all__) <= set(dir(lexkit))


@pytest.mark.parametrize("name", ["attach", "Options", "measures"])
def test_a_name_on_the_face_is_the_one_below(name: str) -> None:
    """In a process of its own: the face loads a name on first use, whichever name comes first."""
    code = (
        "import lexkit; "
        f"found = lexkit.{name}; "
        "from lexkit.compiler import attach as module, build; "
        "from lexkit.runtime.words import measures; "
        f"assert found is {{'attach': module.attach, 'Options': build.Options, 'measures': measures}}[{name!r}]"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd="/")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of this checkout, without kernels, built as pip builds it."""
    import os
    import shutil

    source = tmp_path_factory.mktemp("source")
    wanted = ["compiler", "formats", "runtime", "lexicons", "src", "pyproject.toml", "setup.py", "README.md", "LICENSE"]
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


def test_every_file_is_in_the_wheel(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    for name, folder in FOLDERS.items():
        for path in folder.rglob("*"):
            if path.suffix in (".py", ".toml", ".zst") or path.name == "english.LICENSE.txt":
                assert f"lexkit/{name}/{path.relative_to(folder).as_posix()}" in inside, path
    assert "lexkit/py.typed" in inside
    bare = [name for name in inside if not name.startswith(("lexkit/", "lexkit-"))]
    assert not bare, "nothing is importable beside lexkit"


def test_one_version() -> None:
    import lexkit

    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert lexkit.__version__ == project["version"]
    assert f"## {project['version']}" in (ROOT / "CHANGELOG.md").read_text("utf-8")
