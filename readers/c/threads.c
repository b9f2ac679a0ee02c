/* Four threads with one lexicon and one table of leave values, and a game each: make check-threads. All play the same
   games, and must come to the same records; ThreadSanitizer watches. */
#define LEXKIT_IMPLEMENTATION
#include "gaddag_game.h"

#include <pthread.h>

enum { THREADS = 4, GAMES = 20, ROOM = 1 << 16 };

static const lexkit_lexicon *lexicon;
static const lexkit_leaves *leaves;

static void *play(void *sum) {
    static const char *const players[] = {"static", "casual", "greedy"};
    uint32_t tables[8][256], *crc = (uint32_t *)sum;
    char *text = (char *)malloc(ROOM);
    uint64_t seed;
    memset(tables, 0, sizeof tables);
    for (seed = 0; text && seed < GAMES; seed++) {
        lexkit_game *game, *again;
        lexkit_action action;
        int32_t length;
        if (lexkit_game_new(lexicon, NULL, NULL, 2, 0, seed, &game)) return NULL;
        while (!lexkit_game_over(game) &&
               lexkit_game_choose(game, players[(seed + (uint64_t)lexkit_game_turns(game)) % 3], leaves, seed,
                                  &action) == 0)
            lexkit_game_perform(game, &action);
        length = lexkit_game_to_gcg(game, text, ROOM);
        if (length > 0) *crc = lexkit_crc(tables, (const uint8_t *)text, (uint64_t)length, *crc);
        if (lexkit_game_from_gcg(lexicon, text, NULL, &again, NULL) == LEXKIT_OK)
            lexkit_game_free(again);
        else
            *crc = 0;
        lexkit_game_free(game);
    }
    free(text);
    return NULL;
}

int main(int count, char **arguments) {
    pthread_t threads[THREADS];
    uint32_t sums[THREADS] = {0};
    lexkit_lexicon *opened;
    lexkit_leaves *values = NULL;
    int at, wrong = 0;
    if (count < 2 || lexkit_open(arguments[1], &opened, NULL)) return 2;
    lexicon = opened;
    lexkit_leaves_open(lexicon, NULL, &values, NULL);
    leaves = values;
    for (at = 0; at < THREADS; at++)
        if (pthread_create(threads + at, NULL, play, sums + at)) return 2;
    for (at = 0; at < THREADS; at++) pthread_join(threads[at], NULL);
    for (at = 0; at < THREADS; at++) wrong += !sums[at] || sums[at] != sums[0];
    printf("threads: %d games each, %08lx: %d wrong\n", (int)GAMES, (unsigned long)sums[0], wrong);
    lexkit_leaves_close(values);
    lexkit_close(opened);
    return wrong > 0;
}
