# C types of paths.py.
cimport cython
from lexkit.formats.kernels.bits cimport ONE, lowest, popcount
from lexkit.formats.kernels.nodes cimport Nodes
from lexkit.formats.kernels.node cimport child, children, kid, letters, step


@cython.locals(start=Py_ssize_t, end=Py_ssize_t, i=Py_ssize_t, split=Py_ssize_t)
cpdef Py_ssize_t missing_path(Nodes nodes, const unsigned char[::1] tiles, const long long[::1] offsets) except? -1
@cython.locals(fan=Py_ssize_t, per_word=Py_ssize_t)
cpdef object count_paths(Nodes nodes, Py_ssize_t forward_end, unsigned long long[::1] totals)
@cython.locals(
    trail=Py_ssize_t[66], pending=cython.ulonglong[66], path=cython.uchar[66], depth=Py_ssize_t, word=Py_ssize_t,
    written=Py_ssize_t, i=Py_ssize_t
)
cpdef Py_ssize_t spell(Nodes nodes, unsigned char[::1] tiles, long long[::1] lengths) except -1
