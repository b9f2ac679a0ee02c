# The same functions as in node.py, inlined into compiled kernels.


cdef extern from "count_bits.h":
    int popcount "lexkit_popcount"(unsigned long long x) noexcept nogil
    int lowest "lexkit_lowest"(unsigned long long x) noexcept nogil
    void hint "lexkit_prefetch"(const void *address) noexcept nogil
    const unsigned long long LOW_64 "(~0ULL)"
    unsigned long long ONE "1ULL"


cdef extern from "node.h":
    ctypedef struct View "lexkit_view":
        const unsigned int *words
        Py_ssize_t size
        Py_ssize_t width
        Py_ssize_t forward_root
        Py_ssize_t reverse_root
        Py_ssize_t byte_end
        Py_ssize_t half_end

    Py_ssize_t width_of "lexkit_width"(View graph) noexcept nogil
    unsigned int word_at "lexkit_word"(View graph, Py_ssize_t at) noexcept nogil


cdef inline unsigned long long letters(View graph, Py_ssize_t node) noexcept nogil:
    if width_of(graph) == 2:
        return word_at(graph, node) | <unsigned long long>word_at(graph, node + 1) << 32
    return word_at(graph, node)


cdef inline unsigned long long children(View graph, Py_ssize_t node) noexcept nogil:
    return letters(graph, node + width_of(graph))


cdef inline unsigned long long arcs(View graph, Py_ssize_t node) noexcept nogil:
    return letters(graph, node) | children(graph, node)


cdef inline Py_ssize_t kid(View graph, Py_ssize_t node, Py_ssize_t number) noexcept nogil:
    return word_at(graph, node + 2 * width_of(graph) + number)


cdef inline Py_ssize_t child(View graph, Py_ssize_t node, unsigned long long among, int tile) noexcept nogil:
    return kid(graph, node, popcount(among & ((<unsigned long long>1 << tile) - 1)))


cdef inline Py_ssize_t step(View graph, Py_ssize_t node, int tile) noexcept nogil:
    # Branchless, since the processor would mispredict the branch: without an arc, this reads word 0, which holds 0.
    cdef unsigned long long among = children(graph, node)
    cdef Py_ssize_t there = -<Py_ssize_t>(among >> tile & 1)
    cdef Py_ssize_t place = node + 2 * width_of(graph) + popcount(among & ((<unsigned long long>1 << tile) - 1))
    return word_at(graph, place & there)


cdef inline int count_size(View graph, Py_ssize_t node) noexcept nogil:
    return 3 + (node >= graph.byte_end) + (node >= graph.half_end)


cdef inline unsigned long long read_count(
    View graph, Py_ssize_t node, Py_ssize_t fan, Py_ssize_t number, int size
) noexcept nogil:
    # Branchless, since the processor would mispredict the branch: for child 0, this reads the word before the
    # counts and masks it to 0.
    cdef Py_ssize_t stored = number != 0
    cdef Py_ssize_t place = number - stored
    cdef unsigned long long count = kid(graph, node, fan + (place >> (5 - size)) + stored - 1) >> (place << size & 31)
    return count & ((<unsigned long long>1 << (1 << size)) - 1) & (0 - <unsigned long long>stored)


cdef inline unsigned long long count_before(
    View graph, Py_ssize_t node, Py_ssize_t fan, Py_ssize_t number
) noexcept nogil:
    return read_count(graph, node, fan, number, count_size(graph, node))


cdef inline unsigned long long below(View graph, Py_ssize_t node) noexcept nogil:
    cdef unsigned long long total = 0
    cdef unsigned long long among
    cdef Py_ssize_t fan
    while True:
        total += popcount(letters(graph, node))
        among = children(graph, node)
        if among == 0:
            return total
        fan = popcount(among)
        total += count_before(graph, node, fan, fan - 1)
        node = kid(graph, node, fan - 1)


cdef inline unsigned long long words_before(
    View graph, Py_ssize_t node, unsigned long long ends, unsigned long long among, unsigned long long bit
) noexcept nogil:
    cdef Py_ssize_t fan = popcount(among)
    cdef Py_ssize_t place = popcount(among & (bit - 1))
    if place < fan:
        return popcount(ends & (bit - 1)) + count_before(graph, node, fan, place)
    return below(graph, node) - popcount(ends & ~(bit - 1))


cdef inline unsigned long long rank_before(
    View graph, Py_ssize_t node, unsigned long long ends, unsigned long long among, unsigned long long bit,
    unsigned long long low, unsigned long long high
) noexcept nogil:
    # Computed before the branch, so that two calls for the same node compute it once.
    cdef int size = count_size(graph, node)
    cdef Py_ssize_t fan = popcount(among)
    cdef Py_ssize_t place = popcount(among & (bit - 1))
    if place < fan:
        return low + popcount(ends & (bit - 1)) + read_count(graph, node, fan, place, size)
    return high - popcount(ends & ~(bit - 1))


cdef inline void prefetch(View graph, Py_ssize_t node) noexcept nogil:
    hint(&graph.words[node])
