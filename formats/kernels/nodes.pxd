# C types of nodes.py.
cimport cython
from lexkit.formats.kernels.node cimport popcount
from lexkit.formats.kernels.node cimport View, children, letters, step

cpdef enum:
    LOOK = 1 << 13


@cython.final
cdef class Nodes:
    cdef const unsigned int[::1] array
    cdef View view
    cdef readonly Py_ssize_t word_count
    cdef readonly int tile_bits, tile_count
    cdef public bint opened
    cdef readonly object look


cpdef Nodes given(object nodes)
