"""Every small change that is made to a module: one condition, operator, number or statement at a time.

The name of a change is stable: the stem of the module, the qualified name of the function, the kind of change, and its
number among those of that kind in that function. It holds no source text and no line number, so that it stays when
lines are reworded, moved within their function or formatted, and when the file moves to another folder.
"""

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

#: Calls that only word a message: their arguments are not changed, but the calls are left out.
TELLS = {"corrupt", "_corrupt", "refuse", "at"}
PAIRS = (ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.In, ast.NotIn), (ast.Is, ast.IsNot)
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {**dict(PAIRS), **{other: one for one, other in PAIRS}}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}  # fmt: skip


class Name(NamedTuple):
    """Where a change is (``proof.Table.count``; the module alone outside functions), and which: ``Lt is LtE 2``."""

    where: str
    which: str


@dataclass(frozen=True)
class Change:
    """One change of a parsed module."""

    name: Name
    line: int
    make: Callable[[], None]


def changes(module: str, tree: ast.Module) -> Iterator[Change]:
    """All changes of the module of this stem, always in the same order; each may be made once, to a tree of its own."""
    yield from _Changes(module).of(tree)


class _Changes:
    def __init__(self, module: str) -> None:
        self.where = module
        self.met: Counter[tuple[str, str]] = Counter()

    def of(self, node: ast.AST) -> Iterator[Change]:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            outer, self.where = self.where, f"{self.where}.{node.name}"
            for statement in node.body:
                yield from self.of(statement)
            self.where = outer
            return
        yield from self.here(node)
        for child in self.inside(node):
            yield from self.of(child)

    def inside(self, node: ast.AST) -> list[ast.AST]:
        """The parts of a node in which a change alters what the code does."""
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Raise() | ast.JoinedStr() | ast.Assert():
                return []
            case ast.AnnAssign(value=value):
                return [] if value is None else [value]
            case ast.If(test=test) if _names(test) & {"TYPE_CHECKING", "compiled"}:
                return []
            case ast.Try(handlers=[ast.ExceptHandler(type=ast.Name(id="ImportError"))]):
                return []
            case ast.Call() if _called(node) in TELLS:
                return []
            case ast.Call() if _called(node) in ("cast", "TypeVar"):
                return node.args[-1:]
            case ast.Assign(targets=[ast.Name(id="__all__" | "RULES")]):
                return []
        return list(ast.iter_child_nodes(node))

    def change(self, node: ast.AST, kind: str, make: Callable[[], None]) -> Change:
        self.met[self.where, kind] += 1
        name = Name(self.where, f"{kind} {self.met[self.where, kind]}")
        return Change(name, node.lineno, make)  # type: ignore[attr-defined]

    def here(self, node: ast.AST) -> Iterator[Change]:
        """The changes of this node itself."""
        match node:
            case ast.If() | ast.IfExp() | ast.While() if not _names(node.test) & {"TYPE_CHECKING", "compiled"}:
                if isinstance(node, ast.If | ast.IfExp):
                    yield self.change(node.test, "always", lambda: _put(node, "test", ast.Constant(True)))
                yield self.change(node.test, "never", lambda: _put(node, "test", ast.Constant(False)))
            case ast.Compare():
                for place, operator in enumerate(node.ops):
                    other = COMPARED[type(operator)]
                    what = f"{type(operator).__name__} is {other.__name__}"
                    yield self.change(node, what, lambda p=place, o=other: node.ops.__setitem__(p, o()))
            case ast.BoolOp():
                for place, value in enumerate(node.values):
                    none = ast.Constant(isinstance(node.op, ast.And))
                    yield self.change(value, "without operand", lambda p=place, n=none: node.values.__setitem__(p, n))
            case ast.BinOp() | ast.AugAssign() if type(node.op) in OPERATORS and not _is_text(node):
                other_op = OPERATORS[type(node.op)]
                what = f"{type(node.op).__name__} is {other_op.__name__}"
                yield self.change(node, what, lambda: _put(node, "op", other_op()))
            case ast.UnaryOp(op=ast.Not()) | ast.UnaryOp(op=ast.Invert()) | ast.UnaryOp(op=ast.USub()):
                what = f"without {type(node.op).__name__}"
                yield self.change(
                    node,
                    what,
                    lambda: _put(node, "op", ast.UAdd()) if not isinstance(node.op, ast.Not) else _replace(node),
                )
            case ast.Constant(value=bool() as value):
                yield self.change(node, f"{not value}", lambda: _put(node, "value", not value))
            case ast.Constant(value=int() as value):
                yield self.change(node, f"{value} is {value + 1}", lambda: _put(node, "value", value + 1))
                if value > 1:
                    yield self.change(node, f"{value} is {value - 1}", lambda: _put(node, "value", value - 1))
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                for place, statement in enumerate(block):
                    if isinstance(statement, ast.AugAssign | ast.Break | ast.Continue) or _does(statement):
                        what = f"without {type(statement).__name__}"
                        yield self.change(statement, what, lambda b=block, p=place: b.__setitem__(p, ast.Pass()))


def _put(node: ast.AST, field: str, value: object) -> None:
    setattr(node, field, value)


def _replace(node: ast.UnaryOp) -> None:
    """``not x`` becomes ``not not x``."""
    node.operand = ast.UnaryOp(ast.Not(), node.operand)


def _does(statement: ast.stmt) -> bool:
    """A call for what it does, or an assignment to a place in something."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Call)
    return isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Subscript | ast.Attribute)


def _names(node: ast.AST) -> set[str]:
    return {
        part.id if isinstance(part, ast.Name) else part.attr
        for part in ast.walk(node)
        if isinstance(part, ast.Name | ast.Attribute)
    }


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _is_text(node: ast.BinOp | ast.AugAssign) -> bool:
    """Whether something is joined to a text, or ``|`` joins types."""
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.value,)
    return any(
        isinstance(side, ast.JoinedStr) or isinstance(getattr(side, "value", None), str | bytes) for side in sides
    )
