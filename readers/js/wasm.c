/* The move search of ../c/gaddag.h for wasm.js: one list, one board at a time, no C library. make_wasm.py compiles it.
 *
 * Behind the program's own memory the caller puts the nodes, which it has proved, and room for moves. */

#include <stddef.h>

/* gaddag.h includes headers of the C library, in whose place make_wasm.py puts empty ones. The compiler knows what is not
 * declared here, and leaves it out with the functions that call it: none of the search does. */
typedef struct FILE FILE;
extern int errno;
FILE *fopen(const char *path, const char *mode);
enum { SEEK_SET, SEEK_CUR, SEEK_END };

/* The one board: a new one takes its place. */
static void *board_memory(size_t size);
#define calloc(count, size) board_memory((count) * (size))
#define free(memory) (void)(memory)
#define memcpy __builtin_memcpy
#define memmove __builtin_memmove
#define memset __builtin_memset

static size_t strlen(const char *text) {
    size_t length = 0;
    while (text[length]) length++;
    return length;
}

static const char *strchr(const char *text, int sign) {
    for (; *text != (char)sign; text++)
        if (!*text) return NULL;
    return text;
}

static size_t strcspn(const char *text, const char *signs) {
    size_t length = 0;
    while (!strchr(signs, text[length])) length++;
    return length;
}

#define LEXKIT_API static
#define LEXKIT_IMPLEMENTATION
#include "../c/gaddag.h"

#define EXPORT(name) __attribute__((export_name(#name)))

/* Buffers that the caller fills before it calls. */
static struct {
    int32_t points[64];
    uint8_t tiles[LEXKIT_SIDE * LEXKIT_SIDE], rack[16];
    lexkit_scoring scoring;
    char layout[LEXKIT_SIDE * (LEXKIT_SIDE + 1)];
} given;

static lexkit_lexicon lexicon;
static lexkit_board place, *board;

static void *board_memory(size_t size) { return memset(&place, 0, size); }

EXPORT(given) void *given_here(void) { return &given; }

EXPORT(open)
void open_nodes(const uint32_t *nodes, uint32_t forward_root, uint32_t reverse_root, int32_t wide, int32_t letters) {
    lexicon.nodes = nodes;
    lexicon.forward_root = forward_root;
    lexicon.reverse_root = reverse_root;
    lexicon.wide = wide;
    lexicon.letters = letters;
    lexicon.mask = (LEXKIT_BELOW(letters) | LEXKIT_BIT(letters)) & ~(uint64_t)1;
    memcpy(lexicon.points, given.points, sizeof given.points);
}

EXPORT(lay) int32_t lay_board(int32_t start) {
    return lexkit_board_new(&lexicon, given.layout, start, &given.scoring, &board);
}

EXPORT(set) int32_t set_tiles(int32_t count) { return lexkit_board_set(board, given.tiles, count); }

/* The number of moves. Behind room for the moves themselves are then their scores, their places and their tiles, as
 * Found in move.js has them. */
EXPORT(moves) int32_t find_moves(int32_t count, lexkit_move *moves, int32_t room) {
    int32_t found = (int32_t)lexkit_find_moves(board, given.rack, count, moves, room), at;
    int32_t *scores = (int32_t *)(moves + room), *places = scores + room;
    uint8_t *tiles = (uint8_t *)(places + room);
    for (at = 0; at < found && at < room; at++, moves++) {
        int32_t line = moves->down ? moves->column : moves->row, first = moves->down ? moves->row : moves->column;
        scores[at] = moves->score;
        places[at] = moves->down << 24 | line << 18 | moves->laid << 12 | first << 6 | (first + moves->length - 1);
        memcpy(tiles + 16 * at, moves->tiles, LEXKIT_RACK);
    }
    return found;
}
