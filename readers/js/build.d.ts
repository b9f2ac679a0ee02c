/** An alphabet as a lexicon has it, and as lexkit's files lexicons/*.toml do. */
export interface AlphabetData {
  name: string;
  language?: string;
  title?: string;
  blank?: { count?: number; points?: number };
  tiles: readonly TileData[];
}

export interface TileData {
  label: string;
  /** The small form, which stands for a blank. */
  lower?: string;
  points?: number;
  count?: number;
  vowel?: boolean;
  /** Other spellings. */
  aliases?: readonly string[];
}

/** A line that is no word: its number and the column, from 1, and what was found there. */
export interface InvalidLine {
  line: number;
  column: number;
  found: string;
}

export interface BuildOptions {
  /** The name of one of lexkit's alphabets, or an alphabet; by default "english". */
  alphabet?: string | AlphabetData;
  /** Shorter and longer words are left out. */
  minLength?: number;
  maxLength?: number;
  /** The name of the list, which the lexicon keeps: `lexc build` writes that of its file. */
  source?: string;
  /** Called for each line that is no word and is left out, instead of an error. */
  onInvalid?: (line: InvalidLine) => void;
}

/** A list has `count` lines that are no words, of which `lines` are the first ten. */
export class WordListError extends Error {
  readonly lines: InvalidLine[];
  readonly count: number;
}

/**
 * Compile words, or the text of a list with a word at the beginning of each line, into the bytes of a .gaddag file: those
 * that `lexc build` of the same version writes. 180,000 words take about a second, so call it in a worker. Throws
 * WordListError, RangeError for an unknown alphabet and lengths out of range, and LexiconError for an alphabet that breaks
 * a rule of SPEC.md.
 */
export function build(words: string | Iterable<string>, options?: BuildOptions): Uint8Array<ArrayBuffer>;
