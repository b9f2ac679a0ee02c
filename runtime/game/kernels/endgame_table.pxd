# C types of endgame_table.py.
cimport cython
from .shared_types cimport only_once

cpdef enum:
    BUCKET = 4
    EXACT = 1
    AT_LEAST = 2
    AT_MOST = 3
    PROVED = 63


@cython.final
cdef class SearchTable:
    cdef unsigned long long[::1] entries
    cdef unsigned long long mask
    cdef bint made

    @cython.locals(at=Py_ssize_t, i=int)
    cdef Py_ssize_t find(self, unsigned long long key) noexcept nogil
    @cython.locals(value=cython.longlong, low=cython.longlong)
    cdef int value(self, Py_ssize_t at) noexcept nogil
    cdef int kind(self, Py_ssize_t at) noexcept nogil
    cdef int depth(self, Py_ssize_t at) noexcept nogil
    @cython.locals(low=cython.longlong)
    cdef unsigned int move(self, Py_ssize_t at) noexcept nogil
    @cython.locals(
        first=Py_ssize_t, at=Py_ssize_t, i=int, word=cython.ulonglong, low=cython.ulonglong, least=int, other=int,
        deep=cython.ulonglong, sort=cython.ulonglong
    )
    cdef void store(
        self, unsigned long long key, int value, int kind, int depth, unsigned long long move
    ) noexcept nogil
    cpdef forget(self)
