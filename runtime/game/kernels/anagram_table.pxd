# C types of anagram_table.py.
cimport cython
from lexkit.formats.kernels.node cimport lowest
from lexkit.formats.kernels.nodes cimport LOOK, Nodes
from lexkit.formats.kernels.node cimport below, child, children, letters
from .shared_types cimport bits_of, fitting, is_marked, is_rack_tile, key_sum, letters_t, only_once, split_mix


@cython.final
cdef class AnagramTable:
    cdef Nodes nodes
    cdef unsigned long long letters
    cdef unsigned long long[::1] memory
    cdef unsigned long long *marks
    cdef unsigned long long[64] keys
    cdef bint knows
    cdef int shift
    # Words entered since the last check of the deadline.
    cdef Py_ssize_t entered

    @cython.locals(among=letters_t, bits=cython.ulonglong, there=Py_ssize_t)
    cdef int _enter_below(self, Py_ssize_t node, unsigned long long key, Py_ssize_t number) except -1
    @cython.locals(among=letters_t, bits=cython.ulonglong)
    cdef void _enter(self, Py_ssize_t node, unsigned long long key) noexcept nogil
    @cython.locals(word=cython.ulonglong)
    cdef inline void _mark(self, unsigned long long ends, unsigned long long key) noexcept nogil
    cdef bint spells(self, unsigned long long key) noexcept nogil
    @cython.locals(bits=cython.ulonglong)
    cdef bint spells_with_blank(self, unsigned long long key) noexcept nogil
    @cython.locals(key=cython.ulonglong, blanks=int, at=Py_ssize_t)
    cpdef may_spell(self, bytes word)
