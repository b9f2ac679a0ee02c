/* A game against the computer at a terminal: play LEXICON [PLAYER [SEED [LEAVES]]]. Players: beginner, novice, learner,
   casual, regular, club, veteran, advanced, tournament, greedy, static. LEAVES, for static: a file of leave values, if the
   lexicon has none. Type 8D LIFE (a small letter for a blank), -AEI to exchange, - to pass, hint, undo, or quit. */
#define LEXKIT_IMPLEMENTATION
#include "gaddag_game.h"

static void show(const lexkit_lexicon *lexicon, lexkit_game *game) {
    const lexkit_board *board = lexkit_game_board(game);
    uint8_t tiles[LEXKIT_SIDE * LEXKIT_SIDE], rack[LEXKIT_RACK];
    char text[128];
    int32_t rows = lexkit_board_rows(board), columns = lexkit_board_columns(board), row, column, count, at;
    lexkit_board_tiles(board, tiles, sizeof tiles);
    for (row = 0; row < rows; row++) {
        printf("%3d ", row + 1);
        for (column = 0; column < columns; column++) {
            const uint8_t tile = tiles[row * columns + column];
            if (!tile || lexkit_decode(lexicon, &tile, 1, text, sizeof text) < 0)
                sprintf(text, "%c", (char)lexkit_board_premium(board, row, column));
            printf("%s ", text);
        }
        printf("\n");
    }
    printf("    A B C D E F G H I J K L M N O\nyou %d, computer %d, bag %d\nyour rack:",
           (int)lexkit_game_score(game, 0), (int)lexkit_game_score(game, 1), (int)lexkit_game_bag(game));
    count = lexkit_game_rack(game, 0, rack);
    for (at = 0; at < count; at++)
        printf(" %s%d", lexkit_label(lexicon, rack[at]), (int)lexkit_points(lexicon, rack[at]));
    printf("\n");
}

/* Takes the turn of the person at the keyboard; returns 0 at the end of the input. */
static int take_turn(lexkit_game *game, const lexkit_leaves *leaves) {
    char line[256], text[256];
    lexkit_action best;
    printf("> ");
    if (!fgets(line, sizeof line, stdin)) return 0;
    line[strcspn(line, "\r\n")] = 0;
    if (!strcmp(line, "quit")) return 0;
    if (!strcmp(line, "undo")) { /* the computer's turn, and one's own */
        lexkit_game_undo(game);
        lexkit_game_undo(game);
    } else if (!strcmp(line, "hint")) {
        if (lexkit_game_choose(game, "static", leaves, 0, &best) == LEXKIT_OK &&
            lexkit_action_text(lexkit_game_board(game), &best, text, sizeof text) > 0)
            printf("%s +%d\n", text, (int)best.move.score);
    } else if (lexkit_game_act(game, line) < 0) {
        printf("%s\n", lexkit_game_why(game));
    }
    return 1;
}

int main(int count, char **arguments) {
    static const char *const names[] = {"You", "Computer"};
    const char *player = count > 2 ? arguments[2] : "casual";
    const uint64_t seed = count > 3 ? strtoull(arguments[3], NULL, 10) : 1;
    static char record[1 << 16];
    char text[256];
    lexkit_lexicon *lexicon;
    lexkit_leaves *leaves;
    lexkit_game *game;
    lexkit_error error;
    lexkit_action action;
    int32_t code;
    if (count < 2 || lexkit_open(arguments[1], &lexicon, &error)) {
        fprintf(stderr, "no lexicon: %s\n", count < 2 ? "name its file" : error.text);
        return 2;
    }
    code = lexkit_leaves_open(lexicon, count > 4 ? arguments[4] : NULL, &leaves, &error);
    if (code && code != LEXKIT_ABSENT) fprintf(stderr, "%s\n", error.text);
    code = lexkit_game_new(lexicon, NULL, names, 2, 0, seed, &game); /* NULL: the rules of the language */
    if (code) {
        fprintf(stderr, "no game: %s\n", lexkit_error_text(code));
        return 2;
    }
    printf("8D LIFE plays (a small letter is a blank), -AEI exchanges, - passes; hint, undo, quit\n");
    while (!lexkit_game_over(game)) {
        if (lexkit_game_to_move(game) == 0) {
            show(lexicon, game);
            if (!take_turn(game, leaves)) break;
        } else if (lexkit_game_choose(game, player, leaves, seed, &action) || lexkit_game_perform(game, &action)) {
            fprintf(stderr, "no such player: %s\n", player);
            break;
        } else if (action.kind == LEXKIT_EXCHANGE) {
            printf("computer: exchanges %d tiles\n", (int)action.move.laid);
        } else if (lexkit_turn_text(game, lexkit_game_turns(game) - 1, text, sizeof text) > 0) {
            printf("computer: %s +%d\n", text, (int)action.move.score);
        }
    }
    if (lexkit_game_to_gcg(game, record, sizeof record) > 0) printf("\n%s", record);
    lexkit_game_free(game);
    lexkit_leaves_close(leaves);
    lexkit_close(lexicon);
    return 0;
}
