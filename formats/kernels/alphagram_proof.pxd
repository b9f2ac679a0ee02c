# C types of alphagram_proof.py.
cimport cython
from lexkit.formats.kernels.alphagram_entries cimport bucket_of, entry_of, find_entry, prefetch_bucket, prefetch_entries
from lexkit.formats.kernels.count_bits cimport lowest
from lexkit.formats.kernels.nodes cimport Nodes, given
from lexkit.formats.kernels.node cimport child, children, letters


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
