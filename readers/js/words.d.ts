/** A file that breaks a rule of SPEC.md. */
export class LexiconError extends Error {
  readonly rule: string;
  readonly place: number | string;
}

/** Words that were found, spelled only when asked for. */
export interface Words extends Iterable<string> {
  readonly length: number;
  /** The places of the words in the sorted list, ascending. */
  ranks(): IterableIterator<number>;
  words(limit?: number): string[];
}

export interface FetchOptions extends RequestInit {
  /** Called with the bytes that have arrived, and how many there will be, undefined if the server does not say. */
  onProgress?: (received: number, total: number | undefined) => void;
}

/** Methods throw TypeError for an argument that is no text, and RangeError for a text that the alphabet cannot read. */
export class Lexicon {
  /** Open a .gaddag file. Throws LexiconError, and TypeError for anything but bytes. */
  static open(bytes: ArrayBufferLike | Uint8Array): Promise<Lexicon>;
  /** Fetch a .gaddag file and open it. Throws LexiconError, also for a page of HTML, and an Error by the name FetchError,
   *  with `status`, if the server refuses. */
  static fetch(url: string | URL | Request, options?: FetchOptions): Promise<Lexicon>;
  /** Open the bytes of a .gaddag file, which are read in place. Throws LexiconError. */
  constructor(bytes: Uint8Array);
  /** Those of the file. */
  readonly bytes: Uint8Array;
  readonly length: number;
  readonly name: string;
  /** By tile number, from 1; the blank's are at 0. */
  readonly labels: readonly string[];
  readonly points: readonly number[];
  readonly counts: readonly number[];
  readonly provenance: Readonly<Record<string, unknown>>;
  has(word: string): boolean;
  /** The place of a word in the sorted list, from 0; -1 if it is none. */
  rank(word: string): number;
  word(rank: number): string;
  prefix(text: string): Words;
  suffix(text: string): Words;
  substring(text: string): Words;
  /** "?" is any letter, "*" any letters. */
  pattern(text: string): Words;
  /** The words of all these letters, or of at least `shortest`; "?" is a blank. */
  anagrams(rack: string, shortest?: number): Words;
  /** The letters that make a word in front of a text and behind it. */
  hooks(text: string): { front: string[]; back: string[] };
  crossSet(before: string, after: string): string[];
  tiles(text: string): number[];
  /** Small where 128 is added for a blank, as on a board; "?" for 0. */
  text(tiles: ArrayLike<number>): string;
}
