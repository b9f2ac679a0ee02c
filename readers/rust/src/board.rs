use crate::error::{c_int, c_text, checked, text_in, written, Code, Error};
use crate::{ffi, Leaves, Lexicon};
use std::ptr::{null, null_mut, NonNull};

/// The size of a full rack, and the bonuses of plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scoring {
    /// Tiles of a full rack.
    pub rack_size: usize,
    /// More points for laying so many tiles.
    pub tiles_bonus: [i32; ffi::RACK + 1],
    /// More points for a main word of so many tiles.
    pub length_bonus: [i32; ffi::SIDE + 1],
}

impl Default for Scoring {
    /// Racks of 7, and 50 points for laying all of them.
    fn default() -> Self {
        let mut tiles_bonus = [0; ffi::RACK + 1];
        tiles_bonus[7] = 50;
        Scoring { rack_size: 7, tiles_bonus, length_bonus: [0; ffi::SIDE + 1] }
    }
}

/// A play: squares of its main word, the tiles laid, and its score. [`Board::text`] writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move(pub(crate) ffi::move_);

impl Move {
    /// Points.
    pub fn score(&self) -> i32 {
        self.0.score
    }

    /// Row and column of the first square of the main word, from 0.
    pub fn square(&self) -> (usize, usize) {
        (self.0.row.into(), self.0.column.into())
    }

    /// Returns whether the main word goes down.
    pub fn is_down(&self) -> bool {
        self.0.down != 0
    }

    /// Tiles of the main word, also those that lay there.
    pub fn length(&self) -> usize {
        self.0.length.into()
    }

    /// Tiles laid, in order.
    pub fn tiles(&self) -> &[u8] {
        &self.0.tiles[..usize::from(self.0.laid).min(ffi::RACK)]
    }
}

/// Kind of an [`Action`] or a [`Turn`](crate::Turn).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
#[repr(i32)]
pub enum Kind {
    Placement = 1,
    Exchange,
    Pass,
    Challenge,
    Accept,
    Resignation,
    Fine,
}

impl Kind {
    pub(crate) fn from_number(number: i32) -> Kind {
        use Kind::*;
        let all = [Placement, Exchange, Pass, Challenge, Accept, Resignation];
        all.into_iter().find(|kind| *kind as i32 == number).unwrap_or(Fine)
    }
}

/// A play, an exchange, a pass or a challenge. [`Board::action_text`] writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action(pub(crate) ffi::action);

impl Action {
    /// Kind of the action.
    pub fn kind(&self) -> Kind {
        Kind::from_number(self.0.kind)
    }

    /// Equity in thousandths of a point, where it was asked for.
    pub fn equity(&self) -> i64 {
        self.0.equity
    }

    /// Points of a placement, else 0.
    pub fn score(&self) -> i32 {
        self.play().map_or(0, |play| play.score())
    }

    /// The play of a placement.
    pub fn play(&self) -> Option<Move> {
        (self.0.kind == ffi::PLACEMENT).then_some(Move(self.0.move_))
    }

    /// Tiles that are exchanged.
    pub fn exchanged(&self) -> &[u8] {
        let count = if self.0.kind == ffi::EXCHANGE { usize::from(self.0.move_.laid).min(ffi::RACK) } else { 0 };
        &self.0.move_.tiles[..count]
    }
}

/// Reasons to refuse a play: `readers/README.md` has a line for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
#[repr(i32)]
pub enum Why {
    Text = 1,
    Tile,
    Outside,
    Square,
    Hole,
    None,
    Whole,
    Many,
    Brick,
    Apart,
    Start,
    Short,
    Rack,
    Word,
}

impl Why {
    fn from_number(number: i32) -> Option<Why> {
        use Why::*;
        let all = [Text, Tile, Outside, Square, Hole, None, Whole, Many, Brick, Apart, Start, Short, Rack, Word];
        all.into_iter().find(|why| *why as i32 == number)
    }
}

/// A word that a play forms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formed {
    /// The word, as the list has it.
    pub text: String,
    /// Its points.
    pub points: i32,
    /// True if the list has it.
    pub is_word: bool,
}

