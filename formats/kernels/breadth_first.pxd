# C types of breadth_first.py.
cimport cython

cdef enum:
    KEYS = 1 << 13
    MANY = 4


@cython.locals(
    size=Py_ssize_t, count=Py_ssize_t, known=Py_ssize_t, wrong=bint, reached=Py_ssize_t, node=Py_ssize_t,
    start=Py_ssize_t, end=Py_ssize_t, arc=Py_ssize_t, child=Py_ssize_t, depth=int
)
cpdef Py_ssize_t breadth_first(
    const unsigned int[::1] first, const unsigned int[::1] children, Py_ssize_t forward_root, Py_ssize_t reverse_root,
    unsigned int[::1] queue, unsigned char[::1] depths
) except -1
@cython.locals(
    size=Py_ssize_t, starts=cython.uint[8192], key=Py_ssize_t, i=Py_ssize_t, place=cython.uint, count=cython.uint,
    node=Py_ssize_t
)
cpdef Py_ssize_t sort_for_walks(
    const unsigned int[::1] first, const unsigned char[::1] parts, const unsigned int[::1] queue, Py_ssize_t found,
    const unsigned char[::1] depths, unsigned int[::1] order
) except -1


cdef Py_ssize_t key_of(Py_ssize_t part, Py_ssize_t depth, cython.uint fan) noexcept nogil
