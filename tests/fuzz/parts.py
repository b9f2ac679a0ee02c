"""The parts of the campaign, by name."""

from __future__ import annotations

from . import cgp, files, language, lists, positions, queries
from .campaign import Part

PARTS: dict[str, Part] = {
    module.__name__.rpartition(".")[2]: Part(module.__name__.rpartition(".")[2], module.draw, module.check)
    for module in (files, queries, lists, positions, cgp, language)
}
