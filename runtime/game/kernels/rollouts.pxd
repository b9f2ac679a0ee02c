# C types of rollouts.py.
cimport cython
from .shared_types cimport is_rack_tile, only_once, split_mix
from lexkit.formats.kernels.node cimport LOW_64
from .best_move cimport BestFinder
from .game_player cimport MOST_TILES_IN_BAG, PASS, TURN, GamePlayer
from .squares cimport Squares

cpdef enum:
    FIELDS = 8
    HOLDING = 17
    MOST_PLIES = 64
    BEFORE = 5


@cython.final
cdef class Rollouts:
    cdef GamePlayer table
    # Finders of the opponent's first move and of the player's next one.
    cdef BestFinder reply_finder, next_finder
    # The squares after each candidate, at least as many as there are candidates now.
    cdef list after
    cdef Py_ssize_t arms
    # State and increment of the random numbers (SplitMix).
    cdef unsigned long long state, step
    cdef unsigned char[::1] turn, drawn_tiles
    cdef double[::1] chances

    cdef _take(self, GamePlayer table, BestFinder reply_finder, BestFinder next_finder)
    @cython.locals(size=Py_ssize_t, arm=Py_ssize_t)
    cpdef begin(self, const unsigned char[::1] grids)
    @cython.locals(
        total=Py_ssize_t, arms=Py_ssize_t, number=Py_ssize_t, arm=Py_ssize_t, tile=int, row=Py_ssize_t, at=Py_ssize_t
    )
    cpdef roll(
        self, const unsigned char[::1] unseen, const unsigned char[::1] kept, const long long[::1] draws,
        const unsigned char[::1] returned, int held, const unsigned char[::1] holdings, const double[::1] weights,
        const long long[::1] before, int plies, unsigned long long seed, long long first, long long[::1] rows
    )
    @cython.locals(more=Py_ssize_t, back=Py_ssize_t, tile=int, size=Py_ssize_t)
    cdef _check(
        self, Py_ssize_t total, const unsigned char[::1] kept, long long draws, const unsigned char[::1] returned,
        int held
    )
    @cython.locals(finder=BestFinder)
    cdef _start(self)
    cdef void _set_board(self, Py_ssize_t arm) noexcept nogil
    @cython.locals(at=int, other=int, copies=int)
    cdef bint _may_hold(self, const unsigned char[::1] unseen, int held, const unsigned char[::1] holding) noexcept nogil
    @cython.locals(row=Py_ssize_t, tile=int, at=Py_ssize_t, _copy=int)
    cdef void _deal(
        self, const unsigned char[::1] unseen, const unsigned char[::1] kept, int draws,
        const unsigned char[::1] returned, int held, const unsigned char[::1] holdings, const double[::1] weights
    ) noexcept nogil
    @cython.locals(
        gain=cython.longlong, leftover=cython.longlong, number=int, leaves="long long[2]", at=Py_ssize_t,
        player=int, reason=int, score=cython.longlong
    )
    cdef bint _play(self, int plies, long long[::1] row) noexcept nogil
    @cython.locals(number=int, tile=int)
    cdef int _held_by(self, int opponent) noexcept nogil
    @cython.locals(number=cython.longlong, part=cython.longlong, byte=int)
    cdef long long _number_at(self, int at) noexcept nogil
    @cython.locals(last=Py_ssize_t, other=Py_ssize_t, tile=cython.uchar)
    cdef void _shuffle(self) noexcept nogil
    @cython.locals(low=Py_ssize_t, high=Py_ssize_t, middle=Py_ssize_t, wanted=double)
    cdef Py_ssize_t _choose(self, const double[::1] weights) noexcept nogil
    cdef Py_ssize_t _below(self, Py_ssize_t stop) noexcept nogil
    cdef unsigned long long _next(self) noexcept nogil
