package lexkit

// #include <stdlib.h>
// #include "gaddag_game.h"
import "C"

import (
	"fmt"
	"runtime"
	"unsafe"
)

// A Game is one of two to four players: board, bag, racks and scores by the rules of the language. Players are numbers
// from 0.
type Game struct {
	raw     *C.lexkit_game
	lexicon *Lexicon
}

func newGame(lexicon *Lexicon, raw *C.lexkit_game) *Game {
	game := &Game{raw, lexicon}
	runtime.SetFinalizer(game, func(game *Game) { C.lexkit_game_free(game.raw) })
	return game
}

// NewGame deals a game. The same seed and the same actions make the same game.
func NewGame(lexicon *Lexicon, players []string, seed uint64) (*Game, error) {
	defer runtime.KeepAlive(lexicon)
	names := (**C.char)(C.calloc(C.size_t(len(players)+1), C.size_t(unsafe.Sizeof(uintptr(0)))))
	defer C.free(unsafe.Pointer(names))
	for at, player := range players {
		name := C.CString(player)
		defer C.free(unsafe.Pointer(name))
		unsafe.Slice(names, len(players))[at] = name
	}
	var raw *C.lexkit_game
	if code := C.lexkit_game_new(lexicon.raw, nil, names, C.int32_t(len(players)), 0, C.uint64_t(seed), &raw); code != 0 {
		return nil, errorOf(int64(code), "")
	}
	return newGame(lexicon, raw), nil
}

// ReadGCG reads a record. The game goes on as far as its racks are known.
func ReadGCG(lexicon *Lexicon, record string) (*Game, error) {
	defer runtime.KeepAlive(lexicon)
	var raw *C.lexkit_game
	var reason C.lexkit_error
	var code C.int32_t
	withText(record, func(record *C.char) { code = C.lexkit_game_from_gcg(lexicon.raw, record, nil, &raw, &reason) })
	if code != 0 {
		return nil, errorOf(int64(code), C.GoString(&reason.text[0]))
	}
	return newGame(lexicon, raw), nil
}

// done returns the error of an action that was refused; the game says why, if its rules did.
func (g *Game) done(code C.int32_t) error {
	switch {
	case code >= 0:
		return nil
	case Code(code) == Illegal || Code(code) == Text:
		return errorOf(int64(code), C.GoString(C.lexkit_game_why(g.raw)))
	default:
		return errorOf(int64(code), "")
	}
}

// Act does what somebody typed: "8D LIFE", "-AEI", "-", "challenge", "challenge LIFEX", "resign".
func (g *Game) Act(text string) error {
	defer runtime.KeepAlive(g)
	var code C.int32_t
	withText(text, func(text *C.char) { code = C.lexkit_game_act(g.raw, text) })
	return g.done(code)
}

// Perform does what a Player chose.
func (g *Game) Perform(action Action) error {
	defer runtime.KeepAlive(g)
	return g.done(C.lexkit_game_perform(g.raw, &action.raw))
}

// Play lays a play.
func (g *Game) Play(move Move) error {
	defer runtime.KeepAlive(g)
	return g.done(C.lexkit_game_play(g.raw, &move.raw))
}

// Undo takes back the last turn of any kind, and reports whether there was one.
func (g *Game) Undo() bool {
	defer runtime.KeepAlive(g)
	return C.lexkit_game_undo(g.raw) == 0
}

// Redo takes a turn again that was taken back, and reports whether there was one.
func (g *Game) Redo() bool {
	defer runtime.KeepAlive(g)
	return C.lexkit_game_redo(g.raw) == 0
}

// Board returns the board of the game, to draw and to judge plays on.
func (g *Game) Board() *Board { return &Board{C.lexkit_game_board(g.raw), g.lexicon, g} }

// RackTiles returns the tiles of a player's rack, blanks (0) first, as far as they are known.
func (g *Game) RackTiles(player int) []byte {
	defer runtime.KeepAlive(g)
	var tiles [C.LEXKIT_RACK]byte
	return tiles[:max(0, C.lexkit_game_rack(g.raw, C.int32_t(player), first(tiles[:])))]
}

