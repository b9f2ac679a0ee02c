package lexkit

// #include <stdlib.h>
// #include "gaddag_game.h"
import "C"

import (
	"runtime"
	"unsafe"
)

// A Move is a play: squares, tiles and a score. Board.Text writes it.
type Move struct{ raw C.lexkit_move }

// Score returns the points of the play.
func (m Move) Score() int { return int(m.raw.score) }

// Square returns the row and the column of the first square of the main word, from 0, and whether it goes down.
func (m Move) Square() (row, column int, down bool) {
	return int(m.raw.row), int(m.raw.column), m.raw.down != 0
}

// Kind is that of an Action or a Turn.
type Kind int32

// Kinds of turns; an action is one of the first six.
const (
	Placement   Kind = C.LEXKIT_PLACEMENT
	Exchange    Kind = C.LEXKIT_EXCHANGE
	Pass        Kind = C.LEXKIT_PASS
	Challenge   Kind = C.LEXKIT_CHALLENGE
	Accept      Kind = C.LEXKIT_ACCEPT
	Resignation Kind = C.LEXKIT_RESIGNATION
	Fine        Kind = C.LEXKIT_FINE
)

// An Action is a play, an exchange, a pass or a challenge. Board.ActionText writes it.
type Action struct{ raw C.lexkit_action }

// Kind returns the kind of the action.
func (a Action) Kind() Kind { return Kind(a.raw.kind) }

// Move returns the play of a placement.
func (a Action) Move() Move { return Move{a.raw.move} }

// Equity returns thousandths of a point, where they were asked for.
func (a Action) Equity() int64 { return int64(a.raw.equity) }

// Exchanged returns the number of tiles that are exchanged.
func (a Action) Exchanged() int {
	if a.Kind() != Exchange {
		return 0
	}
	return int(a.raw.move.laid)
}

// Formed is a word that a play forms.
type Formed struct {
	Text   string
	Points int
	Word   bool // the list has it
}

// A Verdict is what is said of a play that somebody typed.
type Verdict struct {
	Legal  bool
	Reason string // a sentence, or ""
	Move   *Move  // with its score, also of a phony; nil if the board does not allow the play
	Words  []Formed
}

// A Board has squares, and tiles on them.
type Board struct {
	raw     *C.lexkit_board
	lexicon *Lexicon
	game    *Game // which owns it, or nil
}

// NewBoard makes an empty standard board.
func NewBoard(lexicon *Lexicon) (*Board, error) {
	board := &Board{lexicon: lexicon}
	if code := C.lexkit_board_new(lexicon.raw, nil, -1, nil, &board.raw); code != 0 {
		return nil, errorOf(int64(code), "")
	}
	runtime.SetFinalizer(board, func(board *Board) { C.lexkit_board_free(board.raw) })
	return board, nil
}

// Size returns the numbers of rows and of columns.
func (b *Board) Size() (rows, columns int) {
	defer runtime.KeepAlive(b)
	return int(C.lexkit_board_rows(b.raw)), int(C.lexkit_board_columns(b.raw))
}

// Premium returns the glyph of a square: . plain, ' " ^ double, triple, quadruple letter, - = ~ double, triple, quadruple
// word, # a brick; 0 outside the board.
func (b *Board) Premium(row, column int) byte {
	defer runtime.KeepAlive(b)
	return byte(C.lexkit_board_premium(b.raw, C.int32_t(row), C.int32_t(column)))
}

// Tiles returns the letters of all squares, row by row: "" for an empty square, small letters for blanks.
func (b *Board) Tiles() []string {
	defer runtime.KeepAlive(b)
	rows, columns := b.Size()
	tiles, letters := make([]byte, rows*columns), make([]string, rows*columns)
	C.lexkit_board_tiles(b.raw, first(tiles), C.int32_t(len(tiles)))
	for at, tile := range tiles {
		if tile != 0 {
			letters[at], _ = b.lexicon.decode([]byte{tile}) // a tile on a board is a letter
		}
	}
	return letters
}

// ReadCGP sets the squares to those of a CGP; racks and scores behind them are checked and left out.
func (b *Board) ReadCGP(text string) error {
	defer runtime.KeepAlive(b)
	if b.game != nil {
		return errorOf(C.LEXKIT_ARGUMENT, "the board is that of a game")
	}
	var code C.int32_t
	withText(text, func(text *C.char) { code = C.lexkit_board_from_cgp(b.raw, text, nil) })
	if code != 0 {
		return errorOf(int64(code), "")
	}
	return nil
}

// CGP returns the squares as CGP.
func (b *Board) CGP() string {
	text, _ := b.cgp(nil) // the squares alone always fit
	return text
}

func (b *Board) cgp(position *C.lexkit_position) (string, error) {
	defer runtime.KeepAlive(b)
	return written(func(text *C.char, room C.int32_t) C.int32_t {
		return C.lexkit_board_to_cgp(b.raw, position, text, room)
	})
}

