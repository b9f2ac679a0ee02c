"""The JSON parts of a file: how they are written, and how large one may be. What must not come in: tests/attacks."""

from __future__ import annotations

import pytest

from lexkit.errors import CorruptFileError
from lexkit.formats.json_object import json_bytes, parse_object
from lexkit.formats.layout import MAX_JSON


def test_bytes_do_not_depend_on_the_order_of_keys():
    """Files that hold the same are the same, byte for byte; letters stand as they are, in UTF-8."""
    for data in ({"b": [1, "É"], "a": {"d": 1, "c": 2}}, {"a": {"c": 2, "d": 1}, "b": [1, "É"]}):
        assert json_bytes(data) == '{"a":{"c":2,"d":1},"b":[1,"É"]}'.encode()
        assert parse_object(memoryview(json_bytes(data)), "alphabet", None) == data


def test_the_largest_that_is_allowed():
    largest = b'{"a":1}'.rjust(MAX_JSON)
    assert MAX_JSON == 1 << 20
    assert parse_object(memoryview(largest), "alphabet", None) == {"a": 1}
    with pytest.raises(CorruptFileError, match="J1: section alphabet"):
        parse_object(memoryview(b" " + largest), "alphabet", None)