/// The verdict on a play that somebody typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// `None` if the play is legal, else the first reason why not.
    pub why: Option<Why>,
    /// The reason as a sentence, or "".
    pub reason: String,
    /// The play with its score, also of a phony, if the board allows it.
    pub play: Option<Move>,
    /// Words that the play forms, the main one first.
    pub words: Vec<Formed>,
}

/// Racks, scores and turns without a point beside the squares of a CGP. The player to move comes first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// Racks, "" for one that is not known.
    pub racks: Vec<String>,
    /// Scores.
    pub scores: Vec<i32>,
    /// Turns in a row without a point.
    pub zeros: i32,
}

/// The squares of a board and the tiles on them.
#[derive(Debug)]
pub struct Board<'l> {
    raw: NonNull<ffi::board>,
    lexicon: &'l Lexicon,
    is_owned: bool, // not that of a game
}

// SAFETY: gaddag.h: many threads may call functions that take a `const lexkit_board *`, which those with `&self` do; the
// others belong to one thread at a time, and take `&mut self`.
unsafe impl Send for Board<'_> {}
unsafe impl Sync for Board<'_> {}

impl Drop for Board<'_> {
    fn drop(&mut self) {
        if self.is_owned {
            unsafe { ffi::lexkit_board_free(self.raw.as_ptr()) }
        }
    }
}

impl<'l> Board<'l> {
    /// Make an empty standard board.
    pub fn new(lexicon: &'l Lexicon) -> Result<Self, Error> {
        Self::make(lexicon, null(), -1, null())
    }

    /// Make an empty board of one's own: rows of glyphs with `/` between them, see [`layout`](crate::layout) and
    /// [`Board::premium`]; the start square as row and column, `None` for the middle.
    pub fn with_layout(
        lexicon: &'l Lexicon,
        layout: &str,
        start: Option<(usize, usize)>,
        scoring: &Scoring,
    ) -> Result<Self, Error> {
        let columns = layout.split('/').next().unwrap_or("").len();
        let start = match start {
            Some((_, column)) if column >= columns => return Err(Error::from_code(Code::Argument as i64)),
            Some((row, column)) => c_int(row.saturating_mul(columns).saturating_add(column))?,
            None => -1,
        };
        let (layout, rack_size) = (c_text(layout)?, c_int(scoring.rack_size)?);
        let scoring = ffi::scoring { rack_size, tiles_bonus: scoring.tiles_bonus, length_bonus: scoring.length_bonus };
        Self::make(lexicon, layout.as_ptr(), start, &scoring)
    }

    fn make(
        lexicon: &'l Lexicon,
        layout: *const std::ffi::c_char,
        start: i32,
        scoring: *const ffi::scoring,
    ) -> Result<Self, Error> {
        let mut raw = null_mut();
        // SAFETY: layout and scoring are used during the call only.
        checked(unsafe { ffi::lexkit_board_new(lexicon.as_ptr(), layout, start, scoring, &mut raw) })?;
        let raw = NonNull::new(raw).ok_or_else(|| Error::from_code(Code::Memory as i64))?;
        Ok(Board { raw, lexicon, is_owned: true })
    }

    /// The board of a game, which owns it.
    pub(crate) fn of_game(raw: NonNull<ffi::board>, lexicon: &'l Lexicon) -> Self {
        Board { raw, lexicon, is_owned: false }
    }

    pub(crate) fn as_ptr(&self) -> *const ffi::board {
        self.raw.as_ptr()
    }

