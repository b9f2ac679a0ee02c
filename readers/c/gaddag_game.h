/* gaddag_game.h: whole games on lexkit's word lists, in C, beside gaddag.h, which reads them and finds the moves.
 *
 * It judges and scores plays that a person types, lays moves on a board and takes them back, finds the best by score or
 * by equity, keeps bag, racks and points of two to four players by the rules of the language, has computer players, and
 * writes and reads records (GCG, CGP). ../README.md names its parts beside those in JavaScript and Python, and says how a
 * seed draws: the same seed and the same actions make the same game in all. Define LEXKIT_IMPLEMENTATION in one C file of
 * your program, before this include, or LEXKIT_STATIC; gaddag.h comes along. examples/play.c is a whole game.
 *
 * Threads and ownership are as in gaddag.h: functions that take a `const` object may be called by many threads at once, an
 * object without it belongs to one thread at a time. lexkit_leaves_open, lexkit_leaves_open_memory and lexkit_game_new make
 * an object, by one allocation each (a KLV2 file takes more while it is read), which lexkit_leaves_close and
 * lexkit_game_free free; nothing else allocates. A lexicon outlives its boards, leave values and games, leave values
 * outlive the calls that take them, and the board of lexkit_game_board is its game's. All other memory is the caller's.
 *
 * Functions return a number, or one of gaddag.h's errors, all of which are negative. LEXKIT_ILLEGAL is what the rules do
 * not allow; a function that returns an error has changed nothing. */
#if defined(LEXKIT_IMPLEMENTATION) || (defined(LEXKIT_STATIC) && !defined(LEXKIT_GADDAG_GAME_H))
#define LEXKIT_GAME_IMPLEMENTATION
#endif
#include "gaddag.h"

#ifndef LEXKIT_GADDAG_GAME_H
#define LEXKIT_GADDAG_GAME_H

#ifdef __cplusplus
extern "C" {
#endif

enum {
    LEXKIT_PLAYERS = 4,              /* most players */
    LEXKIT_NAME = 64,                /* bytes of a player's name, with the zero at its end */
    LEXKIT_BAG = 2000,               /* most tiles of a game */
    LEXKIT_TURNS = 1000,             /* most turns of a game */
    LEXKIT_FORMED = LEXKIT_RACK + 1, /* most words of a play */
    LEXKIT_LAYOUT_NAME = 201,        /* bytes of a layout's name */
    LEXKIT_REASON = 320              /* bytes of a reason */
};

/* Reasons to refuse a play, in the order in which they are tried; ../README.md has a line for each. */
enum {
    LEXKIT_LEGAL = 0,
    LEXKIT_WHY_TEXT,
    LEXKIT_WHY_TILE,
    LEXKIT_WHY_OUTSIDE,
    LEXKIT_WHY_SQUARE,
    LEXKIT_WHY_HOLE,
    LEXKIT_WHY_NONE,
    LEXKIT_WHY_WHOLE,
    LEXKIT_WHY_MANY,
    LEXKIT_WHY_BRICK,
    LEXKIT_WHY_APART,
    LEXKIT_WHY_START,
    LEXKIT_WHY_SHORT,
    LEXKIT_WHY_RACK, /* from here on there are a move, a score and words */
    LEXKIT_WHY_WORD
};

/* A word that a play forms: its tiles, 128 added for a blank, its points, and whether the list has it. */
typedef struct lexkit_formed {
    int32_t points;
    uint8_t row, column, down, length, valid;
    uint8_t tiles[LEXKIT_SIDE];
} lexkit_formed;

/* The verdict on a play: `code` is one from above, `reason` a sentence or "". The move, the score and the words, the
 * main one first, are there if `count` is not 0. */
typedef struct lexkit_verdict {
    int32_t code, score, count;
    lexkit_move move;
    lexkit_formed words[LEXKIT_FORMED];
    char reason[LEXKIT_REASON];
} lexkit_verdict;

/* A position beside its squares: racks, scores and turns without a point. The player to move comes first. */
typedef struct lexkit_position {
    int32_t players, zeros;
    int32_t scores[LEXKIT_PLAYERS], sizes[LEXKIT_PLAYERS]; /* sizes: tiles of each rack, 0 if it is not known */
    uint8_t racks[LEXKIT_PLAYERS][LEXKIT_RACK];
} lexkit_position;

/* Kinds of turns; an action is one of the first six. */
enum {
    LEXKIT_PLACEMENT = 1,
    LEXKIT_EXCHANGE,
    LEXKIT_PASS,
    LEXKIT_CHALLENGE,
    LEXKIT_ACCEPT,
    LEXKIT_RESIGNATION,
    LEXKIT_FINE
};

/* An action of a player, with its equity in thousandths of a point if that was asked for. An exchange has its tiles in
 * move.tiles, blanks 0, and their number in move.laid. */
typedef struct lexkit_action {
    int64_t equity;
    int32_t kind;
    lexkit_move move;
} lexkit_action;

enum {
    LEXKIT_VOID, /* words are checked before a play is accepted */
    LEXKIT_SINGLE,
    LEXKIT_DOUBLE, /* a wrong challenge costs a turn */
    LEXKIT_TRIPLE, /* a challenge ends the game */
    LEXKIT_5PT,
    LEXKIT_10PT,
    LEXKIT_5PT_WORD,
    LEXKIT_10PT_WORD
};
/* Points that a player who goes out gains for each point on the others' racks, and that these lose: 2 and 0, 1 and 1,
 * 1 and 0, 0 and 1, 2 and 1. */
enum { LEXKIT_OUT_DOUBLE, LEXKIT_OUT_EACH, LEXKIT_OUT_ONCE, LEXKIT_OUT_PENALTY, LEXKIT_OUT_BOTH };

/* The rules of a game, by Python's names; lexkit_rules_of fills them in. `layout`: rows of glyphs, as lexkit_board_new
 * takes them, and `layout_name`, for records: a game copies both; `start`: of a square, -1 for the middle. */
typedef struct lexkit_rules {
    const char *layout, *layout_name;
    int32_t start, rack_size, bingo, exchange_minimum, zero_turns, pass_turns, exchanges_count, empty_board_ends;
    int32_t withdrawn_is_pass, exchange_limit, out_bonus, challenge;
    int32_t bonuses[LEXKIT_RACK + 1], length_bonuses[LEXKIT_SIDE + 1];
} lexkit_rules;

/* The end of a game. `winner` is -1 for a draw, or while the game goes on; `ending`: points for the racks. */
enum { LEXKIT_GOES_ON, LEXKIT_BY_OUT, LEXKIT_BY_ZEROS, LEXKIT_BY_PASSES, LEXKIT_BY_RESIGNATION, LEXKIT_BY_CHALLENGE };
typedef struct lexkit_result {
    int32_t reason, winner, scores[LEXKIT_PLAYERS], ending[LEXKIT_PLAYERS];
    uint32_t losers; /* bit p: player p lost, whatever the scores are */
} lexkit_result;

/* A turn that was taken. `score`: of a challenge, points for the player challenged. `rack`: the player's, before it, as
 * far as it is known. `words`: those challenged, by their numbers in the play, in order; `invalid`: bits of the wrong ones. */
typedef struct lexkit_turn {
    int32_t kind, player, score, size; /* size: tiles that left the rack */
    lexkit_move move;                  /* the placement, or that challenged */
    uint8_t rack[LEXKIT_RACK], rack_count, exchanged[LEXKIT_RACK], exchanged_count, drawn[LEXKIT_RACK], drawn_count;
    uint8_t other[LEXKIT_RACK], other_count; /* of a challenge: the rack of the player challenged, after the play */
    uint8_t words[LEXKIT_FORMED], word_count;
    uint32_t invalid;
} lexkit_turn;

typedef struct lexkit_leaves lexkit_leaves;
typedef struct lexkit_game lexkit_game;

/* -- Boards: what they look like, judging a play, laying it, CGP.
 * Size, start square, a square's glyph (see lexkit_board_new; 0 outside), and all squares as lexkit_board_set takes
 * them. lexkit_layout gives the rows of "standard" and "super", NULL for another name. */
LEXKIT_API int32_t lexkit_board_rows(const lexkit_board *board);
LEXKIT_API int32_t lexkit_board_columns(const lexkit_board *board);
LEXKIT_API int32_t lexkit_board_start(const lexkit_board *board);
LEXKIT_API int32_t lexkit_board_premium(const lexkit_board *board, int32_t row, int32_t column);
LEXKIT_API int32_t lexkit_board_tiles(const lexkit_board *board, uint8_t *tiles, int32_t room);
LEXKIT_API const char *lexkit_layout(const char *name);

/* Judge a play: as text, "8D WIFE", "8D W(I)FE" or "8D W.FE", small letters for blanks; or by the first square of its
 * main word and the tiles laid. `rack` is NULL if it does not matter which tiles the player has. They return LEXKIT_OK,
 * or LEXKIT_ILLEGAL; the verdict says the rest. */
LEXKIT_API int32_t lexkit_board_explain(const lexkit_board *board, const char *text, const uint8_t *rack, int32_t count,
                                        lexkit_verdict *verdict);
LEXKIT_API int32_t lexkit_board_place(const lexkit_board *board, int32_t row, int32_t column, int32_t down,
                                      const uint8_t *tiles, int32_t laid, const uint8_t *rack, int32_t count,
                                      lexkit_verdict *verdict);

/* The move of a text, if the board allows it; words are not looked up. Lay a move, and give its score on this board; one
 * of another position is refused, if its main word has another length here, unless that is 0. Take back the last one.
 * A board that is set again has nothing to take back. */
LEXKIT_API int32_t lexkit_board_move(const lexkit_board *board, const char *text, lexkit_move *move);
LEXKIT_API int32_t lexkit_board_play(lexkit_board *board, const lexkit_move *move);
LEXKIT_API int32_t lexkit_board_undo(lexkit_board *board);

/* A position as CGP. Reading it sets the board; racks, scores and zeros may be missing, operations are ignored;
 * `position` may be NULL. Writing gives the length. */
LEXKIT_API int32_t lexkit_board_from_cgp(lexkit_board *board, const char *text, lexkit_position *position);
LEXKIT_API int32_t lexkit_board_to_cgp(const lexkit_board *board, const lexkit_position *position, char *text,
                                       int32_t room);

/* -- Leave values: what the tiles that a player keeps are worth.
 * From the section of the lexicon's own file (path NULL), or from a table beside it: KLV2, or the bytes of such a
 * section. LEXKIT_ABSENT: the file has no such section. lexkit_leaves_of gives thousandths of a point. */
LEXKIT_API int32_t lexkit_leaves_open(const lexkit_lexicon *lex, const char *path, lexkit_leaves **leaves,
                                      lexkit_error *error);
LEXKIT_API int32_t lexkit_leaves_open_memory(const lexkit_lexicon *lex, const void *bytes, uint64_t size,
                                             lexkit_leaves **leaves, lexkit_error *error);
LEXKIT_API void lexkit_leaves_close(lexkit_leaves *leaves);
LEXKIT_API int32_t lexkit_leaves_of(const lexkit_leaves *leaves, const uint8_t *tiles, int32_t count);

/* The best `most` moves of a rack by score, best first; gives how many there are. By equity: moves, exchanges of 1 to
 * `exchangeable` tiles, and the pass, which is last. `bag`: tiles in it, -1 for what the board and the rack leave to one
 * opponent and the bag. Without leave values (NULL) each is worth 0 while the bag has tiles. */
LEXKIT_API int32_t lexkit_best(lexkit_board *board, const uint8_t *rack, int32_t count, lexkit_action *best,
                               int32_t most);
LEXKIT_API int32_t lexkit_best_by_equity(lexkit_board *board, const uint8_t *rack, int32_t count,
                                         const lexkit_leaves *leaves, int32_t bag, int32_t exchangeable,
                                         lexkit_action *best, int32_t most);

/* Write an action on a board as lexkit_game_act reads it: "8D .IFE", "-AEI", "-", "challenge". */
LEXKIT_API int32_t lexkit_action_text(const lexkit_board *board, const lexkit_action *action, char *text, int32_t room);

/* -- Games.
 * The rules of a lexicon's language on the standard board. A game in memory of its own, or of the caller, at a multiple
 * of 8; `names` may be NULL, `first` begins. */
LEXKIT_API int32_t lexkit_rules_of(const lexkit_lexicon *lex, lexkit_rules *rules);
LEXKIT_API int64_t lexkit_game_size(void);
LEXKIT_API int32_t lexkit_game_init(void *memory, int64_t size, const lexkit_lexicon *lex, const lexkit_rules *rules,
                                    const char *const *names, int32_t players, int32_t first, uint64_t seed,
                                    lexkit_game **game);
LEXKIT_API int32_t lexkit_game_new(const lexkit_lexicon *lex, const lexkit_rules *rules, const char *const *names,
                                   int32_t players, int32_t first, uint64_t seed, lexkit_game **game);
LEXKIT_API void lexkit_game_free(lexkit_game *game);

/* Turns of the player to move; `words` of a challenge: bits of the last play's words, 0 for all. lexkit_game_act reads
 * "8D LIFE", "-AEI", "-", "challenge", "challenge LIFEX", "resign". lexkit_game_why says in a sentence why the last
 * action was refused. Undo takes back the last turn of any kind, redo takes it again. A fine takes points after the end.
 * LEXKIT_ROOM: after LEXKIT_TURNS turns. */
LEXKIT_API int32_t lexkit_game_play(lexkit_game *game, const lexkit_move *move);
LEXKIT_API int32_t lexkit_game_exchange(lexkit_game *game, const uint8_t *tiles, int32_t count);
LEXKIT_API int32_t lexkit_game_pass_turn(lexkit_game *game);
LEXKIT_API int32_t lexkit_game_challenge(lexkit_game *game, uint32_t words);
LEXKIT_API int32_t lexkit_game_resign(lexkit_game *game, int32_t player);
LEXKIT_API int32_t lexkit_game_fine(lexkit_game *game, int32_t player, int32_t points);
LEXKIT_API int32_t lexkit_game_perform(lexkit_game *game, const lexkit_action *action);
LEXKIT_API int32_t lexkit_game_act(lexkit_game *game, const char *text);
LEXKIT_API const char *lexkit_game_why(const lexkit_game *game);
LEXKIT_API int32_t lexkit_game_undo(lexkit_game *game);
LEXKIT_API int32_t lexkit_game_redo(lexkit_game *game);

/* The state of a game. lexkit_game_rack gives the tiles of a rack, in order, blanks (0) first, as far as they are known;
 * lexkit_game_bag the tiles in the bag; lexkit_game_exchangeable how many the player to move may exchange;
 * lexkit_game_challengeable the turn that may be challenged, or LEXKIT_ABSENT; lexkit_game_waiting whether a player is
 * out, whose last play is accepted by a pass. A board that is got for moves must not be changed. */
LEXKIT_API lexkit_board *lexkit_game_board(lexkit_game *game);
LEXKIT_API int32_t lexkit_game_players(const lexkit_game *game);
LEXKIT_API const char *lexkit_game_name(const lexkit_game *game, int32_t player);
LEXKIT_API int32_t lexkit_game_rack(const lexkit_game *game, int32_t player, uint8_t *tiles);
LEXKIT_API int32_t lexkit_game_score(const lexkit_game *game, int32_t player);
LEXKIT_API int32_t lexkit_game_to_move(const lexkit_game *game);
LEXKIT_API int32_t lexkit_game_bag(const lexkit_game *game);
LEXKIT_API int32_t lexkit_game_exchangeable(const lexkit_game *game);
LEXKIT_API int32_t lexkit_game_challengeable(const lexkit_game *game);
LEXKIT_API int32_t lexkit_game_waiting(const lexkit_game *game);
LEXKIT_API int32_t lexkit_game_over(const lexkit_game *game);
LEXKIT_API int32_t lexkit_game_result(const lexkit_game *game, lexkit_result *result);
LEXKIT_API int32_t lexkit_game_position(const lexkit_game *game, lexkit_position *position);

/* The turns, from 0, and their text as lexkit_game_act reads it. */
LEXKIT_API int32_t lexkit_game_turns(const lexkit_game *game);
LEXKIT_API int32_t lexkit_game_turn(const lexkit_game *game, int32_t index, lexkit_turn *turn);
LEXKIT_API int32_t lexkit_turn_text(const lexkit_game *game, int32_t index, char *text, int32_t room);

/* A record in GCG, and the game of one; UTF-8, or Latin-1 if it does not say so and is not UTF-8. The racks of a game that
 * was read are those of the record, and it can go on as far as they are known; words of a record are not looked up.
 * `rules` may be NULL, for those that the record implies. LEXKIT_RECORD: `error` has the line as its place. */
LEXKIT_API int32_t lexkit_game_to_gcg(const lexkit_game *game, char *text, int32_t room);
LEXKIT_API int32_t lexkit_game_from_gcg(const lexkit_lexicon *lex, const char *text, const lexkit_rules *rules,
                                        lexkit_game **game, lexkit_error *error);

/* -- Players: "greedy", "static", and the levels "beginner" to "tournament", who miss words by a seed.
 * lexkit_player_name gives the names from 0 on, then NULL. */
LEXKIT_API const char *lexkit_player_name(int32_t index);
LEXKIT_API int32_t lexkit_game_choose(lexkit_game *game, const char *player, const lexkit_leaves *leaves, uint64_t seed,
                                      lexkit_action *action);

#ifdef __cplusplus
}
#endif
#endif /* LEXKIT_GADDAG_GAME_H */

#ifdef LEXKIT_GAME_IMPLEMENTATION
#undef LEXKIT_GAME_IMPLEMENTATION

#include <stdarg.h>

/* -- Text of tiles, places and reasons ----------------------------------------------------------------------------- */

/* The name of a square is 8D, or D8 for a play downwards. Columns are A to Z, then AA to AF. */
static void lexkit_place_text(int row, int column, int down, char text[8]) {
    char letters[3] = {0, 0, 0};
    letters[0] = (char)(column < 26 ? 'A' + column : 'A');
    if (column >= 26) letters[1] = (char)('A' + column % 26);
    if (down)
        snprintf(text, 8, "%s%d", letters, (row + 1) % 100);
    else
        snprintf(text, 8, "%d%s", (row + 1) % 100, letters);
}

/* The tile byte that a text begins with, 0 for a dot, -1 for none, and how many bytes it takes. */
static int lexkit_tile_at(const lexkit_lexicon *lex, const char *text, size_t *taken) {
    const lexkit_spelling *spelling = *text ? lexkit_longest(lex, text, taken) : NULL;
    if (spelling) return spelling->tile + (spelling->small ? LEXKIT_BLANK : 0);
    *taken = 1;
    return *text == '.' ? 0 : -1;
}

/* Append tiles, 0 as a dot. bracket: 1 brackets labels that are longer than a code point; each is in brackets if it would
 * be read as other tiles without. */
static int32_t lexkit_append_tiles(const lexkit_lexicon *lex, const uint8_t *tiles, int count, int bracket, char *text,
                                   int32_t room, int32_t length) {
    for (;; bracket = 2) {
        int32_t end = length;
        size_t taken;
        if (end >= 0 && end < room) text[end] = 0;
        for (int at = 0; at < count; at++)
            end = tiles[at] ? lexkit_append_tile(lex, tiles[at] % LEXKIT_BLANK, tiles[at] >= LEXKIT_BLANK, bracket,
                                                 text, room, end)
                            : lexkit_append(text, room, end, ".");
        if (end < 0 || bracket == 2) return end;
        const char *rest = text + length;
        int at = 0;
        for (; at < count && lexkit_tile_at(lex, rest, &taken) == tiles[at]; at++) rest += taken;
        if (at == count && !*rest) return end;
    }
}

/* Append a rack by its counts, blanks last. */
static int32_t lexkit_append_rack(const lexkit_lexicon *lex, const uint8_t counts[64], char *text, int32_t room,
                                  int32_t length) {
    uint8_t tiles[LEXKIT_RACK * LEXKIT_PLAYERS];
    int count = 0;
    for (int tile = 1; tile < 64; tile++)
        for (int copies = counts[tile]; copies > 0 && count < (int)sizeof tiles; copies--)
            tiles[count++] = (uint8_t)tile;
    length = lexkit_append_tiles(lex, tiles, count, 1, text, room, length);
    for (int blanks = counts[0]; blanks > 0; blanks--) length = lexkit_append(text, room, length, "?");
    return length;
}

static int32_t lexkit_append_number(char *text, int32_t room, int32_t length, const char *format, int number) {
    char shown[32];
    snprintf(shown, sizeof shown, format, number);
    return lexkit_append(text, room, length, shown);
}

/* Count tiles, 0 to 63, of bytes with or without the mark of a blank. */
static void lexkit_count_kinds(const uint8_t *tiles, int count, uint8_t counts[64]) {
    memset(counts, 0, 64);
    for (int at = 0; at < count; at++) counts[tiles[at] >= LEXKIT_BLANK ? 0 : tiles[at] % 64]++;
}

/* Tiles of counts, in order; give how many. */
static int lexkit_list_kinds(const uint8_t counts[64], uint8_t *tiles, int most) {
    int count = 0;
    for (int tile = 0; tile < 64; tile++)
        for (int copies = counts[tile]; copies > 0 && count < most; copies--) tiles[count++] = (uint8_t)tile;
    return count;
}

static int lexkit_sum(const uint8_t counts[64]) {
    int sum = 0;
    for (int tile = 0; tile < 64; tile++) sum += counts[tile];
    return sum;
}

/* Add a sentence to a verdict, whose first one gives its code. */
static int32_t lexkit_say(lexkit_verdict *verdict, int32_t code, const char *format, ...) {
    const size_t length = strlen(verdict->reason), more = length ? 2 : 0;
    va_list values;
    if (!verdict->code) verdict->code = code;
    if (length + more + 1 < sizeof verdict->reason) {
        memcpy(verdict->reason + length, "; ", more);
        va_start(values, format);
        vsnprintf(verdict->reason + length + more, sizeof verdict->reason - length - more, format, values);
        va_end(values);
    }
    return LEXKIT_ILLEGAL;
}

/* A sentence about a square, which is named unless it is where the play begins. */
static int32_t lexkit_say_on(lexkit_verdict *verdict, int32_t code, int row, int column, int begins,
                             const char *sentence) {
    char place[8];
    lexkit_place_text(row, column, 0, place);
    return lexkit_say(verdict, code, "%s%s%s", begins ? "" : place, begins ? "" : ": ", sentence);
}

/* -- Boards: judging and scoring a play ---------------------------------------------------------------------------- */

int32_t lexkit_board_rows(const lexkit_board *board) { return board ? board->size[0] : LEXKIT_ARGUMENT; }

int32_t lexkit_board_columns(const lexkit_board *board) { return board ? board->size[1] : LEXKIT_ARGUMENT; }

int32_t lexkit_board_start(const lexkit_board *board) { return board ? board->start : LEXKIT_ARGUMENT; }

static int lexkit_is_on(const lexkit_board *board, int row, int column) {
    return row >= 0 && column >= 0 && row < board->size[0] && column < board->size[1];
}

int32_t lexkit_board_premium(const lexkit_board *board, int32_t row, int32_t column) {
    return board && lexkit_is_on(board, row, column) ? board->glyphs[row * board->size[1] + column] : 0;
}

const char *lexkit_layout(const char *name) {
    if (name && !strcmp(name, "standard")) return LEXKIT_STANDARD;
    if (!name || strcmp(name, "super")) return NULL;
    return "~..'...=..'..=...'..~/.-..\"...-...-...\"..-./..-..^...-.-...^..-../'..=..'...=...'..=..'/"
           ".\"..-...\"...\"...-..\"./..^..-...'.'...-..^../...'..-...'...-..'.../=......-.....-......=/"
           ".-..\"...\"...\"...\"..-./..-..'...'.'...'..-../'..=..'...-...'..=..'/..-..'...'.'...'..-../"
           ".-..\"...\"...\"...\"..-./=......-.....-......=/...'..-...'...-..'.../..^..-...'.'...-..^../"
           ".\"..-...\"...\"...-..\"./'..=..'...=...'..=..'/..-..^...-.-...^..-../.-..\"...-...-...\"..-./"
           "~..'...=..'..=...'..~";
}

/* The squares as they were before play number `before`, all of them for 0. */
static void lexkit_squares(const lexkit_board *board, int before, uint8_t *grid) {
    for (int at = 0; at < board->size[0] * board->size[1]; at++) {
        const lexkit_square *square = &board->lines[0][at / board->size[1]][at % board->size[1]];
        const int is_later = before && board->played[at] >= before;
        grid[at] = is_later ? 0 : (uint8_t)(square->tile + (square->blank ? LEXKIT_BLANK : 0));
    }
}

