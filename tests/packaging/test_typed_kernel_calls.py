"""No call of a kernel ends the interpreter, if its arguments have the right types and wrong sizes and numbers.

The types are those of its ``.pxd`` file, so that a call gets past the conversion of its arguments, into its loop. The
compiler's kernels are among them. A number of a node is only checked against the array: those are 0 or no number.
"""

import ast
import os
import random
import re
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import pytest

import lexkit
from tests import forked
from tests.packaging.kernel_objects import objects_seen
from tests.packaging.test_kernel_calls import (
    BOTH_WIDTHS,
    KERNELS,
    ROOT,
    TRIED,
    classes_of,
    home,
    limit_memory,
    only_compiled,
    rack_size_for,
    say,
)
from tests.running import FULL, each, few_of

DTYPES = {
    "unsigned char": "B",
    "int": "i",
    "unsigned int": "I",
    "long long": "q",
    "unsigned long long": "Q",
    "double": "d",
}
CALLS = 150 if FULL else 8
#: What is said before the attack on a kernel.
BEGUN = "attack on"
#: Objects that are tried to be made of each class beforehand.
MADE = 5
NUMBERS = (0, 1, 2, 3, 7, 8, 16, 31, 32, 63, 64, 65, 128, 200, -1, 1 << 31, (1 << 31) - 1, 1 << 62, -(1 << 63))
#: Arguments that are numbers of nodes.
NODES = ("node", "nodes")
#: What is proved, not checked: the array of all walks, and the parts of it that only its proof looks at.
TRUSTED = ("Nodes.__init__", "is_node")


class Signature(NamedTuple):
    """What a ``.pxd`` file says of a function or method: the types and names of its arguments."""

    owner: str
    name: str
    arguments: tuple[tuple[str, str], ...]


def signatures_of(kernel: str) -> list[Signature]:
    """All that Python may call in a kernel."""
    source = (ROOT / kernel.partition(" ")[0].replace(".", "/")).with_suffix(".pxd")
    text = re.sub(r"#.*|@cython\.locals\((?:[^()]|\([^()]*\))*\)", "", source.read_text("utf-8"))
    fields = dict(
        reversed(pair) for pair in re.findall(r"cdef (?:readonly |public )?((?:const )?[\w ]+\[.*?\]) (\w+)", text)
    )
    found = []
    owner = ""
    for line in re.finditer(
        r"^cdef class (\w+)|^( *)cpdef (?!enum)[^(\n]*?(\w+)\(((?:[^()]|\([^()]*\))*)\)", text, re.M
    ):
        owner = line[1] or (owner if line[2] else "")
        if line[3]:
            split = [part.strip() for part in re.split(r",(?![^\[]*\])", line[4]) if part.strip()]
            pairs = [tuple(part.rsplit(" ", 1)) if " " in part else ("object", part) for part in split]
            found.append(Signature(owner, line[3], tuple(pair for pair in pairs if pair[1] != "self")))
    for kind in ast.parse(source.with_suffix(".py").read_text("utf-8")).body:
        for method in getattr(kind, "body", ()):
            if isinstance(kind, ast.ClassDef) and getattr(method, "name", "") == "__init__":
                named = [(ast.unparse(a.annotation), a.arg) for a in method.args.args[1:] if a.annotation]
                types = tuple(
                    (fields.get(name, "array") if type_ == "memoryview" else type_, name) for type_, name in named
                )
                found.append(Signature(kind.name, "__init__", types))
    return found


class Values:
    """Arguments of the right types. In one call, most arrays have as many numbers."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.numbers = np.random.default_rng(seed)
        self.nodes = lexkit.open().core.nodes
        self.made: dict[str, list[Any]] = {}
        self.size = 0

    def array(self, dtype: str, dimensions: int) -> Any:
        chance = self.chance
        shape = [
            max(0, chance.choice((*[self.size] * 6, 0, 1, self.size - 1, self.size + 1))) for _ in range(dimensions)
        ]
        total = int(np.prod(shape))
        high = chance.choice((1, 2, 6, 64, 128, 200, 1 << 31, 1 << 62))
        numbers = self.numbers.integers(high, size=total)
        if chance.random() < 0.5:
            numbers = np.sort(numbers) if chance.random() < 0.5 else np.arange(total)
        if dtype in "iq" and chance.random() < 0.1:
            numbers = -numbers
        bits = 8 * np.dtype(dtype).itemsize - (dtype in "iq")
        wrapped = np.sign(numbers) * (np.abs(numbers) & ((1 << min(bits, 62)) - 1))
        return wrapped.astype(dtype).reshape(shape).data

    def argument(self, kind: str, name: str) -> Any:
        chance = self.chance
        kind = kind.removeprefix("const ").strip()
        element, bracket, dimensions = kind.partition("[")
        if chance.random() < 0.01:
            return None
        if name in NODES and kind != "Nodes":
            return self.array("q", 1)[:0] if bracket else chance.choice((0, -1, 1 << 40))
        if name == "texts" and "," in kind:
            texts = np.asarray(self.array("Q", 2)).copy()
            texts[-1:] &= np.uint64(1)  # its last row has numbers of nodes
            return texts.data
        if kind.startswith("Callable"):
            return print
        if kind.startswith(("tuple", "Sequence")):
            return tuple(chance.choices(NUMBERS, k=chance.randrange(8)))
        if kind == "array":
            return self.array(chance.choice("BIQqi"), 1)
        if bracket:
            return self.array(DTYPES[element.strip()], dimensions.count(":") // 2 + 1 if "," in dimensions else 1)
        if kind == "Nodes":
            return self.nodes
        if kind in ("list", "object", "Any"):
            return chance.choice((["AX", "", "É" * 70], [3, 200], (), self.nodes, None, 5, "AX", (1, 2)))
        if kind in ("bytes", "str"):
            return chance.choice((b"", b"\1\2", bytes(70), b"\xff" * 3) if kind == "bytes" else ("", "AX", "É" * 99))
        if kind in ("bint", "bool"):
            return chance.random() < 0.5
        if self.made.get(kind):
            return chance.choice(self.made[kind])
        return chance.choice((*NUMBERS, self.size, self.size, self.size - 1, self.size + 1))

    def arguments(self, signature: Signature) -> list[Any]:
        self.size = self.chance.choice((0, 1, 2, 3, 5, 8, 33, 64, 65, 128, 225))
        return [self.argument(kind, name) for kind, name in signature.arguments]


def as_wide_as(kernel: str) -> list[str]:
    """All kernels that objects of this one are made with."""
    wide = kernel.endswith(" wide")
    return [f"{one} wide" if wide and ".game." in one else one for one in KERNELS]


def make_objects(values: Values, kernel: str) -> None:
    """Objects of all kernels' classes, which other kernels take: complete ones, and one that is not if it can be."""
    kernels = as_wide_as(kernel)
    kinds = {kind for one in kernels for kind in classes_of(one)}
    for kind, seen in objects_seen(lexkit.open(), kinds, rack_size_for(kernel)).items():
        values.made[kind.__name__] = seen
        with suppress(TypeError):
            seen.append(kind.__new__(kind))
    for one in kernels:
        classes = {kind.__name__: kind for kind in classes_of(one)}
        for signature in signatures_of(one):
            if signature.name == "__init__" and f"{signature.owner}.__init__" not in TRUSTED:
                for _ in range(MADE):
                    with suppress(Exception):
                        values.made[signature.owner].append(classes[signature.owner](*values.arguments(signature)))


