# C types of minimal_gaddag_from_sorted_words.py.
cimport cython
from cpython.exc cimport PyErr_CheckSignals
from lexkit.formats.kernels.node cimport ONE
from lexkit.compiler.kernels.merge_equal_states cimport MOST_FRAMES, Register

cdef enum:
    FEW = 24
    BETWEEN_SIGNALS = 4096


@cython.final
cdef class Incremental:
    cdef Register register
    cdef unsigned int[66][64] rows
    cdef unsigned int[66] counts
    cdef unsigned long long[66] letter_sets, child_sets
    cdef unsigned char[66] labels, ends
    cdef Py_ssize_t depth
    cdef unsigned int forward_root, reverse_root

    cdef int _push(self, unsigned char label) except -1
    cdef void _clear(self) noexcept
    cdef int _add_arc(self, unsigned char tile, unsigned int node) except -1
    cdef unsigned int _close(self) except 0xFFFFFFFF
    cdef unsigned int _pop(self) except 0xFFFFFFFF
    @cython.locals(ended=bint)
    cdef int _leave(self, unsigned int node) except -1
    @cython.locals(
        trail=cython.uint[66], prefixes=cython.uint, prefix=cython.uint, ended=cython.uint, word=Py_ssize_t,
        start=Py_ssize_t, length=Py_ssize_t, common=Py_ssize_t
    )
    cpdef Py_ssize_t forward(
        self, const unsigned char[::1] tiles, const long long[::1] offsets, unsigned char[::1] shared,
        unsigned int[::1] goals
    ) except -1
    @cython.locals(
        ends=Py_ssize_t[66], word=Py_ssize_t, start=Py_ssize_t, at=Py_ssize_t, prefix=Py_ssize_t, place=Py_ssize_t,
        size=Py_ssize_t, most=Py_ssize_t, tile=Py_ssize_t, beyond=Py_ssize_t, key=Py_ssize_t,
        crossings=cython.uint[::1], sorted_goals=cython.uint[::1], rests=cython.ulonglong[::1], keys=cython.uchar[::1],
        room=cython.uint[::1], other_room=cython.ulonglong[::1]
    )
    cpdef object reverse(
        self, const unsigned char[::1] tiles, const long long[::1] offsets, const unsigned char[::1] shared,
        const unsigned int[::1] goals
    )
    @cython.locals(
        at=Py_ssize_t[66], high=Py_ssize_t[66], i=Py_ssize_t, low=Py_ssize_t, end=Py_ssize_t, depth=Py_ssize_t,
        place=Py_ssize_t, rest=cython.ulonglong, key=cython.uchar, goal=cython.uint, node=cython.uint,
        turns=cython.uint
    )
    cdef int _add_paths(
        self, const unsigned char[::1] tiles, unsigned int[::1] crossings, unsigned int[::1] sorted_goals,
        unsigned long long[::1] rests, unsigned char[::1] keys, unsigned int[::1] room,
        unsigned long long[::1] other_room, Py_ssize_t size
    ) except -1
    cpdef tuple result(self)


@cython.locals(
    starts=Py_ssize_t[66], i=Py_ssize_t, place=Py_ssize_t, goal=cython.uint, rest=cython.ulonglong, key=Py_ssize_t
)
cdef void sort_by_key(
    unsigned int[::1] goals, unsigned long long[::1] rests, unsigned char[::1] keys, unsigned int[::1] room,
    unsigned long long[::1] other_room, Py_ssize_t low, Py_ssize_t high
) noexcept nogil
cdef inline int _let_signals_in() except -1:
    return PyErr_CheckSignals()
