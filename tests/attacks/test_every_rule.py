"""No rule of SPEC.md without an attack on it, and no attack on a rule that is not there."""

from __future__ import annotations

import importlib
from pathlib import Path

from .rules import rules_of_spec


def attacks() -> dict[str, list[str]]:
    """The tests of this folder, by the rules they break."""
    found: dict[str, list[str]] = {}
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        module = importlib.import_module(f".{path.stem}", __package__)
        for name, test in vars(module).items():
            for rule in getattr(test, "rules", ()):
                found.setdefault(rule, []).append(f"{path.stem}.{name}")
    return found


def test_every_rule_is_attacked():
    rules = rules_of_spec()
    assert len(rules) == len(set(rules)) > 40, "each rule stands once in SPEC.md"
    missing = [rule for rule in rules if rule not in attacks()]
    assert not missing, f"rules of SPEC.md that no test of this folder breaks: {', '.join(missing)}"


def test_every_attack_names_a_rule():
    unknown = sorted(set(attacks()) - set(rules_of_spec()))
    assert not unknown, f"rules that are not in SPEC.md: {', '.join(unknown)}"
