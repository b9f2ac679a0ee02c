# The same functions as in endgame_hash_keys.py, inlined into compiled kernels.
from .shared_types cimport Line, MOVE_SIZE, tiles_t
from lexkit.formats.kernels.count_bits cimport hint
from libc.string cimport memcpy


cdef extern from "endgame_hash_keys.h":
    unsigned long long scatter "lexkit_scatter"(unsigned long long number) noexcept nogil
    unsigned long long line_key "lexkit_line_key"(Line line, Py_ssize_t length, unsigned long long salt) noexcept nogil


cdef inline unsigned long long tile_key(unsigned long long square, unsigned long long tile) noexcept nogil:
    return scatter(square << 8 | tile)


cdef inline unsigned long long rack_key(unsigned long long tile, unsigned long long count) noexcept nogil:
    return scatter((tile << 8 | count) + (1 << 20))


cdef inline unsigned char *append_moves(
    unsigned char *out, const unsigned char *moves, Py_ssize_t first, Py_ssize_t number
) noexcept nogil:
    memcpy(out, moves + first * MOVE_SIZE, number * MOVE_SIZE)
    return out + number * MOVE_SIZE


cdef inline void fetch(unsigned long long[::1] words, Py_ssize_t at) noexcept nogil:
    hint(&words[at])


cdef inline void copy_words(
    unsigned long long *to, Py_ssize_t at, const unsigned long long *words, Py_ssize_t first
) noexcept nogil:
    memcpy(to + at, words + first, 64 * sizeof(unsigned long long))
