/* gaddag.h: lexkit's word lists in C. One header, C99, nothing else; also C++.
 *
 * It opens a .gaddag file (formats/SPEC.md describes the bytes), proves that every walk of it is safe, and answers:
 * is this a word, which words begin, end, contain or fit, which words do these tiles make, which letters fit on a
 * square, and what are all the moves of a rack on a board, with their scores.
 *
 * In one C file of your program write
 *
 *     #define LEXKIT_IMPLEMENTATION
 *     #include "gaddag.h"
 *
 * and include the header alone everywhere else; or build the shared library (see the Makefile) and load that.
 *
 * Promises: a file that breaks a rule of SPEC.md is refused by name and place, and no file, whoever wrote it, makes a
 * call read outside of it or run for ever. Opening and lexkit_board_new allocate; nothing else does. A lexicon may be
 * asked by many threads at once; a board belongs to one at a time. What needs tables of Unicode is left to the caller:
 * text is UTF-8 in normal form C, and small letters that a file leaves out are known for Latin, Greek, Cyrillic and
 * Armenian. The texts and numbers of columns are not read.
 *
 * Tiles are numbers: 1 and up in the alphabet's order. On a rack and in a pattern 0 is a blank; on a board 0 is an
 * empty square, and 128 is added to a letter that a blank stands for. Functions return a number, or one of the errors
 * below, all of which are negative.
 */
#ifndef LEXKIT_GADDAG_H
#define LEXKIT_GADDAG_H

#include <stdint.h>

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
    LEXKIT_TOO_MUCH = -9       /* a position of more than 2^27 steps */
};

enum {
    LEXKIT_LONGEST = 63, /* tiles of the longest word */
    LEXKIT_SIDE = 32,    /* squares of the longest row or column */
    LEXKIT_RACK = 15,    /* tiles of the largest rack */
    LEXKIT_ANY = 0,      /* in a pattern: one letter, "?" */
    LEXKIT_MANY = 255,   /* in a pattern: any letters, "*" */
    LEXKIT_BLANK = 128   /* added to a letter on the board that a blank stands for */
};

/* What lexkit_read takes besides letters. */
enum { LEXKIT_WORD_TEXT = 0, LEXKIT_RACK_TEXT = 1, LEXKIT_PATTERN_TEXT = 2 };

typedef struct lexkit_lexicon lexkit_lexicon;
typedef struct lexkit_board lexkit_board;

/* Why a file was refused: the rule ("N6"), its place (a byte, a row or a word of the node array), and both as text. */
typedef struct lexkit_error {
    char rule[4];
    char text[124];
    uint64_t place;
} lexkit_error;

/* A play: the squares of its main word from (row, column) on, and the tiles laid on those that were empty, in order. */
typedef struct lexkit_move {
    int32_t score;
    uint8_t row, column, down, length, laid;
    uint8_t tiles[LEXKIT_RACK];
} lexkit_move;

/* The standard board, for lexkit_board_new. A row of glyphs each: . plain, ' " ^ double, triple, quadruple letter,
 * - = ~ double, triple, quadruple word, # a brick. */
#define LEXKIT_STANDARD \
    "=..'...=...'..=/.-...\"...\"...-./..-...'.'...-../'..-...'...-..'/....-.....-..../.\"...\"...\"...\"./" \
    "..'...'.'...'../=..'...-...'..=/..'...'.'...'../.\"...\"...\"...\"./....-.....-..../'..-...'...-..'/" \
    "..-...'.'...-../.-...\"...\"...-./=..'...=...'..="

/* -- Opening. `error` may be NULL. The bytes of lexkit_open_memory stay the caller's; they begin at a multiple of 4. */
LEXKIT_API int32_t lexkit_open(const char *path, lexkit_lexicon **lexicon, lexkit_error *error);
LEXKIT_API int32_t lexkit_open_memory(const void *bytes, uint64_t size, lexkit_lexicon **lexicon, lexkit_error *error);
LEXKIT_API void lexkit_close(lexkit_lexicon *lexicon);

/* -- The alphabet. Tile 0 is the blank. lexkit_label gives NULL for a tile that is not there. */
LEXKIT_API int64_t lexkit_word_count(const lexkit_lexicon *lexicon);
LEXKIT_API int32_t lexkit_letter_count(const lexkit_lexicon *lexicon);
LEXKIT_API const char *lexkit_label(const lexkit_lexicon *lexicon, int32_t tile);
LEXKIT_API int32_t lexkit_points(const lexkit_lexicon *lexicon, int32_t tile);
LEXKIT_API int32_t lexkit_tile_count(const lexkit_lexicon *lexicon, int32_t tile);

/* Text to tiles and back. Both give the number of tiles or of bytes; `text` then ends with a zero byte. */
LEXKIT_API int32_t lexkit_read(const lexkit_lexicon *lexicon, const char *text, int32_t kind, uint8_t *tiles,
                               int32_t room);
LEXKIT_API int32_t lexkit_write(const lexkit_lexicon *lexicon, const uint8_t *tiles, int32_t count, char *text,
                                int32_t room);

/* -- Words and ranks. A rank is the place of a word in the sorted list, from 0. */
LEXKIT_API int32_t lexkit_contains(const lexkit_lexicon *lexicon, const uint8_t *tiles, int32_t count);
LEXKIT_API int64_t lexkit_rank(const lexkit_lexicon *lexicon, const uint8_t *tiles, int32_t count);
LEXKIT_API int32_t lexkit_word(const lexkit_lexicon *lexicon, int64_t rank, uint8_t *tiles); /* room for 63 */
/* The number of words with this prefix; the first of them has rank `first`, and the others follow. */
LEXKIT_API int64_t lexkit_prefix(const lexkit_lexicon *lexicon, const uint8_t *tiles, int32_t count, int64_t *first);

/* -- Sets of words: a bit for each rank, the lowest first, in (lexkit_word_count + 63) / 64 numbers of 64 bits, which
 * the caller has set to zero, or to words found before. The functions set the bits of the words they find, and give
 * the number of bits that were not set yet. Of a suffix or substring the set may be NULL, if its number is enough: that
 * is five times faster. */
LEXKIT_API int64_t lexkit_suffix(const lexkit_lexicon *lexicon, const uint8_t *tiles, int32_t count, uint64_t *set);
LEXKIT_API int64_t lexkit_substring(const lexkit_lexicon *lexicon, const uint8_t *tiles, int32_t count, uint64_t *set);
LEXKIT_API int64_t lexkit_pattern(const lexkit_lexicon *lexicon, const uint8_t *tiles, int32_t count, uint64_t *set);
/* The words of at least `shortest` tiles that the tiles of a rack make. */
LEXKIT_API int64_t lexkit_anagrams(const lexkit_lexicon *lexicon, const uint8_t *rack, int32_t count, int32_t shortest,
                                   uint64_t *set);
/* The first rank of a set that is not below `from`, or LEXKIT_ABSENT. */
LEXKIT_API int64_t lexkit_next(const lexkit_lexicon *lexicon, const uint64_t *set, int64_t from);

/* The letters that make a word between these tiles: bit t for tile t. */
LEXKIT_API int32_t lexkit_cross_set(const lexkit_lexicon *lexicon, const uint8_t *before, int32_t before_count,
                                    const uint8_t *after, int32_t after_count, uint64_t *letters);

/* -- Boards. `layout`: rows of glyphs with / between them, NULL for the standard board; `start`: row * columns + column of the start square, or -1
 * for the middle; `rack_size` tiles played at once earn `bingo` points. The board refers to the lexicon. */
LEXKIT_API int32_t lexkit_board_new(const lexkit_lexicon *lexicon, const char *layout, int32_t start, int32_t rack_size,
                                    int32_t bingo, lexkit_board **board);
LEXKIT_API void lexkit_board_free(lexkit_board *board);
/* All squares, row by row; or the rows of a CGP text, such as "15/15/5CaRE6/...", in which small letters are blanks. */
LEXKIT_API int32_t lexkit_board_set(lexkit_board *board, const uint8_t *tiles, int32_t count);
LEXKIT_API int32_t lexkit_board_read(lexkit_board *board, const char *rows);
/* The number of legal moves of a rack; as many as there is room for are written. */
LEXKIT_API int64_t lexkit_moves(lexkit_board *board, const uint8_t *rack, int32_t count, lexkit_move *moves,
                                int64_t room);
/* A move as text: "8D .IFE", with a dot for each tile that lay there, small letters for blanks, and brackets around
 * labels of several letters. */
LEXKIT_API int32_t lexkit_move_text(const lexkit_board *board, const lexkit_move *move, char *text, int32_t room);

#ifdef __cplusplus
}
#endif
#endif /* LEXKIT_GADDAG_H */

#ifdef LEXKIT_IMPLEMENTATION
#undef LEXKIT_IMPLEMENTATION

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

/* -- Bits and bytes ----------------------------------------------------------------------------------------------- */

#define LEXKIT_BIT(tile) ((uint64_t)1 << (tile))
/* The bits below a tile's. */
#define LEXKIT_BELOW(tile) (LEXKIT_BIT(tile) - 1)

#if defined(__GNUC__) || defined(__clang__)
#define lexkit_popcount(bits) __builtin_popcountll(bits)
#define lexkit_lowest(bits) __builtin_ctzll(bits)
#else
static int lexkit_popcount(uint64_t bits) {
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    return (int)(((bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F)) * UINT64_C(0x0101010101010101) >> 56);
}

static int lexkit_lowest(uint64_t bits) { return lexkit_popcount((bits & (0 - bits)) - 1); }
#endif

