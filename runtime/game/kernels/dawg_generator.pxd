# C types of dawg_generator.py.
cimport cython
from lexkit.formats.kernels.node cimport lowest, popcount
from lexkit.formats.kernels.node cimport child, children, letters, step
from .extend_right cimport go_right
from .shared_types cimport BLANK, first_source, letters_t, put_back, take_tile, tiles_t, with_cross, with_tile
from .move_buffer cimport MoveBuffer
from .squares cimport Squares


cdef enum:
    FIRST = 1
    EXTENDS = 2
    LONGER = 4


cdef class DawgGenerator(MoveBuffer):
    # The current anchor, and the maximum number of tiles of a left part in front of it.
    cdef Py_ssize_t anchor
    cdef int room_in_front
    # Values of the left part's tiles, in order.
    cdef int[16] laid_values

    @cython.locals(first=Py_ssize_t, place=Py_ssize_t, at=Py_ssize_t)
    cdef void each_anchor(
        self, Squares squares, unsigned long long tiles, unsigned long long crossed, letters_t held
    ) noexcept nogil


@cython.locals(
    among=letters_t, none=letters_t, on_anchor=letters_t, in_front=letters_t, next_behind=letters_t, goes_on=letters_t,
    goes_behind=letters_t, ends=letters_t, left_rack=letters_t, points=cython.ulonglong, multiplier=int,
    place=Py_ssize_t, longer=letters_t, bits=letters_t, there_letters=letters_t,
    there_children=letters_t, source=int, code=tiles_t, what=int, kids=cython.uint[64], kid_tiles=cython.uchar[64],
    follows=cython.uchar[64], kid=int, known=int
)
cdef void _lay_left_part(
    DawgGenerator self, Py_ssize_t node, tiles_t tiles, letters_t rack, int remaining, int length
) noexcept nogil
