"""Bit counting for the kernels when they run uncompiled; compiled, ``count_bits.pxd`` takes its place."""

from __future__ import annotations

#: The bits that compiled kernels keep of a sum or a product.
LOW_64 = (1 << 64) - 1
#: The lowest bit, as wide as sets are.
ONE = 1


def popcount(bits: int) -> int:
    """Number of set bits."""
    return bits.bit_count()


def lowest(bits: int) -> int:
    """Number of the lowest set bit; ``bits`` is not 0."""
    return (bits & -bits).bit_length() - 1
