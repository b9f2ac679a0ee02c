"""Runs the cases of a part one after the other, each under an alarm, with warnings and lost errors as findings."""

import faulthandler
import json
import os
import random
import signal
import sys
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

Case = dict[str, Any]
CORPUS = Path(__file__).parent / "corpus"
#: Seconds a case may take, interpreted ones included.
PATIENCE = 60


class Part(NamedTuple):
    """A kind of input."""

    name: str
    #: Draws a case: a JSON value that suffices to repeat it.
    draw: Callable[[random.Random], Case]
    #: Checks a case: its outcome in a few words, which are counted. Any error is a finding.
    check: Callable[[Case], str]
    #: The number of files, positions, ... in one case.
    each: int = 1
    #: Memory that the process of a case may have.
    gigabytes: int = 6


class WrongAnswerError(AssertionError):
    """lexkit gave an answer that plain Python does not give."""


class TookTooLongError(BaseException):
    """A case took longer than its limit."""


class Finding(NamedTuple):
    """A broken promise."""

    part: str
    seed: str
    what: str
    case: Case

    def save(self, folder: Path) -> Path:
        """Write it as a file that can be replayed."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self.part}-{self.seed.replace(' ', '-')}.json"
        told = {"part": self.part, "seed": self.seed, "what": self.what, "case": self.case}
        path.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", "utf-8")
        return path


class Report(NamedTuple):
    """The outcome of a run of a part."""

    cases: int
    seconds: float
    outcomes: Counter[str]
    findings: list[Finding]
    #: Seconds of the processor that the slowest case took.
    slowest: float = 0.0


def drawn(part: Part, seed: str) -> Case:
    """The case of this seed. It goes through JSON, so that what is replayed is what was run."""
    case: Case = json.loads(json.dumps(part.draw(random.Random(f"{part.name} {seed}"))))
    return case


def run(
    part: Part,
    seed: int,
    first: int = 0,
    cases: int | None = None,
    seconds: float | None = None,
    begun: Callable[[int], object] = lambda number: None,
) -> Report:
    """Run ``cases`` cases, or as many as ``seconds`` allow, from number ``first`` on."""
    outcomes: Counter[str] = Counter()
    findings = []
    slowest = 0.0
    start = time.monotonic()
    number = first
    while number - first != cases and (seconds is None or time.monotonic() - start < seconds):
        begun(number)
        of_case = f"{seed} {number}"
        case = drawn(part, of_case)
        begin = time.process_time()
        try:
            with guarded():
                outcome = part.check(case)
            outcomes[outcome] += 1
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            outcomes["findings"] += 1
            findings.append(Finding(part.name, of_case, told(error), case))
        slowest = max(slowest, time.process_time() - begin)
        number += 1
    return Report(number - first, time.monotonic() - start, outcomes, findings, slowest)


def told(error: BaseException) -> str:
    """An error in a few lines: what it is, and where it came from."""
    frames = traceback.extract_tb(error.__traceback__)[-6:]
    places = [f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames]
    return f"{type(error).__name__}: {str(error)[:600]} [{' < '.join(reversed(places))}]"


@contextmanager
def guarded(patience: float = PATIENCE) -> Iterator[None]:
    """An alarm; warnings and errors that Python cannot raise become errors."""
    unraisable: list[str] = []

    def keep(what: Any) -> None:
        unraisable.append(f"{what.err_msg or 'unraisable'}: {what.exc_value!r} in {what.object!r}")

    def alarm(*_: object) -> None:
        raise TookTooLongError(f"more than {patience} s")

    usual, sys.unraisablehook = sys.unraisablehook, keep
    before = signal.signal(signal.SIGALRM, alarm)
    signal.setitimer(signal.ITIMER_REAL, patience)
    # A kernel that does not come back hears no alarm.
    faulthandler.dump_traceback_later(3 * patience + 60, exit=True)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            yield
    finally:
        faulthandler.cancel_dump_traceback_later()
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.unraisablehook = usual
    if unraisable:
        raise RuntimeError("; ".join(unraisable))


def limit_memory(gigabytes: int) -> None:
    """A case that wants more is told so, instead of the machine. Sanitizers want terabytes of addresses: not there."""
    import resource

    if "ASAN_OPTIONS" not in os.environ:
        resource.setrlimit(resource.RLIMIT_AS, (gigabytes << 30, gigabytes << 30))
