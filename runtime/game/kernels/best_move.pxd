# C types of best_move.py.
cimport cython
from lexkit.formats.kernels.node cimport step
from .shared_types cimport BLANK, letters_t, meta_of, put_move, tiles_of, tiles_t
from .choice_walk cimport ChoiceWalk
from .gaddag_generator cimport GaddagGenerator
from .leave_table cimport LeaveTable
from .rack_subsets cimport RackSubsets
from .shadow cimport NO_PLAY, Shadow
from .squares cimport Squares


cdef struct Anchor:
    long long bound
    bint tight
    unsigned char direction, number, first, last, limit


cdef class BestFinder(ChoiceWalk):
    cdef Shadow shadow
    cdef bint noting
    cdef letters_t held
    # Anchors not yet played, and their number.
    cdef Py_ssize_t waiting
    cdef Anchor[2048] noted
    # Leave table, or None if leaves are worth nothing.
    cdef LeaveTable leaves
    # Set by callers for each position if leaves count: the number of tiles in the bag, the number that may be
    # exchanged, and, for an empty bag, the cost of keeping tiles and the worth of going out.
    cdef int bag, exchangeable, kept_cost, out_worth
    cdef unsigned long long played

    cdef RackSubsets _choices_of(self, nodes, Shadow shadow, LeaveTable leaves, opening)
    cdef _take(self, Shadow shadow, LeaveTable leaves)
    @cython.locals(bound=cython.longlong, alone=bint, first=Py_ssize_t)
    cdef void at_anchor(self, Py_ssize_t node, letters_t held) noexcept nogil
    cdef void answer(self, Squares squares, const unsigned char[::1] rack, bint both) noexcept nogil
    cdef void choose(self, int number) noexcept nogil
    cdef void _write_best(self) noexcept nogil
    @cython.locals(bound=cython.longlong)
    cdef long long _tighten(self, Py_ssize_t slot) noexcept nogil
    @cython.locals(alone=bint)
    cdef long long _bound(self, bint marks) noexcept nogil
    @cython.locals(node=Py_ssize_t)
    cdef void _fetch(self) noexcept nogil
    @cython.locals(front=int, node=Py_ssize_t)
    cdef void _play(self) noexcept nogil
    cdef bint ready(self) noexcept nogil
    @cython.locals(listed=bint, laid=int)
    cdef void _weigh_leaves(self, const unsigned char[::1] rack) noexcept nogil
    @cython.locals(laid=int, missing=cython.longlong)
    cdef void _raise_floors(self, long long worth) noexcept nogil
    @cython.locals(meta=cython.ulonglong, tiles=tiles_t, worth=cython.longlong, low=cython.ulonglong)
    cdef void _look_through(self) noexcept nogil
    @cython.locals(leave=Py_ssize_t, at=int, tile=int, worth=cython.longlong)
    cdef long long _worth_of_rest(self, unsigned long long meta, tiles_t tiles) noexcept nogil
    @cython.locals(tile=int)
    cpdef best_by_worth(
        self, Squares squares, const unsigned char[::1] rack, bint both, int bag, int exchangeable, int kept_cost,
        int out_worth
    )
