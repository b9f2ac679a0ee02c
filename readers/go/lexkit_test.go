package lexkit

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
)

const small = "../small.gaddag"

func open(t *testing.T) *Lexicon {
	t.Helper()
	lexicon, err := Open(small)
	must(t, err)
	return lexicon
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantCode(t *testing.T, err error, code Code) {
	t.Helper()
	var told *Error
	if !errors.As(err, &told) || told.Code != code || told.Text == "" {
		t.Fatalf("expected an error of code %d, found %v", code, err)
	}
}

// The part of the conformance file about one lexicon.
type about struct {
	Name      string
	File      []byte
	Words     int
	Labels    []string
	Questions [][]any
	Plays     [][]any
}

type told struct {
	Lexicons []about
	Games    []struct {
		Lexicon           string
		Players, Choosers []string
		Actions           []string
		Seed              uint64
		First             int
		Rules             map[string]any
		GCG, CGP          string
		Bag               int
	}
}

func conformance(t *testing.T) told {
	t.Helper()
	text, err := os.ReadFile("../conformance.json")
	must(t, err)
	var file told
	must(t, json.Unmarshal(text, &file))
	return file
}

func texts(values any) []string {
	var texts []string
	for _, value := range values.([]any) {
		texts = append(texts, value.(string))
	}
	return texts
}

func TestLexiconsAnswerAsLexkitDoes(t *testing.T) {
	asked := 0
	for _, about := range conformance(t).Lexicons {
		lexicon, err := OpenBytes(about.File)
		must(t, err)
		if lexicon.Len() != about.Words {
			t.Fatalf("%s: %d words", about.Name, lexicon.Len())
		}
		for tile, label := range about.Labels {
			if lexicon.Label(byte(tile)) != label {
				t.Fatalf("%s: tile %d is %s", about.Name, tile, lexicon.Label(byte(tile)))
			}
		}
		for _, question := range about.Questions {
			var words []string
			given, answer := question[1], question[2:]
			switch question[0] {
			case "contains":
				if lexicon.Contains(given.(string)) != answer[0].(bool) {
					t.Fatalf("%s: %v", about.Name, question)
				}
				asked++
				continue
			case "prefix":
				words, err = lexicon.Prefix(given.(string))
			case "pattern":
				words, err = lexicon.Pattern(given.(string))
			case "anagrams":
				words, err = lexicon.Anagrams(given.(string), int(answer[0].(float64)))
				answer = answer[1:]
			default:
				continue
			}
			must(t, err)
			asked++
			list, few := answer[1].([]any)
			if len(words) != int(answer[0].(float64)) || (few && !slices.Equal(words, texts(list))) {
				t.Fatalf("%s: %v: %v", about.Name, question, words)
			}
		}
	}
	if asked < 1000 {
		t.Fatalf("only %d questions", asked)
	}
}

func TestPlaysAreJudgedAsLexkitDoes(t *testing.T) {
	asked := 0
	for _, about := range conformance(t).Lexicons {
		lexicon, err := OpenBytes(about.File)
		must(t, err)
		board, err := NewBoard(lexicon)
		must(t, err)
		for _, play := range about.Plays {
			if play[0] != "standard" {
				continue
			}
			rack, _ := play[2].(string)
			must(t, board.ReadCGP(play[1].(string)))
			verdict, err := board.Explain(play[3].(string), rack)
			must(t, err)
			if verdict.Legal != (play[4] == "") || verdict.Reason != play[5] || (verdict.Move == nil) != (play[6] == nil) {
				t.Fatalf("%s: %v: %+v", about.Name, play, verdict)
			}
			asked++
			if verdict.Move == nil {
				continue
			}
			text, err := board.Text(*verdict.Move)
			must(t, err)
			score, err := board.Play(*verdict.Move)
			must(t, err)
			if fmt.Sprintf("%s +%d", text, score) != play[6] || board.CGP() != play[8] || !board.Undo() || board.CGP() != play[1] {
				t.Fatalf("%s: %v: %s +%d", about.Name, play, text, score)
			}
			for at, word := range play[7].([]any) {
				if formed := verdict.Words[at]; formed.Text != word.([]any)[0] || formed.Word != word.([]any)[1] {
					t.Fatalf("%s: %v: %+v", about.Name, play, formed)
				}
			}
		}
	}
	if asked < 50 {
		t.Fatalf("only %d plays", asked)
	}
}

func TestGamesAreThoseOfLexkit(t *testing.T) {
	file, played := conformance(t), 0
	for _, about := range file.Lexicons {
		lexicon, err := OpenBytes(about.File)
		must(t, err)
		leaves, _ := lexicon.Leaves()
		for _, told := range file.Games {
			if told.Lexicon != about.Name || len(told.Rules) > 0 || told.First != 0 || len(told.Choosers) == 0 {
				continue
			}
			game, err := NewGame(lexicon, told.Players, told.Seed)
			must(t, err)
			for !game.Over() {
				name, seed, _ := strings.Cut(told.Choosers[game.ToMove()], ":")
				player, err := NewPlayer(name)
				must(t, err)
				player.Leaves = leaves
				fmt.Sscan(seed, &player.Seed)
				action, err := player.Choose(game)
				must(t, err)
				must(t, game.Perform(action))
			}
			record, err := game.GCG()
			must(t, err)
			position, err := game.CGP()
			must(t, err)
			if record != told.GCG || position != told.CGP || game.Bag() != told.Bag {
				t.Fatalf("another game:\n%s\nexpected\n%s", record, told.GCG)
			}
			again, err := ReadGCG(lexicon, record)
			must(t, err)
			if copied, _ := again.GCG(); copied != record || again.Winner() != game.Winner() {
				t.Fatalf("another record:\n%s", copied)
			}
			played++
		}
	}
	if played == 0 {
		t.Fatal("no game was played")
	}
}

// A negative number from C is an error, and more moves than there is room for are all found.
func TestMovesHaveErrorsAndRoom(t *testing.T) {
	board, err := NewBoard(open(t))
	must(t, err)
	_, err = board.Moves("AEINRST?")
	wantCode(t, err, Argument) // more than a rack of 7
	_, err = board.Moves("A1")
	wantCode(t, err, Text)
	_, err = board.Best("AEINRST?", 2)
	wantCode(t, err, Argument)
	must(t, board.ReadCGP("15/15/15/15/15/15/15/5CArE6/15/15/15/15/15/15/15"))
	wantCode(t, board.ReadCGP("15/15"), Text)
	all, err := board.Moves("AEINRT?")
	must(t, err)
	defer func(usual int) { room = usual }(room)
	room = 1
	again, err := board.Moves("AEINRT?")
	must(t, err)
	if len(all) < 1000 || !slices.Equal(all, again) {
		t.Fatalf("%d moves, then %d", len(all), len(again))
	}
	best, err := board.Best("AEINRT?", 3)
	must(t, err)
	for _, move := range all {
		if move.Score() > best[0].Score() {
			t.Fatalf("%d is more than %d", move.Score(), best[0].Score())
		}
	}
}

func TestAGameIsPlayedAndTakenBack(t *testing.T) {
	game, err := NewGame(open(t), []string{"Ann", "Ben"}, 7)
	must(t, err)
	before, err := game.CGP()
	must(t, err)
	rack := game.Rack(0)
	moves, err := game.Moves()
	must(t, err)
	must(t, game.Play(moves[0]))
	wantCode(t, game.Act("-QQQQQQQ"), Illegal)
	wantCode(t, game.Act("-1"), Text)
	must(t, game.Act("-"))
	turns, err := game.Turns()
	must(t, err)
	if len(turns) != 2 || turns[0].Kind != Placement || turns[0].Score != moves[0].Score() || turns[1].Text != "-" {
		t.Fatalf("%+v", turns)
	}
	if _, err := game.Board().Play(moves[0]); err == nil || game.Board().Undo() {
		t.Fatal("the board of a game was changed")
	}
	if !game.Undo() || !game.Undo() || game.Undo() || game.Rack(0) != rack || game.Winner() != -1 || game.Bag() != 86 {
		t.Fatal("turns were not taken back")
	}
	if after, _ := game.CGP(); after != before {
		t.Fatalf("%s is not %s", after, before)
	}
	_, err = NewGame(open(t), []string{"Ann"}, 1)
	wantCode(t, err, Argument)
	_, err = ReadGCG(open(t), "no record")
	wantCode(t, err, Record)
	_, err = NewPlayer("champion")
	wantCode(t, err, Absent)
	_, err = Open("nofile")
	wantCode(t, err, Unreadable)
	_, err = OpenBytes(nil)
	wantCode(t, err, Refused)
}

func TestGoroutinesShareALexicon(t *testing.T) {
	lexicon := open(t)
	var group sync.WaitGroup
	for seed := uint64(0); seed < 3; seed++ {
		group.Add(1)
		go func(seed uint64) {
			defer group.Done()
			game, err := NewGame(lexicon, []string{"Ann", "Ben"}, seed)
			if err != nil {
				t.Error(err)
				return
			}
			player, _ := NewPlayer("greedy")
			for !game.Over() {
				action, err := player.Choose(game)
				if err == nil {
					err = game.Perform(action)
				}
				if err != nil {
					t.Error(err)
					return
				}
			}
		}(seed)
	}
	group.Wait()
}
