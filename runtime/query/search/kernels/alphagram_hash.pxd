# C types of alphagram_hash.py.
cimport cython
from cpython.bytes cimport PyBytes_FromStringAndSize
from lexkit.formats.kernels.alphagram_proof cimport bucket_of, entry_of, find_entry, prefetch_bucket, prefetch_entries
from lexkit.formats.kernels.node cimport ONE, lowest
from lexkit.formats.kernels.nodes cimport LOOK, Nodes, given
from lexkit.formats.kernels.node cimport child, children, letters, rank_before


cpdef enum:
    MAX_BLANKS = 2
    ROOM = 512


cdef inline bytes bytes_of(const long long *numbers, Py_ssize_t size):
    return PyBytes_FromStringAndSize(<const char *>numbers, size)


@cython.final
cdef class Anagrams:
    cdef Nodes nodes
    cdef const unsigned int[::1] starts, entries
    cdef const unsigned long long[::1] weights
    cdef const unsigned char[::1] table
    cdef int letters, bucket_bits
    cdef unsigned long long rank_mask, hash_mask

    @cython.locals(counts=cython.uchar[64], blanks=int, code=Py_ssize_t)
    cpdef of_text(self, str text)
    @cython.locals(counts=cython.uchar[64])
    cpdef of_tiles(self, const unsigned char[::1] tiles, int blanks)
    @cython.locals(ranks=cython.longlong[512], numbers=cython.longlong[1536], many=cython.longlong[::1])
    cdef tuple _answer(self, unsigned char *counts, Py_ssize_t length, int blanks)
    @cython.locals(
        found=Py_ssize_t, compared=Py_ssize_t, lane=int, lanes=int, tile=int, first=int, second=int, rank=cython.longlong,
        sums=cython.ulonglong[64], firsts=cython.uchar[64], seconds=cython.uchar[64]
    )
    cdef Py_ssize_t _gather(
        self, unsigned char *counts, Py_ssize_t length, int blanks, long long *ranks, Py_ssize_t room
    ) except -1 nogil
    @cython.locals(tile=int, chosen=int, left=cython.uchar[64])
    cdef bint _has_letters(
        self, unsigned long long rank, unsigned char *counts, unsigned long long have, Py_ssize_t length
    ) noexcept nogil


@cython.locals(gap=Py_ssize_t)
cdef void _sort(long long *ranks, Py_ssize_t number) noexcept nogil
@cython.locals(runs=Py_ssize_t, run=Py_ssize_t)
cdef Py_ssize_t _write_ranges(const long long *ranks, Py_ssize_t number, long long *numbers) noexcept nogil
