// Package lexkit reads word lists for crossword-tile games: words, all moves of a board, whole games, computer players.
// It compiles the headers in ../c, and wants cgo and a C compiler.
//
// A Lexicon may be shared by goroutines; a Board or a Game belongs to one at a time. The garbage collector frees all of
// them. ../README.md names the parts beside those in Python, C and JavaScript.
package lexkit

/*
#cgo CFLAGS: -I${SRCDIR}/../c -std=c99 -O2
#include <stdlib.h>
#include "gaddag_game.h"
*/
import "C"

import (
	"runtime"
	"unsafe"
)

// Code is the kind of an Error, as in C.
type Code int32

// Codes of errors.
const (
	Absent        Code = C.LEXKIT_ABSENT        // no leave values in the file, no player of that name
	Unreadable    Code = C.LEXKIT_UNREADABLE    // the file cannot be opened or read
	Refused       Code = C.LEXKIT_REFUSED       // the file breaks a rule of SPEC.md
	Memory        Code = C.LEXKIT_MEMORY        // no memory
	Argument      Code = C.LEXKIT_ARGUMENT      // an argument is out of range
	Text          Code = C.LEXKIT_TEXT          // the alphabet cannot read a text
	Room          Code = C.LEXKIT_ROOM          // a text is too long, or the game has too many turns
	Contradiction Code = C.LEXKIT_CONTRADICTION // two parts of the file disagree
	TooMuch       Code = C.LEXKIT_TOO_MUCH      // the position takes too many steps
	Illegal       Code = C.LEXKIT_ILLEGAL       // the rules do not allow a play or an action
	Record        Code = C.LEXKIT_RECORD        // the record of a game cannot be followed
)

// Error says why a call failed.
type Error struct {
	Code Code
	Text string
}

func (e *Error) Error() string { return e.Text }

// errorOf returns the error of a negative number, with the text that C gave for it, if any.
func errorOf(code int64, text string) *Error {
	if text == "" {
		text = C.GoString(C.lexkit_error_text(C.int64_t(code)))
	}
	return &Error{Code(code), text}
}

// written returns the text that a function of C writes, with more room if it has too little.
func written(write func(text *C.char, room C.int32_t) C.int32_t) (string, error) {
	for room := 256; ; room *= 8 {
		text := make([]byte, room)
		length := write((*C.char)(unsafe.Pointer(&text[0])), C.int32_t(room))
		if length >= 0 {
			return string(text[:length]), nil
		}
		if Code(length) != Room || room > 1<<24 {
			return "", errorOf(int64(length), "")
		}
	}
}

// first returns the address of the first byte, or nil.
func first(tiles []byte) *C.uint8_t { return (*C.uint8_t)(unsafe.SliceData(tiles)) }

// withText calls a function with a text of C.
func withText(text string, call func(text *C.char)) {
	copied := C.CString(text)
	defer C.free(unsafe.Pointer(copied))
	call(copied)
}

// A Lexicon is an open .gaddag file.
type Lexicon struct {
	raw   *C.lexkit_lexicon
	bytes unsafe.Pointer // a copy of those of OpenBytes
}

func newLexicon(raw *C.lexkit_lexicon, bytes unsafe.Pointer) *Lexicon {
	lexicon := &Lexicon{raw, bytes}
	runtime.SetFinalizer(lexicon, func(lexicon *Lexicon) {
		C.lexkit_close(lexicon.raw)
		C.free(lexicon.bytes)
	})
	return lexicon
}

// Open maps a file, which nobody may change meanwhile, and proves that it is safe to use.
func Open(path string) (*Lexicon, error) {
	var raw *C.lexkit_lexicon
	var reason C.lexkit_error
	var code C.int32_t
	withText(path, func(path *C.char) { code = C.lexkit_open(path, &raw, &reason) })
	if code != 0 {
		return nil, errorOf(int64(code), path+": "+C.GoString(&reason.text[0]))
	}
	return newLexicon(raw, nil), nil
}

// OpenBytes opens the bytes of a file, of which a copy is kept.
func OpenBytes(bytes []byte) (*Lexicon, error) {
	var raw *C.lexkit_lexicon
	var reason C.lexkit_error
	copied := C.CBytes(bytes)
	code := C.lexkit_open_memory(copied, C.uint64_t(len(bytes)), &raw, &reason)
	if code != 0 {
		C.free(copied)
		return nil, errorOf(int64(code), C.GoString(&reason.text[0]))
	}
	return newLexicon(raw, copied), nil
}

// Len returns the number of words.
func (l *Lexicon) Len() int {
	defer runtime.KeepAlive(l)
	return int(C.lexkit_word_count(l.raw))
}

// Label returns the letter of a tile, "?" for the blank, 0, and "" for another number.
func (l *Lexicon) Label(tile byte) string {
	defer runtime.KeepAlive(l)
	return C.GoString(C.lexkit_label(l.raw, C.int32_t(tile)))
}

