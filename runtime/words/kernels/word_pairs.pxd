# C types of word_pairs.py.
cimport cython
from lexkit.formats.kernels.node cimport ONE, lowest, popcount
from lexkit.formats.kernels.nodes cimport LOOK, Nodes, given
from lexkit.formats.kernels.node cimport child, children, letters, rank_before, step
from lexkit.runtime.automaton.kernels.tile_strings cimport require_tiles


@cython.final
cdef class Pairs:
    cdef Nodes nodes
    # The path: nodes on both sides, ranks of the words below them, tiles not tried yet, whether the path is a word.
    cdef Py_ssize_t[66] lefts, rights
    cdef unsigned long long[66] left_lows, left_highs, right_lows, right_highs, pending
    cdef unsigned char[66] whole
    # Results to write: ranks of the left words found, or masks of left words and marks of right words.
    cdef long long[::1] ranks
    cdef unsigned long long[::1] masks
    cdef unsigned char[::1] marks
    cdef bint listing
    cdef unsigned long long letter
    cdef const unsigned char[::1] tiles
    cdef Py_ssize_t length, found
    # Nodes to visit before the next check of the deadline.
    cdef Py_ssize_t visits
    # Result of _place: rank of the tile's word, ranks of the words below its child.
    cdef unsigned long long word_rank, child_low, child_high

    cdef int _look(self) except -1 nogil
    cdef inline void _place(
        self, Py_ssize_t node, unsigned long long low, unsigned long long high, int tile
    ) noexcept nogil
    @cython.locals(total=cython.ulonglong, depth=Py_ssize_t)
    cdef int _both(self) except -1 nogil
    @cython.locals(
        total=cython.ulonglong, depth=Py_ssize_t, rank=cython.ulonglong, ended=cython.uchar, behind=Py_ssize_t
    )
    cdef int _ends(self) except -1 nogil
    cpdef Py_ssize_t taking_front(self, const unsigned char[::1] tiles, long long[::1] ranks) except -1
    @cython.locals(total=cython.ulonglong)
    cpdef fronts(self, unsigned long long[::1] masks, unsigned char[::1] marks)
    cpdef Py_ssize_t taking_back(self, const unsigned char[::1] tiles, long long[::1] ranks) except -1
    cpdef backs(self, unsigned long long[::1] masks, unsigned char[::1] marks)
    cdef _mark(self, unsigned long long[::1] masks, unsigned char[::1] marks)
