/* Ask this reader the questions of ../conformance.json, which ../README.md describes: conformance FILE [FOLDER]. All
   lexicons in it, honest and forged, are also written to the folder, if one is given: a fuzzer begins with them. */
#define LEXKIT_IMPLEMENTATION
#include "gaddag_game.h"

enum { ROOM = 1 << 17, MOST_SHOWN = 20, MOST_TILES = 1024 };

static lexkit_json file;
static int wrong, questions, positions, plays, games, forged;
static const char *folder;

/* -- Values of the file: gaddag.h's parser gives them as a flat list ------------------------------------------------ */

static const char *text_of(uint32_t value) { return file.values[value].text; }

static int number_of(uint32_t value) { return lexkit_amount(&file, value); }

static uint32_t member(uint32_t object, const char *name) { return lexkit_member(&file, object, name); }

/* The values of a list, one after the other: for (v = first(list); v < end(list); v = after(v)). */
static uint32_t first(uint32_t list) { return list + 1; }
static uint32_t end(uint32_t list) { return file.values[list].next; }
static uint32_t after(uint32_t value) { return file.values[value].next; }

/* The values of a short list; gives how many. */
static int spread(uint32_t list, uint32_t values[8]) {
    uint32_t value;
    int count = 0;
    for (value = first(list); value < end(list) && count < 8; value = after(value)) values[count++] = value;
    return count;
}

static void complain(const char *lexicon, uint32_t value, const char *found) {
    if (++wrong > MOST_SHOWN) return;
    printf("%s: ", lexicon);
    if (value) {
        uint32_t part;
        for (part = first(value); part < end(value) && file.values[part].kind != '['; part = after(part))
            printf("%.*s ", (int)(file.values[part].length < 80 ? file.values[part].length : 80), text_of(part));
    }
    printf("- found %s\n", found);
}

static uint32_t crc_of(const char *text, uint32_t crc) {
    static uint32_t tables[8][256];
    return lexkit_crc(tables, (const uint8_t *)text, strlen(text), crc);
}

/* Bytes from base 64, which is well formed; gives how many. */
static uint64_t from_base_64(const char *text, uint8_t *bytes) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint64_t count = 0;
    uint32_t bits = 0;
    int held = 0;
    for (; *text && *text != '='; text++) {
        bits = bits << 6 | (uint32_t)(strchr(digits, *text) - digits);
        held += 6;
        if (held >= 8) bytes[count++] = (uint8_t)(bits >> (held -= 8));
    }
    return count;
}

/* -- Questions ------------------------------------------------------------------------------------------------------ */

/* Read a text; a number of tiles, or an error. */
static int32_t tiles_of(const lexkit_lexicon *lexicon, uint32_t value, int32_t kind, uint8_t *tiles) {
    return lexkit_encode(lexicon, text_of(value), kind, tiles, MOST_TILES);
}

/* The words of a set are those that `count` and `answer`, a digest or a list, tell. */
static int are_words(const lexkit_lexicon *lexicon, const uint64_t *set, int64_t found, uint32_t count,
                     uint32_t answer) {
    char text[512], digest[16];
    uint8_t tiles[LEXKIT_LONGEST];
    uint32_t crc = 0, expected = first(answer);
    int listed = file.values[answer].kind == '[';
    int64_t rank;
    if (found != number_of(count)) return 0;
    for (rank = lexkit_next(lexicon, set, 0); rank >= 0; rank = lexkit_next(lexicon, set, rank + 1)) {
        if (lexkit_decode(lexicon, tiles, lexkit_word(lexicon, rank, tiles), text, sizeof text) < 0) return 0;
        if (listed && strcmp(text, text_of(expected))) return 0;
        if (listed) expected = after(expected);
        crc = crc_of("\n", crc_of(text, crc));
    }
    snprintf(digest, sizeof digest, "%08lx", (unsigned long)crc);
    return listed || strcmp(digest, text_of(answer)) == 0;
}

static lexkit_board *board_of(const lexkit_lexicon *lexicon, const char *name);

