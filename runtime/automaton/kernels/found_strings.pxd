# C types of found_strings.py.
cimport cython
from lexkit.formats.kernels.nodes cimport Nodes, given
from lexkit.runtime.automaton.kernels.tile_string_keys cimport write_key
from lexkit.runtime.automaton.kernels.tile_string_keys cimport copy_keys, in_order, make_keys

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
