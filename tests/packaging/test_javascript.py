"""The modules in JavaScript: none of them imports one that imports it."""

import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
IMPORT = re.compile(r'^(?:import|export) [^";=(]*"(\.[^"]+)";', re.MULTILINE)


@pytest.mark.parametrize("folder", ["apps/web/static", "readers/js"])
def test_no_circle_of_imports(folder: str) -> None:
    files = [file for file in (ROOT / folder).rglob("*.js") if "node_modules" not in file.parts]
    imports = {
        file: [(file.parent / name).resolve() for name in IMPORT.findall(file.read_text("utf-8"))] for file in files
    }
    assert sum(map(len, imports.values())) > len(files)
    assert {name for names in imports.values() for name in names} <= set(files)
    TopologicalSorter(imports).prepare()  # CycleError names the circle
