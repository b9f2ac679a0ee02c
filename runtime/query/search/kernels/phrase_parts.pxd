# C types of phrase_parts.py.
cimport cython
from lexkit.formats.kernels.count_bits cimport ONE, lowest
from lexkit.formats.kernels.nodes cimport LOOK, Nodes, given
from lexkit.formats.kernels.node cimport arcs, child, children, letters, rank_before


@cython.final
cdef class Parts:
    cdef Nodes nodes
    cdef Py_ssize_t shortest, longest
    # Letters left, as numbers and as a set.
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
