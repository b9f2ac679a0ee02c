# C types of membership.py.
cimport cython
from lexkit.formats.kernels.nodes cimport LOOK, Nodes, given
from lexkit.formats.kernels.node cimport letters, step
from lexkit.runtime.automaton.kernels.tile_strings cimport prefetch_text, read_tiles, require_tiles


cdef class Members:
    cdef readonly Nodes nodes
    cdef readonly object table
    cdef const unsigned char[::1] tile_of_code

    cpdef _begin(self, object nodes, object table)
    @cython.locals(tiles=cython.uchar[64])
    cdef int _member(self, str word) noexcept
    @cython.locals(
        tiles=cython.uchar[1024], nodes=Py_ssize_t[16], lengths=Py_ssize_t[16], going=Py_ssize_t, told=bint, text=str
    )
    cpdef bint _contains_each(self, list texts, unsigned char[::1] answers) except -1
