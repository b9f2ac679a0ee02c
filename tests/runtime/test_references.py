"""References in docstrings lead somewhere: the modules and names that they give are there."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
#: A reference to a module or name of the house, as Sphinx reads it; the name may stand behind a title.
REFERENCE = re.compile(r":(?:mod|func|class|meth|attr|data):`(?:[^`<]*<)?~?(\.[\w.]+)>?`")


def sources() -> Iterator[Path]:
    for room in ("src/lexkit", "apps", "base", "compiler", "formats", "lexicons", "players", "runtime"):
        yield from sorted((ROOT / room).rglob("*.py"))


def names_in(body: list[ast.stmt]) -> Iterator[tuple[str, list[ast.stmt]]]:
    """The names that statements define, with what stands below each: attributes of ``self`` are a class's names."""
    for statement in body:
        for one in ast.walk(statement):
            if isinstance(one, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield one.name, one.body
            elif isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
                yield one.id, []
            elif isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Store):
                yield one.attr, []


def leads_somewhere(path: Path, reference: str) -> bool:
    """``reference``: dots and names, from the folder of ``path``, or a name in that file or of its class."""
    names = reference.lstrip(".").split(".")
    home = path.parents[len(reference) - len(".".join(names)) - 1]
    while names and (home / names[0]).is_dir():
        home /= names.pop(0)
    if not names:
        return True
    file = home / f"{names[0]}.py"
    if not file.exists():
        return False
    body = ast.parse(file.read_text("utf-8")).body
    for name in names[1:]:
        found = [below for known, below in names_in(body) if known == name]
        if not found:
            return False
        body = [statement for below in found for statement in below]
    return True


def test_references_lead_somewhere() -> None:
    wrong = []
    for path in sources():
        text = re.sub(r"\s*\n\s*", " ", path.read_text("utf-8"))
        for reference in set(REFERENCE.findall(text)):
            if not leads_somewhere(path, reference):
                wrong.append(f"{path.relative_to(ROOT)}: {reference}")
    assert wrong == []


def test_a_reference_to_nothing_is_seen() -> None:
    here = ROOT / "runtime" / "game" / "board.py"
    assert leads_somewhere(here, ".text.position.check_position")
    assert leads_somewhere(here, "..game.board.Board.undo")
    assert not leads_somewhere(here, ".position.check_position")
    assert not leads_somewhere(here, "..game.board.Board.redo")
