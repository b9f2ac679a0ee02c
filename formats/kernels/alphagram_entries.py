"""Where a hash is looked up in the section ``alphagrams``. SPEC.md, "Alphagrams".

These are the functions for interpreted kernels; compiled ones inline the same from ``alphagram_entries.pxd``. In both,
``starts``: first entry of each bucket and, last, their number; ``entries``: in a bucket in ascending order.
"""

from __future__ import annotations


def bucket_of(total: int, bits: int) -> int:
    """The bucket of a hash: its top bits. Interpreted, a sum may have grown beyond 64 bits."""
    return total >> 64 - bits & (1 << bits) - 1


def entry_of(total: int, bits: int, hash_mask: int) -> int:
    """The entry of a hash, with zeros for the rank: the 32 bits below the bucket's."""
    return total >> 32 - bits & hash_mask


def find_entry(starts: memoryview, entries: memoryview, bucket: int, wanted: int) -> int:
    """The place of the bucket's first entry that is not below the wanted one; the bucket's end if all are."""
    low, high = starts[bucket], starts[bucket + 1]
    while high - low > 8:
        middle = (low + high) >> 1
        if entries[middle] < wanted:
            low = middle
        else:
            high = middle
    while low < high and entries[low] < wanted:
        low += 1
    return low


def prefetch_bucket(starts: memoryview, bucket: int) -> None:
    """A hint that this bucket will be asked for soon; compiled, the processor fetches its start meanwhile."""


def prefetch_entries(starts: memoryview, entries: memoryview, bucket: int) -> None:
    """The same for the entries of the bucket."""
