// Sets of letters as 32 bits, and the bits of words and bytes.

/** The number of bits of a 32-bit set. */
export function popcount(bits) {
  bits -= (bits >>> 1) & 0x55555555;
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** The place of the lowest bit of a set that is not empty. */
export function lowest(bits) { return 31 - Math.clz32(bits & -bits); }
