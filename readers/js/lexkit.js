// @ts-check
// lexkit in JavaScript: ES modules without dependencies, for browsers, Node, Deno and Bun. This one has the words
// (lexkit/words) and the moves (lexkit/moves); lexkit/game has whole games.

import { Board, Lexicon, LexiconError, Move, STANDARD } from "./moves.js";

export { Board, Lexicon, LexiconError, Move, STANDARD };
