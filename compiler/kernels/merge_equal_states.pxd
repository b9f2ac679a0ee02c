# C types of merge_equal_states.py.
cimport cython

cdef enum:
    MOST_FRAMES = 64


@cython.final
cdef class Register:
    cdef unsigned int nodes, arcs
    cdef unsigned long long[::1] letter_sets
    cdef unsigned long long[::1] child_sets
    cdef unsigned int[::1] first
    cdef unsigned int[::1] children
    cdef unsigned long long[::1] table
    cdef unsigned long long mask

    cdef int _reserve(self, Py_ssize_t more) except -1
    @cython.locals(
        size=cython.ulonglong, mask=cython.ulonglong, slot=cython.ulonglong, entry=cython.ulonglong,
        table=cython.ulonglong[::1]
    )
    cdef int _rehash(self) except -1
    @cython.locals(
        seed=cython.ulonglong, half=cython.ulonglong, hashed=cython.ulonglong, slot=cython.ulonglong,
        entry=cython.ulonglong,
        node=cython.uint, first=Py_ssize_t, i=Py_ssize_t
    )
    cdef unsigned int intern(
        self, unsigned long long letter_set, unsigned long long child_set, const unsigned int *children, Py_ssize_t count
    ) except 0xFFFFFFFF
    cpdef tuple arrays(self)


@cython.locals(factor=cython.ulonglong)
cdef unsigned long long mix(unsigned long long bits) noexcept nogil