/* A line for each square and direction with tiles beside it, "8J across 12 A CH", those across first. */
static int are_cross_sets(const lexkit_lexicon *lexicon, const uint32_t *given) {
    static uint64_t masks[2 * LEXKIT_SIDE * LEXKIT_SIDE];
    static int32_t scores[2 * LEXKIT_SIDE * LEXKIT_SIDE];
    int listed = file.values[given[4]].kind == '[', count = 0, right = 1, at;
    uint32_t crc = 0, expected = first(given[4]);
    char text[1024], digest[16];
    lexkit_board *board = board_of(lexicon, text_of(given[1]));
    if (!board || lexkit_board_read(board, text_of(given[2])) || lexkit_cross_sets(board, masks, scores)) right = 0;
    for (at = 0; right && at < 2 * board->size[0] * board->size[1]; at++) {
        int down = at >= board->size[0] * board->size[1], place = at - down * board->size[0] * board->size[1];
        int column = place % board->size[1];
        uint64_t letters = masks[at];
        if (scores[at] < 0) {
            right = letters == 0 || letters == lexicon->mask;
            continue;
        }
        sprintf(text, "%d%s%c %s %d", place / board->size[1] + 1, column < 26 ? "" : "A", 'A' + column % 26,
                down ? "down" : "across", (int)scores[at]);
        for (; letters; letters &= letters - 1) {
            strcat(text, " ");
            strcat(text, lexkit_label(lexicon, lexkit_lowest(letters)));
        }
        if (listed && (expected >= end(given[4]) || strcmp(text, text_of(expected)))) right = 0;
        if (listed && right) expected = after(expected);
        crc = crc_of("\n", crc_of(text, crc));
        count++;
    }
    lexkit_board_free(board);
    snprintf(digest, sizeof digest, "%08lx", (unsigned long)crc);
    return right && count == number_of(given[3]) && (listed || !strcmp(digest, text_of(given[4])));
}

static int is_answered(const lexkit_lexicon *lexicon, uint32_t question, uint64_t *set) {
    uint32_t given[8], value;
    uint8_t tiles[MOST_TILES], other[MOST_TILES];
    char text[512];
    int32_t count, more;
    int64_t found = LEXKIT_ARGUMENT, rank;
    const char *kind;
    if (spread(question, given) < 3) return 0;
    kind = text_of(given[0]);
    if (!strcmp(kind, "cross_sets")) return are_cross_sets(lexicon, given);
    if (!strcmp(kind, "word")) {
        count = lexkit_word(lexicon, number_of(given[1]), tiles);
        if (file.values[given[2]].kind == 'n') return count == LEXKIT_ABSENT;
        return count > 0 && lexkit_decode(lexicon, tiles, count, text, sizeof text) > 0 &&
               !strcmp(text, text_of(given[2]));
    }
    count = tiles_of(lexicon, given[1],
                     !strcmp(kind, "pattern")    ? LEXKIT_PATTERN_TEXT
                     : !strcmp(kind, "anagrams") ? LEXKIT_RACK_TEXT
                                                 : LEXKIT_WORD_TEXT,
                     tiles);
    if (!strcmp(kind, "tiles")) {
        if (file.values[given[2]].kind == 'n') return count == LEXKIT_TEXT;
        for (value = first(given[2]), more = 0; value < end(given[2]); value = after(value), more++)
            if (more >= count || number_of(value) != tiles[more]) return 0;
        return more == count;
    }
    if (count < 0) return 0;
    if (!strcmp(kind, "contains")) return lexkit_contains(lexicon, tiles, count) == (file.values[given[2]].kind == 't');
    if (!strcmp(kind, "rank")) {
        rank = file.values[given[2]].kind == 'n' ? LEXKIT_ABSENT : number_of(given[2]);
        return lexkit_rank(lexicon, tiles, count) == rank;
    }
    if (!strcmp(kind, "cross_set")) {
        uint64_t letters = 0;
        more = tiles_of(lexicon, given[2], LEXKIT_WORD_TEXT, other);
        lexkit_cross_set(lexicon, tiles, count, other, more, &letters);
        for (value = first(given[3]); value < end(given[3]); value = after(value), letters &= letters - 1)
            if (!letters || strcmp(lexkit_label(lexicon, lexkit_lowest(letters)), text_of(value))) return 0;
        return !letters;
    }
    memset(set, 0, 8 * (size_t)(lexkit_word_count(lexicon) / 64 + 1));
    if (!strcmp(kind, "prefix")) {
        found = lexkit_prefix(lexicon, tiles, count, &rank);
        if (found > 0) lexkit_mark(set, (uint64_t)rank, (uint64_t)found);
    }
    if (!strcmp(kind, "suffix")) found = lexkit_suffix(lexicon, tiles, count, set);
    if (!strcmp(kind, "substring")) found = lexkit_substring(lexicon, tiles, count, set);
    if ((!strcmp(kind, "suffix") && lexkit_suffix(lexicon, tiles, count, NULL) != found) ||
        (!strcmp(kind, "substring") && lexkit_substring(lexicon, tiles, count, NULL) != found))
        return 0;
    if (!strcmp(kind, "pattern")) found = lexkit_pattern(lexicon, tiles, count, set);
    if (!strcmp(kind, "anagrams")) {
        found = lexkit_anagrams(lexicon, tiles, count, number_of(given[2]), set);
        return are_words(lexicon, set, found, given[3], given[4]);
    }
    return are_words(lexicon, set, found, given[2], given[3]);
}