// Rack returns the rack of a player, blanks (?) last, as far as it is known.
func (g *Game) Rack(player int) string { return g.Board().rackText(g.RackTiles(player)) }

// Moves returns all plays of the player to move, in no order of worth.
func (g *Game) Moves() ([]Move, error) { return g.Board().moves(g.RackTiles(g.ToMove())) }

// Score returns the score of a player.
func (g *Game) Score(player int) int {
	defer runtime.KeepAlive(g)
	return int(C.lexkit_game_score(g.raw, C.int32_t(player)))
}

// ToMove returns the player to move.
func (g *Game) ToMove() int {
	defer runtime.KeepAlive(g)
	return int(C.lexkit_game_to_move(g.raw))
}

// Bag returns the number of tiles in the bag.
func (g *Game) Bag() int {
	defer runtime.KeepAlive(g)
	return int(C.lexkit_game_bag(g.raw))
}

// Over reports whether the game is over.
func (g *Game) Over() bool {
	defer runtime.KeepAlive(g)
	return C.lexkit_game_over(g.raw) != 0
}

// Winner returns the player who won, -1 for a draw, or while the game goes on.
func (g *Game) Winner() int {
	defer runtime.KeepAlive(g)
	var result C.lexkit_result
	C.lexkit_game_result(g.raw, &result)
	return int(result.winner)
}

// A Turn is one that was taken.
type Turn struct {
	Kind          Kind
	Player, Score int
	Text          string // "8D .IFE", "-AEI", "-", "challenge LIFEX"
}

// Turns returns the turns so far, the first one first.
func (g *Game) Turns() ([]Turn, error) {
	defer runtime.KeepAlive(g)
	turns := make([]Turn, C.lexkit_game_turns(g.raw))
	for at := range turns {
		var turn C.lexkit_turn
		if code := C.lexkit_game_turn(g.raw, C.int32_t(at), &turn); code != 0 {
			return nil, errorOf(int64(code), "")
		}
		text, err := written(func(text *C.char, room C.int32_t) C.int32_t {
			return C.lexkit_turn_text(g.raw, C.int32_t(at), text, room)
		})
		if err != nil {
			return nil, err
		}
		turns[at] = Turn{Kind(turn.kind), int(turn.player), int(turn.score), text}
	}
	return turns, nil
}

// GCG returns the record.
func (g *Game) GCG() (string, error) {
	defer runtime.KeepAlive(g)
	return written(func(text *C.char, room C.int32_t) C.int32_t { return C.lexkit_game_to_gcg(g.raw, text, room) })
}

// CGP returns the position, with racks and scores, the player to move first.
func (g *Game) CGP() (string, error) {
	defer runtime.KeepAlive(g)
	var position C.lexkit_position
	C.lexkit_game_position(g.raw, &position)
	return g.Board().cgp(&position)
}

// A Player is a computer player. Leaves, which may be nil, say what it values of the tiles that it keeps: "static" needs
// them to play well. A level misses words by its Seed.
type Player struct {
	Leaves *Leaves
	Seed   uint64
	name   string
}

// Players returns the names of players: greedy, static, and the levels from beginner to tournament.
func Players() []string {
	var names []string
	for at := C.int32_t(0); ; at++ {
		name := C.lexkit_player_name(at)
		if name == nil {
			return names
		}
		names = append(names, C.GoString(name))
	}
}

// NewPlayer returns the player of a name.
func NewPlayer(name string) (*Player, error) {
	for _, known := range Players() {
		if known == name {
			return &Player{name: name}, nil
		}
	}
	return nil, &Error{Absent, fmt.Sprintf("no player %q: expected one of %v", name, Players())}
}

// Choose chooses an action for the player to move.
func (p *Player) Choose(game *Game) (Action, error) {
	defer runtime.KeepAlive(game)
	defer runtime.KeepAlive(p.Leaves)
	var action Action
	var leaves *C.lexkit_leaves
	if p.Leaves != nil {
		leaves = p.Leaves.raw
	}
	var code C.int32_t
	withText(p.name, func(name *C.char) {
		code = C.lexkit_game_choose(game.raw, name, leaves, C.uint64_t(p.Seed), &action.raw)
	})
	return action, game.done(code)
}
