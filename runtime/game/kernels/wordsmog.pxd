# C types of wordsmog.py.
cimport cython
from lexkit.formats.kernels.node cimport ONE, lowest, popcount
from lexkit.formats.kernels.node cimport child, children, letters
from lexkit.formats.kernels.nodes cimport Nodes
from .best_move cimport BestFinder
from .leave_table cimport LeaveTable
from .move_buffer cimport MoveBuffer
from .shadow cimport NO_PLAY
from .shared_types cimport BLANK, Square, letters_t, put_move, score_of, tiles_t, with_cross, with_tile
from .squares cimport Squares

cdef enum:
    MOST_STRETCHES = 512
    IMPOSSIBLE = -1


cdef struct Stretch:
    short first, next
    # For the best move: the points apart from the tiles laid, the word multiplier, and the weight of each square,
    # highest first.
    int points, multiplier
    int[16] weights


cdef class WordsmogWalk(BestFinder):
    # The stretches of the current group, and the last one for each number of tiles. Each links to the one before it.
    cdef Stretch[512] stretches
    cdef int stretch_count, most_laid
    cdef short[17] of_size
    # The board's tiles in the group's words, sorted, and their points.
    cdef unsigned char[32] fixed
    cdef int fixed_count, fixed_points
    # The tiles chosen so far, sorted.
    cdef unsigned char[17] codes

    cdef _have(self, LeaveTable leaves, opening)
    cdef bint ready(self) noexcept nogil
    cdef void answer(self, Squares squares, const unsigned char *rack, bint both) noexcept nogil
    @cython.locals(starts=cython.ulonglong, first=Py_ssize_t, at=Py_ssize_t, gap=Py_ssize_t, inner=int)
    cdef void each_anchor(
        self, Squares squares, unsigned long long tiles, unsigned long long crossed, letters_t held
    ) noexcept nogil
    @cython.locals(tile=int, place=int)
    cdef void _fix(self, Py_ssize_t at) noexcept nogil
    @cython.locals(size=int)
    cdef void _begin_group(self) noexcept nogil
    @cython.locals(first=Py_ssize_t, last=Py_ssize_t, beside=bint)
    cdef void _find_open(self, unsigned long long crossed) noexcept nogil
    @cython.locals(start=Py_ssize_t, end=Py_ssize_t, size=Py_ssize_t)
    cdef void _find_closed(self, Py_ssize_t first, Py_ssize_t last, int inner) noexcept nogil
    cdef bint _is_crossed(self, Py_ssize_t at, Py_ssize_t end) noexcept nogil
    @cython.locals(number=int)
    cdef void add_stretch(self, Py_ssize_t first, Py_ssize_t size) noexcept nogil
    @cython.locals(size=int)
    cdef void _search(self, letters_t held) noexcept nogil
    @cython.locals(number=int, points=cython.ulonglong)
    cdef void lay_choice(self, int laid) noexcept nogil


@cython.locals(
    ends=letters_t, among=letters_t, allowed=letters_t, bits=letters_t, left=letters_t, tile=int, code=int, blank=int,
    kind=int, source=int
)
cdef void _choose(WordsmogWalk self, Py_ssize_t node, int taken, int laid, letters_t held) noexcept nogil
@cython.locals(
    square=Square, place=int, code=int, shifted=tiles_t, longer=cython.ulonglong, score=int, meta=cython.ulonglong
)
cdef void _lay(
    WordsmogWalk self, Py_ssize_t at, int done, int laid, int used, tiles_t tiles, unsigned long long points,
    int multiplier
) noexcept nogil


cdef class WordsmogFinder(WordsmogWalk):
    # True if leaves are weighed.
    cdef bint weighs
    # True if the best order of each choice is written, and on an empty board also the best order after the cost of
    # vowels.
    cdef bint every, costs_vowels
    # The tiles of the last move written.
    cdef tiles_t written
    # The maximum worth of a play, by line; 32 is added to the number of a column.
    cdef long long[64] line_bounds
    # Tile values: of the rack, highest first; of a choice, highest first; of a choice, in the order of its tiles.
    cdef int[17] top_values, choice_values, laid_values
    # The empty squares of a stretch, and the weight of a tile on each.
    cdef Py_ssize_t[17] free
    cdef int[17] weight_of
    # By the set of tiles used: the maximum score of laying them on the first squares, and the maximum worth.
    cdef long long[::1] scores_of, worths_of

    cdef bint ready(self) noexcept nogil
    @cython.locals(highest=int, line=int)
    cdef void answer(self, Squares squares, const unsigned char *rack, bint both) noexcept nogil
    @cython.locals(count=int, tile=int, _copy=int)
    cdef void _weigh_rack(self, const unsigned char *rack) noexcept nogil
    cdef void _put_value(self, int *values, int count, int value) noexcept nogil
    @cython.locals(held=letters_t, tile=int, tiles=cython.ulonglong, crossed=cython.ulonglong)
    cdef void _search_line(self, Squares squares, int direction, int number) noexcept nogil
    @cython.locals(
        number=int, points=int, multiplier=int, across=int, at=Py_ssize_t, place=int, weight=int,
        bound=cython.longlong, worth=cython.longlong, slot=int
    )
    cdef void add_stretch(self, Py_ssize_t first, Py_ssize_t size) noexcept nogil
    @cython.locals(
        leave_worth=cython.longlong, leave=Py_ssize_t, place=int, code=int, kind=int, number=int,
        bound=cython.longlong, worth=cython.longlong
    )
    cdef void lay_choice(self, int laid) noexcept nogil
    @cython.locals(
        at=Py_ssize_t, multiplier=int, full=int, opening=int, place=int, used=int, cost=cython.longlong,
        best_worth=cython.longlong, best_score=cython.longlong, bits=int, tile=int, before=int, code=int,
        score=cython.longlong, worth=cython.longlong, meta=cython.ulonglong, tiles=tiles_t
    )
    cdef void _arrange(self, int number, int laid, long long leave_worth, bint costs) noexcept nogil
    @cython.locals(
        used=int, tiles=tiles_t, place=int, at=Py_ssize_t, lowest_code=int, chosen=int, tile=int, code=int, before=int,
        gained=cython.longlong, worth=cython.longlong, code_shifted=tiles_t
    )
    cdef tiles_t _trace(self, int laid, bint costs, int opening) noexcept nogil
