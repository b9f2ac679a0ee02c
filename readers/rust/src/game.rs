use crate::board::{find_moves, no_position};
use crate::error::{c_int, c_text, checked, text_at, text_in, written, Code, Error};
use crate::lexicon::no_error;
use crate::{ffi, Action, Board, Kind, Leaves, Lexicon, Move};
use std::ffi::CString;
use std::ptr::{null, null_mut, NonNull};

/// Rules of challenges.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
pub enum Challenge {
    /// Words are checked before a play is accepted.
    Void,
    /// A wrong challenge costs nothing.
    Single,
    /// A wrong challenge costs a turn.
    Double,
    /// A challenge ends the game.
    Triple,
    /// A wrong challenge gives the other player 5 points.
    FivePoints,
    /// A wrong challenge gives the other player 10 points.
    TenPoints,
    /// The same, for each word challenged.
    FivePointsWord,
    /// The same, for each word challenged.
    TenPointsWord,
}

/// Settlements of the others' racks when a player goes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
pub enum OutBonus {
    /// Gains their points twice.
    Double,
    /// Gains them once, and the others lose them.
    Each,
    /// Gains them once.
    Once,
    /// The others lose them.
    Penalty,
    /// Gains them twice, and the others lose them.
    Both,
}

/// The rules of a game, with Python's names; 0 turns or exchanges mean that there is no such limit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Rules {
    /// Rows of glyphs, as [`Board::with_layout`] takes them.
    pub layout: String,
    /// Name of the layout, for records.
    pub layout_name: String,
    /// Start square, as row * columns + column; `None` for the middle.
    pub start: Option<usize>,
    pub rack_size: i32,
    pub bingo: i32,
    pub exchange_minimum: i32,
    pub zero_turns: i32,
    pub pass_turns: i32,
    pub exchanges_count: bool,
    pub empty_board_ends: bool,
    pub withdrawn_is_pass: bool,
    pub exchange_limit: i32,
    pub out_bonus: OutBonus,
    pub challenge: Challenge,
    pub bonuses: [i32; ffi::RACK + 1],
    pub length_bonuses: [i32; ffi::SIDE + 1],
}

impl Rules {
    /// Return the rules of the language of a lexicon.
    pub fn new(lexicon: &Lexicon) -> Self {
        // SAFETY: pointers may be null and numbers zero; the lexicon is open, so the rules are filled in.
        let rules = unsafe {
            let mut rules: ffi::rules = std::mem::zeroed();
            ffi::lexkit_rules_of(lexicon.as_ptr(), &mut rules);
            rules
        };
        use Challenge::*;
        let challenges = [Void, Single, Double, Triple, FivePoints, TenPoints, FivePointsWord, TenPointsWord];
        let out = [OutBonus::Double, OutBonus::Each, OutBonus::Once, OutBonus::Penalty, OutBonus::Both];
        Rules {
            layout: unsafe { text_at(rules.layout) },
            layout_name: unsafe { text_at(rules.layout_name) },
            start: usize::try_from(rules.start).ok(),
            rack_size: rules.rack_size,
            bingo: rules.bingo,
            exchange_minimum: rules.exchange_minimum,
            zero_turns: rules.zero_turns,
            pass_turns: rules.pass_turns,
            exchanges_count: rules.exchanges_count != 0,
            empty_board_ends: rules.empty_board_ends != 0,
            withdrawn_is_pass: rules.withdrawn_is_pass != 0,
            exchange_limit: rules.exchange_limit,
            out_bonus: out[rules.out_bonus as usize],
            challenge: challenges[rules.challenge as usize],
            bonuses: rules.bonuses,
            length_bonuses: rules.length_bonuses,
        }
    }
}

/// Reasons for the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
#[repr(i32)]
pub enum Ending {
    Out = 1,
    Zeros,
    Passes,
    Resignation,
    Challenge,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The reason for the end.
    pub reason: Ending,
    /// The winner, `None` for a draw.
    pub winner: Option<usize>,
    /// Final scores.
    pub scores: Vec<i32>,
    /// Points for the racks, which the scores count already.
    pub ending: Vec<i32>,
}

/// A turn that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Kind of the turn.
    pub kind: Kind,
    /// The player who took it.
    pub player: usize,
    /// Its points.
    pub score: i32,
    /// Text, "8D .IFE", "-AEI", "-", "challenge LIFEX".
    pub text: String,
    /// The play of a placement.
    pub play: Option<Move>,
    /// The player's rack before it, as far as it is known.
    pub rack: String,
    /// Tiles drawn.
    pub drawn: String,
}

