# C types of expression.py.
cimport cython

cdef enum:
    MOST_DEPTH = 1000


cdef class Expression:
    cdef readonly object size
    cdef readonly bint nullable, has_echo
    cdef readonly unsigned long long letters
    cdef readonly Py_ssize_t depth

    @cython.final
    cdef Expression hold(self, object inner)
    @cython.final
    cdef void begin(self) noexcept


cdef class Letters(Expression):
    cdef readonly unsigned long long mask


cdef class Sequence(Expression):
    cdef readonly tuple parts


cdef class Choice(Expression):
    cdef readonly tuple options


cdef class Repeat(Expression):
    cdef readonly Expression inner
    cdef readonly Py_ssize_t least
    cdef readonly object most


cdef class Group(Expression):
    cdef readonly int number
    cdef readonly Expression inner


cdef class Echo(Expression):
    cdef readonly int number