int32_t lexkit_board_tiles(const lexkit_board *board, uint8_t *tiles, int32_t room) {
    if (!board || !tiles) return LEXKIT_ARGUMENT;
    const int32_t count = board->size[0] * board->size[1];
    if (room < count) return LEXKIT_ROOM;
    lexkit_squares(board, 0, tiles);
    return count;
}

/* The input of judging and scoring: a board's premiums, and squares that need not be its own. */
typedef struct lexkit_view {
    const lexkit_board *board;
    uint8_t grid[LEXKIT_SIDE * LEXKIT_SIDE];
} lexkit_view;

static int lexkit_tile_on(const lexkit_view *view, int row, int column) {
    return lexkit_is_on(view->board, row, column) ? view->grid[row * view->board->size[1] + column] : 0;
}

static const lexkit_square *lexkit_premium(const lexkit_view *view, int row, int column) {
    return &view->board->lines[0][row][column];
}

/* Follow tiles from a square, which may be empty itself, for as long as they go on. */
static int lexkit_run(const lexkit_view *view, int row, int column, int down, int step) {
    int length = 0;
    while (lexkit_tile_on(view, row + (down ? step * (length + 1) : 0), column + (down ? 0 : step * (length + 1))))
        length++;
    return length;
}

static int32_t lexkit_value_of(const lexkit_board *board, int tile) {
    return board->values[tile >= LEXKIT_BLANK ? 0 : tile];
}

/* The words and the score of a move whose place is right; gives the number of squares of its main word. */
static void lexkit_form(const lexkit_view *view, lexkit_verdict *verdict) {
    const lexkit_board *board = view->board;
    lexkit_move *move = &verdict->move;
    lexkit_formed *word = verdict->words;
    int32_t multiplier = 1, total = 0;
    int laid = 0;
    memset(word, 0, sizeof *word);
    word->row = move->row;
    word->column = move->column;
    word->down = move->down;
    verdict->count = 1;
    verdict->score = 0;
    for (int row = move->row, column = move->column; lexkit_is_on(board, row, column);
         row += move->down, column += !move->down) {
        int tile = lexkit_tile_on(view, row, column);
        if (tile) {
            total += lexkit_value_of(board, tile);
        } else {
            if (laid == move->laid) break;
            tile = move->tiles[laid++];
            const lexkit_square *square = lexkit_premium(view, row, column);
            const int32_t worth = lexkit_value_of(board, tile) * square->letter_multiplier;
            total += worth;
            multiplier *= square->word_multiplier;
            const int before = lexkit_run(view, row, column, !move->down, -1);
            const int after = lexkit_run(view, row, column, !move->down, 1);
            if (before + after) {
                lexkit_formed *cross = verdict->words + verdict->count++;
                memset(cross, 0, sizeof *cross);
                cross->down = !move->down;
                cross->row = (uint8_t)(row - (cross->down ? before : 0));
                cross->column = (uint8_t)(column - (cross->down ? 0 : before));
                cross->length = (uint8_t)(before + after + 1);
                cross->points = worth;
                for (int at = 0; at <= before + after; at++) {
                    const int other = lexkit_tile_on(view, cross->row + (cross->down ? at : 0),
                                                     cross->column + (cross->down ? 0 : at));
                    cross->tiles[at] = (uint8_t)(other ? other : tile);
                    cross->points += other ? lexkit_value_of(board, other) : 0;
                }
                cross->points *= square->word_multiplier;
                verdict->score += cross->points;
            }
        }
        word->tiles[word->length++] = (uint8_t)tile;
    }
    word->points = total * multiplier;
    move->length = word->length;
    verdict->score += word->points + board->scoring.tiles_bonus[move->laid] + board->scoring.length_bonus[word->length];
    move->score = verdict->score;
}

/* Look up the words of a verdict and return the number of those that the list does not have. */
static int lexkit_look_up(const lexkit_lexicon *lex, lexkit_verdict *verdict) {
    int wrong = 0;
    for (int at = 0; at < verdict->count; at++) {
        lexkit_formed *word = verdict->words + at;
        uint8_t letters[LEXKIT_SIDE];
        for (int place = 0; place < word->length; place++) letters[place] = word->tiles[place] % LEXKIT_BLANK;
        word->valid = lexkit_contains(lex, letters, word->length) == 1;
        wrong += !word->valid;
    }
    return wrong;
}

/* The word that tiles show, in capitals. */
static int32_t lexkit_append_word(const lexkit_lexicon *lex, const lexkit_formed *word, char *text, int32_t room,
                                  int32_t length) {
    uint8_t letters[LEXKIT_SIDE];
    for (int at = 0; at < word->length; at++) letters[at] = word->tiles[at] % LEXKIT_BLANK;
    return lexkit_append_tiles(lex, letters, word->length, 0, text, room, length);
}

static int32_t lexkit_is_outside(lexkit_verdict *verdict, const lexkit_board *board) {
    return lexkit_say(verdict, LEXKIT_WHY_OUTSIDE, "off the board of %d rows and %d columns", (int)board->size[0],
                      (int)board->size[1]);
}

/* Judge tiles on the free squares of a line, from the first square of the main word on, and score them. */
static int32_t lexkit_judge(const lexkit_view *view, int row, int column, int down, const uint8_t *tiles, int laid,
                            lexkit_verdict *verdict) {
    const lexkit_board *board = view->board;
    lexkit_move *move = &verdict->move;
    char text[8];
    int through = 0, touches = 0, starts = 0, placed = 0, length = 0;
    if (!lexkit_is_on(board, row, column)) return lexkit_is_outside(verdict, board);
    if (laid < 1) return lexkit_say(verdict, LEXKIT_WHY_NONE, "no tile is put down");
    if (laid > board->scoring.rack_size)
        return lexkit_say(verdict, LEXKIT_WHY_MANY, "%d tiles, but a rack has %d", laid, (int)board->scoring.rack_size);
    for (int at = 0; at < laid; at++)
        if (tiles[at] % LEXKIT_BLANK < 1 || tiles[at] % LEXKIT_BLANK > board->lex->letters)
            return lexkit_say(verdict, LEXKIT_WHY_TILE, "%d is not a tile of the %.100s alphabet", tiles[at],
                              board->lex->name);
    if (lexkit_tile_on(view, row - down, column - !down))
        return lexkit_say(verdict, LEXKIT_WHY_WHOLE, "the main word starts before this square");
    memset(move, 0, sizeof *move);
    for (int r = row, c = column; lexkit_is_on(board, r, c); r += down, c += !down, length++) {
        if (lexkit_tile_on(view, r, c)) {
            through = 1;
            continue;
        }
        if (placed == laid) break;
        if (!lexkit_premium(view, r, c)->word_multiplier) {
            return lexkit_say_on(verdict, LEXKIT_WHY_BRICK, r, c, r == row && c == column && !down,
                                 "a brick is in the way");
        }
        touches |= lexkit_tile_on(view, r + !down, c + down) || lexkit_tile_on(view, r - !down, c - down);
        starts |= r * board->size[1] + c == board->start;
        move->tiles[placed] = tiles[placed];
        placed++;
    }
    if (placed < laid) return lexkit_is_outside(verdict, board);
    if (!through && !touches) {
        for (int at = 0; at < board->size[0] * board->size[1]; at++)
            if (view->grid[at]) return lexkit_say(verdict, LEXKIT_WHY_APART, "not connected to the tiles on the board");
        lexkit_place_text(board->start / board->size[1], board->start % board->size[1], 0, text);
        if (!starts) return lexkit_say(verdict, LEXKIT_WHY_START, "the first play covers the start square %s", text);
        if (laid == 1) return lexkit_say(verdict, LEXKIT_WHY_SHORT, "a word has at least two tiles");
    }
    if (laid == 1) {
        /* One tile is named by the word across, if it forms one. */
        int r = row, c = column;
        while (lexkit_tile_on(view, r, c)) r += down, c += !down;
        const int before = lexkit_run(view, r, c, !down, -1), after = lexkit_run(view, r, c, !down, 1);
        if (length == 1 || (before + after && down)) {
            row = r - (down ? 0 : before);
            column = c - (down ? before : 0);
            down = !down;
        }
    }
    move->row = (uint8_t)row;
    move->column = (uint8_t)column;
    move->down = (uint8_t)down;
    move->laid = (uint8_t)laid;
    lexkit_form(view, verdict);
    return LEXKIT_OK;
}

/* The row, the column and the direction of a text, "8D" or "D8", of `length` bytes. */
static int lexkit_parse_place(const char *text, size_t length, int *row, int *column, int *down) {
    size_t at = 0;
    int parts[2] = {0, 0}, digits[2] = {0, 0};
    for (int part = 0; part < 2; part++) {
        const size_t begin = at;
        digits[part] = at < length && text[at] >= '0' && text[at] <= '9';
        for (; at < length; at++) {
            const int is_digit = text[at] >= '0' && text[at] <= '9', letter = text[at] | 32;
            if (is_digit != digits[part] || (!is_digit && (letter < 'a' || letter > 'z'))) break;
            parts[part] = is_digit ? parts[part] * 10 + (text[at] - '0') : parts[part] * 26 + (letter - 'a' + 1);
            if (at - begin >= (is_digit ? 3u : 2u)) return 0;
        }
        if (at == begin) return 0;
    }
    if (at < length || digits[0] == digits[1] || !parts[!digits[0]]) return 0;
    *down = !digits[0];
    *row = parts[*down] - 1;
    *column = parts[!*down] - 1;
    return 1;
}

static int lexkit_is_space(char sign) { return sign == ' ' || (sign >= '\t' && sign <= '\r'); }

static int lexkit_is_plain(char sign) {
    return (sign >= '0' && sign <= '9') || (sign >= 'A' && sign <= 'Z') || (sign >= 'a' && sign <= 'z');
}

/* Cut the text of a play into place and tiles: "8D .IFE", "8D LIFE +13", "8D.LIFE". */
static int lexkit_split_play(const char *text, const char *parts[2], size_t lengths[2]) {
    const char *at = text;
    if (strlen(text) > 400) return 0;
    while (lexkit_is_space(*at)) at++;
    parts[0] = at;
    while (lexkit_is_plain(*at)) at++;
    lengths[0] = (size_t)(at - parts[0]);
    if (!lengths[0] || !(lexkit_is_space(*at) || *at == '.')) return 0;
    if (*at == '.')
        at++;
    else
        while (lexkit_is_space(*at)) at++;
    parts[1] = at;
    while (*at && !lexkit_is_space(*at)) at++;
    lengths[1] = (size_t)(at - parts[1]);
    if (!lengths[1]) return 0;
    if (*at) {
        while (lexkit_is_space(*at)) at++;
        if (*at == '+' || *at == '-') at++;
        const char *digits = at;
        while (*at >= '0' && *at <= '9') at++;
        if (at == digits && (*at || at[-1] == '+' || at[-1] == '-')) return 0;
        while (lexkit_is_space(*at)) at++;
    }
    return !*at;
}

/* Judge a play's text, but for rack and words. */
static int32_t lexkit_judge_text(const lexkit_view *view, const char *text, lexkit_verdict *verdict) {
    const lexkit_board *board = view->board;
    const char *parts[2];
    size_t lengths[2], taken;
    uint8_t named[LEXKIT_SIDE], played[LEXKIT_SIDE];
    int row = 0, column = 0, down = 0, count = 0, laid = 0;
    char place[8], shown[LEXKIT_REASON];
    if (!lexkit_split_play(text, parts, lengths))
        return lexkit_say(verdict, LEXKIT_WHY_TEXT, "not a play: expected a place and tiles, as 8D .IFE");
    if (!lexkit_parse_place(parts[0], lengths[0], &row, &column, &down))
        return lexkit_say(verdict, LEXKIT_WHY_TEXT, "not a place, found '%.*s'", (int)lengths[0], parts[0]);
    /* Parentheses say that a tile lies there, which the board knows. */
    char bare[404], *end = bare;
    for (size_t at = 0; at < lengths[1]; at++)
        if (parts[1][at] != '(' && parts[1][at] != ')') *end++ = parts[1][at];
    *end = 0;
    for (const char *rest = bare; *rest; rest += taken, count++) {
        const int tile = lexkit_tile_at(board->lex, rest, &taken);
        if (tile < 0) {
            uint32_t point, length = lexkit_code_point(rest, strlen(rest), &point);
            return lexkit_say(verdict, LEXKIT_WHY_TILE, "'%.*s' is not a tile of the %.100s alphabet",
                              (int)(length ? length : 1), rest, board->lex->name);
        }
        if (count < LEXKIT_SIDE) named[count] = (uint8_t)tile;
    }
    if (row >= board->size[0] || column >= board->size[1] || (down ? row : column) + count > board->size[!down])
        return lexkit_is_outside(verdict, board);
    for (int at = 0; at < count; at++) {
        const int r = row + (down ? at : 0), c = column + (down ? 0 : at), there = lexkit_tile_on(view, r, c);
        if (there && named[at] && (there ^ named[at]) & 63) {
            char labels[2][LEXKIT_SPELLING_BYTES + 3];
            const uint8_t tiles[2] = {(uint8_t)there, named[at]};
            for (int which = 0; which < 2; which++)
                lexkit_append_tile(board->lex, tiles[which] % LEXKIT_BLANK, tiles[which] >= LEXKIT_BLANK, 1,
                                   labels[which], sizeof labels[which], 0);
            snprintf(shown, sizeof shown, "the square holds %s already, not %s", labels[0], labels[1]);
            return lexkit_say_on(verdict, LEXKIT_WHY_SQUARE, r, c, !at && !down, shown);
        }
        if (!there && !named[at])
            return lexkit_say_on(verdict, LEXKIT_WHY_HOLE, r, c, !at && !down,
                                 "a hole: there is no tile to play through");
        if (!there) played[laid++] = named[at];
    }
    if (!laid) return lexkit_say(verdict, LEXKIT_WHY_NONE, "no tile is put down");
    const int before = lexkit_run(view, row, column, down, -1);
    const int after = lexkit_run(view, row + (down ? count - 1 : 0), column + (down ? 0 : count - 1), down, 1);
    if (before + after) {
        lexkit_formed whole;
        const int first_row = row - (down ? before : 0), first_column = column - (down ? 0 : before);
        whole.length = (uint8_t)(before + count + after);
        for (int at = 0; at < whole.length; at++) {
            const int r = first_row + (down ? at : 0), c = first_column + (down ? 0 : at);
            const int there = lexkit_tile_on(view, r, c);
            if (!there && !lexkit_premium(view, r, c)->word_multiplier) {
                return lexkit_say_on(verdict, LEXKIT_WHY_BRICK, r, c, r == row && c == column && !down,
                                     "a brick is in the way");
            }
            whole.tiles[at] = (uint8_t)(there ? there : named[at - before]);
        }
        lexkit_place_text(first_row, first_column, down, place);
        if (lexkit_append_word(board->lex, &whole, shown, sizeof shown, 0) < 0) shown[0] = 0;
        return lexkit_say(verdict, LEXKIT_WHY_WHOLE,
                          "tiles touch it in line, so that the word is %.120s; give the whole word: %s %.120s", shown,
                          place, shown);
    }
    return lexkit_judge(view, row, column, down, played, laid, verdict);
}

/* Complete a verdict on a play that the board allows: is it on the rack, are its words in the list? */
static int32_t lexkit_conclude(const lexkit_lexicon *lex, const uint8_t *rack, int32_t count, lexkit_verdict *verdict) {
    char shown[LEXKIT_REASON / 2] = "";
    int32_t length = 0;
    if (rack) {
        uint8_t held[64], wanted[64], missing[64];
        int lacks = 0, letters = 0;
        lexkit_count_kinds(rack, count, held);
        lexkit_count_kinds(verdict->move.tiles, verdict->move.laid, wanted);
        for (int tile = 0; tile < 64; tile++) {
            missing[tile] = (uint8_t)(wanted[tile] > held[tile] ? wanted[tile] - held[tile] : 0);
            lacks += missing[tile];
            letters += tile ? missing[tile] : 0;
        }
        length = lexkit_append_rack(lex, held, shown, sizeof shown, 0);
        if (length == 0) length = lexkit_append(shown, sizeof shown, 0, "of no tiles");
        length = lexkit_append(shown, sizeof shown, length, ":");
        for (int at = 1; at <= 64; at++)
            for (int copies = missing[at % 64]; copies > 0; copies--) {
                length = lexkit_append(shown, sizeof shown, length, " ");
                length = at < 64 ? lexkit_append_tile(lex, at, 0, 0, shown, sizeof shown, length)
                                 : lexkit_append(shown, sizeof shown, length, "?");
            }
        if (lacks)
            lexkit_say(verdict, LEXKIT_WHY_RACK, "not on the rack %s%s", shown,
                       missing[0]                       ? " (letters in lower case are blanks)"
                       : letters && held[0] > wanted[0] ? " (a blank is written in lower case)"
                                                        : "");
    }
    if (lexkit_look_up(lex, verdict)) {
        length = 0;
        for (int at = 0; at < verdict->count; at++) {
            const lexkit_formed *word = verdict->words + at;
            int known = word->valid;
            for (int other = 0; other < at && !known; other++) {
                known = verdict->words[other].length == word->length;
                for (int place = 0; place < word->length && known; place++)
                    known = !((verdict->words[other].tiles[place] ^ word->tiles[place]) & 63);
            }
            if (known) continue;
            const int32_t before = length;
            length = lexkit_append(shown, sizeof shown, length, length ? ", " : "");
            length = lexkit_append_word(lex, word, shown, sizeof shown, length);
            if (length >= 0) continue;
            shown[before] = 0;
            break;
        }
        lexkit_say(verdict, LEXKIT_WHY_WORD, "not in the lexicon: %s", shown);
    }
    return verdict->code ? LEXKIT_ILLEGAL : LEXKIT_OK;
}

/* Return whether the tiles given as a rack cannot be one; NULL is accepted. */
static int lexkit_is_no_rack(const lexkit_board *board, const uint8_t *rack, int32_t count) {
    int32_t counts[64];
    return rack && (count > board->scoring.rack_size || !lexkit_count_rack(board->lex, rack, count, counts));
}

int32_t lexkit_board_explain(const lexkit_board *board, const char *text, const uint8_t *rack, int32_t count,
                             lexkit_verdict *verdict) {
    lexkit_view view;
    if (!board || !text || !verdict || lexkit_is_no_rack(board, rack, count)) return LEXKIT_ARGUMENT;
    memset(verdict, 0, sizeof *verdict);
    view.board = board;
    lexkit_squares(board, 0, view.grid);
    const int32_t code = lexkit_judge_text(&view, text, verdict);
    return code ? code : lexkit_conclude(board->lex, rack, count, verdict);
}

int32_t lexkit_board_place(const lexkit_board *board, int32_t row, int32_t column, int32_t down, const uint8_t *tiles,
                           int32_t laid, const uint8_t *rack, int32_t count, lexkit_verdict *verdict) {
    lexkit_view view;
    if (!board || !verdict || (laid > 0 && !tiles) || lexkit_is_no_rack(board, rack, count)) return LEXKIT_ARGUMENT;
    memset(verdict, 0, sizeof *verdict);
    view.board = board;
    lexkit_squares(board, 0, view.grid);
    const int32_t code = lexkit_judge(&view, row, column, down != 0, tiles, laid, verdict);
    return code ? code : lexkit_conclude(board->lex, rack, count, verdict);
}

int32_t lexkit_board_move(const lexkit_board *board, const char *text, lexkit_move *move) {
    lexkit_view view;
    lexkit_verdict verdict;
    if (!board || !text || !move) return LEXKIT_ARGUMENT;
    memset(&verdict, 0, sizeof verdict);
    view.board = board;
    lexkit_squares(board, 0, view.grid);
    const int32_t code = lexkit_judge_text(&view, text, &verdict);
    if (!code) *move = verdict.move;
    return code;
}

/* Lay a move that was judged, as play number `play`. */
static void lexkit_put_down(lexkit_board *board, lexkit_view *view, const lexkit_move *move, int play) {
    for (int at = 0, laid = 0; laid < move->laid; at++) {
        const int square = (move->row + (move->down ? at : 0)) * board->size[1] + move->column + (move->down ? 0 : at);
        if (view->grid[square]) continue;
        view->grid[square] = move->tiles[laid++];
        board->played[square] = (uint16_t)play;
    }
    board->plays = play;
    lexkit_lay(board, view->grid);
}

static void lexkit_take_up(lexkit_board *board, int play) {
    lexkit_view view;
    lexkit_squares(board, play, view.grid);
    for (int at = 0; at < board->size[0] * board->size[1]; at++)
        if (board->played[at] >= play) board->played[at] = 0;
    lexkit_lay(board, view.grid);
}

/* Judge a move again, for the squares as they are now. */
static int32_t lexkit_judge_move(lexkit_view *view, const lexkit_board *board, const lexkit_move *move,
                                 lexkit_verdict *verdict) {
    memset(verdict, 0, sizeof *verdict);
    view->board = board;
    lexkit_squares(board, 0, view->grid);
    const int32_t code = lexkit_judge(view, move->row, move->column, move->down != 0, move->tiles, move->laid, verdict);
    if (code || !move->length || move->length == verdict->move.length) return code;
    return lexkit_say(verdict, LEXKIT_WHY_WHOLE, "the move is of another position");
}

int32_t lexkit_board_play(lexkit_board *board, const lexkit_move *move) {
    lexkit_view view;
    lexkit_verdict verdict;
    if (!board || !move || move->laid > LEXKIT_RACK) return LEXKIT_ARGUMENT;
    const int32_t code = lexkit_judge_move(&view, board, move, &verdict);
    if (code) return code;
    lexkit_put_down(board, &view, &verdict.move, board->plays + 1);
    return verdict.score;
}

int32_t lexkit_board_undo(lexkit_board *board) {
    if (!board) return LEXKIT_ARGUMENT;
    if (!board->plays) return LEXKIT_ABSENT;
    lexkit_take_up(board, board->plays--);
    return LEXKIT_OK;
}

/* -- CGP ------------------------------------------------------------------------------------------------------------ */

/* Go behind blanks; give the length of the field there, up to the next blank. */
static size_t lexkit_field(const char **text) {
    while (lexkit_is_space(**text)) (*text)++;
    size_t length = 0;
    while ((*text)[length] && !lexkit_is_space((*text)[length])) length++;
    return length;
}

/* A number of at most nine digits, with a sign or without, that ends before `end`; NULL if there is none. */
static const char *lexkit_parse_integer(const char *text, const char *end, int32_t *number) {
    const int negative = text < end && *text == '-';
    const char *digits = text + negative;
    const char *at = digits;
    *number = 0;
    for (; at < end && *at >= '0' && *at <= '9' && at - digits < 9; at++) *number = *number * 10 + (*at - '0');
    if (negative) *number = -*number;
    return at > digits ? at : NULL;
}

int32_t lexkit_board_from_cgp(lexkit_board *board, const char *text, lexkit_position *position) {
    lexkit_position told;
    size_t length, taken;
    int32_t number;
    if (!board || !text) return LEXKIT_ARGUMENT;
    memset(&told, 0, sizeof told);
    while (lexkit_is_space(*text)) text++;
    const char *rest = text + lexkit_field(&text);
    /* Racks: they have no digits and are no operation, which has small letters alone. */
    length = lexkit_field(&rest);
    int racks = 0, scores = 0, is_rack = length > 0, is_code = length > 0;
    for (size_t at = 0; at < length; at++) {
        if ((rest[at] >= '0' && rest[at] <= '9') || rest[at] == ';') is_rack = 0;
        if (rest[at] < 'a' || rest[at] > 'z') is_code = 0;
    }
    if (is_rack && !is_code) {
        const char *end = rest + length;
        for (const char *at = rest;; at++) {
            if (racks == LEXKIT_PLAYERS) return LEXKIT_TEXT;
            for (; at < end && *at != '/'; at += taken) {
                const lexkit_spelling *spelling = *at == '?' ? NULL : lexkit_longest(board->lex, at, &taken);
                if (*at == '?') taken = 1;
                if ((!spelling && *at != '?') || told.sizes[racks] == board->scoring.rack_size) return LEXKIT_TEXT;
                told.racks[racks][told.sizes[racks]++] = spelling ? spelling->tile : 0;
            }
            racks++;
            if (at >= end) break;
        }
        rest = end;
        length = lexkit_field(&rest);
    }
    /* Scores, with a / in them unless there are racks and zeros too; then the zeros. */
    const char *end = rest + length, *behind = end;
    const size_t next = lexkit_field(&behind);
    const int is_lone = !memchr(rest, '/', length) && !(next && *behind >= '0' && *behind <= '9');
    if (length && (*rest == '-' || *rest == '/' || (*rest >= '0' && *rest <= '9')) && !is_lone) {
        for (const char *at = rest;; at++) {
            if (scores == LEXKIT_PLAYERS) return LEXKIT_TEXT;
            number = 0;
            if (at < end && *at != '/' && (at = lexkit_parse_integer(at, end, &number)) == NULL) return LEXKIT_TEXT;
            if (at < end && *at != '/') return LEXKIT_TEXT;
            told.scores[scores++] = number;
            if (at >= end) break;
        }
        rest = end;
        length = lexkit_field(&rest);
        end = rest + length;
    }
    if (length && *rest >= '0' && *rest <= '9' && (lexkit_parse_integer(rest, end, &told.zeros) != end))
        return LEXKIT_TEXT;
    told.players = racks > scores ? racks : scores;
    if (told.players < 2) told.players = 2;
    if (scores && racks > scores) return LEXKIT_TEXT;
    const int32_t code = lexkit_board_read(board, text);
    if (!code && position) *position = told;
    return code;
}

