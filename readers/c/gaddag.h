/* gaddag.h: lexkit's word lists in C. One header, C99 or C++, nothing else; README.md has a first program.
 *
 * It opens a .gaddag file (formats/SPEC.md describes the bytes), proves that every walk of it is safe, and finds words
 * and the moves of a board. One C file of your program writes `#define LEXKIT_IMPLEMENTATION` before the include; or
 * any file writes `#define LEXKIT_STATIC`, and has functions of its own. gaddag_game.h plays whole games with it.
 *
 * Promises: a file that breaks a rule of SPEC.md is refused by name and place, and no file, whoever wrote it, makes a
 * call read outside of it or run for ever.
 *
 * Threads: functions that take a `const lexkit_lexicon *` or a `const lexkit_board *` may be called by many threads at
 * once, for one object. A `lexkit_board *` belongs to one thread at a time. There is no state besides these objects.
 *
 * Ownership: lexkit_open, lexkit_open_memory and lexkit_board_new make an object, which lexkit_close and
 * lexkit_board_free free; they take NULL too. Only these three allocate, by LEXKIT_MALLOC, which you may define, with
 * LEXKIT_FREE, before the include. A lexicon outlives its boards, and the bytes of lexkit_open_memory outlive the
 * lexicon. Texts that a function returns live as long as the lexicon (lexkit_label) or for ever (lexkit_version,
 * lexkit_error_text). All other memory is the caller's, and is used during the call only.
 *
 * A big-endian machine is refused: nodes are read as they lie in the file. Normal forms are left to the caller: text is UTF-8 in normal form C. Small letters that a file
 * leaves out are those of Unicode 14, letter by letter (no final sigma). Columns are proved and not read.
 *
 * Tiles are numbers: 1 and up in the alphabet's order. On a rack and in a pattern 0 is a blank; on a board 0 is an
 * empty square, and 128 is added to a letter that a blank stands for. Functions return a number, or one of the errors
 * below, all of which are negative. */
#ifndef LEXKIT_GADDAG_H
#define LEXKIT_GADDAG_H

#include <stdint.h>

#define LEXKIT_VERSION_MAJOR 0
#define LEXKIT_VERSION_MINOR 1
#define LEXKIT_VERSION_PATCH 0
#define LEXKIT_VERSION "0.1.0"

#if defined(__BYTE_ORDER__) && defined(__ORDER_BIG_ENDIAN__)
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#error "lexkit reads nodes as they lie in the file: this machine has another byte order"
#endif
#endif

#ifdef LEXKIT_STATIC
#undef LEXKIT_IMPLEMENTATION
#define LEXKIT_IMPLEMENTATION
#if defined(__GNUC__) || defined(__clang__)
#define LEXKIT_API static __attribute__((unused))
#else
#define LEXKIT_API static
#endif
#endif
#ifndef LEXKIT_API
#define LEXKIT_API
#endif
#ifdef __cplusplus
extern "C" {
#endif

enum {
    LEXKIT_OK = 0,
    LEXKIT_ABSENT = -1,        /* no such word */
    LEXKIT_UNREADABLE = -2,    /* the file cannot be opened or read */
    LEXKIT_REFUSED = -3,       /* the file breaks a rule of SPEC.md */
    LEXKIT_MEMORY = -4,        /* no memory */
    LEXKIT_ARGUMENT = -5,      /* an argument is not what the function takes */
    LEXKIT_TEXT = -6,          /* a text that the alphabet cannot read */
    LEXKIT_ROOM = -7,          /* the answer is longer than the room given for it */
    LEXKIT_CONTRADICTION = -8, /* the two parts of the file disagree (rules Q1 and Q2) */
    LEXKIT_TOO_MUCH = -9,      /* a position of more than 2^27 steps */
    LEXKIT_ILLEGAL = -10,      /* a play or an action that the rules do not allow (gaddag_game.h) */
    LEXKIT_RECORD = -11        /* a record of a game that cannot be followed (gaddag_game.h) */
};

enum {
    LEXKIT_LONGEST = 63, /* tiles of the longest word */
    LEXKIT_SIDE = 32,    /* squares of the longest row or column */
    LEXKIT_RACK = 15,    /* tiles of the largest rack */
    LEXKIT_ANY = 0,      /* in a pattern: one letter, "?" */
    LEXKIT_MANY = 255,   /* in a pattern: any letters, "*" */
    LEXKIT_BLANK = 128   /* added to a letter on the board that a blank stands for */
};

/* Letters and marks that lexkit_encode reads: letters; letters and ?; letters, ? and *. */
enum { LEXKIT_WORD_TEXT = 0, LEXKIT_RACK_TEXT = 1, LEXKIT_PATTERN_TEXT = 2 };

typedef struct lexkit_lexicon lexkit_lexicon;
typedef struct lexkit_board lexkit_board;

/* The reason to refuse a file: the rule ("N6"), its place (a byte, a row or a word of the node array), both as text.
 * `system`: errno, if the file could not be read, else 0. */
typedef struct lexkit_error {
    char rule[4];
    char text[124];
    uint64_t place;
    int32_t system;
} lexkit_error;

/* A play: the squares of its main word from (row, column) on, and the tiles laid on those that were empty, in order. */
typedef struct lexkit_move {
    int32_t score;
    uint8_t row, column, down, length, laid;
    uint8_t tiles[LEXKIT_RACK];
} lexkit_move;

/* Bonuses of plays: tiles_bonus[n] for laying n tiles, length_bonus[n] for a main word of n tiles.
 * `rack_size`: tiles of a full rack. The usual ones are those of {.rack_size = 7, .tiles_bonus = {[7] = 50}}. */
typedef struct lexkit_scoring {
    int32_t rack_size, tiles_bonus[LEXKIT_RACK + 1], length_bonus[LEXKIT_SIDE + 1];
} lexkit_scoring;

/* The standard board, for lexkit_board_new. A row of glyphs each: . plain, ' " ^ double, triple, quadruple letter,
 * - = ~ double, triple, quadruple word, # a brick. */
#define LEXKIT_STANDARD \
    "=..'...=...'..=/.-...\"...\"...-./..-...'.'...-../'..-...'...-..'/....-.....-..../.\"...\"...\"...\"./" \
    "..'...'.'...'../=..'...-...'..=/..'...'.'...'../.\"...\"...\"...\"./....-.....-..../'..-...'...-..'/" \
    "..-...'.'...-../.-...\"...\"...-./=..'...=...'..="

/* The version, as LEXKIT_VERSION, and a sentence for one of the errors above. */
LEXKIT_API const char *lexkit_version(void);
LEXKIT_API const char *lexkit_error_text(int64_t code);

/* Open a file, which is mapped, so nobody may change it meanwhile; or bytes, which stay the caller's and begin at a
 * multiple of 4. `error` may be NULL. If the file cannot be read, errno says why after the call too. */
LEXKIT_API int32_t lexkit_open(const char *path, lexkit_lexicon **lex, lexkit_error *error);
LEXKIT_API int32_t lexkit_open_memory(const void *bytes, uint64_t size, lexkit_lexicon **lex, lexkit_error *error);
LEXKIT_API void lexkit_close(lexkit_lexicon *lex);

/* The alphabet. Tile 0 is the blank. lexkit_label gives NULL for a tile that is not there. */
LEXKIT_API int64_t lexkit_word_count(const lexkit_lexicon *lex);
LEXKIT_API int32_t lexkit_letter_count(const lexkit_lexicon *lex);
LEXKIT_API const char *lexkit_label(const lexkit_lexicon *lex, int32_t tile);
LEXKIT_API int32_t lexkit_points(const lexkit_lexicon *lex, int32_t tile);
LEXKIT_API int32_t lexkit_tile_count(const lexkit_lexicon *lex, int32_t tile);

/* Text to tiles and back. Both give the number of tiles or of bytes; `text` then ends with a zero byte. lexkit_decode
 * writes letters, and small those that a blank stands for. */
LEXKIT_API int32_t lexkit_encode(const lexkit_lexicon *lex, const char *text, int32_t kind, uint8_t *tiles,
                                 int32_t room);
LEXKIT_API int32_t lexkit_decode(const lexkit_lexicon *lex, const uint8_t *tiles, int32_t count, char *text,
                                 int32_t room);

/* Words and ranks. A rank is the place of a word in the sorted list, from 0. lexkit_word wants room for 63 tiles.
 * lexkit_prefix gives the number of words with a prefix; the first has rank `first`, and the others follow. */
LEXKIT_API int32_t lexkit_contains(const lexkit_lexicon *lex, const uint8_t *tiles, int32_t count);
LEXKIT_API int64_t lexkit_rank(const lexkit_lexicon *lex, const uint8_t *tiles, int32_t count);
LEXKIT_API int32_t lexkit_word(const lexkit_lexicon *lex, int64_t rank, uint8_t *tiles);
LEXKIT_API int64_t lexkit_prefix(const lexkit_lexicon *lex, const uint8_t *tiles, int32_t count, int64_t *first);

/* Sets of words: a bit for each rank, the lowest first, in (lexkit_word_count + 63) / 64 numbers, which the caller has
 * set to zero, or to words found before. The functions set the bits of the words they find, and give the number of bits
 * that were not set yet. The set may be NULL, if only their number is wanted: of a suffix or substring that is five times
 * faster. lexkit_anagrams finds words of at least `shortest` tiles. lexkit_next gives a set's first rank from `from` on, or LEXKIT_ABSENT. */
LEXKIT_API int64_t lexkit_suffix(const lexkit_lexicon *lex, const uint8_t *tiles, int32_t count, uint64_t *set);
LEXKIT_API int64_t lexkit_substring(const lexkit_lexicon *lex, const uint8_t *tiles, int32_t count, uint64_t *set);
LEXKIT_API int64_t lexkit_pattern(const lexkit_lexicon *lex, const uint8_t *tiles, int32_t count, uint64_t *set);
LEXKIT_API int64_t lexkit_anagrams(const lexkit_lexicon *lex, const uint8_t *rack, int32_t count, int32_t shortest,
                                   uint64_t *set);
LEXKIT_API int64_t lexkit_next(const lexkit_lexicon *lex, const uint64_t *set, int64_t from);

/* The letters that make a word between these tiles, bit t for tile t; gives how many there are. */
LEXKIT_API int32_t lexkit_cross_set(const lexkit_lexicon *lex, const uint8_t *before, int32_t before_count,
                                    const uint8_t *after, int32_t after_count, uint64_t *letters);

/* Boards, which refer to the lexicon. `layout`: rows of glyphs with / between them, NULL for the standard board;
 * `start`: row * columns + column of the start square, -1 for the middle; `scoring`: NULL for the usual one.
 * Tiles are set row by row, all squares, or as rows of CGP, "15/15/5CaRE6/...", in which small letters are blanks. */
LEXKIT_API int32_t lexkit_board_new(const lexkit_lexicon *lex, const char *layout, int32_t start,
                                    const lexkit_scoring *scoring, lexkit_board **board);
LEXKIT_API void lexkit_board_free(lexkit_board *board);
LEXKIT_API int32_t lexkit_board_set(lexkit_board *board, const uint8_t *tiles, int32_t count);
LEXKIT_API int32_t lexkit_board_read(lexkit_board *board, const char *rows);

/* The cross sets of a board: two arrays of 2 * rows * columns, row by row, first across (what the tiles beside a square
 * in its row allow), then down. A mask has bit t for tile t, all letters if there are no tiles beside the square, 0 on
 * covered squares and bricks. A score is what those tiles are worth, before the premium of the square; -1 where no word
 * is formed. */
LEXKIT_API int32_t lexkit_cross_sets(const lexkit_board *board, uint64_t *masks, int32_t *scores);

/* lexkit_moves gives the number of legal moves of a rack, of at most `rack_size` tiles, and writes as many as there is
 * room for; `moves` may be NULL if that is 0. lexkit_move_text
 * writes one as "8D .IFE": a dot for each tile that lay there, small letters for blanks, [CH] for longer labels. */
LEXKIT_API int64_t lexkit_moves(lexkit_board *board, const uint8_t *rack, int32_t count, lexkit_move *moves,
                                int64_t room);
LEXKIT_API int32_t lexkit_move_text(const lexkit_board *board, const lexkit_move *move, char *text, int32_t room);

#ifdef __cplusplus
}
#endif
#endif /* LEXKIT_GADDAG_H */

#ifdef LEXKIT_IMPLEMENTATION
#undef LEXKIT_IMPLEMENTATION

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#define LEXKIT_MAPS 1
#endif

#ifdef LEXKIT_MALLOC
static void *lexkit_zeroed(size_t size) {
    void *memory = LEXKIT_MALLOC(size);
    return memory ? memset(memory, 0, size) : NULL;
}
#else
#define lexkit_zeroed(size) calloc(1, size)
#define LEXKIT_FREE free
#endif

/* -- Bits and bytes ----------------------------------------------------------------------------------------------- */

#define LEXKIT_BIT(tile) ((uint64_t)1 << (tile))
#define LEXKIT_BELOW(tile) (LEXKIT_BIT(tile) - 1) /* the bits below a tile's */

#if defined(__GNUC__) || defined(__clang__)
#define lexkit_popcount(bits) ((uint32_t)__builtin_popcountll(bits))
#define lexkit_lowest(bits) __builtin_ctzll(bits)
#else
static uint32_t lexkit_popcount(uint64_t bits) {
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    return (uint32_t)(((bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F)) * UINT64_C(0x0101010101010101) >> 56);
}

static int lexkit_lowest(uint64_t bits) { return (int)lexkit_popcount((bits & (0 - bits)) - 1); }
#endif

