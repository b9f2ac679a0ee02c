# C types of gordon_figure_4.py.
cimport cython
from lexkit.formats.kernels.node cimport ONE

cdef enum:
    LONGEST_WORD = 63
    ARCS_OF_A_WORD = LONGEST_WORD * LONGEST_WORD


@cython.final
cdef class Gordon:
    cdef unsigned char[::1] letters
    cdef unsigned int[::1] destinations
    cdef unsigned int[::1] following
    cdef unsigned long long[::1] letter_sets
    cdef unsigned int[::1] first
    # The separator's arc behind each proper prefix of the last word, by the prefix's length.
    cdef unsigned int[64] separators
    cdef unsigned int next_arc, next_state

    cdef int _reserve(self) except -1
    @cython.locals(before=cython.uint)
    cdef unsigned int _add_arc(self, unsigned int arc, unsigned char letter) noexcept
    cdef void _add_letter(self, unsigned int arc, unsigned char letter) noexcept
    cdef unsigned int _force_arc(self, unsigned int arc, unsigned char letter, unsigned int state) except? 0xFFFFFFFF
    @cython.locals(
        previous=Py_ssize_t, proper=Py_ssize_t, start=Py_ssize_t, length=Py_ssize_t, common=Py_ssize_t, arc=cython.uint,
        i=Py_ssize_t, m=Py_ssize_t
    )
    cpdef object add_words(self, const unsigned char[::1] tiles, const long long[::1] offsets, bint merging)
    @cython.locals(arc=cython.uint, last=Py_ssize_t, i=Py_ssize_t)
    cpdef object add_to_trie(self, const unsigned char[::1] tiles, const long long[::1] offsets)
    cpdef tuple arrays(self)
