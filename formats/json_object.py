"""The JSON parts of a lexicon file: small objects, refused before they are parsed where they are not small."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..errors import CorruptFileError
from .layout import MAX_JSON

__all__ = ["json_bytes", "parse_object"]


def json_bytes(data: Mapping[str, Any]) -> bytes:
    """As files hold it: sorted keys, no blanks, so that the same data gives the same bytes."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def parse_object(section: memoryview, name: str, path: Path | None) -> dict[str, Any]:
    """The object in these bytes; CorruptFileError names rule J1, J2 or J3."""
    if len(section) > MAX_JSON:
        raise CorruptFileError.at(path, f"J1: section {name}", found=f"{len(section)} bytes, more than {MAX_JSON}")
    try:
        value = json.loads(bytes(section).decode("utf-8"), object_pairs_hook=_once)
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
