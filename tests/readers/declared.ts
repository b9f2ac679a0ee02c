// What the reader in JavaScript has is what lexkit.d.ts declares: the type checker refuses this file otherwise.

import type * as builder from "../../readers/js/build.js";
import type * as declaredBuilder from "../../readers/js/build.d.ts";
import type * as game from "../../readers/js/game.js";
import type * as declaredGame from "../../readers/js/game.d.ts";
import type * as reader from "../../readers/js/lexkit.js";
import type * as declared from "../../readers/js/lexkit.d.ts";
import type * as moves from "../../readers/js/moves.js";
import type * as declaredMoves from "../../readers/js/moves.d.ts";
import type * as words from "../../readers/js/words.js";
import type * as declaredWords from "../../readers/js/words.d.ts";

type Is<Made extends Declared, Declared> = Made;

export type Checked = [
  Is<reader.Lexicon, declared.Lexicon>,
  Is<reader.Board, declared.Board>,
  Is<reader.Move, declared.Move>,
  Is<reader.LexiconError, declared.LexiconError>,
  Is<typeof reader.STANDARD, typeof declared.STANDARD>,
  Is<typeof reader.Lexicon.open, typeof declared.Lexicon.open>,
  Is<typeof reader.Lexicon.fetch, typeof declared.Lexicon.fetch>,
  Is<typeof reader.Lexicon.build, typeof declared.Lexicon.build>,
  Is<moves.Lexicon, declaredMoves.Lexicon>,
  Is<typeof moves.Lexicon.open, typeof declaredMoves.Lexicon.open>,
  Is<words.Lexicon, declaredWords.Lexicon>,
  Is<typeof words.Lexicon.fetch, typeof declaredWords.Lexicon.fetch>,
  Is<reader.Leaves, declared.Leaves>,
  Is<reader.IllegalMoveError, declared.IllegalMoveError>,
  Is<typeof reader.LAYOUTS, typeof declared.LAYOUTS>,
  Is<game.Game, declaredGame.Game>,
  Is<game.Turn, declaredGame.Turn>,
  Is<game.Player, declaredGame.Player>,
  Is<game.GameRecordError, declaredGame.GameRecordError>,
  Is<game.OutOfTurnError, declaredGame.OutOfTurnError>,
  Is<typeof game.player, typeof declaredGame.player>,
  Is<typeof game.playerNames, typeof declaredGame.playerNames>,
  Is<typeof game.rulesOf, typeof declaredGame.rulesOf>,
  Is<typeof game.Game.fromGCG, typeof declaredGame.Game.fromGCG>,
  Is<typeof builder.build, typeof declaredBuilder.build>,
  Is<builder.WordListError, declaredBuilder.WordListError>,
];
