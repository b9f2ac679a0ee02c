"""Attacks: the tests of links, limits, allocations, wrong calls and wrong answers, on another build than the suite's.

On sanitized kernels, the time and memory of a question are not those of users: limits on memory are left out there.
"""

import argparse
import os
import re
import subprocess
import sys
from functools import partial
from typing import Final

from campaigns.run import ROOT, Trial, Tried

#: Attack -> (what it tries, the tests that try it).
ATTACKS: Final = {
    "links": (
        "what lexkit writes unasked follows no link, and what it names is replaced whole",
        ("tests/formats/test_user_cache.py", "tests/formats/test_atomic.py", "tests/attacks/test_paths.py"),
    ),
    "limits": (
        "every public question looks at the clock, and takes no more memory than is stated",
        ("tests/runtime/test_every_question.py", "tests/base/test_time_limits.py"),
    ),
    "allocations": (
        "no number in a file is taken for an amount of memory",
        ("tests/attacks/test_allocations.py", "tests/attacks/test_shell.py", "tests/attacks/test_disagreement.py"),
    ),
    "wrong calls": (
        "public classes and kernels given what they should not be given",
        (
            "tests/words/test_made_wrongly.py",
            "tests/game/kernels/test_wrong_calls.py",
            "tests/packaging/test_kernel_calls.py",
            "tests/packaging/test_typed_kernel_calls.py",
            "tests/packaging/test_public_calls.py",
        ),
    ),
    "wrong answers": (
        "numbers compare exactly",
        ("tests/words/test_number_ranges.py", "tests/query/conditions/test_word_measures.py"),
    ),
}


def trials(asked: argparse.Namespace) -> list[Trial]:
    return [Trial(name, what, partial(run_tests, tests)) for name, (what, tests) in ATTACKS.items()]


def run_tests(tests: tuple[str, ...]) -> Tried:
    """Run these tests in a process of their own, which a crash would end: a finding for each that fails."""
    # What sanitizers write before they end the process goes past Python: not to be captured with it.
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--capture=sys", "--tb=line", *tests]
    environment = {**os.environ, "LEXKIT_TESTS": "full"}
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    found = re.findall(r"^(?:FAILED|ERROR) .*", ran.stdout, re.M)
    if ran.returncode and not found:
        found = [(ran.stdout + ran.stderr).strip()[-2000:] or f"exit code {ran.returncode}"]
    counts = {word: int(number) for number, word in re.findall(r"(\d+) (passed|failed|skipped|error)", ran.stdout)}
    return Tried(counts.get("passed", 0) + len(found), found, {"skipped": counts.get("skipped", 0)})
