/* Measures the speed of this reader: bench LEXICON POSITIONS EVERY TEXT..., with POSITIONS as in benchmarks/positions.cgp.
 *
 * It finds all moves of each EVERY-th position, and counts the words with each text in them, five times, and prints
 * the least time; then it plays games of two static players. For instructions: valgrind --tool=callgrind --toggle-collect=lexkit_moves (or lexkit_substring). */
#define _POSIX_C_SOURCE 199309L
#define LEXKIT_IMPLEMENTATION
#include <time.h>
#include "gaddag_game.h"

enum { ROOM = 1 << 17, ROUNDS = 5, GAMES = 200 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void play_games(const lexkit_lexicon *lexicon) {
    lexkit_leaves *leaves = NULL;
    lexkit_action action;
    const double start = now();
    int seed, turns = 0;
    lexkit_leaves_open(lexicon, NULL, &leaves, NULL);
    for (seed = 0; seed < GAMES; seed++) {
        lexkit_game *game;
        if (lexkit_game_new(lexicon, NULL, NULL, 2, seed % 2, (uint64_t)seed, &game)) return;
        while (!lexkit_game_over(game) && !lexkit_game_choose(game, "static", leaves, 0, &action))
            if (lexkit_game_perform(game, &action)) break;
        turns += lexkit_game_turns(game);
        lexkit_game_free(game);
    }
    printf("%d games of static, %d turns: %.2f ms each\n", (int)GAMES, turns, 1e3 * (now() - start) / GAMES);
    lexkit_leaves_close(leaves);
}

int main(int count, char **arguments) {
    static lexkit_move moves[ROOM];
    static char line[4096];
    lexkit_lexicon *lexicon;
    lexkit_board *board;
    FILE *positions;
    uint64_t *set;
    uint8_t tiles[64];
    double start, spent, least_moves = 1e9, least_texts = 1e9, least_counts = 1e9;
    int64_t found = 0, words = 0;
    int round, at, number, asked = 0;
    if (count < 4 || lexkit_open(arguments[1], &lexicon, NULL) || lexkit_board_new(lexicon, NULL, -1, NULL, &board)) {
        fprintf(stderr, "usage: bench LEXICON POSITIONS EVERY TEXT...\n");
        return 2;
    }
    set = (uint64_t *)calloc((size_t)lexkit_word_count(lexicon) / 64 + 1, 8);
    for (round = 0; round < ROUNDS && set; round++) {
        positions = fopen(arguments[2], "r");
        if (!positions) return 2;
        for (number = asked = 0, found = 0, spent = 0; fgets(line, sizeof line, positions); number++) {
            char *rack = strchr(line, ' ');
            if (!rack || number % atoi(arguments[3]) || lexkit_board_read(board, line)) continue;
            *strpbrk(++rack, "/ \n") = 0;
            at = lexkit_encode(lexicon, rack, LEXKIT_RACK_TEXT, tiles, LEXKIT_RACK);
            start = now();
            found += lexkit_moves(board, tiles, at, moves, ROOM);
            spent += now() - start;
            asked++;
        }
        fclose(positions);
        if (spent < least_moves) least_moves = spent;
        start = now();
        for (number = 4, words = 0; number < count; number++) {
            memset(set, 0, 8 * ((size_t)lexkit_word_count(lexicon) / 64 + 1));
            at = lexkit_encode(lexicon, arguments[number], LEXKIT_WORD_TEXT, tiles, 64);
            words += lexkit_substring(lexicon, tiles, at, set);
        }
        if (now() - start < least_texts) least_texts = now() - start;
        start = now();
        for (number = 4; number < count; number++) {
            at = lexkit_encode(lexicon, arguments[number], LEXKIT_WORD_TEXT, tiles, 64);
            words -= lexkit_substring(lexicon, tiles, at, NULL);
        }
        if (now() - start < least_counts) least_counts = now() - start;
        if (words) return 1;
    }
    printf("%d positions, %ld moves: %.1f us each\n", asked, (long)found, 1e6 * least_moves / (asked ? asked : 1));
    if (count > 4) printf("%d texts: %.1f us each\n", count - 4, 1e6 * least_texts / (count - 4));
    if (count > 4) printf("only the number of words: %.1f us each\n", 1e6 * least_counts / (count - 4));
    play_games(lexicon);
    free(set);
    lexkit_board_free(board);
    lexkit_close(lexicon);
    return 0;
}
