"""A slice of the campaign, the same each time, and a replay of every past finding."""

import json
import random
from pathlib import Path

import pytest

from campaigns.fuzz.cases import CORPUS, Finding, Part, WrongAnswerError, guarded, run
from campaigns.fuzz.parts import EVERY, PARTS
from tests.attacks.forge import lexicon, reseal
from tests.attacks.questions import answers
from tests.attacks.random_files import WORDS
from tests.running import COMPILED, MANY

#: Part -> cases in a full run and in others, of which interpreted kernels have half, and words that must occur in the
#: outcomes, which shows that the part reaches its subject. All parts but ``limits``, which measures time.
SLICES = {
    "files": (60, 12, "opened", "CorruptFileError"),
    "damage": (20, 4, "opened", "refused"),
    "queries": (60, 12, "right"),
    "lists": (80, 15, "built", "refused"),
    "positions": (8, 1, "right"),
    "cgp": (400, 100, "read", "refused"),
    "language": (600, 150, "answered", "refused"),
}


@pytest.mark.parametrize("name", SLICES)
def test_a_slice_of_each_part(name: str) -> None:
    full, short, *reached = SLICES[name]
    # Interpreted, the first file, of millions of words, takes ten seconds.
    first = 0 if COMPILED else 1
    report = run(PARTS[name], 20, first, cases=full if MANY else -(-short // (1 if COMPILED else 2)))
    assert not report.findings, "\n".join(f"{finding.seed}: {finding.what}" for finding in report.findings)
    for outcome in reached:
        assert any(outcome in met for met in report.outcomes), f"{name} is never {outcome!r}: {report.outcomes}"


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.json")), ids=lambda path: path.stem)
def test_a_finding_of_the_past(path: Path) -> None:
    found = json.loads(path.read_text("utf-8"))
    with guarded():
        EVERY[found["part"]].check(found["case"])


def test_positive_control() -> None:
    """The questions are answered for an honest file, and sealing one changes nothing."""
    data = lexicon(WORDS)
    said = answers(data)
    assert said[0][0] == len(WORDS)  # type: ignore[index]
    assert said[1] == WORDS
    assert reseal(data) == data


def test_what_a_finding_is(tmp_path: Path) -> None:
    """Wrong answers, other errors, warnings, errors that Python cannot raise, and what takes too long are findings."""

    class Dropped:
        def __del__(self) -> None:
            raise ValueError("nobody hears this")

    def check(case: dict[str, int]) -> str:
        import time
        import warnings

        match case["what"]:
            case 0:
                raise WrongAnswerError("not that")
            case 1:
                warnings.warn("beware", stacklevel=1)
            case 2:
                made = Dropped()
                del made
            case 3:
                with guarded(0.01):
                    time.sleep(5)
        return "fine"

    numbers = iter(range(5))
    part = Part("check", lambda rng: {"what": next(numbers)}, check)  # type: ignore[arg-type]
    report = run(part, 1, cases=5)
    assert report.outcomes == {"findings": 4, "fine": 1}
    for finding, what in zip(
        report.findings, ("WrongAnswerError", "UserWarning", "nobody hears", "TookTooLong"), strict=True
    ):
        assert what in finding.what
        assert Finding(**json.loads(finding.save(tmp_path).read_text())) == finding


def test_cases_are_the_same_for_the_same_seed() -> None:
    for part in PARTS.values():
        assert part.draw(random.Random("1")) == part.draw(random.Random("1"))
