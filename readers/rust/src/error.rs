use crate::ffi;
use std::ffi::{c_char, CStr, CString};
use std::fmt;

/// Kind of an [`Error`]: `LEXKIT_…` in C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[repr(i32)]
pub enum Code {
    /// No such thing: no leave values in the file, no player of that name.
    Absent = -1,
    /// The file cannot be opened or read.
    Unreadable = -2,
    /// The file breaks a rule of SPEC.md.
    Refused = -3,
    /// No memory.
    Memory = -4,
    /// An argument is out of range.
    Argument = -5,
    /// The alphabet cannot read a text.
    Text = -6,
    /// A text is too long, or the game has too many turns.
    Room = -7,
    /// Two parts of the file disagree.
    Contradiction = -8,
    /// The position takes too many steps.
    TooMuch = -9,
    /// The rules do not allow a play or an action.
    Illegal = -10,
    /// The record of a game cannot be followed.
    Record = -11,
}

/// A call that failed, with a sentence that says why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Kind of the error.
    pub code: Code,
    /// The reason as a sentence.
    pub text: String,
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl std::error::Error for Error {}

impl Error {
    pub(crate) fn new(code: Code, text: impl Into<String>) -> Self {
        Error { code, text: text.into() }
    }

    pub(crate) fn from_code(code: i64) -> Self {
        use Code::*;
        let known =
            [Absent, Unreadable, Refused, Memory, Argument, Text, Room, Contradiction, TooMuch, Illegal, Record];
        let code = known.into_iter().find(|one| *one as i64 == code).unwrap_or(Argument);
        // SAFETY: the function takes any number, and its texts live for ever.
        Error::new(code, unsafe { text_at(ffi::lexkit_error_text(code as i64)) })
    }

    /// The error of a code, with the text that C gave for it, if any.
    pub(crate) fn with_text(code: i32, text: String) -> Self {
        let error = Error::from_code(code.into());
        if text.is_empty() {
            error
        } else {
            Error { text, ..error }
        }
    }
}

/// A number from C, or the error that it stands for if it is negative.
pub(crate) fn checked<T: Into<i64> + Copy>(number: T) -> Result<usize, Error> {
    usize::try_from(number.into()).map_err(|_| Error::from_code(number.into()))
}

/// A text for C.
pub(crate) fn c_text(text: &str) -> Result<CString, Error> {
    CString::new(text).map_err(|_| Error::new(Code::Text, "a text with a zero character"))
}

/// A number for C.
pub(crate) fn c_int(number: usize) -> Result<i32, Error> {
    i32::try_from(number).map_err(|_| Error::from_code(Code::Argument as i64))
}

/// The text at an address, "" for null.
///
/// # Safety
/// The address is null or that of a text with a zero at its end.
pub(crate) unsafe fn text_at(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: as above.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// The text in an array of C, up to its zero.
pub(crate) fn text_in(characters: &[c_char]) -> String {
    let bytes: Vec<u8> = characters.iter().map(|byte| *byte as u8).take_while(|byte| *byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The text that a function of C writes, with more room if it has too little.
pub(crate) fn written(mut write: impl FnMut(*mut c_char, i32) -> i32) -> Result<String, Error> {
    let mut room = 256;
    loop {
        let mut text = vec![0u8; room];
        let length = write(text.as_mut_ptr().cast(), room as i32);
        if length == Code::Room as i32 && room < 1 << 24 {
            room *= 8;
            continue;
        }
        text.truncate(checked(length)?);
        return Ok(String::from_utf8_lossy(&text).into_owned());
    }
}
