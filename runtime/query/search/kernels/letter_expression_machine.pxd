# C types of letter_expression_machine.py.
cimport cython
from lexkit.formats.kernels.count_bits cimport lowest
from lexkit.runtime.query.search.kernels.lazy_state_machine cimport ACCEPTS, ALL, GOES_ON, MOST_STATES, Machine


cdef class PositionMachine(Machine):
    cdef const unsigned long long[::1] follow, labels, last, universal

    cdef bint _fit(self, Py_ssize_t size) noexcept
    cdef bint advance(self, Py_ssize_t state, int tile) noexcept nogil
    @cython.locals(told=int)
    cdef int flags_of_key(self) noexcept nogil