/* -- Positions ------------------------------------------------------------------------------------------------------ */

/* Each is a number of tiles, or a length, and points. */
static void add_bonuses(uint32_t list, int32_t *bonuses) {
    uint32_t pair;
    for (pair = first(list); pair < end(list); pair = after(pair))
        bonuses[number_of(first(pair))] = number_of(after(first(pair)));
}

static lexkit_board *board_of(const lexkit_lexicon *lexicon, const char *name) {
    uint32_t layouts = member(0, "layouts"), layout, row, rows, start;
    char text[LEXKIT_SIDE * (LEXKIT_SIDE + 1) + 1] = "";
    lexkit_board *board;
    lexkit_scoring scoring;
    for (layout = first(layouts); layout < end(layouts); layout = after(layout))
        if (!strcmp(text_of(member(layout, "name")), name)) break;
    if (layout == end(layouts)) return NULL;
    rows = member(layout, "rows");
    for (row = first(rows); row < end(rows); row = after(row)) {
        if (row > first(rows)) strcat(text, "/");
        strcat(text, text_of(row));
    }
    start = first(member(layout, "start"));
    memset(&scoring, 0, sizeof scoring);
    scoring.rack_size = number_of(member(layout, "rack_size"));
    add_bonuses(member(layout, "bonuses"), scoring.tiles_bonus);
    add_bonuses(member(layout, "length_bonuses"), scoring.length_bonus);
    scoring.tiles_bonus[scoring.rack_size] += number_of(member(layout, "bingo"));
    if (lexkit_board_new(lexicon, text, number_of(start) * (int)strcspn(text, "/") + number_of(after(start)), &scoring,
                         &board))
        return NULL;
    return board;
}

static int is_position(const lexkit_lexicon *lexicon, uint32_t position, lexkit_move *moves) {
    uint32_t given[8], digest = 0, move;
    uint8_t rack[MOST_TILES];
    char text[256], hexadecimal[16];
    int count = spread(position, given), right = 0;
    int64_t found, at, seen = 0;
    lexkit_board *board = board_of(lexicon, text_of(given[0]));
    if (!board) return 0;
    if (!lexkit_board_read(board, text_of(given[1]))) {
        found = lexkit_moves(board, rack, tiles_of(lexicon, given[2], LEXKIT_RACK_TEXT, rack), moves, ROOM);
        for (at = 0; at < found && at < ROOM; at++) {
            int32_t length = lexkit_move_text(board, moves + at, text, sizeof text - 16);
            if (length < 0) break;
            snprintf(text + length, 16, " +%d", (int)moves[at].score);
            digest += crc_of(text, 0);
            if (count > 5)
                for (move = first(given[5]); move < end(given[5]); move = after(move))
                    seen += strcmp(text, text_of(move)) == 0;
        }
        snprintf(hexadecimal, sizeof hexadecimal, "%08lx", (unsigned long)digest);
        right =
            found == number_of(given[3]) && !strcmp(hexadecimal, text_of(given[4])) && (count == 5 || seen == found);
    }
    lexkit_board_free(board);
    return right;
}

