# Names of shared_types.py for compiled kernels; width.h makes them narrow or wide.
from lexkit.formats.kernels.node cimport hint, lowest
from lexkit.formats.kernels.node cimport View, child, children, letters, step
from lexkit.formats.kernels.nodes cimport Nodes

# Declared here rather than cimported from Cython's own files: these cimport a dozen others, and Cython reads all of
# them again for each kernel.
cdef extern from "string.h":
    void *memcpy(void *to, const void *start, size_t size) noexcept nogil


cdef extern from "Python.h":
    char *PyByteArray_AS_STRING(object array) noexcept
    bytearray PyByteArray_FromStringAndSize(char *start, Py_ssize_t size)
    Py_ssize_t PyByteArray_GET_SIZE(object array) noexcept


cdef extern from "width.h":
    ctypedef unsigned int letters_t "lexkit_letters"
    ctypedef unsigned long long tiles_t "lexkit_tiles"
    ctypedef struct Square "lexkit_square":
        letters_t cross
        int cross_score
        unsigned int run_node
        unsigned short run_score
        unsigned char cross_multiplier, letter_multiplier, word_multiplier, run_end, tile, blank

    bint NARROW "LEXKIT_NARROW"
    int MOST_TILES "LEXKIT_MOST_TILES"
    Py_ssize_t MOVE_SIZE "LEXKIT_MOVE_SIZE"
    Py_ssize_t MOST_MOVES "LEXKIT_MOST_MOVES"
    unsigned char *put_move "lexkit_put_move"(unsigned char *out, tiles_t tiles, unsigned long long meta) noexcept nogil
    tiles_t tiles_of "lexkit_tiles_of"(const unsigned char *moves, Py_ssize_t number) noexcept nogil
    unsigned long long meta_of "lexkit_meta_of"(const unsigned char *moves, Py_ssize_t number) noexcept nogil

ctypedef Square *Line

cdef enum:
    BLANK = 128
    BONUSES = 17 * 32
    FIRST_ROOM = 1 << 12
    RESERVE = 1 << 8
    KEPT_ROOM = 1 << 20
    MOST_STATES = 1 << 27
    LOOK = 1 << 17
    ENOUGH = 1 << 20


cdef inline unsigned long long split_mix(unsigned long long number) noexcept nogil:
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9ULL
    number = (number ^ number >> 27) * 0x94D049BB133111EBULL
    return number ^ number >> 31


cdef inline const unsigned char *bytes_from(const unsigned char[::1] numbers, Py_ssize_t start) noexcept nogil:
    return &numbers[start]


cdef inline bint is_rack_tile(unsigned long long letters, int tile) noexcept nogil:
    return tile < 64 and (letters | 1) >> tile & 1


cdef inline bint is_board_tile(unsigned long long letters, int tile) noexcept nogil:
    return not tile & 64 and letters >> (tile & 63) & 1


cdef inline int first_source(letters_t rack, int tile) noexcept nogil:
    return tile if rack >> tile & 1 else 0


cdef inline letters_t take_tile(unsigned char *counts, int source, letters_t rack) noexcept nogil:
    counts[source] -= 1
    return rack if counts[source] else rack & ~(<letters_t>1 << source)


cdef inline int put_back(unsigned char *counts, int source) noexcept nogil:
    counts[source] += 1
    return 0 if source and counts[0] else -1


cdef inline unsigned long long key_sum(unsigned long long one, unsigned long long other) noexcept nogil:
    return one + other


cdef inline unsigned long long bits_of(unsigned long long key) noexcept nogil:
    return (<unsigned long long>1 << (key & 63) | <unsigned long long>1 << (key >> 6 & 63)
            | <unsigned long long>1 << (key >> 12 & 63) | <unsigned long long>1 << (key >> 18 & 63))


cdef inline bint is_marked(const unsigned long long *marks, int shift, unsigned long long key) noexcept nogil:
    return not bits_of(key) & ~marks[key >> shift]


cdef inline void fetch_mark(const unsigned long long *marks, int shift, unsigned long long key) noexcept nogil:
    hint(&marks[key >> shift])


cdef inline Nodes fitting(Nodes nodes):
    if nodes is None:
        raise TypeError("no nodes")
    if NARROW and nodes.view.width != 1:
        raise ValueError("an array of wide sets needs the wide kernels")
    return nodes


cdef inline object only_once(object part):
    if part is not None:
        raise ValueError("made already")
    return None


cdef inline bytearray new_squares(Py_ssize_t count):
    return bytearray(count * sizeof(Square))


cdef inline bytearray copy_squares(bytearray squares):
    return PyByteArray_FromStringAndSize(PyByteArray_AS_STRING(squares), PyByteArray_GET_SIZE(squares))


cdef inline Line first_of(bytearray squares) noexcept:
    return <Line>PyByteArray_AS_STRING(squares)


cdef inline void reset_squares(Line squares, Line fresh, Py_ssize_t count) noexcept nogil:
    memcpy(squares, fresh, count * sizeof(Square))


cdef inline Line squares_from(Line squares, Py_ssize_t place) noexcept nogil:
    return squares + place


cdef extern from "hash_keys.h":
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


cdef inline unsigned long long with_cross(unsigned long long points, unsigned long long score) noexcept nogil:
    return points + (score << 32)


cdef inline unsigned long long with_tile(unsigned long long points, Square square, int value) noexcept nogil:
    return points + value * (square.letter_multiplier | <unsigned long long>square.cross_multiplier << 32)


cdef inline int score_of(unsigned long long points, int multiplier) noexcept nogil:
    return <int>points * multiplier + <int>(points >> 32)


cdef inline Py_ssize_t follow_run(View graph, Py_ssize_t node, Line line, Py_ssize_t at) noexcept nogil:
    cdef Py_ssize_t place
    for place in range(at + 1, line[at].run_end):
        node = step(graph, node, line[place].tile)
        if node == 0:
            break
    return node


cdef inline int find_kids(
    View graph, Py_ssize_t node, letters_t among, letters_t bits, letters_t goes_on, letters_t behind,
    unsigned int *kids, unsigned char *tiles
) noexcept nogil:
    cdef int found = 0, tile
    cdef Py_ssize_t there
    while bits:
        tile = lowest(bits)
        bits &= bits - 1
        there = child(graph, node, among, tile)
        kids[found] = there
        tiles[found] = tile
        found += ((letters(graph, there) | children(graph, there) & goes_on) & behind) != 0
    return found


cdef inline int find_kids_and_turns(
    View graph, Py_ssize_t node, letters_t among, letters_t bits, letters_t goes_on, letters_t before,
    letters_t goes_behind, letters_t behind, unsigned int *kids, unsigned int *turns, unsigned char *tiles
) noexcept nogil:
    cdef int found = 0, tile
    cdef Py_ssize_t there, turn
    cdef letters_t in_front, at_back
    while bits:
        tile = lowest(bits)
        bits &= bits - 1
        there = child(graph, node, among, tile)
        in_front = letters(graph, there)
        at_back = children(graph, there)
        turn = step(graph, there, 0)
        # Avoid branches (word 0 is 0): which children remain is unpredictable.
        in_front |= at_back & goes_on
        kids[found] = there if in_front & before else 0
        at_back = letters(graph, turn) | children(graph, turn) & goes_behind
        turns[found] = turn if at_back & behind else 0
        tiles[found] = tile
        found += (in_front & before | at_back & behind) != 0
    return found
