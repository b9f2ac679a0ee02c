from lexkit.runtime.game.kernels.move_buffer cimport MoveBuffer
from lexkit.runtime.game.kernels.fixed_width cimport letters_t, tiles_t
from lexkit.runtime.game.kernels.squares cimport Squares


cdef class Generator(MoveBuffer):
    # The anchor at work, and how far left its plays may go.
    cdef Py_ssize_t first
    cdef Py_ssize_t last
    cdef Py_ssize_t limit

    cdef void _position(self, Squares squares, const unsigned char *rack, bint both) noexcept nogil
    cdef void _line(self, Squares squares, int direction, Py_ssize_t number, letters_t held) noexcept nogil
    cdef void _at_anchor(self, Py_ssize_t node, letters_t held) noexcept nogil
    cdef void _left(
        self, Py_ssize_t at, Py_ssize_t node, tiles_t tiles, letters_t rack, int remaining, int score, int multiplier,
        int crossed
    ) noexcept nogil
    cdef void _right(
        self, Py_ssize_t at, Py_ssize_t node, tiles_t tiles, letters_t rack, int remaining, Py_ssize_t start, int score,
        int multiplier, int crossed
    ) noexcept nogil
    cdef void _follow(
        self, Py_ssize_t at, Py_ssize_t node, tiles_t tiles, letters_t rack, int remaining, Py_ssize_t start, int score,
        int multiplier, int crossed
    ) noexcept nogil
