# C types of phrase_search.py.
cimport cython
from lexkit.formats.kernels.node cimport LOW_64, ONE, lowest
from lexkit.formats.kernels.nodes cimport LOOK, Nodes, given
from lexkit.formats.kernels.node cimport arcs, child, children, letters, rank_before


@cython.final
cdef class Parts:
    cdef Nodes nodes
    cdef Py_ssize_t shortest, longest
    # Letters left: the number of each, and the set of them.
    cdef unsigned char[64] left
    cdef unsigned long long have
    # The path: nodes, tiles not tried yet, and the ranks of the words below each node, from ``lows`` to ``highs``.
    cdef Py_ssize_t depth
    cdef bint done
    cdef unsigned char[66] path
    cdef Py_ssize_t[66] trail
    cdef unsigned long long[66] pending, lows, highs

    @cython.locals(tile=int)
    cdef _set_letters(self, const unsigned char[::1] counts)
    @cython.locals(found=Py_ssize_t, steps=Py_ssize_t)
    cpdef tuple fill(self, long long[::1] ranks, unsigned char[::1] lengths, unsigned char[::1] tiles)
    cpdef bint ended(self)


@cython.final
cdef class Search:
    cdef const unsigned long long[::1] low, high
    cdef const unsigned char[::1] lengths, fields
    cdef const unsigned int[::1] ends, numbers, buckets
    cdef unsigned int[::1] table
    cdef unsigned long long guard_low, guard_high
    cdef Py_ssize_t shortest, longest
    # The path. For each word of the set: its index, the end of the words to try, letters left before it.
    cdef Py_ssize_t number, depth
    cdef Py_ssize_t[64] places, stops, left
    cdef unsigned long long[64] left_low, left_high
    cdef int[64] bucket
    cdef unsigned long long count

    @cython.locals(i=Py_ssize_t, size=Py_ssize_t)
    cdef bint _fit(self, Py_ssize_t words) noexcept
    @cython.locals(i=Py_ssize_t)
    cdef void _fill_table(self) noexcept
    @cython.locals(mixed=cython.ulonglong, factor=cython.ulonglong)
    cdef inline Py_ssize_t _slot(self, unsigned long long low, unsigned long long high) noexcept nogil
    @cython.locals(found=Py_ssize_t)
    cdef inline Py_ssize_t _of_letters(self, unsigned long long low, unsigned long long high) noexcept nogil
    @cython.locals(bucket=int, stop=Py_ssize_t)
    cdef bint _enter(
        self, Py_ssize_t depth, unsigned long long low, unsigned long long high, Py_ssize_t left, Py_ssize_t least
    ) noexcept nogil
    cpdef begin(self, Py_ssize_t number, unsigned long long low, unsigned long long high, Py_ssize_t letters)
    cpdef bint ended(self)
    cpdef unsigned long long counted(self)
    cpdef Py_ssize_t fill(self, unsigned int[:, ::1] sets, Py_ssize_t steps) except -1
    cpdef count_on(self, unsigned int[:, ::1] sets, Py_ssize_t steps)
    @cython.locals(found=Py_ssize_t)
    cdef Py_ssize_t _run(self, unsigned int[:, ::1] sets, Py_ssize_t steps, bint counting) noexcept nogil
