# C types of rack_subsets.py.
cimport cython
from lexkit.formats.kernels.count_bits cimport lowest, popcount
from .anagram_table cimport AnagramTable
from .shared_types cimport MOST_TILES, fetch_mark, is_marked, key_sum
from .leave_table cimport NEVER, LeaveTable

cdef enum:
    MOST_LISTED = 8
    LOOKED_UP = 5
    SLOTS = 64
    ROW = 6
    UNKNOWN = -2147483647


@cython.final
cdef class RackSubsets:
    cdef AnagramTable table
    cdef LeaveTable leaves
    cdef bint weighs
    # The rack: its tiles and their values, sorted; how many racks there have been.
    cdef int held
    cdef int[16] values
    cdef unsigned char[16] tiles
    cdef unsigned long long racks
    # By choice: the sum of its keys, how many blanks it has, what it takes off the number of the leave of nothing
    # played, its points, and those of its second tile.
    cdef bint listed, lists
    cdef unsigned long long[256] keys
    cdef unsigned char[256] blanks
    cdef Py_ssize_t[256] spent
    cdef int[256] points, second
    # The distinct choices by size: where those begin, and how many there are.
    cdef int[9] room, number
    cdef unsigned char[256] choices, valid
    # By slot: which rack's, and through what; and its rows.
    cdef unsigned long long[64] rack_of
    cdef unsigned long long[64] through
    cdef long long[::1] rows
    cdef Py_ssize_t slot_size, any_tiles

    @cython.locals(tile=int, _copy=int, at=int)
    cdef void take_rack(self, const unsigned char[::1] rack, const int *points) noexcept nogil
    @cython.locals(count=int, points=int, worth=cython.longlong, row=Py_ssize_t)
    cdef void weigh(self, bint weighs) noexcept nogil
    @cython.locals(at=int, tile=int, twins=int, choice=int, rest=int, size=int)
    cdef void _list(self) noexcept nogil
    @cython.locals(slot=int, row=Py_ssize_t, size=int)
    cdef Py_ssize_t row_for(self, unsigned long long through, int count) noexcept nogil
    @cython.locals(
        place=int, choice=int, worth=cython.longlong, points=int, marks="const unsigned long long[::1]", shift=int,
        number=int
    )
    cdef void _fill(self, Py_ssize_t row, unsigned long long through, int count) noexcept nogil
    @cython.locals(at=int)
    cdef inline void _clear(self, Py_ssize_t row) noexcept nogil
    cdef inline void _raise(
        self, Py_ssize_t row, long long worth, long long points, int first, int second
    ) noexcept nogil
    cdef inline bint _would_raise(
        self, Py_ssize_t row, long long worth, long long points, int first, int second
    ) noexcept nogil
