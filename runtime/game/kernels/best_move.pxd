# C types of best_move.py.
cimport cython
from .fixed_width cimport letters_t, meta_of, put_move, tiles_of, tiles_t
from .gaddag_generator cimport GaddagGenerator
from .shadow cimport Shadow
from .squares cimport Squares


cdef struct Anchor:
    int bound
    unsigned char direction, number, first, last, limit


cdef class BestFinder(GaddagGenerator):
    cdef Shadow shadow
    cdef bint noting
    cdef letters_t held
    # Anchors not yet played.
    cdef Py_ssize_t waiting
    cdef Anchor[2048] noted
    # The best move so far; its score is the generator's floor.
    cdef bint has_best
    cdef unsigned long long best_meta
    cdef tiles_t best_tiles
    cdef unsigned long long played

    @cython.locals(bound=int, alone=bint)
    cdef void at_anchor(self, Py_ssize_t node, letters_t held) noexcept nogil
    cdef void answer(self, Squares squares, const unsigned char[::1] rack, bint both) noexcept nogil
    cdef bint ready(self) noexcept nogil
    @cython.locals(meta=cython.ulonglong, tiles=tiles_t, score=int, low=cython.ulonglong)
    cdef void _look_through(self) noexcept nogil
    cdef bint _goes_before(self, unsigned long long meta, tiles_t tiles) noexcept nogil
