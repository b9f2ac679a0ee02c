# C types of equal_states.py.
cimport cython


@cython.final
cdef class Register:
    cdef unsigned int nodes, arcs
    cdef unsigned long long[::1] letter_sets
    cdef unsigned long long[::1] child_sets
    cdef unsigned int[::1] first
    cdef unsigned int[::1] children
    cdef unsigned int[::1] table
    cdef unsigned long long mask

    cdef int _reserve(self, Py_ssize_t more) except -1
    @cython.locals(size=cython.ulonglong, node=cython.uint)
    cdef int _rehash(self) except -1
    cdef unsigned int intern(
        self, unsigned long long letter_set, unsigned long long child_set, const unsigned int *children, Py_ssize_t count
    ) except 0xFFFFFFFF
    cpdef tuple arrays(self)
    @cython.locals(seed=cython.ulonglong)
    cdef unsigned long long _hash(
        self, unsigned long long letter_set, unsigned long long child_set, Py_ssize_t start, Py_ssize_t end
    ) noexcept


@cython.locals(factor=cython.ulonglong)
cdef unsigned long long mix(unsigned long long bits) noexcept nogil
