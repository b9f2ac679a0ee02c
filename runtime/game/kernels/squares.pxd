from lexkit.runtime.game.kernels.fixed_width cimport Square, letters_t


cdef class Squares:
    cdef const unsigned int[::1] words
    cdef const unsigned int *graph
    cdef const unsigned char[::1] bricks
    cdef unsigned char[::1] memory
    cdef unsigned char[::1] fresh
    cdef unsigned int[::1] node_memory
    cdef Square *square
    cdef unsigned int *nodes
    cdef object lines
    cdef public object owner
    cdef readonly Py_ssize_t width
    cdef Py_ssize_t root
    cdef readonly Py_ssize_t rows
    cdef readonly Py_ssize_t columns
    cdef readonly Py_ssize_t tiles_down
    cdef Py_ssize_t start_row
    cdef Py_ssize_t start_column
    cdef letters_t letters
    cdef int[64] values
    cdef unsigned long long[64] occupied
    cdef unsigned long long[64] crossed

    cdef Py_ssize_t place(self, int direction, Py_ssize_t number) noexcept nogil
    cdef Square *line(self, int direction, Py_ssize_t number) noexcept nogil
    cdef void _run(self, int direction, Py_ssize_t number, Py_ssize_t first) noexcept nogil
    cdef void _cross(
        self, int direction, Py_ssize_t number, Py_ssize_t at, letters_t letters, int score
    ) noexcept nogil
    cdef letters_t _between(self, Py_ssize_t node, Square *line, Py_ssize_t first, Py_ssize_t last) noexcept nogil
    cdef void _cover(self, Py_ssize_t row, Py_ssize_t column, unsigned char tile) noexcept nogil
    cdef void _around(self, int direction, Py_ssize_t number, Py_ssize_t at) noexcept nogil
    cdef void load(self, const unsigned char *grid) noexcept nogil
    cdef bint fits(self, const unsigned char *grid) noexcept nogil
    cdef int holds(self, Py_ssize_t at) except? -1
    cdef _look_again(self, object squares)