    /// The lexicon of the board.
    pub fn lexicon(&self) -> &'l Lexicon {
        self.lexicon
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        unsafe { ffi::lexkit_board_rows(self.as_ptr()) as usize }
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        unsafe { ffi::lexkit_board_columns(self.as_ptr()) as usize }
    }

    /// Row and column of the start square.
    pub fn start(&self) -> (usize, usize) {
        let square = unsafe { ffi::lexkit_board_start(self.as_ptr()) as usize };
        (square / self.columns(), square % self.columns())
    }

    /// Glyph of a square: `.` plain, `'` `"` `^` double, triple, quadruple letter, `-` `=` `~` double, triple, quadruple
    /// word, `#` a brick; `None` outside the board.
    pub fn premium(&self, row: usize, column: usize) -> Option<char> {
        let glyph = unsafe { ffi::lexkit_board_premium(self.as_ptr(), c_int(row).ok()?, c_int(column).ok()?) };
        u8::try_from(glyph).ok().filter(|glyph| *glyph > 0).map(char::from)
    }

    /// Tiles of all squares, row by row: 0 for an empty square, 128 added for a blank.
    pub fn tiles(&self) -> Vec<u8> {
        let mut tiles = vec![0; self.rows() * self.columns()];
        unsafe { ffi::lexkit_board_tiles(self.as_ptr(), tiles.as_mut_ptr(), tiles.len() as i32) };
        tiles
    }

    /// Set the squares to those of a CGP, which may end behind them.
    pub fn read_cgp(&mut self, text: &str) -> Result<Position, Error> {
        let text = c_text(text)?;
        let mut position = no_position();
        checked(unsafe { ffi::lexkit_board_from_cgp(self.raw.as_ptr(), text.as_ptr(), &mut position) })?;
        let players = position.players as usize;
        let racks =
            (0..players).map(|player| self.rack_text(&position.racks[player][..position.sizes[player] as usize]));
        Ok(Position {
            racks: racks.collect::<Result<_, _>>()?,
            scores: position.scores[..players].to_vec(),
            zeros: position.zeros,
        })
    }

    /// The squares as CGP.
    pub fn cgp(&self) -> String {
        self.cgp_with(null()).unwrap_or_default() // the squares alone always fit
    }

    pub(crate) fn cgp_with(&self, position: *const ffi::position) -> Result<String, Error> {
        written(|text, room| unsafe { ffi::lexkit_board_to_cgp(self.as_ptr(), position, text, room) })
    }

    /// Text of a rack, blanks last, labels of several letters in brackets where they need them.
    pub(crate) fn rack_text(&self, tiles: &[u8]) -> Result<String, Error> {
        if tiles.is_empty() {
            return Ok(String::new());
        }
        let mut exchange = ffi::action { kind: ffi::EXCHANGE, ..Default::default() };
        exchange.move_.laid = tiles.len() as u8;
        exchange.move_.tiles[..tiles.len()].copy_from_slice(tiles);
        Ok(self.action_text(&Action(exchange))?.split_off(1))
    }

    /// Judge what somebody typed: "8D WIFE", "8D W(I)FE" or "8D W.FE", small letters for blanks. `rack` is `None` if it
    /// does not matter which tiles the player has.
    pub fn explain(&self, text: &str, rack: Option<&str>) -> Result<Verdict, Error> {
        let text = c_text(text)?;
        let rack = rack.map(|rack| self.lexicon.encode(rack)).transpose()?;
        let (tiles, count) = rack.as_ref().map_or((null(), 0), |rack| (rack.as_ptr(), rack.len()));
        // SAFETY: numbers and arrays of numbers may be zero.
        let mut verdict: ffi::verdict = unsafe { std::mem::zeroed() };
        let code =
            unsafe { ffi::lexkit_board_explain(self.as_ptr(), text.as_ptr(), tiles, c_int(count)?, &mut verdict) };
        if code != Code::Illegal as i32 {
            checked(code)?;
        }
        let formed = &verdict.words[..verdict.count as usize];
        let words = formed.iter().map(|word| {
            let letters: Vec<u8> = word.tiles[..word.length.into()].iter().map(|tile| tile % 128).collect();
            let text = self.lexicon.decode(&letters)?;
            Ok(Formed { text, points: word.points, is_word: word.valid != 0 })
        });
        Ok(Verdict {
            why: Why::from_number(verdict.code),
            reason: text_in(&verdict.reason),
            play: (verdict.count > 0).then_some(Move(verdict.move_)),
            words: words.collect::<Result<_, Error>>()?,
        })
    }

    /// The play of a text, if the board allows it; words are not looked up.
    pub fn parse(&self, text: &str) -> Result<Move, Error> {
        let verdict = self.explain(text, None)?;
        verdict.play.ok_or_else(|| Error::new(Code::Illegal, verdict.reason))
    }

    /// Lay a play, and return its score on this board.
    pub fn play(&mut self, play: &Move) -> Result<i32, Error> {
        checked(unsafe { ffi::lexkit_board_play(self.raw.as_ptr(), &play.0) }).map(|score| score as i32)
    }

    /// Take back the last play; false if there is none.
    pub fn undo(&mut self) -> bool {
        unsafe { ffi::lexkit_board_undo(self.raw.as_ptr()) == 0 }
    }

    /// Text of a play on this board, "8D .IFE": a dot for each tile that lies there, small letters for blanks.
    pub fn text(&self, play: &Move) -> Result<String, Error> {
        self.action_text(&Action(ffi::action { equity: 0, kind: ffi::PLACEMENT, move_: play.0 }))
    }

    /// Text of an action on this board: "8D .IFE", "-AEI", "-", "challenge".
    pub fn action_text(&self, action: &Action) -> Result<String, Error> {
        written(|text, room| unsafe { ffi::lexkit_action_text(self.as_ptr(), &action.0, text, room) })
    }

    /// All legal plays of a rack, in no order of worth.
    pub fn moves(&mut self, rack: &str) -> Result<Vec<Move>, Error> {
        find_moves(self.raw.as_ptr(), &self.lexicon.encode(rack)?)
    }

    /// The best `most` plays of a rack by score, best first.
    pub fn best(&mut self, rack: &str, most: usize) -> Result<Vec<Move>, Error> {
        let rack = self.lexicon.encode(rack)?;
        let best = collect(most, |actions, room| unsafe {
            ffi::lexkit_best(self.raw.as_ptr(), rack.as_ptr(), rack.len() as i32, actions, room)
        })?;
        Ok(best.into_iter().map(|action| Move(action.0.move_)).collect())
    }

    /// The best `most` actions of a rack by equity, best first: plays, exchanges of up to `exchangeable` tiles, the pass.
    /// `bag` is the number of tiles in it, `None` for what the board and the rack leave to one opponent and the bag.
    pub fn best_by_equity(
        &mut self,
        rack: &str,
        leaves: Option<&Leaves<'_>>,
        bag: Option<usize>,
        exchangeable: usize,
        most: usize,
    ) -> Result<Vec<Action>, Error> {
        let (rack, raw) = (self.lexicon.encode(rack)?, self.raw.as_ptr());
        let leaves = leaves.map_or(null(), |leaves| leaves.raw.as_ptr().cast_const());
        let (bag, exchangeable) = (bag.map_or(Ok(-1), c_int)?, c_int(exchangeable)?);
        collect(most, |actions, room| unsafe {
            let count = rack.len() as i32;
            ffi::lexkit_best_by_equity(raw, rack.as_ptr(), count, leaves, bag, exchangeable, actions, room)
        })
    }
}

