# C types of alphagram_proof.py, and its lookup functions, inlined into compiled kernels.
cimport cython
from lexkit.formats.kernels.node cimport hint, lowest
from lexkit.formats.kernels.nodes cimport Nodes, given
from lexkit.formats.kernels.node cimport child, children, letters


cdef inline Py_ssize_t bucket_of(unsigned long long total, int bits) noexcept nogil:
    return (total >> 1) >> (63 - bits)


cdef inline unsigned long long entry_of(unsigned long long total, int bits, unsigned long long hash_mask) noexcept nogil:
    return (total >> (32 - bits)) & hash_mask


cdef inline Py_ssize_t find_entry(
    const unsigned int[::1] starts, const unsigned int[::1] entries, Py_ssize_t bucket, unsigned long long wanted
) noexcept nogil:
    cdef Py_ssize_t low = starts[bucket]
    cdef Py_ssize_t high = starts[bucket + 1]
    cdef Py_ssize_t middle
    while high - low > 8:
        middle = (low + high) >> 1
        if entries[middle] < wanted:
            low = middle
        else:
            high = middle
    while low < high and entries[low] < wanted:
        low += 1
    return low


cdef inline void prefetch_bucket(const unsigned int[::1] starts, Py_ssize_t bucket) noexcept nogil:
    hint(&starts[bucket])


cdef inline void prefetch_entries(
    const unsigned int[::1] starts, const unsigned int[::1] entries, Py_ssize_t bucket
) noexcept nogil:
    cdef Py_ssize_t place = starts[bucket]
    if place < entries.shape[0]:
        hint(&entries[place])


@cython.locals(place=Py_ssize_t)
cpdef Py_ssize_t unsorted(const unsigned int[::1] starts, const unsigned int[::1] entries) except? -1


@cython.final
cdef class Hashed:
    cdef Nodes nodes
    cdef const unsigned int[::1] starts
    cdef const unsigned int[::1] entries
    cdef const unsigned long long[::1] weights
    cdef int bucket_bits
    cdef unsigned long long hash_mask

    @cython.locals(
        depth=Py_ssize_t, held=int, rank=cython.longlong, trail=Py_ssize_t[66], pending=cython.ulonglong[66],
        sums=cython.ulonglong[66], waiting=cython.ulonglong[64]
    )
    cpdef Py_ssize_t missing(self) except? -1
    cdef long long _first_missing(self, unsigned long long *sums, int number, long long first) noexcept nogil