/// A game of two to four players: board, bag, racks and scores by the rules. Players are numbers from 0.
#[derive(Debug)]
pub struct Game<'l> {
    raw: NonNull<ffi::game>,
    board: Board<'l>, // that of the game, at the same place as long as it lives
}

// SAFETY: as for a board.
unsafe impl Send for Game<'_> {}
unsafe impl Sync for Game<'_> {}

impl Drop for Game<'_> {
    fn drop(&mut self) {
        unsafe { ffi::lexkit_game_free(self.raw.as_ptr()) }
    }
}

impl<'l> Game<'l> {
    /// Deal a game by the rules of the language. The same seed and the same actions make the same game.
    pub fn new(lexicon: &'l Lexicon, players: &[&str], seed: u64) -> Result<Self, Error> {
        Self::deal(lexicon, null(), players, 0, seed)
    }

    /// Deal a game by other rules, in which player `first` begins.
    pub fn with_rules(
        lexicon: &'l Lexicon,
        rules: &Rules,
        players: &[&str],
        first: usize,
        seed: u64,
    ) -> Result<Self, Error> {
        let (layout, layout_name) = (c_text(&rules.layout)?, c_text(&rules.layout_name)?);
        let rules = ffi::rules {
            layout: layout.as_ptr(),
            layout_name: layout_name.as_ptr(),
            start: rules.start.map_or(Ok(-1), c_int)?,
            rack_size: rules.rack_size,
            bingo: rules.bingo,
            exchange_minimum: rules.exchange_minimum,
            zero_turns: rules.zero_turns,
            pass_turns: rules.pass_turns,
            exchanges_count: rules.exchanges_count.into(),
            empty_board_ends: rules.empty_board_ends.into(),
            withdrawn_is_pass: rules.withdrawn_is_pass.into(),
            exchange_limit: rules.exchange_limit,
            out_bonus: rules.out_bonus as i32,
            challenge: rules.challenge as i32,
            bonuses: rules.bonuses,
            length_bonuses: rules.length_bonuses,
        };
        Self::deal(lexicon, &rules, players, first, seed)
    }

    fn deal(
        lexicon: &'l Lexicon,
        rules: *const ffi::rules,
        players: &[&str],
        first: usize,
        seed: u64,
    ) -> Result<Self, Error> {
        let names = players.iter().map(|name| c_text(name)).collect::<Result<Vec<_>, _>>()?;
        let names: Vec<_> = names.iter().map(|name| name.as_ptr()).collect();
        let (count, first, mut raw) = (c_int(names.len())?, c_int(first)?, null_mut());
        // SAFETY: a game copies its names, rules and layout.
        let code =
            unsafe { ffi::lexkit_game_new(lexicon.as_ptr(), rules, names.as_ptr(), count, first, seed, &mut raw) };
        checked(code)?;
        Self::of(lexicon, raw)
    }

    /// Read a record in GCG. The game goes on as far as its racks are known.
    pub fn from_gcg(lexicon: &'l Lexicon, record: &str) -> Result<Self, Error> {
        let (record, mut raw, mut error) = (c_text(record)?, null_mut(), no_error());
        let code =
            unsafe { ffi::lexkit_game_from_gcg(lexicon.as_ptr(), record.as_ptr(), null(), &mut raw, &mut error) };
        if code != 0 {
            return Err(Error::with_text(code, text_in(&error.text)));
        }
        Self::of(lexicon, raw)
    }

    fn of(lexicon: &'l Lexicon, raw: *mut ffi::game) -> Result<Self, Error> {
        let board = NonNull::new(unsafe { ffi::lexkit_game_board(raw) });
        match (NonNull::new(raw), board) {
            (Some(raw), Some(board)) => Ok(Game { raw, board: Board::of_game(board, lexicon) }),
            _ => Err(Error::from_code(Code::Memory as i64)),
        }
    }

    fn as_ptr(&self) -> *const ffi::game {
        self.raw.as_ptr()
    }

    /// The error of an action that was refused: the game says why, if its rules did.
    fn done(&mut self, code: i32) -> Result<(), Error> {
        match code {
            0.. => Ok(()),
            _ if code == Code::Illegal as i32 || code == Code::Text as i32 => {
                Err(Error::with_text(code, unsafe { text_at(ffi::lexkit_game_why(self.as_ptr())) }))
            }
            _ => Err(Error::from_code(code.into())),
        }
    }

    /// Do what somebody typed: "8D LIFE", "-AEI", "-", "challenge", "challenge LIFEX", "resign".
    pub fn act(&mut self, text: &str) -> Result<(), Error> {
        let text = c_text(text)?;
        let code = unsafe { ffi::lexkit_game_act(self.raw.as_ptr(), text.as_ptr()) };
        self.done(code)
    }

