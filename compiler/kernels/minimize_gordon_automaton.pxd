# C types of minimize_gordon_automaton.py.
cimport cython
from lexkit.formats.kernels.node cimport ONE
from lexkit.compiler.kernels.merge_equal_states cimport MOST_FRAMES, Register


@cython.locals(
    nodes=cython.uint[::1], rows=cython.uint[66][64], at=cython.uint[66], counts=cython.uint[66],
    child_sets=cython.ulonglong[66], depth=Py_ssize_t, count=Py_ssize_t, i=Py_ssize_t
)
cpdef tuple minimize(
    const unsigned char[::1] letters, const unsigned int[::1] destinations, const unsigned int[::1] following,
    const unsigned long long[::1] letter_sets, const unsigned int[::1] first
)
@cython.locals(row=cython.uint[64], arc=cython.uint, count=Py_ssize_t, letter=int)
cdef unsigned int add_forward_root(Register register, unsigned int reverse_root) except 0xFFFFFFFF
