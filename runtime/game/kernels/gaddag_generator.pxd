# C types of gaddag_generator.py.
cimport cython
from lexkit.formats.kernels.node cimport lowest, popcount
from lexkit.formats.kernels.node cimport children, letters, step
from .extend_right cimport go_right, write_complete
from .shared_types cimport (
    BLANK, find_kids_and_turns, first_source, follow_run, letters_t, put_back, score_of, take_tile, tiles_t, with_cross, with_tile
)
from .move_buffer cimport MoveBuffer
from .squares cimport Squares


cdef class GaddagGenerator(MoveBuffer):
    # The current anchor, and the leftmost square that its plays may use.
    cdef Py_ssize_t first, last, limit

    @cython.locals(at=Py_ssize_t)
    cdef void each_anchor(
        self, Squares squares, unsigned long long tiles, unsigned long long crossed, letters_t held
    ) noexcept nogil
    @cython.locals(score=int)
    cdef void at_anchor(self, Py_ssize_t node, letters_t held) noexcept nogil


@cython.locals(
    complete=letters_t, among=letters_t, bits=letters_t, none=letters_t, before=letters_t, behind=letters_t,
    goes_on=letters_t, goes_behind=letters_t, code=tiles_t, longer=cython.ulonglong,
    source=int, left_rack=letters_t, kids=cython.uint[64], turns=cython.uint[64], kid_tiles=cython.uchar[64], kid=int,
    known=int, laid=int
)
cdef void _go_left(
    GaddagGenerator self, Py_ssize_t at, Py_ssize_t node, tiles_t tiles, letters_t rack, int remaining, unsigned long long points, int multiplier
) noexcept nogil