/* The rows of some squares. */
static int32_t lexkit_append_rows(const lexkit_board *board, const uint8_t *grid, char *text, int32_t room,
                                  int32_t length) {
    for (int row = 0; row < board->size[0]; row++, grid += board->size[1]) {
        if (row) length = lexkit_append(text, room, length, "/");
        for (int at = 0, run; at < board->size[1]; at += run) {
            for (run = 1; at + run < board->size[1] && !grid[at] == !grid[at + run];) run++;
            length = grid[at] ? lexkit_append_tiles(board->lex, grid + at, run, 1, text, room, length)
                              : lexkit_append_number(text, room, length, "%d", run);
        }
    }
    return length;
}

static int32_t lexkit_append_position(const lexkit_lexicon *lex, const lexkit_position *position, char *text,
                                      int32_t room, int32_t length) {
    const int32_t begin = length + 1;
    length = lexkit_append(text, room, length, " ");
    for (int player = 0; player < position->players; player++) {
        uint8_t counts[64];
        lexkit_count_kinds(position->racks[player], position->sizes[player], counts);
        if (player) length = lexkit_append(text, room, length, "/");
        length = lexkit_append_rack(lex, counts, text, room, length);
    }
    if (length == begin) length = lexkit_append(text, room, length, "/");
    for (int player = 0; player < position->players; player++)
        length = lexkit_append_number(text, room, length, player ? "/%d" : " %d", position->scores[player]);
    return lexkit_append_number(text, room, length, " %d", position->zeros);
}

int32_t lexkit_board_to_cgp(const lexkit_board *board, const lexkit_position *position, char *text, int32_t room) {
    lexkit_view view;
    if (!board || !text || room < 1) return LEXKIT_ARGUMENT;
    if (position) {
        if (position->players < 2 || position->players > LEXKIT_PLAYERS) return LEXKIT_ARGUMENT;
        for (int player = 0; player < position->players; player++)
            if (position->sizes[player] > LEXKIT_RACK ||
                lexkit_is_no_rack(board, position->racks[player], position->sizes[player]))
                return LEXKIT_ARGUMENT;
    }
    text[0] = 0;
    lexkit_squares(board, 0, view.grid);
    const int32_t length = lexkit_append_rows(board, view.grid, text, room, 0);
    return position ? lexkit_append_position(board->lex, position, text, room, length) : length;
}

/* -- Leave values: SPEC.md, section 11; KLV2 of wolges and MAGPIE -------------------------------------------------- */

enum { LEXKIT_POINT = 1000, LEXKIT_LEAVE = 15, LEXKIT_MAX_LEAVES = 1 << 25 };

struct lexkit_leaves {
    const lexkit_lexicon *lex;
    const uint8_t *values; /* signed numbers of 16 bits: of the lexicon, or behind this struct */
    int32_t kinds, longest, scale;
    int32_t steps[LEXKIT_LEAVE][65]; /* what a tile adds to a place, by how many higher ones come first */
};

/* C(n, k), or a number above the most leaves that a table has. */
static uint64_t lexkit_choose(uint64_t n, uint64_t k) {
    uint64_t ways = 1;
    for (uint64_t at = 1; at <= k && ways <= LEXKIT_MAX_LEAVES; at++) ways = ways * (n - k + at) / at;
    return ways;
}

static void lexkit_begin_leaves(lexkit_leaves *leaves, const lexkit_lexicon *lex, int longest, int scale) {
    leaves->lex = lex;
    leaves->kinds = lex->letters + 1;
    leaves->longest = longest;
    leaves->scale = scale;
    for (int at = 0; at < longest; at++)
        for (int tile = 0; tile < leaves->kinds; tile++) {
            const int left = longest - at;
            leaves->steps[at][tile] =
                (int32_t)(tile + left > left ? lexkit_choose((uint64_t)(tile + left), (uint64_t)left) : 1);
        }
}

/* The place of a leave by its counts, or -1 if it is too long. */
static int64_t lexkit_leave_place(const lexkit_leaves *leaves, const uint8_t counts[64]) {
    int64_t place = 0;
    int used = 0;
    for (int tile = leaves->kinds - 1; tile >= 0; tile--)
        for (int copies = counts[tile]; copies > 0; copies--, used++) {
            if (used == leaves->longest) return -1;
            place += leaves->steps[used][tile];
        }
    return place;
}

/* The value at a place, in steps. */
static int32_t lexkit_steps_at(const lexkit_leaves *leaves, int64_t place) {
    const uint32_t stored = leaves->values[2 * place] | (uint32_t)leaves->values[2 * place + 1] << 8;
    return (int32_t)stored - (stored & 0x8000 ? 0x10000 : 0);
}

/* The worth of a leave in thousandths of a point, rounded down; a longer one than the table has is worth 0. */
static int32_t lexkit_worth(const lexkit_leaves *leaves, const uint8_t counts[64]) {
    const int64_t place = leaves ? lexkit_leave_place(leaves, counts) : -1;
    if (place < 0) return 0;
    const int32_t worth = lexkit_steps_at(leaves, place) * LEXKIT_POINT;
    return worth / leaves->scale - (worth % leaves->scale < 0);
}

int32_t lexkit_leaves_of(const lexkit_leaves *leaves, const uint8_t *tiles, int32_t count) {
    uint8_t counts[64];
    int32_t checked[64];
    if (!leaves || count > LEXKIT_RACK || !lexkit_count_rack(leaves->lex, tiles, count, checked))
        return LEXKIT_ARGUMENT;
    lexkit_count_kinds(tiles, count, counts);
    return lexkit_worth(leaves, counts);
}

/* Leave values with room for a table of their own, if `longest` is not that of the lexicon's section. */
static lexkit_leaves *lexkit_new_leaves(const lexkit_lexicon *lex, int longest, int scale, uint64_t own) {
    lexkit_leaves *made = (lexkit_leaves *)lexkit_zeroed(sizeof(lexkit_leaves) + (size_t)own);
    if (!made) return NULL;
    lexkit_begin_leaves(made, lex, longest, scale);
    made->values = (const uint8_t *)(made + 1);
    return made;
}

/* Write the values of all leaves that begin with these tiles, in the order of their places: those that `stored` has, and
 * those that smaller ones predict. */
static void lexkit_predict(lexkit_leaves *made, const lexkit_leaves *stored, uint8_t counts[64], int size,
                           int highest) {
    uint8_t *table = (uint8_t *)(made + 1);
    for (int tile = 0; tile <= highest; tile++) {
        if (counts[tile] >= made->lex->counts[tile]) continue;
        counts[tile]++;
        int64_t value, one_less = 0, two_less = 0;
        const int n = size + 1;
        const int64_t d = (int64_t)(n - 1) * (n - 2), place = lexkit_leave_place(made, counts);
        if (n <= stored->longest) {
            value = lexkit_steps_at(stored, lexkit_leave_place(stored, counts));
        } else {
            for (int first = 0; first < made->kinds; first++) {
                const int copies = counts[first];
                if (!copies) continue;
                counts[first]--;
                one_less += copies * lexkit_steps_at(made, lexkit_leave_place(made, counts));
                for (int other = first; other < made->kinds && n > 2; other++) {
                    const int left = counts[other];
                    if (!left) continue;
                    counts[other]--;
                    const int64_t worth = lexkit_steps_at(made, lexkit_leave_place(made, counts));
                    two_less += worth * (other == first ? copies * left / 2 : copies * left);
                    counts[other]++;
                }
                counts[first]++;
            }
            value = one_less;
            if (n > 2) {
                const int64_t top = 2 * (2 * (n - 2) * one_less - 2 * two_less) + d;
                value = top / (2 * d) - (top % (2 * d) < 0);
            }
            value = value < -32767 ? -32767 : value > 32767 ? 32767 : value;
        }
        table[2 * place] = (uint8_t)(value & 0xFF);
        table[2 * place + 1] = (uint8_t)(value >> 8 & 0xFF);
        if (n < made->longest) lexkit_predict(made, stored, counts, n, tile);
        counts[tile]--;
    }
}

/* The values of a section that is proved, which stay where they are, or are copied. */
static lexkit_leaves *lexkit_section_leaves(const lexkit_lexicon *lex, const uint8_t *section, int predicted,
                                            int copied) {
    const uint8_t *values = section + lexkit_align(24 + (uint64_t)lexkit_u32(section + 12), 8);
    const int longest = (int)lexkit_u32(section + 4), scale = (int)lexkit_u32(section + 8);
    const uint64_t all = lexkit_choose((uint64_t)(lex->letters + 1 + predicted), (uint64_t)predicted);
    const int predicts = predicted > longest && predicted <= LEXKIT_LEAVE && all <= LEXKIT_MAX_LEAVES;
    const uint64_t size = 2 * (predicts ? all : lexkit_u64(section + 16));
    lexkit_leaves *made = lexkit_new_leaves(lex, predicts ? predicted : longest, scale, predicts || copied ? size : 0);
    if (!made) return NULL;
    if (predicts) {
        lexkit_leaves stored;
        uint8_t counts[64] = {0};
        lexkit_begin_leaves(&stored, lex, longest, scale);
        stored.values = values;
        lexkit_predict(made, &stored, counts, 0, lex->letters);
    } else if (copied) {
        memcpy(made + 1, values, (size_t)size);
    } else {
        made->values = values;
    }
    return made;
}

/* A KLV2 file: a DAWG of leaves, whose words are numbered, and a value for each. */
typedef struct lexkit_klv {
    const uint8_t *nodes, *values;
    uint64_t count, number, found;
    int letters, longest;
    uint64_t place; /* of what is wrong */
    lexkit_leaves *made;
    uint8_t *table;
    double scale;
} lexkit_klv;

