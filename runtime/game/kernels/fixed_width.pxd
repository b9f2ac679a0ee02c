# The same functions as in nodes.py, inlined into compiled kernels.
from lexkit.formats.kernels.bits cimport popcount


cdef extern from "width.h":
    ctypedef unsigned int letters_t "lexkit_letters"
    ctypedef unsigned long long tiles_t "lexkit_tiles"
    Py_ssize_t fixed "LEXKIT_WIDTH"(Py_ssize_t width) noexcept nogil
    ctypedef struct Square "lexkit_square":
        letters_t cross
        int cross_score
        unsigned short run_score
        unsigned char cross_multiplier
        unsigned char letter_multiplier
        unsigned char word_multiplier
        unsigned char run_end
        unsigned char tile
        unsigned char blank

    bint NARROW "LEXKIT_NARROW"
    Py_ssize_t MOVE_SIZE "LEXKIT_MOVE_SIZE"
    unsigned char *put_move "lexkit_put_move"(unsigned char *out, tiles_t tiles, unsigned long long meta) noexcept nogil
    tiles_t tiles_of "lexkit_tiles_of"(const unsigned char *move) noexcept nogil
    unsigned long long meta_of "lexkit_meta_of"(const unsigned char *move) noexcept nogil
    letters_t letters_at "lexkit_letters_at"(
        const unsigned int *graph, Py_ssize_t place, Py_ssize_t width
    ) noexcept nogil


cdef enum:
    BLANK = 128
    # Moves there is room for at first, and moves written between two looks at whether there is.
    FIRST_ROOM = 4096
    RESERVE = 256
    # Room for moves that a generator keeps for the next position, and the most it asks for: a gigabyte.
    KEPT_ROOM = 1048576
    MOST_MOVES = 67108864
    # States a position may take: seconds; the densest honest ones take some millions.
    MOST_STATES = 134217728
    # States between two looks at the clock: some ten milliseconds.
    LOOK = 1048576


cdef inline letters_t letter_set(const unsigned int *graph, Py_ssize_t node, Py_ssize_t width) noexcept nogil:
    return letters_at(graph, node, width)


cdef inline letters_t child_set(const unsigned int *graph, Py_ssize_t node, Py_ssize_t width) noexcept nogil:
    return letters_at(graph, node + fixed(width), width)


cdef inline Py_ssize_t child(
    const unsigned int *graph, Py_ssize_t node, letters_t children, int tile, Py_ssize_t width
) noexcept nogil:
    return graph[node + 2 * fixed(width) + popcount(children & ((<letters_t>1 << tile) - 1))]


cdef inline Py_ssize_t step(const unsigned int *graph, Py_ssize_t node, int tile, Py_ssize_t width) noexcept nogil:
    cdef letters_t children = child_set(graph, node, width)
    cdef Py_ssize_t there = -<Py_ssize_t>(children >> tile & 1)
    return graph[(node + 2 * fixed(width) + popcount(children & ((<letters_t>1 << tile) - 1))) & there]
