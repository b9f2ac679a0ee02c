from lexkit.runtime.game.kernels.fixed_width cimport Square, letters_t


cdef class Shadow:
    cdef const unsigned int[::1] words
    cdef const unsigned int *graph
    cdef readonly Py_ssize_t width
    cdef unsigned char[::1] filter_memory
    cdef unsigned char *seen
    cdef bint knows
    cdef int shift
    cdef unsigned long long[64] keys
    cdef int bingo_size
    cdef int bingo
    # The rack at hand.
    cdef int held
    cdef int blanks
    cdef letters_t usable
    cdef letters_t letters
    cdef int[16] values
    cdef unsigned long long rack_key
    cdef int highest

    cdef void _enter(self, Py_ssize_t node, unsigned long long key, int depth) noexcept nogil
    cdef bint _marked(self, unsigned long long key) noexcept nogil
    cdef bint spells(self, unsigned long long through) noexcept nogil
    cdef void take_rack(self, const unsigned char *rack, const int *points) noexcept nogil
    cdef int bound(
        self, const Square *line, Py_ssize_t first, Py_ssize_t last, Py_ssize_t limit, Py_ssize_t length
    ) noexcept nogil
