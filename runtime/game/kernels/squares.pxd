# C types of squares.py.
cimport cython
from lexkit.formats.kernels.bits cimport ONE, lowest
from lexkit.formats.kernels.nodes cimport Nodes
from lexkit.formats.kernels.view cimport View, child, children, letters, step
from .fixed_width cimport Line, Square, fitting, letters_t, new_squares, reset_squares, squares_from


@cython.final
cdef class Squares:
    cdef Nodes nodes
    cdef readonly Py_ssize_t rows, columns, tiles_down
    cdef Py_ssize_t start_row, start_column
    cdef letters_t letters
    cdef const unsigned char[::1] bricks
    cdef unsigned char[::1] squares, fresh
    cdef unsigned int[::1] run_nodes
    cdef int[64] values
    cdef unsigned long long[64] occupied, crossed
    cdef public object owner

    @cython.locals(
        size=Py_ssize_t, row=Py_ssize_t, column=Py_ssize_t, at=Py_ssize_t, direction=int, place=Py_ssize_t, line=Line
    )
    cdef _lay_out(self, const unsigned char[::1] letter_multipliers, const unsigned char[::1] word_multipliers)
    @cython.locals(other=Squares, number=Py_ssize_t)
    cpdef Squares like(self)
    cdef Py_ssize_t place(self, int direction, Py_ssize_t number) noexcept nogil
    cdef Line line(self, int direction, Py_ssize_t number) noexcept nogil
    @cython.locals(
        graph=View, line=Line, last=Py_ssize_t, end=Py_ssize_t, at=Py_ssize_t, node=Py_ssize_t, behind=Py_ssize_t,
        score=int
    )
    cdef void _run(self, int direction, Py_ssize_t number, Py_ssize_t first) noexcept nogil
    @cython.locals(line=Line, multiplier=int)
    cdef void _cross(
        self, int direction, Py_ssize_t number, Py_ssize_t at, letters_t allowed, int score
    ) noexcept nogil
    @cython.locals(
        graph=View, among=letters_t, bits=cython.ulonglong, fit=letters_t, there=Py_ssize_t,
        at=Py_ssize_t, tile=int
    )
    cdef letters_t _between(self, Py_ssize_t node, Line line, Py_ssize_t first, Py_ssize_t last) noexcept nogil
    @cython.locals(direction=int, line=Line, at=Py_ssize_t, number=Py_ssize_t, none=letters_t)
    cdef void _cover(self, Py_ssize_t row, Py_ssize_t column, unsigned char tile) noexcept nogil
    @cython.locals(line=Line, across=Line, length=Py_ssize_t, near=Py_ssize_t, first=Py_ssize_t)
    cdef void _around(self, int direction, Py_ssize_t number, Py_ssize_t at) noexcept nogil
    @cython.locals(
        row=Py_ssize_t, column=Py_ssize_t, number=Py_ssize_t, at=Py_ssize_t, direction=int, starts=cython.ulonglong,
       
    )
    cdef void load(self, const unsigned char[::1] grid) noexcept nogil
    cpdef set(self, const unsigned char[::1] grid)
    @cython.locals(at=Py_ssize_t, known=cython.ulonglong)
    cdef bint fits(self, const unsigned char[::1] grid) noexcept nogil
    @cython.locals(line=Line)
    cdef int _holds(self, Py_ssize_t at) except -1
    @cython.locals(at=Py_ssize_t, known=cython.ulonglong)
    cpdef put(self, squares, tiles)
    @cython.locals(at=Py_ssize_t)
    cpdef take(self, squares)
    @cython.locals(at=Py_ssize_t)
    cdef _look_again(self, list squares)
    @cython.locals(line=Line, at=Py_ssize_t)
    cpdef list seen(self, Py_ssize_t direction, Py_ssize_t number)