def attack_all(*kernels: str) -> None:
    """Attack each of these kernels, of one width, in a process of its own, with objects that are made once."""
    limit_memory()
    values = Values(1)
    make_objects(values, kernels[0])
    for kernel in kernels:
        say(BEGUN, kernel)
        child = os.fork()
        if child == 0:
            attack(kernel, values)
            if FULL:
                return  # and free everything, which takes longer than the attack
            values.made.clear()
            forked.leave(0)
        say(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


def attack(kernel: str, values: Values) -> None:
    """Call everything in a kernel with arguments of the right types."""
    module = home(kernel)
    signatures = [one for one in signatures_of(kernel) if f"{one.owner}.{one.name}".strip(".") not in TRUSTED]
    classes = {kind.__name__: kind for kind in classes_of(kernel)}
    for signature in sorted(signatures, key=lambda one: one.name != "__init__"):
        for _ in range(CALLS):
            arguments = values.arguments(signature)
            say(
                signature.owner,
                signature.name,
                [str(np.asarray(a))[:80] if isinstance(a, memoryview) else a for a in arguments],
            )
            try:
                with lexkit.within(1):
                    made = values.made.get(signature.owner, [])
                    if signature.name == "__init__" and made and values.chance.random() < 0.2:
                        values.chance.choice(made).__init__(*arguments)
                    elif signature.name == "__init__":
                        made.append(classes[signature.owner](*arguments))
                    elif not signature.owner:
                        getattr(module, signature.name)(*arguments)
                    elif made:
                        getattr(values.chance.choice(made), signature.name)(*arguments)
            except Exception:
                continue
    say("done")


@cache
def said_by_attack(wide: bool) -> tuple[dict[str, list[str]], str]:
    """What the attack on each kernel of a width said last: its last call, and the exit code; and all errors."""
    kernels = [kernel for kernel in BOTH_WIDTHS if kernel.endswith(" wide") is wide]
    code = f"from tests.packaging.test_typed_kernel_calls import attack_all; attack_all(*{kernels})"
    tried = forked.run(code, cwd=ROOT, environment={}, frees=True, timeout=800)
    errors = tried.stderr[-4000:].decode()
    assert tried.returncode == 0, errors
    parts = [part.splitlines() for part in tried.stdout.decode().split(f"{BEGUN} ")[1:]]
    return {lines[0]: lines[-2:] for lines in parts}, errors


@only_compiled
@each("kernel", TRIED)
def test_wrong_numbers_end_no_interpreter(kernel: str) -> None:
    said, errors = said_by_attack(kernel.endswith(" wide"))
    assert said[kernel] == ["done", "0"], errors


@only_compiled
@pytest.mark.parametrize("kernel", few_of(["narrow", "narrow or wide"], 1))
def test_objects_of_all_kernels_are_attacked(kernel: str) -> None:
    """Of each class but those that others are derived from, and those that are made of anything."""
    kinds = {kind for kernel in as_wide_as(kernel) for kind in classes_of(kernel)}
    unseen = {
        kind.__name__ for kind, seen in objects_seen(lexkit.open(), kinds, rack_size_for(kernel)).items() if not seen
    }
    bases = {"ChoiceWalk", "Expression", "Machine", "MachineWalk", "Members", "MoveBuffer"}
    assert unseen == bases | {"Gordon", "KeyList", "_Estimate"}


@each("kernel", KERNELS)
def test_all_that_is_called_is_found(kernel: str) -> None:
    """The pattern that finds the signatures misses none."""
    text = (ROOT / kernel.replace(".", "/")).with_suffix(".pxd").read_text("utf-8")
    found = [one for one in signatures_of(kernel) if one.name != "__init__"]
    assert len(found) == len(re.findall(r"\bcpdef (?!enum)", text))
