"""Questions and answers of the service, declared once for validation and for its description.

    question = msgspec.json.decode(body, type=SearchQuestion)     # raises ValidationError with the place: $.limit

Guaranteed: the lengths of a question's texts and lists are checked before anything is done with them.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from ..web.limits import Limits

#: Maximum number of words and of positions in a question, and of words and moves in an answer.
MOST_WORDS: Final = 1000
MOST_POSITIONS: Final = 256
MOST_LISTED: Final = 1000
#: Maximum characters of a record of a game.
MOST_RECORD: Final = Limits.record

Word = Annotated[str, Meta(max_length=100, description="Letters, in any case.", examples=["CARE"])]
Words = Annotated[list[Word], Meta(min_length=1, max_length=MOST_WORDS)]
Position = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=2000,
        description="A position in CGP: board, racks, scores, turns without a point, operations.",
        examples=["15/15/15/15/15/15/15/4CARE7/15/15/15/15/15/15/15 AEINRST/ 0/6 0"],
    ),
]
Rack = Annotated[str, Meta(max_length=100, description="Tiles, `?` for a blank; by default, the rack of the position.")]
Offset = Annotated[int, Meta(ge=0, le=2**31, description="Number of results to skip.")]
Limit = Annotated[int, Meta(ge=0, le=MOST_LISTED, description="Maximum number of results.")]


class Question(Struct, kw_only=True, forbid_unknown_fields=True):
    """Fields of every question."""

    lexicon: Annotated[str, Meta(max_length=100, description="One of /lexicons; by default, the first.")] = ""


class SearchQuestion(Question):
    """A query for words, in the query language of docs/queries.md; `in:`, which reads files, is refused."""

    query: Annotated[
        str, Meta(max_length=Limits.query, description="A query.", examples=["anagram:RETAINS?", "substring:UZZ"])
    ]
    sort: Annotated[str, Meta(max_length=100, description="Fields to sort by, such as `-points,length`.")] = ""
    offset: Offset = 0
    limit: Limit = 100
    facts: Annotated[bool, Meta(description="Include hooks, points and definition of each word.")] = False


class WordFacts(Struct, omit_defaults=True):
    """A word; if facts were asked for, also its hooks in front and behind, length, points and definition."""

    word: str
    front: str | None = None
    back: str | None = None
    length: int | None = None
    points: int | None = None
    definition: str | None = None


class SearchAnswer(Struct):
    """Number of matching words, and the requested ones; ``query`` is the query as it was understood, in full."""

    count: int
    query: str
    words: list[WordFacts]


class WordsQuestion(Question):
    """Words to look up, as at a challenge."""

    words: Words


class WordsAnswer(Struct):
    """Verdict on each text, in the order of the question, and on all of them."""

    valid: list[bool]
    all: bool


class HooksQuestion(Question):
    """Words, or other letters, to find hooks of."""

    words: Words


class Hooks(Struct):
    """Letters that form a word in front of a text, and behind it; ``valid`` is true if the text is a word itself."""

    word: str
    valid: bool
    front: list[str]
    back: list[str]


class HooksAnswer(Struct):
    """Hooks of each text, in the order of the question."""

    hooks: list[Hooks]


class JudgeQuestion(Question):
    """A play to judge."""

    position: Position
    play: Annotated[str, Meta(max_length=200, description="A place and tiles.", examples=["8D CARE"])]
    rack: Rack = ""


class JudgedWord(Struct):
    """A word that a play forms."""

    word: str
    valid: bool


class JudgeAnswer(Struct):
    """Verdict on a play: legal, or why not; its score and words, if the board allows it."""

    legal: bool
    reason: str
    score: int | None
    words: list[JudgedWord]


class Placement(Struct):
    """A move: its place, its tiles (`.` for one played through, lower case for a blank), its score and words."""

    place: str
    tiles: str
    score: int
    words: list[str]
    is_bingo: bool
    leave: str


class MovesQuestion(Question):
    """A position to list the legal moves of."""

    position: Position
    rack: Rack = ""
    limit: Limit = 20


class MovesAnswer(Struct):
    """Number of legal placements, and the highest-scoring ones."""

    count: int
    moves: list[Placement]


class BestQuestion(Question):
    """Positions to find the highest-scoring moves of."""

    positions: Annotated[list[Position], Meta(min_length=1, max_length=MOST_POSITIONS)]


class BestAnswer(Struct):
    """Move of each position, in the order of the question; null if there is none."""

    moves: list[Placement | None]


class AnalysisQuestion(Question):
    """A game to analyse."""

    gcg: Annotated[str, Meta(min_length=1, max_length=MOST_RECORD, description="A record of a game in GCG.")]
    level: Annotated[
        Literal["static", "simulation", "endgame"],
        Meta(description="static compares by equity; the others also simulate, and search endgames."),
    ] = "static"
    seconds: Annotated[
        float, Meta(gt=0, le=60, description="Time limit in seconds; turns not reached by then are compared by equity.")
    ] = 10.0


class AnalysisAnswer(Struct):
    """A report, as ``lexq gcg analyse --json`` writes it: losses of turns, luck, and what decided the game."""

    level: str
    weighed: int
    to_weigh: int
    result: str
    players: list[dict[str, Any]]
    curve: list[list[float]]
    worst: list[int]
    remarks: list[str]
    leaves: str
    turns: list[dict[str, Any]]


class LexiconFacts(Struct):
    """A lexicon of the service."""

    name: str
    words: int
    alphabet: str
    fingerprint: str


class LexiconsAnswer(Struct):
    """Lexicons of the service; the first is the default."""

    lexicons: list[LexiconFacts]
    version: str


class Problem(Struct, omit_defaults=True, kw_only=True):
    """Error of a request (RFC 9457), with the parts of a lexkit error."""

    type: str
    title: str
    status: int
    detail: str = ""
    place: str | None = None
    expected: str | None = None
    found: str | None = None
    remedy: str | None = None
    at: int | None = None
