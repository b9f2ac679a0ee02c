# Types of register.py, for the kernels that fill a register.
cdef class Register:
    cdef public unsigned int nodes
    cdef public unsigned int arcs
    cdef unsigned long long[::1] letter_sets
    cdef unsigned long long[::1] child_sets
    cdef unsigned int[::1] first
    cdef unsigned int[::1] children
    cdef unsigned int[::1] table
    cdef unsigned long long mask
    cdef object _letter_sets, _child_sets, _first, _children
    cdef _reserve(self, Py_ssize_t more)
    cdef _rehash(self)
    cdef unsigned int intern(self, unsigned long long letter_set, unsigned long long child_set,
                             unsigned int[:, ::1] rows, Py_ssize_t row, Py_ssize_t count)
