// @ts-check
// Draws from a seed: ../README.md. The generator is xoshiro128** (Blackman & Vigna 2018).

/** @param {number} z */
function mix(z) {
  z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
  z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
  return z ^ (z >>> 16);
}

/**
 * @param {number} number
 * @param {number} bits
 */
function rotate(number, bits) {
  return (number << bits) | (number >>> (32 - bits));
}

/**
 * A seed as a whole number from 0 to 2^64 - 1.
 * @param {number | bigint} seed
 * @throws {RangeError}
 */
export function requireSeed(seed) {
  if (typeof seed === "bigint" ? seed >= 0n && seed < 1n << 64n : Number.isSafeInteger(seed) && seed >= 0) {
    return BigInt(seed);
  }
  throw new RangeError(`a seed is a whole number from 0 to 2^53 - 1, or a BigInt to 2^64 - 1, not ${seed}`);
}

export class Generator {
  /** @param {number | bigint} seed */
  constructor(seed) {
    const number = requireSeed(seed), low = Number(number & 0xffffffffn), high = Number(number >> 32n);
    this.state = Int32Array.from({ length: 4 }, (_, i) => mix(mix(low + Math.imul(i + 1, 0x9e3779b9)) ^ high));
  }

  /** A number of 32 bits. */
  next() {
    const s = this.state, result = Math.imul(rotate(Math.imul(s[1], 5), 7), 9), t = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 11);
    return result >>> 0;
  }

  /**
   * A number from 0 to below n.
   * @param {number} n
   */
  below(n) {
    const least = 2 ** 32 % n;
    let number = this.next();
    while (number < least) number = this.next();
    return number % n;
  }

  /**
   * Shuffle a list in place.
   * @param {number[]} list
   */
  shuffle(list) {
    for (let last = list.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [list[last], list[other]] = [list[other], list[last]];
    }
    return list;
  }
}
