# C types of game_player.py.
cimport cython
from .best_move cimport BestFinder
from .shared_types cimport Line, bytes_from, is_rack_tile, meta_of, only_once, tiles_of, tiles_t
from .squares cimport Squares

cpdef enum:
    TURN = 64
    PASS = 0
    PLACEMENT = 1
    EXCHANGE = 2
    MORE_CHANCES = -1
    MORE_ROOM = -2
    STOPPED = -3
    ZEROS = -1
    PASSES = -2
    MOST_TILES_IN_BAG = 2048
    KEPT_COST = 10000
    MOST_TRIES = 32


@cython.final
cdef class GamePlayer:
    cdef Squares squares
    cdef BestFinder first, second
    # Number of candidates that each player plays out when the bag is empty, and the table on which that is done.
    cdef int[2] tries
    cdef GamePlayer ahead
    cdef unsigned char[::1] turn_ahead
    cdef int rack_size, exchange_minimum, zero_turns, pass_turns, exchange_limit, patience
    cdef bint exchanges_count, empty_board_ends, both
    # The bag and its number of tiles, two racks of 64 counts, and an empty grid.
    cdef unsigned char[::1] bag, racks
    cdef const unsigned char[::1] empty
    cdef Py_ssize_t left
    # Number of chances used; scoreless turns in a row as the rules count them; passes; all scoreless turns; the
    # player who is out, or ZEROS or PASSES; each player's number of exchanges; the scores.
    cdef Py_ssize_t used
    cdef int zeros, passes, idle, out
    cdef int[2] exchanges
    cdef long long[2] scores
    cdef Py_ssize_t[16] played_on

    cdef _have_ahead(self, Squares squares, GamePlayer ahead)
    @cython.locals(
        games=Py_ssize_t, game=Py_ssize_t, later=Py_ssize_t, room=Py_ssize_t, at=Py_ssize_t, player=int,
        number=Py_ssize_t, numbers=Py_ssize_t, known=cython.ulonglong
    )
    cpdef play(
        self, const unsigned char[::1] tiles, const double[::1] chances, int begins, unsigned char[::1] turns,
        unsigned char[::1] held, long long[::1] ends
    )
    cdef start(self)
    cdef raise_failure(self)
    @cython.locals(number=Py_ssize_t, at=Py_ssize_t, other=int, reason=int, turn=cython.uchar[::1])
    cdef Py_ssize_t _play_game(
        self, const unsigned char[::1] tiles, const double[::1] chances, int player, unsigned char[::1] turns,
        unsigned char[::1] held
    ) noexcept nogil
    cdef bint _given_up(self) noexcept nogil
    cdef bint _may_exchange(self, int player) noexcept nogil
    @cython.locals(at=int, tile=int)
    cdef void _tell_unseen(self, BestFinder finder, int player) noexcept nogil
    @cython.locals(at=int, best=int, gain=cython.longlong, most=cython.longlong)
    cdef bint _look_ahead(self, BestFinder finder, int player, const double[::1] chances) noexcept nogil
    @cython.locals(other=int, at=int, reason=int)
    cdef bint _play_out(
        self, int player, unsigned long long meta, tiles_t tiles, const double[::1] chances
    ) noexcept nogil
    @cython.locals(other=int, gain=cython.longlong)
    cdef long long _gained(self, int player) noexcept nogil
    @cython.locals(at=int)
    cdef int _take_turn(
        self, BestFinder finder, int player, const double[::1] chances, unsigned char[::1] turn
    ) noexcept nogil
    @cython.locals(
        row=int, column=int, count=int, down=int, score=int, number=int, square=Py_ssize_t, tile=cython.uchar, at=int,
        line=Line, low=cython.ulonglong
    )
    cdef void _place(
        self, int player, unsigned long long meta, tiles_t tiles, unsigned char[::1] turn
    ) noexcept nogil
    @cython.locals(count=int, tile=int, at=int, copies=int)
    cdef bint _exchange(
        self, BestFinder finder, int player, const double[::1] chances, unsigned char[::1] turn
    ) noexcept nogil
    @cython.locals(count=int, tile=int, _copy=int)
    cdef void _write_rack(self, int player, unsigned char[::1] turn) noexcept nogil
    @cython.locals(byte=int)
    cdef void _write_number(self, unsigned char[::1] turn, int at, long long number) noexcept nogil
    @cython.locals(count=int)
    cdef int _draw(self, int player, int wanted, unsigned char[::1] drawn) noexcept nogil
    @cython.locals(last=Py_ssize_t, other=Py_ssize_t, tile=cython.uchar)
    cdef bint _shuffle(self, const double[::1] chances) noexcept nogil
    @cython.locals(tile=int)
    cdef bint _is_empty(self, int player) noexcept nogil
    @cython.locals(tile=int, points=int)
    cdef int _left_on(self, int player) noexcept nogil
