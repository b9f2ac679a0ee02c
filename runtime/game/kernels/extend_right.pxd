# C types of extend_right.py.
cimport cython
from lexkit.formats.kernels.node cimport ONE, lowest, popcount
from lexkit.formats.kernels.node cimport children, letters, step
from .shared_types cimport (
    BLANK, find_kids, first_source, follow_run, letters_t, put_back, put_move, score_of, take_tile, tiles_t, with_cross, with_tile
)
from .move_buffer cimport MoveBuffer


@cython.locals(
    allowed=letters_t, complete=letters_t, among=letters_t, bits=letters_t, none=letters_t, next_allows=letters_t,
    goes_on=letters_t, run=bint, source=int, code=tiles_t, longer=cython.ulonglong, left_rack=letters_t, kids=cython.uint[64],
    kid_tiles=cython.uchar[64], kid=int, known=int
)
cdef void go_right(
    MoveBuffer self, Py_ssize_t at, Py_ssize_t node, tiles_t tiles, letters_t rack, int remaining, unsigned long long points, int multiplier
) noexcept nogil

@cython.locals(end=Py_ssize_t, first=cython.ulonglong, laid=cython.ulonglong)
cdef void _follow(
    MoveBuffer self, Py_ssize_t at, Py_ssize_t node, tiles_t tiles, letters_t rack, int remaining, unsigned long long points, int multiplier
) noexcept nogil

@cython.locals(bits=letters_t, code=tiles_t, first=cython.ulonglong, laid=cython.ulonglong)
cdef void write_complete(
    MoveBuffer self, Py_ssize_t at, Py_ssize_t last, letters_t complete, tiles_t tiles, int place, letters_t rack, int remaining,
    unsigned long long points, int multiplier
) noexcept nogil
