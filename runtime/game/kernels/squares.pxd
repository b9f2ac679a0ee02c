# C types of squares.py.
cimport cython
from lexkit.formats.kernels.node cimport ONE, lowest
from lexkit.formats.kernels.nodes cimport Nodes
from lexkit.formats.kernels.node cimport child, children, letters, step
from .shared_types cimport (
    Line, Square, copy_squares, first_of, fitting, is_board_tile, letters_t, new_squares, only_once, reset_squares,
    squares_from
)


@cython.final
cdef class Squares:
    cdef Nodes nodes
    cdef readonly Py_ssize_t rows, columns, tiles_down
    cdef Py_ssize_t start_row, start_column
    cdef letters_t letters
    # True if the nodes are those of alphagrams, and the sorted tiles of a run.
    cdef bint alphagrams
    cdef unsigned char[64] sorted
    cdef const unsigned char[::1] bricks
    # The current squares, line by line, and those of an empty board: their memory, its beginning, and their number.
    cdef bytearray memory, fresh_memory
    cdef Line squares, fresh
    cdef Py_ssize_t count
    cdef int[64] values
    cdef unsigned long long[64] occupied, crossed
    cdef public object owner
    # True if a SearchBoard owns these squares.
    cdef bint taken

    @cython.locals(direction=int)
    cdef _lay_out(self, const unsigned char[::1] letter_multipliers, const unsigned char[::1] word_multipliers)
    @cython.locals(other=Squares, number=Py_ssize_t)
    cpdef Squares like(self)
    cdef Py_ssize_t place(self, int direction, Py_ssize_t number) noexcept nogil
    cdef Line line(self, int direction, Py_ssize_t number) noexcept nogil
    @cython.locals(score=int, in_front=letters_t, at_back=letters_t, behind=Py_ssize_t)
    cdef void _run(self, int direction, Py_ssize_t number, Py_ssize_t first) noexcept nogil
    cdef void _cross(
        self, int direction, Py_ssize_t number, Py_ssize_t at, letters_t allowed, int score
    ) noexcept nogil
    @cython.locals(among=letters_t, bits=cython.ulonglong, fit=letters_t)
    cdef letters_t _between(self, Py_ssize_t node, Line line, Py_ssize_t first, Py_ssize_t last) noexcept nogil
    @cython.locals(
        node=Py_ssize_t, count=int, place=int, tile=int, fit=letters_t, among=letters_t, bits=cython.ulonglong,
        there=Py_ssize_t
    )
    cdef letters_t _arranged(self, Line line, Py_ssize_t first, Py_ssize_t last) noexcept nogil
    @cython.locals(direction=int, none=letters_t)
    cdef void cover(self, Py_ssize_t row, Py_ssize_t column, unsigned char tile) noexcept nogil
    cdef void look_around(self, int direction, Py_ssize_t number, Py_ssize_t at) noexcept nogil
    cdef void walk_runs(self, int direction, Py_ssize_t number, Py_ssize_t at) noexcept nogil
    @cython.locals(at=Py_ssize_t, direction=int)
    cdef void load(self, const unsigned char *grid) noexcept nogil
    @cython.locals(number=int)
    cdef void copy(self, Squares other) noexcept nogil
    cpdef set(self, bytes grid)
    @cython.locals(known=cython.ulonglong)
    cdef bint fits(self, const unsigned char *grid) noexcept nogil
    cdef int _holds(self, Py_ssize_t at) except -1
    @cython.locals(at=Py_ssize_t, known=cython.ulonglong)
    cpdef put(self, squares, tiles)
    @cython.locals(at=Py_ssize_t)
    cpdef take(self, squares)
    @cython.locals(at=Py_ssize_t)
    cdef _look_again(self, list squares)
    cpdef list describe_line(self, Py_ssize_t direction, Py_ssize_t number)
