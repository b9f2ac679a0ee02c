# C types of sort_words.py.
cimport cython

cdef enum:
    FEW_WORDS = 16


@cython.locals(word=Py_ssize_t)
cpdef bint ascends(const unsigned char[::1] tiles, const long long[::1] offsets) except -1
@cython.locals(
    words=Py_ssize_t, ranges=Py_ssize_t, low=Py_ssize_t, high=Py_ssize_t, depth=Py_ssize_t, word=cython.uint,
    i=Py_ssize_t, k=Py_ssize_t, place=Py_ssize_t, at=Py_ssize_t, key=Py_ssize_t, last=Py_ssize_t, kept=Py_ssize_t,
    ascending=bint, lows=Py_ssize_t[4160], highs=Py_ssize_t[4160], depths=Py_ssize_t[4160], counts=Py_ssize_t[66]
)
cpdef Py_ssize_t sort_words(
    const unsigned char[::1] tiles, const long long[::1] offsets, unsigned int[::1] order, unsigned int[::1] room
) except? -1
@cython.locals(words=Py_ssize_t, i=Py_ssize_t, at=Py_ssize_t, place=Py_ssize_t, fits=bint)
cpdef object copy_words(
    const unsigned char[::1] tiles, const long long[::1] offsets, const unsigned int[::1] order,
    unsigned char[::1] to, const long long[::1] ends
)
@cython.locals(left=Py_ssize_t, right=Py_ssize_t)
cdef int _compare(
    const unsigned char[::1] tiles, const long long[::1] offsets, Py_ssize_t one, Py_ssize_t other, Py_ssize_t depth
) noexcept nogil
