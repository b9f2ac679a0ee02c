"""The public surface of lexkit as text: one line for each name, signature, member and base.

    python -m tests.packaging.signatures > tests/packaging/signatures.txt

writes the kept list anew; test_signatures.py compares it with the package. A line says what a caller can rely on, not
where it is defined: a member of a mixin is one of the class, dotted names in annotations are shown by their last part,
and attributes of a kernel's class are left out, so that compiled and interpreted kernels give the same lines.
"""

import inspect
import re
import sys
import tempfile
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, Final

import lexkit
from lexkit.formats.lexicon_file import open_file

KEPT: Final = Path(__file__).parent / "signatures.txt"
#: Classes that users make by calling them, as the documents show; all others come from functions and methods.
CALLED: Final = {"Board", "Clock", "Duplicate", "Game", "Layout", "Match", "Options", "Rack", "Rules", "ScoreSheet"}
#: Special methods that callers reach through operators, statements and built-in functions.
SPECIAL: Final = {
    *("__call__", "__enter__", "__exit__", "__format__", "__hash__", "__index__", "__int__", "__repr__", "__str__"),
    *("__bool__", "__contains__", "__getitem__", "__iter__", "__len__", "__next__", "__reversed__", "__setitem__"),
    *("__eq__", "__ge__", "__gt__", "__le__", "__lt__", "__ne__"),
    *("__add__", "__and__", "__invert__", "__neg__", "__or__", "__sub__", "__xor__"),
}
#: Members without an underscore that pass objects between parts of the house; no document names them.
INTERNAL: Final = {
    *(
        "Alphabet.multiple",
        "Board.observe",
        "Board.observe_again",
        "Board.meet",
        "Board.of_position",
        "Board.usual_index",
        "Board.snapshot",
        "Move.formed",
        "Move.snapshot",
    ),
    *(
        "Rules.bonuses_of",
        "Rules.text",
        "Turn.snapshot",
        "Words.hold",
        "Words.ranges",
        "Words.text",
        "Listing.hold",
        "Listing.hold_order",
    ),
    "Board.alphabet_source",
    *(f"{name}.core" for name in ("Board", "Column", "Cursor", "Lexicon", "Match", "Phrases", "Words")),
}
EMPTY: Final = inspect.Parameter.empty


def public_lines() -> list[str]:
    """All lines of the list, sorted."""
    public = {name: getattr(lexkit, name) for name in lexkit.__all__}
    public |= {kind.__name__: kind for kind in classes_of_answers()} | {"open_file": open_file}
    return sorted({line for name, value in public.items() for line in describe(name, value)})


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
        bases = ", ".join(base.__name__ for base in public_bases(value))
        yield f"{name}: class{f'({bases})' if bases else ''}{' of ' if fields else ''}{', '.join(fields)}"
        inherited = {line for base in public_bases(value) if is_ours(base) for line in class_lines(base)}
        yield from (f"{name}{line}" for line in class_lines(value) if line not in inherited)
    elif isinstance(value, ModuleType):
        for inner in value.__all__:
            yield from describe(f"{name}.{inner}", getattr(value, inner))
    else:
        yield f"{name}{signature_text(value) if callable(value) else f': {type(value).__name__} = {value!r}'}"


def class_lines(kind: type) -> Iterator[str]:
    """The constructor if callers use it, and a line for each public member, without the name of the class."""
    if kind.__name__ in CALLED or issubclass(kind, BaseException):
        yield signature_text(kind)
    members: dict[str, Any] = {}
    attributes: dict[str, str] = {}
    for base in filter(is_ours, reversed(kind.__mro__)):
        members |= {name: value for name, value in vars(base).items() if not is_kernel(base) or callable(value)}
        attributes |= {} if is_kernel(base) else attribute_annotations(base)
    for name in dict.fromkeys([*members, *attributes]):
        value = members.get(name)
        if name in SPECIAL:
            yield f".{name}: None" if value is None else f".{name}"
        elif not name.startswith("_") and INTERNAL.isdisjoint(f"{base.__name__}.{name}" for base in kind.__mro__):
            yield f".{name}{member_text(value, attributes.get(name, ''))}"


