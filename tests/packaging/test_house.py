"""The house: who may import whom, what importing costs, and that everything is in the wheel."""

from __future__ import annotations

import ast
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
#: Folder -> folders of the house it may import. The face (src/lexkit) may import all of them.
ALLOWED = {
    "formats": {"formats", "errors"},
    "lexicons": {"lexicons", "formats", "errors"},
    "compiler": {"compiler", "formats", "lexicons", "errors"},
    "runtime": {"runtime", "formats", "lexicons", "errors"},
}
#: The command lines may also use the face.
FACE = {"console", "catalogue", "editions", "__version__"}
#: Which lexicon is meant by a name is the face's matter; a judge that is given none asks it, when it judges, and a
#: query about words that are in another lexicon, when it is made.
ASKS_THE_CATALOGUE = {"runtime/game/judge.py", "runtime/query/conditions/other_lists.py"}
COMMAND_LINES = {
    "compiler/cli/lexc.py",
    "compiler/cli/editions.py",
    "compiler/cli/attach.py",
    "compiler/cli/shipping.py",
    "runtime/cli/lexq.py",
    "runtime/cli/inputs.py",
    "runtime/cli/commands.py",
    "runtime/cli/boards.py",
    "runtime/cli/autoplay.py",
    "runtime/cli/answers.py",
    "runtime/cli/conditions.py",
    "runtime/cli/phrases.py",
    "runtime/cli/search.py",
    "runtime/cli/options.py",
    "runtime/cli/tables.py",
}
#: Library -> the only files that may import it.
ONLY_IN = {
    "typer": COMMAND_LINES,
    "rich": COMMAND_LINES,
    "zstandard": {"formats/streams.py", "formats/packed.py", "formats/text_column.py", "lexicons/make_english.py"},
}


def sources() -> list[Path]:
    return sorted(path for folder in (*FOLDERS.values(), ROOT / "src") for path in folder.rglob("*.py"))


def imports(path: Path) -> list[tuple[str, bool]]:
    """(dotted name from the top of the house, whether at the top level of the module) of every import."""
    tree = ast.parse(path.read_text("utf-8"))
    top = set(map(id, tree.body))
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, id(node) in top) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            if node.level == 0:
                name = node.module or ""
            elif path.is_relative_to(ROOT / "src"):
                name = "lexkit." + (node.module or node.names[0].name)
            else:
                inside = path.relative_to(ROOT).parts[:-1]
                above = inside[: max(0, len(inside) - node.level + 1)]
                name = ".".join(["lexkit", *above, node.module or node.names[0].name])
            found.append((name, id(node) in top))
    return found


def test_who_imports_whom() -> None:
    for path in sources():
        home = path.relative_to(ROOT).parts[0]
        if home not in ALLOWED:
            continue
        command_line = path.relative_to(ROOT).as_posix() in COMMAND_LINES
        for name, at_top in imports(path):
            parts = name.removeprefix("cython.cimports.").split(".")
            if parts[0] != "lexkit":
                assert parts[0] not in FOLDERS, f"{path}: {name} is not importable once installed"
                continue
            allowed = ALLOWED[home] | (FACE if command_line else {"__version__"})
            if path.relative_to(ROOT).as_posix() in ASKS_THE_CATALOGUE and not at_top:
                allowed = allowed | {"catalogue"}
            assert parts[1] in allowed, f"{path.relative_to(ROOT)} imports {name}"


def test_libraries_stay_in_their_rooms() -> None:
    for path in sources():
        where = path.relative_to(ROOT).as_posix()
        for name, at_top in imports(path):
            library = name.split(".")[0]
            if library in ONLY_IN:
                assert where in ONLY_IN[library], f"{where} imports {library}"
                assert not (at_top and library in ("zstandard", "rich") and where != "lexicons/make_english.py"), (
                    f"{where} imports {library} before it is needed"
                )


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
        "'lexkit.runtime.query.conditions.kinds', 'lexkit.runtime.game.board'} & set(sys.modules); assert not heavy, heavy"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd="/")


def test_public_names_are_there_and_documented() -> None:
    import lexkit

    for name in lexkit.__all__:
        assert getattr(lexkit, name).__doc__, name
    with pytest.raises(AttributeError):
        lexkit.nothing  # noqa: B018
    assert set(lexkit.__all__) <= set(dir(lexkit))


def test_every_file_has_one_subject_and_says_which() -> None:
    for path in sources():
        text = path.read_text("utf-8")
        if text.strip():
            assert ast.get_docstring(ast.parse(text)), f"{path} opens with no docstring"
        assert text.count("\n") <= 450, f"{path} cannot be read in one sitting"
        assert not {"utils", "helpers", "manager"} & {path.stem, path.parent.name}


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
