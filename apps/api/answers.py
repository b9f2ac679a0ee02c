"""Answer the questions of :mod:`.messages` from a lexicon within a time limit.

    answers = Answers({"english": lexicon}, seconds=3.0)
    answers.words(WordsQuestion(words=["CARE", "ZZX"])).valid       # [True, False]

Guaranteed: a question reads only lexicons: ``in:``, which reads files, is refused. It ends within its time limit, and
raises LexkitError if it cannot be answered.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

import lexkit
from lexkit.errors import LexkitError, TimeLimitError

from ..web.requests import lexicon_named
from ..web.word_search import require_harmless, word_facts
from . import messages as told

#: Maximum seconds for one turn of an analysis, the default of `lexq gcg analyse`.
_TURN: Final = 1.0


class Answers:
    """Answers from lexicons by name, by default the first. ``seconds`` is the time limit of a question."""

    def __init__(self, lexicons: Mapping[str, lexkit.Lexicon], seconds: float) -> None:
        self.lexicons = lexicons
        self.seconds = seconds

    def are_ready(self) -> bool:
        """Return whether every lexicon can still look up its first word."""
        try:
            return all(not len(lexicon) or lexicon.rank(lexicon[0]) == 0 for lexicon in self.lexicons.values())
        except LexkitError:
            return False

    def all_lexicons(self) -> told.LexiconsAnswer:
        """List the lexicons."""
        facts = [
            told.LexiconFacts(name, len(lexicon), lexicon.alphabet.name, lexicon.fingerprint)
            for name, lexicon in self.lexicons.items()
        ]
        return told.LexiconsAnswer(facts, lexkit.__version__)

    def search(self, asked: told.SearchQuestion) -> told.SearchAnswer:
        """Search for the words that match a query, one page at a time."""
        lexicon = self._lexicon(asked)
        require_harmless(asked.query)
        with lexkit.within(self.seconds):
            found: Any = lexicon.search(asked.query)
            if asked.sort:
                words = found if isinstance(found, lexkit.Words) else found.sorted()
                found = words.sorted_by(*asked.sort.split(","))
            listed = found[asked.offset : asked.offset + asked.limit]
            if asked.facts:
                words = [told.WordFacts(**facts) for facts in word_facts(lexicon, listed)]
            else:
                words = [told.WordFacts(word) for word in listed.to_list()]
            return told.SearchAnswer(len(found), lexicon.understand(asked.query).query, words)

    def words(self, asked: told.WordsQuestion) -> told.WordsAnswer:
        """Check which texts are words."""
        lexicon = self._lexicon(asked)
        valid = [word in lexicon for word in asked.words]
        return told.WordsAnswer(valid, all(valid))

    def hooks(self, asked: told.HooksQuestion) -> told.HooksAnswer:
        """Find the letters that hook words in front and behind."""
        lexicon = self._lexicon(asked)
        found = []
        with lexkit.within(self.seconds):
            for number, word in enumerate(asked.words):
                with _Place(f"words[{number}]"):
                    front, back = lexicon.cross_sets(word)
                found.append(told.Hooks(word, word in lexicon, list(front), list(back)))
        return told.HooksAnswer(found)

    def judge(self, asked: told.JudgeQuestion) -> told.JudgeAnswer:
        """Judge whether a play is legal."""
        with lexkit.within(self.seconds):
            lexicon = self._lexicon(asked)
            verdict = _board(asked.position, lexicon).explain(asked.play, rack=asked.rack or None, lexicon=lexicon)
        words = [told.JudgedWord(word, valid) for word, valid in verdict.words]
        return told.JudgeAnswer(verdict.legal, verdict.reason, verdict.score, words)

    def moves(self, asked: told.MovesQuestion) -> told.MovesAnswer:
        """List the legal moves of a position, highest scores first."""
        with lexkit.within(self.seconds):
            lexicon = self._lexicon(asked)
            moves = lexicon.moves(_board(asked.position, lexicon), asked.rack or None)
            listed = [_placement(move, moves.rack) for move in moves.top(asked.limit)]
        return told.MovesAnswer(len(moves), listed)

    def best(self, asked: told.BestQuestion) -> told.BestAnswer:
        """Find the highest-scoring move of each position."""
        lexicon = self._lexicon(asked)
        with lexkit.within(self.seconds):
            boards = [_board(text, lexicon, f"positions[{number}]") for number, text in enumerate(asked.positions)]
            moves = lexicon.best_moves(boards, threads=1)
        racks = [lexkit.Rack(board.rack, board.alphabet) for board in boards]
        pairs = zip(moves, racks, strict=True)
        return told.BestAnswer([None if move is None else _placement(move, rack) for move, rack in pairs])

    def analysis(self, asked: told.AnalysisQuestion) -> told.AnalysisAnswer:
        """Analyse a game, as exactly as the time allows."""
        lexicon = self._lexicon(asked)
        ends = time.monotonic() + asked.seconds
        with lexkit.within(self.seconds):
            game = lexkit.Game.from_gcg(asked.gcg, lexicon, strict=False)
            turn = min(_TURN, asked.seconds / max(1, len(game.turns)))
            reports = game.reports(asked.level, lexicon=lexicon, time=turn, threads=1)
            report = next(reports)
        left = ends - time.monotonic()
        if left > 0:
            with suppress(TimeLimitError), lexkit.within(left):
                for better in reports:
                    report = better  # each is a complete report
        return told.AnalysisAnswer(**report.to_dict())

    def _lexicon(self, asked: told.Question) -> lexkit.Lexicon:
        """Return the lexicon of a question. Raises BadMessageError if there is none of that name."""
        return lexicon_named(self.lexicons, asked.lexicon)


class _Place:
    """Context manager that adds the part of a question to the place of a LexkitError."""

    def __init__(self, place: str) -> None:
        self.place = place

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: Any, error: BaseException | None, traceback: Any) -> None:
        if isinstance(error, LexkitError):
            error.place = f"{self.place}, {error.place}" if error.place else self.place


def _board(text: str, lexicon: lexkit.Lexicon, place: str = "position") -> lexkit.Board:
    """Return the board of a position. Raises PositionError, with the place."""
    with _Place(place):
        return lexkit.Board.from_cgp(text, lexicon=lexicon)


def _placement(move: lexkit.Move, rack: lexkit.Rack) -> told.Placement:
    """Return a move as data of an answer."""
    leave = str(rack - move.played)
    return told.Placement(move.place, move.tiles, move.score, list(move.words), move.is_bingo, leave)
