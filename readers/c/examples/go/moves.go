// All moves of a rack, the best one last: moves LEXICON SQUARES RACK, with the squares as in CGP.
package main

/*
#include <stdlib.h>
#include "gaddag.h"
*/
import "C"

import (
	"fmt"
	"os"
	"sort"
	"unsafe"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: moves LEXICON SQUARES RACK")
		os.Exit(2)
	}
	var lexicon *C.lexkit_lexicon
	var board *C.lexkit_board
	var refusal C.lexkit_error
	path, squares, rack := C.CString(os.Args[1]), C.CString(os.Args[2]), C.CString(os.Args[3])
	defer C.free(unsafe.Pointer(path))
	defer C.free(unsafe.Pointer(squares))
	defer C.free(unsafe.Pointer(rack))
	if C.lexkit_open(path, &lexicon, &refusal) != 0 {
		fmt.Fprintln(os.Stderr, C.GoString(&refusal.text[0]))
		os.Exit(3)
	}
	defer C.lexkit_close(lexicon)
	C.lexkit_board_new(lexicon, nil, -1, nil, &board)
	defer C.lexkit_board_free(board)
	var tiles [C.LEXKIT_RACK]C.uint8_t
	count := C.lexkit_encode(lexicon, rack, C.LEXKIT_RACK_TEXT, &tiles[0], C.LEXKIT_RACK)
	if C.lexkit_board_read(board, squares) != 0 || count < 0 {
		fmt.Fprintln(os.Stderr, "the squares or the rack cannot be read")
		os.Exit(3)
	}
	moves := make([]C.lexkit_move, 1<<18)
	moves = moves[:C.lexkit_moves(board, &tiles[0], count, &moves[0], C.int64_t(len(moves)))]
	sort.SliceStable(moves, func(i, j int) bool { return moves[i].score < moves[j].score })
	var text [256]C.char
	for at := range moves {
		C.lexkit_move_text(board, &moves[at], &text[0], C.int32_t(len(text)))
		fmt.Printf("%s +%d\n", C.GoString(&text[0]), moves[at].score)
	}
}
