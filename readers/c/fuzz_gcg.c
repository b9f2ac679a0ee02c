/* A target for libFuzzer: make fuzz-gcg. It reads what it is given as a record of a game, on a lexicon of a few words, and
   writes what it understood; a record that was read is written the same when it is read again. It also takes the lines as
   actions of a game, as plays to judge, as positions in CGP and as files of leave values. */
#define LEXKIT_IMPLEMENTATION
#include "gaddag_game.h"

enum { ROOM = 1 << 16, MOST_TURNS = 40 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The lexicon of the file that the variable LEXICON names. */
static lexkit_lexicon *lexicon_of_all(void) {
    static lexkit_lexicon *lexicon;
    const char *path = getenv("LEXICON");
    if (!lexicon && lexkit_open(path ? path : "build/few.gaddag", &lexicon, NULL)) {
        fprintf(stderr, "LEXICON is to name a file\n");
        exit(2);
    }
    return lexicon;
}

static void check(int right) {
    if (!right) abort();
}

/* Checks every game: no tile is lost, and undo and redo come back to where they were. */
static void check_game(lexkit_game *game, char *text, char *again) {
    const lexkit_lexicon *lexicon = game->lex;
    lexkit_position position;
    int32_t tiles = lexkit_game_bag(game), all = 0;
    for (int tile = 0; tile <= lexkit_letter_count(lexicon); tile++) all += lexkit_tile_count(lexicon, tile);
    for (int player = 0; player < game->players; player++) tiles += game->sizes[player];
    check(tiles + game->board.tiles_down / 2 == all); /* which counts each tile in its row and its column */
    const int32_t length = lexkit_game_to_gcg(game, text, ROOM);
    check(length > 0 || length == LEXKIT_ROOM);
    for (int index = 0; index < lexkit_game_turns(game); index++) check(lexkit_turn_text(game, index, again, ROOM) > 0);
    lexkit_game_position(game, &position);
    check(lexkit_board_to_cgp(lexkit_game_board(game), &position, again, ROOM) > 0);
    if (game->dealt && lexkit_game_undo(game) == LEXKIT_OK) {
        check(lexkit_game_redo(game) == LEXKIT_OK);
        check(lexkit_game_to_gcg(game, again, ROOM) == length && (length < 0 || !strcmp(text, again)));
    }
}

static void act(const lexkit_lexicon *lexicon, const uint8_t *data, char *lines, char *text, char *again) {
    lexkit_game *game;
    lexkit_rules rules;
    lexkit_action action;
    lexkit_rules_of(lexicon, &rules);
    rules.challenge = data[0] % 8;
    rules.out_bonus = data[1] % 5;
    rules.exchange_minimum = data[2] % 8;
    if (lexkit_game_new(lexicon, &rules, NULL, 2 + data[3] % 3, 0, data[4], &game)) return;
    for (char *line = strtok(lines, "\n"); line && game->turn_count < MOST_TURNS; line = strtok(NULL, "\n")) {
        lexkit_verdict verdict;
        lexkit_board_explain(lexkit_game_board(game), line, NULL, 0, &verdict);
        if (line[0] == '*') {
            const char *name = lexkit_player_name(line[1] & 15);
            if (name && !lexkit_game_choose(game, name, NULL, 1, &action))
                check(lexkit_game_perform(game, &action) == LEXKIT_OK);
        } else if (line[0] == '<') {
            lexkit_game_undo(game);
        } else {
            lexkit_game_act(game, line);
        }
        if (game->turn_count % 5 == 0) check_game(game, text, again);
    }
    check_game(game, text, again);
    lexkit_game_free(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const lexkit_lexicon *lexicon = lexicon_of_all();
    char *lines = (char *)malloc(size + 1), *text = (char *)malloc(ROOM), *again = (char *)malloc(ROOM);
    lexkit_game *game, *other;
    lexkit_leaves *leaves;
    lexkit_board *board;
    lexkit_error error;
    if (!lines || !text || !again) abort();
    memcpy(lines, data, size);
    lines[size] = 0;
    if (lexkit_game_from_gcg(lexicon, lines, NULL, &game, &error) == LEXKIT_OK) {
        check_game(game, text, again);
        if (lexkit_game_to_gcg(game, text, ROOM) > 0 &&
            lexkit_game_from_gcg(lexicon, text, &game->rules, &other, &error) == LEXKIT_OK) {
            check(lexkit_game_to_gcg(other, again, ROOM) > 0 && !strcmp(text, again));
            lexkit_game_free(other);
        }
        while (lexkit_game_undo(game) == LEXKIT_OK) continue;
        while (lexkit_game_redo(game) == LEXKIT_OK) continue;
        lexkit_game_free(game);
    }
    if (lexkit_board_new(lexicon, NULL, -1, NULL, &board) == LEXKIT_OK) {
        lexkit_position position;
        if (lexkit_board_from_cgp(board, lines, &position) == LEXKIT_OK)
            check(lexkit_board_to_cgp(board, &position, text, ROOM) > 0 &&
                  lexkit_board_from_cgp(board, text, NULL) == LEXKIT_OK);
        lexkit_board_free(board);
    }
    if (lexkit_leaves_open_memory(lexicon, data, size, &leaves, &error) == LEXKIT_OK) {
        const uint8_t tiles[3] = {0, 1, 1};
        lexkit_leaves_of(leaves, tiles, 3);
        lexkit_leaves_close(leaves);
    }
    if (size > 5) act(lexicon, data, lines + 5, text, again);
    free(lines);
    free(text);
    free(again);
    return 0;
}