pub(crate) fn no_position() -> ffi::position {
    ffi::position { players: 0, zeros: 0, scores: [0; 4], sizes: [0; 4], racks: [[0; ffi::RACK]; 4] }
}

/// All moves, with as much room as they need: an array of a usual size first, then one of the number that there are.
pub(crate) fn find_moves(board: *mut ffi::board, rack: &[u8]) -> Result<Vec<Move>, Error> {
    let count = c_int(rack.len())?;
    let mut room = 1 << 12;
    loop {
        let mut moves = vec![ffi::move_::default(); room];
        let found = unsafe { ffi::lexkit_moves(board, rack.as_ptr(), count, moves.as_mut_ptr(), room as i64) };
        let found = checked(found)?;
        if found <= room {
            return Ok(moves[..found].iter().copied().map(Move).collect());
        }
        room = found;
    }
}

/// Up to so many actions that a function of C writes.
fn collect(most: usize, find: impl FnOnce(*mut ffi::action, i32) -> i32) -> Result<Vec<Action>, Error> {
    if most == 0 {
        return Ok(Vec::new());
    }
    let room = c_int(most)?;
    let mut actions = Vec::new();
    actions.try_reserve_exact(most).map_err(|_| Error::from_code(Code::Memory as i64))?;
    actions.resize(most, ffi::action::default());
    let found = checked(find(actions.as_mut_ptr(), room))?;
    Ok(actions[..found].iter().copied().map(Action).collect())
}