/* -- Lexicons and forged files -------------------------------------------------------------------------------------- */

static int is_described(const lexkit_lexicon *lexicon, uint32_t about) {
    uint32_t label = first(member(about, "labels"));
    uint32_t points = first(member(about, "points")), counts = first(member(about, "counts"));
    int32_t tile;
    if (lexkit_word_count(lexicon) != number_of(member(about, "words"))) return 0;
    for (tile = 0; label < end(member(about, "labels")); tile++) {
        const char *known = lexkit_label(lexicon, tile);
        if (!known || strcmp(known, text_of(label)) || lexkit_points(lexicon, tile) != number_of(points) ||
            lexkit_tile_count(lexicon, tile) != number_of(counts))
            return 0;
        label = after(label);
        points = after(points);
        counts = after(counts);
    }
    return tile == lexkit_letter_count(lexicon) + 1;
}

static void keep(const uint8_t *bytes, uint64_t size) {
    static int number;
    char path[1024];
    FILE *stream;
    if (!folder) return;
    snprintf(path, sizeof path, "%s/%d.gaddag", folder, number++);
    stream = fopen(path, "wb");
    if (!stream || fwrite(bytes, 1, (size_t)size, stream) != (size_t)size || fclose(stream)) {
        fprintf(stderr, "%s: cannot be written\n", path);
        exit(2);
    }
}

static void try_plays(const lexkit_lexicon *lexicon, uint32_t about, const char *name);
static void try_games(const lexkit_lexicon *lexicon, const char *name);

static void try_lexicon(uint32_t about, uint8_t *bytes, lexkit_move *moves) {
    const char *name = text_of(member(about, "name"));
    uint32_t list = member(about, "questions"), value;
    uint64_t *set;
    lexkit_lexicon *lexicon;
    lexkit_error error;
    uint64_t size = from_base_64(text_of(member(about, "file")), bytes);
    keep(bytes, size);
    if (lexkit_open_memory(bytes, size, &lexicon, &error)) {
        complain(name, 0, error.text);
        return;
    }
    set = (uint64_t *)malloc(8 * (size_t)(lexkit_word_count(lexicon) / 64 + 1));
    if (!is_described(lexicon, about)) complain(name, 0, "other words, labels, points or counts");
    for (value = first(list); set && value < end(list); value = after(value), questions++)
        if (!is_answered(lexicon, value, set)) complain(name, value, "another answer");
    list = member(about, "positions");
    for (value = first(list); value < end(list); value = after(value), positions++)
        if (!is_position(lexicon, value, moves)) complain(name, value, "other moves");
    try_plays(lexicon, about, name);
    try_games(lexicon, name);
    free(set);
    lexkit_close(lexicon);
}

/* -- Plays and games ------------------------------------------------------------------------------------------------ */

static const char *const codes[] = {"",     "text",  "tile",  "outside", "square", "hole", "none", "whole",
                                    "many", "brick", "apart", "start",   "short",  "rack", "word"};

/* The board of a position, set. */
static lexkit_board *set_board(const lexkit_lexicon *lexicon, const uint32_t *given) {
    lexkit_board *board = board_of(lexicon, text_of(given[0]));
    if (board && lexkit_board_from_cgp(board, text_of(given[1]), NULL)) {
        lexkit_board_free(board);
        board = NULL;
    }
    return board;
}

/* Values of a list, up to as many as there is room for. */
static int spread_many(uint32_t list, uint32_t *values, int room) {
    int count = 0;
    for (uint32_t value = first(list); value < end(list) && count < room; value = after(value)) values[count++] = value;
    return count;
}

