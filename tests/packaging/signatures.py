"""The public surface of lexkit as text: one line for each name, signature, member and base.

    python -m tests.packaging.signatures > tests/packaging/signatures.txt

writes the kept list anew; test_signatures.py compares it with the package. A line says what a caller can rely on, not
where it is defined: a member of a mixin is one of the class, dotted names in annotations are shown by their last part,
and attributes of a kernel's class are left out, so that compiled and interpreted kernels give the same lines.
"""

from __future__ import annotations

import ast
import inspect
import sys
import tempfile
import textwrap
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final, ForwardRef

import lexkit

KEPT: Final = Path(__file__).parent / "signatures.txt"
#: Classes that users make by calling them, as the documents show; all others come from functions and methods.
CALLED: Final = {"Board", "Layout", "Match", "Options", "Rack", "Rules"}
#: Special methods that callers reach through operators, statements and built-in functions.
SPECIAL: Final = (
    *("__call__", "__enter__", "__exit__", "__format__", "__hash__", "__index__", "__int__", "__repr__", "__str__"),
    *("__bool__", "__contains__", "__getitem__", "__iter__", "__len__", "__next__", "__reversed__", "__setitem__"),
    *("__eq__", "__ge__", "__gt__", "__le__", "__lt__", "__ne__"),
    *("__add__", "__and__", "__invert__", "__neg__", "__or__", "__sub__", "__xor__"),
)
#: Members without an underscore that pass objects between parts of the house; no document names them.
INTERNAL: Final = {
    "Alphabet.multiple",
    *(f"{name}.core" for name in ("Board", "Column", "Cursor", "Lexicon", "Match", "Phrases", "Words")),
    "Board.follow",
    "Board.judge",
    "Board.snapshot",
    "Move.formed",
    "Move.snapshot",
    "Rules.text",
    "Turn.snapshot",
    "Words.of_found",
    "Words.ranges",
}
MEASURES: Final = (
    *("lengths", "points", "vowels", "consonants", "unique_letters", "palindromes"),
    *("anagram_counts", "alphagrams", "probability", "probability_order"),
)
#: Documented, but not on the face of every version: name -> places, of which the first that exists counts.
DEEPER: Final = {
    "Options": ("lexkit.Options", "lexkit.compiler.build.Options"),
    "attach": ("lexkit.attach", "lexkit.compiler.attach.attach"),
    "open_file": ("lexkit.formats.lexicon_file.open_file",),
    **{f"measures.{name}": (f"lexkit.measures.{name}", f"lexkit.runtime.words.measures.{name}") for name in MEASURES},
}


def public_lines() -> list[str]:
    """All lines of the list, sorted."""
    lines: set[str] = set()
    for name in lexkit.__all__:
        lines.update(describe(name, getattr(lexkit, name)))
    for name, places in DEEPER.items():
        found = [value for value in map(find_value, places) if value is not None]
        lines.update(describe(name, found[0]) if found else [])
    for kind in classes_of_answers():
        lines.update(describe(kind.__name__, kind))
    return sorted(lines)


def find_value(place: str) -> Any:
    """The value at a dotted place, or None."""
    home, _, name = place.rpartition(".")
    try:
        return getattr(import_module(home), name, None)
    except ImportError:
        return None


def classes_of_answers() -> list[type]:
    """Classes without a name on the face whose objects the documents tell callers to use."""
    with tempfile.TemporaryDirectory() as folder:
        report = lexkit.build(["AA", "AB", "ABA"], Path(folder) / "few.gaddag")
        lex = lexkit.open(Path(folder) / "few.gaddag", backend="read")
    changes = lexkit.diff(["AA"], ["AA", "AAB"])
    game = lexkit.Match(lex).game(0)
    answers: list[object] = [report, changes, changes.gained[0], game.turns[0]]
    answers += [lex.phrases("AABA"), lex.inner_hooks("ABA"), lex.counters(lexkit.Board(), "AB")]
    return [type(answer) for answer in answers]


# -- one thing ------------------------------------------------------------------------------------------


def describe(name: str, value: Any) -> Iterator[str]:
    """The lines of a function, a class with its members, a module with its names, or a value."""
    if isinstance(value, type):
        fields = getattr(value, "_fields", ())
        yield f"{name}: class{bases_text(value)}{' of ' if fields else ''}{', '.join(fields)}"
        inherited = {line for base in public_bases(value) for line in class_lines(base)}
        for line in class_lines(value):
            if line not in inherited:
                yield f"{name}{line}"
    elif isinstance(value, ModuleType):
        for inner in value.__all__:
            yield from describe(f"{name}.{inner}", getattr(value, inner))
    elif callable(value):
        yield f"{name}{signature_text(value)}"
    else:
        yield f"{name}: {type(value).__name__} = {value!r}"


def class_lines(kind: type) -> Iterator[str]:
    """The constructor if callers use it, and a line for each public member, without the name of the class."""
    if kind.__name__ in CALLED or issubclass(kind, BaseException):
        yield signature_text(kind)
    members: dict[str, Any] = {}
    attributes: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if is_ours(base):
            members.update(
                (name, value) for name, value in vars(base).items() if not is_kernel(base) or callable(value)
            )
            attributes.update({} if is_kernel(base) else attribute_annotations(base))
    for name in dict.fromkeys([*members, *attributes]):
        value = members.get(name)
        if name in SPECIAL:
            yield f".{name}: None" if value is None else f".{name}"
        elif not name.startswith("_") and INTERNAL.isdisjoint(f"{base.__name__}.{name}" for base in kind.__mro__):
            yield f".{name}{member_text(value) or attribute_text(attributes.get(name, ''))}"


