# C types of breadth_first.py.
cimport cython


@cython.locals(
    size=Py_ssize_t, known=Py_ssize_t, reached=Py_ssize_t, node=Py_ssize_t, arc=Py_ssize_t, child=Py_ssize_t, depth=int
)
cpdef Py_ssize_t breadth_first(
    const unsigned int[::1] first, const unsigned int[::1] children, Py_ssize_t forward_root, Py_ssize_t reverse_root,
    unsigned int[::1] queue, unsigned char[::1] depths
) except -1