    /// Do what a [`Player`] chose.
    pub fn perform(&mut self, action: &Action) -> Result<(), Error> {
        let code = unsafe { ffi::lexkit_game_perform(self.raw.as_ptr(), &action.0) };
        self.done(code)
    }

    /// Lay a play.
    pub fn play(&mut self, play: &Move) -> Result<(), Error> {
        let code = unsafe { ffi::lexkit_game_play(self.raw.as_ptr(), &play.0) };
        self.done(code)
    }

    /// Exchange tiles, such as "AEI?".
    pub fn exchange(&mut self, tiles: &str) -> Result<(), Error> {
        let tiles = self.board.lexicon().encode(tiles)?;
        let code = unsafe { ffi::lexkit_game_exchange(self.raw.as_ptr(), tiles.as_ptr(), c_int(tiles.len())?) };
        self.done(code)
    }

    /// Pass, or accept the last play.
    pub fn pass_turn(&mut self) -> Result<(), Error> {
        let code = unsafe { ffi::lexkit_game_pass_turn(self.raw.as_ptr()) };
        self.done(code)
    }

    /// Challenge all words of the last play; [`Game::act`] takes some of them.
    pub fn challenge(&mut self) -> Result<(), Error> {
        let code = unsafe { ffi::lexkit_game_challenge(self.raw.as_ptr(), 0) };
        self.done(code)
    }

    /// Let a player resign.
    pub fn resign(&mut self, player: usize) -> Result<(), Error> {
        let code = unsafe { ffi::lexkit_game_resign(self.raw.as_ptr(), c_int(player)?) };
        self.done(code)
    }

    /// Take back the last turn of any kind; false if there is none.
    pub fn undo(&mut self) -> bool {
        unsafe { ffi::lexkit_game_undo(self.raw.as_ptr()) == 0 }
    }

    /// Take a turn again that was taken back; false if there is none.
    pub fn redo(&mut self) -> bool {
        unsafe { ffi::lexkit_game_redo(self.raw.as_ptr()) == 0 }
    }

