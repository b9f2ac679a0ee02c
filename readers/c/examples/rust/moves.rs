//! All moves of a rack, the best one last: moves LEXICON SQUARES RACK, with the squares as in CGP.
use std::ffi::{c_char, CStr, CString};
use std::ptr::{null, null_mut};

#[repr(C)]
struct Refusal {
    rule: [c_char; 4],
    text: [c_char; 124],
    place: u64,
    system: i32,
}

#[repr(C)]
#[derive(Clone, Default)]
struct Move {
    score: i32,
    row: u8,
    column: u8,
    down: u8,
    length: u8,
    laid: u8,
    tiles: [u8; 15],
}

enum Lexicon {}
enum Board {}

#[link(name = "lexkit")]
extern "C" {
    fn lexkit_open(path: *const c_char, lexicon: *mut *mut Lexicon, refusal: *mut Refusal) -> i32;
    fn lexkit_close(lexicon: *mut Lexicon);
    fn lexkit_encode(lexicon: *const Lexicon, text: *const c_char, kind: i32, tiles: *mut u8, room: i32) -> i32;
    fn lexkit_board_new(
        lexicon: *const Lexicon, layout: *const c_char, start: i32, scoring: *const i32, board: *mut *mut Board,
    ) -> i32;
    fn lexkit_board_free(board: *mut Board);
    fn lexkit_board_read(board: *mut Board, rows: *const c_char) -> i32;
    fn lexkit_moves(board: *mut Board, rack: *const u8, count: i32, moves: *mut Move, room: i64) -> i64;
    fn lexkit_move_text(board: *const Board, one: *const Move, text: *mut c_char, room: i32) -> i32;
}

fn main() {
    let given: Vec<CString> = std::env::args().skip(1).map(|text| CString::new(text).unwrap()).collect();
    if given.len() != 3 {
        eprintln!("usage: moves LEXICON SQUARES RACK");
        std::process::exit(2);
    }
    unsafe {
        let (mut lexicon, mut board) = (null_mut(), null_mut());
        let mut refusal: Refusal = std::mem::zeroed();
        if lexkit_open(given[0].as_ptr(), &mut lexicon, &mut refusal) != 0 {
            eprintln!("{}", CStr::from_ptr(refusal.text.as_ptr()).to_string_lossy());
            std::process::exit(3);
        }
        let mut rack = [0u8; 15];
        let count = lexkit_encode(lexicon, given[2].as_ptr(), 1, rack.as_mut_ptr(), 15);
        if lexkit_board_new(lexicon, null(), -1, null(), &mut board) != 0
            || lexkit_board_read(board, given[1].as_ptr()) != 0
            || count < 0
        {
            eprintln!("the squares or the rack cannot be read");
            std::process::exit(3);
        }
        let mut moves = vec![Move::default(); 1 << 18];
        let found = lexkit_moves(board, rack.as_ptr(), count, moves.as_mut_ptr(), moves.len() as i64);
        moves.truncate(found as usize);
        moves.sort_by_key(|one| one.score);
        let mut text = [0 as c_char; 256];
        for one in &moves {
            lexkit_move_text(board, one, text.as_mut_ptr(), text.len() as i32);
            println!("{} +{}", CStr::from_ptr(text.as_ptr()).to_string_lossy(), one.score);
        }
        lexkit_board_free(board);
        lexkit_close(lexicon);
    }
}