def member_text(value: Any) -> str:
    """What stands behind the name of a method or property; nothing for an attribute."""
    if isinstance(value, property):
        return f"{attribute_text(returned_text(value.fget))}{' (can be set)' if value.fset else ''}"
    if isinstance(value, cached_property):
        return attribute_text(returned_text(value.func))
    if isinstance(value, classmethod | staticmethod):
        return f"{signature_text(value.__func__)} ({type(value).__name__})"
    return signature_text(value) if callable(value) else ""


def attribute_text(annotation: str) -> str:
    return f": {annotation}" if annotation else ""


def is_ours(kind: type) -> bool:
    return kind.__module__.partition(".")[0] == "lexkit"


def is_kernel(kind: type) -> bool:
    """Whether a class belongs to a kernel, compiled or interpreted, so that its attributes are C's."""
    module = sys.modules[kind.__module__]
    return not str(module.__file__).endswith(".py") or hasattr(module, "cython")


def bases_text(kind: type) -> str:
    names = [base.__name__ for base in public_bases(kind, lexkit_only=False)]
    return f"({', '.join(names)})" if names else ""


def public_bases(kind: type, lexkit_only: bool = True) -> list[type]:
    """The nearest bases that have a public name; those of bases that have none stand for them."""
    found: list[type] = []
    for base in kind.__bases__:
        if is_ours(base) and base.__name__ not in (*lexkit.__all__, *lexkit.errors.__all__):
            found += public_bases(base, lexkit_only)
        elif base is not object and (is_ours(base) or not lexkit_only):
            found.append(base)
    return list(dict.fromkeys(found))


# -- attributes -----------------------------------------------------------------------------------------


def attribute_annotations(kind: type) -> dict[str, str]:
    """Public attributes of objects of this class itself: declared, in slots, or given to self by a method."""
    declared = {name: annotation_text(text) for name, text in inspect.get_annotations(kind).items()}
    slots = vars(kind).get("__slots__", ())
    names = dict.fromkeys([*declared, *slots], "")
    for name, annotation in assigned(kind):
        names[name] = names.get(name) or annotation
    return {name: declared.get(name) or text for name, text in names.items() if not name.startswith("_")}


def assigned(kind: type) -> Iterator[tuple[str, str]]:
    """Names that methods give to ``self``, with their annotation or that of the parameter that is their value."""
    try:
        source = textwrap.dedent(inspect.getsource(kind))
    except (OSError, TypeError):
        return
    for method in ast.walk(ast.parse(source)):
        if not isinstance(method, ast.FunctionDef):
            continue
        parameters = {given.arg: given.annotation for given in [*method.args.args, *method.args.kwonlyargs]}
        for node in ast.walk(method):
            targets: list[ast.expr] = []
            annotation: ast.expr | None = None
            if isinstance(node, ast.AnnAssign):
                targets, annotation = [node.target], node.annotation
            elif isinstance(node, ast.Assign):
                value = node.value
                targets, annotation = node.targets, parameters.get(value.id) if isinstance(value, ast.Name) else None
            for target in targets:
                if (
                    isinstance(target, ast.Attribute)
                    and isinstance(target.value, ast.Name)
                    and target.value.id == "self"
                ):
                    yield target.attr, annotation_text(ast.unparse(annotation)) if annotation else ""


# -- texts ----------------------------------------------------------------------------------------------


class LastNames(ast.NodeTransformer):
    """Dotted names to their last part, and annotations in quotes to what is in them."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return ast.Name(node.attr)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        if isinstance(node.value, ast.Name) and node.value.id == "Literal":
            return node
        return self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        return self.visit(ast.parse(node.value, mode="eval").body) if isinstance(node.value, str) else node


def annotation_text(annotation: Any) -> str:
    """An annotation, as text or as what it evaluates to, with the last part of each dotted name."""
    if annotation is inspect.Parameter.empty:
        return ""
    if isinstance(annotation, ForwardRef):
        annotation = annotation.__forward_arg__
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return ast.unparse(LastNames().visit(ast.parse(text, mode="eval").body))


def signature_text(function: Any) -> str:
    """A signature such as ``(a: int, b: str = 'x') -> list[str]``, without ``self``."""
    signature = inspect.signature(function)
    parameters = [
        parameter.replace(annotation=shown_annotation(parameter.annotation))
        for number, parameter in enumerate(signature.parameters.values())
        if number or parameter.name not in ("self", "cls")
    ]
    returned = "" if isinstance(function, type) else annotation_text(signature.return_annotation)
    shown = signature.replace(parameters=parameters, return_annotation=inspect.Signature.empty)
    return f"{shown} -> {returned}" if returned else str(shown)


def shown_annotation(annotation: Any) -> Any:
    """An annotation that a signature shows as :func:`annotation_text` has it."""
    empty = inspect.Parameter.empty
    return empty if annotation is empty else type("Shown", (), {"__repr__": lambda _: annotation_text(annotation)})()


def returned_text(function: Any) -> str:
    return annotation_text(inspect.signature(function).return_annotation)


def main() -> None:
    sys.stdout.write("".join(f"{line}\n" for line in public_lines()))


if __name__ == "__main__":
    main()