    /// The board, to draw and to judge plays on.
    pub fn board(&self) -> &Board<'l> {
        &self.board
    }

    /// All plays of the player to move, by the known rack, in no order of worth.
    pub fn moves(&mut self) -> Result<Vec<Move>, Error> {
        let tiles = self.rack_tiles(self.to_move());
        find_moves(self.board.as_ptr().cast_mut(), &tiles)
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        unsafe { ffi::lexkit_game_players(self.as_ptr()) as usize }
    }

    /// Name of a player, "" if there is no such player.
    pub fn name(&self, player: usize) -> String {
        c_int(player).map_or(String::new(), |player| unsafe { text_at(ffi::lexkit_game_name(self.as_ptr(), player)) })
    }

    /// Tiles of a player's rack, blanks (0) first, as far as they are known.
    pub fn rack_tiles(&self, player: usize) -> Vec<u8> {
        let mut tiles = [0; ffi::RACK];
        let player = c_int(player).unwrap_or(-1);
        let count = unsafe { ffi::lexkit_game_rack(self.as_ptr(), player, tiles.as_mut_ptr()) };
        tiles[..count.max(0) as usize].to_vec()
    }

    /// Rack of a player, blanks (`?`) last, as far as it is known.
    pub fn rack(&self, player: usize) -> String {
        self.board.rack_text(&self.rack_tiles(player)).unwrap_or_default() // the tiles of a game are its alphabet's
    }

    /// Score of a player, 0 if there is no such player.
    pub fn score(&self, player: usize) -> i32 {
        c_int(player).map_or(0, |player| unsafe { ffi::lexkit_game_score(self.as_ptr(), player) })
    }

    /// The player to move.
    pub fn to_move(&self) -> usize {
        unsafe { ffi::lexkit_game_to_move(self.as_ptr()) as usize }
    }

    /// Number of tiles in the bag.
    pub fn bag(&self) -> usize {
        unsafe { ffi::lexkit_game_bag(self.as_ptr()) as usize }
    }

    /// Number of tiles that the player to move may exchange.
    pub fn exchangeable(&self) -> usize {
        unsafe { ffi::lexkit_game_exchangeable(self.as_ptr()) as usize }
    }

    /// The turn that may be challenged.
    pub fn challengeable(&self) -> Option<usize> {
        usize::try_from(unsafe { ffi::lexkit_game_challengeable(self.as_ptr()) }).ok()
    }

    /// Returns whether a player is out, whose last play a pass accepts.
    pub fn is_waiting(&self) -> bool {
        unsafe { ffi::lexkit_game_waiting(self.as_ptr()) != 0 }
    }

    /// Returns whether the game is over.
    pub fn is_over(&self) -> bool {
        unsafe { ffi::lexkit_game_over(self.as_ptr()) != 0 }
    }

    /// The end of the game, `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        // SAFETY: numbers may be zero.
        let mut result: ffi::result = unsafe { std::mem::zeroed() };
        unsafe { ffi::lexkit_game_result(self.as_ptr(), &mut result) };
        let reasons = [Ending::Out, Ending::Zeros, Ending::Passes, Ending::Resignation, Ending::Challenge];
        let players = self.players();
        Some(Outcome {
            reason: reasons.into_iter().find(|reason| *reason as i32 == result.reason)?,
            winner: usize::try_from(result.winner).ok(),
            scores: result.scores[..players].to_vec(),
            ending: result.ending[..players].to_vec(),
        })
    }

    /// Turns so far, the first one first.
    pub fn turns(&self) -> Result<Vec<Turn>, Error> {
        let count = unsafe { ffi::lexkit_game_turns(self.as_ptr()) };
        (0..count).map(|index| self.turn(index)).collect()
    }

    fn turn(&self, index: i32) -> Result<Turn, Error> {
        // SAFETY: numbers may be zero.
        let mut turn: ffi::turn = unsafe { std::mem::zeroed() };
        checked(unsafe { ffi::lexkit_game_turn(self.as_ptr(), index, &mut turn) })?;
        let kind = Kind::from_number(turn.kind);
        Ok(Turn {
            kind,
            player: turn.player as usize,
            score: turn.score,
            text: written(|text, room| unsafe { ffi::lexkit_turn_text(self.as_ptr(), index, text, room) })?,
            play: (kind == Kind::Placement).then_some(Move(turn.move_)),
            rack: self.board.rack_text(&turn.rack[..turn.rack_count.into()])?,
            drawn: self.board.rack_text(&turn.drawn[..turn.drawn_count.into()])?,
        })
    }

    /// The record in GCG.
    pub fn gcg(&self) -> Result<String, Error> {
        written(|text, room| unsafe { ffi::lexkit_game_to_gcg(self.as_ptr(), text, room) })
    }

    /// The position as CGP, with racks and scores, the player to move first.
    pub fn cgp(&self) -> Result<String, Error> {
        let mut position = no_position();
        checked(unsafe { ffi::lexkit_game_position(self.as_ptr(), &mut position) })?;
        self.board.cgp_with(&position)
    }
}

/// A computer player.
#[derive(Clone, Debug)]
pub struct Player<'l> {
    name: CString,
    leaves: Option<&'l Leaves<'l>>,
    seed: u64,
}

impl<'l> Player<'l> {
    /// Names of players: `greedy`, `static`, and the levels from `beginner` to `tournament`.
    pub fn names() -> Vec<String> {
        // SAFETY: names live for ever; behind the last one is null.
        let names = (0..).map(|index| unsafe { ffi::lexkit_player_name(index) });
        names.take_while(|name| !name.is_null()).map(|name| unsafe { text_at(name) }).collect()
    }

    /// The player of a name. A level misses words by its seed, 0.
    pub fn new(name: &str) -> Result<Self, Error> {
        let names = Self::names();
        if !names.iter().any(|known| known == name) {
            return Err(Error::new(Code::Absent, format!("no player {name:?}: expected {}", names.join(", "))));
        }
        Ok(Player { name: c_text(name)?, leaves: None, seed: 0 })
    }

    /// The same player, who values the tiles that are kept by these numbers; without them `static` plays worse.
    pub fn with_leaves(self, leaves: Option<&'l Leaves<'l>>) -> Self {
        Player { leaves, ..self }
    }

    /// The same player, who misses words by this seed, if it is a level.
    pub fn with_seed(self, seed: u64) -> Self {
        Player { seed, ..self }
    }

    /// Choose an action for the player to move.
    pub fn choose(&self, game: &mut Game<'_>) -> Result<Action, Error> {
        let leaves = self.leaves.map_or(null(), |leaves| leaves.raw.as_ptr().cast_const());
        let mut action = ffi::action::default();
        let (raw, name) = (game.raw.as_ptr(), self.name.as_ptr());
        let code = unsafe { ffi::lexkit_game_choose(raw, name, leaves, self.seed, &mut action) };
        game.done(code)?;
        Ok(Action(action))
    }
}