/* A move with its score, "8D .IFE +13", as this file and Python write it. */
static int is_action(const lexkit_board *board, const lexkit_action *action, const char *expected) {
    char text[512];
    const int32_t length = lexkit_action_text(board, action, text, sizeof text);
    if (length < 0) return 0;
    if (action->kind == LEXKIT_PLACEMENT) sprintf(text + length, " +%d", (int)action->move.score);
    return !strcmp(text, expected);
}

static int is_judged(const lexkit_lexicon *lexicon, uint32_t play) {
    uint32_t given[9], words[LEXKIT_FORMED], word[2];
    uint8_t rack[LEXKIT_RACK];
    char text[2048];
    lexkit_verdict verdict;
    lexkit_action action;
    if (spread_many(play, given, 9) < 9) return 0;
    lexkit_board *board = set_board(lexicon, given);
    const int known = file.values[given[2]].kind == '"';
    const int32_t count = known ? tiles_of(lexicon, given[2], LEXKIT_RACK_TEXT, rack) : 0;
    const int32_t code =
        board ? lexkit_board_explain(board, text_of(given[3]), known ? rack : NULL, count, &verdict) : -1;
    int right = board && (code == LEXKIT_OK) == !verdict.code && !strcmp(codes[verdict.code], text_of(given[4])) &&
                !strcmp(verdict.reason, text_of(given[5])) && (file.values[given[6]].kind == 'n') == !verdict.count;
    if (right && verdict.count) {
        memset(&action, 0, sizeof action);
        action.kind = LEXKIT_PLACEMENT;
        action.move = verdict.move;
        right = is_action(board, &action, text_of(given[6])) &&
                spread_many(given[7], words, LEXKIT_FORMED) == verdict.count && verdict.move.score == verdict.score;
        for (int at = 0; at < verdict.count && right; at++) {
            right = spread_many(words[at], word, 2) == 2 &&
                    lexkit_append_word(lexicon, verdict.words + at, text, sizeof text, 0) >= 0 &&
                    !strcmp(text, text_of(word[0])) && verdict.words[at].valid == (file.values[word[1]].kind == 't');
        }
        right = right && lexkit_board_play(board, &verdict.move) == verdict.score &&
                lexkit_board_to_cgp(board, NULL, text, sizeof text) > 0 && !strcmp(text, text_of(given[8])) &&
                !lexkit_board_undo(board) && lexkit_board_to_cgp(board, NULL, text, sizeof text) > 0 &&
                !strcmp(text, text_of(given[1]));
    }
    lexkit_board_free(board);
    return right;
}

/* The best moves: by score, or, if the list has seven values, by equity. */
static int are_best(const lexkit_lexicon *lexicon, const lexkit_leaves *leaves, uint32_t position) {
    enum { MOST = 64 };
    uint32_t given[7], told[MOST], candidate[2];
    uint8_t rack[LEXKIT_RACK];
    lexkit_action best[MOST];
    const int by_equity = spread_many(position, given, 7) == 7, most = number_of(given[by_equity ? 5 : 3]);
    lexkit_board *board = set_board(lexicon, given);
    const int32_t count = tiles_of(lexicon, given[2], LEXKIT_RACK_TEXT, rack);
    if (!board || most > MOST) return 0;
    const int32_t found = by_equity ? lexkit_best_by_equity(board, rack, count, leaves, number_of(given[3]),
                                                            number_of(given[4]), best, most)
                                    : lexkit_best(board, rack, count, best, most);
    int right = spread_many(given[by_equity ? 6 : 4], told, MOST) == found;
    for (int at = 0; at < found && right; at++) {
        uint32_t move = told[at];
        if (by_equity) {
            const char *worth = spread_many(told[at], candidate, 2) == 2 ? text_of(candidate[1]) : "";
            right = best[at].equity == strtol(worth, NULL, 10);
            move = candidate[0];
        }
        right = right && is_action(board, best + at, text_of(move));
    }
    lexkit_board_free(board);
    return right;
}

