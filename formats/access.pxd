# The same functions as in access.py, inlined into compiled kernels.
from lexkit.formats.bits cimport popcount


cdef inline unsigned long long read_set(const unsigned int[::1] words, Py_ssize_t at, Py_ssize_t width) noexcept nogil:
    if width == 2:
        return words[at] | <unsigned long long>words[at + 1] << 32
    return words[at]


cdef inline Py_ssize_t step(
    const unsigned int[::1] words, Py_ssize_t node, unsigned char tile, Py_ssize_t width
) noexcept nogil:
    cdef unsigned long long children = read_set(words, node + width, width)
    if not children >> tile & 1:
        return 0
    return words[node + 2 * width + popcount(children & ((<unsigned long long>1 << tile) - 1))]


cdef inline unsigned int count_before(
    const unsigned int[::1] words, Py_ssize_t counts, Py_ssize_t child, Py_ssize_t bits
) noexcept nogil:
    if child == 0:
        return 0
    child -= 1
    if bits == 8:
        return words[counts + (child >> 2)] >> ((child & 3) << 3) & 0xFF
    if bits == 16:
        return words[counts + (child >> 1)] >> ((child & 1) << 4) & 0xFFFF
    return words[counts + child]