static uint32_t lexkit_u32(const uint8_t *at) {
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static uint64_t lexkit_u64(const uint8_t *at) { return (uint64_t)lexkit_u32(at) | (uint64_t)lexkit_u32(at + 4) << 32; }

static int lexkit_zeros(const uint8_t *from, const uint8_t *to) {
    for (; from < to; from++)
        if (*from) return 0;
    return 1;
}

static uint64_t lexkit_align(uint64_t offset, uint64_t to) { return (offset + to - 1) / to * to; }

/* -- What is known of an open file -------------------------------------------------------------------------------- */

/* 63 tiles: a label, a small form, two of mixed case, 16 aliases and their small forms each. */
enum { LEXKIT_SPELLINGS = 63 * 36, LEXKIT_SPELLING_BYTES = 8 * 4 };

typedef struct lexkit_spelling {
    uint8_t length, tile, small; /* small: the small form of a tile, not its label */
    char text[LEXKIT_SPELLING_BYTES + 1];
} lexkit_spelling;

struct lexkit_lexicon {
    const uint8_t *bytes;
    uint64_t size;
    int owned; /* 0: the caller's bytes, 1: mapped, 2: read into memory */
    const uint32_t *nodes;
    uint64_t byte_end, half_end, forward_end;
    uint32_t forward_root, reverse_root;
    uint64_t word_count;
    uint64_t mask; /* of all letters */
    int wide;      /* words of a set: 1 or 2 */
    int letters;
    int32_t points[64], counts[64];
    const char *labels[64];
    int spelling_count;
    lexkit_spelling spellings[LEXKIT_SPELLINGS];
};

/* -- Nodes: SPEC.md, section 4 ------------------------------------------------------------------------------------- */

static uint64_t lexkit_letters_of(const lexkit_lexicon *lexicon, uint32_t node) {
    const uint32_t *at = lexicon->nodes + node;
    return lexicon->wide == 1 ? at[0] : (uint64_t)at[0] | (uint64_t)at[1] << 32;
}

static uint64_t lexkit_children_of(const lexkit_lexicon *lexicon, uint32_t node) {
    const uint32_t *at = lexicon->nodes + node + lexicon->wide;
    return lexicon->wide == 1 ? at[0] : (uint64_t)at[0] | (uint64_t)at[1] << 32;
}

/* The child for a tile that the node's child set has. */
static uint32_t lexkit_child(const lexkit_lexicon *lexicon, uint32_t node, uint64_t children, int tile) {
    return lexicon->nodes[node + (uint32_t)(2 * lexicon->wide + lexkit_popcount(children & LEXKIT_BELOW(tile)))];
}

/* The child for any tile, or 0, the empty node. */
static uint32_t lexkit_step(const lexkit_lexicon *lexicon, uint32_t node, int tile) {
    uint64_t children = lexkit_children_of(lexicon, node);
    return children >> tile & 1 ? lexkit_child(lexicon, node, children, tile) : 0;
}

/* The words below the first k children of a forward node that has more than k. */
static uint64_t lexkit_count_before(const lexkit_lexicon *lexicon, uint32_t node, int children, int k) {
    const uint32_t *counts = lexicon->nodes + node + 2 * lexicon->wide + children;
    if (k == 0) return 0;
    if (node < lexicon->byte_end) return counts[(k - 1) / 4] >> (k - 1) % 4 * 8 & 0xFF;
    if (node < lexicon->half_end) return counts[(k - 1) / 2] >> (k - 1) % 2 * 16 & 0xFFFF;
    return counts[k - 1];
}

static uint64_t lexkit_words_below(const lexkit_lexicon *lexicon, uint32_t node) {
    uint64_t below = 0;
    for (;;) {
        uint64_t children = lexkit_children_of(lexicon, node);
        int number = lexkit_popcount(children);
        below += (uint64_t)lexkit_popcount(lexkit_letters_of(lexicon, node));
        if (number == 0) return below;
        below += lexkit_count_before(lexicon, node, number, number - 1);
        node = lexicon->nodes[node + (uint32_t)(2 * lexicon->wide + number - 1)];
    }
}

/* Go from a forward node to its child for a tile of its child set; *rank goes from the first word below the one to the
 * first below the other. */
static uint32_t lexkit_descend(const lexkit_lexicon *lexicon, uint32_t node, uint64_t children, int tile,
                               uint64_t *rank) {
    int k = lexkit_popcount(children & LEXKIT_BELOW(tile));
    *rank += (uint64_t)lexkit_popcount(lexkit_letters_of(lexicon, node) & (LEXKIT_BELOW(tile) | LEXKIT_BIT(tile))) +
             lexkit_count_before(lexicon, node, lexkit_popcount(children), k);
    return lexicon->nodes[node + (uint32_t)(2 * lexicon->wide + k)];
}

/* The rank of the word that a letter of a forward node's letter set completes. */
static uint64_t lexkit_rank_of_letter(const lexkit_lexicon *lexicon, uint32_t node, int tile, uint64_t rank) {
    uint64_t children = lexkit_children_of(lexicon, node), letters = lexkit_letters_of(lexicon, node);
    int number = lexkit_popcount(children), k = lexkit_popcount(children & LEXKIT_BELOW(tile));
    rank += (uint64_t)lexkit_popcount(letters & LEXKIT_BELOW(tile));
    if (k < number) return rank + lexkit_count_before(lexicon, node, number, k);
    return rank + lexkit_words_below(lexicon, node) - (uint64_t)lexkit_popcount(letters);
}

/* The forward node behind these tiles, or 0; *rank: of the first word below it. */
static uint32_t lexkit_walk(const lexkit_lexicon *lexicon, const uint8_t *tiles, int count, uint64_t *rank) {
    uint32_t node = lexicon->forward_root;
    int at;
    *rank = 0;
    for (at = 0; at < count && node; at++) {
        uint64_t children = lexkit_children_of(lexicon, node);
        node = children >> tiles[at] & 1 ? lexkit_descend(lexicon, node, children, tiles[at], rank) : 0;
    }
    return node;
}

/* What reads a section gives NULL, or the rule that it breaks, such as "N6: an arc points to a lower index", and puts
 * the place there in *place; "" means that there is no memory. */

/* -- JSON: a text to a flat list of values, for SPEC.md's rules J1 to J4 ------------------------------------------- */

enum { LEXKIT_MAX_JSON = 1 << 20, LEXKIT_JSON_DEPTH = 900 };

/* kind: one of { [ " i (integer) n (other number) t f 0 (null). Objects have keys and values in turn. */
typedef struct lexkit_value {
    char kind;
    uint32_t length; /* of a text, or of a number as it is written */
    const char *text;
    uint32_t next; /* the value behind this one and all inside of it */
} lexkit_value;

typedef struct lexkit_key {
    uint32_t object, length, value;
    const char *text;
} lexkit_key;

typedef struct lexkit_json {
    char *text; /* a copy, in which escapes are undone in place */
    uint32_t size, at;
    lexkit_value *values;
    uint32_t count;
    lexkit_key *keys;
    uint32_t key_count;
} lexkit_json;

/* By object, then as texts. */
static int lexkit_compare_keys(const void *left, const void *right) {
    const lexkit_key *one = (const lexkit_key *)left, *other = (const lexkit_key *)right;
    int order;
    if (one->object != other->object) return one->object < other->object ? -1 : 1;
    order = memcmp(one->text, other->text, one->length < other->length ? one->length : other->length);
    return order ? order : one->length < other->length ? -1 : one->length > other->length;
}

/* The length of the UTF-8 broken point at `text`, of which `left` bytes are there, or 0 if it is none. */
static int lexkit_code_point(const uint8_t *text, uint64_t left, uint32_t *point) {
    static const uint32_t least[5] = {0, 0, 0x80, 0x800, 0x10000};
    int length = text[0] < 0x80 ? 1 : text[0] >= 0xC2 && text[0] < 0xE0 ? 2 : text[0] >= 0xE0 && text[0] < 0xF0 ? 3 : 4;
    int at;
    if (length == 4 && (text[0] < 0xF0 || text[0] > 0xF4)) return 0;
    if ((uint64_t)length > left) return 0;
    *point = length == 1 ? text[0] : (uint32_t)text[0] & (0x7Fu >> length);
    for (at = 1; at < length; at++) {
        if ((text[at] & 0xC0) != 0x80) return 0;
        *point = *point << 6 | (text[at] & 0x3Fu);
    }
    return *point < least[length] || *point > 0x10FFFF || (*point >= 0xD800 && *point < 0xE000) ? 0 : length;
}

static uint32_t lexkit_encode(uint32_t point, char *text) {
    static const uint8_t begins[4] = {0, 0xC0, 0xE0, 0xF0};
    uint32_t more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3, at;
    for (at = more; at > 0; at--, point >>= 6) text[at] = (char)(0x80 | (point & 0x3F));
    text[0] = (char)(begins[more] | point);
    return more + 1;
}

static int lexkit_peek(const lexkit_json *json) {
    return json->at < json->size ? (int)(uint8_t)json->text[json->at] : -1;
}

static void lexkit_skip_blanks(lexkit_json *json) {
    int next;
    while ((next = lexkit_peek(json)) == ' ' || next == '\t' || next == '\n' || next == '\r') json->at++;
}

/* Four hexadecimal digits, or -1. */
static int32_t lexkit_hexadecimal(lexkit_json *json) {
    static const char digits[] = "0123456789abcdefABCDEF";
    int32_t value = 0;
    uint32_t end = json->at + 4;
    for (; json->at < end; json->at++) {
        const char *found = lexkit_peek(json) > 0 ? strchr(digits, lexkit_peek(json)) : NULL;
        if (!found) return -1;
        value = value << 4 | (int32_t)(found - digits - (found - digits > 15 ? 6 : 0));
    }
    return value;
}

/* The text behind a quotation mark. What an escape means is never longer than the escape, so it goes in its place. */
static int lexkit_parse_text(lexkit_json *json, lexkit_value *value) {
    static const char escapes[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    uint32_t end = ++json->at, point;
    value->text = json->text + end;
    for (;;) {
        int next = lexkit_peek(json);
        if (next < 0x20) return 0;
        if (next == '"') break;
        if (next == '\\') {
            const char *found;
            json->at++;
            next = lexkit_peek(json);
            json->at++;
            if (next == 'u') {
                int32_t low, high = lexkit_hexadecimal(json);
                if (high < 0) return 0;
                point = (uint32_t)high;
                if (high >= 0xD800 && high < 0xDC00 && json->at + 6 <= json->size && json->text[json->at] == '\\' &&
                    json->text[json->at + 1] == 'u') {
                    uint32_t back = json->at;
                    json->at += 2;
                    low = lexkit_hexadecimal(json);
                    if (low >= 0xDC00 && low < 0xE000)
                        point = 0x10000 + ((uint32_t)(high - 0xD800) << 10) + (uint32_t)(low - 0xDC00);
                    else
                        json->at = back;
                }
                end += lexkit_encode(point, json->text + end);
            } else if (next > 0 && (found = strchr(escapes, next)) != NULL) {
                json->text[end++] = meant[found - escapes];
            } else {
                return 0;
            }
        } else {
            int length = lexkit_code_point((const uint8_t *)json->text + json->at, json->size - json->at, &point);
            if (!length) return 0;
            memmove(json->text + end, json->text + json->at, (size_t)length);
            json->at += (uint32_t)length;
            end += (uint32_t)length;
        }
    }
    json->at++;
    value->length = (uint32_t)(json->text + end - value->text);
    return 1;
}

static int lexkit_digits(lexkit_json *json) {
    uint32_t first = json->at;
    while (lexkit_peek(json) >= '0' && lexkit_peek(json) <= '9') json->at++;
    return json->at > first;
}

static int lexkit_parse_number(lexkit_json *json, lexkit_value *value) {
    value->kind = 'i';
    value->text = json->text + json->at;
    if (lexkit_peek(json) == '-') json->at++;
    if (lexkit_peek(json) == '0')
        json->at++;
    else if (!lexkit_digits(json))
        return 0;
    if (lexkit_peek(json) == '.') {
        value->kind = 'n';
        json->at++;
        if (!lexkit_digits(json)) return 0;
    }
    if (lexkit_peek(json) == 'e' || lexkit_peek(json) == 'E') {
        value->kind = 'n';
        json->at++;
        if (lexkit_peek(json) == '+' || lexkit_peek(json) == '-') json->at++;
        if (!lexkit_digits(json)) return 0;
    }
    value->length = (uint32_t)(json->text + json->at - value->text);
    return 1;
}

static int lexkit_parse_value(lexkit_json *json, int depth) {
    static const char *const words[3] = {"true", "false", "null"};
    uint32_t number = json->count++;
    lexkit_value *value = json->values + number;
    int next, word;
    lexkit_skip_blanks(json);
    next = lexkit_peek(json);
    value->text = json->text;
    value->length = 0;
    value->kind = (char)next;
    if (next == '"') {
        if (!lexkit_parse_text(json, value)) return 0;
    } else if (next == '{' || next == '[') {
        int close = next == '{' ? '}' : ']';
        if (depth == LEXKIT_JSON_DEPTH) return 0;
        json->at++;
        lexkit_skip_blanks(json);
        if (lexkit_peek(json) == close) {
            json->at++;
        } else {
            do {
                if (next == '{') {
                    lexkit_value *key = json->values + json->count++;
                    lexkit_key *kept = json->keys + json->key_count++;
                    lexkit_skip_blanks(json);
                    if (lexkit_peek(json) != '"' || !lexkit_parse_text(json, key)) return 0;
                    key->kind = '"';
                    key->next = json->count;
                    kept->object = number;
                    kept->value = json->count;
                    kept->text = key->text;
                    kept->length = key->length;
                    lexkit_skip_blanks(json);
                    if (lexkit_peek(json) != ':') return 0;
                    json->at++;
                }
                if (!lexkit_parse_value(json, depth + 1)) return 0;
                lexkit_skip_blanks(json);
            } while (lexkit_peek(json) == ',' && ++json->at);
            if (lexkit_peek(json) != close) return 0;
            json->at++;
        }
    } else if (next == '-' || (next >= '0' && next <= '9')) {
        if (!lexkit_parse_number(json, value)) return 0;
    } else {
        for (word = 0; word < 3; word++) {
            uint32_t length = (uint32_t)strlen(words[word]);
            if (length <= json->size - json->at && memcmp(json->text + json->at, words[word], length) == 0) break;
        }
        if (word == 3) return 0;
        value->kind = word == 2 ? '0' : words[word][0];
        json->at += (uint32_t)strlen(words[word]);
    }
    json->values[number].next = json->count;
    return 1;
}

static void lexkit_forget(lexkit_json *json) {
    free(json->text);
    free(json->values);
    free(json->keys);
}

/* Parse a section's object, rules J1 to J3. On success the caller forgets it later. */
static const char *lexkit_parse(const uint8_t *bytes, uint64_t size, lexkit_json *json, uint64_t *place) {
    uint32_t key;
    memset(json, 0, sizeof *json);
    if (size > LEXKIT_MAX_JSON) return *place = size, "J1: a JSON section of more than 1 MiB";
    json->size = (uint32_t)size;
    /* Each value and each key takes a byte at least. */
    json->text = (char *)malloc((size_t)size + 4);
    json->values = (lexkit_value *)malloc(((size_t)size + 2) * sizeof(lexkit_value));
    json->keys = (lexkit_key *)malloc(((size_t)size / 3 + 2) * sizeof(lexkit_key));
    if (!json->text || !json->values || !json->keys) {
        lexkit_forget(json);
        return "";
    }
    memcpy(json->text, bytes, (size_t)size);
    if (lexkit_parse_value(json, 0)) {
        lexkit_skip_blanks(json);
        if (json->at == json->size) {
            qsort(json->keys, json->key_count, sizeof(lexkit_key), lexkit_compare_keys);
            for (key = 1; key < json->key_count; key++)
                if (lexkit_compare_keys(json->keys + key - 1, json->keys + key) == 0) break;
            if (key >= json->key_count) {
                if (json->values[0].kind == '{') return NULL;
                lexkit_forget(json);
                return "J3: a JSON section that is not an object";
            }
        }
    }
    lexkit_forget(json);
    return *place = json->at, "J2: a section that is not JSON in UTF-8, or has a key twice";
}

static int lexkit_is(const lexkit_json *json, uint32_t value, const char *text) {
    size_t length = strlen(text);
    return json->values[value].length == length && memcmp(json->values[value].text, text, length) == 0;
}

/* The value of a key of an object, or 0, which is never a member's. */
static uint32_t lexkit_member(const lexkit_json *json, uint32_t object, const char *name) {
    uint32_t key = object + 1;
    while (key < json->values[object].next) {
        if (lexkit_is(json, key, name)) return key + 1;
        key = json->values[key + 1].next;
    }
    return 0;
}

/* An integer from 0 to 2^31 - 1, or -1. */
static int32_t lexkit_amount(const lexkit_json *json, uint32_t value) {
    const char *text = json->values[value].text;
    uint32_t at, length = json->values[value].length;
    int64_t amount = 0;
    if (json->values[value].kind != 'i') return -1;
    if (length == 2 && text[0] == '-' && text[1] == '0') return 0;
    for (at = 0; at < length; at++) {
        if (text[at] < '0' || text[at] > '9') return -1;
        amount = amount * 10 + (text[at] - '0');
        if (amount > INT32_MAX) return -1;
    }
    return (int32_t)amount;
}

/* -- The alphabet: rules A1 to A5 ---------------------------------------------------------------------------------- */

/* The small form of a letter, for the scripts named above; Unicode's, or the letter itself. */
static uint32_t lexkit_small(uint32_t c) {
    /* First and last capital, and what to add; 0 where capitals and small letters take turns. */
    static const int32_t ranges[][3] = {
        {0x41, 0x5A, 32},   {0xC0, 0xD6, 32},    {0xD8, 0xDE, 32},        {0x100, 0x12F, 0},  {0x132, 0x137, 0},
        {0x139, 0x148, 0},  {0x14A, 0x177, 0},   {0x178, 0x178, -121},    {0x179, 0x17E, 0},  {0x1CD, 0x1DC, 0},
        {0x1DE, 0x1EF, 0},  {0x1F8, 0x21F, 0},   {0x222, 0x233, 0},       {0x386, 0x386, 38}, {0x388, 0x38A, 37},
        {0x38C, 0x38C, 64}, {0x38E, 0x38F, 63},  {0x391, 0x3A1, 32},      {0x3A3, 0x3AB, 32}, {0x400, 0x40F, 80},
        {0x410, 0x42F, 32}, {0x460, 0x481, 0},   {0x48A, 0x4BF, 0},       {0x4C1, 0x4CE, 0},  {0x4D0, 0x52F, 0},
        {0x531, 0x556, 48}, {0x1E00, 0x1E95, 0}, {0x1E9E, 0x1E9E, -7615}, {0x1EA0, 0x1EFF, 0}};
    size_t at;
    for (at = 0; at < sizeof ranges / sizeof *ranges; at++)
        if ((int32_t)c >= ranges[at][0] && (int32_t)c <= ranges[at][1])
            return (uint32_t)((int32_t)c + (ranges[at][2] ? ranges[at][2] : 1 - ((int32_t)c - ranges[at][0]) % 2));
    return c;
}

static int lexkit_is_control(uint32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0); }

static int lexkit_is_blank(uint32_t c) {
    return c == ' ' || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || (c >= 0x2028 && c <= 0x2029) ||
           c == 0x202F || c == 0x205F || c == 0x3000;
}

/* A text of at most `most` broken points without control characters. */
static int lexkit_is_plain(const char *text, uint32_t length, int most) {
    uint32_t at = 0, point;
    int points = 0;
    while (at < length) {
        int size = lexkit_code_point((const uint8_t *)text + at, length - at, &point);
        if (!size || lexkit_is_control(point) || ++points > most) return 0;
        at += (uint32_t)size;
    }
    return 1;
}

/* Write the small form of a text to `small`, which has room for it: no small form above is longer than its letter
 * by more than a byte. Give its length. */
static uint32_t lexkit_lower(const char *text, uint32_t length, char *small) {
    uint32_t at = 0, end = 0, point;
    while (at < length) {
        int size = lexkit_code_point((const uint8_t *)text + at, length - at, &point);
        if (!size) return 0;
        at += (uint32_t)size;
        end += lexkit_encode(lexkit_small(point), small + end);
    }
    return end;
}

/* A spelling obeys A3: 1 to 8 broken points, no ?, bracket, blank or control character. */
static int lexkit_is_spelling(const char *text, uint32_t length) {
    uint32_t at = 0, point;
    if (length == 0 || !lexkit_is_plain(text, length, 8)) return 0;
    while (at < length) {
        at += (uint32_t)lexkit_code_point((const uint8_t *)text + at, length - at, &point);
        if (point == '?' || point == '[' || point == ']' || lexkit_is_blank(point)) return 0;
    }
    return 1;
}

static const lexkit_spelling *lexkit_find_spelling(const lexkit_lexicon *lexicon, const char *text, uint32_t length) {
    int at;
    for (at = 0; at < lexicon->spelling_count; at++) {
        const lexkit_spelling *spelling = lexicon->spellings + at;
        if (spelling->length == length && memcmp(spelling->text, text, length) == 0) return spelling;
    }
    return NULL;
}

/* Add a spelling of a tile; give whether it is another tile's. */
static int lexkit_add_spelling(lexkit_lexicon *lexicon, int tile, const char *text, uint32_t length, int small) {
    const lexkit_spelling *known = lexkit_find_spelling(lexicon, text, length);
    lexkit_spelling *spelling;
    if (known) return known->tile != tile;
    if (length == 0 || length > LEXKIT_SPELLING_BYTES) return 0;
    spelling = lexicon->spellings + lexicon->spelling_count++;
    memset(spelling, 0, sizeof *spelling);
    spelling->length = (uint8_t)length;
    spelling->tile = (uint8_t)tile;
    spelling->small = (uint8_t)small;
    memcpy(spelling->text, text, length);
    return 0;
}

/* The spellings of a tile besides its label: small, with one of the two cases behind the first letter, aliases. */
static const char *lexkit_spell_tile(lexkit_lexicon *lexicon, int tile, const lexkit_json *json, uint32_t row,
                                     uint64_t *place) {
    uint32_t label = lexkit_member(json, row, "label"), lower = lexkit_member(json, row, "lower");
    uint32_t aliases = lexkit_member(json, row, "aliases"), alias, point;
    const char *text = json->values[label].text;
    uint32_t length = json->values[label].length, small_length;
    /* Small letters may take a byte more than their capitals. */
    char small[LEXKIT_SPELLING_BYTES + 16], mixed[2 * LEXKIT_SPELLING_BYTES + 16];
    if (lower) {
        small_length = json->values[lower].length;
        memcpy(small, json->values[lower].text, small_length);
    } else {
        small_length = lexkit_lower(text, length, small);
    }
    if (lexkit_add_spelling(lexicon, tile, small, small_length, 1))
        return *place = (uint64_t)tile, "A5: a small form is the spelling of another tile";
    for (alias = aliases + 1; aliases && alias < json->values[aliases].next; alias = json->values[alias].next)
        if (lexkit_add_spelling(lexicon, tile, json->values[alias].text, json->values[alias].length, 0))
            return *place = (uint64_t)tile, "A5: an alias is the spelling of another tile";
    if (small_length) {
        uint32_t first = (uint32_t)lexkit_code_point((const uint8_t *)text, length, &point);
        uint32_t other = (uint32_t)lexkit_code_point((const uint8_t *)small, small_length, &point);
        memcpy(mixed, text, first);
        memcpy(mixed + first, small + other, small_length - other);
        lexkit_add_spelling(lexicon, tile, mixed, first + small_length - other, 0);
        memcpy(mixed, small, other);
        memcpy(mixed + other, text + first, length - first);
        lexkit_add_spelling(lexicon, tile, mixed, other + length - first, 1);
    }
    for (alias = aliases + 1; aliases && alias < json->values[aliases].next; alias = json->values[alias].next) {
        small_length = lexkit_lower(json->values[alias].text, json->values[alias].length, small);
        lexkit_add_spelling(lexicon, tile, small, small_length, 1);
    }
    return NULL;
}

/* A member that is left out, or an amount: J4. */
static int lexkit_read_amount(const lexkit_json *json, uint32_t object, const char *name, int32_t *amount) {
    uint32_t value = lexkit_member(json, object, name);
    *amount = value ? lexkit_amount(json, value) : 0;
    return *amount >= 0;
}

static int lexkit_kind_is(const lexkit_json *json, uint32_t value, const char *kinds) {
    return !value || strchr(kinds, json->values[value].kind) != NULL;
}

static const char *lexkit_read_alphabet(lexkit_lexicon *lexicon, const lexkit_json *json, uint64_t *place) {
    static const char *const names[3] = {"name", "title", "language"};
    uint32_t tiles = lexkit_member(json, 0, "tiles"), blank = lexkit_member(json, 0, "blank"), row, alias;
    int at;
    for (at = 0; at < 3; at++) {
        uint32_t value = lexkit_member(json, 0, names[at]);
        if (!lexkit_kind_is(json, value, "\"") || (at == 0 && !value))
            return "J4: the name, title or language of the alphabet is no text";
        if (value && ((at == 0 && json->values[value].length == 0) ||
                      !lexkit_is_plain(json->values[value].text, json->values[value].length, 200)))
            return "A1: the name, title or language of the alphabet";
    }
    if (!tiles || json->values[tiles].kind != '[' || !lexkit_kind_is(json, blank, "{"))
        return "J4: an alphabet has a list of tiles, and an object for the blank";
    if (blank && (!lexkit_read_amount(json, blank, "points", lexicon->points) ||
                  !lexkit_read_amount(json, blank, "count", lexicon->counts)))
        return "J4: count or points of the blank";
    for (row = tiles + 1; row < json->values[tiles].next; row = json->values[row].next) {
        uint32_t label, lower, aliases;
        int tile = lexicon->letters + 1, known = 0;
        if (tile > 63) return "A2: more than 63 tiles";
        if (json->values[row].kind != '{') return *place = (uint64_t)tile, "J4: a tile";
        label = lexkit_member(json, row, "label");
        lower = lexkit_member(json, row, "lower");
        aliases = lexkit_member(json, row, "aliases");
        if (!label || !lexkit_kind_is(json, label, "\"") || !lexkit_kind_is(json, lower, "\"") ||
            !lexkit_kind_is(json, aliases, "[") || !lexkit_kind_is(json, lexkit_member(json, row, "vowel"), "tf") ||
            !lexkit_read_amount(json, row, "points", lexicon->points + tile) ||
            !lexkit_read_amount(json, row, "count", lexicon->counts + tile))
            return *place = (uint64_t)tile, "J4: the values of a tile";
        if (!lexkit_is_spelling(json->values[label].text, json->values[label].length) ||
            (lower && !lexkit_is_spelling(json->values[lower].text, json->values[lower].length)))
            return *place = (uint64_t)tile, "A3: a label or a small form";
        for (alias = aliases + 1; aliases && alias < json->values[aliases].next; alias = json->values[alias].next) {
            if (json->values[alias].kind != '"') return *place = (uint64_t)tile, "J4: an alias";
            if (++known > 16) return *place = (uint64_t)tile, "A2: more than 16 aliases";
            if (!lexkit_is_spelling(json->values[alias].text, json->values[alias].length))
                return *place = (uint64_t)tile, "A3: an alias";
        }
        if (lexkit_find_spelling(lexicon, json->values[label].text, json->values[label].length))
            return *place = (uint64_t)tile, "A4: two tiles have one label";
        lexkit_add_spelling(lexicon, tile, json->values[label].text, json->values[label].length, 0);
        lexicon->letters = tile;
    }
    /* Labels first, so that no other spelling takes one. */
    for (at = 0; at < lexicon->letters; at++) lexicon->labels[at + 1] = lexicon->spellings[at].text;
    lexicon->labels[0] = "?";
    for (row = tiles + 1, at = 1; row < json->values[tiles].next; row = json->values[row].next, at++) {
        const char *broken = lexkit_spell_tile(lexicon, at, json, row, place);
        if (broken) return broken;
    }
    lexicon->mask = LEXKIT_BELOW(lexicon->letters) * 2;
    lexicon->wide = lexicon->letters <= 31 ? 1 : 2;
    return NULL;
}

/* -- The proof of a node array: rules G1 to N12, in one pass ------------------------------------------------------- */

typedef struct lexkit_graph {
    const uint32_t *words;
    uint64_t word_count, size, forward_root, reverse_root, byte_end, half_end, forward_end, nodes, arcs;
} lexkit_graph;

/* Heights: a byte for two words of the array, since at most one node begins there: (height + 1) * 2 + which of the
 * two. Totals: the words below a forward node, for two words as well. */
typedef struct lexkit_proof {
    uint8_t *heights;
    uint32_t *totals;
} lexkit_proof;

static int lexkit_is_node(const lexkit_proof *proof, uint64_t at) {
    return proof->heights[at >> 1] != 0 && ((proof->heights[at >> 1] ^ at) & 1) == 0;
}

static const char *lexkit_prove_nodes(const lexkit_lexicon *lexicon, const lexkit_graph *graph, lexkit_proof *proof,
                                      uint64_t *place) {
    const uint32_t *words = graph->words;
    const uint64_t wide = (uint64_t)lexicon->wide, letters = lexicon->mask;
    uint64_t at = 0, nodes = 0, arcs = 0;
    int ends = 0;
    while (at < graph->size) {
        int counted = at < graph->forward_end;
        uint64_t allowed = counted ? letters : letters | 1, letter_set, child_set, end, counts, below = 0;
        uint64_t most = at < graph->byte_end ? 0xFF : at < graph->half_end ? 0xFFFF : 0xFFFFFFFF;
        int bits = at < graph->byte_end ? 8 : at < graph->half_end ? 16 : 32, per_word = 32 / bits;
        int children, height = 0, k;
        *place = at;
        ends |= (at == graph->byte_end) | (at == graph->half_end) << 1 | (at == graph->forward_end) << 2;
        if (at + 2 * wide > graph->size) return "N2: a node lies wholly inside the node array";
        letter_set = words[at];
        child_set = words[at + wide];
        if (wide == 2) {
            letter_set |= (uint64_t)words[at + 1] << 32;
            child_set |= (uint64_t)words[at + 3] << 32;
        }
        if (at == 0 && (letter_set | child_set)) return "N1: word 0 holds the empty node";
        if (letter_set & ~letters) return "N3: a letter set holds letters of the alphabet only";
        if (child_set & ~allowed) return "N4: a child set holds letters, and the separator in the reverse part only";
        if (at && !(letter_set | child_set)) return "N5: only node 0 is empty";
        children = lexkit_popcount(child_set);
        counts = end = at + 2 * wide + (uint64_t)children;
        if (counted && children > 1) end += (uint64_t)((children - 2 + per_word) / per_word);
        if (end > graph->size) return "N2: a node lies wholly inside the node array";
        for (k = 0; k < children; k++) {
            uint64_t child = words[at + 2 * wide + (uint64_t)k];
            int level;
            *place = at + 2 * wide + (uint64_t)k;
            if (counted && k > 0 &&
                (words[counts + (uint64_t)((k - 1) / per_word)] >> (k - 1) % per_word * bits & most) != below) {
                *place = counts + (uint64_t)((k - 1) / per_word);
                return "N10: counts equal the words below";
            }
            if (child >= at) return "N6: an arc points to a lower index";
            if (!lexkit_is_node(proof, child)) return "N7: an arc points to the start of a node that is not empty";
            if (k == 0 && child_set & 1 && child >= graph->forward_end)
                return "N8: the separator's arc points into the forward part";
            level = proof->heights[child >> 1] >> 1;
            if (level > height) height = level;
            if (counted) below += proof->totals[child >> 1];
        }
        *place = at;
        if (height > (counted ? 62 : 63)) return "N9: no path is longer than the longest word";
        if (counted) {
            below += (uint64_t)lexkit_popcount(letter_set);
            if (below > most) return "N11: a count fits its width, and padding is zero";
            k = (children - 1) % per_word;
            if (children > 1 && k && words[end - 1] >> k * bits) {
                *place = end - 1;
                return "N11: a count fits its width, and padding is zero";
            }
            proof->totals[at >> 1] = (uint32_t)below;
        }
        /* No arc may lead to node 0, so it counts as none until all are seen. */
        if (at) proof->heights[at >> 1] = (uint8_t)((height + 1) << 1 | (int)(at & 1));
        nodes++;
        arcs += (uint64_t)children;
        at = end;
    }
    *place = at;
    ends |= (at == graph->byte_end) | (at == graph->half_end) << 1 | (at == graph->forward_end) << 2;
    if (graph->size == 0) return "N1: word 0 holds the empty node";
    if (ends != 7) return "N12: the parts of the array end where a node ends";
    proof->heights[0] = 2;
    if (graph->forward_root >= graph->forward_end || !lexkit_is_node(proof, graph->forward_root) ||
        graph->reverse_root >= graph->size || !lexkit_is_node(proof, graph->reverse_root))
        return "G5: a root is not the start of a node";
    if (proof->totals[graph->forward_root >> 1] != graph->word_count)
        return "G6: the word count is not the number of words below the forward root";
    if (graph->nodes != nodes || graph->arcs != arcs) return "G7: the numbers of nodes and arcs";
    return NULL;
}

static const char *lexkit_read_graph(const lexkit_lexicon *lexicon, const uint8_t *section, uint64_t size,
                                     lexkit_graph *graph, uint64_t *place) {
    lexkit_proof proof;
    const char *broken;
    if (size < 128 || !lexkit_zeros(section + 80, section + 128)) return "G1: the head of an automaton";
    graph->word_count = lexkit_u64(section + 8);
    graph->size = lexkit_u64(section + 16);
    graph->forward_root = lexkit_u64(section + 24);
    graph->reverse_root = lexkit_u64(section + 32);
    graph->byte_end = lexkit_u64(section + 40);
    graph->half_end = lexkit_u64(section + 48);
    graph->forward_end = lexkit_u64(section + 56);
    graph->nodes = lexkit_u64(section + 64);
    graph->arcs = lexkit_u64(section + 72);
    if (graph->size != (size - 128) / 4 || size % 4) return *place = size, "G2: the size of an array";
    if (lexkit_u32(section) != (uint32_t)lexicon->wide || lexkit_u32(section + 4) != (uint32_t)lexicon->letters)
        return "G3: letters and width of an automaton";
    if (graph->byte_end > graph->half_end || graph->half_end > graph->forward_end || graph->forward_end > graph->size)
        return "G4: the parts of an array";
    graph->words = (const uint32_t *)(const void *)(section + 128);
    proof.heights = (uint8_t *)calloc((size_t)graph->size / 2 + 1, 1);
    proof.totals = (uint32_t *)calloc((size_t)graph->forward_end / 2 + 1, 4);
    broken = proof.heights && proof.totals ? lexkit_prove_nodes(lexicon, graph, &proof, place) : "";
    free(proof.heights);
    free(proof.totals);
    if (!broken) *place = 0;
    return broken;
}

/* -- Optional sections, which are proved and not used: rules E, F, C, M, L ----------------------------------------- */

static int lexkit_bits_for(uint64_t number) {
    int bits = 0;
    for (; number; number >>= 1) bits++;
    return bits;
}

static uint64_t lexkit_arc(const uint8_t *arcs, uint64_t size, uint64_t index) {
    return size == 4 ? lexkit_u32(arcs + 4 * index) : lexkit_u64(arcs + 8 * index);
}

static const char *lexkit_read_expanded(const lexkit_lexicon *lexicon, const uint8_t *section, uint64_t size,
                                        uint64_t *place) {
    uint64_t arc_size, columns, states, sets, state_bits, init, row, column, state_mask, every = 0;
    const uint8_t *arcs;
    uint8_t *marks; /* for each state the arcs of its longest path, and whether a separator leads to it */
    const char *broken = NULL;
    if (size < 64 || !lexkit_zeros(section + 40, section + 64)) return "E1: the head";
    arc_size = lexkit_u32(section);
    columns = lexkit_u32(section + 4);
    states = lexkit_u64(section + 8);
    sets = lexkit_u64(section + 16);
    state_bits = lexkit_u64(section + 24);
    init = lexkit_u64(section + 32);
    if (columns != (uint64_t)lexicon->letters + 1) return "E2: columns";
    if (sets == 0) return "E3: no letter set";
    if (state_bits != (uint64_t)lexkit_bits_for(states) ||
        arc_size != (state_bits + (uint64_t)lexkit_bits_for(sets - 1) <= 32 ? 4u : 8u))
        return "E4: state bits and arc size";
    if (sets > size / 8 || states > size / 4 || size - 64 < 8 * sets ||
        size - 64 - 8 * sets != arc_size * columns * (states + 1))
        return "E5: the size of the section";
    for (row = 0; row < sets; row++) {
        uint64_t set = lexkit_u64(section + 64 + 8 * row);
        if (row == 0 ? set != 0 : set <= lexkit_u64(section + 56 + 8 * row))
            return *place = row, "E6: letter sets ascend, the empty one first";
        every |= set;
    }
    if (every & ~lexicon->mask) return "E7: letter sets hold letters only";
    state_mask = ((uint64_t)1 << state_bits) - 1;
    if ((init & state_mask) != states || init >> state_bits >= sets)
        return "E8: INIT leads to the last state, with a letter set that exists";
    arcs = section + 64 + 8 * sets;
    marks = (uint8_t *)calloc((size_t)states + 1, 1);
    if (!marks) return "";
    for (row = 0; row <= states && !broken; row++) {
        int found = 0, longest = 0;
        for (column = 0; column < columns && !broken; column++) {
            uint64_t arc = lexkit_arc(arcs, arc_size, row * columns + column), to = arc & state_mask;
            if (!arc) continue;
            found = 1;
            if (row == 0)
                broken = "E9: row 0 has no arcs";
            else if (arc >> state_bits >= sets)
                broken = "E10: an arc's letter set exists";
            else if (to >= row)
                broken = "E12: an arc leads to a lower state";
            else if (marks[to] + 1 > longest)
                longest = marks[to] + 1;
        }
        if (!broken && row && !found) broken = "E11: every other state has an arc";
        if (!broken && longest > 63) broken = "E13: no path has more than 63 arcs";
        if (broken) break;
        marks[row] = (uint8_t)longest;
    }
    /* From the root down: who is behind a separator has none, and neither have those that follow. */
    for (row = states; row > 0 && !broken; row--) {
        int behind = marks[row] >> 7;
        if (behind && lexkit_arc(arcs, arc_size, row * columns)) broken = "E14: no path has two separators";
        for (column = 0; column < columns && !broken; column++) {
            uint64_t arc = lexkit_arc(arcs, arc_size, row * columns + column);
            if (arc && (behind || column == 0)) marks[arc & state_mask] |= 0x80;
        }
        if (broken) break;
    }
    free(marks);
    if (broken) *place = row;
    return broken;
}

static const char *lexkit_read_alphagrams(const lexkit_lexicon *lexicon, const uint8_t *section, uint64_t size,
                                          uint64_t *place) {
    uint64_t words = lexicon->word_count, bucket, entry, buckets = 1, sum, hash;
    uint64_t weights[64], sums[66], pending[66], rank = 0, low = 1;
    uint32_t trail[66];
    const uint8_t *entries;
    int bits = 0, depth = 0, tile;
    while (2 * buckets < words) buckets *= 2, bits++;
    while (low < words) low *= 2;
    if (size != 4 * (buckets + 1 + words)) return "F1: the size of the section";
    entries = section + 4 * (buckets + 1);
    if (lexkit_u32(section) != 0 || lexkit_u32(section + 4 * buckets) != words)
        return "F2: starts ascend from 0 to the number of words";
    for (bucket = 0; bucket < buckets; bucket++)
        if (lexkit_u32(section + 4 * bucket) > lexkit_u32(section + 4 * (bucket + 1)))
            return *place = bucket, "F2: starts ascend from 0 to the number of words";
    for (bucket = 0; bucket < buckets; bucket++)
        for (entry = (uint64_t)lexkit_u32(section + 4 * bucket) + 1; entry < lexkit_u32(section + 4 * bucket + 4);
             entry++)
            if (lexkit_u32(entries + 4 * entry) <= lexkit_u32(entries + 4 * entry - 4))
                return *place = entry, "F3: entries ascend strictly within a bucket";
    for (tile = 0; tile < 64; tile++) {
        uint64_t z = (uint64_t)tile * UINT64_C(0x9E3779B97F4A7C15);
        z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
        z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
        weights[tile] = z ^ z >> 31;
    }
    trail[0] = lexicon->forward_root;
    sums[0] = 0;
    pending[0] = lexkit_letters_of(lexicon, trail[0]) | lexkit_children_of(lexicon, trail[0]);
    while (depth >= 0) {
        uint32_t node = trail[depth];
        if (!pending[depth]) {
            depth--;
            continue;
        }
        tile = lexkit_lowest(pending[depth]);
        pending[depth] &= pending[depth] - 1;
        sum = sums[depth] + weights[tile];
        if (lexkit_letters_of(lexicon, node) >> tile & 1) {
            /* The entry: 32 bits behind the bucket's, the lowest replaced by the rank. */
            uint64_t first, last;
            bucket = bits ? sum >> (64 - bits) : 0;
            hash = (sum << bits >> 32 & ~(low - 1)) | rank++;
            first = lexkit_u32(section + 4 * bucket);
            last = lexkit_u32(section + 4 * bucket + 4);
            while (first < last) {
                uint64_t middle = (first + last) / 2;
                if (lexkit_u32(entries + 4 * middle) < hash)
                    first = middle + 1;
                else
                    last = middle;
            }
            if (first >= lexkit_u32(section + 4 * bucket + 4) || lexkit_u32(entries + 4 * first) != hash)
                return *place = rank - 1, "F4: a word has no entry in the bucket of its hash";
        }
        if (lexkit_children_of(lexicon, node) >> tile & 1) {
            trail[++depth] = lexkit_step(lexicon, node, tile);
            sums[depth] = sum;
            pending[depth] = lexkit_letters_of(lexicon, trail[depth]) | lexkit_children_of(lexicon, trail[depth]);
        }
    }
    return NULL;
}

/* Cut an array of `size` bytes off a section of columns, at the next multiple of 64 from *end on. */
static const uint8_t *lexkit_cut(const uint8_t *section, uint64_t whole, uint64_t size, uint64_t *end) {
    uint64_t start = lexkit_align(*end, 64);
    const uint8_t *padding = section + *end;
    if (start > whole || size > whole - start || !lexkit_zeros(padding, section + start)) return NULL;
    *end = start + size;
    return section + start;
}

static int lexkit_is_column_name(const char *name, uint32_t length) {
    uint32_t at;
    if (length < 1 || length > 32) return 0;
    for (at = 0; at < length; at++) {
        char c = name[at];
        if (!((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
              (at && ((c >= '0' && c <= '9') || c == '_' || c == '-'))))
            return 0;
    }
    return 1;
}

/* The arrays of one column, whose entry in the directory is `entry`. */
static const char *lexkit_read_column(const lexkit_json *json, uint32_t entry, uint64_t words, const uint8_t *section,
                                      uint64_t size, uint64_t *end, uint64_t *place) {
    uint32_t kind = json->values[entry].kind == '{' ? lexkit_member(json, entry, "kind") : 0;
    uint32_t bits = kind ? lexkit_member(json, entry, "bits") : 0, key, members = 0;
    uint32_t missing = kind ? lexkit_member(json, entry, "missing") : 0;
    const uint8_t *array;
    uint64_t at, number, last = 0;
    for (key = entry + 1; kind && key < json->values[entry].next; key = json->values[key + 1].next) members++;
    if (kind && json->values[kind].kind == '"' && lexkit_is(json, kind, "number") && members == 1) {
        if (!lexkit_cut(section, size, 8 * words, end)) return *place = *end, "C4: an array";
        return NULL;
    }
    if (kind && json->values[kind].kind == '"' && lexkit_is(json, kind, "text") && members == 1) {
        array = lexkit_cut(section, size, 8 * ((words + 127) / 128), end);
        for (at = 0; array && at < (words + 127) / 128; at++) {
            number = lexkit_u64(array + 8 * at);
            if (number <= last || number > size) return *place = at, "C4: the ends of blocks";
            last = number;
        }
        if (!array || !lexkit_cut(section, size, last, end)) return *place = *end, "C4: an array";
        return NULL;
    }
    if (kind && json->values[kind].kind == '"' && lexkit_is(json, kind, "integer") && members == 3 && bits && missing) {
        int32_t width = lexkit_amount(json, bits), marked = 0;
        int64_t absent = lexkit_amount(json, missing);
        if ((width == 8 || width == 16 || width == 32 || width == 64) && absent >= 0 && (uint64_t)absent <= words) {
            if (!lexkit_cut(section, size, (uint64_t)width / 8 * words, end)) return *place = *end, "C4: an array";
            if (absent) {
                array = lexkit_cut(section, size, (words + 7) / 8, end);
                if (!array) return *place = *end, "C4: a bitmap";
                for (at = 0; at < (words + 7) / 8; at++) marked += lexkit_popcount(array[at]);
                if (marked != absent || (words % 8 && array[words / 8] >> words % 8))
                    return "C5: a bitmap has a bit for each word without a value";
            }
            return NULL;
        }
    }
    return "C3: a column's entry in the directory";
}

static const char *lexkit_read_columns(const lexkit_lexicon *lexicon, const uint8_t *section, uint64_t size,
                                       uint64_t *place) {
    lexkit_json json;
    uint32_t key, columns = 0;
    uint64_t end;
    const char *broken;
    if (size < 8 || lexkit_u64(section) > size - 8) return "C1: the size of the directory";
    end = 8 + lexkit_u64(section);
    broken = lexkit_parse(section + 8, end - 8, &json, place);
    if (broken) return broken;
    /* The keys of the directory come first, in order. */
    while (columns < json.key_count && json.keys[columns].object == 0) columns++;
    if (columns < 1 || columns > 64) broken = "C2: the number of columns";
    for (key = 0; key < columns && !broken; key++)
        if (!lexkit_is_column_name(json.keys[key].text, json.keys[key].length)) broken = "C2: the name of a column";
    for (key = 0; key < columns && !broken; key++)
        broken = lexkit_read_column(&json, json.keys[key].value, lexicon->word_count, section, size, &end, place);
    lexkit_forget(&json);
    if (!broken && end != size) *place = end, broken = "C4: the section ends with the last array";
    return broken;
}

/* Whether an edition's values are those of rule M4. */
static int lexkit_is_edition(const lexkit_json *json, uint32_t edition) {
    static const char *const texts[2] = {"title", "source"};
    uint32_t name = lexkit_member(json, edition, "name"), hash = lexkit_member(json, edition, "sha256");
    uint32_t mark = lexkit_member(json, edition, "mark"), at;
    const char *text;
    if (!name || !hash || json->values[name].kind != '"' || json->values[hash].kind != '"') return 0;
    text = json->values[name].text;
    if (json->values[name].length < 1 || json->values[name].length > 40 || json->values[hash].length != 64) return 0;
    for (at = 0; at < json->values[name].length; at++)
        if (text[at] <= 0 || !strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._+-", text[at]) ||
            (at == 0 && strchr("._+-", text[at])))
            return 0;
    for (at = 0, text = json->values[hash].text; at < 64; at++)
        if (!((text[at] >= '0' && text[at] <= '9') || (text[at] >= 'a' && text[at] <= 'f'))) return 0;
    for (at = 0; at < 2; at++) {
        uint32_t value = lexkit_member(json, edition, texts[at]);
        if (value && (json->values[value].kind != '"' ||
                      !lexkit_is_plain(json->values[value].text, json->values[value].length, 300)))
            return 0;
    }
    if (mark &&
        (json->values[mark].kind != '"' || !lexkit_is_plain(json->values[mark].text, json->values[mark].length, 4)))
        return 0;
    for (at = 0; mark && at < json->values[mark].length; at++) {
        char c = json->values[mark].text[at];
        if ((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == ' ') return 0;
    }
    return 1;
}

static const char *lexkit_check_editions(const lexkit_lexicon *lexicon, const lexkit_json *json, const uint8_t *section,
                                         uint64_t size, uint64_t *place) {
    uint32_t list = lexkit_member(json, 0, "editions"), row, other, editions = 0, at;
    uint64_t end = 16 + (uint64_t)lexkit_u32(section), mask_size = lexkit_u32(section + 4), start, word, mask;
    if (!list || json->values[list].kind != '[') return "M3: there is no list of editions";
    for (row = list + 1; row < json->values[list].next; row = json->values[row].next) {
        if (++editions > 64 || json->values[row].kind != '{')
            return *place = editions, "M3: 1 to 64 editions, each an object";
        if (!lexkit_is_edition(json, row)) return *place = editions, "M4: the values of an edition";
        for (other = list + 1; other < row; other = json->values[other].next) {
            const lexkit_value *one = json->values + lexkit_member(json, row, "name");
            const lexkit_value *two = json->values + lexkit_member(json, other, "name");
            for (at = 0; at < one->length && one->length == two->length; at++)
                if (lexkit_small((uint8_t)one->text[at]) != lexkit_small((uint8_t)two->text[at])) break;
            if (one->length == two->length && at == one->length)
                return *place = editions, "M4: two editions have one name";
        }
    }
    if (!editions) return "M3: 1 to 64 editions";
    if (mask_size != (editions <= 8 ? 1u : editions <= 16 ? 2u : editions <= 32 ? 4u : 8u))
        return "M5: the size of a mask";
    start = lexkit_align(end, 8);
    if (lexkit_u64(section + 8) != lexicon->word_count || start > size ||
        (size - start) / mask_size != lexicon->word_count || (size - start) % mask_size ||
        !lexkit_zeros(section + end, section + start))
        return "M6: a mask for each word, zeros before them, nothing behind";
    for (word = 0; word < lexicon->word_count; word++) {
        const uint8_t *bytes = section + start + word * mask_size;
        for (mask = 0, at = 0; at < mask_size; at++) mask |= (uint64_t)bytes[at] << 8 * at;
        if (!mask) return *place = word, "M7: a word in no edition";
        if (editions < 64 && mask >> editions) return *place = word, "M8: an edition that does not exist";
    }
    return NULL;
}

static const char *lexkit_read_editions(const lexkit_lexicon *lexicon, const uint8_t *section, uint64_t size,
                                        uint64_t *place) {
    lexkit_json json;
    const char *broken;
    if (size < 16 || lexkit_u32(section) > size - 16) return "M1: the head, and the JSON behind it";
    broken = lexkit_parse(section + 16, lexkit_u32(section), &json, place);
    if (broken) return *broken ? "M2: the JSON of the editions" : broken;
    broken = lexkit_check_editions(lexicon, &json, section, size, place);
    lexkit_forget(&json);
    return broken;
}

static const char *lexkit_read_leaves(const lexkit_lexicon *lexicon, const uint8_t *section, uint64_t size,
                                      uint64_t *place) {
    uint64_t kinds, longest, scale, count, expected = 1, start, at;
    lexkit_json json;
    const char *broken;
    if (size < 24) return "L1: the head";
    kinds = lexkit_u32(section);
    longest = lexkit_u32(section + 4);
    scale = lexkit_u32(section + 8);
    count = lexkit_u64(section + 16);
    if (kinds != (uint64_t)lexicon->letters + 1) return "L2: kinds of tiles";
    /* C(kinds + longest, longest); every quotient on the way is whole, and more than 2^25 is too many. */
    for (at = 1; at <= longest && at <= 15 && expected <= (1u << 25); at++) expected = expected * (kinds + at) / at;
    if (longest < 1 || longest > 15 || count != expected || count > (1u << 25))
        return "L3: a value for each leave of 1 to 15 tiles";
    if (scale < 1 || scale > 1 << 15) return "L4: the scale";
    start = lexkit_align(24 + (uint64_t)lexkit_u32(section + 12), 8);
    if (start > size || size - start != 2 * count ||
        !lexkit_zeros(section + 24 + lexkit_u32(section + 12), section + start))
        return "L5: the size of the section, zeros before the values";
    broken = lexkit_parse(section + 24, lexkit_u32(section + 12), &json, place);
    if (broken) return broken;
    lexkit_forget(&json);
    if (section[start] | section[start + 1]) return "L6: the empty leave's value is 0";
    return NULL;
}

/* -- The shell: rules H1 to S8 ------------------------------------------------------------------------------------- */

/* zlib's CRC-32, eight bytes at a time. */
static uint32_t lexkit_crc(uint32_t tables[8][256], const uint8_t *bytes, uint64_t size, uint32_t crc) {
    uint32_t entry, bit;
    if (!tables[0][1])
        for (entry = 0; entry < 256; entry++) {
            uint32_t value = entry;
            for (bit = 0; bit < 8; bit++) value = value & 1 ? value >> 1 ^ 0xEDB88320u : value >> 1;
            tables[0][entry] = value;
        }
    if (!tables[1][1])
        for (bit = 1; bit < 8; bit++)
            for (entry = 0; entry < 256; entry++)
                tables[bit][entry] = tables[bit - 1][entry] >> 8 ^ tables[0][tables[bit - 1][entry] & 255];
    crc = ~crc;
    for (; size >= 8; size -= 8, bytes += 8) {
        uint32_t low = lexkit_u32(bytes) ^ crc, high = lexkit_u32(bytes + 4);
        crc = tables[7][low & 255] ^ tables[6][low >> 8 & 255] ^ tables[5][low >> 16 & 255] ^ tables[4][low >> 24] ^
              tables[3][high & 255] ^ tables[2][high >> 8 & 255] ^ tables[1][high >> 16 & 255] ^ tables[0][high >> 24];
    }
    for (; size; size--, bytes++) crc = crc >> 8 ^ tables[0][(crc ^ *bytes) & 255];
    return ~crc;
}

enum { LEXKIT_KNOWN = 9 };

static const char *lexkit_read_shell(const uint8_t *bytes, uint64_t size, const uint8_t *found[LEXKIT_KNOWN],
                                     uint64_t sizes[LEXKIT_KNOWN], uint64_t *place) {
    static const char *const known[LEXKIT_KNOWN] = {"alphabet",   "provenance", "gaddag",   "daggad", "expanded",
                                                    "alphagrams", "columns",    "editions", "leaves"};
    uint32_t tables[8][256] = {{0}};
    uint8_t head[32];
    uint32_t sections, row, other, name, newer, unknown = 0;
    uint64_t end;
    if (size < 32 || memcmp(bytes, "\x89LEX\r\n\x1a\n", 8) != 0) return "H1: no lexicon";
    if (lexkit_u32(bytes + 8) % 65536 > 1) return *place = 8, "H2: for readers of a newer version";
    if (lexkit_u64(bytes + 16) != size) return *place = 16, "H3: the file has not its whole size";
    sections = lexkit_u32(bytes + 12);
    if (sections < 1 || sections > 64 || 32 + 40 * (uint64_t)sections > size)
        return *place = 12, "H4: 1 to 64 sections, and their table within the file";
    end = 32 + 40 * (uint64_t)sections;
    memcpy(head, bytes, 32);
    memset(head + 24, 0, 4);
    if (lexkit_crc(tables, bytes + 32, end - 32, lexkit_crc(tables, head, 32, 0)) != lexkit_u32(bytes + 24))
        return *place = 24, "H5: the checksum of the header";
    newer = lexkit_u32(bytes + 8) >> 16;
    if (lexkit_u32(bytes + 8) % 65536 < 1 || newer < 1 || lexkit_u32(bytes + 28))
        return *place = 8, "H6: versions of the header";
    for (row = 0; row < sections; row++) {
        const uint8_t *entry = bytes + 32 + 40 * row;
        uint64_t start = lexkit_u64(entry + 16), length = lexkit_u64(entry + 24);
        uint32_t letters = 0;
        while (letters < 16 && entry[letters] > ' ' && entry[letters] <= '~') letters++;
        if (!letters || !lexkit_zeros(entry + letters, entry + 16)) return *place = row, "S1: the name of a section";
        for (other = 0; other < row; other++)
            if (memcmp(entry, bytes + 32 + 40 * other, 16) == 0) return *place = row, "S2: a name occurs twice";
        if (start != lexkit_align(end, 64) || start > size || length > size - start || lexkit_u32(entry + 36))
            return *place = row, "S3: the place of a section";
        if (!lexkit_zeros(bytes + end, bytes + start)) return *place = end, "S4: padding is zero";
        for (name = 0; name < LEXKIT_KNOWN; name++)
            if (letters == strlen(known[name]) && memcmp(entry, known[name], letters) == 0) break;
        if (name < LEXKIT_KNOWN) {
            found[name] = bytes + start;
            sizes[name] = length;
        } else if (newer <= 1) {
            unknown = row + 1;
        }
        end = start + length;
    }
    if (end != size) return *place = end, "S6: the last section ends where the file ends";
    if (!found[0] || !found[1] || !found[2]) return "S7: a required section is missing";
    if (unknown) return *place = unknown - 1, "S8: an unknown section";
    for (row = 0; row < sections; row++) {
        const uint8_t *entry = bytes + 32 + 40 * row;
        if (lexkit_crc(tables, bytes + lexkit_u64(entry + 16), lexkit_u64(entry + 24), 0) != lexkit_u32(entry + 32))
            return *place = row, "S5: the checksum of a section";
    }
    return NULL;
}

static const char *lexkit_prove(lexkit_lexicon *lexicon, uint64_t *place) {
    const uint8_t *found[LEXKIT_KNOWN] = {NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL};
    uint64_t sizes[LEXKIT_KNOWN] = {0, 0, 0, 0, 0, 0, 0, 0, 0};
    static const char *(*const optional[])(const lexkit_lexicon *, const uint8_t *, uint64_t, uint64_t *) = {
        lexkit_read_expanded, lexkit_read_alphagrams, lexkit_read_columns, lexkit_read_editions, lexkit_read_leaves};
    lexkit_graph graph, reversed;
    lexkit_json json;
    int name;
    const char *broken = lexkit_read_shell(lexicon->bytes, lexicon->size, found, sizes, place);
    if (broken) return broken;
    broken = lexkit_parse(found[0], sizes[0], &json, place);
    if (broken) return broken;
    broken = lexkit_read_alphabet(lexicon, &json, place);
    lexkit_forget(&json);
    if (!broken) broken = lexkit_parse(found[1], sizes[1], &json, place);
    if (broken) return broken;
    lexkit_forget(&json);
    broken = lexkit_read_graph(lexicon, found[2], sizes[2], &graph, place);
    if (broken) return broken;
    lexicon->nodes = graph.words;
    lexicon->byte_end = graph.byte_end;
    lexicon->half_end = graph.half_end;
    lexicon->forward_end = graph.forward_end;
    lexicon->forward_root = (uint32_t)graph.forward_root;
    lexicon->reverse_root = (uint32_t)graph.reverse_root;
    lexicon->word_count = graph.word_count;
    if (found[3]) {
        broken = lexkit_read_graph(lexicon, found[3], sizes[3], &reversed, place);
        if (!broken && reversed.word_count != graph.word_count) broken = "G8: daggad has another number of words";
    }
    for (name = 4; name < LEXKIT_KNOWN && !broken; name++)
        if (found[name]) broken = optional[name - 4](lexicon, found[name], sizes[name], place);
    return broken;
}

/* -- Opening ------------------------------------------------------------------------------------------------------- */

static int32_t lexkit_fail(lexkit_error *error, int32_t code, const char *what) {
    if (error) {
        memset(error, 0, sizeof *error);
        memcpy(error->text, what, strlen(what) < sizeof error->text ? strlen(what) : sizeof error->text - 1);
    }
    return code;
}

/* `what` begins with the rule: "N6: ...". */
static int32_t lexkit_refuse(lexkit_error *error, uint64_t place, const char *what) {
    lexkit_fail(error, LEXKIT_REFUSED, what);
    if (error) {
        memcpy(error->rule, what, strcspn(what, ":") < 3 ? strcspn(what, ":") : 3);
        error->place = place;
    }
    return LEXKIT_REFUSED;
}

static void lexkit_give_back(const uint8_t *bytes, uint64_t size, int owned) {
#ifdef LEXKIT_MAPS
    if (owned == 1) munmap((void *)(uintptr_t)bytes, (size_t)size);
#endif
    if (owned == 2) free((void *)(uintptr_t)bytes);
    (void)size;
}

static int32_t lexkit_take(const uint8_t *bytes, uint64_t size, int owned, lexkit_lexicon **opened,
                           lexkit_error *error) {
    static const uint32_t one = 1;
    const char *broken;
    uint64_t place = 0;
    lexkit_lexicon *lexicon = (lexkit_lexicon *)calloc(1, sizeof(lexkit_lexicon));
    int32_t code = LEXKIT_OK;
    if (!lexicon) code = lexkit_fail(error, LEXKIT_MEMORY, "no memory");
    if (!code && (*(const uint8_t *)&one != 1 || (uintptr_t)bytes % 4))
        code = lexkit_fail(error, LEXKIT_ARGUMENT, "bytes begin at a multiple of 4, on a little-endian machine");
    if (!code) {
        lexicon->bytes = bytes;
        lexicon->size = size;
        lexicon->owned = owned;
        broken = lexkit_prove(lexicon, &place);
        if (broken)
            code = *broken ? lexkit_refuse(error, place, broken) : lexkit_fail(error, LEXKIT_MEMORY, "no memory");
    }
    if (code) {
        free(lexicon);
        lexkit_give_back(bytes, size, owned);
        return code;
    }
    *opened = lexicon;
    return LEXKIT_OK;
}

LEXKIT_API int32_t lexkit_open_memory(const void *bytes, uint64_t size, lexkit_lexicon **lexicon, lexkit_error *error) {
    if (!bytes || !lexicon) return lexkit_fail(error, LEXKIT_ARGUMENT, "no bytes, or no place for the lexicon");
    *lexicon = NULL;
    return lexkit_take((const uint8_t *)bytes, size, 0, lexicon, error);
}

LEXKIT_API int32_t lexkit_open(const char *path, lexkit_lexicon **lexicon, lexkit_error *error) {
    if (!path || !lexicon) return lexkit_fail(error, LEXKIT_ARGUMENT, "no path, or no place for the lexicon");
    *lexicon = NULL;
#ifdef LEXKIT_MAPS
    {
        struct stat status;
        void *bytes;
        int file = open(path, O_RDONLY | O_NONBLOCK);
        if (file < 0) return lexkit_fail(error, LEXKIT_UNREADABLE, "the file cannot be opened");
        if (fstat(file, &status) || !S_ISREG(status.st_mode) || status.st_size <= 0) {
            close(file);
            return lexkit_fail(error, LEXKIT_UNREADABLE, "an empty file, or none of the usual kind");
        }
        bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_SHARED, file, 0);
        close(file);
        if (bytes == MAP_FAILED) return lexkit_fail(error, LEXKIT_UNREADABLE, "the file cannot be mapped");
        return lexkit_take((const uint8_t *)bytes, (uint64_t)status.st_size, 1, lexicon, error);
    }
#else
    {
        FILE *file = fopen(path, "rb");
        long size = -1;
        uint8_t *bytes;
        if (!file) return lexkit_fail(error, LEXKIT_UNREADABLE, "the file cannot be opened");
        if (fseek(file, 0, SEEK_END) == 0) size = ftell(file);
        bytes = size > 0 ? (uint8_t *)malloc((size_t)size) : NULL;
        if (!bytes || fseek(file, 0, SEEK_SET) || fread(bytes, 1, (size_t)size, file) != (size_t)size) {
            free(bytes);
            fclose(file);
            return lexkit_fail(error, LEXKIT_UNREADABLE, "the file cannot be read");
        }
        fclose(file);
        return lexkit_take(bytes, (uint64_t)size, 2, lexicon, error);
    }
#endif
}

LEXKIT_API void lexkit_close(lexkit_lexicon *lexicon) {
    if (!lexicon) return;
    lexkit_give_back(lexicon->bytes, lexicon->size, lexicon->owned);
    free(lexicon);
}

/* -- The alphabet and text ----------------------------------------------------------------------------------------- */

LEXKIT_API int64_t lexkit_word_count(const lexkit_lexicon *lexicon) { return (int64_t)lexicon->word_count; }

LEXKIT_API int32_t lexkit_letter_count(const lexkit_lexicon *lexicon) { return lexicon->letters; }

LEXKIT_API const char *lexkit_label(const lexkit_lexicon *lexicon, int32_t tile) {
    return tile < 0 || tile > lexicon->letters ? NULL : lexicon->labels[tile];
}

LEXKIT_API int32_t lexkit_points(const lexkit_lexicon *lexicon, int32_t tile) {
    return tile < 0 || tile > lexicon->letters ? LEXKIT_ARGUMENT : lexicon->points[tile];
}

LEXKIT_API int32_t lexkit_tile_count(const lexkit_lexicon *lexicon, int32_t tile) {
    return tile < 0 || tile > lexicon->letters ? LEXKIT_ARGUMENT : lexicon->counts[tile];
}

/* The longest spelling that a text begins with, in brackets or not, and how many bytes it takes. */
static const lexkit_spelling *lexkit_longest(const lexkit_lexicon *lexicon, const char *text, size_t *taken) {
    const lexkit_spelling *longest = NULL;
    int at;
    *taken = 0;
    for (at = 0; at < lexicon->spelling_count; at++) {
        const lexkit_spelling *spelling = lexicon->spellings + at;
        size_t length = spelling->length, bracket = text[0] == '[';
        if (length + 2 * bracket > *taken && strncmp(text + bracket, spelling->text, length) == 0 &&
            (!bracket || text[length + 1] == ']')) {
            longest = spelling;
            *taken = length + 2 * bracket;
        }
    }
    return longest;
}

LEXKIT_API int32_t lexkit_read(const lexkit_lexicon *lexicon, const char *text, int32_t kind, uint8_t *tiles,
                               int32_t room) {
    int32_t count = 0;
    while (*text) {
        size_t taken = 1;
        uint8_t tile = LEXKIT_ANY;
        if (*text == '*' && kind == LEXKIT_PATTERN_TEXT) {
            tile = LEXKIT_MANY;
        } else if (*text != '?' || kind == LEXKIT_WORD_TEXT) {
            const lexkit_spelling *spelling = lexkit_longest(lexicon, text, &taken);
            if (!spelling) return LEXKIT_TEXT;
            tile = spelling->tile;
        }
        if (count == room) return LEXKIT_ROOM;
        tiles[count++] = tile;
        text += taken;
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
static int32_t lexkit_append_tile(const lexkit_lexicon *lexicon, int tile, int small, int bracket, char *text,
                                  int32_t room, int32_t length) {
    const char *label = lexicon->labels[tile];
    uint32_t point;
    int at;
    for (at = lexicon->letters; small && at < lexicon->spelling_count; at++)
        if (lexicon->spellings[at].tile == tile && lexicon->spellings[at].small) {
            label = lexicon->spellings[at].text;
            break;
        }
    if (bracket == 1) bracket = label[lexkit_code_point((const uint8_t *)label, strlen(label), &point)] != 0;
    if (bracket) length = lexkit_append(text, room, length, "[");
    length = lexkit_append(text, room, length, label);
    return bracket ? lexkit_append(text, room, length, "]") : length;
}

static int lexkit_are_letters(const lexkit_lexicon *lexicon, const uint8_t *tiles, int32_t count, int32_t most) {
    int32_t at;
    if (count < 0 || count > most || (count && !tiles)) return 0;
    for (at = 0; at < count; at++)
        if (tiles[at] < 1 || tiles[at] > lexicon->letters) return 0;
    return 1;
}

LEXKIT_API int32_t lexkit_write(const lexkit_lexicon *lexicon, const uint8_t *tiles, int32_t count, char *text,
                                int32_t room) {
    int bracket, at;
    uint8_t again[LEXKIT_LONGEST];
    if (!lexkit_are_letters(lexicon, tiles, count, LEXKIT_LONGEST) || room < 1) return LEXKIT_ARGUMENT;
    /* Plain, unless that reads as other tiles. */
    for (bracket = 0; bracket < 2; bracket++) {
        int32_t length = 0;
        text[0] = 0;
        for (at = 0; at < count; at++)
            length = lexkit_append_tile(lexicon, tiles[at], 0, 2 * bracket, text, room, length);
        if (length < 0) return length;
        if (bracket || (lexkit_read(lexicon, text, LEXKIT_WORD_TEXT, again, LEXKIT_LONGEST) == count &&
                        memcmp(again, tiles, (size_t)count) == 0))
            return length;
    }
    return LEXKIT_ARGUMENT;
}

/* -- Words and ranks: SPEC.md, section 5 --------------------------------------------------------------------------- */

LEXKIT_API int64_t lexkit_rank(const lexkit_lexicon *lexicon, const uint8_t *tiles, int32_t count) {
    uint64_t rank;
    uint32_t node;
    if (count < 1 || !lexkit_are_letters(lexicon, tiles, count, INT32_MAX)) return LEXKIT_ABSENT;
    node = lexkit_walk(lexicon, tiles, count - 1, &rank);
    if (!(lexkit_letters_of(lexicon, node) >> tiles[count - 1] & 1)) return LEXKIT_ABSENT;
    return (int64_t)lexkit_rank_of_letter(lexicon, node, tiles[count - 1], rank);
}

LEXKIT_API int32_t lexkit_contains(const lexkit_lexicon *lexicon, const uint8_t *tiles, int32_t count) {
    uint32_t node = lexicon->forward_root;
    int32_t at;
    if (count < 1 || !lexkit_are_letters(lexicon, tiles, count, INT32_MAX)) return 0;
    for (at = 0; at < count - 1 && node; at++) node = lexkit_step(lexicon, node, tiles[at]);
    return lexkit_letters_of(lexicon, node) >> tiles[count - 1] & 1;
}

LEXKIT_API int32_t lexkit_word(const lexkit_lexicon *lexicon, int64_t rank, uint8_t *tiles) {
    uint32_t node = lexicon->forward_root;
    uint64_t left = (uint64_t)rank;
    int32_t count = 0;
    if (rank < 0 || left >= lexicon->word_count) return LEXKIT_ABSENT;
    for (;;) {
        uint64_t letters = lexkit_letters_of(lexicon, node), children = lexkit_children_of(lexicon, node);
        uint64_t bits = letters | children, before, best = 0;
        int tile = 0;
        /* The highest tile that does not overshoot. */
        for (; bits; bits &= bits - 1) {
            int next = lexkit_lowest(bits), k = lexkit_popcount(children & LEXKIT_BELOW(next));
            int number = lexkit_popcount(children);
            before = (uint64_t)lexkit_popcount(letters & LEXKIT_BELOW(next));
            before += k < number ? lexkit_count_before(lexicon, node, number, k)
                                 : lexkit_words_below(lexicon, node) - (uint64_t)lexkit_popcount(letters);
            if (before > left) break;
            tile = next;
            best = before;
        }
        left -= best;
        tiles[count++] = (uint8_t)tile;
        if (letters >> tile & 1 && left-- == 0) return count;
        node = lexkit_step(lexicon, node, tile);
    }
}

LEXKIT_API int64_t lexkit_prefix(const lexkit_lexicon *lexicon, const uint8_t *tiles, int32_t count, int64_t *first) {
    int64_t rank = LEXKIT_ABSENT, below;
    uint64_t start;
    uint32_t node;
    if (!lexkit_are_letters(lexicon, tiles, count, INT32_MAX) || !first) return LEXKIT_ARGUMENT;
    if (count) rank = lexkit_rank(lexicon, tiles, count);
    node = lexkit_walk(lexicon, tiles, count, &start);
    below = node || !count ? (int64_t)lexkit_words_below(lexicon, node) : 0;
    *first = rank >= 0 ? rank : (int64_t)start;
    return below + (rank >= 0);
}

LEXKIT_API int64_t lexkit_next(const lexkit_lexicon *lexicon, const uint64_t *set, int64_t from) {
    uint64_t at = from < 0 ? 0 : (uint64_t)from, bits;
    if (at >= lexicon->word_count) return LEXKIT_ABSENT;
    bits = set[at / 64] >> at % 64 << at % 64;
    for (at /= 64; !bits;) {
        if (++at > (lexicon->word_count - 1) / 64) return LEXKIT_ABSENT;
        bits = set[at];
    }
    at = at * 64 + (uint64_t)lexkit_lowest(bits);
    return at < lexicon->word_count ? (int64_t)at : (int64_t)LEXKIT_ABSENT;
}

/* Set `count` bits of a set from `first` on; give how many were not set. */
static int64_t lexkit_mark(uint64_t *set, uint64_t first, uint64_t count) {
    int64_t added = 0;
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

/* -- Suffixes and substrings, by the reverse part ------------------------------------------------------------------ */

typedef struct lexkit_search {
    const lexkit_lexicon *lexicon;
    uint64_t *set;
    int64_t found;
    uint64_t steps; /* nodes that may still be visited: rule Q1 */
    int whole;      /* suffixes: only beginnings that are words */
    int wanted;     /* tiles that are searched for, the last ones of `tiles` */
    int length;     /* tiles of the beginning, at the end of `tiles` */
    uint8_t tiles[2 * LEXKIT_LONGEST + 2];
} lexkit_search;

/* The beginning tile + the tiles so far is a word, or goes on at the node `behind`, or both. Rule Q2. */
static int lexkit_found_beginning(lexkit_search *search, int is_word, uint32_t behind) {
    const uint8_t *tiles = search->tiles + sizeof search->tiles - search->length;
    uint64_t rank;
    if (!search->set) {
        search->found += is_word + (search->whole ? 0 : (int64_t)lexkit_words_below(search->lexicon, behind));
        return 1;
    }
    if (is_word) {
        int64_t word = lexkit_rank(search->lexicon, tiles, search->length);
        if (word < 0) return 0;
        search->found += lexkit_mark(search->set, (uint64_t)word, 1);
    }
    if (behind && !search->whole) {
        if (lexkit_walk(search->lexicon, tiles, search->length, &rank) != behind) return 0;
        search->found += lexkit_mark(search->set, rank, lexkit_words_below(search->lexicon, behind));
    }
    return 1;
}

/* All beginnings that end with the tiles so far, whose node is `node`. */
static int lexkit_go_back(lexkit_search *search, uint32_t node) {
    const lexkit_lexicon *lexicon = search->lexicon;
    uint64_t letters = lexkit_letters_of(lexicon, node), children = lexkit_children_of(lexicon, node), bits;
    const uint8_t *text = search->tiles + sizeof search->tiles - search->wanted;
    if (search->steps-- == 0 || search->length > LEXKIT_LONGEST) return 0;
    if (children & 1 && !lexkit_found_beginning(search, 0, lexkit_child(lexicon, node, children, 0))) return 0;
    search->length++;
    for (bits = (letters | children) & ~(uint64_t)1; bits; bits &= bits - 1) {
        int tile = lexkit_lowest(bits);
        uint8_t *tiles = search->tiles + sizeof search->tiles - search->length;
        *tiles = (uint8_t)tile;
        /* A word is found where the tiles first occur in it, so none is found twice. */
        if (tile == *text && !search->whole && !memcmp(tiles, text, (size_t)search->wanted)) continue;
        if (letters >> tile & 1 && !lexkit_found_beginning(search, 1, 0)) return 0;
        if (children >> tile & 1 && !lexkit_go_back(search, lexkit_child(lexicon, node, children, tile))) return 0;
    }
    search->length--;
    return 1;
}

static int64_t lexkit_search_back(const lexkit_lexicon *lexicon, const uint8_t *tiles, int32_t count, int whole,
                                  uint64_t *set) {
    lexkit_search search;
    uint32_t node = lexicon->reverse_root;
    int32_t at;
    if (!lexkit_are_letters(lexicon, tiles, count, INT32_MAX)) return LEXKIT_ARGUMENT;
    if (count == 0) return set ? lexkit_mark(set, 0, lexicon->word_count) : (int64_t)lexicon->word_count;
    if (count > LEXKIT_LONGEST) return 0;
    search.lexicon = lexicon;
    search.set = set;
    search.found = 0;
    search.whole = whole;
    search.length = search.wanted = count;
    /* A word has fewer than 63 * 63 / 2 ways to go back from a place in it. */
    search.steps = (lexicon->word_count + 1) * (LEXKIT_LONGEST * LEXKIT_LONGEST / 2);
    memcpy(search.tiles + sizeof search.tiles - (size_t)count, tiles, (size_t)count);
    for (at = count - 1; at > 0 && node; at--) node = lexkit_step(lexicon, node, tiles[at]);
    if (lexkit_letters_of(lexicon, node) >> tiles[0] & 1 && !lexkit_found_beginning(&search, 1, 0))
        return LEXKIT_CONTRADICTION;
    node = lexkit_step(lexicon, node, tiles[0]);
    return !node || lexkit_go_back(&search, node) ? search.found : (int64_t)LEXKIT_CONTRADICTION;
}

LEXKIT_API int64_t lexkit_suffix(const lexkit_lexicon *lexicon, const uint8_t *tiles, int32_t count, uint64_t *set) {
    return lexkit_search_back(lexicon, tiles, count, 1, set);
}

LEXKIT_API int64_t lexkit_substring(const lexkit_lexicon *lexicon, const uint8_t *tiles, int32_t count, uint64_t *set) {
    return lexkit_search_back(lexicon, tiles, count, 0, set);
}

/* -- Patterns and anagrams, by the forward part -------------------------------------------------------------------- */

/* A pattern as an automaton: state k is before its k-th letter or ?, and a * there keeps it. */
typedef struct lexkit_machine {
    const lexkit_lexicon *lexicon;
    uint64_t *set;
    int64_t found;
    uint64_t any, many, accepts, takes[64]; /* states before ?, with a *, behind the last letter, before each letter */
    int32_t counts[64], left, used, shortest; /* anagrams: tiles of the rack, those left and used */
} lexkit_machine;

static void lexkit_match(lexkit_machine *machine, uint32_t node, uint64_t rank, uint64_t states) {
    const lexkit_lexicon *lexicon = machine->lexicon;
    uint64_t letters = lexkit_letters_of(lexicon, node), children = lexkit_children_of(lexicon, node), bits;
    for (bits = letters | children; bits; bits &= bits - 1) {
        int tile = lexkit_lowest(bits);
        uint64_t next = (states & (machine->any | machine->takes[tile])) << 1 | (states & machine->many);
        if (!next) continue;
        if (letters >> tile & 1 && next & machine->accepts)
            machine->found += lexkit_mark(machine->set, lexkit_rank_of_letter(lexicon, node, tile, rank), 1);
        if (children >> tile & 1) {
            uint64_t there = rank;
            uint32_t child = lexkit_descend(lexicon, node, children, tile, &there);
            lexkit_match(machine, child, there, next);
        }
    }
}

LEXKIT_API int64_t lexkit_pattern(const lexkit_lexicon *lexicon, const uint8_t *tiles, int32_t count, uint64_t *set) {
    lexkit_machine machine;
    int32_t at, places = 0;
    if (count < 0 || (count && !tiles) || !set) return LEXKIT_ARGUMENT;
    memset(&machine, 0, sizeof machine);
    machine.lexicon = lexicon;
    machine.set = set;
    for (at = 0; at < count; at++) {
        int tile = tiles[at];
        if (tile > lexicon->letters && tile != LEXKIT_MANY) return LEXKIT_ARGUMENT;
        if (places > LEXKIT_LONGEST || (places == LEXKIT_LONGEST && tile != LEXKIT_MANY)) {
            places = LEXKIT_LONGEST + 1; /* longer than any word */
        } else if (tile == LEXKIT_MANY) {
            machine.many |= LEXKIT_BIT(places);
        } else {
            *(tile == LEXKIT_ANY ? &machine.any : machine.takes + tile) |= LEXKIT_BIT(places);
            places++;
        }
    }
    if (places > LEXKIT_LONGEST) return 0;
    machine.accepts = LEXKIT_BIT(places);
    lexkit_match(&machine, lexicon->forward_root, 0, 1);
    return machine.found;
}

static void lexkit_arrange(lexkit_machine *machine, uint32_t node, uint64_t rank) {
    const lexkit_lexicon *lexicon = machine->lexicon;
    uint64_t letters = lexkit_letters_of(lexicon, node), children = lexkit_children_of(lexicon, node), bits;
    if (machine->left == 0) return;
    for (bits = letters | children; bits; bits &= bits - 1) {
        int tile = lexkit_lowest(bits), source = machine->counts[tile] ? tile : 0;
        if (!machine->counts[source]) continue;
        machine->counts[source]--;
        machine->left--;
        machine->used++;
        if (letters >> tile & 1 && machine->used >= machine->shortest)
            machine->found += lexkit_mark(machine->set, lexkit_rank_of_letter(lexicon, node, tile, rank), 1);
        if (children >> tile & 1) {
            uint64_t there = rank;
            uint32_t child = lexkit_descend(lexicon, node, children, tile, &there);
            lexkit_arrange(machine, child, there);
        }
        machine->counts[source]++;
        machine->left++;
        machine->used--;
    }
}

/* The tiles of a rack by number; give whether they are blanks and letters. */
static int lexkit_count_rack(const lexkit_lexicon *lexicon, const uint8_t *rack, int32_t count, int32_t *counts) {
    int32_t at;
    memset(counts, 0, 64 * sizeof *counts);
    if (count < 0 || (count && !rack)) return 0;
    for (at = 0; at < count; at++) {
        if (rack[at] > lexicon->letters) return 0;
        counts[rack[at]]++;
    }
    return 1;
}

LEXKIT_API int64_t lexkit_anagrams(const lexkit_lexicon *lexicon, const uint8_t *rack, int32_t count, int32_t shortest,
                                   uint64_t *set) {
    lexkit_machine machine;
    memset(&machine, 0, sizeof machine);
    if (!lexkit_count_rack(lexicon, rack, count, machine.counts) || !set) return LEXKIT_ARGUMENT;
    machine.lexicon = lexicon;
    machine.set = set;
    machine.left = count;
    machine.shortest = shortest;
    lexkit_arrange(&machine, lexicon->forward_root, 0);
    return machine.found;
}

/* The letters that lead from a forward node to a word with `count` tiles behind them. */
static uint64_t lexkit_between(const lexkit_lexicon *lexicon, uint32_t node, const uint8_t *tiles, int count) {
    uint64_t children = lexkit_children_of(lexicon, node), bits, fit = 0;
    int at;
    if (count == 0) return lexkit_letters_of(lexicon, node);
    for (bits = children & ~(uint64_t)1; bits; bits &= bits - 1) {
        int tile = lexkit_lowest(bits);
        uint32_t there = lexkit_child(lexicon, node, children, tile);
        for (at = 0; at < count - 1 && there; at++) there = lexkit_step(lexicon, there, tiles[at]);
        if (lexkit_letters_of(lexicon, there) >> tiles[count - 1] & 1) fit |= LEXKIT_BIT(tile);
    }
    return fit;
}

LEXKIT_API int32_t lexkit_cross_set(const lexkit_lexicon *lexicon, const uint8_t *before, int32_t before_count,
                                    const uint8_t *after, int32_t after_count, uint64_t *letters) {
    uint32_t node = lexicon->reverse_root;
    uint64_t rank;
    int32_t at;
    if (!lexkit_are_letters(lexicon, before, before_count, INT32_MAX) ||
        !lexkit_are_letters(lexicon, after, after_count, INT32_MAX) || !letters)
        return LEXKIT_ARGUMENT;
    if (before_count || !after_count) {
        *letters = lexkit_between(lexicon, lexkit_walk(lexicon, before, before_count, &rank), after, after_count);
    } else {
        for (at = after_count - 1; at >= 0 && node; at--) node = lexkit_step(lexicon, node, after[at]);
        *letters = lexkit_letters_of(lexicon, node);
    }
    return lexkit_popcount(*letters);
}

/* -- Boards -------------------------------------------------------------------------------------------------------- */

/* One square of one line. Behind the last square of a line is one more, on which nothing fits. */
typedef struct lexkit_square {
    uint64_t cross;    /* the letters that fit, by the tiles of the line across */
    uint32_t run_node; /* on the first tile of a run: the node behind it, read backwards */
    int32_t cross_score, run_score;
    int32_t cross_multiplier;     /* of a letter, in the word across; 0 if there is none */
    uint8_t tile, blank, run_end; /* run_end: of the run that begins on the square, or right behind it if it is empty */
    uint8_t letter_multiplier, word_multiplier;
} lexkit_square;

struct lexkit_board {
    const lexkit_lexicon *lexicon;
    int32_t rows, columns, start, rack_size, bingo, tiles_down, symmetric;
    uint8_t letter_multipliers[LEXKIT_SIDE * LEXKIT_SIDE], word_multipliers[LEXKIT_SIDE * LEXKIT_SIDE];
    uint8_t tiles[LEXKIT_SIDE * LEXKIT_SIDE];
    lexkit_square lines[2][LEXKIT_SIDE][LEXKIT_SIDE + 1]; /* rows, then columns */
    /* While moves are found: */
    const lexkit_square *line;
    int32_t counts[64], values[64];
    int32_t down, number, length, first, last, limit; /* of the anchor; no square before `limit` takes a tile */
    int32_t rack_total, bonus_left;    /* bonus_left: tiles on the rack before the one that earns bingo */
    uint8_t play[2 * LEXKIT_RACK + 2]; /* tiles laid, the first at `begin` */
    int32_t begin;
    lexkit_move *moves;
    int64_t found, room, steps;
};

LEXKIT_API int32_t lexkit_board_new(const lexkit_lexicon *lexicon, const char *layout, int32_t start, int32_t rack_size,
                                    int32_t bingo, lexkit_board **board) {
    static const char glyphs[] = ".'\"^-=~#";
    static const uint8_t letter[] = {1, 2, 3, 4, 1, 1, 1, 0}, word[] = {1, 1, 1, 1, 2, 3, 4, 0};
    int32_t rows = 1, columns = 0, at = 0, square = 0, tile, most = 0;
    int64_t highest = 1;
    lexkit_board *made;
    if (!layout) layout = LEXKIT_STANDARD;
    if (!lexicon || !board || rack_size < 1 || rack_size > LEXKIT_RACK || bingo < 0 || bingo > 10000)
        return LEXKIT_ARGUMENT;
    *board = NULL;
    while (layout[columns] && layout[columns] != '/') columns++;
    for (at = 0; layout[at]; at++) rows += layout[at] == '/';
    if (columns < 1 || columns > LEXKIT_SIDE || rows > LEXKIT_SIDE || at != rows * (columns + 1) - 1)
        return LEXKIT_ARGUMENT;
    made = (lexkit_board *)calloc(1, sizeof(lexkit_board));
    if (!made) return LEXKIT_MEMORY;
    for (at = 0; layout[at]; at++) {
        const char *glyph = strchr(glyphs, layout[at]);
        if ((at % (columns + 1) == columns) != (layout[at] == '/') || (layout[at] != '/' && !glyph)) break;
        if (layout[at] == '/') continue;
        made->letter_multipliers[square] = letter[glyph - glyphs];
        made->word_multipliers[square++] = word[glyph - glyphs];
    }
    for (tile = 0; tile <= lexicon->letters; tile++)
        if (lexicon->points[tile] > most) most = lexicon->points[tile];
    /* No score may be longer than 31 bits: the most that any line's word multipliers come to, and more than its tiles. */
    {
        int direction, number, place, power;
        for (direction = 0; direction < 2; direction++)
            for (number = 0; number < (direction ? columns : rows); number++) {
                int64_t product = 1;
                int laid = 0;
                for (power = 4; power > 1; power--)
                    for (place = 0; place < (direction ? rows : columns) && laid < rack_size; place++)
                        if (made->word_multipliers[direction ? place * columns + number : number * columns + place] ==
                            power)
                            product *= power, laid++;
                if (product > highest) highest = product;
            }
    }
    if (start < 0) start = rows / 2 * columns + columns / 2;
    if (square != rows * columns || start >= square || !made->letter_multipliers[start] || most > 1000 ||
        highest * most * 4 * LEXKIT_SIDE + (int64_t)rack_size * most * 16 * LEXKIT_SIDE + bingo > INT32_MAX) {
        free(made);
        return LEXKIT_ARGUMENT;
    }
    made->lexicon = lexicon;
    made->rows = rows;
    made->columns = columns;
    made->start = start;
    made->symmetric = rows == columns && start / columns == start % columns;
    for (at = 0; at < square && made->symmetric; at++) {
        int turned = at % columns * columns + at / columns;
        made->symmetric = made->letter_multipliers[at] == made->letter_multipliers[turned] &&
                          made->word_multipliers[at] == made->word_multipliers[turned];
    }
    made->rack_size = rack_size;
    made->bingo = bingo;
    memcpy(made->values, lexicon->points, sizeof made->values);
    *board = made;
    return lexkit_board_set(made, made->tiles, square);
}

LEXKIT_API void lexkit_board_free(lexkit_board *board) { free(board); }

/* What the tiles of this line allow on an empty square of it, for the line across. */
static void lexkit_cross(lexkit_board *board, int direction, int number, int at, uint64_t letters, int32_t score) {
    lexkit_square *across = &board->lines[1 - direction][at][number];
    if (!board->lines[direction][number][at].word_multiplier) return; /* a brick, or behind the last square */
    across->cross = letters;
    across->cross_score = score * across->word_multiplier;
    across->cross_multiplier = across->word_multiplier * across->letter_multiplier;
}

/* Walk the run of tiles that begins at `first`, for itself and for the squares at its ends. The square in front is left
 * to the run before it, if one ends right before that square. Give the end of the run. */
static int lexkit_walk_run(lexkit_board *board, int direction, int number, int first) {
    const lexkit_lexicon *lexicon = board->lexicon;
    lexkit_square *line = board->lines[direction][number];
    uint32_t node = lexicon->reverse_root, behind;
    uint8_t tiles[LEXKIT_SIDE];
    int last = first, at, count = 0;
    int32_t score = 0;
    while (line[last + 1].tile) last++;
    for (at = last; at >= first; at--) {
        score += board->values[line[at].blank ? 0 : line[at].tile];
        node = lexkit_step(lexicon, node, line[at].tile);
    }
    line[first].run_node = node;
    line[first].run_end = (uint8_t)last;
    line[first].run_score = score;
    if (first > 0 && line[first - 1].word_multiplier) {
        line[first - 1].run_end = (uint8_t)last;
        line[first - 1].run_score = score;
        if (first == 1 || !line[first - 2].tile)
            lexkit_cross(board, direction, number, first - 1, lexkit_letters_of(lexicon, node), score);
    }
    behind = lexkit_step(lexicon, node, 0);
    if (line[last + 1].word_multiplier)
        for (at = last + 2; line[at].tile; at++) {
            tiles[count++] = line[at].tile;
            score += board->values[line[at].blank ? 0 : line[at].tile];
        }
    lexkit_cross(board, direction, number, last + 1, lexkit_between(lexicon, behind, tiles, count), score);
    return last;
}

LEXKIT_API int32_t lexkit_board_set(lexkit_board *board, const uint8_t *tiles, int32_t count) {
    int direction, number, at;
    if (!board || !tiles || count != board->rows * board->columns || count > LEXKIT_SIDE * LEXKIT_SIDE)
        return LEXKIT_ARGUMENT;
    for (at = 0; at < count; at++)
        if (tiles[at] && (tiles[at] % LEXKIT_BLANK < 1 || tiles[at] % LEXKIT_BLANK > board->lexicon->letters ||
                          !board->letter_multipliers[at]))
            return LEXKIT_ARGUMENT;
    memmove(board->tiles, tiles, (size_t)(uint32_t)count);
    memset(board->lines, 0, sizeof board->lines);
    board->tiles_down = 0;
    for (at = 0; at < count; at++)
        for (direction = 0; direction < 2; direction++) {
            int row = at / board->columns, column = at % board->columns;
            lexkit_square *square = direction ? &board->lines[1][column][row] : &board->lines[0][row][column];
            square->tile = tiles[at] % LEXKIT_BLANK;
            square->blank = tiles[at] & LEXKIT_BLANK;
            square->letter_multiplier = board->letter_multipliers[at];
            square->word_multiplier = board->word_multipliers[at];
            square->cross = tiles[at] || !square->letter_multiplier ? 0 : board->lexicon->mask;
            board->tiles_down += square->tile && !direction;
        }
    for (direction = 0; direction < 2 && board->tiles_down; direction++)
        for (number = 0; number < (direction ? board->columns : board->rows); number++)
            for (at = 0; at < (direction ? board->rows : board->columns); at++)
                if (board->lines[direction][number][at].tile) at = lexkit_walk_run(board, direction, number, at) + 1;
    return LEXKIT_OK;
}

LEXKIT_API int32_t lexkit_board_read(lexkit_board *board, const char *rows) {
    uint8_t tiles[LEXKIT_SIDE * LEXKIT_SIDE];
    int32_t row = 0, column = 0;
    memset(tiles, 0, sizeof tiles);
    for (; *rows && *rows != ' '; rows++) {
        size_t taken;
        const lexkit_spelling *spelling;
        if (*rows == '/' && column == board->columns && row + 1 < board->rows) {
            row++;
            column = 0;
        } else if (*rows >= '0' && *rows <= '9') {
            int32_t number = 0;
            for (; *rows >= '0' && *rows <= '9' && number < 100; rows++) number = 10 * number + (*rows - '0');
            rows--;
            column += number;
        } else if ((spelling = lexkit_longest(board->lexicon, rows, &taken)) != NULL && column < board->columns) {
            tiles[row * board->columns + column++] = (uint8_t)(spelling->tile + (spelling->small ? LEXKIT_BLANK : 0));
            rows += taken - 1;
        } else {
            return LEXKIT_TEXT;
        }
        if (column > board->columns) return LEXKIT_TEXT;
    }
    if (row != board->rows - 1 || column != board->columns) return LEXKIT_TEXT;
    return lexkit_board_set(board, tiles, board->rows * board->columns);
}

/* -- Moves: Gordon 1994, Figure 3. Each is found once: every run of tiles is one anchor, no move goes left over a square
 * that an anchor before it has used, and a single tile that makes words both ways belongs to its row. ------------- */

enum { LEXKIT_MOST_STEPS = 1 << 27 };

/* Tiles laid are board->play[begin] and the next; `place` is where the last one goes. */
static void lexkit_put_move(lexkit_board *board, int start, int end, int laid, int32_t score) {
    if (board->found < board->room) {
        lexkit_move *move = board->moves + board->found;
        move->score = score;
        move->row = (uint8_t)(board->down ? start : board->number);
        move->column = (uint8_t)(board->down ? board->number : start);
        move->down = (uint8_t)board->down;
        move->length = (uint8_t)(end - start + 1);
        move->laid = (uint8_t)laid;
        memcpy(move->tiles, board->play + board->begin, LEXKIT_RACK);
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
    uint64_t bits;
    score = score * multiplier + crossed + (remaining == board->bonus_left ? board->bingo : 0);
    for (bits = complete & rack; bits; bits &= bits - 1) {
        int tile = lexkit_lowest(bits);
        board->play[slot] = (uint8_t)tile;
        lexkit_put_move(board, start, end, laid, score + board->values[tile] * open);
    }
    for (bits = board->counts[0] ? complete : 0; bits; bits &= bits - 1) {
        board->play[slot] = (uint8_t)(lexkit_lowest(bits) + LEXKIT_BLANK);
        lexkit_put_move(board, start, end, laid, score + board->values[0] * open);
    }
}

/* Lay a tile on the empty square `at`, behind the word's tiles so far, and go on. `node`: behind those tiles, of which
 * the first is on `start`; `score`, `multiplier`, `crossed`: of the word so far, of its squares, of the words across. */
static void lexkit_go_right(lexkit_board *board, int at, uint32_t node, uint64_t rack, int remaining, int start,
                            int32_t score, int32_t multiplier, int32_t crossed) {
    const lexkit_lexicon *lexicon = board->lexicon;
    const lexkit_square *square = board->line + at;
    const int run = square->run_end, laid = board->rack_total - remaining, slot = board->begin + laid;
    const uint64_t allowed = (board->counts[0] ? lexicon->mask : rack) & square->cross;
    const uint64_t children = lexkit_children_of(lexicon, node);
    uint64_t bits, next, goes_on;
    multiplier *= square->word_multiplier;
    crossed += square->cross_score;
    if (++board->steps > LEXKIT_MOST_STEPS) return;
    if (!run) {
        uint64_t complete = lexkit_letters_of(lexicon, node) & allowed;
        if (complete && (laid || !(board->down && square->cross_multiplier)))
            lexkit_put_moves(board, at, complete, slot, rack, remaining, start, at, score, multiplier, crossed);
        if (remaining == 1) return;
    }
    next = run ? LEXKIT_BIT(square[1].tile) : (board->counts[0] ? lexicon->mask : rack) & square[1].cross;
    goes_on = run || remaining > 2 || square[1].run_end ? ~(uint64_t)0 : 0;
    for (bits = children & allowed; bits; bits &= bits - 1) {
        int tile = lexkit_lowest(bits), source = rack >> tile & 1 ? tile : 0;
        uint32_t there = lexkit_child(lexicon, node, children, tile);
        if (!((lexkit_letters_of(lexicon, there) | (lexkit_children_of(lexicon, there) & goes_on)) & next)) continue;
        if (run) {
            int place;
            for (place = at + 1; place < run && there; place++)
                there = lexkit_step(lexicon, there, board->line[place].tile);
            if (!there) continue;
        }
        /* As a letter of the rack, then as a blank. */
        for (;;) {
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
                if (lexkit_letters_of(lexicon, there) >> last & 1 &&
                    !(laid == 0 && board->down && square->cross_multiplier))
                    lexkit_put_move(board, start, run, laid + 1,
                                    word * multiplier + others + (remaining == board->bonus_left ? board->bingo : 0));
                if (remaining > 1 && run + 1 < board->length) {
                    uint32_t behind = lexkit_step(lexicon, there, last);
                    if (behind)
                        lexkit_go_right(board, run + 1, behind, rest, remaining - 1, start, word, multiplier, others);
                }
            }
            board->counts[source]++;
            if (!source || !board->counts[0]) break;
            source = 0;
        }
    }
}

/* Lay a tile on the empty square `at`, in front of the anchor or on it, and go on either way. */
static void lexkit_go_left(lexkit_board *board, int at, uint32_t node, uint64_t rack, int remaining, int32_t score,
                           int32_t multiplier, int32_t crossed) {
    const lexkit_lexicon *lexicon = board->lexicon;
    const lexkit_square *square = board->line + at;
    const int laid = board->rack_total - remaining;
    const uint64_t allowed = board->counts[0] ? lexicon->mask : rack, children = lexkit_children_of(lexicon, node);
    uint64_t complete = lexkit_letters_of(lexicon, node) & square->cross & allowed, bits, before, behind, left, right;
    multiplier *= square->word_multiplier;
    crossed += square->cross_score;
    if (++board->steps > LEXKIT_MOST_STEPS) return;
    board->begin--;
    /* A word of one letter is no play, and a tile that makes words both ways is its row's. */
    if (complete && (laid || !(node == lexicon->reverse_root || (board->down && square->cross_multiplier))))
        lexkit_put_moves(board, at, complete, board->begin, rack, remaining, at, board->last, score, multiplier,
                         crossed);
    before = remaining > 1 && at > board->limit ? allowed & square[-1].cross : 0;
    behind = remaining > 1 ? allowed & board->line[board->last + 1].cross : 0;
    left = remaining > 2 ? ~(uint64_t)0 : 0;
    right = remaining > 2 || board->line[board->last + 1].run_end ? ~(uint64_t)0 : 0;
    for (bits = before | behind ? children & square->cross & allowed : 0; bits; bits &= bits - 1) {
        int tile = lexkit_lowest(bits), source = rack >> tile & 1 ? tile : 0;
        uint32_t there = lexkit_child(lexicon, node, children, tile);
        uint64_t on = lexkit_children_of(lexicon, there);
        uint32_t turn = on & 1 ? lexicon->nodes[there + (uint32_t)(2 * lexicon->wide)] : 0;
        int goes = ((lexkit_letters_of(lexicon, there) | (on & left)) & before) != 0;
        int turns = ((lexkit_letters_of(lexicon, turn) | (lexkit_children_of(lexicon, turn) & right)) & behind) != 0;
        if (!goes && !turns) continue;
        for (;;) {
            uint64_t rest = --board->counts[source] ? rack : rack & ~LEXKIT_BIT(source);
            int32_t word = score + board->values[source] * square->letter_multiplier;
            int32_t others = crossed + board->values[source] * square->cross_multiplier;
            board->play[board->begin] = (uint8_t)(source ? tile : tile + LEXKIT_BLANK);
            if (goes) lexkit_go_left(board, at - 1, there, rest, remaining - 1, word, multiplier, others);
            if (turns) lexkit_go_right(board, board->last + 1, turn, rest, remaining - 1, at, word, multiplier, others);
            board->counts[source]++;
            if (!source || !board->counts[0]) break;
            source = 0;
        }
    }
    board->begin++;
}

/* The plays of an anchor: a run of tiles, reached from the left or the right, or an empty square. */
static void lexkit_at_anchor(lexkit_board *board, int first, int last, uint64_t rack) {
    const lexkit_lexicon *lexicon = board->lexicon;
    const lexkit_square *square = board->line + first;
    board->first = first;
    board->last = last;
    board->begin = LEXKIT_RACK + 1;
    if (!square->tile) {
        lexkit_go_left(board, first, lexicon->reverse_root, rack, board->rack_total, 0, 1, 0);
    } else if (square->run_node) {
        uint32_t behind = lexkit_step(lexicon, square->run_node, 0);
        if (first > board->limit)
            lexkit_go_left(board, first - 1, square->run_node, rack, board->rack_total, square->run_score, 1, 0);
        if (behind && last + 1 < board->length)
            lexkit_go_right(board, last + 1, behind, rack, board->rack_total, first, square->run_score, 1, 0);
    }
}

LEXKIT_API int64_t lexkit_moves(lexkit_board *board, const uint8_t *rack, int32_t count, lexkit_move *moves,
                                int64_t room) {
    uint64_t held = 0;
    int32_t at, tile;
    if (!board || count > LEXKIT_RACK || room < 0 || (room && !moves) ||
        !lexkit_count_rack(board->lexicon, rack, count, board->counts))
        return LEXKIT_ARGUMENT;
    for (tile = 1; tile < 64; tile++) held |= board->counts[tile] ? LEXKIT_BIT(tile) : 0;
    board->rack_total = count;
    board->bonus_left = count >= board->rack_size ? count - board->rack_size + 1 : 0;
    board->moves = moves;
    board->room = room;
    board->found = board->steps = 0;
    memset(board->play, 0, sizeof board->play);
    if (count == 0) return 0;
    for (board->down = 0; board->down < (board->tiles_down || !board->symmetric ? 2 : 1); board->down++)
        for (board->number = 0; board->number < (board->down ? board->columns : board->rows); board->number++) {
            const lexkit_square *line = board->lines[board->down][board->number];
            board->line = line;
            board->length = board->down ? board->rows : board->columns;
            board->limit = 0;
            for (at = 0; at < board->length; at++) {
                int square = board->down ? at * board->columns + board->number : board->number * board->columns + at;
                if (!board->tiles_down) {
                    if (square == board->start) lexkit_at_anchor(board, at, at, held);
                } else if (line[at].tile) {
                    lexkit_at_anchor(board, at, line[at].run_end, held);
                    at = line[at].run_end + 1; /* the square behind the run is its own */
                    board->limit = at + 1;
                } else if (line[at].cross_multiplier && !line[at + 1].tile) {
                    lexkit_at_anchor(board, at, at, held);
                    board->limit = at + 1;
                }
            }
        }
    return board->steps > LEXKIT_MOST_STEPS ? (int64_t)LEXKIT_TOO_MUCH : board->found;
}

/* The name of a square: 8D, or D8 for a move downwards. Columns are A to Z, then AA to AF. */
LEXKIT_API int32_t lexkit_move_text(const lexkit_board *board, const lexkit_move *move, char *text, int32_t room) {
    char row[4], column[3] = {0, 0, 0};
    int32_t length = 0, at, laid = 0;
    if (!board || !move || room < 1 || move->row >= board->rows || move->column >= board->columns)
        return LEXKIT_ARGUMENT;
    snprintf(row, sizeof row, "%d", (move->row + 1) % 100);
    column[0] = (char)('A' + (move->column < 26 ? move->column : 0));
    if (move->column >= 26) column[1] = (char)('A' + move->column - 26);
    text[0] = 0;
    length = lexkit_append(text, room, length, move->down ? column : row);
    length = lexkit_append(text, room, length, move->down ? row : column);
    length = lexkit_append(text, room, length, " ");
    for (at = 0; at < move->length && length >= 0; at++) {
        int32_t place = move->down ? move->row + at : move->row, other = move->down ? move->column : move->column + at;
        if (place >= board->rows || other >= board->columns) return LEXKIT_ARGUMENT;
        if (board->tiles[place * board->columns + other]) {
            length = lexkit_append(text, room, length, ".");
        } else {
            int tile = laid < LEXKIT_RACK && laid < move->laid ? move->tiles[laid++] : 0;
            if (tile % LEXKIT_BLANK < 1 || tile % LEXKIT_BLANK > board->lexicon->letters) return LEXKIT_ARGUMENT;
            length =
                lexkit_append_tile(board->lexicon, tile % LEXKIT_BLANK, tile >= LEXKIT_BLANK, 1, text, room, length);
        }
    }
    return length;
}

#endif /* LEXKIT_IMPLEMENTATION */
