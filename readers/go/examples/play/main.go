// A game against the computer at a terminal: play LEXICON [PLAYER [SEED]]. Type 8D LIFE (a small letter for a blank),
// -AEI to exchange, - to pass, hint, undo, or quit.
package main

import (
	"bufio"
	"fmt"
	"lexkit"
	"os"
	"strconv"
)

func show(lexicon *lexkit.Lexicon, game *lexkit.Game) {
	board := game.Board()
	_, columns := board.Size()
	for at, letter := range board.Tiles() {
		if at%columns == 0 {
			fmt.Printf("%3d ", at/columns+1)
		}
		if letter == "" {
			letter = string(board.Premium(at/columns, at%columns))
		}
		fmt.Print(letter, " ")
		if at%columns == columns-1 {
			fmt.Println()
		}
	}
	fmt.Println("    A B C D E F G H I J K L M N O")
	fmt.Printf("you %d, computer %d, bag %d\nyour rack:", game.Score(0), game.Score(1), game.Bag())
	for _, tile := range game.RackTiles(0) {
		fmt.Printf(" %s%d", lexicon.Label(tile), lexicon.Points(tile))
	}
	fmt.Println()
}

func must[T any](value T, err error) T {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	return value
}

func main() {
	given := os.Args[1:]
	given = append(given, []string{"english.gaddag", "casual", "1"}[min(3, len(given)):]...)
	lexicon := must(lexkit.Open(given[0]))
	computer, adviser := must(lexkit.NewPlayer(given[1])), must(lexkit.NewPlayer("static"))
	computer.Seed = must(strconv.ParseUint(given[2], 10, 64))
	adviser.Leaves, _ = lexicon.Leaves() // a file may have none
	computer.Leaves = adviser.Leaves
	game := must(lexkit.NewGame(lexicon, []string{"You", "Computer"}, computer.Seed))
	fmt.Println("8D LIFE plays (a small letter is a blank), -AEI exchanges, - passes; hint, undo, quit")
	for typed := bufio.NewScanner(os.Stdin); !game.Over(); {
		if game.ToMove() == 1 {
			action := must(computer.Choose(game))
			if action.Kind() == lexkit.Exchange {
				fmt.Printf("computer: exchanges %d tiles\n", action.Exchanged())
			} else {
				fmt.Printf("computer: %s +%d\n", must(game.Board().ActionText(action)), action.Move().Score())
			}
			must(0, game.Perform(action))
			continue
		}
		show(lexicon, game)
		fmt.Print("> ")
		if !typed.Scan() || typed.Text() == "quit" {
			break
		}
		switch typed.Text() {
		case "undo": // the computer's turn, and one's own
			game.Undo()
			game.Undo()
		case "hint":
			hint := must(adviser.Choose(game))
			fmt.Printf("%s +%d\n", must(game.Board().ActionText(hint)), hint.Move().Score())
		default:
			if err := game.Act(typed.Text()); err != nil {
				fmt.Println(err)
			}
		}
	}
	fmt.Printf("\n%s", must(game.GCG()))
}
