from lexkit.runtime.query.search.kernels.state_machine cimport Machine


cdef class PositionMachine(Machine):
    cdef const unsigned long long[::1] follow
    cdef const unsigned long long[::1] labels
    cdef const unsigned long long[::1] last
    cdef const unsigned long long[::1] universal
