/* A target for libFuzzer: make fuzz. It mends the checksums of what it is given, opens it, and asks everything. */
#define LEXKIT_IMPLEMENTATION
#include "gaddag.h"

enum { MOST_BYTES = 1 << 16, MOST_WORDS = 4096, ROOM = 64 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void put(uint8_t *at, uint32_t value) {
    int byte;
    for (byte = 0; byte < 4; byte++) at[byte] = (uint8_t)(value >> 8 * byte);
}

static void mend(uint8_t *bytes, uint64_t size) {
    static uint32_t tables[8][256];
    uint64_t row, rows = lexkit_u32(bytes + 12), end;
    put(bytes + 16, (uint32_t)size);
    put(bytes + 20, 0);
    for (row = 0; row < rows && 32 + 40 * (row + 1) <= size; row++) {
        uint8_t *entry = bytes + 32 + 40 * row;
        uint64_t start = lexkit_u64(entry + 16), length = lexkit_u64(entry + 24);
        if (start <= size && length <= size - start) put(entry + 32, lexkit_crc(tables, bytes + start, length, 0));
    }
    end = 32 + 40 * row;
    put(bytes + 24, 0);
    put(bytes + 24, lexkit_crc(tables, bytes, end, 0));
}

static void ask(const lexkit_lexicon *lexicon, const uint8_t *tiles, int32_t count) {
    uint64_t set[MOST_WORDS / 64 + 1] = {0}, letters;
    uint8_t word[LEXKIT_LONGEST], pattern[8];
    char text[4096];
    int32_t length, at;
    int64_t rank, first;
    for (rank = 0; rank < lexkit_word_count(lexicon) && rank < 64; rank++) {
        length = lexkit_word(lexicon, rank, word);
        if (lexkit_rank(lexicon, word, length) != rank || !lexkit_contains(lexicon, word, length)) abort();
        if (lexkit_decode(lexicon, word, length, text, sizeof text) > 0 &&
            lexkit_encode(lexicon, text, LEXKIT_WORD_TEXT, word, sizeof word) < 0)
            abort();
    }
    lexkit_prefix(lexicon, tiles, count, &first);
    for (at = 0; at <= count; at++) lexkit_cross_set(lexicon, tiles, at, tiles + at, count - at, &letters);
    if (lexkit_word_count(lexicon) > MOST_WORDS) return;
    for (at = 0; at < 8; at++) pattern[at] = (uint8_t)(at < count ? tiles[at] : at % 2 ? LEXKIT_MANY : LEXKIT_ANY);
    lexkit_suffix(lexicon, tiles, count, set);
    lexkit_substring(lexicon, tiles, count, set);
    lexkit_substring(lexicon, tiles, count, NULL);
    lexkit_pattern(lexicon, pattern, 8, set);
    lexkit_anagrams(lexicon, tiles, count, 1, set);
    for (rank = lexkit_next(lexicon, set, 0); rank >= 0; rank = lexkit_next(lexicon, set, rank + 1))
        if (lexkit_word(lexicon, rank, word) < 1) abort();
}

static void play(const lexkit_lexicon *lexicon, const uint8_t *tiles, int32_t count) {
    lexkit_move moves[ROOM];
    lexkit_board *board;
    uint8_t squares[35] = {0};
    uint64_t masks[2 * 35];
    int32_t scores[2 * 35];
    char text[512];
    int64_t found, at;
    lexkit_scoring scoring = {4, {0, 0, 0, 0, 20}, {0, 0, 0, 0, 0, 10}};
    if (lexkit_board_new(lexicon, "=..'.../.#.^..-/...\"..~/'..-..#/....\"..", -1, &scoring, &board)) return;
    for (at = 0; at < 35; at++)
        if (at != 8 && at != 27 && count && (at * 7 + tiles[0]) % 5 == 0) squares[at] = tiles[at % count];
    lexkit_board_set(board, squares, 35);
    if (lexkit_cross_sets(board, masks, scores)) abort();
    for (at = 0; at < 2 * 35; at++)
        if (scores[at] < -1 || masks[at] & ~lexicon->mask) abort();
    found = lexkit_moves(board, tiles, count < 5 ? count : 5, moves, ROOM);
    for (at = 0; at < found && at < ROOM; at++)
        if (lexkit_move_text(board, moves + at, text, sizeof text) < 0) abort();
    lexkit_board_free(board);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint32_t *room = (uint32_t *)malloc(size + 4);
    uint8_t tiles[8] = {1, 0, 0, 0, 0, 0, 0, 0};
    lexkit_lexicon *lexicon;
    lexkit_error error;
    int32_t count;
    if (!room) return 0;
    memcpy(room, data, size);
    if (size >= 32 && size <= MOST_BYTES) mend((uint8_t *)room, size);
    if (lexkit_open_memory(room, size, &lexicon, &error) == LEXKIT_OK) {
        for (count = 0; count < 8 && lexkit_letter_count(lexicon); count++)
            tiles[count] = (uint8_t)(1 + data[size - 1 - (size_t)count * 3] % lexkit_letter_count(lexicon));
        ask(lexicon, tiles, lexkit_letter_count(lexicon) ? 3 : 0);
        if (lexkit_letter_count(lexicon)) tiles[2] = 0;
        play(lexicon, tiles, lexkit_letter_count(lexicon) ? 5 : 0);
        lexkit_close(lexicon);
    }
    free(room);
    return 0;
}
