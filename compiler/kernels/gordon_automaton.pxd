# C types of gordon_automaton.py.
cimport cython
from lexkit.formats.kernels.node cimport ONE
from lexkit.compiler.kernels.merge_equal_states cimport MOST_FRAMES, Register


@cython.locals(
    nodes=cython.uint[::1], rows=cython.uint[66][64], at=cython.uint[66], counts=cython.uint[66],
    child_sets=cython.ulonglong[66], depth=Py_ssize_t, count=Py_ssize_t, i=Py_ssize_t
)
cpdef tuple minimize(
    const unsigned char[::1] letters, const unsigned int[::1] destinations, const unsigned int[::1] following,
    const unsigned long long[::1] letter_sets, const unsigned int[::1] first
)
@cython.locals(row=cython.uint[64], arc=cython.uint, count=Py_ssize_t, letter=int)
cdef unsigned int add_forward_root(Register register, unsigned int reverse_root) except 0xFFFFFFFF


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
    # Separator's arc after each proper prefix of the last word, indexed by the prefix's length.
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
