"""No rule of SPEC.md without an attack on it, and no attack on a rule that is not there."""

import importlib
import re
from pathlib import Path

import pytest

from tests.attacks import conftest
from tests.attacks.rules import SPEC, rules_of_spec


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


def test_no_rule_of_the_text_is_overlooked():
    """Every number of a rule that SPEC.md mentions, alone or in a range, is one of the rules; they count from 1."""
    rules = rules_of_spec()
    mentioned = set(re.findall(r"\b([A-Z]\d{1,2})\b", SPEC.read_text("utf-8")))
    hexadecimal = {"B9"} | {name for name in mentioned if name in ("A5", "E3", "C6", "D6", "D1", "B7")} - set(rules)
    assert mentioned - hexadecimal <= set(rules), mentioned - set(rules)
    for letter in {rule[0] for rule in rules}:
        numbers = [int(rule[1:]) for rule in rules if rule[0] == letter]
        assert numbers == list(range(1, len(numbers) + 1)), f"rules {letter}: {numbers}"


def test_every_rule_was_named_by_an_error():
    """An attack that stopped attacking would still pass: so an error must have named each rule while one ran."""
    if len(conftest.RAN) < len(conftest.COLLECTED) or not set(rules_of_spec()) <= set(attacks()):
        pytest.skip("not all attacks were run")
    collected = {name.split("::")[0].rpartition("/")[2] for name in conftest.COLLECTED}
    if collected != {f"{name.split('.')[0]}.py" for tests in attacks().values() for name in tests}:
        pytest.skip("not all attacks were run")
    missing = [rule for rule in rules_of_spec() if rule not in conftest.NAMED]
    assert not missing, f"no error named these rules while an attack on them ran: {', '.join(missing)}"
