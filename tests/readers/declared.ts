// What the reader in JavaScript has is what lexkit.d.ts declares: the type checker refuses this file otherwise.

import type * as reader from "../../readers/js/lexkit.js";
import type * as declared from "../../readers/js/lexkit.d.ts";

type Is<Made extends Declared, Declared> = Made;

export type Checked = [
  Is<reader.Lexicon, declared.Lexicon>,
  Is<reader.Board, declared.Board>,
  Is<reader.Move, declared.Move>,
  Is<reader.LexiconError, declared.LexiconError>,
  Is<typeof reader.STANDARD, typeof declared.STANDARD>,
  Is<typeof reader.Lexicon.open, typeof declared.Lexicon.open>,
];
