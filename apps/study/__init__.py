"""Study: questions, the grading of answers, and the schedule of cards.

    from lexkit.apps.study import Deck, Quiz

    deck = Deck("study.sqlite")                          # SQLite; None: the user's data folder
    quiz = Quiz(deck, "anagrams", lexicon="english", query="length:7 probability:1-500", new=20)
    while (question := quiz.next()) is not None:
        result = quiz.answer(input(question.prompt))     # judged, and the card's next day kept

:class:`.racks.Wall` is a timed round over many racks, :class:`.puzzle_round.PuzzleRound` asks positions. A terminal
(``lexq quiz``) and a page of the web ask by the same :class:`.quiz.Quiz`: ``question._asdict()`` and
``result._asdict()`` are plain data for JSON. Cards are spaced by FSRS (the library ``fsrs``, the extra
``lexkit[study]``). Errors are subclasses of :class:`lexkit.errors.LexkitError`.
"""

from .cards import Card, Deck
from .puzzle_round import PuzzleRound
from .quiz import Quiz
from .racks import Wall

__all__ = ["Card", "Deck", "PuzzleRound", "Quiz", "Wall"]
