# C types of tile_strings.py, and its functions on single strings, inlined into compiled kernels.
cimport cython
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
    # A short string is an object of 41 bytes or more, so its letters may lie in the next cache line.
    cdef const char *text
    if place < len(texts):
        text = <const char *>PyList_GET_ITEM(texts, place)
        hint(text)
        hint(text + 56)


cdef inline void write_key(
    unsigned long long[:, ::1] keys, Py_ssize_t at, const unsigned char *path, Py_ssize_t length, int tile_bits,
    Py_ssize_t node, bint ended
) noexcept nogil:
    cdef Py_ssize_t rows = keys.shape[0] - 1
    cdef Py_ssize_t row = 0
    cdef Py_ssize_t place
    cdef int shift = 64
    cdef unsigned long long key = 0
    for place in range(length - 1, -1, -1):
        shift -= tile_bits
        if shift < 0:
            if row < rows:
                keys[row, at] = key
            row += 1
            key = 0
            shift = 64 - tile_bits
        key |= <unsigned long long>path[place] << shift
    while row < rows:
        keys[row, at] = key
        key = 0
        row += 1
    keys[rows, at] = <unsigned long long>node << 1 | ended


cdef inline Py_ssize_t read_key(
    const unsigned long long[:, ::1] keys, Py_ssize_t at, int tile_bits, unsigned char *tiles, Py_ssize_t start
) noexcept nogil:
    cdef Py_ssize_t rows = keys.shape[0] - 1
    cdef Py_ssize_t row = 0
    cdef Py_ssize_t length = 0
    cdef int shift = 64 - tile_bits
    cdef unsigned long long mask = (<unsigned long long>1 << tile_bits) - 1
    cdef unsigned long long tile
    while row < rows and length < 64:
        tile = keys[row, at] >> shift & mask
        if tile == 0:
            break
        tiles[start + length] = <unsigned char>tile
        length += 1
        shift -= tile_bits
        if shift < 0:
            shift = 64 - tile_bits
            row += 1
    return length


@cython.locals(counts="unsigned char[64]", tile=int, letter=cython.Py_UCS4, code=Py_ssize_t)
cpdef bytes count_tiles(str text, bytes table)
cpdef object make_keys(Py_ssize_t rows, Py_ssize_t room)
@cython.locals(target="unsigned long long[:, ::1]", row=Py_ssize_t, i=Py_ssize_t)
cpdef object copy_keys(const unsigned long long[:, ::1] keys, Py_ssize_t number, Py_ssize_t room)
@cython.locals(
    order="unsigned int[::1]", other="unsigned int[::1]", target="unsigned long long[:, ::1]",
    counts="Py_ssize_t[256]", row=Py_ssize_t, i=Py_ssize_t, shift=int, differing=cython.ulonglong, before=Py_ssize_t,
    here=Py_ssize_t
)
cpdef object in_order(const unsigned long long[:, ::1] keys, Py_ssize_t number)
