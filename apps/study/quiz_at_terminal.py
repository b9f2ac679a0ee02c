"""A quiz at a terminal, or by a script: questions, answers, what was missed, a summary."""

from __future__ import annotations

from typing import Final

from lexkit import console
from lexkit.errors import LexkitError, QueryError

from ..terminal.screen import EndOfInputError, Screen
from .quiz import Question, Quiz, Result
from .spacing import RATINGS

#: Lines that leave. In capitals they are answers.
_LEAVE: Final = ("quit", "exit")
HELP: Final = """\
Type the answer: all words, with blanks between; hooks as B/DST, front and back; y or n.
An empty line: I do not know. quit: leave. Everything is kept at once.
again, hard, good, easy: another grade for the last answer. In capitals these are answers."""


def ask_all(quiz: Quiz, screen: Screen) -> None:
    """Ask until there is nothing left to ask, or the user leaves. Raises KeyboardInterrupt for Ctrl-C."""
    asked: Question | None = None
    try:
        while (question := quiz.next()) is not None:
            if question != asked:
                screen.say(_tell_question(question, screen))
            asked = question
            try:
                line = screen.ask("> ").strip()
            except QueryError as error:
                screen.say(str(error))
                continue
            if line in _LEAVE:
                break
            if line in ("help", "?"):
                screen.say(HELP)
            elif line in RATINGS:
                _regrade(quiz, line, screen)
            else:
                screen.say(_tell_result(question, quiz.answer(line), screen))
    except EndOfInputError:
        pass
    screen.say(
        f"{console.format_count(quiz.answered, 'question', 'questions')}, {quiz.right} right"
        if quiz.answered
        else "nothing was asked"
    )


def _regrade(quiz: Quiz, rating: str, screen: Screen) -> None:
    try:
        result = quiz.regrade(rating)
    except LexkitError as error:
        screen.say(str(error))
    else:
        screen.say(f"{rating}: again in {tell_days(result.days)}")


def _tell_question(question: Question, screen: Screen) -> str:
    place = f"{question.number}/{question.total}"
    return console.shown(f"{place}  {screen.paint(question.prompt, 'strong')}", "\x1b") + f"  ({question.beside})"


def _tell_result(question: Question, result: Result, screen: Screen) -> str:
    again = f"again in {tell_days(result.days)}"
    if result.right:
        return f"right; {again}"
    if question.kind == "check":
        told = f"{question.prompt} is {'a word' if result.answers == ('y',) else 'not a word'}"
    else:
        told = ("/" if question.kind == "hooks" else " ").join(result.answers)
        told += f", not {' '.join(result.wrong)}" if result.wrong else ""
    return screen.paint(console.shown(f"wrong: {told}"), "bad") + f"; {again}"


def tell_days(days: float) -> str:
    """How long that is, in the largest unit that fits: ``10 minutes``, ``3 days``."""
    minutes = round(days * 1440)
    if minutes < 60:
        return console.format_count(max(1, minutes), "minute", "minutes")
    if minutes < 1440:
        return console.format_count(minutes // 60, "hour", "hours")
    return console.format_count(round(days), "day", "days")
