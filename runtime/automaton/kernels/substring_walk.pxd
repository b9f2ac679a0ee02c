# C types of substring_walk.py.
cimport cython
from lexkit.formats.kernels.node cimport ONE, lowest, popcount
from lexkit.formats.kernels.nodes cimport LOOK, Nodes, given
from lexkit.formats.kernels.node cimport child, children, count_before, kid, letters, prefetch, step
from lexkit.runtime.automaton.kernels.tile_strings cimport copy_keys, in_order, make_keys, require_tiles, write_key


cpdef enum:
    MAX_VISITS = 1 << 28
    MAX_STRINGS = 1 << 22
    MAX_NUMBERS = 1 << 24


@cython.final
cdef class KeyList:
    cdef Nodes nodes
    cdef unsigned long long[:, ::1] keys
    cdef readonly Py_ssize_t found, longest
    cdef Py_ssize_t rows, room, most
    cdef int tile_bits

    cdef int add(self, const unsigned char *path, Py_ssize_t length, Py_ssize_t node, bint ended) except -1 nogil
    cdef int grow(self) except -1
    cpdef object answer(self)


@cython.final
cdef class Containing:
    cdef Nodes nodes
    cdef KeyList strings
    cdef unsigned char[130] path
    cdef Py_ssize_t[66] trail
    cdef unsigned long long[66] pending
    # Queue of nodes whose words are counted together.
    cdef Py_ssize_t[64] waiting
    cdef Py_ssize_t held, length
    cdef bint only_ends, counting
    cdef unsigned long long count
    # Visits until the next check of the deadline, visits allowed after it, and visits that the words can need at most.
    cdef unsigned long long visits_left, visits_beyond, needed

    cdef inline void _count_later(self, Py_ssize_t node) noexcept nogil
    @cython.locals(going=Py_ssize_t, node=Py_ssize_t, fan=Py_ssize_t)
    cdef void _count_waiting(self) noexcept nogil
    cdef int _look(self) except -1 nogil
    cdef bint _starts_again(self, Py_ssize_t length) noexcept nogil
    @cython.locals(separator=cython.ulonglong, first=int, i=Py_ssize_t)
    cdef int _extend(self, Py_ssize_t root, bint ended) except -1 nogil
    @cython.locals(ended=bint)
    cdef int _run(self, const unsigned char[::1] tiles, bint only_ends) except -1
    cpdef unsigned long long size(self, const unsigned char[::1] tiles, bint only_ends) except *
    cpdef object find(self, const unsigned char[::1] tiles, bint only_ends, Py_ssize_t rows)
    cpdef Py_ssize_t longest_found(self)
