cdef class Machine:
    cdef readonly Py_ssize_t stride
    cdef readonly Py_ssize_t states
    cdef readonly Py_ssize_t most
    cdef readonly object error
    cdef Py_ssize_t room
    cdef Py_ssize_t key_words
    cdef unsigned int[::1] rows
    cdef unsigned long long[::1] known
    cdef unsigned long long[::1] live
    cdef unsigned char[::1] flags
    cdef unsigned long long[::1] keys
    cdef unsigned long long[::1] kept
    cdef unsigned int[::1] slots
    cdef unsigned long long[::1] scratch

    cdef Py_ssize_t step(self, Py_ssize_t state, int tile) noexcept nogil
    cdef bint advance(self, Py_ssize_t state, int tile) noexcept nogil
    cdef int judge(self) noexcept nogil
    cdef Py_ssize_t find(self) noexcept nogil
    cdef void forget(self) noexcept nogil
    cdef Py_ssize_t keep(self, Py_ssize_t state) noexcept nogil
    cdef Py_ssize_t _place(self, unsigned long long[::1] keys, Py_ssize_t at) noexcept nogil
    cdef void _grow(self) noexcept
