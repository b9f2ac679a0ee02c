from lexkit.runtime.query.search.kernels.state_machine cimport Machine


cdef class MultisetMachine(Machine):
    cdef int mode
    cdef int wilds
    cdef int blanks
    cdef int classes
    cdef Py_ssize_t count_words
    cdef int[64] slot
    cdef unsigned long long[6] class_masks
    cdef unsigned long long[6] without
    cdef unsigned long long[8] fewer
