# C types of best_move.py.
cimport cython
from lexkit.formats.kernels.node cimport step
from .shared_types cimport BLANK, letters_t, line_key, meta_of, put_move, tiles_of, tiles_t
from .choice_walk cimport ChoiceWalk
from .gaddag_generator cimport GaddagGenerator
from .leave_table cimport LeaveTable
from .rack_subsets cimport RackSubsets
from .shadow cimport NO_PLAY, Shadow
from .squares cimport Squares


cdef enum:
    LOOSE = 0
    TIGHT = 1
    FOUND = 2
    MOST_ANCHORS = 2048
    ROOM = 4096
    LINES = 1024


cdef struct Anchor:
    long long bound
    # The best move, once it is found.
    unsigned long long meta
    tiles_t tiles
    unsigned char stage, direction, number, first, last, limit


# A line of which anchors are recorded: its key, the number of its rack, and its first anchor and the one behind its last.
cdef struct KnownLine:
    unsigned long long key
    long long rack
    unsigned short begin, end


cdef class BestFinder(ChoiceWalk):
    cdef Shadow shadow
    cdef bint noting
    cdef letters_t held
    # The anchors recorded for the current rack; those not yet played, as indices, and their bounds.
    cdef Py_ssize_t anchors_noted, waiting
    cdef Anchor[4096] noted
    cdef unsigned short[2048] order
    cdef long long[2048] bounds
    # True if anchors are kept for the next position, should it have the same rack; true if the last rack's may be used
    # again; that rack, the number of racks so far, and the lines known, by key.
    cdef bint remembers, knows_rack
    cdef unsigned char[64] last_rack
    cdef long long rack_number
    cdef KnownLine[1024] known_lines
    # Leave table, or None if leaves are worth nothing.
    cdef LeaveTable leaves
    # Set by callers for each position if leaves count: the number of tiles in the bag, the number that may be
    # exchanged, and, for an empty bag, the cost of keeping tiles and the worth of going out.
    cdef int bag, exchangeable, kept_cost, out_worth
    cdef unsigned long long played

    cdef RackSubsets _choices_of(self, nodes, Shadow shadow, LeaveTable leaves, opening)
    cdef _take(self, Shadow shadow, LeaveTable leaves)
    @cython.locals(key=cython.ulonglong, slot=Py_ssize_t, at=Py_ssize_t, begin=Py_ssize_t)
    cdef void each_anchor(
        self, Squares squares, unsigned long long tiles, unsigned long long crossed, letters_t held
    ) noexcept nogil
    @cython.locals(at=Py_ssize_t, bound=cython.longlong, alone=bint, first=Py_ssize_t)
    cdef void at_anchor(self, Py_ssize_t node, letters_t held) noexcept nogil
    @cython.locals(bound=cython.longlong)
    cdef void _await(self, Py_ssize_t at) noexcept nogil
    @cython.locals(worth=cython.longlong)
    cdef void _take_found(self, Py_ssize_t at) noexcept nogil
    @cython.locals(highest=Py_ssize_t, slot=Py_ssize_t, at=Py_ssize_t, bound=cython.longlong, loose=cython.longlong)
    cdef void answer(self, Squares squares, const unsigned char *rack, bint both) noexcept nogil
    cdef void choose(self, int number) noexcept nogil
    cdef void _write_best(self) noexcept nogil
    @cython.locals(bound=cython.longlong)
    cdef long long _tighten(self, Py_ssize_t at) noexcept nogil
    @cython.locals(had=bint, worth=cython.longlong, meta=cython.ulonglong, tiles=tiles_t)
    cdef void _find_at(self, Py_ssize_t at) noexcept nogil
    @cython.locals(same=bint, tile=int)
    cdef bint _is_same(self, const unsigned char *rack) noexcept nogil
    cdef void _forget_anchors(self) noexcept nogil
    @cython.locals(alone=bint)
    cdef long long _bound(self, bint marks) noexcept nogil
    @cython.locals(node=Py_ssize_t)
    cdef void _fetch(self) noexcept nogil
    @cython.locals(front=int, node=Py_ssize_t)
    cdef void _play(self) noexcept nogil
    cdef bint ready(self) noexcept nogil
    @cython.locals(listed=bint, laid=int)
    cdef void _weigh_leaves(self, const unsigned char *rack) noexcept nogil
    @cython.locals(laid=int, missing=cython.longlong)
    cdef void _raise_floors(self, long long worth) noexcept nogil
    @cython.locals(meta=cython.ulonglong, tiles=tiles_t, worth=cython.longlong, low=cython.ulonglong)
    cdef void _look_through(self) noexcept nogil
    @cython.locals(leave=Py_ssize_t, at=int, tile=int, worth=cython.longlong)
    cdef long long _worth_of_rest(self, unsigned long long meta, tiles_t tiles) noexcept nogil
    @cython.locals(tile=int)
    cpdef best_by_worth(
        self, Squares squares, bytes rack, bint both, int bag, int exchangeable, int kept_cost,
        int out_worth, bytes grid=*
    )
