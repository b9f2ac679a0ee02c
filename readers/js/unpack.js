// Packed files: SPEC.md, section 6.

import { LexiconError } from "./prove.js";

/** The content of a packed file, or the bytes as they are. */
export async function unpack(bytes) {
  if (!(bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd)) return bytes;
  const limit = Math.max(1 << 26, 256 * bytes.length);
  let stream;
  try {
    stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("zstd"));
  } catch {
    throw new LexiconError("P1", 0, "this platform cannot unpack zstandard: unpack the file first (lexc unpack)");
  }
  const pieces = [];
  let size = 0;
  const reader = stream.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) throw new LexiconError("P4", size, "a packed file that becomes too large");
    pieces.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
