"""Description of the service in OpenAPI 3.1, made from the declarations that requests are checked against.

described = describe(OPERATIONS)
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import msgspec

import lexkit

from . import messages as told
from .answers import Answers

ROOT: Final = "/api/v1"
_REF: Final = "#/components/schemas/{name}"


class Operation(NamedTuple):
    """Operation of the service: the name of a method of :class:`.answers.Answers`, types of question and answer.

    ``asked`` is None if there is no question. ``simple``: the question can also be the URL query of a GET.
    ``quick``: it is answered at once, not in a thread. ``long``: it may take many seconds.
    """

    name: str
    asked: type[told.Question] | None
    answered: type[msgspec.Struct]
    simple: bool = False
    quick: bool = False
    long: bool = False

    @property
    def summary(self) -> str:
        """Summary in one line."""
        doc = getattr(Answers, self.name).__doc__ or ""
        return doc.partition("\n")[0].rstrip(".")

    @property
    def methods(self) -> tuple[str, ...]:
        """HTTP methods that it accepts."""
        return ("GET",) if self.asked is None else ("GET", "POST") if self.simple else ("POST",)


#: All operations of the service.
OPERATIONS: Final = (
    Operation("all_lexicons", None, told.LexiconsAnswer, quick=True),
    Operation("search", told.SearchQuestion, told.SearchAnswer, simple=True),
    Operation("words", told.WordsQuestion, told.WordsAnswer, simple=True, quick=True),
    Operation("hooks", told.HooksQuestion, told.HooksAnswer, simple=True),
    Operation("judge", told.JudgeQuestion, told.JudgeAnswer),
    Operation("moves", told.MovesQuestion, told.MovesAnswer),
    Operation("best", told.BestQuestion, told.BestAnswer),
    Operation("analysis", told.AnalysisQuestion, told.AnalysisAnswer, long=True),
)


def path_of(operation: Operation) -> str:
    """Return the path of an operation."""
    return f"{ROOT}/{'lexicons' if operation.asked is None else operation.name}"


def describe(operations: Iterable[Operation] = OPERATIONS, *, keys: bool = False) -> dict[str, Any]:
    """Return the description. ``keys`` is True if the service requires keys."""
    operations = tuple(operations)
    types: list[Any] = [one for each in operations for one in (each.asked, each.answered) if one is not None]
    _, schemas = msgspec.json.schema_components([*types, told.Problem], ref_template=_REF)
    security = {"key": {"type": "http", "scheme": "bearer"}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "lexkit", "version": lexkit.__version__, "description": "Questions to word lists."},
        "paths": {
            path_of(one): {method.lower(): _method(one, method, schemas) for method in one.methods}
            for one in operations
        },
        "components": {"schemas": schemas, **({"securitySchemes": security} if keys else {})},
        **({"security": [{"key": []}]} if keys else {}),
    }


def _method(operation: Operation, method: str, schemas: dict[str, Any]) -> dict[str, Any]:
    """Describe one method of an operation."""
    name = path_of(operation).rpartition("/")[2]
    described: dict[str, Any] = {
        "operationId": name if method == operation.methods[-1] else f"get_{name}",
        "summary": operation.summary,
        "responses": {
            "200": _content("application/json", operation.answered, operation.answered.__doc__ or ""),
            "default": _content("application/problem+json", told.Problem, "What was wrong."),
        },
    }
    if operation.asked is not None and method == "POST":
        asked = _content("application/json", operation.asked, operation.asked.__doc__ or "")
        described["requestBody"] = {**asked, "required": True}
    elif operation.asked is not None:
        schema = schemas[operation.asked.__name__]
        described["parameters"] = [
            {"name": field, "in": "query", "required": field in schema.get("required", ()), "schema": one}
            for field, one in schema["properties"].items()
        ]
    return described


def _content(kind: str, declared: type[msgspec.Struct], description: str) -> dict[str, Any]:
    """Describe the body of a request or a response."""
    schema = {"$ref": _REF.format(name=declared.__name__)}
    return {"description": description, "content": {kind: {"schema": schema}}}
