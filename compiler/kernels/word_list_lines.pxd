# C types of word_list_lines.py.
cimport cython

cpdef enum:
    CODE_POINTS = 0x800
    NEWLINE = 128
    BLANK = 129
    RETURN = 130


@cython.locals(
    at=Py_ssize_t, written=Py_ssize_t, words=Py_ssize_t, lines=Py_ssize_t, short=Py_ssize_t, long=Py_ssize_t,
    line=Py_ssize_t, start=Py_ssize_t, length=Py_ssize_t, byte=cython.uint, after=cython.uint, kind=cython.uint,
    ascii=bint, numbered=bint, size=Py_ssize_t
)
cpdef tuple read_lines(
    const unsigned char[::1] block, const unsigned char[::1] classes, unsigned char[::1] tiles,
    unsigned char[::1] lengths, long long[::1] numbers, Py_ssize_t min_length, Py_ssize_t max_length,
    Py_ssize_t longest, Py_ssize_t max_line
)
@cython.locals(
    written=Py_ssize_t, word=Py_ssize_t, at=Py_ssize_t, tile=Py_ssize_t, size=Py_ssize_t, k=Py_ssize_t
)
cpdef Py_ssize_t write_lines(
    const unsigned char[::1] tiles, const long long[::1] offsets, Py_ssize_t low, Py_ssize_t high,
    const unsigned char[::1] labels, const unsigned char[::1] sizes, unsigned char[::1] text
) except -1
