/* Widths of letter sets and of a move's tiles in the game's kernels: see __init__.py.
   Kernels compiled with LEXKIT_NARROW have a fixed width for the node array's sets; the others read it (node.h). */
#ifndef LEXKIT_WIDTH_H
#define LEXKIT_WIDTH_H
#include <string.h>
#if LEXKIT_NARROW
#define LEXKIT_MOST_TILES 8
#define LEXKIT_MOST_MOVES ((Py_ssize_t)1 << 24)
typedef unsigned int lexkit_letters;
typedef unsigned long long lexkit_tiles;
#else
#define LEXKIT_NARROW 0
#define LEXKIT_MOST_TILES 16
#define LEXKIT_MOST_MOVES ((Py_ssize_t)1 << 23)
typedef unsigned long long lexkit_letters;
typedef unsigned __int128 lexkit_tiles;
#endif

/* One square as seen along one line: 16 bytes, or 24 if sets are wide. Only an empty square has a cross score, and only
   the first tile of a run has a node. */
typedef struct {
    lexkit_letters cross;
    union { int cross_score; unsigned int run_node; };
    unsigned short run_score;
    unsigned char cross_multiplier, letter_multiplier, word_multiplier, run_end, tile, blank;
} lexkit_square;

/* One move: its tiles, a byte each, then score, row, column, number of tiles, direction. */
#define LEXKIT_MOVE_SIZE ((Py_ssize_t)sizeof(lexkit_tiles) + 8)
static inline unsigned char *lexkit_put_move(unsigned char *out, lexkit_tiles tiles, unsigned long long meta) {
    memcpy(out, &tiles, sizeof tiles);
    memcpy(out + sizeof tiles, &meta, 8);
    return out + LEXKIT_MOVE_SIZE;
}
static inline lexkit_tiles lexkit_tiles_of(const unsigned char *moves, Py_ssize_t number) {
    lexkit_tiles tiles;
    memcpy(&tiles, moves + number * LEXKIT_MOVE_SIZE, sizeof tiles);
    return tiles;
}
static inline unsigned long long lexkit_meta_of(const unsigned char *moves, Py_ssize_t number) {
    unsigned long long meta;
    memcpy(&meta, moves + number * LEXKIT_MOVE_SIZE + sizeof(lexkit_tiles), 8);
    return meta;
}
#endif