static uint32_t lexkit_u32(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static uint64_t lexkit_u64(const uint8_t *at) { return (uint64_t)lexkit_u32(at) | (uint64_t)lexkit_u32(at + 4) << 32; }

static int lexkit_zeros(const uint8_t *from, const uint8_t *to) {
    while (from < to && !*from) from++;
    return from >= to;
}

static uint64_t lexkit_align(uint64_t offset, uint64_t to) { return (offset + to - 1) / to * to; }

/* -- An open file, and its nodes: SPEC.md, sections 4 and 5 -------------------------------------------------------- */

/* 63 tiles: a label, a small form, two of mixed case, 16 aliases and their small forms each. */
enum { LEXKIT_SPELLINGS = 63 * 36, LEXKIT_SPELLING_BYTES = 8 * 4, LEXKIT_NAME_BYTES = 200 * 4 };

typedef struct lexkit_spelling {
    uint8_t length, tile,
        small; /* small: 0 for a label or an alias, 2 for the small form, 1 for others that are small */
    char text[LEXKIT_SPELLING_BYTES + 1];
} lexkit_spelling;

/* The numbers of an automaton's head as they lie there. */
typedef struct lexkit_head {
    uint64_t word_count, size, forward_root, reverse_root, byte_end, half_end, forward_end, nodes, arcs;
} lexkit_head;

struct lexkit_lexicon {
    const uint32_t *nodes;
    lexkit_head head;
    uint32_t forward_root, reverse_root, wide; /* wide: words of a set, 1 or 2 */
    int letters;
    uint64_t mask; /* of all letters */
    const uint8_t *bytes;
    uint64_t size;
    int owned; /* 0: the caller's bytes, 1: mapped, or read into memory */
    int32_t points[64], counts[64];
    uint64_t vowels;
    const char *labels[64];
    char name[LEXKIT_NAME_BYTES + 1]; /* of the alphabet */
    /* Sections for gaddag_game.h, or NULL: leave values, and a column of how well words are known, with its bits, 0 for
     * numbers, and its bitmap of words without a value. */
    const uint8_t *leaves, *known, *unknown;
    int32_t predicted, known_bits;
    int spelling_count;
    lexkit_spelling spellings[LEXKIT_SPELLINGS];
};

static uint64_t lexkit_letters(const lexkit_lexicon *lex, uint32_t node) {
    const uint32_t *at = lex->nodes + node;
    return lex->wide == 1 ? at[0] : at[0] | (uint64_t)at[1] << 32;
}

static uint64_t lexkit_children(const lexkit_lexicon *lex, uint32_t node) {
    const uint32_t *at = lex->nodes + node + lex->wide;
    return lex->wide == 1 ? at[0] : at[0] | (uint64_t)at[1] << 32;
}

/* The child for a tile that the node's child set has. */
static uint32_t lexkit_child(const lexkit_lexicon *lex, uint32_t node, uint64_t children, int tile) {
    return lex->nodes[node + 2 * lex->wide + lexkit_popcount(children & LEXKIT_BELOW(tile))];
}

/* The child for any tile, or 0, the empty node. */
static uint32_t lexkit_step(const lexkit_lexicon *lex, uint32_t node, int tile) {
    uint64_t children = lexkit_children(lex, node);
    return children >> tile & 1 ? lexkit_child(lex, node, children, tile) : 0;
}

/* The words below the first k children of a forward node that has more than k. */
static uint64_t lexkit_count_before(const lexkit_lexicon *lex, uint32_t node, uint32_t children, uint32_t k) {
    const uint32_t *counts = lex->nodes + node + 2 * lex->wide + children;
    if (k == 0) return 0;
    if (node < lex->head.byte_end) return counts[(k - 1) / 4] >> (k - 1) % 4 * 8 & 0xFF;
    if (node < lex->head.half_end) return counts[(k - 1) / 2] >> (k - 1) % 2 * 16 & 0xFFFF;
    return counts[k - 1];
}

static uint64_t lexkit_words_below(const lexkit_lexicon *lex, uint32_t node) {
    for (uint64_t below = 0;;) {
        uint32_t children = lexkit_popcount(lexkit_children(lex, node));
        below += lexkit_popcount(lexkit_letters(lex, node));
        if (children == 0) return below;
        below += lexkit_count_before(lex, node, children, children - 1);
        node = lex->nodes[node + 2 * lex->wide + children - 1];
    }
}

/* Count the words below a forward node that come before the word, or the child, of a tile. */
static uint64_t lexkit_words_before(const lexkit_lexicon *lex, uint32_t node, uint64_t letters, uint64_t children,
                                    int tile) {
    uint32_t number = lexkit_popcount(children), k = lexkit_popcount(children & LEXKIT_BELOW(tile));
    uint64_t before = lexkit_popcount(letters & LEXKIT_BELOW(tile));
    if (k < number) return before + lexkit_count_before(lex, node, number, k);
    return before + lexkit_words_below(lex, node) - lexkit_popcount(letters);
}

/* Go from a forward node to its child for a tile of its child set; *rank goes from the first word below the one to the
 * first below the other. */
static uint32_t lexkit_descend(const lexkit_lexicon *lex, uint32_t node, uint64_t children, int tile, uint64_t *rank) {
    uint32_t k = lexkit_popcount(children & LEXKIT_BELOW(tile));
    *rank += lexkit_popcount(lexkit_letters(lex, node) & (LEXKIT_BELOW(tile) | LEXKIT_BIT(tile))) +
             lexkit_count_before(lex, node, lexkit_popcount(children), k);
    return lex->nodes[node + 2 * lex->wide + k];
}

/* The forward node behind these tiles, or 0; *rank: of the first word below it. */
static uint32_t lexkit_walk(const lexkit_lexicon *lex, const uint8_t *tiles, int count, uint64_t *rank) {
    uint32_t node = lex->forward_root;
    *rank = 0;
    for (int at = 0; at < count && node; at++) {
        uint64_t children = lexkit_children(lex, node);
        node = children >> tiles[at] & 1 ? lexkit_descend(lex, node, children, tiles[at], rank) : 0;
    }
    return node;
}

/* -- The proof of a file ------------------------------------------------------------------------------------------- */

/* A flat list of JSON values: objects have keys and values in turn. kind: { [ " i (integer) . (other number) t f n. */
typedef struct lexkit_value {
    const char *text;      /* of a text, or of a number as it is written */
    uint32_t length;       /* of that */
    uint32_t next, object; /* the value behind this one and all inside of it; of a key, the object that has it */
    char kind;
} lexkit_value;

typedef struct lexkit_json {
    lexkit_value *values, **keys; /* keys: of all objects, sorted by object and text when all is parsed */
    char *text;                   /* a copy with a zero behind it, in which escapes are undone in place */
    uint32_t size, at, count, key_count;
} lexkit_json;

enum { LEXKIT_KNOWN = 9, LEXKIT_LEAVES_SECTION = 8 }; /* sections, see lexkit_sections */

/* The state of a proof. A function that checks a section returns NULL, or the rule that the section breaks, such as
 * "N6: an arc points to a lower index", with the place in `place`; "" means that memory ran out. */
typedef struct lexkit_proof {
    lexkit_lexicon *lex;
    const uint8_t *section, *sections[LEXKIT_KNOWN];
    uint64_t size, sizes[LEXKIT_KNOWN], place;
    void *memory;                           /* for the section that is checked now */
    lexkit_json json;                       /* in that memory */
    int32_t predicted;                      /* of leave values, or 0 */
    const uint8_t *column, *missing_values; /* the arrays of the column that was checked last */
    /* Or, of the node that begins at one of two words of the array, since at most one does: the words below it, if it
     * is a forward node; and (height + 1) * 2 + at which of the two it begins, or 0. */
    uint32_t *totals;
    uint8_t *heights;
} lexkit_proof;

static const char *lexkit_at(lexkit_proof *proof, uint64_t place, const char *broken) {
    proof->place = place;
    return broken;
}

/* Zeroed memory instead of what the proof had. */
static void *lexkit_allocate(lexkit_proof *proof, uint64_t size) {
    LEXKIT_FREE(proof->memory);
    proof->memory = size <= SIZE_MAX ? lexkit_zeroed((size_t)size) : NULL;
    return proof->memory;
}

/* -- JSON: rules J1 to J3 ------------------------------------------------------------------------------------------ */

/* Bytes of a section, levels of objects and lists, characters of a number. */
enum { LEXKIT_MAX_JSON = 1 << 20, LEXKIT_JSON_DEPTH = 100, LEXKIT_JSON_NUMBER = 100 };

/* The length of the UTF-8 code point at `text`, of which `left` bytes are there, or 0 if it is none. */
static uint32_t lexkit_code_point(const char *text, uint64_t left, uint32_t *point) {
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    uint8_t first = (uint8_t)text[0];
    uint32_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if ((first >= 0x80 && first < 0xC2) || first > 0xF4 || length > left) return 0;
    *point = length == 1 ? first : first & (0x7Fu >> length);
    for (uint32_t at = 1; at < length; at++) {
        if (((uint8_t)text[at] & 0xC0) != 0x80) return 0;
        *point = *point << 6 | ((uint8_t)text[at] & 0x3Fu);
    }
    return *point < least[length] || *point > 0x10FFFF || (*point >= 0xD800 && *point < 0xE000) ? 0 : length;
}

static uint32_t lexkit_put_point(uint32_t point, char *text) {
    static const uint8_t begins[4] = {0, 0xC0, 0xE0, 0xF0};
    uint32_t more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    for (uint32_t at = more; at > 0; at--, point >>= 6) text[at] = (char)(0x80 | (point & 0x3F));
    text[0] = (char)(begins[more] | point);
    return more + 1;
}

/* Go behind the next character if it is one of these; lexkit_token skips blanks before it. */
static int lexkit_eat(lexkit_json *json, const char *any) {
    char next = json->text[json->at];
    if (!next || !strchr(any, next)) return 0;
    json->at++;
    return 1;
}

static int lexkit_token(lexkit_json *json, const char *any) {
    while (lexkit_eat(json, " \t\n\r")) continue;
    return lexkit_eat(json, any);
}

/* Four hexadecimal digits, or UINT32_MAX. */
static uint32_t lexkit_parse_unit(lexkit_json *json) {
    static const char digits[] = "0123456789abcdefABCDEF";
    uint32_t value = 0;
    for (int at = 0; at < 4; at++, json->at++) {
        const char *digit = strchr(digits, json->text[json->at]);
        if (!digit || !*digit) return UINT32_MAX;
        value = value << 4 | (uint32_t)(digit - digits - (digit - digits > 15 ? 6 : 0));
    }
    return value;
}

/* The text behind a quotation mark. What an escape means is never longer than the escape, so it goes in its place. */
static int lexkit_parse_text(lexkit_json *json, lexkit_value *value) {
    static const char escapes[] = "u\"\\/bfnrt", meant[] = "u\"\\/\b\f\n\r\t";
    char *end = json->text + json->at;
    value->kind = '"';
    value->text = end;
    while (!lexkit_eat(json, "\"")) {
        uint32_t point, length = lexkit_code_point(json->text + json->at, json->size - json->at, &point);
        if (!length || point < 0x20) return 0;
        json->at += length;
        if (point == '\\') {
            const char *escape = strchr(escapes, json->text[json->at]);
            if (!escape || !*escape) return 0;
            json->at++;
            point = (uint8_t)meant[escape - escapes];
            if (point == 'u') {
                point = lexkit_parse_unit(json);
                if (point > 0xFFFF) return 0;
                /* Half of a pair, which the other half follows. */
                uint32_t behind = json->at, low = 0;
                if (point - 0xD800 < 0x400 && lexkit_eat(json, "\\") && lexkit_eat(json, "u"))
                    low = lexkit_parse_unit(json);
                if (low - 0xDC00 < 0x400)
                    point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
                else
                    json->at = behind;
                if (point - 0xD800 < 0x800) return 0; /* half of a pair, alone */
            }
        }
        end += lexkit_put_point(point, end);
    }
    value->length = (uint32_t)(end - value->text);
    return 1;
}

static int lexkit_parse_number(lexkit_json *json, lexkit_value *value) {
    static const char *const begins[3] = {"-", ".", "eE"}; /* of its parts; the first may do without, or be left out */
    value->kind = 'i';
    for (int part = 0; part < 3; part++) {
        if (!lexkit_eat(json, begins[part]) && part > 0) continue;
        if (part > 0) value->kind = '.';
        if (part == 2) lexkit_eat(json, "+-");
        if (part == 0 && lexkit_eat(json, "0")) continue;
        if (!lexkit_eat(json, "0123456789")) return 0;
        while (lexkit_eat(json, "0123456789")) continue;
    }
    value->length = (uint32_t)(json->text + json->at - value->text);
    return value->length <= LEXKIT_JSON_NUMBER;
}

static int lexkit_parse_value(lexkit_json *json, int depth) {
    static const char *const words[3] = {"true", "false", "null"};
    uint32_t number = json->count++;
    lexkit_value *value = json->values + number;
    int opens = lexkit_token(json, "{[\"");
    value->text = json->text + json->at - opens;
    value->kind = *value->text;
    if (value->kind == '"') {
        if (!lexkit_parse_text(json, value)) return 0;
    } else if (opens) {
        const char *close = value->kind == '{' ? "}" : "]";
        int closed = lexkit_token(json, close);
        if (depth == LEXKIT_JSON_DEPTH) return 0;
        while (!closed) {
            if (value->kind == '{') {
                lexkit_value *key = json->keys[json->key_count++] = json->values + json->count++;
                if (!lexkit_token(json, "\"") || !lexkit_parse_text(json, key) || !lexkit_token(json, ":")) return 0;
                key->object = number;
                key->next = json->count;
            }
            if (!lexkit_parse_value(json, depth + 1)) return 0;
            closed = !lexkit_token(json, ",");
            if (closed && !lexkit_token(json, close)) return 0;
        }
    } else {
        int word = 0;
        while (word < 3 && strncmp(value->text, words[word], strlen(words[word]))) word++;
        if (word < 3) json->at += (uint32_t)strlen(words[word]);
        if (word == 3 && !lexkit_parse_number(json, value)) return 0;
    }
    value->next = json->count;
    return 1;
}

static int lexkit_compare_keys(const void *left, const void *right) {
    const lexkit_value *one = *(lexkit_value *const *)left, *other = *(lexkit_value *const *)right;
    int order = memcmp(one->text, other->text, one->length < other->length ? one->length : other->length);
    if (one->object != other->object) return one->object < other->object ? -1 : 1;
    return order ? order : (one->length > other->length) - (one->length < other->length);
}

/* Parse bytes to proof->json. */
static const char *lexkit_parse(lexkit_proof *proof, const uint8_t *bytes, uint64_t size) {
    lexkit_json *json = &proof->json;
    /* Each value and each key takes a byte at least. */
    char *memory = (char *)lexkit_allocate(proof, (size + 2) * (sizeof(lexkit_value) + sizeof(lexkit_value *) + 1));
    if (!memory) return "";
    memset(json, 0, sizeof *json);
    json->size = (uint32_t)size;
    json->values = (lexkit_value *)(void *)memory;
    json->keys = (lexkit_value **)(void *)(json->values + size + 2);
    json->text = (char *)(json->keys + size + 2);
    memcpy(json->text, bytes, (size_t)size);
    int parsed = lexkit_parse_value(json, 0) && !lexkit_token(json, "") && json->at == json->size;
    if (parsed) qsort(json->keys, json->key_count, sizeof *json->keys, lexkit_compare_keys);
    for (uint32_t key = 1; parsed && key < json->key_count; key++)
        parsed = lexkit_compare_keys(json->keys + key - 1, json->keys + key) != 0;
    if (parsed) return NULL;
    return lexkit_at(proof, json->at, "J2: not JSON in UTF-8, a key twice, too many levels, or a number too long");
}

/* Parse an object of a section. */
static const char *lexkit_parse_object(lexkit_proof *proof, const uint8_t *bytes, uint64_t size) {
    if (size > LEXKIT_MAX_JSON) return lexkit_at(proof, size, "J1: a JSON section of more than 1 MiB");
    const char *broken = lexkit_parse(proof, bytes, size);
    return broken || proof->json.values[0].kind == '{' ? broken : "J3: a JSON section that is not an object";
}

static int lexkit_is(const lexkit_json *json, uint32_t value, const char *text) {
    return json->values[value].length == strlen(text) && !memcmp(json->values[value].text, text, strlen(text));
}

/* The end of what is inside a value, which is where the next one begins; 0, so nothing, for the value 0.
 * for (item = list + 1; item < lexkit_end(json, list); item = lexkit_end(json, item)) ... */
static uint32_t lexkit_end(const lexkit_json *json, uint32_t value) { return value ? json->values[value].next : 0; }

/* The value of a key of an object, or 0, which is never a member's. */
static uint32_t lexkit_member(const lexkit_json *json, uint32_t object, const char *name) {
    for (uint32_t key = object + 1; key < json->values[object].next; key = json->values[key + 1].next)
        if (lexkit_is(json, key, name)) return key + 1;
    return 0;
}

/* An integer from 0 to 2^31 - 1, or -1; 0 for the value 0, a member that is left out. */
static int32_t lexkit_amount(const lexkit_json *json, uint32_t value) {
    const char *digit = json->values[value].text, *end = digit + json->values[value].length;
    int64_t amount = 0;
    if (!value) return 0;
    if (json->values[value].kind != 'i' || (*digit == '-' && !lexkit_is(json, value, "-0"))) return -1;
    for (digit += *digit == '-'; digit < end && amount <= INT32_MAX; digit++) amount = amount * 10 + (*digit - '0');
    return amount <= INT32_MAX ? (int32_t)amount : -1;
}

/* The class of a character: 0 a A _ . ? for those below, A for other letters; space, control \n, any other *. */
static char lexkit_class(uint32_t c) {
    static const char *const classes[6] = {"0123456789", "abcdef", "ghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
                                           "_-",         ".+",     "?[]"};
    if (c < 0x20 || (c >= 0x7F && c < 0xA0)) return '\n';
    for (int at = 0; c < 0x80 && at < 6; at++)
        if (strchr(classes[at], (int)c)) return "0aA_.?"[at];
    if ((c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F) return ' ';
    return c == ' ' || c == 0xA0 || c == 0x1680 || c == 0x3000 ? ' ' : '*';
}

#define LEXKIT_PLAIN "0aA_.? *"
#define LEXKIT_SPELLED "0aA_.*"

/* Conditions on a member of an object: its kinds, with ? if it may be left out; of a text, also the least and the most
 * code points, the classes of the first one, and those of the others. */
typedef struct lexkit_shape {
    const char *name, *kinds;
    int least, most;
    const char *first, *others;
} lexkit_shape;

static int lexkit_fits(const lexkit_value *text, const lexkit_shape *shape) {
    int points = 0;
    for (uint32_t at = 0, length, point; at < text->length; at += length, points++) {
        length = lexkit_code_point(text->text + at, text->length - at, &point);
        if (!length || !strchr(points ? shape->others : shape->first, lexkit_class(point))) return 0;
    }
    return points >= shape->least && points <= shape->most;
}

/* Check the members of an object: 1 if one is missing or of another kind (an integer: no amount), 2 if a text does not
 * fit, else 0. */
static int lexkit_misfit(const lexkit_json *json, uint32_t object, const lexkit_shape *shapes, int count) {
    int misfit = 0;
    for (; count > 0; count--, shapes++) {
        uint32_t value = lexkit_member(json, object, shapes->name);
        if (!strchr(shapes->kinds, value ? json->values[value].kind : '?')) return 1;
        if (value && shapes->kinds[0] == 'i' && lexkit_amount(json, value) < 0) return 1;
        if (value && shapes->kinds[0] == '"' && !lexkit_fits(json->values + value, shapes)) misfit = 2;
    }
    return misfit;
}

/* -- The alphabet: rules J4, A1 to A5 ------------------------------------------------------------------------------ */

/* The small form of a letter by Unicode 14, or the letter itself. */
static uint32_t lexkit_small(uint32_t c) {
    /* First and last capital, and what to add; 0 where capitals and small letters take turns. */
    static const int32_t ranges[][3] = {
        {0x41, 0x5A, 32},         {0xC0, 0xD6, 32},         {0xD8, 0xDE, 32},         {0x100, 0x12E, 0},
        {0x132, 0x136, 0},        {0x139, 0x147, 0},        {0x14A, 0x176, 0},        {0x178, 0x178, -121},
        {0x179, 0x17D, 0},        {0x181, 0x181, 210},      {0x182, 0x184, 0},        {0x186, 0x186, 206},
        {0x187, 0x187, 1},        {0x189, 0x18A, 205},      {0x18B, 0x18B, 1},        {0x18E, 0x18E, 79},
        {0x18F, 0x18F, 202},      {0x190, 0x190, 203},      {0x191, 0x191, 1},        {0x193, 0x193, 205},
        {0x194, 0x194, 207},      {0x196, 0x196, 211},      {0x197, 0x197, 209},      {0x198, 0x198, 1},
        {0x19C, 0x19C, 211},      {0x19D, 0x19D, 213},      {0x19F, 0x19F, 214},      {0x1A0, 0x1A4, 0},
        {0x1A6, 0x1A6, 218},      {0x1A7, 0x1A7, 1},        {0x1A9, 0x1A9, 218},      {0x1AC, 0x1AC, 1},
        {0x1AE, 0x1AE, 218},      {0x1AF, 0x1AF, 1},        {0x1B1, 0x1B2, 217},      {0x1B3, 0x1B5, 0},
        {0x1B7, 0x1B7, 219},      {0x1B8, 0x1B8, 1},        {0x1BC, 0x1BC, 1},        {0x1C4, 0x1C4, 2},
        {0x1C5, 0x1C5, 1},        {0x1C7, 0x1C7, 2},        {0x1C8, 0x1C8, 1},        {0x1CA, 0x1CA, 2},
        {0x1CB, 0x1DB, 0},        {0x1DE, 0x1EE, 0},        {0x1F1, 0x1F1, 2},        {0x1F2, 0x1F4, 0},
        {0x1F6, 0x1F6, -97},      {0x1F7, 0x1F7, -56},      {0x1F8, 0x21E, 0},        {0x220, 0x220, -130},
        {0x222, 0x232, 0},        {0x23A, 0x23A, 10795},    {0x23B, 0x23B, 1},        {0x23D, 0x23D, -163},
        {0x23E, 0x23E, 10792},    {0x241, 0x241, 1},        {0x243, 0x243, -195},     {0x244, 0x244, 69},
        {0x245, 0x245, 71},       {0x246, 0x24E, 0},        {0x370, 0x372, 0},        {0x376, 0x376, 1},
        {0x37F, 0x37F, 116},      {0x386, 0x386, 38},       {0x388, 0x38A, 37},       {0x38C, 0x38C, 64},
        {0x38E, 0x38F, 63},       {0x391, 0x3A1, 32},       {0x3A3, 0x3AB, 32},       {0x3CF, 0x3CF, 8},
        {0x3D8, 0x3EE, 0},        {0x3F4, 0x3F4, -60},      {0x3F7, 0x3F7, 1},        {0x3F9, 0x3F9, -7},
        {0x3FA, 0x3FA, 1},        {0x3FD, 0x3FF, -130},     {0x400, 0x40F, 80},       {0x410, 0x42F, 32},
        {0x460, 0x480, 0},        {0x48A, 0x4BE, 0},        {0x4C0, 0x4C0, 15},       {0x4C1, 0x4CD, 0},
        {0x4D0, 0x52E, 0},        {0x531, 0x556, 48},       {0x10A0, 0x10C5, 7264},   {0x10C7, 0x10C7, 7264},
        {0x10CD, 0x10CD, 7264},   {0x13A0, 0x13EF, 38864},  {0x13F0, 0x13F5, 8},      {0x1C90, 0x1CBA, -3008},
        {0x1CBD, 0x1CBF, -3008},  {0x1E00, 0x1E94, 0},      {0x1E9E, 0x1E9E, -7615},  {0x1EA0, 0x1EFE, 0},
        {0x1F08, 0x1F0F, -8},     {0x1F18, 0x1F1D, -8},     {0x1F28, 0x1F2F, -8},     {0x1F38, 0x1F3F, -8},
        {0x1F48, 0x1F4D, -8},     {0x1F59, 0x1F59, -8},     {0x1F5B, 0x1F5B, -8},     {0x1F5D, 0x1F5D, -8},
        {0x1F5F, 0x1F5F, -8},     {0x1F68, 0x1F6F, -8},     {0x1F88, 0x1F8F, -8},     {0x1F98, 0x1F9F, -8},
        {0x1FA8, 0x1FAF, -8},     {0x1FB8, 0x1FB9, -8},     {0x1FBA, 0x1FBB, -74},    {0x1FBC, 0x1FBC, -9},
        {0x1FC8, 0x1FCB, -86},    {0x1FCC, 0x1FCC, -9},     {0x1FD8, 0x1FD9, -8},     {0x1FDA, 0x1FDB, -100},
        {0x1FE8, 0x1FE9, -8},     {0x1FEA, 0x1FEB, -112},   {0x1FEC, 0x1FEC, -7},     {0x1FF8, 0x1FF9, -128},
        {0x1FFA, 0x1FFB, -126},   {0x1FFC, 0x1FFC, -9},     {0x2126, 0x2126, -7517},  {0x212A, 0x212A, -8383},
        {0x212B, 0x212B, -8262},  {0x2132, 0x2132, 28},     {0x2160, 0x216F, 16},     {0x2183, 0x2183, 1},
        {0x24B6, 0x24CF, 26},     {0x2C00, 0x2C2F, 48},     {0x2C60, 0x2C60, 1},      {0x2C62, 0x2C62, -10743},
        {0x2C63, 0x2C63, -3814},  {0x2C64, 0x2C64, -10727}, {0x2C67, 0x2C6B, 0},      {0x2C6D, 0x2C6D, -10780},
        {0x2C6E, 0x2C6E, -10749}, {0x2C6F, 0x2C6F, -10783}, {0x2C70, 0x2C70, -10782}, {0x2C72, 0x2C72, 1},
        {0x2C75, 0x2C75, 1},      {0x2C7E, 0x2C7F, -10815}, {0x2C80, 0x2CE2, 0},      {0x2CEB, 0x2CED, 0},
        {0x2CF2, 0x2CF2, 1},      {0xA640, 0xA66C, 0},      {0xA680, 0xA69A, 0},      {0xA722, 0xA72E, 0},
        {0xA732, 0xA76E, 0},      {0xA779, 0xA77B, 0},      {0xA77D, 0xA77D, -35332}, {0xA77E, 0xA786, 0},
        {0xA78B, 0xA78B, 1},      {0xA78D, 0xA78D, -42280}, {0xA790, 0xA792, 0},      {0xA796, 0xA7A8, 0},
        {0xA7AA, 0xA7AA, -42308}, {0xA7AB, 0xA7AB, -42319}, {0xA7AC, 0xA7AC, -42315}, {0xA7AD, 0xA7AD, -42305},
        {0xA7AE, 0xA7AE, -42308}, {0xA7B0, 0xA7B0, -42258}, {0xA7B1, 0xA7B1, -42282}, {0xA7B2, 0xA7B2, -42261},
        {0xA7B3, 0xA7B3, 928},    {0xA7B4, 0xA7C2, 0},      {0xA7C4, 0xA7C4, -48},    {0xA7C5, 0xA7C5, -42307},
        {0xA7C6, 0xA7C6, -35384}, {0xA7C7, 0xA7C9, 0},      {0xA7D0, 0xA7D0, 1},      {0xA7D6, 0xA7D8, 0},
        {0xA7F5, 0xA7F5, 1},      {0xFF21, 0xFF3A, 32},     {0x10400, 0x10427, 40},   {0x104B0, 0x104D3, 40},
        {0x10570, 0x1057A, 39},   {0x1057C, 0x1058A, 39},   {0x1058C, 0x10592, 39},   {0x10594, 0x10595, 39},
        {0x10C80, 0x10CB2, 64},   {0x118A0, 0x118BF, 32},   {0x16E40, 0x16E5F, 32},   {0x1E900, 0x1E921, 34}};
    int32_t point = (int32_t)c;
    for (size_t at = 0; at < sizeof ranges / sizeof *ranges && point >= ranges[at][0]; at++)
        if (point <= ranges[at][1])
            return (uint32_t)(point + (ranges[at][2] ? ranges[at][2] : 1 - (point - ranges[at][0]) % 2));
    return c;
}

static const lexkit_spelling *lexkit_find_spelling(const lexkit_lexicon *lex, const char *text, uint32_t length) {
    for (int at = 0; at < lex->spelling_count; at++)
        if (lex->spellings[at].length == length && !memcmp(lex->spellings[at].text, text, length))
            return lex->spellings + at;
    return NULL;
}

/* Add a spelling of a tile, from two pieces; give whether it is another tile's. */
static int lexkit_add_spelling(lexkit_lexicon *lex, int tile, int small, const char *head, uint32_t head_length,
                               const char *tail, uint32_t tail_length) {
    lexkit_spelling *spelling = lex->spellings + lex->spelling_count;
    if (head_length > LEXKIT_SPELLING_BYTES || tail_length > LEXKIT_SPELLING_BYTES - head_length) return 0;
    memset(spelling, 0, sizeof *spelling);
    memcpy(spelling->text, head, head_length);
    memcpy(spelling->text + head_length, tail, tail_length);
    spelling->length = (uint8_t)(head_length + tail_length);
    spelling->tile = (uint8_t)tile;
    spelling->small = (uint8_t)small;
    const lexkit_spelling *known = lexkit_find_spelling(lex, spelling->text, spelling->length);
    if (known) return known->tile != tile;
    lex->spelling_count++;
    return 0;
}

/* The small form of a spelling of at most 8 code points. */
static uint32_t lexkit_lower(const lexkit_value *text, char small[LEXKIT_SPELLING_BYTES]) {
    uint32_t end = 0;
    for (uint32_t at = 0, length, point; at < text->length; at += length) {
        length = lexkit_code_point(text->text + at, text->length - at, &point);
        end += lexkit_put_point(point == 0x130 ? 'i' : lexkit_small(point), small + end);
        if (point == 0x130) end += lexkit_put_point(0x307, small + end); /* the one that becomes two: I with a dot */
    }
    return end;
}

/* The spellings of a tile besides its label: small, with one of the two cases behind the first letter, aliases. */
static const char *lexkit_spell_tile(lexkit_proof *proof, int tile, uint32_t row) {
    const lexkit_json *json = &proof->json;
    const lexkit_value *label = json->values + lexkit_member(json, row, "label");
    uint32_t lower = lexkit_member(json, row, "lower"), aliases = lexkit_member(json, row, "aliases"), point;
    char small[LEXKIT_SPELLING_BYTES], other[LEXKIT_SPELLING_BYTES];
    uint32_t length = lexkit_lower(label, small);
    if (lower) {
        length = json->values[lower].length;
        memcpy(small, json->values[lower].text, length);
    }
    if (lexkit_add_spelling(proof->lex, tile, 2, small, length, "", 0))
        return lexkit_at(proof, (uint64_t)tile, "A5: a small form is the spelling of another tile");
    for (uint32_t alias = aliases + 1; alias < lexkit_end(json, aliases); alias = lexkit_end(json, alias))
        if (lexkit_add_spelling(proof->lex, tile, 0, json->values[alias].text, json->values[alias].length, "", 0))
            return lexkit_at(proof, (uint64_t)tile, "A5: an alias is the spelling of another tile");
    uint32_t first = lexkit_code_point(label->text, label->length, &point);
    uint32_t begin = lexkit_code_point(small, length, &point);
    lexkit_add_spelling(proof->lex, tile, 0, label->text, first, small + begin, length - begin);
    lexkit_add_spelling(proof->lex, tile, 1, small, begin, label->text + first, label->length - first);
    for (uint32_t alias = aliases + 1; alias < lexkit_end(json, aliases); alias = lexkit_end(json, alias))
        lexkit_add_spelling(proof->lex, tile, 1, other, lexkit_lower(json->values + alias, other), "", 0);
    return NULL;
}

static const char *lexkit_check_alphabet(lexkit_proof *proof) {
    static const lexkit_shape of_alphabet[] = {{"name", "\"", 1, 200, LEXKIT_PLAIN, LEXKIT_PLAIN},
                                               {"title", "\"?", 0, 200, LEXKIT_PLAIN, LEXKIT_PLAIN},
                                               {"language", "\"?", 0, 200, LEXKIT_PLAIN, LEXKIT_PLAIN},
                                               {"tiles", "[", 0, 0, "", ""},
                                               {"blank", "{?", 0, 0, "", ""}};
    static const lexkit_shape of_tile[] = {{"points", "i?", 0, 0, "", ""},
                                           {"count", "i?", 0, 0, "", ""},
                                           {"aliases", "[?", 0, 0, "", ""},
                                           {"vowel", "tf?", 0, 0, "", ""},
                                           {"label", "\"", 1, 8, LEXKIT_SPELLED, LEXKIT_SPELLED},
                                           {"lower", "\"?", 1, 8, LEXKIT_SPELLED, LEXKIT_SPELLED}};
    lexkit_lexicon *lex = proof->lex;
    const lexkit_json *json = &proof->json;
    const char *broken = lexkit_parse_object(proof, proof->section, proof->size);
    if (broken) return broken;
    int misfit = lexkit_misfit(json, 0, of_alphabet, 5);
    if (misfit) return misfit == 1 ? "J4: the values of an alphabet" : "A1: the name, title or language of an alphabet";
    uint32_t tiles = lexkit_member(json, 0, "tiles"), blank = lexkit_member(json, 0, "blank");
    if (blank && lexkit_misfit(json, blank, of_tile, 2)) return "J4: count or points of the blank";
    const lexkit_value *name = json->values + lexkit_member(json, 0, "name");
    memcpy(lex->name, name->text, name->length);
    lex->points[0] = blank ? lexkit_amount(json, lexkit_member(json, blank, "points")) : 0;
    lex->counts[0] = blank ? lexkit_amount(json, lexkit_member(json, blank, "count")) : 0;
    lex->labels[0] = "?";
    for (uint32_t row = tiles + 1; row < lexkit_end(json, tiles); row = lexkit_end(json, row)) {
        int tile = lex->letters + 1, known = 0;
        proof->place = (uint64_t)tile;
        if (tile > 63) return "A2: more than 63 tiles";
        misfit = json->values[row].kind == '{' ? lexkit_misfit(json, row, of_tile, 6) : 1;
        if (misfit) return misfit == 1 ? "J4: the values of a tile" : "A3: a label or a small form";
        uint32_t aliases = lexkit_member(json, row, "aliases");
        for (uint32_t alias = aliases + 1; alias < lexkit_end(json, aliases); alias = lexkit_end(json, alias)) {
            if (json->values[alias].kind != '"') return "J4: an alias";
            if (++known > 16) return "A2: more than 16 aliases";
            if (!lexkit_fits(json->values + alias, of_tile + 4)) return "A3: an alias";
        }
        const lexkit_value *label = json->values + lexkit_member(json, row, "label");
        if (lexkit_find_spelling(lex, label->text, label->length)) return "A4: two tiles have one label";
        lexkit_add_spelling(lex, tile, 0, label->text, label->length, "", 0);
        lex->labels[tile] = lex->spellings[tile - 1].text;
        lex->points[tile] = lexkit_amount(json, lexkit_member(json, row, "points"));
        lex->counts[tile] = lexkit_amount(json, lexkit_member(json, row, "count"));
        const uint32_t vowel = lexkit_member(json, row, "vowel");
        if (vowel && json->values[vowel].kind == 't') lex->vowels |= LEXKIT_BIT(tile);
        lex->letters = tile;
    }
    /* Labels first, so that no other spelling takes one. */
    int tile = 1;
    for (uint32_t row = tiles + 1; row < lexkit_end(json, tiles) && !broken; row = lexkit_end(json, row))
        broken = lexkit_spell_tile(proof, tile++, row);
    lex->mask = LEXKIT_BELOW(lex->letters) * 2;
    lex->wide = lex->letters <= 31 ? 1 : 2;
    return broken;
}

static const char *lexkit_check_provenance(lexkit_proof *proof) {
    return lexkit_parse_object(proof, proof->section, proof->size);
}

/* -- A node array: rules G1 to N12, in one pass -------------------------------------------------------------------- */

static int lexkit_is_node(const lexkit_proof *proof, uint64_t at) {
    return proof->heights[at >> 1] != 0 && ((proof->heights[at >> 1] ^ at) & 1) == 0;
}

static const char *lexkit_check_nodes(lexkit_proof *proof) {
    const lexkit_lexicon *lex = proof->lex;
    const lexkit_head *head = &lex->head;
    uint64_t at = 0, nodes = 0, arcs = 0, end;
    int ends = 0;
    for (;; at = end) {
        ends |= (at == head->byte_end) | (at == head->half_end) << 1 | (at == head->forward_end) << 2;
        proof->place = at;
        if (at == head->size) break;
        const uint32_t node = (uint32_t)at, per_word = at < head->byte_end ? 4 : at < head->half_end ? 2 : 1;
        const uint32_t bits = 32 / per_word, counted = at < head->forward_end;
        if (2 * lex->wide > head->size - at) return "N2: a node lies wholly inside the node array";
        uint64_t letters = lexkit_letters(lex, node), children = lexkit_children(lex, node), below = 0;
        if (at == 0 && (letters | children)) return "N1: word 0 holds the empty node";
        if (letters & ~lex->mask) return "N3: a letter set holds letters of the alphabet only";
        if (children & ~(lex->mask | !counted))
            return "N4: a child set holds letters, the separator in the reverse part";
        if (at && !(letters | children)) return "N5: only node 0 is empty";
        uint32_t number = lexkit_popcount(children), used = (number + per_word - 1) % per_word, height = 0;
        end = at + 2 * lex->wide + number + (counted && number > 1 ? (number - 2) / per_word + 1 : 0);
        if (end > head->size) return "N2: a node lies wholly inside the node array";
        for (uint32_t k = 0; k < number; k++) {
            proof->place = at + 2 * lex->wide + k;
            const uint32_t child = lex->nodes[proof->place];
            if (counted && lexkit_count_before(lex, node, number, k) != below)
                return "N10: counts equal the words below";
            if (child >= at) return "N6: an arc points to a lower index";
            if (!lexkit_is_node(proof, child)) return "N7: an arc points to the start of a node that is not empty";
            if (k == 0 && children & 1 && child >= head->forward_end)
                return "N8: the separator's arc points into the forward part";
            if (proof->heights[child >> 1] >> 1 > (int)height) height = proof->heights[child >> 1] >> 1;
            if (counted) below += proof->totals[child >> 1];
        }
        proof->place = at;
        if (height > (counted ? 62 : 63)) return "N9: no path is longer than the longest word";
        if (counted) {
            /* `used`: counts in the last word of counts, or 0 if it is full. */
            below += lexkit_popcount(letters);
            if (below > UINT32_MAX >> (32 - bits) || (number > 1 && used && lex->nodes[end - 1] >> used * bits))
                return "N11: a count fits its width, and padding is zero";
            proof->totals[at >> 1] = (uint32_t)below;
        }
        /* No arc may lead to node 0, so it counts as none until all are seen. */
        if (at) proof->heights[at >> 1] = (uint8_t)((height + 1) << 1 | (at & 1));
        nodes++;
        arcs += number;
    }
    if (head->size == 0) return "N1: word 0 holds the empty node";
    if (ends != 7) return "N12: the parts of the array end where a node ends";
    proof->place = 0;
    proof->heights[0] = 2;
    if (head->forward_root >= head->forward_end || !lexkit_is_node(proof, head->forward_root) ||
        head->reverse_root >= head->size || !lexkit_is_node(proof, head->reverse_root))
        return "G5: a root is not the start of a node";
    if (proof->totals[head->forward_root >> 1] != head->word_count)
        return "G6: the word count is not the number of words below the forward root";
    return head->nodes != nodes || head->arcs != arcs ? "G7: the numbers of nodes and arcs" : NULL;
}

static const char *lexkit_check_graph(lexkit_proof *proof) {
    const uint8_t *section = proof->section;
    lexkit_lexicon *lex = proof->lex;
    lexkit_head *head = &lex->head, kept = lex->head;
    const uint32_t *nodes = lex->nodes;
    if (proof->size < 128 || !lexkit_zeros(section + 80, section + 128)) return "G1: the head of an automaton";
    memcpy(head, section + 8, sizeof *head);
    if (head->size != (proof->size - 128) / 4 || proof->size % 4) return "G2: the size of an array";
    if (lexkit_u32(section) != lex->wide || lexkit_u32(section + 4) != (uint32_t)lex->letters)
        return "G3: letters and width of an automaton";
    if (head->byte_end > head->half_end || head->half_end > head->forward_end || head->forward_end > head->size)
        return "G4: the parts of an array";
    lex->nodes = (const uint32_t *)(const void *)(section + 128);
    proof->totals = (uint32_t *)lexkit_allocate(proof, (head->forward_end / 2 + 1) * 4 + head->size / 2 + 1);
    if (!proof->totals || head->size > UINT32_MAX) return ""; /* nodes have numbers of 32 bits */
    proof->heights = (uint8_t *)(proof->totals + head->forward_end / 2 + 1);
    const char *broken = lexkit_check_nodes(proof);
    if (!broken && nodes) {
        /* This was daggad; walks are of gaddag. */
        if (kept.word_count != head->word_count) return "G8: daggad has another number of words";
        lex->nodes = nodes;
        lex->head = kept;
    }
    lex->forward_root = (uint32_t)head->forward_root;
    lex->reverse_root = (uint32_t)head->reverse_root;
    return broken;
}

/* -- Optional sections, which are proved and not used: rules E, F, C, M, L ----------------------------------------- */

static uint64_t lexkit_bits_for(uint64_t number) {
    uint64_t bits = 0;
    for (; number; number >>= 1) bits++;
    return bits;
}

static const char *lexkit_check_expanded(lexkit_proof *proof) {
    const uint8_t *section = proof->section;
    if (proof->size < 64 || !lexkit_zeros(section + 40, section + 64)) return "E1: the head";
    uint64_t arc_size = lexkit_u32(section), columns = lexkit_u32(section + 4), states = lexkit_u64(section + 8);
    uint64_t sets = lexkit_u64(section + 16), state_bits = lexkit_u64(section + 24), init = lexkit_u64(section + 32);
    uint64_t room = proof->size - 64, every = 0;
    if (columns != (uint64_t)proof->lex->letters + 1) return "E2: columns";
    if (sets == 0) return "E3: no letter set";
    if (state_bits != lexkit_bits_for(states) || arc_size != (state_bits + lexkit_bits_for(sets - 1) <= 32 ? 4u : 8u))
        return "E4: state bits and arc size";
    if (sets > room / 8 || states > room / 4 || room - 8 * sets != arc_size * columns * (states + 1))
        return "E5: the size of the section";
    for (uint64_t row = 0; row < sets; row++) {
        uint64_t set = lexkit_u64(section + 64 + 8 * row);
        if (row == 0 ? set != 0 : set <= lexkit_u64(section + 56 + 8 * row))
            return lexkit_at(proof, row, "E6: letter sets ascend, the empty one first");
        every |= set;
    }
    if (every & ~proof->lex->mask) return "E7: letter sets hold letters only";
    const uint64_t state_mask = ((uint64_t)1 << state_bits) - 1;
    if ((init & state_mask) != states || init >> state_bits >= sets)
        return "E8: INIT leads to the last state, with a letter set that exists";
    /* For each state the arcs of its longest path, and in the highest bit whether one has a separator. */
    uint8_t *marks = (uint8_t *)lexkit_allocate(proof, states + 1);
    const uint8_t *at = section + 64 + 8 * sets;
    if (!marks) return "";
    for (uint64_t row = 0; row <= states; row++) {
        int found = 0, longest = 0, separated = 0;
        proof->place = row;
        for (uint64_t column = 0; column < columns; column++, at += arc_size) {
            uint64_t arc = arc_size == 4 ? lexkit_u32(at) : lexkit_u64(at), to = arc & state_mask;
            if (!arc) continue;
            if (row == 0) return "E9: row 0 has no arcs";
            if (arc >> state_bits >= sets) return "E10: an arc's letter set exists";
            if (to >= row) return "E12: an arc leads to a lower state";
            if (column == 0 && marks[to] >> 7) return "E14: no path has two separators";
            if ((marks[to] & 127) >= longest) longest = (marks[to] & 127) + 1;
            separated |= column == 0 || marks[to] >> 7;
            found = 1;
        }
        if (row && !found) return "E11: every other state has an arc";
        if (longest > 63) return "E13: no path has more than 63 arcs";
        marks[row] = (uint8_t)(longest | separated << 7);
    }
    return NULL;
}

typedef struct lexkit_hashes {
    const lexkit_lexicon *lex;
    const uint8_t *starts, *entries;
    uint64_t weights[64], low, rank; /* low: the bits of a rank; rank: of the next word */
    int bits;
} lexkit_hashes;

/* Look for the entries of all words below a node, whose tiles so far have this sum; 0 if one is missing. */
static int lexkit_have_entries(lexkit_hashes *hashes, uint32_t node, uint64_t sum) {
    uint64_t letters = lexkit_letters(hashes->lex, node), children = lexkit_children(hashes->lex, node);
    for (uint64_t bits = letters | children; bits; bits &= bits - 1) {
        int tile = lexkit_lowest(bits);
        uint64_t hash = sum + hashes->weights[tile];
        if (letters >> tile & 1) {
            const uint8_t *bucket = hashes->starts + 4 * (hashes->bits ? hash >> (64 - hashes->bits) : 0);
            uint64_t first = lexkit_u32(bucket), end = lexkit_u32(bucket + 4), last = end;
            /* The 32 bits behind the bucket's, the lowest replaced by the rank. */
            uint64_t entry = (hash << hashes->bits >> 32 & ~hashes->low) | hashes->rank;
            while (first < last) {
                uint64_t middle = (first + last) / 2;
                if (lexkit_u32(hashes->entries + 4 * middle) < entry)
                    first = middle + 1;
                else
                    last = middle;
            }
            if (first >= end || lexkit_u32(hashes->entries + 4 * first) != entry) return 0;
            hashes->rank++;
        }
        if (children >> tile & 1 && !lexkit_have_entries(hashes, lexkit_child(hashes->lex, node, children, tile), hash))
            return 0;
    }
    return 1;
}

static const char *lexkit_check_alphagrams(lexkit_proof *proof) {
    uint64_t words = proof->lex->head.word_count, buckets = 1, low = 1;
    const uint8_t *starts = proof->section;
    lexkit_hashes hashes;
    memset(&hashes, 0, sizeof hashes);
    for (; 2 * buckets < words; buckets *= 2) hashes.bits++;
    while (low < words) low *= 2;
    if (proof->size != 4 * (buckets + 1 + words)) return "F1: the size of the section";
    hashes.lex = proof->lex;
    hashes.starts = starts;
    hashes.entries = starts + 4 * (buckets + 1);
    hashes.low = low - 1;
    for (uint64_t bucket = 0; bucket < buckets; bucket++) {
        uint64_t begin = lexkit_u32(starts + 4 * bucket), end = lexkit_u32(starts + 4 * bucket + 4);
        proof->place = bucket;
        if (begin > end || end > words || (bucket == 0 && begin != 0) || (bucket == buckets - 1 && end != words))
            return "F2: starts ascend from 0 to the number of words";
        for (uint64_t at = begin + 1; at < end; at++)
            if (lexkit_u32(hashes.entries + 4 * at) <= lexkit_u32(hashes.entries + 4 * at - 4))
                return "F3: entries ascend strictly within a bucket";
    }
    for (uint64_t tile = 0; tile < 64; tile++) {
        uint64_t z = tile * UINT64_C(0x9E3779B97F4A7C15);
        z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
        z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
        hashes.weights[tile] = z ^ z >> 31;
    }
    if (lexkit_have_entries(&hashes, proof->lex->forward_root, 0)) return NULL;
    return lexkit_at(proof, hashes.rank, "F4: a word has no entry in the bucket of its hash");
}

/* Cut the next array of columns off the section, at the next multiple of 64 from proof->place on. */
static const uint8_t *lexkit_cut(lexkit_proof *proof, uint64_t size) {
    uint64_t start = lexkit_align(proof->place, 64);
    if (start > proof->size || size > proof->size - start) return NULL;
    if (!lexkit_zeros(proof->section + proof->place, proof->section + start)) return NULL;
    proof->place = start + size;
    return proof->section + start;
}

/* The arrays of a column with this entry in the directory. */
static const char *lexkit_check_column(lexkit_proof *proof, uint32_t entry) {
    static const lexkit_shape shapes[] = {
        {"kind", "\"", 1, 7, "aA", "aA"}, {"bits", "i", 0, 0, "", ""}, {"missing", "i", 0, 0, "", ""}};
    static const lexkit_shape packs[] = {
        {"decimals", "i", 0, 0, "", ""}, {"packed", "i", 0, 0, "", ""}, {"sample", "i", 0, 0, "", ""}};
    const lexkit_json *json = &proof->json;
    uint64_t words = proof->lex->head.word_count, bits = 64, missing = 0, members = 0, last = 0, marked = 0;
    if (json->values[entry].kind != '{' || lexkit_misfit(json, entry, shapes, 1)) return "C3: a column's entry";
    uint32_t kind = lexkit_member(json, entry, "kind");
    int is_text = lexkit_is(json, kind, "text"), is_integer = lexkit_is(json, kind, "integer");
    for (uint32_t key = entry + 1; key < lexkit_end(json, entry); key = lexkit_end(json, key + 1)) members++;
    proof->column = proof->missing_values = NULL;
    if (members == 4 && lexkit_is(json, kind, "number")) { /* packed: proved to lie within the file, and not read */
        if (lexkit_misfit(json, entry, packs, 3) || lexkit_amount(json, lexkit_member(json, entry, "decimals")) > 9)
            return "C3: a column's entry";
        return lexkit_cut(proof, (uint64_t)lexkit_amount(json, lexkit_member(json, entry, "packed"))) ? NULL : "C4: an array";
    }
    if (members != (is_integer ? 3 : 1) || (is_integer && lexkit_misfit(json, entry, shapes, 3)) ||
        !(is_text || is_integer || lexkit_is(json, kind, "number")))
        return "C3: a column's entry";
    if (is_integer) {
        bits = (uint64_t)lexkit_amount(json, lexkit_member(json, entry, "bits"));
        missing = (uint64_t)lexkit_amount(json, lexkit_member(json, entry, "missing"));
    }
    if ((bits != 8 && bits != 16 && bits != 32 && bits != 64) || missing > words) return "C3: a column's entry";
    uint64_t count = is_text ? (words + 127) / 128 : words;
    const uint8_t *array = lexkit_cut(proof, bits / 8 * count);
    if (!array) return "C4: an array";
    proof->column = array;
    for (uint64_t block = 0; is_text && block < count; block++) {
        uint64_t end = lexkit_u64(array + 8 * block);
        if (end <= last || end > proof->size) return lexkit_at(proof, block, "C4: the ends of blocks");
        last = end;
    }
    if (is_text && !lexkit_cut(proof, last)) return "C4: an array";
    if (!missing) return NULL;
    array = lexkit_cut(proof, (words + 7) / 8);
    if (!array) return "C4: a bitmap";
    proof->missing_values = array;
    for (uint64_t byte = 0; byte < (words + 7) / 8; byte++) marked += (uint64_t)lexkit_popcount(array[byte]);
    if (marked == missing && !(words % 8 && array[words / 8] >> words % 8)) return NULL;
    return "C5: a bitmap has a bit for each word without a value";
}

static const char *lexkit_check_columns(lexkit_proof *proof) {
    static const lexkit_shape name = {"", "", 1, 32, "aA", "0aA_"};
    const lexkit_json *json = &proof->json;
    uint32_t columns = 0;
    if (proof->size < 8 || lexkit_u64(proof->section) > proof->size - 8) return "C1: the size of the directory";
    const char *broken = lexkit_parse_object(proof, proof->section + 8, lexkit_u64(proof->section));
    if (broken) return broken;
    /* The keys of the directory come first, in order. */
    while (columns < json->key_count && json->keys[columns]->object == 0) columns++;
    if (columns < 1 || columns > 64) return "C2: the number of columns";
    for (uint32_t key = 0; key < columns; key++)
        if (!lexkit_fits(json->keys[key], &name)) return "C2: the name of a column";
    proof->place = 8 + lexkit_u64(proof->section);
    for (uint32_t key = 0; key < columns && !broken; key++) {
        const uint32_t entry = json->keys[key]->next;
        broken = lexkit_check_column(proof, entry);
        if (broken || json->keys[key]->length != 5 || memcmp(json->keys[key]->text, "known", 5) ||
            lexkit_is(json, lexkit_member(json, entry, "kind"), "text"))
            continue;
        proof->lex->known = proof->column;
        proof->lex->unknown = proof->missing_values;
        proof->lex->known_bits = lexkit_amount(json, lexkit_member(json, entry, "bits"));
    }
    return broken || proof->place == proof->size ? broken : "C4: the section ends with the last array";
}

static const char *lexkit_check_editions(lexkit_proof *proof) {
    static const lexkit_shape of_edition[] = {{"name", "\"", 1, 40, "0aA", "0aA_."},
                                              {"sha256", "\"", 64, 64, "0a", "0a"},
                                              {"mark", "\"?", 0, 4, "_.?*", "_.?*"},
                                              {"title", "\"?", 0, 300, LEXKIT_PLAIN, LEXKIT_PLAIN},
                                              {"source", "\"?", 0, 300, LEXKIT_PLAIN, LEXKIT_PLAIN}};
    const lexkit_json *json = &proof->json;
    const uint8_t *section = proof->section;
    const uint64_t words = proof->lex->head.word_count;
    uint32_t editions = 0;
    if (proof->size < 16 || lexkit_u32(section) > proof->size - 16) return "M1: the head, and the JSON behind it";
    const char *broken = lexkit_parse_object(proof, section + 16, lexkit_u32(section));
    if (broken) return *broken ? "M2: the JSON of the editions" : broken;
    uint32_t list = lexkit_member(json, 0, "editions");
    if (!list || json->values[list].kind != '[') return "M3: there is no list of editions";
    for (uint32_t row = list + 1; row < lexkit_end(json, list); row = lexkit_end(json, row)) {
        proof->place = ++editions;
        if (editions > 64 || json->values[row].kind != '{') return "M3: 1 to 64 editions, each an object";
        if (lexkit_misfit(json, row, of_edition, 5)) return "M4: the values of an edition";
        const lexkit_value *name = json->values + lexkit_member(json, row, "name");
        for (uint32_t other = list + 1; other < row; other = lexkit_end(json, other)) {
            const lexkit_value *taken = json->values + lexkit_member(json, other, "name");
            uint32_t at = 0;
            while (at < name->length && lexkit_small((uint8_t)name->text[at]) == lexkit_small((uint8_t)taken->text[at]))
                at++;
            if (at == name->length && at == taken->length) return "M4: two editions have one name";
        }
    }
    if (!editions) return "M3: 1 to 64 editions, each an object";
    uint64_t end = 16 + (uint64_t)lexkit_u32(section), start = lexkit_align(end, 8), size = lexkit_u32(section + 4);
    if (size != (editions <= 8 ? 1 : editions <= 16 ? 2 : editions <= 32 ? 4 : 8)) return "M5: the size of a mask";
    if (lexkit_u64(section + 8) != words || start > proof->size || proof->size - start != size * words ||
        !lexkit_zeros(section + end, section + start))
        return "M6: a mask for each word, zeros before them, nothing behind";
    for (uint64_t word = 0; word < words; word++) {
        uint64_t mask = 0;
        for (uint64_t at = size; at > 0; at--) mask = mask << 8 | section[start + word * size + at - 1];
        proof->place = word;
        if (!mask) return "M7: a word in no edition";
        if (mask >> (editions - 1) > 1) return "M8: an edition that does not exist";
    }
    return NULL;
}

static const char *lexkit_check_leaves(lexkit_proof *proof) {
    const uint8_t *section = proof->section;
    if (proof->size < 24) return "L1: the head";
    uint64_t kinds = lexkit_u32(section), longest = lexkit_u32(section + 4), scale = lexkit_u32(section + 8);
    uint64_t length = lexkit_u32(section + 12), count = lexkit_u64(section + 16), most = 1 << 25, expected = 1;
    if (kinds != (uint64_t)proof->lex->letters + 1) return "L2: kinds of tiles";
    /* C(kinds + longest, longest); every quotient on the way is whole. */
    for (uint64_t k = 1; k <= longest && k <= 15 && expected <= most; k++) expected = expected * (kinds + k) / k;
    if (longest < 1 || longest > 15 || count != expected || count > most)
        return "L3: a value for each leave of 1 to 15 tiles";
    if (scale < 1 || scale > 1 << 15) return "L4: the scale";
    uint64_t start = lexkit_align(24 + length, 8);
    if (start > proof->size || proof->size - start != 2 * count ||
        !lexkit_zeros(section + 24 + length, section + start))
        return "L5: the size of the section, zeros before the values";
    const char *broken = lexkit_parse_object(proof, section + 24, length);
    if (!broken) {
        const uint32_t told = lexkit_member(&proof->json, 0, "predicted");
        const int is_number = told && proof->json.values[told].kind == 'i';
        proof->predicted = is_number ? lexkit_amount(&proof->json, told) : 0;
    }
    return broken || !(section[start] | section[start + 1]) ? broken : "L6: the empty leave's value is 0";
}

/* -- The shell: rules H1 to S8 ------------------------------------------------------------------------------------- */

/* All sections that a reader of version 1 knows, the required ones first, in the order in which they are proved. */
static const struct {
    const char *name;
    const char *(*check)(lexkit_proof *proof);
} lexkit_sections[LEXKIT_KNOWN] = {{"alphabet", lexkit_check_alphabet}, {"provenance", lexkit_check_provenance},
                                   {"gaddag", lexkit_check_graph},      {"daggad", lexkit_check_graph},
                                   {"expanded", lexkit_check_expanded}, {"alphagrams", lexkit_check_alphagrams},
                                   {"columns", lexkit_check_columns},   {"editions", lexkit_check_editions},
                                   {"leaves", lexkit_check_leaves}};

/* zlib's CRC-32, eight bytes at a time; the tables are made when they are zeros. */
static uint32_t lexkit_crc(uint32_t tables[8][256], const uint8_t *bytes, uint64_t size, uint32_t crc) {
    for (uint32_t entry = 0; entry < 8 * 256 && !tables[7][255]; entry++) {
        uint32_t value = entry < 256 ? entry : tables[entry / 256 - 1][entry % 256];
        for (int bit = 0; bit < 8; bit++) value = value >> 1 ^ (value & 1 ? 0xEDB88320u : 0);
        tables[entry / 256][entry % 256] = value;
    }
    crc = ~crc;
    for (; size >= 8; size -= 8, bytes += 8) {
        uint32_t low = lexkit_u32(bytes) ^ crc, high = lexkit_u32(bytes + 4);
        crc = tables[7][low & 255] ^ tables[6][low >> 8 & 255] ^ tables[5][low >> 16 & 255] ^ tables[4][low >> 24] ^
              tables[3][high & 255] ^ tables[2][high >> 8 & 255] ^ tables[1][high >> 16 & 255] ^ tables[0][high >> 24];
    }
    for (; size; size--, bytes++) crc = crc >> 8 ^ tables[0][(crc ^ *bytes) & 255];
    return ~crc;
}

static const char *lexkit_check_shell(lexkit_proof *proof) {
    const uint8_t *bytes = proof->lex->bytes;
    const uint64_t size = proof->lex->size;
    uint32_t tables[8][256] = {{0}}, unknown = 0, name;
    uint8_t head[32];
    if (size >= 4 && !memcmp(bytes, "\x28\xB5\x2F\xFD", 4)) return "H1: packed: run lexc unpack";
    if (size < 32 || memcmp(bytes, "\x89LEX\r\n\x1a\n", 8)) return "H1: no lexicon";
    uint32_t readers = lexkit_u32(bytes + 8) & 0xFFFF, writer = lexkit_u32(bytes + 8) >> 16;
    uint64_t sections = lexkit_u32(bytes + 12), end = 32 + 40 * sections;
    if (readers > 1) return lexkit_at(proof, 8, "H2: for readers of a newer version");
    if (lexkit_u64(bytes + 16) != size) return lexkit_at(proof, 16, "H3: the file has not its whole size");
    if (sections < 1 || sections > 64 || end > size)
        return lexkit_at(proof, 12, "H4: 1 to 64 sections, and their table within the file");
    memcpy(head, bytes, 32);
    memset(head + 24, 0, 4);
    if (lexkit_crc(tables, bytes + 32, end - 32, lexkit_crc(tables, head, 32, 0)) != lexkit_u32(bytes + 24))
        return lexkit_at(proof, 24, "H5: the checksum of the header");
    if (readers < 1 || writer < 1 || lexkit_u32(bytes + 28)) return lexkit_at(proof, 8, "H6: versions of the header");
    for (uint32_t row = 0; row < sections; row++) {
        const uint8_t *entry = bytes + 32 + 40 * row;
        uint64_t start = lexkit_u64(entry + 16), length = lexkit_u64(entry + 24);
        size_t letters = 0;
        proof->place = row;
        while (letters < 16 && entry[letters] > ' ' && entry[letters] <= '~') letters++;
        if (!letters || !lexkit_zeros(entry + letters, entry + 16)) return "S1: the name of a section";
        for (uint32_t other = 0; other < row; other++)
            if (!memcmp(entry, bytes + 32 + 40 * other, 16)) return "S2: a name occurs twice";
        if (start != lexkit_align(end, 64) || start > size || length > size - start || lexkit_u32(entry + 36))
            return "S3: the place of a section";
        if (!lexkit_zeros(bytes + end, bytes + start)) return lexkit_at(proof, end, "S4: padding is zero");
        for (name = 0; name < LEXKIT_KNOWN; name++)
            if (letters == strlen(lexkit_sections[name].name) && !memcmp(entry, lexkit_sections[name].name, letters))
                break;
        if (name < LEXKIT_KNOWN) {
            proof->sections[name] = bytes + start;
            proof->sizes[name] = length;
        } else if (writer <= 1) {
            unknown = row + 1;
        }
        end = start + length;
    }
    if (end != size) return lexkit_at(proof, end, "S6: the last section ends where the file ends");
    for (name = 0; name < 3; name++)
        if (!proof->sections[name]) return "S7: a required section is missing";
    if (unknown) return lexkit_at(proof, unknown - 1, "S8: an unknown section");
    for (uint32_t row = 0; row < sections; row++) {
        const uint8_t *entry = bytes + 32 + 40 * row;
        if (lexkit_crc(tables, bytes + lexkit_u64(entry + 16), lexkit_u64(entry + 24), 0) != lexkit_u32(entry + 32))
            return lexkit_at(proof, row, "S5: the checksum of a section");
    }
    return NULL;
}

/* -- Opening ------------------------------------------------------------------------------------------------------- */

/* Fill in the error. `what` begins with the rule if the file was refused: "N6: ...". */
static int32_t lexkit_fail(lexkit_error *error, int32_t code, uint64_t place, const char *what) {
    if (!error) return code;
    memset(error, 0, sizeof *error);
    memcpy(error->text, what, strlen(what) < sizeof error->text ? strlen(what) : sizeof error->text - 1);
    if (code == LEXKIT_REFUSED) memcpy(error->rule, what, strcspn(what, ":") < 3 ? strcspn(what, ":") : 3);
    error->place = place;
    return code;
}

/* Prove the bytes of a lexicon, and give it to the caller or close it. */
static int32_t lexkit_prove(lexkit_lexicon *made, lexkit_lexicon **lex, lexkit_error *error) {
    static const uint32_t one = 1;
    lexkit_proof proof;
    memset(&proof, 0, sizeof proof);
    proof.lex = made;
    if (*(const uint8_t *)&one != 1 || (uintptr_t)made->bytes % 4 || made->size > SIZE_MAX) {
        lexkit_close(made);
        return lexkit_fail(error, LEXKIT_ARGUMENT, 0, "bytes begin at a multiple of 4, on a little-endian machine");
    }
    const char *broken = lexkit_check_shell(&proof);
    for (int known = 0; known < LEXKIT_KNOWN && !broken; known++) {
        if (!proof.sections[known]) continue;
        proof.section = proof.sections[known];
        proof.size = proof.sizes[known];
        proof.place = 0;
        broken = lexkit_sections[known].check(&proof);
    }
    LEXKIT_FREE(proof.memory);
    made->leaves = proof.sections[LEXKIT_LEAVES_SECTION];
    made->predicted = proof.predicted;
    *lex = broken ? NULL : made;
    if (!broken) return LEXKIT_OK;
    lexkit_close(made);
    return *broken ? lexkit_fail(error, LEXKIT_REFUSED, proof.place, broken)
                   : lexkit_fail(error, LEXKIT_MEMORY, 0, "no memory");
}

int32_t lexkit_open_memory(const void *bytes, uint64_t size, lexkit_lexicon **lex, lexkit_error *error) {
    if (lex) *lex = NULL;
    if (!bytes || !lex) return lexkit_fail(error, LEXKIT_ARGUMENT, 0, "no bytes, or no place for the lexicon");
    lexkit_lexicon *made = (lexkit_lexicon *)lexkit_zeroed(sizeof(lexkit_lexicon));
    if (!made) return lexkit_fail(error, LEXKIT_MEMORY, 0, "no memory");
    made->bytes = (const uint8_t *)bytes;
    made->size = size;
    return lexkit_prove(made, lex, error);
}

int32_t lexkit_open(const char *path, lexkit_lexicon **lex, lexkit_error *error) {
    if (lex) *lex = NULL;
    if (!path || !lex) return lexkit_fail(error, LEXKIT_ARGUMENT, 0, "no path, or no place for the lexicon");
    lexkit_lexicon *made = (lexkit_lexicon *)lexkit_zeroed(sizeof(lexkit_lexicon));
    if (!made) return lexkit_fail(error, LEXKIT_MEMORY, 0, "no memory");
    errno = 0;
#ifdef LEXKIT_MAPS
    struct stat status;
    int file = open(path, O_RDONLY | O_NONBLOCK);
    if (file >= 0 && !fstat(file, &status) && S_ISREG(status.st_mode) && status.st_size > 0) {
        made->size = (uint64_t)status.st_size;
        void *bytes =
            made->size <= SIZE_MAX ? mmap(NULL, (size_t)made->size, PROT_READ, MAP_SHARED, file, 0) : MAP_FAILED;
        made->bytes = bytes != MAP_FAILED ? (const uint8_t *)bytes : NULL;
    }
    const int first = errno;
    if (file >= 0) close(file);
    errno = first;
#else
    FILE *file = fopen(path, "rb");
    long size = file && !fseek(file, 0, SEEK_END) ? ftell(file) : -1;
    uint8_t *bytes = size > 0 && !fseek(file, 0, SEEK_SET) ? (uint8_t *)lexkit_zeroed((size_t)size) : NULL;
    made->size = size > 0 ? (uint64_t)size : 0;
    if (bytes && fread(bytes, 1, (size_t)size, file) == (size_t)size) made->bytes = bytes;
    if (bytes && !made->bytes) LEXKIT_FREE(bytes);
    const int first = errno;
    if (file) fclose(file);
    errno = first;
#endif
    made->owned = 1;
    if (made->bytes) return lexkit_prove(made, lex, error);
    const int cause = errno;
    LEXKIT_FREE(made);
    lexkit_fail(error, LEXKIT_UNREADABLE, 0, "the file is empty, or cannot be opened and read");
    if (error) error->system = cause;
    errno = cause;
    return LEXKIT_UNREADABLE;
}

void lexkit_close(lexkit_lexicon *lex) {
    if (!lex) return;
#ifdef LEXKIT_MAPS
    if (lex->owned) munmap((void *)(uintptr_t)lex->bytes, (size_t)lex->size);
#else
    if (lex->owned) LEXKIT_FREE((void *)(uintptr_t)lex->bytes);
#endif
    LEXKIT_FREE(lex);
}

/* -- Version and errors -------------------------------------------------------------------------------------------- */

const char *lexkit_version(void) { return LEXKIT_VERSION; }

const char *lexkit_error_text(int64_t code) {
    static const char *const texts[] = {"no error",
                                        "no such word",
                                        "the file cannot be opened or read",
                                        "the file breaks a rule of SPEC.md",
                                        "no memory",
                                        "an argument is not what the function takes",
                                        "a text that the alphabet cannot read",
                                        "the answer is longer than the room given for it",
                                        "the two parts of the file disagree",
                                        "a position of too many steps",
                                        "the rules do not allow this",
                                        "a record of a game that cannot be followed"};
    const int64_t count = sizeof texts / sizeof *texts;
    return code >= 0 ? texts[0] : code > -count ? texts[-code] : "no such error";
}

/* -- The alphabet and text ----------------------------------------------------------------------------------------- */

int64_t lexkit_word_count(const lexkit_lexicon *lex) { return (int64_t)lex->head.word_count; }

int32_t lexkit_letter_count(const lexkit_lexicon *lex) { return lex->letters; }

const char *lexkit_label(const lexkit_lexicon *lex, int32_t tile) {
    return tile < 0 || tile > lex->letters ? NULL : lex->labels[tile];
}

int32_t lexkit_points(const lexkit_lexicon *lex, int32_t tile) {
    return tile < 0 || tile > lex->letters ? LEXKIT_ARGUMENT : lex->points[tile];
}

int32_t lexkit_tile_count(const lexkit_lexicon *lex, int32_t tile) {
    return tile < 0 || tile > lex->letters ? LEXKIT_ARGUMENT : lex->counts[tile];
}

/* The longest spelling that a text begins with, in brackets or not, and how many bytes it takes. */
static const lexkit_spelling *lexkit_longest(const lexkit_lexicon *lex, const char *text, size_t *taken) {
    const lexkit_spelling *longest = NULL;
    const size_t bracket = text[0] == '[';
    *taken = 0;
    for (int at = 0; at < lex->spelling_count; at++) {
        const lexkit_spelling *spelling = lex->spellings + at;
        const size_t length = spelling->length;
        if (length + 2 * bracket <= *taken || strncmp(text + bracket, spelling->text, length)) continue;
        if (bracket && text[length + 1] != ']') continue;
        longest = spelling;
        *taken = length + 2 * bracket;
    }
    return longest;
}

int32_t lexkit_encode(const lexkit_lexicon *lex, const char *text, int32_t kind, uint8_t *tiles, int32_t room) {
    int32_t count = 0;
    for (size_t taken = 1; *text; text += taken, taken = 1) {
        int is_many = *text == '*' && kind == LEXKIT_PATTERN_TEXT, is_any = *text == '?' && kind != LEXKIT_WORD_TEXT;
        const lexkit_spelling *spelling = is_many || is_any ? NULL : lexkit_longest(lex, text, &taken);
        if (!is_many && !is_any && !spelling) return LEXKIT_TEXT;
        if (count >= room) return LEXKIT_ROOM;
        tiles[count++] = spelling ? spelling->tile : (uint8_t)(is_many ? LEXKIT_MANY : LEXKIT_ANY);
    }
    return count;
}

/* Append a text to one of `length` bytes; give the new length, or LEXKIT_ROOM. */
static int32_t lexkit_append(char *text, int32_t room, int32_t length, const char *more) {
    int32_t size = (int32_t)strlen(more);
    if (length < 0 || length + size >= room) return LEXKIT_ROOM;
    memcpy(text + length, more, (size_t)size + 1);
    return length + size;
}

/* A tile as text: small for a blank; bracket: 0 for no brackets, 1 if the label is longer than a code point, 2. */
static int32_t lexkit_append_tile(const lexkit_lexicon *lex, int tile, int small, int bracket, char *text, int32_t room,
                                  int32_t length) {
    const char *label = lex->labels[tile];
    uint32_t point;
    for (int at = lex->letters; small && at < lex->spelling_count; at++)
        if (lex->spellings[at].tile == tile && lex->spellings[at].small == 2) label = lex->spellings[at].text;
    if (bracket == 1) bracket = label[lexkit_code_point(label, strlen(label), &point)] != 0;
    if (bracket) length = lexkit_append(text, room, length, "[");
    length = lexkit_append(text, room, length, label);
    return bracket ? lexkit_append(text, room, length, "]") : length;
}

static int lexkit_are_letters(const lexkit_lexicon *lex, const uint8_t *tiles, int32_t count) {
    if (count < 0 || (count && !tiles)) return 0;
    for (int32_t at = 0; at < count; at++)
        if (tiles[at] < 1 || tiles[at] > lex->letters) return 0;
    return 1;
}

int32_t lexkit_decode(const lexkit_lexicon *lex, const uint8_t *tiles, int32_t count, char *text, int32_t room) {
    uint8_t letters[LEXKIT_LONGEST], again[LEXKIT_LONGEST];
    if (count < 0 || count > LEXKIT_LONGEST || (count && !tiles) || room < 1) return LEXKIT_ARGUMENT;
    for (int32_t at = 0; at < count; at++) letters[at] = tiles[at] % LEXKIT_BLANK;
    if (!lexkit_are_letters(lex, letters, count)) return LEXKIT_ARGUMENT;
    /* Plain, unless that reads as other tiles. */
    for (int bracket = 0;; bracket = 2) {
        int32_t length = 0;
        text[0] = 0;
        for (int32_t at = 0; at < count; at++)
            length = lexkit_append_tile(lex, letters[at], tiles[at] >= LEXKIT_BLANK, bracket, text, room, length);
        if (length < 0 || bracket) return length;
        if (lexkit_encode(lex, text, LEXKIT_WORD_TEXT, again, LEXKIT_LONGEST) == count &&
            !memcmp(again, letters, (size_t)count))
            return length;
    }
}

/* -- Words and ranks: SPEC.md, section 5 --------------------------------------------------------------------------- */

int64_t lexkit_rank(const lexkit_lexicon *lex, const uint8_t *tiles, int32_t count) {
    uint64_t rank;
    if (count < 1 || !lexkit_are_letters(lex, tiles, count)) return LEXKIT_ABSENT;
    const uint32_t node = lexkit_walk(lex, tiles, count - 1, &rank);
    const uint64_t letters = lexkit_letters(lex, node), children = lexkit_children(lex, node);
    if (!(letters >> tiles[count - 1] & 1)) return LEXKIT_ABSENT;
    return (int64_t)(rank + lexkit_words_before(lex, node, letters, children, tiles[count - 1]));
}

int32_t lexkit_contains(const lexkit_lexicon *lex, const uint8_t *tiles, int32_t count) {
    uint32_t node = lex->forward_root;
    if (count < 1 || !lexkit_are_letters(lex, tiles, count)) return 0;
    for (int32_t at = 0; at < count - 1 && node; at++) node = lexkit_step(lex, node, tiles[at]);
    return (int32_t)(lexkit_letters(lex, node) >> tiles[count - 1] & 1);
}

int32_t lexkit_word(const lexkit_lexicon *lex, int64_t rank, uint8_t *tiles) {
    uint32_t node = lex->forward_root;
    uint64_t left = (uint64_t)rank;
    if (rank < 0 || left >= lex->head.word_count) return LEXKIT_ABSENT;
    for (int32_t count = 1;; count++) {
        uint64_t letters = lexkit_letters(lex, node), children = lexkit_children(lex, node), best = 0;
        int tile = 0;
        /* The highest tile that does not overshoot. */
        for (uint64_t bits = letters | children; bits; bits &= bits - 1) {
            uint64_t before = lexkit_words_before(lex, node, letters, children, lexkit_lowest(bits));
            if (before > left) break;
            tile = lexkit_lowest(bits);
            best = before;
        }
        left -= best;
        tiles[count - 1] = (uint8_t)tile;
        if (letters >> tile & 1 && left-- == 0) return count;
        node = lexkit_step(lex, node, tile);
    }
}

int64_t lexkit_prefix(const lexkit_lexicon *lex, const uint8_t *tiles, int32_t count, int64_t *first) {
    uint64_t start;
    if (!lexkit_are_letters(lex, tiles, count) || !first) return LEXKIT_ARGUMENT;
    int64_t rank = lexkit_rank(lex, tiles, count);
    uint32_t node = lexkit_walk(lex, tiles, count, &start);
    *first = rank >= 0 ? rank : (int64_t)start;
    return (int64_t)lexkit_words_below(lex, node) + (rank >= 0);
}

int64_t lexkit_next(const lexkit_lexicon *lex, const uint64_t *set, int64_t from) {
    uint64_t at = from < 0 ? 0 : (uint64_t)from, last = lex->head.word_count - 1;
    if (at >= lex->head.word_count) return LEXKIT_ABSENT;
    uint64_t bits = set[at / 64] >> at % 64 << at % 64;
    for (at /= 64; !bits; bits = set[at])
        if (++at > last / 64) return LEXKIT_ABSENT;
    at = at * 64 + (uint64_t)lexkit_lowest(bits);
    return at <= last ? (int64_t)at : (int64_t)LEXKIT_ABSENT;
}

/* Set `count` bits of a set from `first` on; give how many were not set: all, if there is no set. */
static int64_t lexkit_mark(uint64_t *set, uint64_t first, uint64_t count) {
    int64_t added = 0;
    if (!set) return (int64_t)count;
    while (count) {
        uint64_t at = first % 64, here = 64 - at < count ? 64 - at : count;
        uint64_t bits = (here == 64 ? ~(uint64_t)0 : LEXKIT_BELOW(here)) << at;
        added += lexkit_popcount(bits & ~set[first / 64]);
        set[first / 64] |= bits;
        first += here;
        count -= here;
    }
    return added;
}

/* -- Suffixes and substrings, by the reverse part; patterns and anagrams, by the forward part ---------------------- */

typedef struct lexkit_search {
    const lexkit_lexicon *lex;
    uint64_t *set;
    int64_t found;
    /* By the reverse part: */
    uint64_t steps;            /* nodes that may still be visited: rule Q1 */
    int whole, wanted, length; /* only words, for a suffix; tiles that are searched for, and so far, at the end of */
    uint8_t tiles[2 * LEXKIT_LONGEST + 2];
    /* By the forward part. A pattern is an automaton: state k is before its k-th letter or ?, a * there keeps it. */
    uint64_t any, many, accepts, takes[64]; /* states before ?, with a *, behind the last letter, before each letter */
    int32_t counts[64], left;               /* tiles that may still be used */
} lexkit_search;

/* The tiles so far are a word, if `behind` is 0, or go on at that node of the forward part; 0 by rules Q1 and Q2. */
static int lexkit_found_beginning(lexkit_search *search, uint32_t behind) {
    const lexkit_lexicon *lex = search->lex;
    const uint8_t *tiles = search->tiles + sizeof search->tiles - search->length;
    const uint64_t count = behind ? lexkit_words_below(lex, behind) : 1;
    uint64_t first = 0;
    if (!search->set) {
        search->found += (int64_t)count;
        return search->found <= (int64_t)lex->head.word_count;
    }
    if (behind && lexkit_walk(lex, tiles, search->length, &first) != behind) return 0;
    if (!behind) first = (uint64_t)lexkit_rank(lex, tiles, search->length);
    if (first >= lex->head.word_count) return 0; /* an error of lexkit_rank too */
    search->found += lexkit_mark(search->set, first, count);
    return 1;
}

/* All beginnings that end with the tiles so far, whose node is `node`. */
static int lexkit_go_back(lexkit_search *search, uint32_t node) {
    const lexkit_lexicon *lex = search->lex;
    uint64_t letters = lexkit_letters(lex, node), children = lexkit_children(lex, node);
    const uint8_t *text = search->tiles + sizeof search->tiles - search->wanted;
    if (search->steps-- == 0 || search->length > LEXKIT_LONGEST) return 0;
    if (children & 1 && !search->whole && !lexkit_found_beginning(search, lexkit_child(lex, node, children, 0)))
        return 0;
    search->length++;
    for (uint64_t bits = (letters | children) & ~(uint64_t)1; bits; bits &= bits - 1) {
        int tile = lexkit_lowest(bits);
        uint8_t *tiles = search->tiles + sizeof search->tiles - search->length;
        *tiles = (uint8_t)tile;
        /* A word is found where the tiles first occur in it, so none is found twice. */
        if (tile == *text && !search->whole && !memcmp(tiles, text, (size_t)search->wanted)) continue;
        if (letters >> tile & 1 && !lexkit_found_beginning(search, 0)) return 0;
        if (children >> tile & 1 && !lexkit_go_back(search, lexkit_child(lex, node, children, tile))) return 0;
    }
    search->length--;
    return 1;
}

static int64_t lexkit_search_back(const lexkit_lexicon *lex, const uint8_t *tiles, int32_t count, int whole,
                                  uint64_t *set) {
    lexkit_search search;
    uint32_t node = lex->reverse_root;
    if (!lexkit_are_letters(lex, tiles, count)) return LEXKIT_ARGUMENT;
    if (count == 0) return lexkit_mark(set, 0, lex->head.word_count);
    if (count > LEXKIT_LONGEST) return 0;
    search.lex = lex;
    search.set = set;
    search.found = 0;
    search.whole = whole;
    search.length = search.wanted = count;
    /* A word has fewer than 63 * 63 / 2 ways to go back from a place in it. */
    search.steps = (lex->head.word_count + 1) * (LEXKIT_LONGEST * LEXKIT_LONGEST / 2);
    memcpy(search.tiles + sizeof search.tiles - (size_t)count, tiles, (size_t)count);
    for (int32_t at = count - 1; at > 0 && node; at--) node = lexkit_step(lex, node, tiles[at]);
    if (lexkit_letters(lex, node) >> tiles[0] & 1 && !lexkit_found_beginning(&search, 0)) return LEXKIT_CONTRADICTION;
    node = lexkit_step(lex, node, tiles[0]);
    return !node || lexkit_go_back(&search, node) ? search.found : (int64_t)LEXKIT_CONTRADICTION;
}

int64_t lexkit_suffix(const lexkit_lexicon *lex, const uint8_t *tiles, int32_t count, uint64_t *set) {
    return lexkit_search_back(lex, tiles, count, 1, set);
}

int64_t lexkit_substring(const lexkit_lexicon *lex, const uint8_t *tiles, int32_t count, uint64_t *set) {
    return lexkit_search_back(lex, tiles, count, 0, set);
}

/* All words below a node that the pattern, in these states, and the tiles left allow. */
static void lexkit_go_on(lexkit_search *search, uint32_t node, uint64_t rank, uint64_t states) {
    const lexkit_lexicon *lex = search->lex;
    uint64_t letters = lexkit_letters(lex, node), children = lexkit_children(lex, node);
    if (search->left == 0) return;
    for (uint64_t bits = letters | children; bits; bits &= bits - 1) {
        const int tile = lexkit_lowest(bits);
        uint64_t next = (states & (search->any | search->takes[tile])) << 1 | (states & search->many);
        if (!next) continue;
        const int source = search->counts[tile] ? tile : 0;
        if (!search->counts[source]) continue;
        if (letters >> tile & 1 && next & search->accepts)
            search->found +=
                lexkit_mark(search->set, rank + lexkit_words_before(lex, node, letters, children, tile), 1);
        if (children >> tile & 1) {
            uint64_t there = rank;
            uint32_t child = lexkit_descend(lex, node, children, tile, &there);
            search->counts[source]--;
            search->left--;
            lexkit_go_on(search, child, there, next);
            search->counts[source]++;
            search->left++;
        }
    }
}

int64_t lexkit_pattern(const lexkit_lexicon *lex, const uint8_t *tiles, int32_t count, uint64_t *set) {
    lexkit_search search;
    int32_t places = 0;
    if (count < 0 || (count && !tiles)) return LEXKIT_ARGUMENT;
    memset(&search, 0, sizeof search);
    search.lex = lex;
    search.set = set;
    for (int32_t at = 0; at < count; at++) {
        const int tile = tiles[at];
        if (tile > lex->letters && tile != LEXKIT_MANY) return LEXKIT_ARGUMENT;
        if (places > LEXKIT_LONGEST) continue; /* longer than any word */
        if (tile == LEXKIT_MANY)
            search.many |= LEXKIT_BIT(places);
        else if (places++ < LEXKIT_LONGEST)
            *(tile == LEXKIT_ANY ? &search.any : search.takes + tile) |= LEXKIT_BIT(places - 1);
    }
    if (places > LEXKIT_LONGEST) return 0;
    search.accepts = LEXKIT_BIT(places);
    search.left = search.counts[0] = LEXKIT_LONGEST + 1; /* no rack: blanks enough for any word */
    lexkit_go_on(&search, lex->forward_root, 0, 1);
    return search.found;
}

/* The tiles of a rack by number; give whether they are blanks and letters. */
static int lexkit_count_rack(const lexkit_lexicon *lex, const uint8_t *rack, int32_t count, int32_t *counts) {
    memset(counts, 0, 64 * sizeof *counts);
    if (count < 0 || (count && !rack)) return 0;
    for (int32_t at = 0; at < count; at++) {
        if (rack[at] > lex->letters) return 0;
        counts[rack[at]]++;
    }
    return 1;
}

/* The pattern ???...*, of `shortest` letters, with tiles of the rack. */
int64_t lexkit_anagrams(const lexkit_lexicon *lex, const uint8_t *rack, int32_t count, int32_t shortest,
                        uint64_t *set) {
    lexkit_search search;
    memset(&search, 0, sizeof search);
    if (!lexkit_count_rack(lex, rack, count, search.counts)) return LEXKIT_ARGUMENT;
    if (shortest > LEXKIT_LONGEST) return 0;
    search.lex = lex;
    search.set = set;
    search.left = count;
    search.many = search.accepts = LEXKIT_BIT(shortest > 0 ? shortest : 0);
    search.any = search.many - 1;
    lexkit_go_on(&search, lex->forward_root, 0, 1);
    return search.found;
}

/* The letters that lead from a forward node to a word with `count` tiles behind them. */
static uint64_t lexkit_between(const lexkit_lexicon *lex, uint32_t node, const uint8_t *tiles, int count) {
    uint64_t children = lexkit_children(lex, node), fit = 0;
    if (count == 0) return lexkit_letters(lex, node);
    for (uint64_t bits = children & ~(uint64_t)1; bits; bits &= bits - 1) {
        uint32_t there = lexkit_child(lex, node, children, lexkit_lowest(bits));
        for (int at = 0; at < count - 1 && there; at++) there = lexkit_step(lex, there, tiles[at]);
        if (lexkit_letters(lex, there) >> tiles[count - 1] & 1) fit |= bits & (0 - bits);
    }
    return fit;
}

int32_t lexkit_cross_set(const lexkit_lexicon *lex, const uint8_t *before, int32_t before_count, const uint8_t *after,
                         int32_t after_count, uint64_t *letters) {
    uint32_t node = lex->reverse_root;
    uint64_t rank;
    if (!lexkit_are_letters(lex, before, before_count) || !lexkit_are_letters(lex, after, after_count) || !letters)
        return LEXKIT_ARGUMENT;
    if (before_count || !after_count) {
        *letters = lexkit_between(lex, lexkit_walk(lex, before, before_count, &rank), after, after_count);
    } else {
        for (int32_t at = after_count - 1; at >= 0 && node; at--) node = lexkit_step(lex, node, after[at]);
        *letters = lexkit_letters(lex, node);
    }
    return (int32_t)lexkit_popcount(*letters);
}

/* -- Boards -------------------------------------------------------------------------------------------------------- */

/* One square of one line. Behind the last square of a line is one more, on which nothing fits. */
typedef struct lexkit_square {
    uint64_t cross;    /* the letters that fit, by the tiles of the line across */
    uint32_t run_node; /* on the first tile of a run: the node behind it, read backwards */
    int32_t cross_score, run_score;
    int32_t cross_multiplier;     /* of a letter, in the word across; 0 if there is none */
    uint8_t tile, blank, run_end; /* run_end: of the run that begins on the square, or right behind it if it is empty */
    uint8_t letter_multiplier, word_multiplier; /* 0 for a brick; what is above depends on the board's tiles */
} lexkit_square;

struct lexkit_board {
    const lexkit_lexicon *lex;
    int32_t plays;                              /* that can be taken back */
    uint16_t played[LEXKIT_SIDE * LEXKIT_SIDE]; /* by square: the number of the play that covered it, from 1, or 0 */
    uint8_t glyphs[LEXKIT_SIDE * LEXKIT_SIDE];
    int32_t size[2]; /* rows and columns: lines of a direction, 0 across and 1 down; the other is their length */
    int32_t start, tiles_down, symmetric;
    lexkit_scoring scoring;
    lexkit_square lines[2][LEXKIT_SIDE][LEXKIT_SIDE + 1];
    /* While moves are found: */
    const lexkit_square *line;
    int32_t counts[64], values[64];
    int32_t down, number, length, last, limit; /* last: of the anchor; no square before `limit` takes a tile */
    uint8_t play[2 * LEXKIT_RACK + 2];         /* tiles laid, the first at `begin` */
    int32_t begin, rack_total;
    lexkit_move *moves;
    int64_t found, room, steps;
    void (*take)(lexkit_board *board, const lexkit_move *move, void *taker); /* takes the moves, if it is not NULL */
    void *taker;
};

/* The most that the word multipliers under the tiles of one play come to. */
static int64_t lexkit_highest_multiplier(const lexkit_board *board) {
    int64_t highest = 1;
    for (int down = 0; down < 2; down++)
        for (int number = 0; number < board->size[down]; number++) {
            int64_t product = 1;
            for (int power = 4, laid = 0; power > 1; power--)
                for (int at = 0; at < board->size[1 - down] && laid < board->scoring.rack_size; at++) {
                    if (board->lines[down][number][at].word_multiplier != power) continue;
                    product *= power;
                    laid++;
                }
            if (product > highest) highest = product;
        }
    return highest;
}

/* The highest of some bonuses, -1 if one is out of range. */
static int64_t lexkit_highest_bonus(const int32_t *bonuses, int count) {
    int64_t highest = 0;
    for (int at = 0; at < count; at++) {
        if (bonuses[at] < 0 || bonuses[at] > 10000) return -1;
        if (bonuses[at] > highest) highest = bonuses[at];
    }
    return highest;
}

/* Make a board in the memory of `made`. */
static int32_t lexkit_board_init(const lexkit_lexicon *lex, const char *layout, int32_t start,
                                 const lexkit_scoring *scoring, lexkit_board *made) {
    static const lexkit_scoring usual = {7, {0, 0, 0, 0, 0, 0, 0, 50}, {0}};
    static const char glyphs[] = ".'\"^-=~#";
    static const uint8_t letter[] = {1, 2, 3, 4, 1, 1, 1, 0}, word[] = {1, 1, 1, 1, 2, 3, 4, 0};
    if (!scoring) scoring = &usual;
    const int64_t rack_size = scoring->rack_size,
                  by_tiles = lexkit_highest_bonus(scoring->tiles_bonus, LEXKIT_RACK + 1),
                  by_length = lexkit_highest_bonus(scoring->length_bonus, LEXKIT_SIDE + 1);
    if (rack_size < 1 || rack_size > LEXKIT_RACK || by_tiles < 0 || by_length < 0) return LEXKIT_ARGUMENT;
    if (!layout) layout = LEXKIT_STANDARD;
    const size_t columns = strcspn(layout, "/"), length = strlen(layout), rows = (length + 1) / (columns + 1);
    const size_t square = start < 0 ? rows / 2 * columns + columns / 2 : (size_t)start;
    if (columns < 1 || columns > LEXKIT_SIDE || rows < 1 || rows > LEXKIT_SIDE || square >= rows * columns ||
        length + 1 != rows * (columns + 1))
        return LEXKIT_ARGUMENT;
    memset(made, 0, sizeof *made);
    made->lex = lex;
    made->size[0] = (int32_t)rows;
    made->size[1] = (int32_t)columns;
    made->start = (int32_t)square;
    made->scoring = *scoring;
    made->symmetric = rows == columns && square / columns == square % columns;
    int legal = 1;
    for (size_t at = 0; at < length; at++) {
        const size_t row = at / (columns + 1), column = at % (columns + 1);
        const char *glyph = strchr(glyphs, layout[at]);
        if (column == columns ? layout[at] != '/' : !glyph) legal = 0;
        if (column == columns || !glyph) continue;
        if (row * columns + column == square && *glyph == '#') legal = 0;
        made->symmetric = made->symmetric && layout[at] == layout[column * (columns + 1) + row];
        lexkit_square *across = &made->lines[0][row][column], *down = &made->lines[1][column][row];
        made->glyphs[row * columns + column] = (uint8_t)*glyph;
        across->letter_multiplier = down->letter_multiplier = letter[glyph - glyphs];
        across->word_multiplier = down->word_multiplier = word[glyph - glyphs];
    }
    int64_t most = 0;
    for (int tile = 0; tile <= lex->letters; tile++) {
        made->values[tile] = lex->points[tile];
        if (lex->points[tile] > most) most = lex->points[tile];
    }
    /* No score may be longer than 31 bits: no word has more tiles than a line, and no play more words than tiles. */
    if (!legal || most > 1000 ||
        (lexkit_highest_multiplier(made) + 4 * rack_size) * most * 4 * LEXKIT_SIDE + by_tiles + by_length > INT32_MAX)
        return LEXKIT_ARGUMENT;
    static const uint8_t none[LEXKIT_SIDE * LEXKIT_SIDE] = {0};
    return lexkit_board_set(made, none, (int32_t)(rows * columns));
}

int32_t lexkit_board_new(const lexkit_lexicon *lex, const char *layout, int32_t start, const lexkit_scoring *scoring,
                         lexkit_board **board) {
    if (!lex || !board) return LEXKIT_ARGUMENT;
    *board = NULL;
    lexkit_board *made = (lexkit_board *)lexkit_zeroed(sizeof(lexkit_board));
    if (!made) return LEXKIT_MEMORY;
    const int32_t code = lexkit_board_init(lex, layout, start, scoring, made);
    if (code)
        LEXKIT_FREE(made);
    else
        *board = made;
    return code;
}

void lexkit_board_free(lexkit_board *board) { LEXKIT_FREE(board); }

/* Store, for the line across, the letters that the tiles of this line allow on an empty square, and their score. */
static void lexkit_cross(lexkit_board *board, int direction, int number, int at, uint64_t letters, int32_t score) {
    if (!board->lines[direction][number][at].word_multiplier) return; /* a brick, or behind the last square */
    lexkit_square *across = &board->lines[1 - direction][at][number];
    across->cross = letters;
    across->cross_score = score * across->word_multiplier;
    across->cross_multiplier = across->word_multiplier * across->letter_multiplier;
}

/* Walk the run of tiles that begins at `first`, for itself and for the squares at its ends. The square in front is left
 * to the run before it, if one ends right before that square. Give the end of the run. */
static int lexkit_walk_run(lexkit_board *board, int direction, int number, int first) {
    const lexkit_lexicon *lex = board->lex;
    lexkit_square *line = board->lines[direction][number];
    uint32_t node = lex->reverse_root;
    uint8_t tiles[LEXKIT_SIDE];
    int last = first, count = 0;
    int32_t score = 0;
    while (line[last + 1].tile) last++;
    for (int at = last; at >= first; at--) {
        score += board->values[line[at].blank ? 0 : line[at].tile];
        node = lexkit_step(lex, node, line[at].tile);
    }
    line[first].run_node = node;
    for (int at = first > 0 && line[first - 1].word_multiplier ? first - 1 : first; at <= first; at++) {
        line[at].run_end = (uint8_t)last;
        line[at].run_score = score;
    }
    if (first == 1 || (first > 1 && !line[first - 2].tile))
        lexkit_cross(board, direction, number, first - 1, lexkit_letters(lex, node), score);
    if (line[last + 1].word_multiplier)
        for (int at = last + 2; line[at].tile; at++) {
            tiles[count++] = line[at].tile;
            score += board->values[line[at].blank ? 0 : line[at].tile];
        }
    node = lexkit_step(lex, node, 0);
    lexkit_cross(board, direction, number, last + 1, lexkit_between(lex, node, tiles, count), score);
    return last;
}

/* Lay all squares, and what follows from them. */
static void lexkit_lay(lexkit_board *board, const uint8_t *tiles) {
    board->tiles_down = 0;
    for (int direction = 0; direction < 2; direction++)
        for (int number = 0; number < board->size[direction]; number++)
            for (int at = 0; at < board->size[1 - direction]; at++) {
                lexkit_square *square = &board->lines[direction][number][at];
                const uint8_t tile = tiles[direction ? at * board->size[1] + number : number * board->size[1] + at];
                memset(square, 0, offsetof(lexkit_square, letter_multiplier));
                square->tile = tile % LEXKIT_BLANK;
                square->blank = tile & LEXKIT_BLANK;
                square->cross = tile || !square->letter_multiplier ? 0 : board->lex->mask;
                board->tiles_down += tile != 0;
            }
    for (int direction = 0; direction < 2 && board->tiles_down; direction++)
        for (int number = 0; number < board->size[direction]; number++)
            for (int at = 0; at < board->size[1 - direction]; at++)
                if (board->lines[direction][number][at].tile) at = lexkit_walk_run(board, direction, number, at) + 1;
}

int32_t lexkit_board_set(lexkit_board *board, const uint8_t *tiles, int32_t count) {
    if (!board || !tiles || count != board->size[0] * board->size[1]) return LEXKIT_ARGUMENT;
    for (int32_t at = 0; at < count; at++) {
        const int letter = tiles[at] % LEXKIT_BLANK;
        if (!tiles[at]) continue;
        if (letter < 1 || letter > board->lex->letters) return LEXKIT_ARGUMENT;
        if (!board->lines[0][at / board->size[1]][at % board->size[1]].letter_multiplier) return LEXKIT_ARGUMENT;
    }
    board->plays = 0;
    memset(board->played, 0, sizeof board->played);
    lexkit_lay(board, tiles);
    return LEXKIT_OK;
}

int32_t lexkit_board_read(lexkit_board *board, const char *rows) {
    uint8_t tiles[LEXKIT_SIDE * LEXKIT_SIDE] = {0};
    int32_t row = 0, column = 0, columns = board->size[1];
    for (size_t taken; *rows && *rows != ' '; rows += taken) {
        const lexkit_spelling *spelling = lexkit_longest(board->lex, rows, &taken);
        if (*rows >= '0' && *rows <= '9') {
            int32_t empty = 0;
            for (taken = 0; rows[taken] >= '0' && rows[taken] <= '9' && empty < 100; taken++)
                empty = 10 * empty + (rows[taken] - '0');
            column += empty;
        } else if (spelling && column < columns) {
            tiles[row * columns + column++] = (uint8_t)(spelling->tile + (spelling->small ? LEXKIT_BLANK : 0));
        } else if (*rows == '/' && column == columns && row + 1 < board->size[0]) {
            row++;
            column = 0;
            taken = 1;
        } else {
            return LEXKIT_TEXT;
        }
        if (column > columns) return LEXKIT_TEXT;
    }
    if (row != board->size[0] - 1 || column != columns) return LEXKIT_TEXT;
    return lexkit_board_set(board, tiles, board->size[0] * columns);
}

int32_t lexkit_cross_sets(const lexkit_board *board, uint64_t *masks, int32_t *scores) {
    if (!board || !masks || !scores) return LEXKIT_ARGUMENT;
    for (int direction = 0; direction < 2; direction++)
        for (int row = 0; row < board->size[0]; row++)
            for (int column = 0; column < board->size[1]; column++) {
                /* A square of a row knows what its column allows, and the other way round. */
                const lexkit_square *square = direction ? &board->lines[0][row][column] : &board->lines[1][column][row];
                *masks++ = square->cross;
                *scores++ = square->cross_multiplier ? square->cross_score / square->word_multiplier : -1;
            }
    return LEXKIT_OK;
}

/* -- Moves: Gordon 1994, Figure 3 ---------------------------------------------------------------------------------- */

/* Each is found once: every run of tiles is one anchor, no move goes left over a square that an anchor before it has
 * used, and a single tile that makes words both ways belongs to its row. */
enum { LEXKIT_MOST_STEPS = 1 << 27 };

/* Return the bonus of a play whose main word begins on the square `start` and ends on `end`. */
static int32_t lexkit_bonus(const lexkit_board *board, int laid, int start, int end) {
    return board->scoring.tiles_bonus[laid] + board->scoring.length_bonus[end - start + 1];
}

/* Tiles laid are board->play[begin] and the next. */
static void lexkit_put_move(lexkit_board *board, int start, int end, int laid, int32_t score) {
    lexkit_move taken, *move = board->take ? &taken : board->moves + board->found;
    if (board->take || board->found < board->room) {
        move->score = score;
        move->row = (uint8_t)(board->down ? start : board->number);
        move->column = (uint8_t)(board->down ? board->number : start);
        move->down = (uint8_t)board->down;
        move->length = (uint8_t)(end - start + 1);
        move->laid = (uint8_t)laid;
        memcpy(move->tiles, board->play + board->begin, LEXKIT_RACK);
        if (board->take) board->take(board, move, board->taker);
    }
    board->found++;
}

/* The moves whose last tile is one of the letters `complete`, on the square `at`, at place `slot` of the play. The
 * multiplier and the score across count the square already. */
static void lexkit_put_moves(lexkit_board *board, int at, uint64_t complete, int slot, uint64_t rack, int remaining,
                             int start, int end, int32_t score, int32_t multiplier, int32_t crossed) {
    const lexkit_square *square = board->line + at;
    int32_t open = multiplier * square->letter_multiplier + square->cross_multiplier;
    int laid = board->rack_total - remaining + 1;
    score = score * multiplier + crossed + lexkit_bonus(board, laid, start, end);
    for (uint64_t bits = complete & rack; bits; bits &= bits - 1) {
        int tile = lexkit_lowest(bits);
        board->play[slot] = (uint8_t)tile;
        lexkit_put_move(board, start, end, laid, score + board->values[tile] * open);
    }
    for (uint64_t bits = board->counts[0] ? complete : 0; bits; bits &= bits - 1) {
        board->play[slot] = (uint8_t)(lexkit_lowest(bits) + LEXKIT_BLANK);
        lexkit_put_move(board, start, end, laid, score + board->values[0] * open);
    }
}

/* Lay a tile on the empty square `at`, behind the word's tiles so far, and go on. `node`: behind those tiles, the first
 * of them on `start`; `score`, `multiplier`, `crossed`: of the word so far, of its squares, of the words across. */
static void lexkit_go_right(lexkit_board *board, int at, uint32_t node, uint64_t rack, int remaining, int start,
                            int32_t score, int32_t multiplier, int32_t crossed) {
    const lexkit_lexicon *lex = board->lex;
    const lexkit_square *square = board->line + at;
    const int run = square->run_end, laid = board->rack_total - remaining, slot = board->begin + laid;
    const uint64_t allowed = (board->counts[0] ? lex->mask : rack) & square->cross;
    const uint64_t children = lexkit_children(lex, node);
    multiplier *= square->word_multiplier;
    crossed += square->cross_score;
    if (++board->steps > LEXKIT_MOST_STEPS) return;
    if (!run) {
        uint64_t complete = lexkit_letters(lex, node) & allowed;
        if (complete && (laid || !(board->down && square->cross_multiplier)))
            lexkit_put_moves(board, at, complete, slot, rack, remaining, start, at, score, multiplier, crossed);
        if (remaining == 1) return;
    }
    const uint64_t next = run ? LEXKIT_BIT(square[1].tile) : (board->counts[0] ? lex->mask : rack) & square[1].cross;
    const uint64_t goes_on = run || remaining > 2 || square[1].run_end ? ~(uint64_t)0 : 0;
    for (uint64_t bits = children & allowed; bits; bits &= bits - 1) {
        int tile = lexkit_lowest(bits);
        uint32_t there = lexkit_child(lex, node, children, tile);
        if (!((lexkit_letters(lex, there) | (lexkit_children(lex, there) & goes_on)) & next)) continue;
        for (int place = at + 1; place < run && there; place++)
            there = lexkit_step(lex, there, board->line[place].tile);
        if (!there) continue;
        /* As a letter of the rack, then as a blank. */
        for (int source = tile; source >= 0; source = source ? 0 : -1) {
            if (!board->counts[source]) continue;
            uint64_t rest = --board->counts[source] ? rack : rack & ~LEXKIT_BIT(source);
            int32_t word = score + board->values[source] * square->letter_multiplier;
            int32_t others = crossed + board->values[source] * square->cross_multiplier;
            board->play[slot] = (uint8_t)(source ? tile : tile + LEXKIT_BLANK);
            if (!run) {
                lexkit_go_right(board, at + 1, there, rest, remaining - 1, start, word, multiplier, others);
            } else {
                /* The run of tiles right behind is followed as one step. */
                int last = board->line[run].tile;
                word += square->run_score;
                if (lexkit_letters(lex, there) >> last & 1 && !(laid == 0 && board->down && square->cross_multiplier))
                    lexkit_put_move(board, start, run, laid + 1,
                                    word * multiplier + others + lexkit_bonus(board, laid + 1, start, run));
                if (remaining > 1 && run + 1 < board->length) {
                    uint32_t behind = lexkit_step(lex, there, last);
                    if (behind)
                        lexkit_go_right(board, run + 1, behind, rest, remaining - 1, start, word, multiplier, others);
                }
            }
            board->counts[source]++;
        }
    }
}

/* Lay a tile on the empty square `at`, in front of the anchor or on it, and go on either way. */
static void lexkit_go_left(lexkit_board *board, int at, uint32_t node, uint64_t rack, int remaining, int32_t score,
                           int32_t multiplier, int32_t crossed) {
    const lexkit_lexicon *lex = board->lex;
    const lexkit_square *square = board->line + at, *next = board->line + board->last + 1;
    const int laid = board->rack_total - remaining;
    const uint64_t allowed = board->counts[0] ? lex->mask : rack, children = lexkit_children(lex, node);
    const uint64_t complete = lexkit_letters(lex, node) & square->cross & allowed;
    multiplier *= square->word_multiplier;
    crossed += square->cross_score;
    if (++board->steps > LEXKIT_MOST_STEPS) return;
    board->begin--;
    /* A word of one letter is no play, and a tile that makes words both ways is its row's. */
    if (complete && (laid || !(node == lex->reverse_root || (board->down && square->cross_multiplier))))
        lexkit_put_moves(board, at, complete, board->begin, rack, remaining, at, board->last, score, multiplier,
                         crossed);
    const uint64_t before = remaining > 1 && at > board->limit ? allowed & square[-1].cross : 0;
    const uint64_t behind = remaining > 1 ? allowed & next->cross : 0;
    const uint64_t left = remaining > 2 ? ~(uint64_t)0 : 0, right = remaining > 2 || next->run_end ? ~(uint64_t)0 : 0;
    for (uint64_t bits = before | behind ? children & square->cross & allowed : 0; bits; bits &= bits - 1) {
        int tile = lexkit_lowest(bits);
        uint32_t there = lexkit_child(lex, node, children, tile);
        uint64_t on = lexkit_children(lex, there);
        uint32_t turn = on & 1 ? lexkit_child(lex, there, on, 0) : 0;
        int goes = ((lexkit_letters(lex, there) | (on & left)) & before) != 0;
        int turns = ((lexkit_letters(lex, turn) | (lexkit_children(lex, turn) & right)) & behind) != 0;
        if (!goes && !turns) continue;
        for (int source = tile; source >= 0; source = source ? 0 : -1) {
            if (!board->counts[source]) continue;
            uint64_t rest = --board->counts[source] ? rack : rack & ~LEXKIT_BIT(source);
            int32_t word = score + board->values[source] * square->letter_multiplier;
            int32_t others = crossed + board->values[source] * square->cross_multiplier;
            board->play[board->begin] = (uint8_t)(source ? tile : tile + LEXKIT_BLANK);
            if (goes) lexkit_go_left(board, at - 1, there, rest, remaining - 1, word, multiplier, others);
            if (turns) lexkit_go_right(board, board->last + 1, turn, rest, remaining - 1, at, word, multiplier, others);
            board->counts[source]++;
        }
    }
    board->begin++;
}

/* The plays of an anchor: a run of tiles, reached from the left or the right, or an empty square. */
static void lexkit_at_anchor(lexkit_board *board, int first, int last, uint64_t rack) {
    const lexkit_lexicon *lex = board->lex;
    const lexkit_square *square = board->line + first;
    const int total = board->rack_total;
    board->last = last;
    board->begin = LEXKIT_RACK + 1;
    if (!square->tile) {
        lexkit_go_left(board, first, lex->reverse_root, rack, total, 0, 1, 0);
    } else if (square->run_node) {
        uint32_t behind = lexkit_step(lex, square->run_node, 0);
        if (first > board->limit)
            lexkit_go_left(board, first - 1, square->run_node, rack, total, square->run_score, 1, 0);
        if (behind && last + 1 < board->length)
            lexkit_go_right(board, last + 1, behind, rack, total, first, square->run_score, 1, 0);
    }
}

/* All moves of a rack, which may have more tiles than one of the board's rules. */
static int64_t lexkit_find_moves(lexkit_board *board, const uint8_t *rack, int32_t count, lexkit_move *moves,
                                 int64_t room) {
    uint64_t held = 0;
    if (!board || count > LEXKIT_RACK || room < 0 || (room && !moves) ||
        !lexkit_count_rack(board->lex, rack, count, board->counts))
        return LEXKIT_ARGUMENT;
    for (int tile = 1; tile < 64; tile++) held |= board->counts[tile] ? LEXKIT_BIT(tile) : 0;
    board->rack_total = count;
    board->moves = moves;
    board->room = room;
    board->found = board->steps = 0;
    memset(board->play, 0, sizeof board->play);
    if (count == 0) return 0;
    for (board->down = 0; board->down < (board->tiles_down || !board->symmetric ? 2 : 1); board->down++)
        for (board->number = 0; board->number < board->size[board->down]; board->number++) {
            const lexkit_square *line = board->line = board->lines[board->down][board->number];
            board->length = board->size[1 - board->down];
            board->limit = 0;
            for (int at = 0; at < board->length; at++) {
                const int index =
                    board->down ? at * board->size[1] + board->number : board->number * board->size[1] + at;
                if (line[at].tile) {
                    lexkit_at_anchor(board, at, line[at].run_end, held);
                    at = line[at].run_end + 1; /* the square behind the run is its own */
                    board->limit = at + 1;
                } else if (board->tiles_down ? line[at].cross_multiplier && !line[at + 1].tile
                                             : index == board->start) {
                    lexkit_at_anchor(board, at, at, held);
                    board->limit = at + 1;
                }
            }
        }
    return board->steps > LEXKIT_MOST_STEPS ? (int64_t)LEXKIT_TOO_MUCH : board->found;
}

int64_t lexkit_moves(lexkit_board *board, const uint8_t *rack, int32_t count, lexkit_move *moves, int64_t room) {
    if (!board || count > board->scoring.rack_size) return LEXKIT_ARGUMENT;
    return lexkit_find_moves(board, rack, count, moves, room);
}

/* The name of a square is 8D, or D8 for a move downwards. Columns are A to Z, then AA to AF. */
int32_t lexkit_move_text(const lexkit_board *board, const lexkit_move *move, char *text, int32_t room) {
    char row[4], column[4], square[8];
    if (!board || !move || room < 1 || move->row >= board->size[0] || move->column >= board->size[1])
        return LEXKIT_ARGUMENT;
    snprintf(row, sizeof row, "%d", (move->row + 1) % 100);
    snprintf(column, sizeof column, move->column < 26 ? "%c" : "A%c", 'A' + move->column % 26);
    snprintf(square, sizeof square, "%s%s ", move->down ? column : row, move->down ? row : column);
    text[0] = 0;
    int32_t length = lexkit_append(text, room, 0, square), laid = 0;
    for (int at = 0; at < move->length && length >= 0; at++) {
        int32_t place = move->row + (move->down ? at : 0), other = move->column + (move->down ? 0 : at);
        if (place >= board->size[0] || other >= board->size[1]) return LEXKIT_ARGUMENT;
        if (board->lines[0][place][other].tile) {
            length = lexkit_append(text, room, length, ".");
        } else {
            int tile = laid < LEXKIT_RACK && laid < move->laid ? move->tiles[laid++] : 0, letter = tile % LEXKIT_BLANK;
            if (letter < 1 || letter > board->lex->letters) return LEXKIT_ARGUMENT;
            length = lexkit_append_tile(board->lex, letter, tile >= LEXKIT_BLANK, 1, text, room, length);
        }
    }
    return length;
}

#endif /* LEXKIT_IMPLEMENTATION */