// Points returns the points of a tile, 0 if there is no such tile.
func (l *Lexicon) Points(tile byte) int {
	defer runtime.KeepAlive(l)
	return max(0, int(C.lexkit_points(l.raw, C.int32_t(tile))))
}

func (l *Lexicon) encode(text string, kind C.int32_t) ([]byte, error) {
	defer runtime.KeepAlive(l)
	tiles := make([]byte, len(text)) // a tile takes a byte of text or more
	var count C.int32_t
	withText(text, func(text *C.char) { count = C.lexkit_encode(l.raw, text, kind, first(tiles), C.int32_t(len(tiles))) })
	if count < 0 {
		return nil, errorOf(int64(count), "")
	}
	return tiles[:count], nil
}

// decode writes tiles as text, small letters for blanks.
func (l *Lexicon) decode(tiles []byte) (string, error) {
	defer runtime.KeepAlive(l)
	return written(func(text *C.char, room C.int32_t) C.int32_t {
		return C.lexkit_decode(l.raw, first(tiles), C.int32_t(len(tiles)), text, room)
	})
}

// Contains reports whether a text is a word of the list.
func (l *Lexicon) Contains(word string) bool {
	defer runtime.KeepAlive(l)
	tiles, err := l.encode(word, C.LEXKIT_WORD_TEXT)
	return err == nil && C.lexkit_contains(l.raw, first(tiles), C.int32_t(len(tiles))) == 1
}

func (l *Lexicon) word(rank int64) (string, error) {
	defer runtime.KeepAlive(l)
	var tiles [C.LEXKIT_LONGEST]byte
	count := C.lexkit_word(l.raw, C.int64_t(rank), first(tiles[:]))
	if count < 0 {
		return "", errorOf(int64(count), "")
	}
	return l.decode(tiles[:count])
}

// Prefix returns the words that begin with a text, in order.
func (l *Lexicon) Prefix(text string) ([]string, error) {
	defer runtime.KeepAlive(l)
	tiles, err := l.encode(text, C.LEXKIT_WORD_TEXT)
	if err != nil {
		return nil, err
	}
	var rank C.int64_t
	count := C.lexkit_prefix(l.raw, first(tiles), C.int32_t(len(tiles)), &rank)
	if count < 0 {
		return nil, errorOf(int64(count), "")
	}
	words := make([]string, count)
	for at := range words {
		if words[at], err = l.word(int64(rank) + int64(at)); err != nil {
			return nil, err
		}
	}
	return words, nil
}

// found returns the words of a set that a function of C fills in.
func (l *Lexicon) found(text string, kind C.int32_t, find func(*C.uint8_t, C.int32_t, *C.uint64_t) C.int64_t) ([]string, error) {
	defer runtime.KeepAlive(l)
	tiles, err := l.encode(text, kind)
	if err != nil {
		return nil, err
	}
	set := make([]C.uint64_t, l.Len()/64+1)
	count := find(first(tiles), C.int32_t(len(tiles)), &set[0])
	if count < 0 {
		return nil, errorOf(int64(count), "")
	}
	words := make([]string, 0, count)
	for rank := C.lexkit_next(l.raw, &set[0], 0); rank >= 0; rank = C.lexkit_next(l.raw, &set[0], rank+1) {
		word, err := l.word(int64(rank))
		if err != nil {
			return nil, err
		}
		words = append(words, word)
	}
	return words, nil
}

// Pattern returns the words of a pattern, in which ? is a letter and * any letters.
func (l *Lexicon) Pattern(text string) ([]string, error) {
	return l.found(text, C.LEXKIT_PATTERN_TEXT, func(tiles *C.uint8_t, count C.int32_t, set *C.uint64_t) C.int64_t {
		return C.lexkit_pattern(l.raw, tiles, count, set)
	})
}

// Anagrams returns the words of at least so many of these tiles; ? is a blank.
func (l *Lexicon) Anagrams(rack string, shortest int) ([]string, error) {
	return l.found(rack, C.LEXKIT_RACK_TEXT, func(tiles *C.uint8_t, count C.int32_t, set *C.uint64_t) C.int64_t {
		return C.lexkit_anagrams(l.raw, tiles, count, C.int32_t(min(shortest, C.LEXKIT_LONGEST+1)), set)
	})
}

// Leaves say what the tiles that a player keeps are worth.
type Leaves struct {
	raw     *C.lexkit_leaves
	lexicon *Lexicon
}

// Leaves returns the leave values of the file, or an Error of the code Absent.
func (l *Lexicon) Leaves() (*Leaves, error) {
	defer runtime.KeepAlive(l)
	leaves := &Leaves{lexicon: l}
	var reason C.lexkit_error
	if code := C.lexkit_leaves_open(l.raw, nil, &leaves.raw, &reason); code != 0 {
		return nil, errorOf(int64(code), C.GoString(&reason.text[0]))
	}
	runtime.SetFinalizer(leaves, func(leaves *Leaves) { C.lexkit_leaves_close(leaves.raw) })
	return leaves, nil
}