/* Change a rule by its name in Python; 0 if there is none of that name. */
static int change_rule(lexkit_rules *rules, const char *name, uint32_t value) {
    if (!strcmp(name, "layout")) {
        rules->layout_name = text_of(value);
        rules->layout = lexkit_layout(rules->layout_name);
        return rules->layout != NULL;
    }
    for (int field = 0; field < LEXKIT_RULE_FIELDS; field++) {
        const int kind = lexkit_rule_fields[field].kind, is_out = kind == LEXKIT_IS_OUT_BONUS;
        int32_t *rule = lexkit_rule_value(rules, field);
        if (strcmp(name, lexkit_rule_fields[field].name)) continue;
        if (kind < 0) {
            add_bonuses(value, rule);
        } else if (kind == LEXKIT_IS_TRUTH) {
            *rule = file.values[value].kind == 't';
        } else if (kind == LEXKIT_IS_NUMBER) {
            *rule = number_of(value);
        } else {
            for (*rule = 0; *rule <= (is_out ? (int)LEXKIT_OUT_BOTH : (int)LEXKIT_10PT_WORD); ++*rule)
                if (!strcmp(is_out ? lexkit_out_bonuses[*rule] : lexkit_challenges[*rule].name, text_of(value)))
                    return 1;
            return 0;
        }
        return 1;
    }
    return 0;
}

/* Returns whether the rules of a language are those of the file. */
static int are_rules(const lexkit_lexicon *lexicon, uint32_t told) {
    lexkit_rules rules, changed;
    if (lexkit_rules_of(lexicon, &rules)) return 0;
    changed = rules;
    for (uint32_t pair = first(told); pair < end(told); pair = after(pair))
        if (!change_rule(&changed, text_of(first(pair)), after(first(pair)))) return 0;
    return !memcmp(&rules, &changed, sizeof rules);
}

static void try_plays(const lexkit_lexicon *lexicon, uint32_t about, const char *name) {
    static const char *const lists[] = {"plays", "best", "best_by_equity", "leaves"};
    lexkit_leaves *leaves = NULL;
    const int32_t code = lexkit_leaves_open(lexicon, NULL, &leaves, NULL);
    if (code !=
        (member(about, "leaves") && end(member(about, "leaves")) > first(member(about, "leaves")) ? 0 : LEXKIT_ABSENT))
        complain(name, 0, "other leave values");
    if (!are_rules(lexicon, member(about, "rules"))) complain(name, 0, "other rules");
    for (int which = 0; which < 4; which++) {
        const uint32_t list = member(about, lists[which]);
        for (uint32_t value = first(list); list && value < end(list); value = after(value), plays++) {
            uint8_t tiles[LEXKIT_RACK];
            int right = 0;
            if (which == 3)
                right = lexkit_leaves_of(leaves, tiles, tiles_of(lexicon, first(value), LEXKIT_RACK_TEXT, tiles)) ==
                        strtol(text_of(after(first(value))), NULL, 10);
            else
                right = which ? are_best(lexicon, leaves, value) : is_judged(lexicon, value);
            if (!right) complain(name, value, "another answer");
        }
    }
    lexkit_leaves_close(leaves);
}

/* Returns whether a game has the record, the position and the end of the file. */
static int is_played(const lexkit_game *game, uint32_t about) {
    static char text[1 << 16];
    lexkit_position position;
    lexkit_result result;
    const uint32_t told = member(about, "result");
    uint32_t parts[4], numbers[LEXKIT_PLAYERS];
    if (lexkit_game_to_gcg(game, text, sizeof text) < 0 || strcmp(text, text_of(member(about, "gcg")))) return 0;
    lexkit_game_position(game, &position);
    if (lexkit_board_to_cgp(&game->board, &position, text, sizeof text) < 0 ||
        strcmp(text, text_of(member(about, "cgp"))) || lexkit_game_bag(game) != number_of(member(about, "bag")))
        return 0;
    if (!lexkit_game_result(game, &result) || file.values[told].kind == 'n')
        return !result.reason && file.values[told].kind == 'n';
    if (spread_many(told, parts, 4) < 4 || strcmp(lexkit_reasons[result.reason], text_of(parts[0])) ||
        result.winner != (file.values[parts[1]].kind == 'n' ? -1 : number_of(parts[1])))
        return 0;
    for (int which = 0; which < 2; which++)
        for (int at = spread_many(parts[2 + which], numbers, LEXKIT_PLAYERS) - 1; at >= 0; at--)
            if ((which ? result.ending : result.scores)[at] != strtol(text_of(numbers[at]), NULL, 10)) return 0;
    return 1;
}

