"""Run the tests again and again in this environment, half of the runs while other processes keep all cores busy.

python tools/steady.py [--rounds 20] [ARGUMENT OF PYTEST]...
"""

import argparse
import os
import subprocess
import sys

from packages import run

if __name__ == "__main__":
    reading = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    reading.add_argument("--rounds", type=int, default=20, help="number of runs; 20 by default")
    asked, tests = reading.parse_known_args()
    for number in range(asked.rounds):
        code = "while True: pass"
        busy = [subprocess.Popen([sys.executable, "-c", code]) for _ in range(number % 2 * (os.cpu_count() or 1))]
        try:
            run(sys.executable, "-m", "pytest", *tests)
        finally:
            for process in busy:
                process.kill()
