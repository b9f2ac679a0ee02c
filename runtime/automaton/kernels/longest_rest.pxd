# C types of longest_rest.py.
cimport cython
from lexkit.formats.kernels.count_bits cimport popcount
from lexkit.formats.kernels.nodes cimport Nodes, given
from lexkit.formats.kernels.node cimport children, kid


@cython.locals(trail=Py_ssize_t[66], done=Py_ssize_t[66], tallest=cython.uchar[66], depth=Py_ssize_t)
cpdef object fill_heights(Nodes nodes, unsigned char[::1] heights)
