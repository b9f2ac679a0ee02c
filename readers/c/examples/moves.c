/* All moves of a rack, the best one last: moves LEXICON SQUARES RACK, with the squares as in CGP. */
#define LEXKIT_IMPLEMENTATION
#include "gaddag.h"

static int by_score(const void *left, const void *right) {
    return ((const lexkit_move *)left)->score - ((const lexkit_move *)right)->score;
}

int main(int count, char **arguments) {
    enum { ROOM = 1 << 18 };
    lexkit_lexicon *lexicon;
    lexkit_board *board;
    lexkit_error error;
    lexkit_move *moves = (lexkit_move *)malloc(ROOM * sizeof *moves);
    uint8_t rack[LEXKIT_RACK];
    char text[256];
    int64_t found, at;
    int32_t tiles;
    if (count != 4 || !moves) {
        fprintf(stderr, "usage: moves LEXICON SQUARES RACK\n");
        return 2;
    }
    if (lexkit_open(arguments[1], &lexicon, &error)) {
        fprintf(stderr, "%s: %s\n", arguments[1], error.text);
        return 3;
    }
    if (lexkit_board_new(lexicon, NULL, -1, NULL, &board)) {
        fprintf(stderr, "no memory\n");
        return 3;
    }
    tiles = lexkit_encode(lexicon, arguments[3], LEXKIT_RACK_TEXT, rack, LEXKIT_RACK);
    if (lexkit_board_read(board, arguments[2]) || tiles < 0) {
        fprintf(stderr, "the squares or the rack cannot be read\n");
        return 3;
    }
    found = lexkit_moves(board, rack, tiles, moves, ROOM);
    qsort(moves, (size_t)(found < ROOM ? found : ROOM), sizeof *moves, by_score);
    for (at = 0; at < found && at < ROOM; at++)
        if (lexkit_move_text(board, moves + at, text, sizeof text) > 0) printf("%s +%d\n", text, (int)moves[at].score);
    lexkit_board_free(board);
    lexkit_close(lexicon);
    free(moves);
    return found > 0 ? 0 : 1;
}
