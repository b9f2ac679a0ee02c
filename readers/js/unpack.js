// @ts-check
// Packed files: SPEC.md, section 6. The platform unpacks zstandard; nothing that the file says is trusted.

/** @import { Automaton } from "./automaton.js" */

import { LexiconError, MAGIC, require } from "./prove.js";

const ZSTD = [0x28, 0xb5, 0x2f, 0xfd], MOST = 2 ** 32, WIDEST = 2 ** 27, BLOCK = 2 ** 17;

/**
 * Return whether these are the bytes of a packed file.
 * @param {Uint8Array} bytes
 */
export function isPacked(bytes) {
  return ZSTD.every((byte, at) => bytes[at] === byte);
}

/**
 * The most bytes that a frame may become: the size in its header, or what its blocks can hold.
 * @param {Uint8Array} bytes
 * @returns {{ size: number | undefined, limit: number }}
 */
function readFrame(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), mode = bytes[4];
  const single = (mode >> 5) & 1, sized = [single, 2, 4, 8][mode >> 6], named = [0, 1, 2, 4][mode & 3];
  let at = 6 - single + named;
  require(bytes.length >= at + sized + 3 && !(mode & 8) && !named, "P2", 4, "the head of a frame without a dictionary");
  let size;
  if (sized === 1) size = bytes[at];
  else if (sized === 2) size = view.getUint16(at, true) + 256;
  else if (sized === 4) size = view.getUint32(at, true);
  else if (sized === 8) size = view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;
  require(size === undefined || size <= MOST, "P4", at, "a packed file of more than 4 GiB");
  const window = single ? size : 2 ** (10 + (bytes[5] >> 3)) * (1 + (bytes[5] & 7) / 8);
  require(window !== undefined && window <= WIDEST, "P4", 5, "a window of more than 128 MiB");
  at += sized;
  let blocks = 0, head;
  do {
    require(at + 3 <= bytes.length, "P2", at, "a frame without an end");
    head = bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16);
    require((head >> 1 & 3) !== 3, "P2", at, "a block of no known kind");
    at += 3 + ((head >> 1 & 3) === 1 ? 1 : head >>> 3);
    blocks++;
  } while (!(head & 1));
  at += mode & 4;
  require(at <= bytes.length, "P2", at, "a frame without an end");
  require(at === bytes.length, "P3", at, "bytes behind the frame");
  return { size, limit: Math.min(size ?? MOST, blocks * BLOCK) };
}

/**
 * The content of a packed file.
 * @param {Uint8Array} bytes
 */
export async function unpack(bytes) {
  const { size, limit } = readFrame(bytes),
    node = /** @type {any} */ (globalThis).process?.getBuiltinModule?.("node:zlib");
  const content = node?.zstdDecompressSync ? atOnce(node, bytes, limit) : await inPieces(bytes, limit);
  const right = size === undefined || content.length === size;
  require(right, "P5", content.length, "the content has not the size that the frame states");
  require(MAGIC.every((byte, at) => content[at] === byte), "P1", 0, "what is packed is no lexicon");
  return content;
}

/**
 * @param {any} node
 * @param {Uint8Array} bytes
 * @param {number} limit
 */
function atOnce(node, bytes, limit) {
  try {
    const content = node.zstdDecompressSync(bytes, { maxOutputLength: Math.max(1, limit) });
    return new Uint8Array(content.buffer, content.byteOffset, content.length);
  } catch (error) {
    throw new LexiconError("P2", 0, `the frame cannot be unpacked: ${error.message}`);
  }
}

/**
 * @param {Uint8Array} bytes
 * @param {number} limit
 */
async function inPieces(bytes, limit) {
  let stream;
  try {
    stream = new DecompressionStream(/** @type {CompressionFormat} */ (/** @type {string} */ ("zstd")));
  } catch {
    const error = new Error("this platform cannot unpack zstandard: unpack the file first (lexc unpack)");
    throw Object.assign(error, { name: "NotSupportedError" });
  }
  const pieces = [], reader = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(stream).getReader();
  let length = 0;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      length += value.length;
      require(length <= limit, "P5", length, "the content is larger than the frame states");
      pieces.push(value);
    }
  } catch (error) {
    if (error instanceof LexiconError) throw error;
    throw new LexiconError("P2", length, `the frame cannot be unpacked: ${error.message}`);
  }
  const content = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    content.set(piece, at);
    at += piece.length;
  }
  return content;
}

/**
 * Refuse an automaton unless its roots lead to all nodes but node 0, as in all files that are packed.
 * @param {Automaton} automaton
 */
export function requireConnected(automaton) {
  const { nodes, wide, forwardRoot, reverseRoot, byteEnd, halfEnd, forwardEnd } = automaton;
  const begins = /** @type {number[]} */ ([]), reached = new Uint8Array(nodes.length);
  for (let at = 2 * wide; at < nodes.length;) {
    begins.push(at);
    const fan = automaton.fan(at), perWord = at < byteEnd ? 4 : at < halfEnd ? 2 : 1;
    at += 2 * wide + fan + (at < forwardEnd && fan > 1 ? Math.ceil((fan - 1) / perWord) : 0);
  }
  reached[forwardRoot] = reached[reverseRoot] = 1;
  // Arcs lead to lower places, so those above a node have been there before it.
  for (let node; (node = begins.pop()) !== undefined;) {
    require(reached[node], "P6", 0, "nodes that the roots do not lead to");
    for (let arc = node + 2 * wide, end = arc + automaton.fan(node); arc < end; arc++) reached[nodes[arc]] = 1;
  }
}
