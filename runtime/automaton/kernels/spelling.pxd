# C types of spelling.py.
cimport cython
from lexkit.formats.kernels.node cimport ONE, lowest, popcount
from lexkit.formats.kernels.nodes cimport LOOK, Nodes, given
from lexkit.formats.kernels.node cimport below, child, children, count_before, kid, letters
from lexkit.runtime.automaton.kernels.tile_strings cimport read_key, text_of


@cython.locals(low=cython.longlong)
cdef int require_ranges(Nodes nodes, const long long[::1] starts, const long long[::1] stops) except -1


@cython.final
cdef class Speller:
    cdef Nodes nodes
    # The walk along the edges of ranges.
    cdef Py_ssize_t depth
    cdef unsigned long long rank
    cdef Py_ssize_t[66] trail
    cdef unsigned long long[66] pending, highs
    # The walk inside a range.
    cdef Py_ssize_t[132] inner
    cdef unsigned long long[132] left
    # The path, and the words written.
    cdef unsigned char[132] tiles, narrow
    cdef unsigned int[132] wide
    cdef const unsigned int[::1] codes
    cdef int kind
    cdef list listed
    cdef bint measuring
    cdef unsigned char[::1] sizes
    # Number of words written, and the number at which the deadline is checked next.
    cdef Py_ssize_t given, look_at

    cdef inline void _enter(self, Py_ssize_t node, unsigned long long high) noexcept nogil
    cdef int _give_all(self, Py_ssize_t root, Py_ssize_t depth) except -1
    cdef inline void _put(self, Py_ssize_t depth, int tile) noexcept nogil
    cdef int _give(self, Py_ssize_t length) except -1
    cdef int _look(self) except -1
    @cython.locals(tile=int, there=Py_ssize_t)
    cdef int _give_below(self, Py_ssize_t node, Py_ssize_t depth, Py_ssize_t number) except -1
    cdef int _give_in_blocks(self, unsigned long long low, unsigned long long high) except -1
    @cython.locals(number=Py_ssize_t, fan=Py_ssize_t)
    cdef int _give_range(self, unsigned long long low, unsigned long long high) except -1
    cpdef list spell(self, const long long[::1] starts, const long long[::1] stops)
    cpdef Py_ssize_t lengths(
        self, const long long[::1] starts, const long long[::1] stops, unsigned char[::1] lengths
    ) except -1
    @cython.locals(node=Py_ssize_t, last=Py_ssize_t, highest=Py_ssize_t, number=Py_ssize_t, tile=int, known=int)
    cpdef list spell_texts(self, const unsigned long long[:, ::1] texts, Py_ssize_t strings)
