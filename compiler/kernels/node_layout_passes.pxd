# C types of node_layout_passes.py.
cimport cython
from lexkit.formats.kernels.node cimport popcount


@cython.locals(size=Py_ssize_t, node=Py_ssize_t, height=cython.uchar, arc=Py_ssize_t, child=cython.uint)
cpdef object survey(
    const unsigned long long[::1] letter_sets, const unsigned int[::1] first, const unsigned int[::1] children,
    unsigned int forward_root, unsigned int reverse_root, unsigned char[::1] heights, unsigned long long[::1] totals,
    unsigned char[::1] reached
)
@cython.locals(node=Py_ssize_t, total=cython.ulonglong, part=int)
cpdef object choose_parts(
    const unsigned long long[::1] totals, const unsigned char[::1] reached, unsigned char[::1] count_bits,
    unsigned char[::1] parts
)
@cython.locals(
    size=Py_ssize_t, at=Py_ssize_t, arcs=Py_ssize_t, part=int, i=Py_ssize_t, node=Py_ssize_t, fan=Py_ssize_t,
    low=Py_ssize_t
)
cpdef Py_ssize_t assign_places(
    const unsigned int[::1] first, const unsigned int[::1] children, const unsigned char[::1] parts,
    const unsigned char[::1] count_bits, const unsigned int[::1] order, unsigned int[::1] places, long long[::1] ends,
    Py_ssize_t width
) except -1
@cython.locals(
    size=Py_ssize_t, low=cython.ulonglong, i=Py_ssize_t, node=Py_ssize_t, arc=Py_ssize_t, fan=Py_ssize_t,
    at=Py_ssize_t, k=Py_ssize_t, child=cython.uint, bits=Py_ssize_t, per_word=Py_ssize_t, below=cython.ulonglong
)
cpdef object emit(
    const unsigned long long[::1] letter_sets, const unsigned long long[::1] child_sets, const unsigned int[::1] first,
    const unsigned int[::1] children, const unsigned long long[::1] totals, const unsigned int[::1] order,
    const unsigned int[::1] places, const unsigned char[::1] count_bits, unsigned int[::1] words, Py_ssize_t width
)


cdef int require_arcs(const unsigned int[::1] first, const unsigned int[::1] children, Py_ssize_t node) except -1
@cython.locals(counts=Py_ssize_t, per_word=Py_ssize_t)
cdef Py_ssize_t node_size(Py_ssize_t fan, Py_ssize_t bits, Py_ssize_t width) except -1
