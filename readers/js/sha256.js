// @ts-check
// SHA-256 (FIPS 180-4), since a page without HTTPS has no crypto.subtle.

const PRIMES = /** @type {number[]} */ ([]);
for (let number = 2; PRIMES.length < 64; number++) if (PRIMES.every((prime) => number % prime)) PRIMES.push(number);

/**
 * The first 32 bits of the fraction of a root of a prime.
 * @param {number} root
 */
const fraction = (root) => (root - Math.floor(root)) * 2 ** 32 | 0;

/**
 * The hash of these bytes, in hexadecimal digits.
 * @param {Uint8Array} bytes
 */
export function sha256(bytes) {
  const rounds = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
  const state = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64), view = new DataView(padded.buffer);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const words = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let at = 0; at < 16; at++) words[at] = view.getInt32(block + 4 * at);
    for (let at = 16; at < 64; at++) {
      const one = words[at - 15], other = words[at - 2];
      words[at] = words[at - 16] + words[at - 7] + (turn(one, 7) ^ turn(one, 18) ^ (one >>> 3)) +
        (turn(other, 17) ^ turn(other, 19) ^ (other >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let at = 0; at < 64; at++) {
      const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + rounds[at] + words[at]) | 0;
      const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((value, at) => state[at] += value);
  }
  return Array.from(state, (value) => (value >>> 0).toString(16).padStart(8, "0")).join("");
}

/**
 * @param {number} bits
 * @param {number} by
 */
function turn(bits, by) {
  return (bits >>> by) | (bits << (32 - by));
}
