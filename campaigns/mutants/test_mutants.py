"""The names of mutants are stable, and the lists of modules and survivors fit the code."""

import argparse
import ast

import pytest

from campaigns.mutants import trials
from campaigns.mutants.changes import changes
from campaigns.run import ROOT

SOURCE = """
LIMIT = 3

class Table:
    def count(self, words):
        if words > LIMIT and not self.full:
            self.total += 1
        return words < 9 or words > 20
"""
REWORDED = """
LIMIT: int = 3  # of a row

class Table:
    def count(self, found: list) -> bool:
        '''Count them.'''
        if (
            found > MOST
            and not self.is_full
        ):
            self.sum += 1
        return found < 9 or found > 20
"""


def test_names_outlast_rewording() -> None:
    first, second = ([change.name for change in changes("x", ast.parse(text))] for text in (SOURCE, REWORDED))
    assert first == second
    assert len(set(first)) == len(first)
    assert ("x", "3 is 4 1") in first
    assert {which for where, which in first if where == "x.Table.count"} >= {
        *("always 1", "never 1", "Gt is GtE 1", "Gt is GtE 2", "Lt is LtE 1", "Add is Sub 1"),
        *("without operand 3", "without Not 1", "without AugAssign 1"),
    }


def test_each_change_changes_one_thing() -> None:
    made = set()
    for number in range(len(list(changes("x", ast.parse(SOURCE))))):
        tree = ast.parse(SOURCE)
        list(changes("x", tree))[number].make()
        made.add(ast.unparse(ast.fix_missing_locations(tree)))
    assert ast.unparse(ast.parse(SOURCE)) not in made
    assert len(made) > 15


@pytest.mark.parametrize(("name", "tests"), trials.tests_of_modules().items())
def test_modules_and_their_tests_are_there(name: str, tests: list[str]) -> None:
    assert trials.Module(name, tests).changes()
    for test in tests:
        assert (ROOT / test.removeprefix("--deselect=").split("::")[0]).exists(), test


def test_survivors_are_of_these_modules() -> None:
    stems = {name.rpartition("/")[2] for name in trials.tests_of_modules()}
    assert {entry.where.split(".")[0] for entry in trials.listed()} <= stems


def test_a_module_that_is_gone_is_told() -> None:
    asked = argparse.Namespace(jobs=1, listed=True)
    told = "modules.toml, formats/gone: expected one gone.py below formats, found []"
    assert trials.run("formats/gone", [], asked) == (0, [told], {})
