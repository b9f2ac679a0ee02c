# C types of rack_machine.py.
cimport cython
from lexkit.formats.kernels.node cimport ONE, popcount
from lexkit.runtime.query.search.kernels.lazy_state_machine cimport ACCEPTS, ALL, GOES_ON, MOST_STATES, Machine

cpdef enum:
    ALL_OF_IT = 0
    SOME_OF_IT = 1
    MORE_THAN_IT = 2

    MOST_CLASSES = 6
    MOST_TILES = 63


cdef class MultisetMachine(Machine):
    cdef int mode, blanks, classes
    cdef unsigned long long wilds
    cdef Py_ssize_t count_words
    cdef int[64] slot
    cdef unsigned long long[6] class_masks, without
    cdef unsigned long long[8] fewer

    @cython.locals(tile=Py_ssize_t)
    cdef _set_letters(self, list used, bytes rack)
    @cython.locals(item=Py_ssize_t, some=Py_ssize_t, size=Py_ssize_t)
    cdef _set_classes(self, classes)
    @cython.locals(need=Py_ssize_t)
    cdef bint advance(self, Py_ssize_t state, int tile) noexcept nogil
    @cython.locals(left=cython.ulonglong, used=cython.ulonglong, choices=cython.ulonglong, whole=bint)
    cdef int flags_of_key(self) noexcept nogil
