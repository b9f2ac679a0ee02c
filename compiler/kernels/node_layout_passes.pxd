# C types of node_layout_passes.py.
cimport cython
from lexkit.formats.kernels.count_bits cimport popcount


@cython.locals(height=cython.uchar, arc=Py_ssize_t)
cpdef object survey(
    const unsigned long long[::1] letter_sets, const unsigned int[::1] first, const unsigned int[::1] children,
    unsigned int forward_root, unsigned int reverse_root, unsigned char[::1] heights, unsigned long long[::1] totals,
    unsigned char[::1] reached
)
@cython.locals(
    low=cython.ulonglong, node=Py_ssize_t, arc=Py_ssize_t, fan=Py_ssize_t, k=Py_ssize_t, bits=Py_ssize_t,
    per_word=Py_ssize_t
)
cpdef object emit(
    const unsigned long long[::1] letter_sets, const unsigned long long[::1] child_sets, const unsigned int[::1] first,
    const unsigned int[::1] children, const unsigned long long[::1] totals, const long long[::1] order,
    const unsigned int[::1] places, const unsigned char[::1] count_bits, unsigned int[::1] words, Py_ssize_t width
)