def member_text(value: Any, annotation: str) -> str:
    """What stands behind the name of a method, property or attribute."""
    if isinstance(value, classmethod | staticmethod):
        return f"{signature_text(value.__func__)} ({type(value).__name__})"
    if isinstance(value, property | cached_property):
        getter = value.fget if isinstance(value, property) else value.func
        annotation = annotation_text(inspect.signature(getter).return_annotation)
    elif callable(value):
        return signature_text(value)
    return f"{f': {annotation}' if annotation else ''}{' (can be set)' if getattr(value, 'fset', None) else ''}"


def is_ours(kind: type) -> bool:
    return kind.__module__.partition(".")[0] == "lexkit"


def is_kernel(kind: type) -> bool:
    """Whether a class belongs to a kernel, compiled or interpreted, so that its attributes are C's."""
    module = sys.modules[kind.__module__]
    return not str(module.__file__).endswith(".py") or hasattr(module, "cython")


def public_bases(kind: type) -> list[type]:
    """The nearest bases that have a public name; those of bases that have none stand for them."""
    found: list[type] = []
    for base in kind.__bases__:
        if is_ours(base) and base.__name__ not in (*lexkit.__all__, *lexkit.errors.__all__):
            found += public_bases(base)
        elif base is not object:
            found.append(base)
    return list(dict.fromkeys(found))


def attribute_annotations(kind: type) -> dict[str, str]:
    """Public attributes of objects of this class itself: declared, in slots, or given to self by a method."""
    names = dict.fromkeys(vars(kind).get("__slots__", ()), "")
    for name, annotation in [*assigned(kind), *inspect.get_annotations(kind).items()]:
        names[name] = annotation_text(annotation) or names.get(name, "")
    return {name: text for name, text in names.items() if not name.startswith("_")}


def assigned(kind: type) -> Iterator[tuple[str, Any]]:
    """Names that methods give to ``self``, with their annotation or that of the parameter that is their value."""
    for method in filter(inspect.isfunction, vars(kind).values()):
        try:
            source = inspect.getsource(method)
        except OSError:
            continue
        parameters = inspect.signature(method).parameters
        for name, annotation, value in re.findall(r"^ +self\.(\w+)(?:: (.+?))? = (.+)$", source, re.M):
            yield name, annotation or (parameters[value].annotation if value in parameters else "")


# -- texts ----------------------------------------------------------------------------------------------


def annotation_text(annotation: Any) -> str:
    """An annotation without quotes around it, with the last part of each dotted name."""
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    text = re.sub(r"ForwardRef\((.*?)\)", r"\1", text) if annotation is not EMPTY else ""
    return re.sub(r"(?:\w+\.)+(\w)", r"\1", text if "Literal[" in text else re.sub("['\"]", "", text))


def signature_text(function: Any) -> str:
    """A signature such as ``(a: int, b: str = 'x') -> list[str]``, without ``self``."""
    signature = inspect.signature(function)
    parameters = [
        parameter.replace(annotation=Shown(parameter.annotation) if parameter.annotation is not EMPTY else EMPTY)
        for number, parameter in enumerate(signature.parameters.values())
        if number or parameter.name not in ("self", "cls")
    ]
    returned = "" if isinstance(function, type) else annotation_text(signature.return_annotation)
    shown = signature.replace(parameters=parameters, return_annotation=EMPTY)
    return f"{shown} -> {returned}" if returned else str(shown)


class Shown:
    """An annotation that a signature shows as :func:`annotation_text` has it."""

    def __init__(self, annotation: Any) -> None:
        self.text = annotation_text(annotation)

    def __repr__(self) -> str:
        return self.text


if __name__ == "__main__":
    sys.stdout.write("".join(f"{line}\n" for line in public_lines()))
