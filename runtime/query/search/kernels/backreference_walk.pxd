# C types of backreference_walk.py.
cimport cython
from lexkit.formats.kernels.node cimport LOW_64, ONE, lowest, popcount
from lexkit.formats.kernels.nodes cimport Nodes, given
from lexkit.formats.kernels.node cimport arcs, below, child, children, kid, letters, words_before


@cython.locals(trail=Py_ssize_t[66], done=Py_ssize_t[66], tallest=cython.uchar[66], depth=Py_ssize_t)
cpdef object fill_heights(Nodes nodes, unsigned char[::1] heights)


cpdef enum:
    FEW = 12

    TOO_MANY = 1
    TOO_LONG = 2


@cython.final
cdef class EchoWalk:
    cdef Nodes nodes
    # Letters of the longest continuation from each node, indexed by node: see fill_heights.
    cdef const unsigned char[::1] heights
    # The tables.
    cdef const unsigned long long[::1] labels
    cdef const int[::1] echoes, unlike, needs, firsts, targets
    cdef const unsigned char[:, ::1] coming
    cdef const unsigned char[::1] open_ended
    cdef const unsigned long long[:, ::1] effects
    # The walk.
    cdef Py_ssize_t depth
    # As long as the start of a span plus the progress in it, one byte each, can be.
    cdef unsigned char[512] path
    cdef Py_ssize_t[66] trail, begins, sizes
    cdef unsigned long long[66] pending, lows
    # Configurations of all places, four numbers each: three of encoding, and the mask of the letters it takes.
    cdef unsigned long long[:, ::1] pool
    # Hash table; an entry is number of the set << 14 | index in the set.
    cdef unsigned long long[::1] table
    cdef unsigned long long sets
    # The set under construction.
    cdef Py_ssize_t begin, size
    cdef unsigned long long here, wanted
    cdef int tall
    cdef bint ending, everything
    # Answer: the last range, which may still grow, and the number of ranges written.
    cdef unsigned long long low, high
    cdef Py_ssize_t given
    cdef long long steps
    cdef Py_ssize_t most_here, most_along
    cdef long long most_steps
    cdef int stopped
    cdef bint finished

    @cython.locals(i=Py_ssize_t)
    cdef bint _fit(self, Py_ssize_t positions, Py_ssize_t transitions) noexcept
    cdef void _begin(self) noexcept
    cdef inline int _span(
        self, unsigned long long first, unsigned long long second, unsigned long long third, int slot
    ) noexcept nogil
    cdef void _open_set(self) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef void _follow(
        self, unsigned long long first, unsigned long long second, unsigned long long third, Py_ssize_t position
    ) noexcept nogil
    @cython.locals(
        position=Py_ssize_t, need=int, slot=int, span=int, progress=int, others=int, end=int, takes=cython.ulonglong
    )
    cdef void _put(self, unsigned long long first, unsigned long long second, unsigned long long third) noexcept nogil
    cdef bint _known(
        self, unsigned long long first, unsigned long long second, unsigned long long third
    ) noexcept nogil
    @cython.locals(other=Py_ssize_t, place=Py_ssize_t)
    cdef Py_ssize_t _entry(self, Py_ssize_t number) noexcept nogil
    @cython.locals(position=Py_ssize_t)
    cdef void _take(self, int tile, int tall) noexcept nogil
    cdef void _walk(self, long long[::1] starts, long long[::1] stops, long long until) noexcept nogil
    cdef void _give(
        self, unsigned long long low, unsigned long long high, long long[::1] starts, long long[::1] stops
    ) noexcept nogil
    cdef void _write_range(self, long long[::1] starts, long long[::1] stops) noexcept nogil
    @cython.locals(until=cython.longlong)
    cpdef Py_ssize_t run(self, long long[::1] starts, long long[::1] stops) except -1
    cpdef long long taken(self)
    cpdef bint done(self)
    cpdef int trouble(self)
