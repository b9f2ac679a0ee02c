# C types of paths.py.
cimport cython
from lexkit.formats.kernels.bits cimport ONE, lowest, popcount
from lexkit.formats.kernels.nodes cimport Nodes
from lexkit.formats.kernels.view cimport View, child, children, kid, letters, step


@cython.locals(
    graph=View, word=Py_ssize_t, start=Py_ssize_t, end=Py_ssize_t, node=Py_ssize_t, i=Py_ssize_t, split=Py_ssize_t
)
cpdef Py_ssize_t missing_path(Nodes nodes, const unsigned char[::1] tiles, const long long[::1] offsets) except? -1
@cython.locals(
    graph=View, at=Py_ssize_t, total=cython.ulonglong, fan=Py_ssize_t, k=Py_ssize_t,
    per_word=Py_ssize_t
)
cpdef object count_paths(Nodes nodes, Py_ssize_t forward_end, unsigned long long[::1] totals)
@cython.locals(
    graph=View, trail=Py_ssize_t[66], pending=cython.ulonglong[66], path=cython.uchar[66], depth=Py_ssize_t,
    word=Py_ssize_t, written=Py_ssize_t, node=Py_ssize_t, tile=int, i=Py_ssize_t, among=cython.ulonglong
)
cpdef Py_ssize_t spell(Nodes nodes, unsigned char[::1] tiles, long long[::1] lengths) except -1
