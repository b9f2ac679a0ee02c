"""What the service is asked, and what it answers: declared once, for checking and for describing.

    question = msgspec.json.decode(body, type=SearchQuestion)     # raises ValidationError with the place: $.limit

Guaranteed: texts and lists of a question are no longer than declared here, before anything is done with them.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

from ..web.limits import Limits

#: Words of one question; positions of one; words and moves of one answer.
MOST_WORDS: Final = 1000
MOST_POSITIONS: Final = 256
MOST_LISTED: Final = 1000
#: Characters of a record of a game.
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
Rack = Annotated[str, Meta(max_length=100, description="Tiles, `?` for a blank; without, the rack of the position.")]
Offset = Annotated[int, Meta(ge=0, le=2**31, description="How many to leave out at the beginning.")]
Limit = Annotated[int, Meta(ge=0, le=MOST_LISTED, description="How many to list.")]


class Question(Struct, kw_only=True, forbid_unknown_fields=True):
    """What every question has."""

    lexicon: Annotated[str, Meta(max_length=100, description="One of /lexicons; without, the first.")] = ""


class SearchQuestion(Question):
    """A query for words, in the query language of docs/queries.md; `in:`, which reads files, is refused."""

    query: Annotated[
        str, Meta(max_length=Limits.query, description="A query.", examples=["anagram:RETAINS?", "substring:UZZ"])
    ]
    sort: Annotated[str, Meta(max_length=100, description="Fields to sort by, such as `-points,length`.")] = ""
    offset: Offset = 0
    limit: Limit = 100
    facts: Annotated[bool, Meta(description="Whether to give hooks, points and definition of each word.")] = False


class WordFacts(Struct, omit_defaults=True):
    """A word, and if facts were asked for: the letters in front and behind, its length, points and definition."""

    word: str
    front: str | None = None
    back: str | None = None
    length: int | None = None
    points: int | None = None
    definition: str | None = None


class SearchAnswer(Struct):
    """How many words match, and those asked for; ``query`` is the query written out, as it was understood."""

    count: int
    query: str
    words: list[WordFacts]


class WordsQuestion(Question):
    """Words to look up, as at a challenge."""

    words: Words


class WordsAnswer(Struct):
    """Whether each is a word, in the order of the question, and whether all are."""

    valid: list[bool]
    all: bool


class HooksQuestion(Question):
    """Words, or other letters, whose hooks are asked for."""

    words: Words


class Hooks(Struct):
    """The letters that make a word in front of a text, and behind; ``valid``: whether it is a word itself."""

    word: str
    valid: bool
    front: list[str]
    back: list[str]


class HooksAnswer(Struct):
    """The hooks of each, in the order of the question."""

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
    """Whether the play is legal, and why not; its score and words, if the board allows it."""

    legal: bool
    reason: str
    score: int | None
    words: list[JudgedWord]


class Placement(Struct):
    """A move: its place, its tiles (`.` for one played through, lower case for a blank), and what it makes."""

    place: str
    tiles: str
    score: int
    words: list[str]
    is_bingo: bool
    leave: str


class MovesQuestion(Question):
    """A position whose legal moves are asked for."""

    position: Position
    rack: Rack = ""
    limit: Limit = 20


class MovesAnswer(Struct):
    """How many legal placements there are, and those with the highest scores."""

    count: int
    moves: list[Placement]


class BestQuestion(Question):
    """Positions whose moves with the highest score are asked for."""

    positions: Annotated[list[Position], Meta(min_length=1, max_length=MOST_POSITIONS)]


class BestAnswer(Struct):
    """The move of each position, in the order of the question; null if there is none."""

    moves: list[Placement | None]


class AnalysisQuestion(Question):
    """A game to analyse."""

    gcg: Annotated[str, Meta(min_length=1, max_length=MOST_RECORD, description="A record of a game in GCG.")]
    level: Annotated[
        Literal["static", "simulation", "endgame"],
        Meta(description="static compares by equity; the others also simulate, and search the end."),
    ] = "static"
    seconds: Annotated[
        float, Meta(gt=0, le=60, description="When to stop; the report is that of the turns weighed until then.")
    ] = 10.0


class AnalysisAnswer(Struct):
    """A report, as ``lexq gcg analyse --json`` writes it: what turns cost, who had luck, and what decided."""

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
    """A lexicon that may be asked."""

    name: str
    words: int
    alphabet: str
    fingerprint: str


class LexiconsAnswer(Struct):
    """The lexicons that may be asked; the first is asked if a question names none."""

    lexicons: list[LexiconFacts]
    version: str


class Problem(Struct, omit_defaults=True, kw_only=True):
    """What was wrong with a request (RFC 9457), with the parts of a lexkit error."""

    type: str
    title: str
    status: int
    detail: str = ""
    place: str | None = None
    expected: str | None = None
    found: str | None = None
    remedy: str | None = None
    at: int | None = None
