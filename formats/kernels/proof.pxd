# C types of proof.py.
cimport cython
from lexkit.formats.kernels.node cimport popcount


@cython.locals(
    at=Py_ssize_t, count_at=Py_ssize_t, k=Py_ssize_t, children=Py_ssize_t, child=Py_ssize_t, nodes=Py_ssize_t, rule=int,
    counted=bint, letter_set=cython.ulonglong, child_set=cython.ulonglong, below=cython.ulonglong,
    limit=cython.ulonglong, stored=cython.ulonglong, height=Py_ssize_t, limit_height=Py_ssize_t, bits=Py_ssize_t,
    per_word=Py_ssize_t, other=Py_ssize_t, level=Py_ssize_t, least=Py_ssize_t, reverse_letters=cython.ulonglong,
    ends=int, astray=Py_ssize_t
)
cpdef tuple prove(
    const unsigned int[::1] words, unsigned char[::1] heights, unsigned int[::1] totals, Py_ssize_t width,
    unsigned long long letters, Py_ssize_t byte_end, Py_ssize_t half_end, Py_ssize_t forward_end, Py_ssize_t max_height
)
cdef int _ends_at(Py_ssize_t at, Py_ssize_t byte_end, Py_ssize_t half_end, Py_ssize_t forward_end) noexcept nogil
cpdef bint is_node(const unsigned char[::1] heights, Py_ssize_t at) noexcept nogil
