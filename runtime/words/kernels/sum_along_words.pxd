# C types of sum_along_words.py.
cimport cython
from lexkit.formats.kernels.node cimport LOW_64, ONE, lowest, popcount
from lexkit.formats.kernels.nodes cimport LOOK, Nodes, given
from lexkit.formats.kernels.node cimport arcs, below, children, count_before, kid, letters
from lexkit.runtime.automaton.kernels.spelling cimport require_ranges


@cython.final
cdef class Measure:
    cdef Nodes nodes
    # The walk: nodes of the path, tiles not tried yet, number of words passed.
    cdef Py_ssize_t depth
    cdef unsigned long long rank
    cdef Py_ssize_t[66] trail
    cdef unsigned long long[66] pending
    cdef unsigned char[66] tiles
    # For each prefix of the path: sum of the weights, set of the letters.
    cdef unsigned long long[66] totals, seen
    cdef const unsigned long long[::1] weights
    # Result to write: 0 sums and masks, 1 ways to draw, 2 palindromes.
    cdef int kind
    cdef Py_ssize_t given, room
    cdef unsigned long long[::1] sums, masks
    cdef unsigned char[::1] flags
    # Ways to choose [tile, number], modulo 2 ** 64 and approximately; ways to choose a number of blanks.
    cdef const unsigned long long[:, ::1] choices
    cdef const double[:, ::1] sizes
    cdef const unsigned long long[::1] blanks
    cdef double[::1] about
    cdef unsigned char[64] counts

    @cython.locals(
        number=int, none=cython.ulonglong, one=cython.ulonglong, two=cython.ulonglong, every=cython.ulonglong,
        but_one=cython.ulonglong, but_two=cython.ulonglong, none_size=double, one_size=double, two_size=double,
        every_size=double, but_one_size=double, but_two_size=double
    )
    cdef void _draws(self, Py_ssize_t length) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef inline void _give(self, Py_ssize_t length) noexcept nogil
    cdef inline void _put(self, Py_ssize_t depth, int tile) noexcept nogil
    @cython.locals(fan=Py_ssize_t, place=Py_ssize_t)
    cdef void _range(self, unsigned long long low, unsigned long long high) noexcept nogil
    @cython.locals(low=cython.longlong, stop=cython.longlong, work=cython.longlong)
    cdef Py_ssize_t _ranges(self, const long long[::1] starts, const long long[::1] stops) except -1
    cpdef Py_ssize_t add(
        self, const long long[::1] starts, const long long[::1] stops, const unsigned long long[::1] weights,
        unsigned long long[::1] sums, unsigned long long[::1] masks
    ) except -1
    cpdef Py_ssize_t draw(
        self, const long long[::1] starts, const long long[::1] stops, const unsigned long long[::1] weights,
        const unsigned long long[:, ::1] choices, const double[:, ::1] sizes, const unsigned long long[::1] blanks,
        unsigned long long[::1] ways, double[::1] about
    ) except -1
    cpdef Py_ssize_t mirror(
        self, const long long[::1] starts, const long long[::1] stops, const unsigned long long[::1] weights,
        unsigned char[::1] flags
    ) except -1