/* Play a game of the file again, by its players or by its actions; NULL, or what is wrong. */
static const char *play_game(const lexkit_lexicon *lexicon, uint32_t about) {
    uint32_t seats[LEXKIT_PLAYERS];
    const char *names[LEXKIT_PLAYERS], *wrong_part = NULL;
    const uint32_t changes = member(about, "rules"), choosers = member(about, "choosers");
    const uint32_t actions = member(about, "actions");
    const int players = spread_many(member(about, "players"), seats, LEXKIT_PLAYERS);
    lexkit_rules rules;
    lexkit_leaves *leaves = NULL;
    lexkit_game *game = NULL, *again = NULL;
    lexkit_error error;
    lexkit_rules_of(lexicon, &rules);
    for (uint32_t key = first(changes); key < end(changes); key = after(key + 1))
        if (!change_rule(&rules, text_of(key), key + 1)) return "other rules";
    for (int player = 0; player < players; player++) names[player] = text_of(seats[player]);
    lexkit_leaves_open(lexicon, NULL, &leaves, NULL);
    if (lexkit_game_new(lexicon, &rules, names, players, number_of(member(about, "first")),
                        strtoull(text_of(member(about, "seed")), NULL, 10), &game))
        return "no game";
    const int are_chosen = spread_many(choosers, seats, LEXKIT_PLAYERS);
    while (are_chosen && !lexkit_game_over(game) && !wrong_part) {
        char name[64];
        lexkit_action action;
        const char *chooser = text_of(seats[lexkit_game_to_move(game)]), *colon = strchr(chooser, ':');
        sprintf(name, "%.*s", (int)strcspn(chooser, ":"), chooser);
        if (lexkit_game_choose(game, name, leaves, colon ? (uint64_t)strtol(colon + 1, NULL, 10) : 0, &action) ||
            lexkit_game_perform(game, &action))
            wrong_part = "no action";
    }
    for (uint32_t action = first(actions); action < end(actions) && !wrong_part; action = after(action)) {
        const char *text = text_of(action);
        const int32_t code = !strcmp(text, "undo")   ? lexkit_game_undo(game)
                             : !strcmp(text, "redo") ? lexkit_game_redo(game)
                                                     : lexkit_game_act(game, text);
        if (code) wrong_part = lexkit_game_why(game);
    }
    if (!wrong_part && !is_played(game, about)) wrong_part = "another game";
    if (!wrong_part && lexkit_game_from_gcg(lexicon, text_of(member(about, "gcg")), NULL, &again, &error))
        wrong_part = "its record is refused";
    if (again) {
        static char text[1 << 16];
        if (lexkit_game_to_gcg(again, text, sizeof text) < 0 || strcmp(text, text_of(member(about, "gcg"))))
            wrong_part = "another record";
    }
    if (wrong_part) complain(text_of(member(about, "lexicon")), member(about, "players"), wrong_part);
    lexkit_game_free(again);
    lexkit_game_free(game);
    lexkit_leaves_close(leaves);
    return NULL;
}

static void try_games(const lexkit_lexicon *lexicon, const char *name) {
    const uint32_t list = member(0, "games");
    for (uint32_t about = first(list); about < end(list); about = after(about)) {
        if (strcmp(text_of(member(about, "lexicon")), name)) continue;
        const char *refused = play_game(lexicon, about);
        if (refused) complain(name, member(about, "players"), refused);
        games++;
    }
}

