/* The functions of both headers, and the sizes of their structures, which src/ffi.rs repeats. */
#define LEXKIT_IMPLEMENTATION
#include "gaddag_game.h"

const uint32_t lexkit_rust_sizes[] = {
    sizeof(lexkit_error),    sizeof(lexkit_move),   sizeof(lexkit_scoring), sizeof(lexkit_formed), sizeof(lexkit_verdict),
    sizeof(lexkit_position), sizeof(lexkit_action), sizeof(lexkit_rules),   sizeof(lexkit_result), sizeof(lexkit_turn),
    offsetof(lexkit_verdict, reason), offsetof(lexkit_rules, bonuses), offsetof(lexkit_result, losers),
    offsetof(lexkit_turn, invalid), LEXKIT_10PT_WORD, LEXKIT_OUT_BOTH, LEXKIT_WHY_WORD, LEXKIT_FINE, LEXKIT_BY_CHALLENGE,
    (uint32_t)-LEXKIT_RECORD};