// Explain judges what somebody typed: "8D WIFE", "8D W(I)FE" or "8D W.FE", small letters for blanks. The rack is "" if it
// does not matter which tiles the player has.
func (b *Board) Explain(text, rack string) (*Verdict, error) {
	defer runtime.KeepAlive(b)
	var tiles []byte
	if rack != "" {
		var err error
		if tiles, err = b.lexicon.encode(rack, C.LEXKIT_RACK_TEXT); err != nil {
			return nil, err
		}
	}
	var told C.lexkit_verdict
	var code C.int32_t
	withText(text, func(text *C.char) {
		code = C.lexkit_board_explain(b.raw, text, first(tiles), C.int32_t(len(tiles)), &told)
	})
	if code != 0 && Code(code) != Illegal {
		return nil, errorOf(int64(code), "")
	}
	verdict := &Verdict{Legal: code == 0, Reason: C.GoString(&told.reason[0])}
	if told.count > 0 {
		verdict.Move = &Move{told.move}
	}
	for _, word := range told.words[:told.count] {
		letters := make([]byte, word.length)
		for at := range letters {
			letters[at] = byte(word.tiles[at]) % C.LEXKIT_BLANK
		}
		text, err := b.lexicon.decode(letters)
		if err != nil {
			return nil, err
		}
		verdict.Words = append(verdict.Words, Formed{text, int(word.points), word.valid != 0})
	}
	return verdict, nil
}

// Play lays a play, and returns its score on this board.
func (b *Board) Play(move Move) (int, error) {
	defer runtime.KeepAlive(b)
	if b.game != nil {
		return 0, errorOf(C.LEXKIT_ARGUMENT, "the board is that of a game")
	}
	score := C.lexkit_board_play(b.raw, &move.raw)
	if score < 0 {
		return 0, errorOf(int64(score), "")
	}
	return int(score), nil
}

// Undo takes back the last play, and reports whether there was one.
func (b *Board) Undo() bool {
	defer runtime.KeepAlive(b)
	return b.game == nil && C.lexkit_board_undo(b.raw) == 0
}

// Text writes a play on this board, "8D .IFE": a dot for each tile that lies there, small letters for blanks.
func (b *Board) Text(move Move) (string, error) {
	return b.ActionText(Action{C.lexkit_action{kind: C.LEXKIT_PLACEMENT, move: move.raw}})
}

// ActionText writes an action on this board: "8D .IFE", "-AEI", "-", "challenge".
func (b *Board) ActionText(action Action) (string, error) {
	defer runtime.KeepAlive(b)
	return written(func(text *C.char, room C.int32_t) C.int32_t {
		return C.lexkit_action_text(b.raw, &action.raw, text, room)
	})
}

// rackText writes a rack, blanks last.
func (b *Board) rackText(tiles []byte) string {
	if len(tiles) == 0 {
		return ""
	}
	var action Action
	action.raw.kind = C.LEXKIT_EXCHANGE
	action.raw.move.laid = C.uint8_t(len(tiles))
	for at, tile := range tiles {
		action.raw.move.tiles[at] = C.uint8_t(tile)
	}
	text, _ := b.ActionText(action) // the tiles are those of a rack
	return text[min(1, len(text)):]
}

// room is the number of moves that are looked for at first.
var room = 1 << 12

// Moves returns all legal plays of a rack, in no order of worth.
func (b *Board) Moves(rack string) ([]Move, error) {
	tiles, err := b.lexicon.encode(rack, C.LEXKIT_RACK_TEXT)
	if err != nil {
		return nil, err
	}
	return b.moves(tiles)
}

// moves finds all, with as much room as they need: that of a usual position first, then that of the number that there are.
func (b *Board) moves(tiles []byte) ([]Move, error) {
	defer runtime.KeepAlive(b)
	for space := room; ; {
		moves := make([]Move, space)
		array := (*C.lexkit_move)(unsafe.Pointer(&moves[0]))
		found := C.lexkit_moves(b.raw, first(tiles), C.int32_t(len(tiles)), array, C.int64_t(space))
		if found < 0 {
			return nil, errorOf(int64(found), "")
		}
		if int(found) <= space {
			return moves[:found], nil
		}
		space = int(found)
	}
}

// Best returns the best plays of a rack by score, best first, at most so many.
func (b *Board) Best(rack string, most int) ([]Move, error) {
	defer runtime.KeepAlive(b)
	tiles, err := b.lexicon.encode(rack, C.LEXKIT_RACK_TEXT)
	if err != nil || most < 1 {
		return nil, err
	}
	actions := make([]C.lexkit_action, min(most, 1<<18))
	found := C.lexkit_best(b.raw, first(tiles), C.int32_t(len(tiles)), &actions[0], C.int32_t(len(actions)))
	if found < 0 {
		return nil, errorOf(int64(found), "")
	}
	moves := make([]Move, found)
	for at := range moves {
		moves[at].raw = actions[at].move
	}
	return moves, nil
}
