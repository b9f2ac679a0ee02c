# The same functions as in text_tiles.py, inlined into compiled kernels.
from cpython.list cimport PyList_GET_ITEM
from lexkit.formats.kernels.node cimport hint


cdef extern from "Python.h":
    int PyUnicode_KIND(object text) noexcept
    const unsigned char *PyUnicode_1BYTE_DATA(object text) noexcept
    object text_of "PyUnicode_FromKindAndData"(int size, const void *codes, Py_ssize_t length)


cdef inline Py_ssize_t read_tiles(str text, const unsigned char[::1] table, unsigned char *tiles, Py_ssize_t start) noexcept:
    cdef Py_ssize_t length = len(text)
    cdef Py_ssize_t known = table.shape[0]
    cdef Py_ssize_t i
    cdef unsigned char tile
    cdef Py_UCS4 code
    cdef const unsigned char *narrow
    if length > 64:
        return -1
    if PyUnicode_KIND(text) == 1 and known >= 256:
        narrow = PyUnicode_1BYTE_DATA(text)
        for i in range(length):
            tile = table[narrow[i]]
            if tile == 0:
                return -1
            tiles[start + i] = tile
        return length
    for i in range(length):
        code = text[i]
        tile = table[code] if <Py_ssize_t>code < known else 0
        if tile == 0:
            return -1
        tiles[start + i] = tile
    return length


cdef inline int require_tiles(const unsigned char[::1] tiles) except -1:
    cdef Py_ssize_t i
    cdef unsigned char bits = 0
    for i in range(tiles.shape[0]):
        bits |= tiles[i]
    if bits > 63:
        raise ValueError("tiles are numbers below 64")
    return 0


cdef inline void prefetch_text(list texts, Py_ssize_t place) noexcept:
    # A short string is an object of 41 bytes and more: its letters may lie in the next line of the cache.
    cdef const char *text
    if place < len(texts):
        text = <const char *>PyList_GET_ITEM(texts, place)
        hint(text)
        hint(text + 56)
