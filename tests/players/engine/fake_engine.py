"""Programs that speak SIU well or badly: ``python fake_engine.py HABIT``. It imports nothing of lexkit.

Habits, by the command at which they show: ``none``; ``crash``, ``hang``, ``rubbish``, ``late``, ``flood``, ``endless``
or ``illegal`` at go; ``dead``, ``mute`` or ``chess`` at the handshake; ``deaf`` does not even read; ``stubborn`` does
not quit, nor end at the end of its input; ``unmoved`` gives no move; ``ex.TILES`` exchanges these;
``lexicon NAME`` has options for a lexicon, and knows this one.
"""

import signal
import sys
import time

HABIT = sys.argv[1] if len(sys.argv) > 1 else "none"


def say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def go(words: list[str]) -> None:
    move = "8H.ZZZ" if HABIT == "illegal" else "none" if HABIT == "unmoved" else "pass"
    if HABIT == "crash":
        sys.exit("segmentation fault, perhaps")
    if HABIT == "rubbish":
        move = "e2e4 castles"
    if HABIT.startswith("ex."):
        move = HABIT
    if HABIT == "flood":
        for number in range(20_000):
            say(f"info string {number}")
    if HABIT == "endless":
        sys.stdout.write("info string " + "x" * 1_000_000)
        sys.stdout.flush()
    say("info string provenance engine=fake/1 leaves=none winpct=none lexicon=none")
    say("info gen move pass score 0 eq -1.5 leave AEINRST", "info peg 8D.QI w:AB|AC d:BB l:AH", "info depth 3 nodes 7")
    say("info", "joho", "info sim move 8D.QI wp 61.2 wpse 0.9 eq -74.1 eqse 1.1 iters 400")
    if HABIT not in ("hang", "late") and "infinite" not in words:
        say(f"bestmove {move}")


def main() -> None:
    if HABIT == "deaf":
        time.sleep(600)
    if HABIT == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if HABIT == "dead":
        sys.exit(3)
    for line in sys.stdin:
        words = line.split()
        command = words[0] if words else ""
        if command == "siu" and HABIT == "chess":
            say("id name Chess", "uciok")
        elif command == "siu" and HABIT != "mute":
            say("id name Fake 1", "id author nobody", "capability gen sim auto peg stop stream")
            say(
                "option name Hash Size type spin default 16 min 1 max 1024",
                "option name Style type combo default a var a",
            )
            if HABIT.startswith("lexicon "):
                say("option name DataPath type string", "option name Lexicon type string")
            say("option malformed", "siuok")
        elif command == "isready":
            say("readyok")
        elif command == "setoption" and "refused" in words:
            say("info string ignored Style no such style")
        elif words[:3] == ["setoption", "name", "Lexicon"] and words[4:] != HABIT.split()[1:]:
            say("info string ignored Lexicon no such lexicon")
        elif command == "position" and "bad" in words:
            say("info string error bad-position no CGP")
        elif command == "go":
            go(words)
        elif command == "stop":
            if HABIT == "late":
                time.sleep(600)
            if HABIT != "hang":
                say("bestmove pass")
        elif command == "quit" and HABIT != "stubborn":
            return
    if HABIT == "stubborn":
        time.sleep(600)


main()
