# C types of check_paths.py.
cimport cython
from lexkit.formats.kernels.node cimport ONE, lowest, popcount
from lexkit.formats.kernels.nodes cimport Nodes, given
from lexkit.formats.kernels.node cimport View, child, children, kid, letters, step


@cython.locals(start=Py_ssize_t, end=Py_ssize_t, i=Py_ssize_t, split=Py_ssize_t)
cpdef Py_ssize_t missing_path(Nodes nodes, const unsigned char[::1] tiles, const long long[::1] offsets) except? -1
@cython.locals(
    trail=Py_ssize_t[66], last=Py_ssize_t[16], left=Py_ssize_t[16], goal=Py_ssize_t[16], walker=Py_ssize_t[16],
    depth=Py_ssize_t, pending=Py_ssize_t, previous=Py_ssize_t, longest=Py_ssize_t, start=Py_ssize_t,
    length=Py_ssize_t, common=Py_ssize_t, split=Py_ssize_t, word=Py_ssize_t
)
cpdef bint has_all_paths(
    Nodes nodes, const unsigned char[::1] tiles, const long long[::1] offsets, Py_ssize_t low, Py_ssize_t high
) except -1
@cython.locals(k=Py_ssize_t, done=Py_ssize_t)
cdef bint _arrive(
    View graph, const unsigned char[::1] tiles, Py_ssize_t *last, Py_ssize_t *left, Py_ssize_t *goal,
    Py_ssize_t *walker, Py_ssize_t walks, Py_ssize_t longest
) noexcept nogil
@cython.locals(at=Py_ssize_t, k=Py_ssize_t, total=cython.ulonglong, fan=Py_ssize_t, per_word=Py_ssize_t)
cpdef object count_paths(Nodes nodes, Py_ssize_t forward_end, unsigned long long[::1] totals)
@cython.locals(
    trail=Py_ssize_t[66], pending=cython.ulonglong[66], path=cython.uchar[66], depth=Py_ssize_t, word=Py_ssize_t,
    written=Py_ssize_t, i=Py_ssize_t
)
cpdef Py_ssize_t spell(Nodes nodes, unsigned char[::1] tiles, long long[::1] lengths) except -1
