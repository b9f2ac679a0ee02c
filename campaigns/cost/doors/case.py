"""One case of the table: a door, the shape of its input, how that is made, and the call."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

Call = Callable[[Any, Any], Any]


class Case(NamedTuple):
    """``make(n)`` gives an input of length n; ``call(world, input)`` is what is counted."""

    door: str
    shape: str
    make: Callable[[int], Any]
    call: Call
    #: The largest length that is tried: what takes memory or a file for each piece need not be longer.
    most: int = 1 << 17
    #: How often its cost may grow if its length is doubled, and the reason; 0 for the usual bound.
    bound: float = 0.0
    why: str = ""
    #: Makes what the call is given anew each time, from the world and the input: not counted.
    ready: Callable[[Any, Any], Any] | None = None

    @property
    def name(self) -> str:
        return f"{self.door}: {self.shape}"


def every(door: str, shapes: Mapping[str, Callable[[int], Any]], call: Call, **more: Any) -> Iterator[Case]:
    """A case of each shape."""
    for shape, make in shapes.items():
        yield Case(door, shape, make, call, **more)
