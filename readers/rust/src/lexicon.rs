use crate::error::{c_int, c_text, checked, text_at, text_in, Code, Error};
use crate::ffi;
use std::ffi::CStr;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::ptr::{null, null_mut, NonNull};

/// A word list: an open `.gaddag` file. Threads may share it.
///
/// Tiles are numbers from 1 in the alphabet's order; 0 is a blank, and 128 is added to a letter that a blank stands for.
#[derive(Debug)]
pub struct Lexicon {
    pub(crate) raw: NonNull<ffi::lexicon>,
    _bytes: Vec<u64>, // which C reads as long as it is open
}

// SAFETY: gaddag.h: many threads may call functions that take a `const lexkit_lexicon *`, and all but close do.
unsafe impl Send for Lexicon {}
unsafe impl Sync for Lexicon {}

impl Drop for Lexicon {
    fn drop(&mut self) {
        // SAFETY: boards, games and leave values borrow the lexicon, so none is left.
        unsafe { ffi::lexkit_close(self.raw.as_ptr()) }
    }
}

pub(crate) fn no_error() -> ffi::error {
    ffi::error { rule: [0; 4], text: [0; 124], place: 0, system: 0 }
}

impl Lexicon {
    /// Read a file and prove that it is safe to use. It is not mapped, since nobody can promise that it stays unchanged.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        Self::read(path).map_err(|error| Error { text: format!("{}: {}", path.display(), error.text), ..error })
    }

    fn read(path: &Path) -> Result<Self, Error> {
        let unreadable = |error: std::io::Error| Error::new(Code::Unreadable, error.to_string());
        let mut file = File::open(path).map_err(unreadable)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(unreadable)?;
        Self::from_bytes(&bytes)
    }

    /// Open the bytes of a file, of which a copy is kept.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        // Whole numbers of 64 bits, so that the bytes begin where C wants them.
        let mut copy = vec![0u64; bytes.len() / 8 + 1];
        let (mut raw, mut error) = (null_mut(), no_error());
        // SAFETY: the copy has room for the bytes, stays where it is when the vector moves, and lives as long as the object.
        let code = unsafe {
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), copy.as_mut_ptr().cast::<u8>(), bytes.len());
            ffi::lexkit_open_memory(copy.as_ptr().cast(), bytes.len() as u64, &mut raw, &mut error)
        };
        match NonNull::new(raw) {
            Some(raw) if code == 0 => Ok(Lexicon { raw, _bytes: copy }),
            _ => Err(Error::with_text(code, text_in(&error.text))),
        }
    }

    pub(crate) fn as_ptr(&self) -> *const ffi::lexicon {
        self.raw.as_ptr()
    }

    /// Number of words.
    pub fn len(&self) -> usize {
        unsafe { ffi::lexkit_word_count(self.as_ptr()) as usize }
    }

    /// Returns whether there is no word.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of letters: tiles are 0, the blank, to this number.
    pub fn letters(&self) -> u8 {
        unsafe { ffi::lexkit_letter_count(self.as_ptr()) as u8 }
    }

    /// The letter of a tile, `?` for the blank, `None` for another number.
    pub fn label(&self, tile: u8) -> Option<&str> {
        // SAFETY: a label lives as long as the lexicon, and opening has proved that it is UTF-8.
        let label = unsafe { ffi::lexkit_label(self.as_ptr(), tile.into()) };
        if label.is_null() {
            None
        } else {
            unsafe { CStr::from_ptr(label) }.to_str().ok()
        }
    }

    /// Points of a tile, 0 if there is no such tile.
    pub fn points(&self, tile: u8) -> i32 {
        if tile > self.letters() {
            0
        } else {
            unsafe { ffi::lexkit_points(self.as_ptr(), tile.into()) }
        }
    }

    /// Number of such tiles in a full bag.
    pub fn tile_count(&self, tile: u8) -> i32 {
        if tile > self.letters() {
            0
        } else {
            unsafe { ffi::lexkit_tile_count(self.as_ptr(), tile.into()) }
        }
    }

    fn encode_as(&self, text: &str, kind: i32) -> Result<Vec<u8>, Error> {
        let text = c_text(text)?;
        let mut tiles = vec![0u8; text.as_bytes().len()]; // a tile takes a byte of text or more
        let room = c_int(tiles.len())?;
        let count = unsafe { ffi::lexkit_encode(self.as_ptr(), text.as_ptr(), kind, tiles.as_mut_ptr(), room) };
        tiles.truncate(checked(count)?);
        Ok(tiles)
    }

    /// Tiles of a text of letters, small or not; `?` is a blank.
    pub fn encode(&self, text: &str) -> Result<Vec<u8>, Error> {
        self.encode_as(text, ffi::RACK_TEXT)
    }

    /// Text of tiles, small letters for those that a blank stands for.
    pub fn decode(&self, tiles: &[u8]) -> Result<String, Error> {
        let count = c_int(tiles.len())?;
        written_tiles(self, tiles, count)
    }

    /// Returns whether a text is a word of the list.
    pub fn contains(&self, word: &str) -> bool {
        let Ok(tiles) = self.encode_as(word, ffi::WORD_TEXT) else { return false };
        tiles.len() <= ffi::LONGEST
            && unsafe { ffi::lexkit_contains(self.as_ptr(), tiles.as_ptr(), tiles.len() as i32) } == 1
    }

    /// Place of a word in the sorted list, from 0.
    pub fn rank(&self, word: &str) -> Option<usize> {
        let tiles = self.encode_as(word, ffi::WORD_TEXT).ok().filter(|tiles| tiles.len() <= ffi::LONGEST)?;
        checked(unsafe { ffi::lexkit_rank(self.as_ptr(), tiles.as_ptr(), tiles.len() as i32) }).ok()
    }

    /// The word at a place of the sorted list.
    pub fn word(&self, rank: usize) -> Option<String> {
        let mut tiles = [0u8; ffi::LONGEST];
        let count = unsafe { ffi::lexkit_word(self.as_ptr(), i64::try_from(rank).ok()?, tiles.as_mut_ptr()) };
        self.decode(&tiles[..checked(count).ok()?]).ok()
    }

    /// All words, in order.
    pub fn words(&self) -> Words<'_> {
        Words { lexicon: self, set: None, next: 0, left: self.len() }
    }

    /// Words that begin with a text.
    pub fn prefix(&self, text: &str) -> Result<Words<'_>, Error> {
        let tiles = self.encode_as(text, ffi::WORD_TEXT)?;
        let mut first = 0;
        let count = unsafe { ffi::lexkit_prefix(self.as_ptr(), tiles.as_ptr(), c_int(tiles.len())?, &mut first) };
        Ok(Words { lexicon: self, set: None, next: first as usize, left: checked(count)? })
    }

    /// Words that end with a text.
    pub fn suffix(&self, text: &str) -> Result<Words<'_>, Error> {
        self.found(text, ffi::WORD_TEXT, |tiles, count, set| unsafe {
            ffi::lexkit_suffix(self.as_ptr(), tiles, count, set)
        })
    }

    /// Words that have a text in them.
    pub fn substring(&self, text: &str) -> Result<Words<'_>, Error> {
        self.found(text, ffi::WORD_TEXT, |tiles, count, set| unsafe {
            ffi::lexkit_substring(self.as_ptr(), tiles, count, set)
        })
    }

    /// Words of a pattern, in which `?` is a letter and `*` any letters.
    pub fn pattern(&self, text: &str) -> Result<Words<'_>, Error> {
        self.found(text, ffi::PATTERN_TEXT, |tiles, count, set| unsafe {
            ffi::lexkit_pattern(self.as_ptr(), tiles, count, set)
        })
    }

    /// Words of at least so many of these tiles; `?` is a blank.
    pub fn anagrams(&self, rack: &str, shortest: usize) -> Result<Words<'_>, Error> {
        let shortest = c_int(shortest)?;
        self.found(rack, ffi::RACK_TEXT, |tiles, count, set| unsafe {
            ffi::lexkit_anagrams(self.as_ptr(), tiles, count, shortest, set)
        })
    }

    fn found(
        &self,
        text: &str,
        kind: i32,
        find: impl FnOnce(*const u8, i32, *mut u64) -> i64,
    ) -> Result<Words<'_>, Error> {
        let tiles = self.encode_as(text, kind)?;
        let mut set = vec![0u64; self.len() / 64 + 1];
        let left = checked(find(tiles.as_ptr(), c_int(tiles.len())?, set.as_mut_ptr()))?;
        Ok(Words { lexicon: self, set: Some(set), next: 0, left })
    }

    /// Letters that make a word between two texts.
    pub fn cross_set(&self, before: &str, after: &str) -> Result<Vec<&str>, Error> {
        let (before, after) = (self.encode_as(before, ffi::WORD_TEXT)?, self.encode_as(after, ffi::WORD_TEXT)?);
        let (counts, mut letters) = ([c_int(before.len())?, c_int(after.len())?], 0);
        checked(unsafe {
            let (before, after) = (before.as_ptr(), after.as_ptr());
            ffi::lexkit_cross_set(self.as_ptr(), before, counts[0], after, counts[1], &mut letters)
        })?;
        Ok((1..=self.letters()).filter(|tile| letters >> tile & 1 == 1).filter_map(|tile| self.label(tile)).collect())
    }

    /// The leave values of the file; an error of [`Code::Absent`] if it has none.
    pub fn leaves(&self) -> Result<Leaves<'_>, Error> {
        self.open_leaves(|raw, error| unsafe { ffi::lexkit_leaves_open(self.as_ptr(), null(), raw, error) })
    }

    /// Leave values of a table beside the list: the bytes of a KLV2 file, or of such a section of a file.
    pub fn leaves_from_bytes(&self, bytes: &[u8]) -> Result<Leaves<'_>, Error> {
        let size = bytes.len() as u64;
        self.open_leaves(|raw, error| unsafe {
            ffi::lexkit_leaves_open_memory(self.as_ptr(), bytes.as_ptr().cast(), size, raw, error)
        })
    }

    fn open_leaves(
        &self,
        open: impl FnOnce(*mut *mut ffi::leaves, *mut ffi::error) -> i32,
    ) -> Result<Leaves<'_>, Error> {
        let (mut raw, mut error) = (null_mut(), no_error());
        let code = open(&mut raw, &mut error);
        match NonNull::new(raw) {
            Some(raw) if code == 0 => Ok(Leaves { raw, lexicon: self }),
            _ => Err(Error::with_text(code, text_in(&error.text))),
        }
    }
}

