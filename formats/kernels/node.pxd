# The same functions as in access.py, inlined into compiled kernels.
from lexkit.formats.kernels.bits cimport hint, popcount


cdef inline unsigned long long read_set(const unsigned int[::1] words, Py_ssize_t at, Py_ssize_t width) noexcept nogil:
    if width == 2:
        return words[at] | <unsigned long long>words[at + 1] << 32
    return words[at]


cdef inline Py_ssize_t step(
    const unsigned int[::1] words, Py_ssize_t node, unsigned char tile, Py_ssize_t width
) noexcept nogil:
    # Without a branch, which the processor would guess wrong: where there is no arc, word 0 is read, which
    # holds 0.
    cdef unsigned long long children = read_set(words, node + width, width)
    cdef Py_ssize_t there = -<Py_ssize_t>(children >> tile & 1)
    cdef Py_ssize_t place = node + 2 * width + popcount(children & ((<unsigned long long>1 << tile) - 1))
    return words[place & there]


cdef inline int count_size(Py_ssize_t node, Py_ssize_t byte_end, Py_ssize_t half_end) noexcept nogil:
    return 3 + (node >= byte_end) + (node >= half_end)


cdef inline unsigned long long count_before(
    const unsigned int[::1] words, Py_ssize_t counts, Py_ssize_t child, int size
) noexcept nogil:
    # Without branches, which the processor would guess wrong: for child 0 the word before the counts is
    # read, and cleared.
    cdef Py_ssize_t stored = child != 0
    cdef Py_ssize_t place = child - stored
    cdef unsigned long long count = words[counts + (place >> (5 - size)) + stored - 1] >> (place << size & 31)
    return count & ((<unsigned long long>1 << (1 << size)) - 1) & (0 - <unsigned long long>stored)


cdef inline void prefetch(const unsigned int[::1] words, Py_ssize_t node) noexcept nogil:
    hint(&words[node])


cdef inline unsigned long long below(
    const unsigned int[::1] words, Py_ssize_t node, Py_ssize_t width, Py_ssize_t byte_end, Py_ssize_t half_end
) noexcept nogil:
    cdef unsigned long long total = 0
    cdef unsigned long long children
    cdef Py_ssize_t fan
    while True:
        total += popcount(read_set(words, node, width))
        children = read_set(words, node + width, width)
        if children == 0:
            return total
        fan = popcount(children)
        total += count_before(words, node + 2 * width + fan, fan - 1, count_size(node, byte_end, half_end))
        node = words[node + 2 * width + fan - 1]
