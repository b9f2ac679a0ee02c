//! The functions and structures of `gaddag.h` and `gaddag_game.h`. A test compares sizes with those in C.
#![allow(non_camel_case_types)]

use std::ffi::{c_char, c_void};

pub const LONGEST: usize = 63;
pub const SIDE: usize = 32;
pub const RACK: usize = 15;
pub const PLAYERS: usize = 4;
pub const FORMED: usize = RACK + 1;

pub const WORD_TEXT: i32 = 0;
pub const RACK_TEXT: i32 = 1;
pub const PATTERN_TEXT: i32 = 2;

pub const PLACEMENT: i32 = 1;
pub const EXCHANGE: i32 = 2;

macro_rules! opaque {
    ($($name:ident)*) => { $(#[repr(C)] pub struct $name { _private: [u8; 0] })* };
}
opaque!(lexicon board leaves game);

#[repr(C)]
pub struct error {
    pub rule: [c_char; 4],
    pub text: [c_char; 124],
    pub place: u64,
    pub system: i32,
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct move_ {
    pub score: i32,
    pub row: u8,
    pub column: u8,
    pub down: u8,
    pub length: u8,
    pub laid: u8,
    pub tiles: [u8; RACK],
}

#[repr(C)]
pub struct scoring {
    pub rack_size: i32,
    pub tiles_bonus: [i32; RACK + 1],
    pub length_bonus: [i32; SIDE + 1],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct formed {
    pub points: i32,
    pub row: u8,
    pub column: u8,
    pub down: u8,
    pub length: u8,
    pub valid: u8,
    pub tiles: [u8; SIDE],
}

#[repr(C)]
pub struct verdict {
    pub code: i32,
    pub score: i32,
    pub count: i32,
    pub move_: move_,
    pub words: [formed; FORMED],
    pub reason: [c_char; 320],
}

#[repr(C)]
pub struct position {
    pub players: i32,
    pub zeros: i32,
    pub scores: [i32; PLAYERS],
    pub sizes: [i32; PLAYERS],
    pub racks: [[u8; RACK]; PLAYERS],
}

#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct action {
    pub equity: i64,
    pub kind: i32,
    pub move_: move_,
}

#[repr(C)]
pub struct rules {
    pub layout: *const c_char,
    pub layout_name: *const c_char,
    pub start: i32,
    pub rack_size: i32,
    pub bingo: i32,
    pub exchange_minimum: i32,
    pub zero_turns: i32,
    pub pass_turns: i32,
    pub exchanges_count: i32,
    pub empty_board_ends: i32,
    pub withdrawn_is_pass: i32,
    pub exchange_limit: i32,
    pub out_bonus: i32,
    pub challenge: i32,
    pub bonuses: [i32; RACK + 1],
    pub length_bonuses: [i32; SIDE + 1],
}

#[repr(C)]
pub struct result {
    pub reason: i32,
    pub winner: i32,
    pub scores: [i32; PLAYERS],
    pub ending: [i32; PLAYERS],
    pub losers: u32,
}

#[repr(C)]
pub struct turn {
    pub kind: i32,
    pub player: i32,
    pub score: i32,
    pub size: i32,
    pub move_: move_,
    pub rack: [u8; RACK],
    pub rack_count: u8,
    pub exchanged: [u8; RACK],
    pub exchanged_count: u8,
    pub drawn: [u8; RACK],
    pub drawn_count: u8,
    pub other: [u8; RACK],
    pub other_count: u8,
    pub words: [u8; FORMED],
    pub word_count: u8,
    pub invalid: u32,
}

extern "C" {
    pub fn lexkit_version() -> *const c_char;
    pub fn lexkit_error_text(code: i64) -> *const c_char;
    pub fn lexkit_open_memory(bytes: *const c_void, size: u64, lex: *mut *mut lexicon, error: *mut error) -> i32;
    pub fn lexkit_close(lex: *mut lexicon);
    pub fn lexkit_word_count(lex: *const lexicon) -> i64;
    pub fn lexkit_letter_count(lex: *const lexicon) -> i32;
    pub fn lexkit_label(lex: *const lexicon, tile: i32) -> *const c_char;
    pub fn lexkit_points(lex: *const lexicon, tile: i32) -> i32;
    pub fn lexkit_tile_count(lex: *const lexicon, tile: i32) -> i32;
    pub fn lexkit_encode(lex: *const lexicon, text: *const c_char, kind: i32, tiles: *mut u8, room: i32) -> i32;
    pub fn lexkit_decode(lex: *const lexicon, tiles: *const u8, count: i32, text: *mut c_char, room: i32) -> i32;
    pub fn lexkit_contains(lex: *const lexicon, tiles: *const u8, count: i32) -> i32;
    pub fn lexkit_rank(lex: *const lexicon, tiles: *const u8, count: i32) -> i64;
    pub fn lexkit_word(lex: *const lexicon, rank: i64, tiles: *mut u8) -> i32;
    pub fn lexkit_prefix(lex: *const lexicon, tiles: *const u8, count: i32, first: *mut i64) -> i64;
    pub fn lexkit_suffix(lex: *const lexicon, tiles: *const u8, count: i32, set: *mut u64) -> i64;
    pub fn lexkit_substring(lex: *const lexicon, tiles: *const u8, count: i32, set: *mut u64) -> i64;
    pub fn lexkit_pattern(lex: *const lexicon, tiles: *const u8, count: i32, set: *mut u64) -> i64;
    pub fn lexkit_anagrams(lex: *const lexicon, rack: *const u8, count: i32, shortest: i32, set: *mut u64) -> i64;
    pub fn lexkit_next(lex: *const lexicon, set: *const u64, from: i64) -> i64;
    pub fn lexkit_cross_set(
        lex: *const lexicon,
        before: *const u8,
        before_count: i32,
        after: *const u8,
        after_count: i32,
        letters: *mut u64,
    ) -> i32;

    pub fn lexkit_board_new(
        lex: *const lexicon,
        layout: *const c_char,
        start: i32,
        scoring: *const scoring,
        board: *mut *mut board,
    ) -> i32;
    pub fn lexkit_board_free(board: *mut board);
    pub fn lexkit_moves(board: *mut board, rack: *const u8, count: i32, moves: *mut move_, room: i64) -> i64;
    pub fn lexkit_board_rows(board: *const board) -> i32;
    pub fn lexkit_board_columns(board: *const board) -> i32;
    pub fn lexkit_board_start(board: *const board) -> i32;
    pub fn lexkit_board_premium(board: *const board, row: i32, column: i32) -> i32;
    pub fn lexkit_board_tiles(board: *const board, tiles: *mut u8, room: i32) -> i32;
    pub fn lexkit_layout(name: *const c_char) -> *const c_char;
    pub fn lexkit_board_explain(
        board: *const board,
        text: *const c_char,
        rack: *const u8,
        count: i32,
        verdict: *mut verdict,
    ) -> i32;
    pub fn lexkit_board_play(board: *mut board, played: *const move_) -> i32;
    pub fn lexkit_board_undo(board: *mut board) -> i32;
    pub fn lexkit_board_from_cgp(board: *mut board, text: *const c_char, position: *mut position) -> i32;
    pub fn lexkit_board_to_cgp(board: *const board, position: *const position, text: *mut c_char, room: i32) -> i32;

    pub fn lexkit_leaves_open(
        lex: *const lexicon,
        path: *const c_char,
        leaves: *mut *mut leaves,
        error: *mut error,
    ) -> i32;
    pub fn lexkit_leaves_open_memory(
        lex: *const lexicon,
        bytes: *const c_void,
        size: u64,
        leaves: *mut *mut leaves,
        error: *mut error,
    ) -> i32;
    pub fn lexkit_leaves_close(leaves: *mut leaves);
    pub fn lexkit_leaves_of(leaves: *const leaves, tiles: *const u8, count: i32) -> i32;
    pub fn lexkit_best(board: *mut board, rack: *const u8, count: i32, best: *mut action, most: i32) -> i32;
    pub fn lexkit_best_by_equity(
        board: *mut board,
        rack: *const u8,
        count: i32,
        leaves: *const leaves,
        bag: i32,
        exchangeable: i32,
        best: *mut action,
        most: i32,
    ) -> i32;
    pub fn lexkit_action_text(board: *const board, action: *const action, text: *mut c_char, room: i32) -> i32;

    pub fn lexkit_rules_of(lex: *const lexicon, rules: *mut rules) -> i32;
    pub fn lexkit_game_new(
        lex: *const lexicon,
        rules: *const rules,
        names: *const *const c_char,
        players: i32,
        first: i32,
        seed: u64,
        game: *mut *mut game,
    ) -> i32;
    pub fn lexkit_game_free(game: *mut game);
    pub fn lexkit_game_play(game: *mut game, played: *const move_) -> i32;
    pub fn lexkit_game_exchange(game: *mut game, tiles: *const u8, count: i32) -> i32;
    pub fn lexkit_game_pass_turn(game: *mut game) -> i32;
    pub fn lexkit_game_challenge(game: *mut game, words: u32) -> i32;
    pub fn lexkit_game_resign(game: *mut game, player: i32) -> i32;
    pub fn lexkit_game_perform(game: *mut game, action: *const action) -> i32;
    pub fn lexkit_game_act(game: *mut game, text: *const c_char) -> i32;
    pub fn lexkit_game_why(game: *const game) -> *const c_char;
    pub fn lexkit_game_undo(game: *mut game) -> i32;
    pub fn lexkit_game_redo(game: *mut game) -> i32;
    pub fn lexkit_game_board(game: *mut game) -> *mut board;
    pub fn lexkit_game_players(game: *const game) -> i32;
    pub fn lexkit_game_name(game: *const game, player: i32) -> *const c_char;
    pub fn lexkit_game_rack(game: *const game, player: i32, tiles: *mut u8) -> i32;
    pub fn lexkit_game_score(game: *const game, player: i32) -> i32;
    pub fn lexkit_game_to_move(game: *const game) -> i32;
    pub fn lexkit_game_bag(game: *const game) -> i32;
    pub fn lexkit_game_exchangeable(game: *const game) -> i32;
    pub fn lexkit_game_challengeable(game: *const game) -> i32;
    pub fn lexkit_game_waiting(game: *const game) -> i32;
    pub fn lexkit_game_over(game: *const game) -> i32;
    pub fn lexkit_game_result(game: *const game, result: *mut result) -> i32;
    pub fn lexkit_game_position(game: *const game, position: *mut position) -> i32;
    pub fn lexkit_game_turns(game: *const game) -> i32;
    pub fn lexkit_game_turn(game: *const game, index: i32, turn: *mut turn) -> i32;
    pub fn lexkit_turn_text(game: *const game, index: i32, text: *mut c_char, room: i32) -> i32;
    pub fn lexkit_game_to_gcg(game: *const game, text: *mut c_char, room: i32) -> i32;
    pub fn lexkit_game_from_gcg(
        lex: *const lexicon,
        text: *const c_char,
        rules: *const rules,
        game: *mut *mut game,
        error: *mut error,
    ) -> i32;
    pub fn lexkit_player_name(index: i32) -> *const c_char;
    pub fn lexkit_game_choose(
        game: *mut game,
        player: *const c_char,
        leaves: *const leaves,
        seed: u64,
        action: *mut action,
    ) -> i32;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::size_of;

    extern "C" {
        static lexkit_rust_sizes: [u32; 20];
    }

    /// Number of bytes between the beginning of a structure of zeros and one of its fields.
    macro_rules! offset {
        ($kind:ty, $field:ident) => {{
            let whole: $kind = unsafe { std::mem::zeroed() };
            std::ptr::addr_of!(whole.$field) as usize - std::ptr::addr_of!(whole) as usize
        }};
    }

    #[test]
    fn structures_and_numbers_are_those_of_the_headers() {
        let here = [
            size_of::<error>(),
            size_of::<move_>(),
            size_of::<scoring>(),
            size_of::<formed>(),
            size_of::<verdict>(),
            size_of::<position>(),
            size_of::<action>(),
            size_of::<rules>(),
            size_of::<result>(),
            size_of::<turn>(),
            offset!(verdict, reason),
            offset!(rules, bonuses),
            offset!(result, losers),
            offset!(turn, invalid),
            crate::Challenge::TenPointsWord as usize,
            crate::OutBonus::Both as usize,
            crate::Why::Word as usize,
            crate::Kind::Fine as usize,
            crate::Ending::Challenge as usize,
            -(crate::Code::Record as i32) as usize,
        ];
        assert_eq!(unsafe { lexkit_rust_sizes }.map(|size| size as usize), here);
    }
}
