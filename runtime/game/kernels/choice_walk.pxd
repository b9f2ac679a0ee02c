# C types of choice_walk.py.
cimport cython
from lexkit.formats.kernels.node cimport ONE, lowest, popcount
from lexkit.formats.kernels.node cimport child, children, letters, prefetch, step
from .gaddag_generator cimport GaddagGenerator
from .rack_subsets cimport RackSubsets
from .shared_types cimport (
    BLANK, find_kids, find_kids_and_turns, follow_run, letters_t, score_of, tiles_t, with_cross, with_tile
)


cdef class ChoiceWalk(GaddagGenerator):
    cdef RackSubsets subsets
    # The best move so far and its worth. Moves worth less are ignored.
    cdef bint has_best
    cdef long long best_worth
    cdef unsigned long long best_meta
    cdef tiles_t best_tiles
    # The number of best moves to list (0 for none), and the moves listed so far, in order, with their worths.
    cdef int wanted, listed
    cdef long long[32] listed_worths
    cdef unsigned long long[32] listed_metas
    cdef tiles_t[32] listed_tiles
    # The cost of vowels on an empty board, and whether the board is empty.
    cdef const int[::1] opening
    cdef unsigned long long vowels
    cdef bint empty_board
    # Limits of the plays of interest: the maximum number of tiles in front of the anchor (furthest), the maximum
    # number of tiles for the current play (most), and the same by the number of tiles in front (most_of).
    cdef int furthest, most
    cdef int[17] most_of

    cdef void play_choices(self, Py_ssize_t node) noexcept nogil
    @cython.locals(among=letters_t, bits=letters_t)
    cdef void fetch_children(self, Py_ssize_t node, Py_ssize_t at, letters_t held) noexcept nogil
    @cython.locals(among=letters_t, bits=letters_t)
    cdef void fetch_turns(self, Py_ssize_t node, Py_ssize_t at, letters_t held) noexcept nogil
    @cython.locals(meta=cython.ulonglong, worth=cython.longlong)
    cdef void _compare(self, int score, int choice, tiles_t tiles) noexcept nogil
    @cython.locals(at=int)
    cdef void consider(self, long long worth, unsigned long long meta, tiles_t tiles) noexcept nogil
    @cython.locals(down=int, number=int, place=int, cost=cython.longlong, at=int, tile=int)
    cdef long long vowels_cost(self, unsigned long long meta, tiles_t tiles) noexcept nogil
    @cython.locals(low=cython.ulonglong)
    cdef bint goes_before(self, unsigned long long meta, tiles_t tiles) noexcept nogil


@cython.locals(free=int)
cdef int _with_tile(ChoiceWalk self, int choice, int tile) noexcept nogil
@cython.locals(free=int)
cdef int _with_blank(ChoiceWalk self, int choice) noexcept nogil
cdef bint _is_good(ChoiceWalk self, int choice, letters_t blank_as) noexcept nogil
cdef letters_t _goes_on(ChoiceWalk self, int choice, letters_t blank_as) noexcept nogil
@cython.locals(tile=int, bigger=int, fit=letters_t)
cdef letters_t _going_on(ChoiceWalk self, letters_t bits, int choice, letters_t blank_as) noexcept nogil

@cython.locals(
    bits=letters_t, complete=letters_t, among=letters_t, none=letters_t, before=letters_t, behind=letters_t,
    own=letters_t, as_blank=letters_t, left=letters_t, goes_on=letters_t, goes_behind=letters_t, stands=letters_t,
    kids=cython.uint[64], turns=cython.uint[64], kid_tiles=cython.uchar[64], kid=int, known=int, laid=int, most=int,
    bigger=int, code=tiles_t, longer=cython.ulonglong, blank=int, source=int
)
cdef void _left(
    ChoiceWalk self, Py_ssize_t at, Py_ssize_t node, tiles_t tiles, int choice, letters_t blank_as,
    unsigned long long points, int multiplier
) noexcept nogil

@cython.locals(
    bits=letters_t, complete=letters_t, among=letters_t, none=letters_t, own=letters_t, as_blank=letters_t,
    left=letters_t, next_allows=letters_t, goes_on=letters_t, run=bint, kids=cython.uint[64],
    kid_tiles=cython.uchar[64], kid=int, known=int, laid=int, stands=letters_t, bigger=int, code=tiles_t,
    longer=cython.ulonglong, blank=int, source=int
)
cdef void _right(
    ChoiceWalk self, Py_ssize_t at, Py_ssize_t node, tiles_t tiles, int choice, letters_t blank_as,
    unsigned long long points, int multiplier
) noexcept nogil

@cython.locals(end=Py_ssize_t, laid=int, whole=int)
cdef void _through(
    ChoiceWalk self, Py_ssize_t at, Py_ssize_t node, tiles_t tiles, int choice, letters_t blank_as,
    unsigned long long points, int multiplier
) noexcept nogil

@cython.locals(bits=letters_t, bigger=int, code=tiles_t, letter=letters_t, tile=int, open_multiplier=int)
cdef void _finish(
    ChoiceWalk self, Py_ssize_t at, Py_ssize_t last, letters_t complete, tiles_t tiles, int place, int choice,
    letters_t blank_as, unsigned long long points, int multiplier
) noexcept nogil
