"""The tour runs as a notebook, and every answer that it ends a cell with is a picture or a table."""

import ast
import json
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.running import COMPILED, run_python

ROOT = Path(__file__).parent.parent.parent
TOUR = ROOT / "examples" / "tour.ipynb"

pytestmark = pytest.mark.skipif(not COMPILED, reason="it simulates and searches")


def cells() -> list[str]:
    """The code of the notebook, cell by cell."""
    notebook = json.loads(TOUR.read_text("utf-8"))
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def test_the_tour_is_kept_without_outputs() -> None:
    notebook = json.loads(TOUR.read_text("utf-8"))
    found = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(found) > 10
    assert not [cell for cell in found if cell["outputs"] or cell["execution_count"]]


def test_each_cell_shows_something(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The cells in order, each last expression as a notebook shows it; IPython itself is not needed for that."""
    display = ModuleType("IPython.display")
    display.SVG = lambda text: text  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "IPython.display", display)
    monkeypatch.setitem(sys.modules, "IPython", ModuleType("IPython"))
    names: dict[str, Any] = {}
    shown = 0
    for source in cells():
        *statements, last = ast.parse(source).body
        exec(compile(ast.Module(statements, []), "tour", "exec"), names)
        assert isinstance(last, ast.Expr)
        value = eval(compile(ast.Expression(last.value), "tour", "eval"), names)
        html = getattr(value, "_repr_html_", getattr(value, "_repr_svg_", lambda: ""))()
        if html:
            ET.fromstring("<div>" + html.replace(" checked/>", ' checked="checked"/>') + "</div>")
            shown += 1
    assert shown >= 11
    assert "<Moves: " in capsys.readouterr().out


def test_the_tour_runs_in_jupyter(tmp_path: Path) -> None:
    """With a kernel, as a reader runs it; CI has what that needs."""
    for needed in ("nbclient", "ipykernel"):
        pytest.importorskip(needed, reason="pip install '.[docs]'")
    code = (
        "import sys, nbformat; from nbclient import NotebookClient\n"
        "notebook = nbformat.read(sys.argv[1], 4)\n"
        "NotebookClient(notebook, timeout=300, kernel_name='python3').execute()\n"
        "outputs = [one.get('data', {}) for cell in notebook.cells for one in cell.get('outputs', [])]\n"
        "assert sum('text/html' in one or 'image/svg+xml' in one for one in outputs) > 10"
    )
    run_python(code, str(TOUR))
