"""JSON inside a lexicon file: read without trust. SPEC.md, section 3, rules J1 to J3."""

from __future__ import annotations

import json
from collections.abc import Mapping
from os import PathLike
from typing import Any

from ..errors import CorruptFileError
from .layout import MAX_JSON

__all__ = ["json_bytes", "parse_json"]


def json_bytes(data: Mapping[str, Any]) -> bytes:
    """The object as it is written: the same object gives the same bytes."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def parse_json(data: memoryview, name: str, path: str | PathLike[str] | None) -> dict[str, Any]:
    """The object these bytes of the section ``name`` hold; CorruptFileError for rules J1 to J3."""
    if len(data) > MAX_JSON:
        raise CorruptFileError.at(path, f"J1: section {name}", found=f"{len(data)} bytes, more than {MAX_JSON}")
    try:
        value = json.loads(bytes(data).decode("utf-8"), object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise CorruptFileError.at(path, f"J2: section {name}", found=error) from error
    if not isinstance(value, dict):
        raise CorruptFileError.at(path, f"J3: section {name}", found=f"a JSON {type(value).__name__}, not an object")
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; of two values for one key each reader would believe another."""
    table = dict(pairs)
    if len(table) != len(pairs):
        raise ValueError("a key stands twice in an object")
    return table
