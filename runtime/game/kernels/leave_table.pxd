# C types of leave_table.py.
cimport cython
from .shared_types cimport only_once

cpdef enum:
    MOST_LEAVES = 1 << 15
    NEVER = -1073741824
    HOPED = 5
    HOPED_BITS = 3


cdef inline long long floor_of(long long total, long long number) noexcept nogil:
    return (total + (number << 32)) // number - (<long long>1 << 32)


@cython.final
cdef class LeaveTable:
    cdef const int[::1] values
    cdef const long long[::1] steps
    cdef Py_ssize_t columns, longest
    # By the number of a leave: its index in the values, its size and its worth.
    cdef long long[::1] places
    cdef unsigned char[::1] sizes
    cdef int[::1] worth
    # Number of leaves of the rack, and its number of tiles.
    cdef Py_ssize_t count
    cdef int total
    # True if a finder owns this table.
    cdef bint taken
    # The weight that a tile adds to the number of a leave, and the best worth of a leave by the number of tiles
    # played.
    cdef Py_ssize_t[64] weights
    cdef int[17] best
    # True if worths adapt to the unseen tiles; the number of each tile in the game, of each unseen, and of all in the
    # game.
    cdef bint adapts
    cdef int[64] whole, unseen
    cdef int whole_size
    # By the number of a leave: its index with one more tile, and two sums of the values of these longer leaves,
    # weighted by the unseen tiles (hoped) and by all tiles of the game outside the leave (usual).
    cdef long long[::1] longer, hoped, usual
    # The best exchange: the count of each tile.
    cdef unsigned char[64] exchanged

    @cython.locals(leave=Py_ssize_t)
    cdef bint by_value(self, const unsigned char *rack) noexcept nogil
    @cython.locals(
        leave=Py_ssize_t, tile=int, kept=Py_ssize_t, value=cython.longlong, total=cython.longlong,
        drawn=cython.longlong, more=cython.longlong
    )
    cdef void adapt(self, const unsigned char *rack, int bag) noexcept nogil
    @cython.locals(
        leave=Py_ssize_t, size=Py_ssize_t, kind=int, copies=int, before=Py_ssize_t, after=Py_ssize_t, has=int
    )
    cdef void _list_longer(self, const unsigned char *rack, int tile) noexcept nogil
    @cython.locals(leave=Py_ssize_t, size=Py_ssize_t, kind=int, copies=int)
    cdef bint by_cost(self, const unsigned char *rack, const int *points, int kept, int out) noexcept nogil
    @cython.locals(
        leave=Py_ssize_t, size=Py_ssize_t, kind=int, copies=int, total=int, before=Py_ssize_t, after=Py_ssize_t
    )
    cdef bint _list(self, const unsigned char *rack) noexcept nogil
    @cython.locals(leave=Py_ssize_t, played=int)
    cdef void _find_best(self) noexcept nogil
    @cython.locals(leave=Py_ssize_t, best=Py_ssize_t, more=cython.longlong)
    cdef int find_exchange(self, const unsigned char *rack, int most) noexcept nogil
    @cython.locals(kind=int, kept=Py_ssize_t, others=Py_ssize_t)
    cdef bint _goes_before(self, const unsigned char *rack, Py_ssize_t leave, Py_ssize_t other) noexcept nogil
    @cython.locals(kind=int)
    cdef void _count_exchanged(self, const unsigned char *rack, Py_ssize_t leave) noexcept nogil
