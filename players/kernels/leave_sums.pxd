# C types of leave_sums.py.
cimport cython

cdef enum:
    MOST_TILES = 15
    MOST_PLACES = 33554432


@cython.final
cdef class LeaveSums:
    cdef const long long[::1] steps, bag
    cdef Py_ssize_t columns, longest
    cdef readonly object weights, worths, doubts
    cdef double[::1] weight_of, worth_of, doubt_of
    # Kinds of tile on the current rack, ascending, and the number of tiles of each.
    cdef int[16] kinds, copies
    cdef int count

    @cython.locals(at=Py_ssize_t, rack=Py_ssize_t)
    cpdef add(
        self, const unsigned char[::1] racks, Py_ssize_t size, const double[::1] means, const double[::1] seen
    )
    @cython.locals(at=Py_ssize_t)
    cdef void _add_rack(self, const unsigned char[::1] rack, double mean, double seen) noexcept nogil
    @cython.locals(kind=int, kept=int, rest=int, drawn=int, available=cython.longlong, chosen=double)
    cdef void _choose(
        self, int slot, long long place, int size, double ways, double mean, double seen
    ) noexcept nogil
