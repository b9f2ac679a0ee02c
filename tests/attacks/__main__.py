"""Fuzz as long as one likes: ``python -m tests.attacks [files] [seed]``; 1,000,000 before a release.

Prints what each kind of file came to, and stops at the first broken promise, with the seed that repeats it.
"""

import faulthandler
import sys
import time

from .fuzz import run

if __name__ == "__main__":
    files = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    faulthandler.enable()
    start = time.perf_counter()
    for kind, outcome in run(files, seed).items():
        print(f"{kind}: " + ", ".join(f"{count:,} {what}" for what, count in outcome.most_common()))
    print(f"{2 * files:,} files, {time.perf_counter() - start:.1f} s, seed {seed}")