static float lexkit_klv_value(const lexkit_klv *klv, uint64_t index) {
    const uint32_t bits = lexkit_u32(klv->values + 4 * index);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* The nearest whole number, an even one if there are two. */
static double lexkit_rint(double value) {
    const double whole = (double)(int64_t)value, rest = value - whole;
    const double away = whole + (value < 0 ? -1 : 1);
    if (rest > 0.5 || rest < -0.5) return away;
    return (rest < 0.5 && rest > -0.5) || (int64_t)whole % 2 == 0 ? whole : away;
}

/* Number the leaves below a node, whose tiles ascend, and count the tiles of the longest, or store their values. */
static const char *lexkit_klv_walk(lexkit_klv *klv, uint64_t at, uint8_t counts[64], int length, int least) {
    for (int before = -1; at;) {
        const uint32_t node = lexkit_u32(klv->nodes + 4 * at);
        const int tile = (int)(node >> 24);
        klv->place = at;
        if (length == LEXKIT_LEAVE) return "leaves of at most 15 tiles";
        if (tile <= before || tile < least) return "tiles that ascend";
        before = tile;
        counts[tile]++;
        if (node >> 23 & 1) {
            if (klv->found == klv->number) return "a value for each leave";
            if (length >= klv->longest) klv->longest = length + 1;
            if (klv->made) {
                const double steps = lexkit_rint((double)lexkit_klv_value(klv, klv->found) * klv->scale);
                const uint32_t stored = (uint32_t)(int32_t)steps;
                const int64_t place = lexkit_leave_place(klv->made, counts);
                klv->table[2 * place] = (uint8_t)stored;
                klv->table[2 * place + 1] = (uint8_t)(stored >> 8);
            }
            klv->found++;
        } else if (!(node & 0x3FFFFF)) {
            return "a leave at the end of each way";
        }
        const char *broken = node & 0x3FFFFF ? lexkit_klv_walk(klv, node & 0x3FFFFF, counts, length + 1, tile) : NULL;
        if (broken) return broken;
        counts[tile]--;
        if (node >> 22 & 1) return NULL;
        if (++at >= klv->count) return "siblings that end";
    }
    return NULL;
}

/* Steps of a point in which all values are whole, else the finest that 16 bits allow: as lexkit's converter has it. */
static int lexkit_klv_scale(const lexkit_klv *klv, uint8_t *left) {
    static const int usual[] = {1, 10, 100, 1000, 250, 8, 256};
    float most = 0;
    for (uint64_t at = 0; at < klv->number; at++) {
        const float value = lexkit_klv_value(klv, at);
        if (value > most || -value > most) most = value > 0 ? value : -value;
    }
    const double bound = most > 0 ? (32767 + 0.49) / (double)most : 32768;
    const int finest = bound >= 32768 ? 32768 : bound < 1 ? 1 : (int)bound;
    for (int scale = 1; scale <= finest; scale++) left[scale] = 1;
    for (;;) {
        int scale = 0;
        for (int at = 0; at < 7 && !scale; at++) scale = usual[at] <= finest && left[usual[at]] ? usual[at] : 0;
        for (int at = 1; at <= finest && !scale; at++) scale = left[at] ? at : 0;
        if (!scale) return finest;
        uint64_t at = 0;
        for (; at < klv->number; at++) {
            const float value = lexkit_klv_value(klv, at);
            if ((float)(lexkit_rint((double)value * scale) / scale) < value ||
                (float)(lexkit_rint((double)value * scale) / scale) > value)
                break;
        }
        if (at == klv->number) return scale;
        const float value = lexkit_klv_value(klv, at);
        for (int other = 1; other <= finest; other++) {
            const float again = (float)(lexkit_rint((double)value * other) / other);
            if (again < value || again > value) left[other] = 0;
        }
    }
}

static const char *lexkit_klv_read(lexkit_klv *klv, const lexkit_lexicon *lex, const uint8_t *bytes, uint64_t size) {
    uint8_t counts[64] = {0};
    klv->letters = lex->letters;
    klv->longest = 1;
    if (size < 12) return "leave values: a section, or a file of 12 bytes or more";
    klv->count = lexkit_u32(bytes);
    if (klv->count < 1 || klv->count > 1 << 22 || size < 8 + 4 * klv->count) return "the number of nodes";
    klv->number = lexkit_u32(bytes + 4 + 4 * klv->count);
    if (klv->number > LEXKIT_MAX_LEAVES || size != 8 + 4 * klv->count + 4 * klv->number)
        return "the number of values, each of 32 bits";
    klv->nodes = bytes + 4;
    klv->values = bytes + 8 + 4 * klv->count;
    for (klv->place = 0; klv->place < klv->count; klv->place++) {
        const uint32_t node = lexkit_u32(klv->nodes + 4 * klv->place);
        if ((node & 0x3FFFFF) >= klv->count) return "an arc to a node";
        if (node >> 24 > (uint32_t)lex->letters) return "tiles of the alphabet";
    }
    for (klv->place = 0; klv->place < klv->number; klv->place++) {
        const float value = lexkit_klv_value(klv, klv->place);
        if (!(value >= -32767 && value <= 32767)) return "values from -32,767 to 32,767";
    }
    const uint64_t first = lexkit_u32(klv->nodes) & 0x3FFFFF;
    const char *broken = lexkit_klv_walk(klv, first, counts, 0, 0);
    if (broken) return broken;
    if (klv->found != klv->number) return "a value for each leave";
    const uint64_t leaves = lexkit_choose((uint64_t)(lex->letters + 1 + klv->longest), (uint64_t)klv->longest);
    if (leaves > LEXKIT_MAX_LEAVES) return "at most 2^25 leaves";
    uint8_t *left = (uint8_t *)lexkit_zeroed(32769);
    if (!left) return "";
    const int scale = lexkit_klv_scale(klv, left);
    LEXKIT_FREE(left);
    klv->made = lexkit_new_leaves(lex, klv->longest, scale, 2 * leaves);
    if (!klv->made) return "";
    klv->scale = scale;
    klv->table = (uint8_t *)(klv->made + 1);
    klv->found = 0;
    return lexkit_klv_walk(klv, first, counts, 0, 0);
}

int32_t lexkit_leaves_open_memory(const lexkit_lexicon *lex, const void *bytes, uint64_t size, lexkit_leaves **leaves,
                                  lexkit_error *error) {
    const uint8_t *section = (const uint8_t *)bytes;
    if (leaves) *leaves = NULL;
    if (!lex || !bytes || !leaves)
        return lexkit_fail(error, LEXKIT_ARGUMENT, 0, "no bytes, or no place for the values");
    /* A section begins with the kinds of tiles and the longest leave; a file, with more nodes than a section has kinds. */
    if (size >= 24 && lexkit_u32(section) == (uint32_t)lex->letters + 1 && lexkit_u32(section + 4) <= LEXKIT_LEAVE) {
        lexkit_proof proof;
        memset(&proof, 0, sizeof proof);
        proof.lex = (lexkit_lexicon *)(uintptr_t)lex; /* which is only read */
        proof.section = section;
        proof.size = size;
        const char *broken = lexkit_check_leaves(&proof);
        LEXKIT_FREE(proof.memory);
        if (broken && *broken) return lexkit_fail(error, LEXKIT_REFUSED, proof.place, broken);
        if (!broken) *leaves = lexkit_section_leaves(lex, section, proof.predicted, 1);
    } else {
        lexkit_klv klv;
        memset(&klv, 0, sizeof klv);
        const char *broken = lexkit_klv_read(&klv, lex, section, size);
        if (!broken) {
            *leaves = klv.made;
        } else {
            LEXKIT_FREE(klv.made);
            char text[124];
            snprintf(text, sizeof text, "KLV2: expected %s", broken);
            if (*broken) return lexkit_fail(error, LEXKIT_REFUSED, klv.place, text);
        }
    }
    return *leaves ? LEXKIT_OK : lexkit_fail(error, LEXKIT_MEMORY, 0, "no memory");
}

int32_t lexkit_leaves_open(const lexkit_lexicon *lex, const char *path, lexkit_leaves **leaves, lexkit_error *error) {
    if (leaves) *leaves = NULL;
    if (!lex || !leaves) return lexkit_fail(error, LEXKIT_ARGUMENT, 0, "no lexicon, or no place for the values");
    if (!path) {
        if (!lex->leaves) return lexkit_fail(error, LEXKIT_ABSENT, 0, "the file has no leave values: lexc leaves FILE");
        *leaves = lexkit_section_leaves(lex, lex->leaves, lex->predicted, 0);
        return *leaves ? LEXKIT_OK : lexkit_fail(error, LEXKIT_MEMORY, 0, "no memory");
    }
    errno = 0;
    FILE *file = fopen(path, "rb");
    const long size = file && !fseek(file, 0, SEEK_END) ? ftell(file) : -1;
    uint8_t *bytes = size > 0 && !fseek(file, 0, SEEK_SET) ? (uint8_t *)lexkit_zeroed((size_t)size) : NULL;
    const int is_read = bytes && fread(bytes, 1, (size_t)size, file) == (size_t)size, cause = errno;
    if (file) fclose(file);
    const int32_t code = is_read ? lexkit_leaves_open_memory(lex, bytes, (uint64_t)size, leaves, error)
                                 : lexkit_fail(error, LEXKIT_UNREADABLE, 0, "the file is empty, or cannot be read");
    LEXKIT_FREE(bytes);
    if (!is_read && error) error->system = cause;
    if (!is_read) errno = cause;
    return code;
}

void lexkit_leaves_close(lexkit_leaves *leaves) { LEXKIT_FREE(leaves); }

/* -- The best moves ------------------------------------------------------------------------------------------------- */

enum { LEXKIT_KEPT = 10000, LEXKIT_OPENING = 350, LEXKIT_PASS_WORTH = -50000, LEXKIT_LISTED = 512 };

/* The best moves of a position so far, while the search finds them. */
typedef struct lexkit_best_of {
    lexkit_action *best;
    int32_t count, most;
    int by_equity, bag, empty; /* empty: no tile is on the board */
    const lexkit_leaves *leaves;
    uint8_t rack[64];
    int64_t out, listed[LEXKIT_LISTED];
    int32_t weights[64]; /* worths of leaves by the sum of the weights of the tiles laid */
    int is_listed;
} lexkit_best_of;

/* Return whether a move comes before another of the same worth: more points, across, fewer tiles, to the left, above,
 * lower tiles. */
static int lexkit_goes_first(const lexkit_move *move, const lexkit_move *other) {
    if (move->score != other->score) return move->score > other->score;
    if (move->down != other->down) return move->down < other->down;
    if (move->laid != other->laid) return move->laid < other->laid;
    if (move->column != other->column) return move->column < other->column;
    if (move->row != other->row) return move->row < other->row;
    for (int at = move->laid - 1; at >= 0; at--)
        if (move->tiles[at] != other->tiles[at]) return move->tiles[at] < other->tiles[at];
    return 0;
}

/* The order of candidates: by equity; moves, then exchanges, of fewer and of lower tiles, then the pass. */
static int lexkit_is_better(const lexkit_action *action, const lexkit_action *other) {
    if ((action->kind == LEXKIT_PASS) != (other->kind == LEXKIT_PASS)) return other->kind == LEXKIT_PASS;
    if (action->equity != other->equity) return action->equity > other->equity;
    if (action->kind != other->kind) return action->kind < other->kind;
    if (action->kind == LEXKIT_PLACEMENT) return lexkit_goes_first(&action->move, &other->move);
    if (action->move.laid != other->move.laid) return action->move.laid < other->move.laid;
    return memcmp(action->move.tiles, other->move.tiles, action->move.laid) < 0;
}

static void lexkit_keep(lexkit_best_of *chosen, const lexkit_action *action) {
    int32_t low = 0, high = chosen->count;
    if (chosen->count == chosen->most && (!high || !lexkit_is_better(action, chosen->best + high - 1))) return;
    while (low < high) {
        const int32_t middle = (low + high) / 2;
        if (lexkit_is_better(action, chosen->best + middle))
            high = middle;
        else
            low = middle + 1;
    }
    if (chosen->count < chosen->most) chosen->count++;
    memmove(chosen->best + low + 1, chosen->best + low, (size_t)(chosen->count - 1 - low) * sizeof *chosen->best);
    chosen->best[low] = *action;
}

/* The worth of what a play or an exchange leaves on the rack. */
static int64_t lexkit_worth_left(const lexkit_board *board, const lexkit_best_of *chosen, const uint8_t counts[64]) {
    int64_t points = 0;
    if (chosen->bag) return lexkit_worth(chosen->leaves, counts);
    if (!lexkit_sum(counts)) return chosen->out;
    for (int tile = 0; tile < 64; tile++) points += counts[tile] * board->values[tile];
    return -2 * LEXKIT_POINT * points - LEXKIT_KEPT;
}

/* Return the cost of the vowels that an opening play lays beside premium squares. */
static int32_t lexkit_opening_cost(const lexkit_board *board, const lexkit_move *move) {
    int32_t steps = 0;
    for (int at = 0; at < move->laid; at++) {
        const int row = move->row + (move->down ? at : 0), column = move->column + (move->down ? 0 : at);
        if (!(board->lex->vowels >> (move->tiles[at] & 63) & 1)) continue;
        for (int side = -1; side < 2; side += 2) {
            const int r = row + (move->down ? 0 : side), c = column + (move->down ? side : 0);
            if (!lexkit_is_on(board, r, c)) continue;
            const lexkit_square *square = &board->lines[0][r][c];
            const int more = square->word_multiplier + square->letter_multiplier - 2;
            steps += more > 0 ? more : 0;
        }
    }
    return LEXKIT_OPENING * steps;
}

static void lexkit_take_move(lexkit_board *board, const lexkit_move *move, void *taker) {
    lexkit_best_of *chosen = (lexkit_best_of *)taker;
    lexkit_action action;
    action.kind = LEXKIT_PLACEMENT;
    action.equity = (int64_t)move->score * LEXKIT_POINT;
    if (chosen->by_equity && chosen->is_listed) {
        int32_t index = 0;
        for (int at = 0; at < move->laid; at++)
            index += chosen->weights[move->tiles[at] >= LEXKIT_BLANK ? 0 : move->tiles[at]];
        action.equity += chosen->listed[index];
    } else if (chosen->by_equity) {
        uint8_t counts[64];
        memcpy(counts, chosen->rack, 64);
        for (int at = 0; at < move->laid; at++) counts[move->tiles[at] >= LEXKIT_BLANK ? 0 : move->tiles[at]]--;
        action.equity += lexkit_worth_left(board, chosen, counts);
    }
    if (chosen->by_equity && chosen->empty) action.equity -= lexkit_opening_cost(board, move);
    if (chosen->count == chosen->most && action.equity < chosen->best[chosen->count - 1].equity) return;
    action.move = *move;
    memset(action.move.tiles + move->laid, 0, (size_t)(LEXKIT_RACK - move->laid));
    lexkit_keep(chosen, &action);
}

/* Go to the next leave of a rack: `played` counts what leaves it, from nothing on. 0 after everything. */
static int lexkit_next_leave(const uint8_t rack[64], uint8_t played[64]) {
    for (int tile = 0; tile < 64; tile++) {
        if (played[tile] < rack[tile]) {
            played[tile]++;
            return 1;
        }
        played[tile] = 0;
    }
    return 0;
}

/* List the worths of all leaves of a rack, if there is room for them: it has up to nine different tiles. */
static void lexkit_list_leaves(const lexkit_board *board, lexkit_best_of *chosen) {
    uint8_t played[64] = {0};
    int32_t size = 1, index = 0;
    for (int tile = 0; tile < 64; tile++) {
        chosen->weights[tile] = size;
        size *= chosen->rack[tile] + 1;
        if (size > LEXKIT_LISTED) return;
    }
    chosen->is_listed = 1;
    do {
        uint8_t kept[64];
        for (int tile = 0; tile < 64; tile++) kept[tile] = (uint8_t)(chosen->rack[tile] - played[tile]);
        chosen->listed[index++] = lexkit_worth_left(board, chosen, kept);
    } while (lexkit_next_leave(chosen->rack, played));
}

static void lexkit_keep_exchanges(const lexkit_board *board, lexkit_best_of *chosen, int exchangeable) {
    uint8_t given[64] = {0}, kept[64];
    while (lexkit_next_leave(chosen->rack, given)) {
        lexkit_action action;
        memset(&action, 0, sizeof action);
        const int count = lexkit_sum(given);
        if (count > exchangeable) continue;
        for (int tile = 0; tile < 64; tile++) kept[tile] = (uint8_t)(chosen->rack[tile] - given[tile]);
        action.kind = LEXKIT_EXCHANGE;
        action.equity = lexkit_worth_left(board, chosen, kept);
        action.move.laid = (uint8_t)lexkit_list_kinds(given, action.move.tiles, LEXKIT_RACK);
        lexkit_keep(chosen, &action);
    }
}

/* Find all moves, and have them taken. */
static int64_t lexkit_find(lexkit_board *board, const uint8_t *rack, int32_t count,
                           void (*take)(lexkit_board *board, const lexkit_move *move, void *taker), void *taker) {
    board->take = take;
    board->taker = taker;
    const int64_t found = lexkit_moves(board, rack, count, NULL, 0);
    board->take = NULL;
    board->taker = NULL;
    return found;
}

int32_t lexkit_best(lexkit_board *board, const uint8_t *rack, int32_t count, lexkit_action *best, int32_t most) {
    lexkit_best_of chosen;
    if (!board || !best || most < 1) return LEXKIT_ARGUMENT;
    memset(&chosen, 0, sizeof chosen);
    chosen.best = best;
    chosen.most = most;
    const int64_t found = lexkit_find(board, rack, count, lexkit_take_move, &chosen);
    return found < 0 ? (int32_t)found : chosen.count;
}

int32_t lexkit_best_by_equity(lexkit_board *board, const uint8_t *rack, int32_t count, const lexkit_leaves *leaves,
                              int32_t bag, int32_t exchangeable, lexkit_action *best, int32_t most) {
    lexkit_best_of chosen;
    lexkit_action pass;
    if (!board || !best || most < 1 || bag < -1 || (leaves && leaves->lex->letters != board->lex->letters) ||
        (count > 0 && !rack))
        return LEXKIT_ARGUMENT;
    memset(&chosen, 0, sizeof chosen);
    chosen.best = best;
    chosen.most = most;
    chosen.by_equity = 1;
    chosen.empty = !board->tiles_down;
    chosen.leaves = leaves;
    if (count > 0 && count <= LEXKIT_RACK) lexkit_count_kinds(rack, count, chosen.rack);
    /* Tiles, and points, that are neither on the board nor on the rack. */
    int64_t unseen = 0, points = 0;
    for (int tile = 0; tile <= board->lex->letters; tile++) {
        const int64_t left = board->lex->counts[tile] - (int64_t)chosen.rack[tile];
        unseen += left;
        points += left * board->values[tile];
    }
    for (int row = 0; row < board->size[0]; row++)
        for (int column = 0; column < board->size[1]; column++) {
            const lexkit_square *square = &board->lines[0][row][column];
            unseen -= square->tile != 0;
            points -= square->tile ? board->values[square->blank ? 0 : square->tile] : 0;
        }
    const int64_t others = unseen < board->scoring.rack_size ? unseen : board->scoring.rack_size;
    chosen.bag = bag >= 0          ? bag
                 : unseen > others ? (int)(unseen - others < INT32_MAX ? unseen - others : INT32_MAX)
                                   : 0;
    chosen.out = 2 * LEXKIT_POINT * points;
    lexkit_list_leaves(board, &chosen);
    const int64_t found = lexkit_find(board, rack, count, lexkit_take_move, &chosen);
    if (found < 0) return (int32_t)found;
    if (chosen.bag) lexkit_keep_exchanges(board, &chosen, exchangeable < count ? exchangeable : count);
    memset(&pass, 0, sizeof pass);
    pass.kind = LEXKIT_PASS;
    pass.equity = LEXKIT_PASS_WORTH;
    if (!chosen.bag) pass.equity = count ? lexkit_worth_left(board, &chosen, chosen.rack) : -LEXKIT_KEPT;
    if (chosen.count && pass.equity > best[chosen.count - 1].equity) pass.equity = best[chosen.count - 1].equity;
    lexkit_keep(&chosen, &pass);
    return chosen.count;
}

/* -- Games: ../README.md says how a seed draws ---------------------------------------------------------------------- */

struct lexkit_game {
    const lexkit_lexicon *lex;
    lexkit_rules rules;
    char names[LEXKIT_PLAYERS][LEXKIT_NAME], nicks[LEXKIT_PLAYERS][LEXKIT_NAME + LEXKIT_PLAYERS];
    int32_t players, first, dealt; /* dealt: tiles come from a bag, not from a record */
    uint64_t seed;
    char why[LEXKIT_REASON], layout[LEXKIT_SIDE * (LEXKIT_SIDE + 1)], layout_name[LEXKIT_LAYOUT_NAME];
    /* The state after the turns so far: */
    uint32_t random[4];
    uint8_t bag[LEXKIT_BAG]; /* if dealt: the tiles in it, the next one last */
    uint16_t pool[64];       /* if not: counts of tiles that nothing shows */
    uint8_t racks[LEXKIT_PLAYERS][64];
    int32_t left, sizes[LEXKIT_PLAYERS]; /* tiles in the bag, and on each rack, known or not */
    int32_t scores[LEXKIT_PLAYERS], exchanges[LEXKIT_PLAYERS], to_move, zeros, passes, challengeable, waiting, out;
    /* Before the last play, for when it is taken back: */
    uint8_t racks_before[LEXKIT_PLAYERS][64];
    uint16_t pool_before[64];
    int32_t left_before, sizes_before[LEXKIT_PLAYERS], zeros_before, passes_before;
    uint32_t gone;
    lexkit_result result;
    lexkit_board board;
    int32_t turn_count, turn_total; /* taken; and with those that were undone */
    lexkit_turn turns[LEXKIT_TURNS];
};

static uint32_t lexkit_mix(uint32_t z) {
    z = (z ^ z >> 16) * 0x85EBCA6Bu;
    z = (z ^ z >> 13) * 0xC2B2AE35u;
    return z ^ z >> 16;
}

static uint32_t lexkit_rotate(uint32_t number, int by) { return number << by | number >> (32 - by); }

/* xoshiro128** (Blackman and Vigna 2018). */
static uint32_t lexkit_draw_number(uint32_t state[4]) {
    const uint32_t drawn = lexkit_rotate(state[1] * 5, 7) * 9, t = state[1] << 9;
    state[2] ^= state[0];
    state[3] ^= state[1];
    state[1] ^= state[2];
    state[0] ^= state[3];
    state[2] ^= t;
    state[3] = lexkit_rotate(state[3], 11);
    return drawn;
}

static uint32_t lexkit_draw_below(uint32_t state[4], uint32_t n) {
    const uint32_t least = (0 - n) % n; /* 2^32 mod n */
    uint32_t drawn = lexkit_draw_number(state);
    while (drawn < least) drawn = lexkit_draw_number(state);
    return drawn % n;
}

static void lexkit_shuffle(lexkit_game *game) {
    for (int32_t last = game->left - 1; last > 0; last--) {
        const uint32_t other = lexkit_draw_below(game->random, (uint32_t)last + 1);
        const uint8_t tile = game->bag[last];
        game->bag[last] = game->bag[other];
        game->bag[other] = tile;
    }
}

static const struct {
    const char *name;
    int32_t points, each_word;
} lexkit_challenges[] = {{"void", 0, 0}, {"single", 0, 0}, {"double", 0, 0},   {"triple", 0, 0},
                         {"5pt", 5, 0},  {"10pt", 10, 0},  {"5pt/word", 5, 1}, {"10pt/word", 10, 1}};
static const char *const lexkit_out_bonuses[] = {"double", "each", "once", "penalty", "both"};
/* Multiples of the points on the racks: the gain of the player who goes out, and the loss of each other player. */
static const int32_t lexkit_out_points[][2] = {{2, 0}, {1, 1}, {1, 0}, {0, 1}, {2, 1}};
static const char *const lexkit_reasons[] = {"", "out", "zeros", "passes", "resignation", "challenge"};

/* The rules of an alphabet's name: lexicons/rules/ has what languages change. */
static void lexkit_rules_named(const char *name, lexkit_rules *rules) {
    memset(rules, 0, sizeof *rules);
    rules->layout = LEXKIT_STANDARD;
    rules->layout_name = "standard";
    rules->start = -1;
    rules->rack_size = rules->exchange_minimum = 7;
    rules->bingo = 50;
    rules->zero_turns = 6;
    rules->exchanges_count = rules->empty_board_ends = 1;
    if (!strcmp(name, "german")) {
        rules->zero_turns = 0;
        rules->pass_turns = 4;
    } else if (!strcmp(name, "hong_kong_english")) {
        rules->rack_size = rules->exchange_minimum = 9;
    } else if (!strcmp(name, "polish")) {
        rules->pass_turns = 4;
        rules->exchanges_count = 0;
        rules->exchange_limit = 3;
    } else if (!strcmp(name, "spanish")) {
        rules->zero_turns = 12;
        rules->pass_turns = 4;
        rules->exchange_minimum = rules->withdrawn_is_pass = 1;
        rules->empty_board_ends = 0;
    }
}

int32_t lexkit_rules_of(const lexkit_lexicon *lex, lexkit_rules *rules) {
    if (!lex || !rules) return LEXKIT_ARGUMENT;
    lexkit_rules_named(lex->name, rules);
    return LEXKIT_OK;
}

static int lexkit_is_between(int32_t value, int32_t least, int32_t most) { return value >= least && value <= most; }

static int lexkit_are_rules(const lexkit_rules *rules) {
    int fit = lexkit_is_between(rules->rack_size, 1, LEXKIT_RACK) && lexkit_is_between(rules->bingo, 0, 10000) &&
              lexkit_is_between(rules->exchange_minimum, 0, 10000) && lexkit_is_between(rules->zero_turns, 0, 10000) &&
              lexkit_is_between(rules->pass_turns, 0, 10000) && lexkit_is_between(rules->exchange_limit, 0, 10000) &&
              lexkit_is_between(rules->out_bonus, 0, LEXKIT_OUT_BOTH) &&
              lexkit_is_between(rules->challenge, 0, LEXKIT_10PT_WORD) && (rules->zero_turns || rules->pass_turns);
    for (int at = 0; at <= LEXKIT_RACK; at++) fit = fit && lexkit_is_between(rules->bonuses[at], 0, 10000);
    for (int at = 0; at <= LEXKIT_SIDE; at++) fit = fit && lexkit_is_between(rules->length_bonuses[at], 0, 10000);
    return fit && rules->bingo + rules->bonuses[rules->rack_size] <= 10000;
}

/* Draw tiles for a player. */
static void lexkit_draw(lexkit_game *game, int player, int count, uint8_t *drawn) {
    for (int at = 0; at < count; at++) {
        drawn[at] = game->bag[--game->left];
        game->racks[player][drawn[at]]++;
    }
}

/* The state before the first turn. */
static void lexkit_deal(lexkit_game *game) {
    static const uint8_t none[LEXKIT_SIDE * LEXKIT_SIDE] = {0};
    uint8_t drawn[LEXKIT_RACK];
    int32_t total = 0;
    const uint32_t low = (uint32_t)game->seed, high = (uint32_t)(game->seed >> 32);
    for (uint32_t at = 0; at < 4; at++) game->random[at] = lexkit_mix(lexkit_mix(low + (at + 1) * 0x9E3779B9u) ^ high);
    for (int tile = 0; tile < 64; tile++) {
        const int32_t count = tile <= game->lex->letters ? game->lex->counts[tile] : 0;
        game->pool[tile] = (uint16_t)count;
        for (int32_t at = 0; at < count; at++) game->bag[total++] = (uint8_t)tile;
    }
    game->left = total;
    memset(game->racks, 0, sizeof game->racks);
    if (game->dealt) lexkit_shuffle(game);
    for (int player = 0; player < game->players; player++) {
        const int size = game->left < game->rules.rack_size ? game->left : game->rules.rack_size;
        if (game->dealt)
            lexkit_draw(game, player, size, drawn);
        else
            game->left -= size;
        game->sizes[player] = size;
        game->scores[player] = game->exchanges[player] = 0;
    }
    game->to_move = game->first;
    game->zeros = game->passes = game->waiting = 0;
    game->challengeable = game->out = -1;
    game->gone = 0;
    memset(&game->result, 0, sizeof game->result);
    game->result.winner = -1;
    game->turn_count = 0;
    lexkit_board_set(&game->board, none, game->board.size[0] * game->board.size[1]);
}

/* Nicks for a record: names without blanks and colons, with _ if they are alike. */
static void lexkit_name_nicks(lexkit_game *game) {
    for (int player = 0; player < game->players; player++) {
        char *nick = game->nicks[player];
        size_t length = 0;
        for (const char *at = game->names[player]; *at; at++)
            if (!lexkit_is_space(*at) && *at != ':') nick[length++] = *at;
        if (!length) memcpy(nick, "Player", length = 6);
        nick[length] = 0;
        for (int other = 0; other < player; other++)
            if (!strcmp(nick, game->nicks[other])) {
                nick[length++] = '_';
                nick[length] = 0;
                other = -1;
            }
    }
}

int64_t lexkit_game_size(void) { return (int64_t)sizeof(lexkit_game); }

static int32_t lexkit_begin(lexkit_game *game, const lexkit_lexicon *lex, const lexkit_rules *rules,
                            const char *const *names, int32_t players, int32_t first, uint64_t seed, int dealt) {
    lexkit_rules usual;
    lexkit_scoring scoring;
    int64_t tiles = 0;
    if (!lex || players < 2 || players > LEXKIT_PLAYERS || first < 0 || first >= players) return LEXKIT_ARGUMENT;
    if (!rules && lexkit_rules_of(lex, &usual) == LEXKIT_OK) rules = &usual;
    for (int tile = 0; tile <= lex->letters; tile++) tiles += lex->counts[tile];
    if (!lexkit_are_rules(rules) || tiles < 1 || tiles > LEXKIT_BAG) return LEXKIT_ARGUMENT;
    memset(&scoring, 0, sizeof scoring);
    scoring.rack_size = rules->rack_size;
    memcpy(scoring.tiles_bonus, rules->bonuses, sizeof scoring.tiles_bonus);
    memcpy(scoring.length_bonus, rules->length_bonuses, sizeof scoring.length_bonus);
    scoring.tiles_bonus[rules->rack_size] += rules->bingo;
    memset(game, 0, sizeof *game);
    game->lex = lex;
    game->rules = *rules;
    const char *layout = rules->layout ? rules->layout : LEXKIT_STANDARD;
    const char *layout_name = rules->layout_name ? rules->layout_name : "standard";
    if (strlen(layout) >= sizeof game->layout || !*layout_name || strlen(layout_name) >= sizeof game->layout_name)
        return LEXKIT_ARGUMENT;
    memcpy(game->layout, layout, strlen(layout));
    memcpy(game->layout_name, layout_name, strlen(layout_name));
    game->rules.layout = game->layout;
    game->rules.layout_name = game->layout_name;
    game->players = players;
    game->first = first;
    game->seed = seed;
    game->dealt = dealt;
    for (int player = 0; player < players; player++) {
        const char *name = names ? names[player] : NULL;
        size_t length = name ? strlen(name) : 0;
        if (names && (!length || length >= LEXKIT_NAME)) return LEXKIT_ARGUMENT;
        for (size_t at = 0; at < length; at++)
            if ((uint8_t)name[at] < ' ' || name[at] == 0x7F) return LEXKIT_ARGUMENT;
        if (name)
            memcpy(game->names[player], name, length);
        else
            snprintf(game->names[player], LEXKIT_NAME, "Player %d", player + 1);
    }
    const int32_t code = lexkit_board_init(lex, game->layout, rules->start, &scoring, &game->board);
    if (code) return code;
    lexkit_name_nicks(game);
    lexkit_deal(game);
    return LEXKIT_OK;
}

int32_t lexkit_game_init(void *memory, int64_t size, const lexkit_lexicon *lex, const lexkit_rules *rules,
                         const char *const *names, int32_t players, int32_t first, uint64_t seed, lexkit_game **game) {
    if (game) *game = NULL;
    if (!game || !memory || (uintptr_t)memory % 8 || size < lexkit_game_size()) return LEXKIT_ARGUMENT;
    const int32_t code = lexkit_begin((lexkit_game *)memory, lex, rules, names, players, first, seed, 1);
    if (!code) *game = (lexkit_game *)memory;
    return code;
}

static int32_t lexkit_new_game(const lexkit_lexicon *lex, const lexkit_rules *rules, const char *const *names,
                               int32_t players, int32_t first, uint64_t seed, int dealt, lexkit_game **game) {
    if (!game) return LEXKIT_ARGUMENT;
    *game = NULL;
    lexkit_game *made = (lexkit_game *)lexkit_zeroed(sizeof(lexkit_game));
    if (!made) return LEXKIT_MEMORY;
    const int32_t code = lexkit_begin(made, lex, rules, names, players, first, seed, dealt);
    if (code)
        LEXKIT_FREE(made);
    else
        *game = made;
    return code;
}

int32_t lexkit_game_new(const lexkit_lexicon *lex, const lexkit_rules *rules, const char *const *names, int32_t players,
                        int32_t first, uint64_t seed, lexkit_game **game) {
    return lexkit_new_game(lex, rules, names, players, first, seed, 1, game);
}

void lexkit_game_free(lexkit_game *game) { LEXKIT_FREE(game); }

/* -- Ends ----------------------------------------------------------------------------------------------------------- */

static int32_t lexkit_points_of(const lexkit_game *game, const uint8_t counts[64]) {
    int32_t points = 0;
    for (int tile = 0; tile <= game->lex->letters; tile++) points += counts[tile] * game->lex->points[tile];
    return points;
}

static void lexkit_finish(lexkit_game *game, int reason, const int32_t *ending, uint32_t losers) {
    lexkit_result *result = &game->result;
    int winners = 0;
    memset(result, 0, sizeof *result);
    result->reason = reason;
    result->winner = -1;
    result->losers = losers;
    int32_t best = INT32_MIN;
    for (int player = 0; player < game->players; player++) {
        result->ending[player] = ending ? ending[player] : 0;
        result->scores[player] = game->scores[player] + result->ending[player];
        if ((losers | game->gone) >> player & 1) continue;
        if (result->scores[player] > best) winners = 0;
        if (result->scores[player] >= best) {
            best = result->scores[player];
            result->winner = winners++ ? -1 : player;
        }
    }
    game->challengeable = -1;
    game->waiting = 0;
}

/* Scores at the end: for racks, of all players or of those who are not out. */
static void lexkit_end_game(lexkit_game *game, int reason) {
    int32_t ending[LEXKIT_PLAYERS], left = 0;
    const int out = reason == LEXKIT_BY_OUT ? game->out : -1;
    if (!game->dealt && out >= 0 && !game->left) {
        /* Tiles that nothing shows are on the one rack that is not fully known, or on several. */
        int unknown = -1, several = 0;
        for (int player = 0; player < game->players; player++)
            if (lexkit_sum(game->racks[player]) < game->sizes[player]) {
                several += unknown >= 0;
                unknown = player;
            }
        for (int tile = 0; tile < 64; tile++) {
            if (unknown >= 0 && !several)
                game->racks[unknown][tile] = (uint8_t)(game->racks[unknown][tile] + game->pool[tile]);
            else if (tile <= game->lex->letters)
                left += game->pool[tile] * game->lex->points[tile];
            if (unknown >= 0 && !several) game->pool[tile] = 0;
        }
    }
    for (int player = 0; player < game->players; player++) {
        ending[player] = -lexkit_points_of(game, game->racks[player]);
        left -= ending[player];
    }
    for (int player = 0; player < game->players && out >= 0; player++)
        ending[player] = player == out ? lexkit_out_points[game->rules.out_bonus][0] * left
                                       : lexkit_out_points[game->rules.out_bonus][1] * ending[player];
    lexkit_finish(game, reason, ending, 0);
}

static void lexkit_end_after_turn(lexkit_game *game) {
    const lexkit_rules *rules = &game->rules;
    if (rules->pass_turns && game->passes >= rules->pass_turns)
        lexkit_end_game(game, LEXKIT_BY_PASSES);
    else if (rules->zero_turns && game->zeros >= rules->zero_turns &&
             (rules->empty_board_ends || game->board.tiles_down))
        lexkit_end_game(game, LEXKIT_BY_ZEROS);
}

static void lexkit_give_turn(lexkit_game *game) {
    for (int step = 1; step <= game->players; step++) {
        const int ahead = (game->to_move + step) % game->players;
        if (game->gone >> ahead & 1) continue;
        game->to_move = ahead;
        return;
    }
}

/* -- Actions, once they are allowed: each writes its turn ----------------------------------------------------------- */

static lexkit_turn *lexkit_begin_turn(lexkit_game *game, int kind, int player) {
    lexkit_turn *turn = game->turns + game->turn_count;
    memset(turn, 0, sizeof *turn);
    turn->kind = kind;
    turn->player = player;
    turn->rack_count = (uint8_t)lexkit_list_kinds(game->racks[player], turn->rack, LEXKIT_RACK);
    return turn;
}

/* The tiles of a rack that is known are on it, and of one that is not, they may be. */
static int lexkit_has(const lexkit_game *game, int player, const uint8_t wanted[64]) {
    int missing = 0;
    for (int tile = 0; tile < 64; tile++) {
        const int more = wanted[tile] - game->racks[player][tile];
        if (more <= 0) continue;
        missing += more;
        if (game->dealt || more > game->pool[tile]) return 0;
    }
    return missing <= game->sizes[player] - lexkit_sum(game->racks[player]) || !missing;
}

/* Take tiles from the rack of the player to move, and draw others. */
static void lexkit_replace(lexkit_game *game, const uint8_t wanted[64], int count, int kept, lexkit_turn *turn) {
    const int player = game->to_move, drawn = count < game->left ? count : game->left;
    for (int tile = 0; tile < 64; tile++) {
        const int known = wanted[tile] < game->racks[player][tile] ? wanted[tile] : game->racks[player][tile];
        game->racks[player][tile] = (uint8_t)(game->racks[player][tile] - known);
        if (!game->dealt)
            game->pool[tile] = (uint16_t)(game->pool[tile] - (wanted[tile] - known) + (kept ? wanted[tile] : 0));
    }
    turn->size = count;
    if (game->dealt) {
        turn->drawn_count = (uint8_t)drawn;
        lexkit_draw(game, player, drawn, turn->drawn);
        for (int tile = 0; tile < 64 && kept; tile++)
            for (int copies = 0; copies < wanted[tile]; copies++) game->bag[game->left++] = (uint8_t)tile;
        if (kept) lexkit_shuffle(game);
    } else {
        game->left += kept ? count - drawn : -drawn;
    }
    game->sizes[player] += drawn - count;
}

static void lexkit_do_play(lexkit_game *game, const lexkit_move *move) {
    lexkit_turn *turn = lexkit_begin_turn(game, LEXKIT_PLACEMENT, game->to_move);
    lexkit_view view;
    uint8_t wanted[64];
    turn->move = *move;
    turn->score = move->score;
    view.board = &game->board;
    lexkit_squares(&game->board, 0, view.grid);
    lexkit_put_down(&game->board, &view, move, game->turn_count + 1);
    lexkit_count_kinds(move->tiles, move->laid, wanted);
    memcpy(game->racks_before, game->racks, sizeof game->racks);
    memcpy(game->pool_before, game->pool, sizeof game->pool);
    memcpy(game->sizes_before, game->sizes, sizeof game->sizes);
    game->left_before = game->left;
    lexkit_replace(game, wanted, move->laid, 0, turn);
    game->scores[game->to_move] += move->score;
    game->zeros_before = game->zeros;
    game->passes_before = game->passes;
    game->zeros = move->score ? 0 : game->zeros + 1;
    game->passes = 0;
    game->challengeable = game->rules.challenge == LEXKIT_VOID ? -1 : game->turn_count;
    if (!game->sizes[game->to_move] && !game->left) {
        game->out = game->to_move;
        if (game->challengeable < 0)
            lexkit_end_game(game, LEXKIT_BY_OUT);
        else
            game->waiting = 1;
    } else {
        lexkit_end_after_turn(game);
    }
    lexkit_give_turn(game);
    game->turn_count++;
}

/* `wanted`: NULL if only the number of tiles is known, from a record. */
static void lexkit_do_exchange(lexkit_game *game, const uint8_t *wanted, int count) {
    lexkit_turn *turn = lexkit_begin_turn(game, LEXKIT_EXCHANGE, game->to_move);
    if (wanted) {
        turn->exchanged_count = (uint8_t)lexkit_list_kinds(wanted, turn->exchanged, LEXKIT_RACK);
        lexkit_replace(game, wanted, count, 1, turn);
    } else {
        turn->size = count;
        for (int tile = 0; tile < 64; tile++) {
            game->pool[tile] = (uint16_t)(game->pool[tile] + game->racks[game->to_move][tile]);
            game->racks[game->to_move][tile] = 0;
        }
    }
    game->exchanges[game->to_move]++;
    game->zeros += game->rules.exchanges_count != 0;
    game->passes = 0;
    game->challengeable = -1;
    lexkit_end_after_turn(game);
    lexkit_give_turn(game);
    game->turn_count++;
}

/* After a pass, or after the last play was accepted. */
static void lexkit_pass_on(lexkit_game *game) {
    if (game->waiting) {
        lexkit_end_game(game, LEXKIT_BY_OUT);
        return;
    }
    game->challengeable = -1;
    game->zeros++;
    game->passes++;
    lexkit_end_after_turn(game);
    lexkit_give_turn(game);
}

static void lexkit_do_pass(lexkit_game *game) {
    lexkit_begin_turn(game, game->waiting ? LEXKIT_ACCEPT : LEXKIT_PASS, game->to_move);
    lexkit_pass_on(game);
    game->turn_count++;
}

/* Take back the play that is challenged. */
static void lexkit_withdraw(lexkit_game *game) {
    const lexkit_turn *play = game->turns + game->challengeable;
    uint8_t wanted[64], *rack = game->racks[play->player];
    lexkit_take_up(&game->board, game->challengeable + 1);
    if (game->dealt) {
        for (int at = play->drawn_count - 1; at >= 0; at--) game->bag[game->left++] = play->drawn[at];
        if (play->drawn_count) lexkit_shuffle(game);
    }
    memcpy(game->racks, game->racks_before, sizeof game->racks);
    memcpy(game->pool, game->pool_before, sizeof game->pool);
    memcpy(game->sizes, game->sizes_before, sizeof game->sizes);
    game->left = game->left_before;
    /* Of a record: what was played was on the rack, even if nothing had said so. */
    lexkit_count_kinds(play->move.tiles, play->move.laid, wanted);
    for (int tile = 0; tile < 64 && !game->dealt; tile++)
        for (; rack[tile] < wanted[tile]; rack[tile]++) game->pool[tile]--;
    game->scores[play->player] -= play->score;
    game->zeros = game->zeros_before + 1;
    game->passes = game->rules.withdrawn_is_pass ? game->passes_before + 1 : 0;
    game->challengeable = game->out = -1;
    game->waiting = 0;
}

static void lexkit_do_challenge(lexkit_game *game, const uint8_t *words, int count, uint32_t invalid) {
    lexkit_turn *turn = lexkit_begin_turn(game, LEXKIT_CHALLENGE, game->to_move);
    const int challenge = game->rules.challenge, challenged = game->turns[game->challengeable].player;
    turn->move = game->turns[game->challengeable].move;
    memcpy(turn->words, words, (size_t)count);
    turn->word_count = (uint8_t)count;
    turn->other_count = (uint8_t)lexkit_list_kinds(game->racks[challenged], turn->other, LEXKIT_RACK);
    turn->invalid = invalid;
    if (invalid) {
        lexkit_withdraw(game);
        if (challenge == LEXKIT_TRIPLE)
            lexkit_finish(game, LEXKIT_BY_CHALLENGE, NULL, 1u << challenged);
        else
            lexkit_end_after_turn(game);
    } else if (challenge == LEXKIT_TRIPLE) {
        lexkit_finish(game, LEXKIT_BY_CHALLENGE, NULL, 1u << game->to_move);
    } else {
        turn->score = lexkit_challenges[challenge].points * (lexkit_challenges[challenge].each_word ? count : 1);
        game->scores[challenged] += turn->score;
        game->challengeable = -1;
        if (game->waiting)
            lexkit_end_game(game, LEXKIT_BY_OUT);
        else if (challenge == LEXKIT_DOUBLE)
            lexkit_pass_on(game);
    }
    game->turn_count++;
}

static void lexkit_do_resign(lexkit_game *game, int player) {
    lexkit_begin_turn(game, LEXKIT_RESIGNATION, player);
    game->gone |= 1u << player;
    if ((int32_t)lexkit_popcount(game->gone) == game->players - 1) {
        lexkit_finish(game, LEXKIT_BY_RESIGNATION, NULL, game->gone);
    } else if (player == game->to_move) {
        game->challengeable = -1;
        if (game->waiting) lexkit_end_game(game, LEXKIT_BY_OUT);
        lexkit_give_turn(game);
    }
    game->turn_count++;
}

static void lexkit_do_fine(lexkit_game *game, int player, int32_t points) {
    lexkit_begin_turn(game, LEXKIT_FINE, player)->score = -points;
    if (game->result.reason) {
        int32_t ending[LEXKIT_PLAYERS];
        memcpy(ending, game->result.ending, sizeof ending);
        game->scores[player] -= points; /* overtime is counted beside the racks */
        lexkit_finish(game, game->result.reason, ending, game->result.losers);
    } else {
        game->scores[player] -= points;
    }
    game->turn_count++;
}

/* Put these tiles on a rack of a game by a record; 0 if they are not left. */
static int lexkit_set_rack(lexkit_game *game, int player, const uint8_t counts[64]) {
    uint8_t *rack = game->racks[player];
    if (lexkit_sum(counts) > game->sizes[player]) return 0;
    for (int tile = 0; tile < 64; tile++)
        if (counts[tile] > game->pool[tile] + rack[tile]) return 0;
    for (int tile = 0; tile < 64; tile++) {
        game->pool[tile] = (uint16_t)(game->pool[tile] + rack[tile] - counts[tile]);
        rack[tile] = counts[tile];
    }
    return 1;
}

/* Take a turn again that was taken before. */
static void lexkit_repeat(lexkit_game *game) {
    const lexkit_turn turn = game->turns[game->turn_count];
    uint8_t counts[64];
    if (!game->dealt) {
        lexkit_count_kinds(turn.rack, turn.rack_count, counts);
        lexkit_set_rack(game, turn.player, counts);
        lexkit_count_kinds(turn.other, turn.other_count, counts);
        if (turn.kind == LEXKIT_CHALLENGE) lexkit_set_rack(game, game->turns[game->challengeable].player, counts);
    }
    lexkit_count_kinds(turn.exchanged, turn.exchanged_count, counts);
    if (turn.kind == LEXKIT_PLACEMENT) lexkit_do_play(game, &turn.move);
    if (turn.kind == LEXKIT_EXCHANGE) lexkit_do_exchange(game, turn.exchanged_count ? counts : NULL, turn.size);
    if (turn.kind == LEXKIT_PASS || turn.kind == LEXKIT_ACCEPT) lexkit_do_pass(game);
    if (turn.kind == LEXKIT_CHALLENGE) lexkit_do_challenge(game, turn.words, turn.word_count, turn.invalid);
    if (turn.kind == LEXKIT_RESIGNATION) lexkit_do_resign(game, turn.player);
    if (turn.kind == LEXKIT_FINE) lexkit_do_fine(game, turn.player, -turn.score);
}

/* -- Actions: what the rules allow ---------------------------------------------------------------------------------- */

static int32_t lexkit_refuse(lexkit_game *game, int32_t code, const char *why) {
    snprintf(game->why, sizeof game->why, "%s", why);
    return code;
}

/* Return LEXKIT_OK if a turn may be taken, else an error; `last`: one may be taken also when a player is out. */
static int32_t lexkit_ready(lexkit_game *game, int last) {
    if (!game) return LEXKIT_ARGUMENT;
    game->why[0] = 0;
    if (game->result.reason) return lexkit_refuse(game, LEXKIT_ILLEGAL, "the game is over");
    if (game->waiting && !last)
        return lexkit_refuse(game, LEXKIT_ILLEGAL, "a player is out: challenge the last play, or accept it by a pass");
    if (game->turn_count == LEXKIT_TURNS) return lexkit_refuse(game, LEXKIT_ROOM, "a game has at most 1,000 turns");
    return LEXKIT_OK;
}

/* A turn was taken: none that was undone can follow. */
static int32_t lexkit_commit(lexkit_game *game) {
    game->turn_total = game->turn_count;
    return LEXKIT_OK;
}

/* Play a move that was judged, if the tiles are on the rack and, unless that is left to challenges, its words are. */
static int32_t lexkit_play_judged(lexkit_game *game, lexkit_verdict *verdict) {
    uint8_t wanted[64], rack[LEXKIT_RACK];
    lexkit_count_kinds(verdict->move.tiles, verdict->move.laid, wanted);
    const int count = lexkit_list_kinds(game->racks[game->to_move], rack, LEXKIT_RACK);
    const int has = lexkit_has(game, game->to_move, wanted);
    lexkit_conclude(game->lex, has ? NULL : rack, count, verdict);
    if (!has || (verdict->code && game->rules.challenge == LEXKIT_VOID && game->dealt))
        return lexkit_refuse(game, LEXKIT_ILLEGAL, verdict->reason);
    lexkit_do_play(game, &verdict->move);
    return lexkit_commit(game);
}

int32_t lexkit_game_play(lexkit_game *game, const lexkit_move *move) {
    lexkit_view view;
    lexkit_verdict verdict;
    const int32_t code = move && move->laid <= LEXKIT_RACK ? lexkit_ready(game, 0) : LEXKIT_ARGUMENT;
    if (code) return code;
    if (lexkit_judge_move(&view, &game->board, move, &verdict))
        return lexkit_refuse(game, LEXKIT_ILLEGAL, verdict.reason);
    return lexkit_play_judged(game, &verdict);
}

int32_t lexkit_game_exchangeable(const lexkit_game *game) {
    if (!game) return LEXKIT_ARGUMENT;
    const int32_t least = game->rules.exchange_minimum > 1 ? game->rules.exchange_minimum : 1;
    const int32_t limit = game->rules.exchange_limit, held = game->sizes[game->to_move];
    if (game->result.reason || game->left < least || (limit && game->exchanges[game->to_move] >= limit)) return 0;
    return game->left < held ? game->left : held;
}

/* `tiles`: NULL if a record has only their number. */
static int32_t lexkit_try_exchange(lexkit_game *game, const uint8_t *tiles, int32_t count) {
    uint8_t wanted[64];
    int32_t counts[64];
    const int32_t code = lexkit_ready(game, 0);
    if (code) return code;
    const int32_t allowed = lexkit_game_exchangeable(game);
    if (count < 1 || count > allowed) {
        snprintf(game->why, sizeof game->why,
                 allowed ? "1 to %d tiles may be exchanged, not %d"
                         : "no exchange: the bag or the number of exchanges does not allow it",
                 (int)allowed, (int)count);
        return LEXKIT_ILLEGAL;
    }
    if (tiles) {
        if (!lexkit_count_rack(game->lex, tiles, count, counts)) return LEXKIT_ARGUMENT;
        lexkit_count_kinds(tiles, count, wanted);
        if (!lexkit_has(game, game->to_move, wanted))
            return lexkit_refuse(game, LEXKIT_ILLEGAL, "these tiles are not on the rack");
    }
    lexkit_do_exchange(game, tiles ? wanted : NULL, count);
    return lexkit_commit(game);
}

int32_t lexkit_game_exchange(lexkit_game *game, const uint8_t *tiles, int32_t count) {
    return tiles ? lexkit_try_exchange(game, tiles, count) : LEXKIT_ARGUMENT;
}

int32_t lexkit_game_pass_turn(lexkit_game *game) {
    const int32_t code = lexkit_ready(game, 1);
    if (code) return code;
    lexkit_do_pass(game);
    return lexkit_commit(game);
}

/* The words of the play of a turn, as they were formed. */
static void lexkit_words_of(const lexkit_game *game, int index, lexkit_verdict *verdict) {
    lexkit_view view;
    memset(verdict, 0, sizeof *verdict);
    view.board = &game->board;
    lexkit_squares(&game->board, index + 1, view.grid);
    verdict->move = game->turns[index].move;
    lexkit_form(&view, verdict);
}

/* Words of a play that are challenged, by number: all, if `count` is 0; and which are wrong, if it is not the list that
 * decides. */
typedef struct lexkit_challenged {
    uint8_t words[LEXKIT_FORMED];
    int count, judged;
    uint32_t invalid;
} lexkit_challenged;

static int32_t lexkit_try_challenge(lexkit_game *game, lexkit_challenged *challenged) {
    lexkit_verdict verdict;
    uint32_t named = 0;
    const int32_t code = lexkit_ready(game, 1);
    if (code) return code;
    if (game->challengeable < 0) return lexkit_refuse(game, LEXKIT_ILLEGAL, "there is no play to challenge");
    lexkit_words_of(game, game->challengeable, &verdict);
    for (; !challenged->count || challenged->words[challenged->count - 1] >= verdict.count;) {
        if (challenged->count) return lexkit_refuse(game, LEXKIT_ILLEGAL, "not words of the play");
        for (; challenged->count < verdict.count; challenged->count++)
            challenged->words[challenged->count] = (uint8_t)challenged->count;
    }
    if (!challenged->judged) {
        lexkit_look_up(game->lex, &verdict);
        for (int at = 0; at < verdict.count; at++) challenged->invalid |= (uint32_t)!verdict.words[at].valid << at;
    }
    for (int at = 0; at < challenged->count; at++) named |= 1u << challenged->words[at];
    lexkit_do_challenge(game, challenged->words, challenged->count, challenged->invalid & named);
    return lexkit_commit(game);
}

int32_t lexkit_game_challenge(lexkit_game *game, uint32_t words) {
    lexkit_challenged challenged;
    memset(&challenged, 0, sizeof challenged);
    for (int at = 0; at < LEXKIT_FORMED; at++)
        if (words >> at & 1) challenged.words[challenged.count++] = (uint8_t)at;
    if (words >> LEXKIT_FORMED) return LEXKIT_ARGUMENT;
    return lexkit_try_challenge(game, &challenged);
}

int32_t lexkit_game_resign(lexkit_game *game, int32_t player) {
    const int32_t code =
        game && lexkit_is_between(player, 0, game->players - 1) ? lexkit_ready(game, 1) : LEXKIT_ARGUMENT;
    if (code) return code;
    if (game->gone >> player & 1) return lexkit_refuse(game, LEXKIT_ILLEGAL, "this player has resigned already");
    lexkit_do_resign(game, player);
    return lexkit_commit(game);
}

int32_t lexkit_game_fine(lexkit_game *game, int32_t player, int32_t points) {
    if (!game || !lexkit_is_between(player, 0, game->players - 1) || !lexkit_is_between(points, 1, 100000))
        return LEXKIT_ARGUMENT;
    if (game->dealt && !game->result.reason)
        return lexkit_refuse(game, LEXKIT_ILLEGAL, "no fine is possible before the end of a game");
    if (game->turn_count == LEXKIT_TURNS) return LEXKIT_ROOM;
    lexkit_do_fine(game, player, points);
    return lexkit_commit(game);
}

int32_t lexkit_game_perform(lexkit_game *game, const lexkit_action *action) {
    if (!game || !action || action->move.laid > LEXKIT_RACK) return LEXKIT_ARGUMENT;
    switch (action->kind) {
        case LEXKIT_PLACEMENT:
            return lexkit_game_play(game, &action->move);
        case LEXKIT_EXCHANGE:
            return lexkit_game_exchange(game, action->move.tiles, action->move.laid);
        case LEXKIT_PASS:
        case LEXKIT_ACCEPT:
            return lexkit_game_pass_turn(game);
        case LEXKIT_CHALLENGE:
            return lexkit_game_challenge(game, 0);
        case LEXKIT_RESIGNATION:
            return lexkit_game_resign(game, game->to_move);
        default:
            return LEXKIT_ARGUMENT;
    }
}

/* Return whether a field of a text is this word, in small letters or capitals. */
static int lexkit_is_named(const char *text, size_t length, const char *name) {
    if (length != strlen(name)) return 0;
    for (size_t at = 0; at < length; at++)
        if ((text[at] | (text[at] >= 'A' && text[at] <= 'Z' ? 32 : 0)) != name[at]) return 0;
    return 1;
}

/* The words of a play that a text names, separated by blanks, a star behind those that are wrong; 0 if it names others. */
static int lexkit_find_words(const lexkit_lexicon *lex, const lexkit_verdict *verdict, const char *text,
                             const char *end, lexkit_challenged *challenged) {
    uint32_t found = 0;
    memset(challenged, 0, sizeof *challenged);
    for (;;) {
        uint8_t named[LEXKIT_SIDE];
        int count = 0, chosen = -1, is_word = 0;
        size_t taken;
        while (text < end && lexkit_is_space(*text)) text++;
        if (text >= end) return challenged->count > 0;
        while (text < end && !lexkit_is_space(*text) && *text != '*') {
            const int tile = lexkit_tile_at(lex, text, &taken);
            if (tile < 1 || count == LEXKIT_SIDE) return 0;
            named[count++] = (uint8_t)(tile % LEXKIT_BLANK);
            text += taken;
        }
        for (int at = 0; at < verdict->count && chosen < 0; at++) {
            const lexkit_formed *word = verdict->words + at;
            int same = word->length == count;
            for (int place = 0; place < count && same; place++)
                same = word->tiles[place] % LEXKIT_BLANK == named[place];
            is_word |= same;
            if (same && !(found >> at & 1)) chosen = at;
        }
        if (!is_word) return 0;
        /* A word that is named more often than the play forms it is named once too often. */
        if (chosen >= 0) {
            found |= 1u << chosen;
            challenged->words[challenged->count++] = (uint8_t)chosen;
        }
        if (text < end && *text == '*') {
            if (chosen >= 0) challenged->invalid |= 1u << chosen;
            text++;
        }
    }
}

int32_t lexkit_game_act(lexkit_game *game, const char *text) {
    lexkit_verdict verdict;
    if (!game || !text) return LEXKIT_ARGUMENT;
    const size_t length = lexkit_field(&text), whole = strlen(text);
    const char *rest = text + length;
    const size_t more = lexkit_field(&rest);
    uint8_t tiles[LEXKIT_RACK + 1];
    if (lexkit_is_named(text, length, "-") || lexkit_is_named(text, length, "pass") ||
        lexkit_is_named(text, length, "accept"))
        return lexkit_game_pass_turn(game);
    if (lexkit_is_named(text, length, "resign") || lexkit_is_named(text, length, "resignation"))
        return lexkit_game_resign(game, game->to_move);
    if (lexkit_is_named(text, length, "challenge")) {
        lexkit_challenged challenged;
        memset(&challenged, 0, sizeof challenged);
        if (more && game->challengeable >= 0) {
            lexkit_words_of(game, game->challengeable, &verdict);
            if (!lexkit_find_words(game->lex, &verdict, rest, text + whole, &challenged))
                return lexkit_refuse(game, LEXKIT_ILLEGAL, "not words of the play");
            challenged.invalid = 0;
        }
        return lexkit_try_challenge(game, &challenged);
    }
    const int is_word = lexkit_is_named(text, length, "exchange") || lexkit_is_named(text, length, "exch");
    if (text[0] == '-' || (is_word && more)) {
        const char *at = is_word ? rest : text + 1, *end = is_word ? rest + more : text + length;
        int32_t count = 0;
        for (size_t taken; at < end; at += taken) {
            const int tile = *at == '?' ? 0 : lexkit_tile_at(game->lex, at, &taken);
            if (*at == '?') taken = 1;
            if (tile < 0 || (tile == 0 && *at != '?'))
                return lexkit_refuse(game, LEXKIT_TEXT, "not tiles of the alphabet");
            if (count <= LEXKIT_RACK) tiles[count < LEXKIT_RACK ? count : LEXKIT_RACK] = (uint8_t)(tile % LEXKIT_BLANK);
            if (++count > LEXKIT_RACK) break;
        }
        return lexkit_try_exchange(game, tiles, count);
    }
    const int32_t code = lexkit_ready(game, 0);
    if (code) return code;
    lexkit_view view;
    memset(&verdict, 0, sizeof verdict);
    view.board = &game->board;
    lexkit_squares(&game->board, 0, view.grid);
    if (lexkit_judge_text(&view, text, &verdict)) return lexkit_refuse(game, LEXKIT_ILLEGAL, verdict.reason);
    return lexkit_play_judged(game, &verdict);
}

const char *lexkit_game_why(const lexkit_game *game) { return game ? game->why : ""; }

int32_t lexkit_game_undo(lexkit_game *game) {
    if (!game) return LEXKIT_ARGUMENT;
    if (!game->turn_count) return lexkit_refuse(game, LEXKIT_ILLEGAL, "there is nothing to undo");
    const int32_t wanted = game->turn_count - 1;
    lexkit_deal(game);
    while (game->turn_count < wanted) lexkit_repeat(game);
    return LEXKIT_OK;
}

int32_t lexkit_game_redo(lexkit_game *game) {
    if (!game) return LEXKIT_ARGUMENT;
    if (game->turn_count == game->turn_total) return lexkit_refuse(game, LEXKIT_ILLEGAL, "there is nothing to redo");
    lexkit_repeat(game);
    return LEXKIT_OK;
}

/* -- The state of a game -------------------------------------------------------------------------------------------- */

lexkit_board *lexkit_game_board(lexkit_game *game) { return game ? &game->board : NULL; }

int32_t lexkit_game_players(const lexkit_game *game) { return game ? game->players : LEXKIT_ARGUMENT; }

static int lexkit_is_player(const lexkit_game *game, int32_t player) {
    return game && player >= 0 && player < game->players;
}

const char *lexkit_game_name(const lexkit_game *game, int32_t player) {
    return lexkit_is_player(game, player) ? game->names[player] : NULL;
}

int32_t lexkit_game_rack(const lexkit_game *game, int32_t player, uint8_t *tiles) {
    if (!lexkit_is_player(game, player) || !tiles) return LEXKIT_ARGUMENT;
    return lexkit_list_kinds(game->racks[player], tiles, LEXKIT_RACK);
}

int32_t lexkit_game_score(const lexkit_game *game, int32_t player) {
    if (!lexkit_is_player(game, player)) return 0;
    return game->result.reason ? game->result.scores[player] : game->scores[player];
}

int32_t lexkit_game_to_move(const lexkit_game *game) { return game ? game->to_move : LEXKIT_ARGUMENT; }

int32_t lexkit_game_bag(const lexkit_game *game) { return game ? game->left : LEXKIT_ARGUMENT; }

int32_t lexkit_game_challengeable(const lexkit_game *game) {
    return !game ? LEXKIT_ARGUMENT : game->challengeable < 0 ? LEXKIT_ABSENT : game->challengeable;
}

int32_t lexkit_game_waiting(const lexkit_game *game) { return game ? game->waiting : LEXKIT_ARGUMENT; }

int32_t lexkit_game_over(const lexkit_game *game) { return game ? game->result.reason != 0 : (int32_t)LEXKIT_ARGUMENT; }

int32_t lexkit_game_result(const lexkit_game *game, lexkit_result *result) {
    if (!game || !result) return LEXKIT_ARGUMENT;
    *result = game->result;
    return result->reason;
}

int32_t lexkit_game_position(const lexkit_game *game, lexkit_position *position) {
    if (!game || !position) return LEXKIT_ARGUMENT;
    memset(position, 0, sizeof *position);
    position->players = game->players;
    position->zeros = game->zeros;
    for (int at = 0; at < game->players; at++) {
        const int player = (game->to_move + at) % game->players;
        position->scores[at] = lexkit_game_score(game, player);
        position->sizes[at] = lexkit_list_kinds(game->racks[player], position->racks[at], LEXKIT_RACK);
    }
    return LEXKIT_OK;
}

int32_t lexkit_game_turns(const lexkit_game *game) { return game ? game->turn_count : LEXKIT_ARGUMENT; }

int32_t lexkit_game_turn(const lexkit_game *game, int32_t index, lexkit_turn *turn) {
    if (!game || !turn || index < 0 || index >= game->turn_count) return LEXKIT_ARGUMENT;
    *turn = game->turns[index];
    return LEXKIT_OK;
}

/* A move on the squares before it, "8D .IFE". */
static int32_t lexkit_append_move(const lexkit_view *view, const lexkit_move *move, char *text, int32_t room,
                                  int32_t length) {
    uint8_t tiles[LEXKIT_SIDE];
    char place[8];
    for (int at = 0, laid = 0; at < move->length; at++)
        tiles[at] = lexkit_tile_on(view, move->row + (move->down ? at : 0), move->column + (move->down ? 0 : at))
                        ? 0
                        : move->tiles[laid++];
    lexkit_place_text(move->row, move->column, move->down, place);
    length = lexkit_append(text, room, lexkit_append(text, room, length, place), " ");
    return lexkit_append_tiles(view->board->lex, tiles, move->length, 0, text, room, length);
}

/* The move of a turn. */
static int32_t lexkit_append_played(const lexkit_game *game, int index, char *text, int32_t room, int32_t length) {
    lexkit_view view;
    view.board = &game->board;
    lexkit_squares(&game->board, index + 1, view.grid);
    return lexkit_append_move(&view, &game->turns[index].move, text, room, length);
}

static int32_t lexkit_append_exchange(const lexkit_lexicon *lex, const uint8_t *tiles, int count, char *text,
                                      int32_t room, int32_t length) {
    uint8_t counts[64];
    lexkit_count_kinds(tiles, count, counts);
    return lexkit_append_rack(lex, counts, text, room, lexkit_append(text, room, length, "-"));
}

int32_t lexkit_action_text(const lexkit_board *board, const lexkit_action *action, char *text, int32_t room) {
    static const char *const kinds[] = {"", "", "", "-", "challenge", "-", "resignation"};
    lexkit_view view;
    lexkit_verdict verdict;
    if (!board || !action || !text || room < 1 || action->move.laid > LEXKIT_RACK ||
        !lexkit_is_between(action->kind, LEXKIT_PLACEMENT, LEXKIT_RESIGNATION))
        return LEXKIT_ARGUMENT;
    const lexkit_move *move = &action->move;
    text[0] = 0;
    if (action->kind == LEXKIT_EXCHANGE) {
        if (lexkit_is_no_rack(board, move->tiles, move->laid)) return LEXKIT_ARGUMENT;
        return lexkit_append_exchange(board->lex, move->tiles, move->laid, text, room, 0);
    }
    if (action->kind != LEXKIT_PLACEMENT) return lexkit_append(text, room, 0, kinds[action->kind]);
    if (lexkit_judge_move(&view, board, move, &verdict)) return LEXKIT_ILLEGAL;
    return lexkit_append_move(&view, &verdict.move, text, room, 0);
}

/* The tiles exchanged in a turn, or their number. */
static int32_t lexkit_append_given(const lexkit_game *game, const lexkit_turn *turn, char *text, int32_t room,
                                   int32_t length) {
    if (!turn->exchanged_count) return lexkit_append_number(text, room, length, "-%d", turn->size);
    return lexkit_append_exchange(game->lex, turn->exchanged, turn->exchanged_count, text, room, length);
}

/* The turn before that laid tiles. */
static int lexkit_placement_before(const lexkit_game *game, int index) {
    while (--index >= 0)
        if (game->turns[index].kind == LEXKIT_PLACEMENT) break;
    return index;
}

/* Words that were challenged, with a star if they are wrong and stars are wanted. */
static int32_t lexkit_append_words(const lexkit_game *game, int index, int stars, char *text, int32_t room,
                                   int32_t length) {
    const lexkit_turn *turn = game->turns + index;
    lexkit_verdict verdict;
    lexkit_words_of(game, lexkit_placement_before(game, index), &verdict);
    for (int at = 0; at < turn->word_count; at++) {
        length = lexkit_append(text, room, length, " ");
        length = lexkit_append_word(game->lex, verdict.words + turn->words[at], text, room, length);
        if (stars && turn->invalid >> turn->words[at] & 1) length = lexkit_append(text, room, length, "*");
    }
    return length;
}

int32_t lexkit_turn_text(const lexkit_game *game, int32_t index, char *text, int32_t room) {
    static const char *const kinds[] = {"", "", "", "-", "challenge", "accept", "resignation", "fine"};
    if (!game || !text || room < 1 || index < 0 || index >= game->turn_count) return LEXKIT_ARGUMENT;
    const lexkit_turn *turn = game->turns + index;
    text[0] = 0;
    if (turn->kind == LEXKIT_PLACEMENT) return lexkit_append_played(game, index, text, room, 0);
    if (turn->kind == LEXKIT_EXCHANGE) return lexkit_append_given(game, turn, text, room, 0);
    const int32_t length = lexkit_append(text, room, 0, kinds[turn->kind]);
    return turn->kind == LEXKIT_CHALLENGE ? lexkit_append_words(game, index, 0, text, room, length) : length;
}

/* -- Players -------------------------------------------------------------------------------------------------------- */

/* The numbers of lexicons/players/levels.toml: the chance to see a play, times a factor for each word across and each tile
 * beyond the fourth; to know a word, a factor for each letter beyond the fourth, and how rare it is. */
static const struct {
    const char *name;
    double see, cross, tile, letter, known, rare;
} lexkit_levels[] = {
    {"beginner", 0.254, 0.452, 0.62, 0.832, 0.679, 0.831}, {"novice", 0.313, 0.496, 0.65, 0.845, 0.705, 0.844},
    {"learner", 0.39, 0.555, 0.69, 0.863, 0.739, 0.862},   {"casual", 0.477, 0.621, 0.735, 0.884, 0.777, 0.882},
    {"regular", 0.556, 0.681, 0.776, 0.902, 0.812, 0.9},   {"club", 0.655, 0.756, 0.827, 0.926, 0.855, 0.923},
    {"veteran", 0.759, 0.835, 0.881, 0.95, 0.901, 0.946},  {"advanced", 0.867, 0.917, 0.937, 0.976, 0.949, 0.971},
    {"tournament", 0.95, 0.98, 0.98, 0.995, 0.985, 0.99}};
enum { LEXKIT_LEVELS = sizeof lexkit_levels / sizeof *lexkit_levels, LEXKIT_HALVINGS = 64 };

const char *lexkit_player_name(int32_t index) {
    if (index < 0 || index > LEXKIT_LEVELS + 1) return NULL;
    return index < LEXKIT_LEVELS ? lexkit_levels[index].name : index == LEXKIT_LEVELS ? "greedy" : "static";
}

/* BLAKE2b with a digest of 8 bytes (RFC 7693), of pieces. */
typedef struct lexkit_blake {
    uint64_t h[8], size;
    uint8_t block[128];
    int filled;
} lexkit_blake;

static const uint64_t lexkit_blake_iv[8] = {UINT64_C(0x6A09E667F3BCC908), UINT64_C(0xBB67AE8584CAA73B),
                                            UINT64_C(0x3C6EF372FE94F82B), UINT64_C(0xA54FF53A5F1D36F1),
                                            UINT64_C(0x510E527FADE682D1), UINT64_C(0x9B05688C2B3E6C1F),
                                            UINT64_C(0x1F83D9ABFB41BD6B), UINT64_C(0x5BE0CD19137E2179)};

static uint64_t lexkit_turn_right(uint64_t number, int by) { return number >> by | number << (64 - by); }

static void lexkit_blake_mix(uint64_t *v, int a, int b, int c, int d, uint64_t x, uint64_t y) {
    v[a] += v[b] + x;
    v[d] = lexkit_turn_right(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = lexkit_turn_right(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = lexkit_turn_right(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = lexkit_turn_right(v[b] ^ v[c], 63);
}

static void lexkit_blake_block(lexkit_blake *blake, int last) {
    static const uint8_t order[10][16] = {
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
        {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
        {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
        {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
        {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};
    uint64_t v[16], m[16];
    for (int at = 0; at < 16; at++) m[at] = lexkit_u64(blake->block + 8 * at);
    for (int at = 0; at < 8; at++) {
        v[at] = blake->h[at];
        v[at + 8] = lexkit_blake_iv[at];
    }
    v[12] ^= blake->size;
    if (last) v[14] = ~v[14];
    for (int round = 0; round < 12; round++) {
        const uint8_t *s = order[round % 10];
        for (int at = 0; at < 4; at++) lexkit_blake_mix(v, at, at + 4, at + 8, at + 12, m[s[2 * at]], m[s[2 * at + 1]]);
        for (int at = 0; at < 4; at++)
            lexkit_blake_mix(v, at, (at + 1) % 4 + 4, (at + 2) % 4 + 8, (at + 3) % 4 + 12, m[s[2 * at + 8]],
                             m[s[2 * at + 9]]);
    }
    for (int at = 0; at < 8; at++) blake->h[at] ^= v[at] ^ v[at + 8];
    blake->filled = 0;
}

static void lexkit_blake_add(lexkit_blake *blake, const void *data, size_t size) {
    const uint8_t *bytes = (const uint8_t *)data;
    for (size_t at = 0; at < size; at++) {
        if (blake->filled == 128) lexkit_blake_block(blake, 0);
        blake->block[blake->filled++] = bytes[at];
        blake->size++;
    }
}

/* 64 bits of a seed, as decimal digits, and of its purpose. */
static uint64_t lexkit_seed_of(uint64_t seed, const void *data, size_t size, const void *more, size_t more_size) {
    lexkit_blake blake;
    char digits[24];
    int at = 22;
    memset(&blake, 0, sizeof blake);
    memcpy(blake.h, lexkit_blake_iv, sizeof blake.h);
    blake.h[0] ^= 0x01010008;
    digits[at] = '\n';
    do digits[--at] = (char)('0' + seed % 10);
    while ((seed /= 10) != 0);
    lexkit_blake_add(&blake, digits + at, (size_t)(23 - at));
    lexkit_blake_add(&blake, data, size);
    lexkit_blake_add(&blake, more, more_size);
    memset(blake.block + blake.filled, 0, (size_t)(128 - blake.filled));
    lexkit_blake_block(&blake, 1);
    return blake.h[0];
}

/* One more number of a row that is hashed: SplitMix64 (Steele, Lea and Flood 2014). */
static uint64_t lexkit_hash(uint64_t hash, uint64_t number) {
    hash += number + UINT64_C(0x9E3779B97F4A7C15);
    hash = (hash ^ hash >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    hash = (hash ^ hash >> 27) * UINT64_C(0x94D049BB133111EB);
    return hash ^ hash >> 31;
}

static double lexkit_chance(uint64_t hash) { return (double)(hash >> 11) * (1.0 / 9007199254740992.0); }

/* A number, from 0 to below 1, times itself: products, which every machine rounds alike. */
static double lexkit_power(double number, int exponent) {
    double power = 1;
    for (int at = 0; at < exponent && at < LEXKIT_HALVINGS; at++) power *= number;
    return power;
}

/* The binary logarithm of a number from 1 on, digit by digit. */
static double lexkit_log2(double number) {
    double whole = 0, digit = 0.5;
    while (number >= 2) {
        number /= 2;
        whole++;
    }
    for (int at = 0; at < 60; at++) {
        number *= number;
        if (number >= 2) {
            number /= 2;
            whole += digit;
        }
        digit /= 2;
    }
    return whole;
}

/* The state of a level: its game, and the best play that it has noticed, or the one nearest to being noticed. */
typedef struct lexkit_level {
    const lexkit_lexicon *lex;
    int number, noticed, found, width, padded;
    uint64_t position, words;
    double average, nearest;
    lexkit_move move;
} lexkit_level;

/* Return the difficulty of a word, 0 for the easiest, by the column `known` of its list: 9 for the commonest words. */
static int lexkit_strangeness(const lexkit_lexicon *lex, const uint8_t *letters, int length) {
    static const int steps[] = {0, 0, 0, 1, 1, 2, 3, 5, 8, 10};
    const int64_t rank = length <= 15 ? lexkit_rank(lex, letters, length) : -1;
    if (rank < 0) return steps[9];
    if (lex->unknown && lex->unknown[rank / 8] >> rank % 8 & 1) return steps[9];
    const int bytes = lex->known_bits ? lex->known_bits / 8 : 8;
    const uint8_t *value = lex->known + bytes * rank;
    if (!lex->known_bits) {
        const uint64_t bits = lexkit_u64(value);
        double number;
        memcpy(&number, &bits, sizeof number);
        return steps[number >= 9 ? 0 : number > 0 ? 9 - (int)number : 9];
    }
    if (value[bytes - 1] & 0x80) return steps[9]; /* below 0 */
    for (int at = 1; at < bytes; at++)
        if (value[at]) return steps[0];
    return steps[value[0] > 9 ? 0 : 9 - value[0]];
}

/* Count how often the chance to draw these letters must be doubled to reach that of average ones. */
static int lexkit_halvings(const lexkit_level *level, const uint8_t *letters, int length) {
    uint8_t used[64];
    double ways = 1;
    int exponent = 0;
    lexkit_count_kinds(letters, length, used);
    for (int tile = 1; tile <= level->lex->letters; tile++) {
        const int32_t count = level->lex->counts[tile];
        if (level->average < 0 || !used[tile]) continue;
        /* Copies that the bag lacks come from blanks. */
        double draws = count < used[tile] ? 0.5 : 1;
        for (int at = 1; at <= used[tile] && count >= used[tile]; at++) draws = draws * (count - used[tile] + at) / at;
        ways *= draws;
    }
    while (ways >= 2) {
        ways /= 2;
        exponent++;
    }
    while (ways < 1) {
        ways *= 2;
        exponent--;
    }
    const double expected = level->average > 0 ? level->average * length : 0;
    const int halvings = (int)expected - exponent;
    return halvings < 0 ? 0 : halvings > LEXKIT_HALVINGS ? LEXKIT_HALVINGS : halvings;
}

/* Return the distance of a play from being noticed; below 1, the level notices it. */
static double lexkit_distance(const lexkit_board *board, const lexkit_level *level, const lexkit_move *move) {
    uint8_t word[LEXKIT_SIDE];
    int length = 0, crossed = 0, laid = 0;
    for (int row = move->row, column = move->column; length < move->length; row += move->down, column += !move->down) {
        const lexkit_square *square = &board->lines[0][row][column];
        if (!square->tile)
            crossed += (lexkit_is_on(board, row + !move->down, column + move->down) &&
                        board->lines[0][row + !move->down][column + move->down].tile) ||
                       (lexkit_is_on(board, row - !move->down, column - move->down) &&
                        board->lines[0][row - !move->down][column - move->down].tile);
        word[length++] = square->tile ? square->tile : move->tiles[laid++] & 63;
    }
    uint64_t hash = level->words, drawn = level->position;
    for (int at = 0; at < level->width; at++) hash = lexkit_hash(hash, at < length ? word[at] : 0);
    const int longer = length > 4 ? length - 4 : 0, more = move->laid > 4 ? move->laid - 4 : 0;
    const double strange =
        level->lex->known
            ? lexkit_power(lexkit_levels[level->number].known, lexkit_strangeness(level->lex, word, length))
            : lexkit_power(lexkit_levels[level->number].rare, lexkit_halvings(level, word, length));
    const double known = lexkit_power(lexkit_levels[level->number].letter, longer) * strange;
    drawn = lexkit_hash(drawn, move->row);
    drawn = lexkit_hash(drawn, move->column);
    drawn = lexkit_hash(drawn, move->down);
    drawn = lexkit_hash(drawn, move->laid);
    for (int at = 0; at < level->padded; at++) drawn = lexkit_hash(drawn, at < move->laid ? move->tiles[at] : 0);
    const double seen = lexkit_levels[level->number].see * lexkit_power(lexkit_levels[level->number].cross, crossed) *
                        lexkit_power(lexkit_levels[level->number].tile, more);
    const double unknown = lexkit_chance(hash) / known, unseen = lexkit_chance(drawn) / seen;
    return unknown > unseen ? unknown : unseen;
}

static void lexkit_notice(lexkit_board *board, const lexkit_move *move, void *taker) {
    lexkit_level *level = (lexkit_level *)taker;
    const int first = !level->found || lexkit_goes_first(move, &level->move);
    level->found = 1;
    if (level->noticed && !first) return;
    const double distance = lexkit_distance(board, level, move);
    if (distance < 1 ? level->noticed && !first
                     : level->noticed || distance > level->nearest || (distance >= level->nearest && !first))
        return;
    level->noticed = distance < 1;
    level->nearest = distance;
    level->move = *move;
}

static int64_t lexkit_choose_level(lexkit_game *game, int number, const uint8_t *rack, int count, uint64_t seed,
                                   lexkit_move *move) {
    lexkit_board *board = &game->board;
    lexkit_level level;
    lexkit_view view;
    double total = 0;
    memset(&level, 0, sizeof level);
    level.lex = game->lex;
    level.number = number;
    level.nearest = 1e300;
    level.width = board->size[0] > board->size[1] ? board->size[0] : board->size[1];
    level.padded = game->lex->wide == 1 && game->rules.rack_size <= 8 ? 8 : 16;
    for (int tile = 1; tile <= game->lex->letters; tile++) {
        const double copies = game->lex->counts[tile];
        level.average += copies > 0 ? copies * lexkit_log2(copies) : 0;
        total += copies;
    }
    level.average = total > 0 ? level.average / total : -1;
    lexkit_squares(board, 0, view.grid);
    level.position =
        lexkit_seed_of(seed, view.grid, (size_t)(board->size[0] * board->size[1]), game->racks[game->to_move], 64);
    level.words = lexkit_seed_of(seed, "words", 5, "", 0);
    const int64_t found = lexkit_find(board, rack, count, lexkit_notice, &level);
    *move = level.move;
    return found;
}

int32_t lexkit_game_choose(lexkit_game *game, const char *player, const lexkit_leaves *leaves, uint64_t seed,
                           lexkit_action *action) {
    lexkit_verdict verdict;
    uint8_t rack[LEXKIT_RACK];
    int number = 0, idle = game && game->rules.zero_turns > 12 ? game->rules.zero_turns : 12, scored = 0;
    if (!game || !player || !action) return LEXKIT_ARGUMENT;
    if (game->result.reason) return lexkit_refuse(game, LEXKIT_ILLEGAL, "the game is over");
    while (lexkit_player_name(number) && strcmp(lexkit_player_name(number), player)) number++;
    if (!lexkit_player_name(number)) return LEXKIT_ABSENT;
    memset(action, 0, sizeof *action);
    /* A play with a word that the list lacks is challenged, the last play accepted. */
    if (game->challengeable >= 0) {
        lexkit_words_of(game, game->challengeable, &verdict);
        action->kind = lexkit_look_up(game->lex, &verdict) ? LEXKIT_CHALLENGE : 0;
        if (action->kind) return LEXKIT_OK;
    }
    action->kind = LEXKIT_PASS;
    if (game->waiting) return LEXKIT_OK;
    /* After many turns without a point nobody exchanges any more. */
    for (int at = game->turn_count - 1; at >= 0 && at >= game->turn_count - idle; at--) scored |= game->turns[at].score;
    const int32_t exchangeable = game->turn_count >= idle && !scored ? 0 : lexkit_game_exchangeable(game);
    const int count = lexkit_list_kinds(game->racks[game->to_move], rack, LEXKIT_RACK);
    int64_t found;
    if (!strcmp(player, "static")) {
        found = lexkit_best_by_equity(&game->board, rack, count, leaves, game->left, exchangeable, action, 1);
        return found < 0 ? (int32_t)found : LEXKIT_OK;
    }
    if (!strcmp(player, "greedy"))
        found = lexkit_best(&game->board, rack, count, action, 1);
    else
        found = lexkit_choose_level(game, number, rack, count, seed, &action->move);
    if (found < 0) return (int32_t)found;
    action->kind = found ? LEXKIT_PLACEMENT : exchangeable ? LEXKIT_EXCHANGE : LEXKIT_PASS;
    if (action->kind == LEXKIT_EXCHANGE) {
        memcpy(action->move.tiles, rack, (size_t)exchangeable);
        action->move.laid = (uint8_t)exchangeable;
    }
    return LEXKIT_OK;
}

/* -- Records in GCG ------------------------------------------------------------------------------------------------- */

enum {
    LEXKIT_MAX_RECORD = 1 << 20,
    LEXKIT_MAX_LINE = 8000,
    LEXKIT_LINE_OTHER =
        0, /* kinds of lines; those of events from LEXKIT_LINE_PLAY on, of turns up to LEXKIT_LINE_PASS */
    LEXKIT_LINE_NOTE,
    LEXKIT_LINE_PRAGMA,
    LEXKIT_LINE_WRONG,
    LEXKIT_LINE_PLAY,
    LEXKIT_LINE_EXCHANGE,
    LEXKIT_LINE_PASS,
    LEXKIT_LINE_WITHDRAWN,
    LEXKIT_LINE_BONUS,
    LEXKIT_LINE_TIME,
    LEXKIT_LINE_OUT,
    LEXKIT_LINE_PENALTY
};

/* A part of a line. */
typedef struct lexkit_part {
    const char *text;
    size_t length;
} lexkit_part;

/* The lines of a record, one after the other; what follows `number` is of the line that was read last. */
typedef struct lexkit_record {
    const char *next;
    int latin, number, kind;
    lexkit_part name, rack, place, text; /* name: a nick, or a pragma; text: tiles, racks in parentheses, a pragma's */
    int64_t score, total;
    char line[LEXKIT_MAX_LINE + 4];
} lexkit_record;

static int lexkit_is_part(lexkit_part part, const char *text) {
    return part.length == strlen(text) && !memcmp(part.text, text, part.length);
}

static lexkit_part lexkit_part_of(const char *text, size_t length) {
    lexkit_part part;
    while (length && lexkit_is_space(*text)) text++, length--;
    while (length && lexkit_is_space(text[length - 1])) length--;
    part.text = text;
    part.length = length;
    return part;
}

/* A number with a sign, or, if `signed_only` is 0, without; 0 if it is none. */
static int lexkit_parse_points(lexkit_part part, int signed_only, int64_t *number) {
    const char *at = part.text, *end = at + part.length;
    const int negative = at < end && (*at == '-' || (signed_only && end - at > 1 && at[0] == '+' && at[1] == '-'));
    if (at < end && (*at == '-' || (signed_only && *at == '+')))
        at += 1 + (signed_only && negative && *at == '+');
    else if (signed_only)
        return 0;
    const char *digits = at;
    *number = 0;
    for (; at < end && *at >= '0' && *at <= '9' && at - digits < 12; at++) *number = *number * 10 + (*at - '0');
    if (at < end || at == digits || at - digits > (signed_only ? 10 : 12)) return 0;
    if (negative) *number = -*number;
    return 1;
}

static int lexkit_is_place(lexkit_part part) {
    int row, column, down;
    return lexkit_parse_place(part.text, part.length, &row, &column, &down);
}

/* The event behind a nick: its parts, of at most eight, up to points and total. */
static int lexkit_read_event(lexkit_record *record, const char *text) {
    lexkit_part parts[8], last;
    int count = 0, at = 1;
    while (count < 8) {
        parts[count].length = lexkit_field(&text);
        if (!parts[count].length) break;
        parts[count].text = text;
        text += parts[count++].length;
    }
    for (; at + 1 < count; at++)
        if (lexkit_parse_points(parts[at], 1, &record->score) && lexkit_parse_points(parts[at + 1], 0, &record->total))
            break;
    if (at + 1 >= count) return LEXKIT_LINE_WRONG;
    last = parts[at - 1];
    record->rack = at > 1 ? parts[0] : lexkit_part_of("", 0);
    record->text = last;
    if (at == 3 && lexkit_is_place(parts[1])) record->place = parts[1];
    if (at == 2 && lexkit_is_place(parts[0])) record->place = parts[0];
    const int is_unknown = lexkit_is_part(record->rack, "UNKNOWN");
    if (is_unknown || (at == 2 && record->place.length)) record->rack = lexkit_part_of("", 0);
    if (at == 3) return record->place.length ? LEXKIT_LINE_PLAY : LEXKIT_LINE_WRONG;
    if (at > 3) return LEXKIT_LINE_WRONG;
    if (lexkit_is_part(last, "(challenge)")) return LEXKIT_LINE_BONUS;
    if (lexkit_is_part(last, "(time)")) return LEXKIT_LINE_TIME;
    if (lexkit_is_part(last, "--")) return LEXKIT_LINE_WITHDRAWN;
    if (lexkit_is_part(last, "-")) return LEXKIT_LINE_PASS;
    if (last.text[0] == '-') {
        record->text = lexkit_part_of(last.text + 1, last.length - 1);
        return LEXKIT_LINE_EXCHANGE;
    }
    if (last.text[0] == '(' && last.length > 1 && last.text[last.length - 1] == ')') {
        record->text = lexkit_part_of(last.text + 1, last.length - 2);
        return at > 1 ? LEXKIT_LINE_PENALTY : LEXKIT_LINE_OUT;
    }
    return record->place.length ? LEXKIT_LINE_PLAY : LEXKIT_LINE_WRONG;
}

/* Read the next line, which is turned into UTF-8; 0 at the end, or if it is too long (LEXKIT_LINE_WRONG). */
static int lexkit_next_line(lexkit_record *record) {
    const char *at = record->next;
    size_t length = 0;
    if (!*at) return 0;
    record->number++;
    record->kind = LEXKIT_LINE_WRONG;
    record->name = record->rack = record->place = record->text = lexkit_part_of("", 0);
    record->score = record->total = 0;
    for (; *at && *at != '\n' && *at != '\r'; at++) {
        if (length >= LEXKIT_MAX_LINE) return 0;
        if (record->latin)
            length += lexkit_put_point((uint8_t)*at, record->line + length);
        else
            record->line[length++] = *at;
    }
    while (*at == '\n' || *at == '\r') at++;
    record->next = at;
    record->line[length] = 0;
    const char *line = record->line;
    record->text = lexkit_part_of(line, length);
    if (line[0] == '#' && line[1] && !lexkit_is_space(line[1])) {
        const char *name = line + 1;
        size_t named = lexkit_field(&name);
        record->name = lexkit_part_of(name, named);
        record->text = lexkit_part_of(name + named, length - 1 - named);
        record->kind = lexkit_is_named(name, named, "note") ? LEXKIT_LINE_NOTE : LEXKIT_LINE_PRAGMA;
    } else if (line[0] == '>') {
        const size_t nick = strcspn(line + 1, ": \t");
        record->name = lexkit_part_of(line + 1, nick);
        if (nick && line[1 + nick] == ':') record->kind = lexkit_read_event(record, line + 2 + nick);
    } else {
        record->kind = LEXKIT_LINE_OTHER;
    }
    return 1;
}

/* Begin with the first line of a text; 0 if it is in no encoding that is read. */
static int lexkit_begin_record(lexkit_record *record, const char *text) {
    const size_t size = strlen(text);
    memset(record, 0, sizeof *record);
    if (!strncmp(text, "\xEF\xBB\xBF", 3)) text += 3;
    record->next = text;
    const int is_begun = lexkit_next_line(record);
    const int says = is_begun && record->kind == LEXKIT_LINE_PRAGMA &&
                     lexkit_is_named(record->name.text, record->name.length, "character-encoding");
    int is_utf8 = 1;
    uint32_t point, length;
    for (size_t at = 0; text[at] && is_utf8; at += length) {
        length = lexkit_code_point(text + at, size - at, &point);
        is_utf8 = length != 0;
    }
    const lexkit_part named = record->text;
    if (!says) {
        record->latin = !is_utf8;
    } else if (lexkit_is_named(named.text, named.length, "utf-8") ||
               lexkit_is_named(named.text, named.length, "utf8")) {
        if (!is_utf8) return 0;
    } else if (lexkit_is_named(named.text, named.length, "iso-8859-1") ||
               lexkit_is_named(named.text, named.length, "iso8859-1") ||
               lexkit_is_named(named.text, named.length, "latin-1")) {
        record->latin = 1;
    } else {
        return 0;
    }
    record->next = text;
    record->number = 0;
    return 1;
}

/* The points of tiles as text, of racks that may be longer than one; -1 if they are none. */
static int64_t lexkit_points_in(const lexkit_lexicon *lex, lexkit_part tiles) {
    int64_t points = 0;
    size_t taken;
    for (const char *at = tiles.text, *end = at + tiles.length; at < end; at += taken) {
        const int tile = *at == '?' ? 0 : lexkit_tile_at(lex, at, &taken);
        if (*at == '?') taken = 1;
        if (tile < 0 || (!tile && *at != '?')) return -1;
        points += lex->points[tile % LEXKIT_BLANK];
    }
    return points;
}

/* The rules of challenges and of going out that the lines of a record imply. */
static void lexkit_infer_conduct(const lexkit_lexicon *lex, lexkit_record *record, const char *text, int players,
                                 lexkit_rules *rules) {
    char last[LEXKIT_NAME] = "", challenger[LEXKIT_NAME] = "", penalised[LEXKIT_PLAYERS][LEXKIT_NAME];
    int is_challenge = 0, fives = 0, tens = 0, others = 0, is_free = 0, is_bonus = 0, penalties = 0, outs = 0,
        loses = 0;
    int64_t gained = 0;
    int is_known = 1;
    lexkit_begin_record(record, text);
    while (lexkit_next_line(record)) {
        char nick[LEXKIT_NAME];
        snprintf(nick, sizeof nick, "%.*s", (int)record->name.length, record->name.text);
        if (record->kind == LEXKIT_LINE_NOTE) {
            is_challenge |= lexkit_is_part(record->text, "the game ended by challenge");
            if (lexkit_is_part(record->text, "#unsuccessful-challenge")) memcpy(challenger, last, sizeof last);
        }
        if (record->kind < LEXKIT_LINE_PLAY) continue;
        if (record->kind <= LEXKIT_LINE_PASS && *challenger && !strcmp(challenger, nick)) is_free = 1;
        memcpy(last, nick, sizeof last);
        challenger[0] = 0;
        const int64_t points = lexkit_points_in(lex, record->text);
        if (record->kind == LEXKIT_LINE_BONUS) {
            is_bonus = 1;
            fives |= record->score == 5;
            tens |= record->score == 10;
            others |= record->score > 0 && record->score != 5 && record->score != 10;
        } else if (record->kind == LEXKIT_LINE_PENALTY && record->score) {
            int at = 0;
            while (at < penalties && strcmp(penalised[at], nick)) at++;
            if (at == penalties && at < LEXKIT_PLAYERS) memcpy(penalised[penalties++], nick, sizeof nick);
            loses |= record->score == -(points > 0 ? points : 0);
        } else if (record->kind == LEXKIT_LINE_OUT) {
            outs = 1;
            is_known = points > 0 && (record->score == points || record->score == 2 * points);
            gained = is_known ? record->score / points : 0;
        }
    }
    rules->challenge = is_challenge                          ? LEXKIT_TRIPLE
                       : fives + tens + others > 1 || others ? LEXKIT_5PT_WORD
                       : fives                               ? LEXKIT_5PT
                       : tens                                ? LEXKIT_10PT
                       : is_free || is_bonus                 ? LEXKIT_SINGLE
                                                             : LEXKIT_DOUBLE;
    if (!is_known || (!outs && penalties >= players)) return;
    for (int at = 0; at <= LEXKIT_OUT_BOTH; at++)
        if (lexkit_out_points[at][0] == gained && lexkit_out_points[at][1] == loses) {
            rules->out_bonus = at;
            return;
        }
}

/* -- Writing ---------------------------------------------------------------------------------------------------- */

/* A text that grows; `length` is negative once there is no more room. */
typedef struct lexkit_page {
    char *text;
    int32_t room, length;
} lexkit_page;

static void lexkit_put(lexkit_page *page, const char *more) {
    page->length = lexkit_append(page->text, page->room, page->length, more);
}

static void lexkit_put_number(lexkit_page *page, const char *format, int number) {
    page->length = lexkit_append_number(page->text, page->room, page->length, format, number);
}

static void lexkit_put_rack(lexkit_page *page, const lexkit_game *game, const uint8_t counts[64]) {
    page->length = lexkit_append_rack(game->lex, counts, page->text, page->room, page->length);
}

static void lexkit_put_nick(lexkit_page *page, const lexkit_game *game, int player) {
    lexkit_put(page, ">");
    lexkit_put(page, game->nicks[player]);
    lexkit_put(page, ": ");
}

/* Points and total, and the end of the line. */
static void lexkit_put_points(lexkit_page *page, int32_t points, const char *format, int32_t total) {
    lexkit_put_number(page, format, points);
    lexkit_put_number(page, " %d\n", total);
}

/* The words of a challenge, unless they are all in order, and all are valid or none is. */
static void lexkit_put_challenged(lexkit_page *page, const lexkit_game *game, int index, int count) {
    const lexkit_turn *turn = game->turns + index;
    int is_usual = turn->word_count == count && (!turn->invalid || turn->invalid == (1u << count) - 1);
    for (int at = 0; at < turn->word_count; at++) is_usual = is_usual && turn->words[at] == at;
    if (is_usual) return;
    lexkit_put(page, "#note #challenged");
    page->length = lexkit_append_words(game, index, 1, page->text, page->room, page->length);
    lexkit_put(page, "\n");
}

static void lexkit_put_turn(lexkit_page *page, const lexkit_game *game, int index, int32_t *totals) {
    const lexkit_turn *turn = game->turns + index, *last = NULL;
    uint8_t rack[64], counts[64];
    lexkit_verdict verdict;
    int player = turn->player;
    verdict.count = 0;
    lexkit_count_kinds(turn->rack, turn->rack_count, rack);
    if (turn->kind == LEXKIT_CHALLENGE) {
        const int before = lexkit_placement_before(game, index);
        last = game->turns + before;
        lexkit_words_of(game, before, &verdict);
    }
    if (turn->kind == LEXKIT_PLACEMENT || turn->kind == LEXKIT_EXCHANGE || turn->kind == LEXKIT_PASS) {
        totals[player] += turn->score;
        lexkit_put_nick(page, game, player);
        lexkit_put_rack(page, game, rack);
        lexkit_put(page, " ");
        if (turn->kind == LEXKIT_PLACEMENT)
            page->length = lexkit_append_played(game, index, page->text, page->room, page->length);
        else if (turn->kind == LEXKIT_EXCHANGE)
            page->length = lexkit_append_given(game, turn, page->text, page->room, page->length);
        else
            lexkit_put(page, "-");
        lexkit_put_points(page, turn->score, " +%d", totals[player]);
    } else if (last && turn->invalid) {
        player = last->player;
        totals[player] -= last->score;
        lexkit_count_kinds(last->rack, last->rack_count, counts);
        lexkit_put_nick(page, game, player);
        lexkit_put_rack(page, game, counts);
        lexkit_put_points(page, last->score, " -- -%d", totals[player]);
        lexkit_put_challenged(page, game, index, verdict.count);
    } else if (last && turn->score) {
        player = last->player;
        totals[player] += turn->score;
        lexkit_count_kinds(turn->other, turn->other_count, counts);
        lexkit_put_nick(page, game, player);
        lexkit_put_rack(page, game, counts);
        lexkit_put_points(page, turn->score, " (challenge) +%d", totals[player]);
        lexkit_put_challenged(page, game, index, verdict.count);
    } else if (last) {
        lexkit_put_nick(page, game, player);
        lexkit_put_rack(page, game, rack);
        lexkit_put_points(page, 0, " - +%d", totals[player]);
        lexkit_put(page, "#note #unsuccessful-challenge\n");
        lexkit_put_challenged(page, game, index, verdict.count);
    } else if (turn->kind == LEXKIT_FINE) {
        totals[player] += turn->score;
        lexkit_put_nick(page, game, player);
        lexkit_put_points(page, turn->score, " (time) %d", totals[player]);
    } else if (turn->kind == LEXKIT_RESIGNATION) {
        lexkit_put(page, "#note #resigned ");
        lexkit_put(page, game->nicks[player]);
        lexkit_put(page, "\n");
    }
}

static void lexkit_put_last_racks(lexkit_page *page, const lexkit_game *game) {
    for (int player = 0; player < game->players; player++) {
        if (!lexkit_sum(game->racks[player]) || game->result.ending[player] < 0) continue;
        lexkit_put_number(page, "#rack%d ", player + 1);
        lexkit_put_rack(page, game, game->racks[player]);
        lexkit_put(page, "\n");
    }
}

/* The lines of the end: racks, then fines from turn `fines` on. */
static void lexkit_put_end(lexkit_page *page, const lexkit_game *game, int32_t *totals, int fines) {
    const lexkit_result *result = &game->result;
    const int counts_racks = result->reason <= LEXKIT_BY_PASSES, is_out = result->reason == LEXKIT_BY_OUT;
    uint32_t told = 0;
    int fined = 0, count = 0;
    if (is_out) {
        totals[game->out] += result->ending[game->out];
        lexkit_put_nick(page, game, game->out);
        lexkit_put(page, " (");
        for (int player = 0; player < game->players; player++)
            if (player != game->out) lexkit_put_rack(page, game, game->racks[player]);
        lexkit_put(page, ")");
        lexkit_put_points(page, result->ending[game->out], " +%d", totals[game->out]);
    }
    for (int step = 0; step < game->players && counts_racks; step++) {
        const int player = (game->to_move + step) % game->players;
        if (!lexkit_sum(game->racks[player]) || (is_out && result->ending[player] >= 0)) continue;
        totals[player] += result->ending[player];
        lexkit_put_nick(page, game, player);
        lexkit_put_rack(page, game, game->racks[player]);
        lexkit_put(page, " (");
        lexkit_put_rack(page, game, game->racks[player]);
        lexkit_put(page, ")");
        lexkit_put_points(page, -result->ending[player], " -%d", totals[player]);
    }
    if (!counts_racks) {
        lexkit_put(page, "#note the game ended by ");
        lexkit_put(page, lexkit_reasons[result->reason]);
        lexkit_put(page, "\n");
    }
    for (int at = fines; at < game->turn_count; at++) {
        fined += game->turns[at].kind == LEXKIT_FINE;
        if (game->turns[at].kind == LEXKIT_FINE && !(told >> game->turns[at].player & 1)) count++;
        told |= game->turns[at].kind == LEXKIT_FINE ? 1u << game->turns[at].player : 0;
    }
    told = 0;
    for (int at = fines; at < game->turn_count; at++) {
        const int player = game->turns[at].player;
        int32_t points = 0;
        if (game->turns[at].kind != LEXKIT_FINE || told >> player & 1) continue;
        for (int other = at; other < game->turn_count; other++)
            if (game->turns[other].kind == LEXKIT_FINE && game->turns[other].player == player)
                points += game->turns[other].score;
        totals[player] += points;
        lexkit_put_nick(page, game, player);
        lexkit_put_rack(page, game, game->racks[player]);
        lexkit_put_points(page, points, " (time) %d", totals[player]);
        if (!told && fined > count) {
            lexkit_put(page, "#note #fined");
            for (int other = at; other < game->turn_count; other++) {
                if (game->turns[other].kind != LEXKIT_FINE) continue;
                lexkit_put(page, " ");
                lexkit_put(page, game->nicks[game->turns[other].player]);
                lexkit_put_number(page, " %d", -game->turns[other].score);
            }
            lexkit_put(page, "\n");
        }
        told |= 1u << player;
    }
    if (!(counts_racks && !is_out) && (!is_out || game->players > 2)) lexkit_put_last_racks(page, game);
}

/* The fields of rules in the order of lexicons/rules/usual.toml, each with what it is in JSON: a number, a truth value,
 * the name of a bonus for going out or of a challenge rule, or, below 0, pairs of a number of tiles and points, with the
 * highest number. */
enum { LEXKIT_IS_NUMBER, LEXKIT_IS_TRUTH, LEXKIT_IS_OUT_BONUS, LEXKIT_IS_CHALLENGE };
static const struct {
    const char *name;
    size_t place;
    int kind;
} lexkit_rule_fields[] = {{"rack_size", offsetof(lexkit_rules, rack_size), LEXKIT_IS_NUMBER},
                          {"bingo", offsetof(lexkit_rules, bingo), LEXKIT_IS_NUMBER},
                          {"bonuses", offsetof(lexkit_rules, bonuses), -LEXKIT_RACK},
                          {"length_bonuses", offsetof(lexkit_rules, length_bonuses), -LEXKIT_SIDE},
                          {"exchange_minimum", offsetof(lexkit_rules, exchange_minimum), LEXKIT_IS_NUMBER},
                          {"zero_turns", offsetof(lexkit_rules, zero_turns), LEXKIT_IS_NUMBER},
                          {"pass_turns", offsetof(lexkit_rules, pass_turns), LEXKIT_IS_NUMBER},
                          {"exchanges_count", offsetof(lexkit_rules, exchanges_count), LEXKIT_IS_TRUTH},
                          {"empty_board_ends", offsetof(lexkit_rules, empty_board_ends), LEXKIT_IS_TRUTH},
                          {"withdrawn_is_pass", offsetof(lexkit_rules, withdrawn_is_pass), LEXKIT_IS_TRUTH},
                          {"exchange_limit", offsetof(lexkit_rules, exchange_limit), LEXKIT_IS_NUMBER},
                          {"out_bonus", offsetof(lexkit_rules, out_bonus), LEXKIT_IS_OUT_BONUS},
                          {"challenge", offsetof(lexkit_rules, challenge), LEXKIT_IS_CHALLENGE}};
enum { LEXKIT_RULE_FIELDS = sizeof lexkit_rule_fields / sizeof *lexkit_rule_fields };

static int32_t *lexkit_rule_value(lexkit_rules *rules, int field) {
    return (int32_t *)(void *)((char *)rules + lexkit_rule_fields[field].place);
}

static int lexkit_same_rule(lexkit_rules *rules, lexkit_rules *others, int field) {
    const int kind = lexkit_rule_fields[field].kind;
    const int32_t *one = lexkit_rule_value(rules, field), *other = lexkit_rule_value(others, field);
    return !memcmp(one, other, (size_t)(kind < 0 ? 1 - kind : 1) * sizeof *one);
}

/* Write a text as JSON. */
static void lexkit_put_json(lexkit_page *page, const char *text, size_t length) {
    lexkit_put(page, "\"");
    for (uint32_t point, size; length; text += size, length -= size) {
        char shown[16];
        size = lexkit_code_point(text, length, &point);
        if (!size) size = 1, point = '?';
        if (point == '"' || point == '\\')
            snprintf(shown, sizeof shown, "\\%c", (char)point);
        else if (point >= 0x10000)
            snprintf(shown, sizeof shown, "\\u%04x\\u%04x", (unsigned)(0xD7C0 + (point >> 10)),
                     (unsigned)(0xDC00 + (point & 0x3FF)));
        else
            snprintf(shown, sizeof shown, point < 0x20 || point > 0x7E ? "\\u%04x" : "%c", (unsigned)point);
        lexkit_put(page, shown);
    }
    lexkit_put(page, "\"");
}

/* Return whether the board of a game is the shipped one of its layout's name. */
static int lexkit_is_shipped(const lexkit_game *game) {
    const char *shipped = lexkit_layout(game->layout_name);
    const int32_t middle = game->board.size[0] / 2 * game->board.size[1] + game->board.size[1] / 2;
    return shipped && !strcmp(shipped, game->layout) && game->board.start == middle;
}

/* The board of a game, if it is none that is shipped. */
static const char *lexkit_put_layout(lexkit_page *page, const lexkit_game *game) {
    char start[8];
    if (lexkit_is_shipped(game)) return "{";
    lexkit_put(page, "{\"layout\": {\"name\": ");
    lexkit_put_json(page, game->layout_name, strlen(game->layout_name));
    for (int row = 0; row < game->board.size[0]; row++) {
        lexkit_put(page, row ? ", " : ", \"rows\": [");
        lexkit_put_json(page, game->layout + row * (game->board.size[1] + 1), (size_t)game->board.size[1]);
    }
    lexkit_place_text(game->board.start / game->board.size[1], game->board.start % game->board.size[1], 0, start);
    lexkit_put(page, "], \"start\": \"");
    lexkit_put(page, start);
    lexkit_put(page, "\"}");
    return ", ";
}

/* Write the rules that differ from the usual ones as JSON. */
static void lexkit_put_rules(lexkit_page *page, const lexkit_game *game, lexkit_rules *rules, lexkit_rules *usual) {
    const char *before = lexkit_put_layout(page, game);
    for (int field = 0; field < LEXKIT_RULE_FIELDS; field++) {
        const int kind = lexkit_rule_fields[field].kind;
        const int32_t *value = lexkit_rule_value(rules, field);
        if (lexkit_same_rule(rules, usual, field)) continue;
        lexkit_put(page, before);
        lexkit_put(page, "\"");
        lexkit_put(page, lexkit_rule_fields[field].name);
        lexkit_put(page, "\": ");
        before = ", ";
        if (kind < 0) {
            const char *comma = "[";
            for (int at = 1; at <= -kind; at++) {
                if (!value[at]) continue;
                lexkit_put(page, comma);
                lexkit_put_number(page, "[%d, ", at);
                lexkit_put_number(page, "%d]", value[at]);
                comma = ", ";
            }
            lexkit_put(page, *comma == '[' ? "[]" : "]");
        } else if (kind >= LEXKIT_IS_OUT_BONUS) {
            lexkit_put(page, "\"");
            lexkit_put(page, kind == LEXKIT_IS_OUT_BONUS ? lexkit_out_bonuses[*value] : lexkit_challenges[*value].name);
            lexkit_put(page, "\"");
        } else if (kind == LEXKIT_IS_TRUTH) {
            lexkit_put(page, *value ? "true" : "false");
        } else {
            lexkit_put_number(page, "%d", *value);
        }
    }
    lexkit_put(page, *before == '{' ? "{}" : "}");
}

int32_t lexkit_game_to_gcg(const lexkit_game *game, char *text, int32_t room) {
    lexkit_page page;
    lexkit_record record;
    lexkit_rules rules, meant, usual;
    int32_t totals[LEXKIT_PLAYERS] = {0};
    int fines = game ? game->turn_count : 0;
    if (!game || !text || room < 1) return LEXKIT_ARGUMENT;
    page.text = text;
    page.room = room;
    page.length = 0;
    text[0] = 0;
    /* Fines after the end are lines of it. */
    while (game->result.reason && fines && game->turns[fines - 1].kind == LEXKIT_FINE) fines--;
    for (int index = 0; index < fines; index++) lexkit_put_turn(&page, game, index, totals);
    if (game->result.reason)
        lexkit_put_end(&page, game, totals, fines);
    else
        lexkit_put_last_racks(&page, game);
    if (page.length < 0) return LEXKIT_ROOM;
    const int32_t body = page.length;
    /* The head, behind the lines, then before them. */
    const int is_super = !strcmp(game->rules.layout_name, "super");
    if (strcmp(game->rules.layout_name, "standard")) {
        lexkit_put(&page, "#board-layout ");
        lexkit_put(&page, is_super ? "SuperCrosswordGame" : game->rules.layout_name);
        lexkit_put(&page, "\n");
    }
    if (strcmp(game->lex->name, is_super ? "super_english" : "english")) {
        lexkit_put(&page, "#tile-distribution ");
        lexkit_put(&page, game->lex->name);
        lexkit_put(&page, "\n");
    }
    for (int player = 0; player < game->players; player++) {
        lexkit_put_number(&page, "#player%d ", player + 1);
        lexkit_put(&page, game->nicks[player]);
        lexkit_put(&page, " ");
        lexkit_put(&page, game->names[player]);
        lexkit_put(&page, "\n");
    }
    lexkit_begin_record(&record, text);
    int first = 0;
    while (lexkit_next_line(&record) && record.kind < LEXKIT_LINE_PLAY) continue;
    for (int player = 0; player < game->players; player++)
        if (body && record.kind >= LEXKIT_LINE_PLAY && lexkit_is_part(record.name, game->nicks[player])) first = player;
    if (first != game->first) {
        lexkit_put(&page, "#note #begins ");
        lexkit_put(&page, game->nicks[game->first]);
        lexkit_put(&page, "\n");
    }
    rules = game->rules;
    lexkit_rules_named(game->lex->name, &meant);
    lexkit_rules_named("", &usual);
    lexkit_infer_conduct(game->lex, &record, text, game->players, &meant);
    if (rules.challenge == LEXKIT_VOID && meant.challenge == LEXKIT_DOUBLE) meant.challenge = LEXKIT_VOID;
    int same = lexkit_is_shipped(game);
    for (int field = 0; field < LEXKIT_RULE_FIELDS; field++) same = same && lexkit_same_rule(&rules, &meant, field);
    if (!same) {
        lexkit_put(&page, "#note #rules ");
        lexkit_put_rules(&page, game, &rules, &usual);
        lexkit_put(&page, "\n");
    }
    if (page.length < 0) return LEXKIT_ROOM;
    int is_ascii = 1;
    for (int32_t at = 0; at < page.length; at++) is_ascii = is_ascii && (uint8_t)text[at] < 0x80;
    static const char encoding[] = "#character-encoding UTF-8\n";
    const int32_t more = is_ascii ? 0 : (int32_t)sizeof encoding - 1;
    if (page.length + more + 1 > room) return LEXKIT_ROOM;
    /* Turn the two parts round, by turning each round and then both. */
    for (int part = 0; part < 3; part++) {
        char *low = text + (part == 1 ? body : 0), *high = text + (part == 0 ? body : page.length);
        while (low < high && low < --high) {
            const char sign = *low;
            *low++ = *high;
            *high = sign;
        }
    }
    memmove(text + more, text, (size_t)page.length + 1);
    memcpy(text, encoding, (size_t)more);
    return page.length + more;
}

/* -- Reading ---------------------------------------------------------------------------------------------------- */

/* Room for a board that a record has. */
typedef struct lexkit_own_layout {
    char rows[LEXKIT_SIDE * (LEXKIT_SIDE + 1)], name[LEXKIT_LAYOUT_NAME];
    int row, column; /* of the start square */
} lexkit_own_layout;

/* The text of JSON behind a quotation mark; gives the place behind it, or NULL. Escapes beyond ASCII are read as ?. */
static const char *lexkit_read_json(const char *at, const char *end, char *text, size_t room) {
    size_t length = 0;
    if (at == end || *at++ != '"') return NULL;
    for (; at < end && *at != '"'; at++) {
        char sign = *at;
        if (sign == '\\') {
            if (++at == end) return NULL;
            sign = *at;
            if (*at == 'u') {
                if (end - at < 5) return NULL;
                at += 4;
                sign = '?';
            }
        }
        if (length + 1 >= room) return NULL;
        text[length++] = sign;
    }
    text[length] = 0;
    return at < end ? at + 1 : NULL;
}

/* Read a layout: {"name": "mine", "rows": ["...", ...], "start": "8H"}; gives the place behind it, or NULL. */
static const char *lexkit_read_layout(const char *at, const char *end, lexkit_own_layout *own) {
    char key[8], start[8];
    size_t length = 0;
    int down;
    memset(own, 0, sizeof *own);
    own->row = -1;
    if (at == end || *at++ != '{') return NULL;
    while (at && at < end && *at != '}') {
        at = lexkit_read_json(at, end, key, sizeof key);
        while (at && at < end && (*at == ':' || *at == ' ')) at++;
        if (!at || at == end) return NULL;
        if (!strcmp(key, "name")) {
            at = lexkit_read_json(at, end, own->name, sizeof own->name);
        } else if (!strcmp(key, "start")) {
            at = lexkit_read_json(at, end, start, sizeof start);
            if (at && !lexkit_parse_place(start, strlen(start), &own->row, &own->column, &down)) return NULL;
        } else if (!strcmp(key, "rows") && *at++ == '[') {
            while (at && at < end && *at != ']') {
                if (length + 2 > sizeof own->rows) return NULL;
                if (length) own->rows[length++] = '/';
                at = lexkit_read_json(at, end, own->rows + length, sizeof own->rows - length);
                length += strlen(own->rows + length);
                while (at && at < end && (*at == ',' || *at == ' ')) at++;
            }
            if (at) at++;
        } else {
            return NULL;
        }
        while (at && at < end && (*at == ',' || *at == ' ')) at++;
    }
    if (!at || at >= end || own->row < 0 || !length || !*own->name) return NULL;
    const size_t columns = strcspn(own->rows, "/");
    return (size_t)own->column < columns ? at + 1 : NULL;
}

/* Read the rules of a note, an object of JSON; 0 if they are none. */
static int lexkit_read_rules(lexkit_part told, lexkit_rules *rules, lexkit_own_layout *own) {
    const char *at = told.text, *end = at + told.length;
    const char *name, *rest = "[]{}:,\" ";
    if (at == end || *at++ != '{') return 0;
    for (;;) {
        while (at < end && (*at == ' ' || *at == ',')) at++;
        if (at < end && *at == '}') return at + 1 == end;
        if (at == end || *at++ != '"') return 0;
        for (name = at; at < end && *at != '"';) at++;
        const size_t length = (size_t)(at - name);
        while (at < end && (*at == '"' || *at == ':' || *at == ' ')) at++;
        if (lexkit_is_named(name, length, "layout") && at < end && *at == '{') {
            at = lexkit_read_layout(at, end, own);
            if (!at) return 0;
            rules->layout = own->rows;
            rules->layout_name = own->name;
            rules->start = own->row * (int32_t)strcspn(own->rows, "/") + own->column;
            continue;
        }
        int field = 0;
        while (field < LEXKIT_RULE_FIELDS && !lexkit_is_named(name, length, lexkit_rule_fields[field].name)) field++;
        if (field == LEXKIT_RULE_FIELDS) {
            /* Rules of clocks, and the classic variant, which change nothing here. */
            const char *value = at - (at > told.text && at[-1] == '"');
            while (at < end && *at != ',' && *at != '}') at++;
            const lexkit_part said = lexkit_part_of(value, (size_t)(at - value));
            if (!lexkit_is_named(name, length, "variant") ? length < 8 || memcmp(name, "overtime", 8)
                                                          : !lexkit_is_part(said, "\"classic\""))
                return 0;
            continue;
        }
        const int kind = lexkit_rule_fields[field].kind;
        int32_t *value = lexkit_rule_value(rules, field);
        if (kind >= LEXKIT_IS_OUT_BONUS) {
            const char *text = at;
            while (at < end && *at != '"') at++;
            const size_t size = (size_t)(at - text);
            const int most = kind == LEXKIT_IS_OUT_BONUS ? (int)LEXKIT_OUT_BOTH : (int)LEXKIT_10PT_WORD;
            for (*value = 0; *value <= most; ++*value)
                if (lexkit_is_named(
                        text, size,
                        kind == LEXKIT_IS_OUT_BONUS ? lexkit_out_bonuses[*value] : lexkit_challenges[*value].name))
                    break;
            if (*value > most || at == end) return 0;
            at++;
        } else if (kind == LEXKIT_IS_TRUTH) {
            *value = end - at >= 4 && !memcmp(at, "true", 4);
            if (!*value && (end - at < 5 || memcmp(at, "false", 5))) return 0;
            at += *value ? 4 : 5;
        } else if (kind == LEXKIT_IS_NUMBER) {
            at = lexkit_parse_integer(at, end, value);
            if (!at) return 0;
        } else {
            /* Pairs: [[7, 10], [8, 20]]. */
            int depth = 0, numbers = 0;
            int32_t pair[2] = {0, 0};
            memset(value, 0, (size_t)(1 - kind) * sizeof *value);
            do {
                if (at == end) return 0;
                if (*at >= '0' && *at <= '9') {
                    at = lexkit_parse_integer(at, end, pair + (numbers++ & 1));
                    if (!at || depth != 2) return 0;
                    if (numbers % 2) continue;
                    if (pair[0] < 1 || pair[0] > -kind) return 0;
                    value[pair[0]] = pair[1];
                } else {
                    depth += *at == '[' ? 1 : *at == ']' ? -1 : 0;
                    if (!strchr(rest, *at++)) return 0;
                }
            } while (depth > 0);
        }
    }
}

/* The state of a record while its turns are followed. */
typedef struct lexkit_reading {
    lexkit_record record;
    lexkit_game *game;
    lexkit_error *error;
    char nicks[LEXKIT_PLAYERS][LEXKIT_NAME], names[LEXKIT_PLAYERS][LEXKIT_NAME];
    int64_t totals[LEXKIT_PLAYERS];
    int players;
    lexkit_own_layout own;
} lexkit_reading;

static int32_t lexkit_wrong_line(lexkit_reading *reading, const char *format, ...) {
    char text[124];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    return lexkit_fail(reading->error, LEXKIT_RECORD, (uint64_t)reading->record.number, text);
}

static int lexkit_find_nick(const lexkit_reading *reading, lexkit_part nick) {
    for (int player = 0; player < reading->players; player++)
        if (lexkit_is_part(nick, reading->nicks[player])) return player;
    return -1;
}

/* The counts of a rack's text; 0 if it is none. */
static int lexkit_read_rack(const lexkit_game *game, lexkit_part text, uint8_t counts[64]) {
    uint8_t tiles[LEXKIT_RACK];
    int count = 0;
    size_t taken;
    for (const char *at = text.text, *end = at + text.length; at < end; at += taken) {
        const int tile = *at == '?' ? 0 : lexkit_tile_at(game->lex, at, &taken);
        if (*at == '?') taken = 1;
        if (tile < 0 || (!tile && *at != '?') || count == LEXKIT_RACK) return 0;
        tiles[count++] = (uint8_t)(tile % LEXKIT_BLANK);
    }
    lexkit_count_kinds(tiles, count, counts);
    return 1;
}

/* Show a rack of a record, and count the end again if it was counted without it. */
static int lexkit_show_rack(lexkit_game *game, int player, lexkit_part text) {
    uint8_t counts[64];
    if (!lexkit_read_rack(game, text, counts) || !lexkit_set_rack(game, player, counts)) return 0;
    if (game->result.reason && game->result.reason <= LEXKIT_BY_PASSES) lexkit_end_game(game, game->result.reason);
    return 1;
}

/* The words challenged, and those of them that are wrong, as a note behind the line says; gives whether there is one. */
static int lexkit_read_challenged(lexkit_reading *reading, lexkit_challenged *challenged, int *is_free) {
    lexkit_record ahead;
    lexkit_verdict verdict;
    static const char note[] = "#challenged ";
    int found = 0;
    *is_free = 0;
    memset(challenged, 0, sizeof *challenged);
    if (reading->game->challengeable >= 0) {
        lexkit_words_of(reading->game, reading->game->challengeable, &verdict);
        memcpy(&ahead, &reading->record, offsetof(lexkit_record, line));
        while (lexkit_next_line(&ahead) && ahead.kind == LEXKIT_LINE_NOTE && ahead.text.length &&
               ahead.text.text[0] == '#') {
            lexkit_challenged named;
            *is_free |= lexkit_is_part(ahead.text, "#unsuccessful-challenge");
            if (ahead.text.length < sizeof note || memcmp(ahead.text.text, note, sizeof note - 1) || found) continue;
            found = lexkit_find_words(reading->game->lex, &verdict, ahead.text.text + sizeof note - 1,
                                      ahead.text.text + ahead.text.length, &named);
            if (found) *challenged = named;
        }
    }
    challenged->judged = 1;
    return found;
}

/* Follow one event; its points by the rules are `score`. */
static int32_t lexkit_follow(lexkit_reading *reading, int player, int64_t *score) {
    lexkit_game *game = reading->game;
    lexkit_record *record = &reading->record;
    const int kind = record->kind, before = game->turn_count;
    lexkit_challenged challenged;
    int32_t code = LEXKIT_OK;
    int is_free = 0;
    *score = 0;
    if (kind < LEXKIT_LINE_TIME && game->result.reason)
        return lexkit_wrong_line(reading, "end: no turn after the end of the game");
    if (kind <= LEXKIT_LINE_PASS) {
        if (player != game->to_move)
            return lexkit_wrong_line(reading, "turn: expected %.60s", reading->nicks[game->to_move]);
        if (record->rack.length && !lexkit_show_rack(game, player, record->rack))
            return lexkit_wrong_line(reading, "rack: these tiles are not left, or there is no room for them");
    }
    if (kind == LEXKIT_LINE_PLAY) {
        char play[512];
        snprintf(play, sizeof play, "%.*s %.*s", (int)record->place.length, record->place.text,
                 (int)(record->text.length < 400 ? record->text.length : 400), record->text.text);
        code = lexkit_game_act(game, play);
        if (!code) *score = game->turns[before].score;
    } else if (kind == LEXKIT_LINE_EXCHANGE) {
        int64_t number;
        uint8_t counts[64], tiles[LEXKIT_RACK];
        if (record->text.length < 3 && record->text.length && record->text.text[0] >= '0' &&
            record->text.text[0] <= '9' && lexkit_parse_points(record->text, 0, &number))
            code = lexkit_try_exchange(game, NULL, (int32_t)number);
        else if (lexkit_read_rack(game, record->text, counts))
            code = lexkit_try_exchange(game, tiles, lexkit_list_kinds(counts, tiles, LEXKIT_RACK));
        else
            return lexkit_wrong_line(reading, "tiles: not tiles of the alphabet");
    } else if (kind == LEXKIT_LINE_PASS) {
        lexkit_read_challenged(reading, &challenged, &is_free);
        challenged.invalid = 0;
        code = is_free ? lexkit_try_challenge(game, &challenged) : lexkit_game_pass_turn(game);
    } else if (kind == LEXKIT_LINE_WITHDRAWN || (kind == LEXKIT_LINE_BONUS && record->score >= 0)) {
        if (game->challengeable < 0 || game->turns[game->challengeable].player != player)
            return lexkit_wrong_line(reading, "challenge: this player has no play that may be challenged");
        const lexkit_turn *play = game->turns + game->challengeable;
        const int is_told = lexkit_read_challenged(reading, &challenged, &is_free);
        if (kind == LEXKIT_LINE_WITHDRAWN) {
            *score = -play->score;
            if (!is_told) challenged.invalid = ~(uint32_t)0;
            code = lexkit_try_challenge(game, &challenged);
        } else {
            const int32_t points = lexkit_challenges[game->rules.challenge].points;
            if (record->rack.length && !lexkit_show_rack(game, player, record->rack))
                return lexkit_wrong_line(reading, "rack: these tiles are not left, or there is no room for them");
            if (!is_told && lexkit_challenges[game->rules.challenge].each_word) {
                const int64_t count = record->score / points > 1 ? record->score / points : 1;
                lexkit_verdict verdict;
                lexkit_words_of(game, game->challengeable, &verdict);
                for (; challenged.count < count && challenged.count < verdict.count; challenged.count++)
                    challenged.words[challenged.count] = (uint8_t)challenged.count;
            }
            challenged.invalid = 0;
            code = lexkit_try_challenge(game, &challenged);
            if (!code) *score = game->turns[before].score;
        }
    } else if (kind == LEXKIT_LINE_BONUS || kind == LEXKIT_LINE_TIME) {
        /* A fine: for a wrong challenge, as in Swedish games, or for time. */
        if (record->score >= 0 || record->score < -100000)
            return lexkit_wrong_line(reading, "score: expected points lost");
        *score = record->score;
        code = lexkit_game_fine(game, player, (int32_t)-record->score);
    } else {
        if (game->waiting) lexkit_game_pass_turn(game);
        if (!game->result.reason || (kind == LEXKIT_LINE_OUT && game->out != player))
            return lexkit_wrong_line(reading, "end: the game has not ended before this line");
        if (kind == LEXKIT_LINE_PENALTY && !lexkit_show_rack(game, player, record->text))
            return lexkit_wrong_line(reading, "rack: these tiles are not left");
        if (kind == LEXKIT_LINE_OUT && game->players == 2 && !lexkit_show_rack(game, 1 - player, record->text))
            return lexkit_wrong_line(reading, "rack: these tiles are not left");
        *score = game->result.ending[player];
    }
    if (code) return lexkit_wrong_line(reading, "%s: %.100s", kind == LEXKIT_LINE_PLAY ? "place" : "tiles", game->why);
    return LEXKIT_OK;
}

/* Pragmas: players and what cannot be another's. */
static int32_t lexkit_read_head(lexkit_reading *reading, const lexkit_lexicon *lex, const char *text, int *first,
                                lexkit_rules *rules, int are_given) {
    lexkit_record *record = &reading->record;
    char begins[LEXKIT_NAME] = "", early[LEXKIT_NAME] = "";
    lexkit_rules told;
    int are_told = 0;
    lexkit_begin_record(record, text);
    while (lexkit_next_line(record)) {
        const lexkit_part name = record->name, value = record->text;
        if (record->kind == LEXKIT_LINE_WRONG) return lexkit_wrong_line(reading, "line: no event of GCG");
        if (record->kind >= LEXKIT_LINE_PLAY && !*early && name.length < LEXKIT_NAME)
            memcpy(early, name.text, name.length);
        if (record->kind == LEXKIT_LINE_PRAGMA && name.length == 7 && !memcmp(name.text, "player", 6)) {
            const char *rest = value.text;
            const size_t length = lexkit_field(&rest), player = (size_t)(name.text[6] - '1');
            const lexkit_part nick = lexkit_part_of(rest, length < value.length ? length : value.length);
            if ((int)player != reading->players || player >= LEXKIT_PLAYERS || !nick.length ||
                nick.length >= LEXKIT_NAME || lexkit_find_nick(reading, nick) >= 0)
                return lexkit_wrong_line(reading, "player: #player1 to #player4, with nicks that differ");
            const lexkit_part whole = lexkit_part_of(rest + length, value.length > length ? value.length - length : 0);
            const lexkit_part shown = whole.length && whole.length < LEXKIT_NAME ? whole : nick;
            memcpy(reading->nicks[player], nick.text, nick.length);
            memcpy(reading->names[player], shown.text, shown.length);
            reading->players++;
        } else if (record->kind == LEXKIT_LINE_PRAGMA && lexkit_is_named(name.text, name.length, "board-layout")) {
            const int is_super = lexkit_is_named(value.text, value.length, "supercrosswordgame") ||
                                 lexkit_is_named(value.text, value.length, "super");
            if (are_given || lexkit_is_named(value.text, value.length, "crosswordgame") ||
                lexkit_is_named(value.text, value.length, "standard") || !value.length)
                continue;
            rules->layout = is_super ? lexkit_layout("super") : NULL; /* another one is in the note of the rules */
            rules->layout_name = "super";
        } else if (record->kind == LEXKIT_LINE_PRAGMA && lexkit_is_named(name.text, name.length, "game-type")) {
            if (value.length && !lexkit_is_named(value.text, value.length, "classic"))
                return lexkit_wrong_line(reading, "name: a game of another kind");
        } else if (record->kind == LEXKIT_LINE_PRAGMA && lexkit_is_named(name.text, name.length, "tile-distribution")) {
            if (value.length && !lexkit_is_named(value.text, value.length, lex->name))
                return lexkit_wrong_line(reading, "name: expected the tiles of %.60s", lex->name);
        } else if (record->kind == LEXKIT_LINE_NOTE && !are_told && value.length > 7 &&
                   !memcmp(value.text, "#rules ", 7)) {
            lexkit_rules_named("", &told);
            are_told = 1;
            if (!lexkit_read_rules(lexkit_part_of(value.text + 7, value.length - 7), &told, &reading->own))
                return lexkit_wrong_line(reading, "name: not the rules of a game");
        } else if (record->kind == LEXKIT_LINE_NOTE && !*begins && value.length > 8 && value.length - 8 < LEXKIT_NAME &&
                   !memcmp(value.text, "#begins ", 8)) {
            memcpy(begins, value.text + 8, value.length - 8);
        }
    }
    if (*record->next) return lexkit_wrong_line(reading, "line: it is too long");
    if (reading->players < 2) return lexkit_wrong_line(reading, "player: #player1 and #player2 before the events");
    const char *nick = *begins ? begins : early;
    const int player = lexkit_find_nick(reading, lexkit_part_of(nick, strlen(nick)));
    *first = player < 0 ? 0 : player;
    if (are_given) return LEXKIT_OK;
    if (are_told && !*reading->own.name) {
        told.layout = rules->layout;
        told.layout_name = rules->layout_name;
    }
    if (!are_told) lexkit_infer_conduct(lex, record, text, reading->players, rules);
    if (are_told) *rules = told;
    return rules->layout ? LEXKIT_OK
                         : lexkit_wrong_line(reading, "name: another board than standard and super: give rules");
}

static int32_t lexkit_follow_record(lexkit_reading *reading, const char *text) {
    lexkit_game *game = reading->game;
    lexkit_record *record = &reading->record;
    lexkit_begin_record(record, text);
    while (lexkit_next_line(record)) {
        const lexkit_part value = record->text;
        int64_t score;
        if (record->kind == LEXKIT_LINE_NOTE) {
            const int resigns = value.length > 10 && !memcmp(value.text, "#resigned ", 10);
            const int forgets = value.length > 14 && !memcmp(value.text, "#rack-unknown ", 14);
            const int skipped = resigns ? 10 : 14;
            if (lexkit_is_part(value, "the game ended by time") ||
                (value.length > 12 && !memcmp(value.text, "#time-is-up ", 12)))
                return lexkit_wrong_line(reading, "end: clocks are not followed");
            if (!resigns && !forgets) continue;
            const int player =
                lexkit_find_nick(reading, lexkit_part_of(value.text + skipped, value.length - (size_t)skipped));
            if (player >= 0 && forgets) lexkit_show_rack(game, player, lexkit_part_of("", 0));
            if (player >= 0 && resigns && !game->result.reason) lexkit_game_resign(game, player);
        } else if (record->kind == LEXKIT_LINE_PRAGMA && record->name.length == 5 &&
                   !memcmp(record->name.text, "rack", 4)) {
            const int player = record->name.text[4] - '1';
            if (player < 0 || player >= game->players || !lexkit_show_rack(game, player, value))
                return lexkit_wrong_line(reading, "rack: a player, and tiles that are left");
        } else if (record->kind >= LEXKIT_LINE_PLAY) {
            const int player = lexkit_find_nick(reading, record->name);
            if (player < 0) return lexkit_wrong_line(reading, "player: an unknown nick");
            const int32_t code = lexkit_follow(reading, player, &score);
            if (code) return code;
            if (record->score != score)
                return lexkit_wrong_line(reading, "score: expected %+ld, found %+ld", (long)score, (long)record->score);
            reading->totals[player] += score;
            if (record->total != reading->totals[player])
                return lexkit_wrong_line(reading, "total: expected %ld, found %ld", (long)reading->totals[player],
                                         (long)record->total);
        }
    }
    return LEXKIT_OK;
}

int32_t lexkit_game_from_gcg(const lexkit_lexicon *lex, const char *text, const lexkit_rules *rules, lexkit_game **game,
                             lexkit_error *error) {
    lexkit_reading reading;
    lexkit_rules meant;
    const char *names[LEXKIT_PLAYERS];
    int first = 0;
    if (game) *game = NULL;
    if (!lex || !text || !game) return lexkit_fail(error, LEXKIT_ARGUMENT, 0, "no lexicon, or no text");
    memset(&reading, 0, sizeof reading);
    reading.error = error;
    if (strlen(text) > LEXKIT_MAX_RECORD)
        return lexkit_wrong_line(&reading, "line: a record of at most 1,048,576 bytes");
    if (!lexkit_begin_record(&reading.record, text))
        return lexkit_wrong_line(&reading, "encoding: expected UTF-8 or Latin-1, as the first line says");
    if (rules)
        meant = *rules;
    else
        lexkit_rules_named(lex->name, &meant);
    int32_t code = lexkit_read_head(&reading, lex, text, &first, &meant, rules != NULL);
    if (code) return code;
    for (int player = 0; player < reading.players; player++) names[player] = reading.names[player];
    code = lexkit_new_game(lex, &meant, names, reading.players, first, 0, 0, &reading.game);
    if (code) return lexkit_fail(error, code, 0, "the lexicon, its tiles or these rules have no such game");
    for (int player = 0; player < reading.players; player++)
        snprintf(reading.game->nicks[player], sizeof reading.game->nicks[player], "%s", reading.nicks[player]);
    code = lexkit_follow_record(&reading, text);
    if (code)
        lexkit_game_free(reading.game);
    else
        *game = reading.game;
    return code;
}

#endif /* LEXKIT_GAME_IMPLEMENTATION */
