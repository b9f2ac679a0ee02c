#![doc = include_str!("../README.md")]
#![deny(missing_docs, unsafe_op_in_unsafe_fn)]

mod board;
mod error;
mod ffi;
mod game;
mod lexicon;

pub use board::{Action, Board, Formed, Kind, Move, Position, Scoring, Verdict, Why};
pub use error::{Code, Error};
pub use game::{Challenge, Ending, Game, OutBonus, Outcome, Player, Rules, Turn};
pub use lexicon::{layout, version, Leaves, Lexicon, Words};