fn written_tiles(lexicon: &Lexicon, tiles: &[u8], count: i32) -> Result<String, Error> {
    crate::error::written(|text, room| unsafe {
        ffi::lexkit_decode(lexicon.as_ptr(), tiles.as_ptr(), count, text, room)
    })
}

/// Words of a list, in its order. Its length is known.
#[derive(Clone, Debug)]
pub struct Words<'l> {
    lexicon: &'l Lexicon,
    set: Option<Vec<u64>>, // a bit for each rank, or none for ranks in a row
    next: usize,
    left: usize,
}

impl Iterator for Words<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        if self.left == 0 {
            return None;
        }
        let rank = match &self.set {
            // SAFETY: the set has a bit for each word.
            Some(set) => {
                let from = self.next as i64;
                checked(unsafe { ffi::lexkit_next(self.lexicon.as_ptr(), set.as_ptr(), from) }).ok()?
            }
            None => self.next,
        };
        self.next = rank + 1;
        self.left -= 1;
        self.lexicon.word(rank)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Words<'_> {}

/// Values of the tiles that a player keeps.
#[derive(Debug)]
pub struct Leaves<'l> {
    pub(crate) raw: NonNull<ffi::leaves>,
    lexicon: &'l Lexicon,
}

// SAFETY: as for a lexicon.
unsafe impl Send for Leaves<'_> {}
unsafe impl Sync for Leaves<'_> {}

impl Drop for Leaves<'_> {
    fn drop(&mut self) {
        unsafe { ffi::lexkit_leaves_close(self.raw.as_ptr()) }
    }
}

impl Leaves<'_> {
    /// Worth of tiles in thousandths of a point.
    pub fn of(&self, tiles: &str) -> Result<i32, Error> {
        let tiles = self.lexicon.encode(tiles)?;
        if tiles.len() > ffi::RACK {
            return Err(Error::from_code(Code::Argument as i64));
        }
        // A value may be negative: only the tiles could be refused, and they are checked.
        Ok(unsafe { ffi::lexkit_leaves_of(self.raw.as_ptr(), tiles.as_ptr(), tiles.len() as i32) })
    }
}

/// The rows of a layout that is known by name, "standard" or "super".
pub fn layout(name: &str) -> Option<String> {
    let name = c_text(name).ok()?;
    let rows = unsafe { ffi::lexkit_layout(name.as_ptr()) };
    if rows.is_null() {
        None
    } else {
        Some(unsafe { text_at(rows) })
    }
}

/// Version of the headers that are compiled in.
pub fn version() -> String {
    unsafe { text_at(ffi::lexkit_version()) }
}
