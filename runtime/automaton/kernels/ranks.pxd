# C types of ranks.py.
cimport cython
from lexkit.formats.kernels.node cimport ONE, lowest, popcount
from lexkit.formats.kernels.nodes cimport LOOK, Nodes, given
from lexkit.formats.kernels.node cimport below, children, count_before, kid, letters, prefetch, step
from lexkit.runtime.automaton.kernels.tile_strings cimport prefetch_text, read_key, read_tiles, require_tiles


@cython.final
cdef class Walk:
    cdef Nodes nodes
    cdef Py_ssize_t lanes
    cdef unsigned char[1024] tiles
    cdef Py_ssize_t[16] lengths, reached
    cdef unsigned long long[16] starts, stops, lows
    cdef unsigned char[16] ended

    @cython.locals(
        lane=Py_ssize_t, depth=Py_ssize_t, bit=cython.ulonglong, letter_set=cython.ulonglong, number=Py_ssize_t,
        fan=Py_ssize_t, low=cython.ulonglong, ended=cython.ulonglong
    )
    cdef void locate_lanes(self) noexcept nogil
    cdef int _locate_one(self, const unsigned char[::1] tiles) except -1
    cpdef tuple prefix(self, const unsigned char[::1] tiles)
    cpdef long long rank(self, const unsigned char[::1] tiles) except *
    @cython.locals(node=Py_ssize_t)
    cpdef object locate(self, const unsigned long long[:, ::1] texts, long long[::1] starts, long long[::1] stops)
    @cython.locals(text=str, known="const unsigned char[::1]")
    cpdef object ranks(self, list texts, const unsigned char[::1] table, long long[::1] ranks)
    cdef Py_ssize_t _behind(self, const unsigned char[::1] tiles) noexcept
    cpdef tuple cross_sets(self, const unsigned char[::1] tiles)
    cpdef unsigned long long cross_set(
        self, const unsigned char[::1] before, const unsigned char[::1] after
    ) except *
