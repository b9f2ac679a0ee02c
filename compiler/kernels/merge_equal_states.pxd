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
    cdef unsigned int[::1] table
    cdef unsigned int mask

    cdef int _reserve(self, Py_ssize_t more) except -1
    @cython.locals(
        size=cython.ulonglong, hashed=cython.uint, slot=cython.uint, node=cython.uint, first=Py_ssize_t,
        table=cython.uint[::1], mask=cython.uint
    )
    cdef int expect(self, unsigned long long nodes) except -1
    @cython.locals(seed=cython.ulonglong, low=cython.ulonglong, hashed=cython.ulonglong, i=Py_ssize_t)
    cdef inline unsigned int _hash(
        self, unsigned long long letter_set, unsigned long long child_set, Py_ssize_t first, Py_ssize_t count
    ) noexcept
    cdef inline unsigned int _entry(self, unsigned int hashed, unsigned int node) noexcept
    @cython.locals(
        hashed=cython.uint, slot=cython.uint, entry=cython.uint, numbers=cython.uint, node=cython.uint,
        first=Py_ssize_t, i=Py_ssize_t
    )
    cdef unsigned int intern(
        self, unsigned long long letter_set, unsigned long long child_set, const unsigned int *children, Py_ssize_t count
    ) except 0xFFFFFFFF
    cpdef tuple arrays(self)


@cython.locals(factor=cython.ulonglong)
cdef unsigned long long mix(unsigned long long bits) noexcept nogil
