/* How many letters a set of the game's kernels holds, and how many tiles a move: see wide/__init__.py.
   Narrow kernels know the width of the array's sets, wide ones ask. */
#ifndef LEXKIT_WIDTH_H
#define LEXKIT_WIDTH_H
#include <string.h>
#ifdef LEXKIT_WIDE
#define LEXKIT_WIDTH(width) (width)
#define LEXKIT_NARROW 0
typedef unsigned long long lexkit_letters;
typedef unsigned __int128 lexkit_tiles;
#else
#define LEXKIT_WIDTH(width) 1
#define LEXKIT_NARROW 1
typedef unsigned int lexkit_letters;
typedef unsigned long long lexkit_tiles;
#endif

/* One square seen along one line: 16 bytes, or 24 where sets are wide. */
typedef struct {
    lexkit_letters cross;
    int cross_score;
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
static inline lexkit_tiles lexkit_tiles_of(const unsigned char *move) {
    lexkit_tiles tiles;
    memcpy(&tiles, move, sizeof tiles);
    return tiles;
}
static inline unsigned long long lexkit_meta_of(const unsigned char *move) {
    unsigned long long meta;
    memcpy(&meta, move + sizeof(lexkit_tiles), 8);
    return meta;
}

static inline lexkit_letters lexkit_letters_at(const unsigned int *graph, Py_ssize_t place, Py_ssize_t width) {
    lexkit_letters set = graph[place];
    if (LEXKIT_WIDTH(width) == 2) set |= (lexkit_letters)((unsigned long long)graph[place + 1] << 32);
    return set;
}
#endif