static void try_forged(uint32_t about, uint8_t *bytes) {
    uint32_t pieces = member(about, "pieces"), piece, ask = member(about, "ask");
    const char *rule = text_of(member(about, "rule"));
    uint8_t *honest = bytes + (1 << 20) + (1 << 16);
    uint64_t size = 0, set[8] = {0};
    lexkit_lexicon *lexicon;
    lexkit_error error;
    int32_t code;
    from_base_64(text_of(member(member(0, "honest"), text_of(member(about, "base")))), honest);
    for (piece = first(pieces); piece < end(pieces); piece = after(piece)) {
        if (file.values[piece].kind == '"') {
            size += from_base_64(text_of(piece), bytes + size);
        } else if (file.values[piece].kind == '[') {
            int from = number_of(first(piece)), to = number_of(after(first(piece)));
            memcpy(bytes + size, honest + from, (size_t)(to - from));
            size += (uint64_t)(to - from);
        } else {
            memset(bytes + size, number_of(member(piece, "byte")), (size_t)number_of(member(piece, "times")));
            size += (uint64_t)number_of(member(piece, "times"));
        }
    }
    keep(bytes, size);
    code = lexkit_open_memory(bytes, size, &lexicon, &error);
    if (!code && ask) {
        uint32_t text = after(first(ask));
        uint8_t tiles[MOST_TILES];
        int32_t count = tiles_of(lexicon, text, LEXKIT_WORD_TEXT, tiles);
        int64_t found = !strcmp(text_of(first(ask)), "suffix") ? lexkit_suffix(lexicon, tiles, count, set)
                                                               : lexkit_substring(lexicon, tiles, count, set);
        if (found != LEXKIT_CONTRADICTION) complain(rule, pieces, "an answer");
    } else if (!code) {
        /* This reader has no tables of Unicode, so it may open what breaks A3 or A5 (SPEC.md, section 3). */
        if (!member(about, "unicode")) complain(rule, pieces, "a lexicon");
    } else if (ask || code != LEXKIT_REFUSED ||
               (strcmp(error.rule, rule) && !(rule[0] == 'J' && error.rule[0] == 'A'))) {
        complain(rule, pieces, error.text);
    }
    if (!code) lexkit_close(lexicon);
}

int main(int count, char **arguments) {
    FILE *stream = count == 2 || count == 3 ? fopen(arguments[1], "rb") : NULL;
    lexkit_move *moves = (lexkit_move *)malloc(ROOM * sizeof *moves);
    static lexkit_proof proof;
    uint8_t *bytes, *raw;
    long size;
    uint32_t list, value;
    if (!stream || fseek(stream, 0, SEEK_END) || (size = ftell(stream)) <= 0 || fseek(stream, 0, SEEK_SET)) {
        fprintf(stderr, "usage: conformance FILE [FOLDER]\n");
        return 2;
    }
    folder = arguments[2];
    raw = (uint8_t *)malloc((size_t)size);
    bytes = (uint8_t *)malloc((size_t)size + (1 << 21) + (1 << 17));
    if (!moves || !raw || !bytes || fread(raw, 1, (size_t)size, stream) != (size_t)size ||
        lexkit_parse(&proof, raw, (uint64_t)size)) {
        fprintf(stderr, "%s: no memory, or no JSON\n", arguments[1]);
        return 2;
    }
    fclose(stream);
    free(raw);
    file = proof.json;
    for (value = 0; value < file.count; value++) /* the character behind a text was its quotation mark, or within it */
        if (file.values[value].kind == '"')
            file.text[(size_t)(file.values[value].text - file.text) + file.values[value].length] = 0;
    list = member(0, "lexicons");
    for (value = first(list); value < end(list); value = after(value)) try_lexicon(value, bytes, moves);
    list = member(0, "forged");
    for (value = first(list); value < end(list); value = after(value), forged++) try_forged(value, bytes);
    printf("conformance: %d questions, %d positions, %d plays, %d games, %d forged files: %d wrong\n", questions,
           positions, plays, games, forged, wrong);
    free(proof.memory);
    free(moves);
    free(bytes);
    return wrong > 0;
}
