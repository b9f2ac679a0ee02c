# C types of incremental.py.
cimport cython
from lexkit.formats.kernels.bits cimport ONE
from lexkit.compiler.kernels.equal_states cimport Register


@cython.final
cdef class Incremental:
    cdef Register register
    cdef unsigned int[66][64] rows
    cdef unsigned int[66] counts
    cdef unsigned long long[66] letter_sets, child_sets
    cdef unsigned char[66] labels, ends
    cdef Py_ssize_t depth
    cdef unsigned int forward_root, reverse_root

    cdef void _push(self, unsigned char label) noexcept
    cdef void _clear(self) noexcept
    cdef void _add_arc(self, unsigned char tile, unsigned int node) noexcept
    cdef unsigned int _close(self) except 0xFFFFFFFF
    @cython.locals(ended=bint)
    cdef unsigned int _pop(self) except 0xFFFFFFFF
    @cython.locals(trail=cython.uint[66], prefixes=cython.uint, start=Py_ssize_t, length=Py_ssize_t, common=Py_ssize_t)
    cpdef Py_ssize_t forward(
        self, const unsigned char[::1] tiles, const long long[::1] offsets, unsigned int[::1] parents,
        unsigned char[::1] letters, unsigned char[::1] ends, unsigned int[::1] nodes
    ) except -1
    @cython.locals(prefix=cython.uint, at=cython.uint, common=Py_ssize_t)
    cpdef object reverse(
        self, const long long[::1] order, const unsigned int[::1] parents, const unsigned char[::1] letters,
        const unsigned char[::1] ends, const unsigned int[::1] nodes
    )
    cpdef tuple result(self)


@cython.locals(low=int, tile=cython.ulonglong)
cpdef object reversed_keys(
    const unsigned int[::1] parents, const unsigned char[::1] letters, unsigned long long[:, ::1] keys, int bits
)
