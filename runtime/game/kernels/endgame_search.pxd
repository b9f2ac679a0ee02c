# C types of endgame_search.py.
cimport cython
from lexkit.formats.kernels.node cimport LOW_64
from .shared_types cimport is_rack_tile, meta_of, only_once, scatter, tiles_of, tiles_t
from .endgame_line_moves cimport NO_SCORE, LineMoves
from .endgame_solo cimport SoloBound
from .endgame_board cimport MOST_PLAYS, SearchBoard
from .endgame_board cimport AT_LEAST, AT_MOST, EXACT, PROVED, SearchTable

cpdef enum:
    DEEPEST = 96
    PASS_MARK = 0xFFFFFF
    LOWEST = -1073741824
    HIGHEST = 1073741823
    FIRST_ORDER = 1 << 12
    PICKED = 4
    DOUBTFUL = 2
    MARGIN = 25
    WHOLE = 62
    TILE_WEIGHT = 20
    POINT_WEIGHT = 6
    MOST_IN_BAG = 8
    LEAST_SOLO = 3
    SOLO_STEPS = 3
    MOST_STEPS = 1 << 22
    BOUND_SALT = 0x6A09E667
    NODES_BETWEEN_LOOKS = 127


@cython.final
cdef class EndgameSearch:
    cdef SearchBoard board
    cdef LineMoves lines
    cdef SearchTable table
    cdef SoloBound solo
    # Number of scoreless turns and of passes that ends the game; 0 for no limit.
    cdef int zero_turns, pass_turns
    cdef bint empty_board_ends
    cdef unsigned long long turns_key
    # Scoreless turns and passes before the board was set, and those at the position where the search begins.
    cdef int zeros_before, passes_before
    cdef readonly int mover
    cdef int zeros, passes
    cdef bint begun, dealt
    # Maximum number of tiles of a player for whom _most_alone holds.
    cdef int bounded
    # True if the player to move next is alone: the other one has no play.
    cdef bint alone
    # Maximum number of tiles for which the current search does not try to find what is gained alone.
    cdef int hopeless
    # The position for which the solo bound was last found, and whether it is the one that was just asked for.
    cdef unsigned long long solo_key
    cdef bint fresh
    # True if the game ended before the bag was empty.
    cdef readonly bint over
    # Number of positions searched, and whether nothing below the last one was cut off.
    cdef readonly unsigned long long nodes
    cdef readonly bint proved
    # Maximum number of positions of a search (0 for no limit), the count at which it stops, and whether it was
    # stopped so.
    cdef public unsigned long long budget
    cdef unsigned long long node_limit
    cdef readonly bint spent
    # True if the current search follows all lines to their ends, and the maximum number of plies it has reached.
    cdef bint whole
    cdef readonly int furthest
    # The value found in the table.
    cdef int known
    # Number of moves of the first position that the current search has weighed, and the best value among them.
    cdef readonly Py_ssize_t tried
    cdef readonly int best
    # Of the first position's moves: the mark of the best one, its index in the order of the search, and their number.
    # The search tries index share_first and every share_step-th move after it.
    cdef readonly unsigned long long best_move
    cdef readonly Py_ssize_t best_place, choices
    cdef Py_ssize_t share_first, share_step
    # The moves of all positions on the current line: the estimate and the number of each.
    cdef long long[::1] order
    # Upper bounds of the moves, by their number.
    cdef int[::1] limits
    cdef Py_ssize_t ordered
    # The best line from each ply on. PASS_MARK is a move of no tiles.
    cdef Py_ssize_t[97] lengths
    cdef tiles_t[9216] line_tiles
    cdef unsigned long long[9216] line_metas
    # Plays made while playing out a game.
    cdef tiles_t[96] played_tiles
    cdef int[96] played_counts, played_by, played_values
    cdef unsigned long long[96] played_keys

    cpdef begin(
        self, bytes grid, int zeros, int passes, int zero_turns, int pass_turns,
        bint empty_board_ends
    )
    @cython.locals(at=Py_ssize_t, gained=int, known=cython.ulonglong)
    cpdef deal(self, const unsigned char[::1] racks, const unsigned char[::1] bag)
    cpdef deepen(self, int depth, int low, int high)
    cpdef deepen_share(
        self, int depth, int low, int high, unsigned long long best_move, Py_ssize_t first, Py_ssize_t step
    )
    @cython.locals(most=int, key=cython.ulonglong)
    cpdef bound(self)
    @cython.locals(value=int)
    cdef _deepen(self, int depth, int low, int high)
    @cython.locals(
        gained=int, drawn=Py_ssize_t, score=int, laid=int, low=cython.ulonglong, kind=tiles_t
    )
    cdef int _empty_bag(self, const unsigned char[::1] bag) noexcept nogil
    cdef bint _shares(self) noexcept nogil
    cdef void _look(self) noexcept nogil
    cdef bint _ends(self, int zeros, int passes) noexcept nogil
    @cython.locals(state=cython.ulonglong, own=cython.ulonglong)
    cdef unsigned long long _key(self, unsigned long long board, int mover, int zeros, int passes) noexcept nogil
    @cython.locals(value=int, kind=int)
    cdef bint _knows(self, Py_ssize_t at, int depth, int alpha, int beta) noexcept nogil
    @cython.locals(at=Py_ssize_t)
    cdef bint _knows_after(
        self, int mover, tiles_t tiles, unsigned long long meta, int depth, int alpha, int beta, int zeros
    ) noexcept nogil
    @cython.locals(
        other=int, key=cython.ulonglong, wide=bint, at=Py_ssize_t, kind=int, value=int, best=int, base=Py_ssize_t,
        first=Py_ssize_t, last=Py_ssize_t, hint=cython.ulonglong, proved=bint, top=Py_ssize_t, i=Py_ssize_t,
        index=Py_ssize_t, meta=cython.ulonglong, tiles=tiles_t, score=int, laid=int, none=tiles_t,
        best_move=cython.ulonglong, lowest=int, less=int, swap=cython.longlong, place=Py_ssize_t, low=cython.ulonglong,
        below=int, nothing=cython.ulonglong, one=cython.longlong,
        deeper=int, missed=int, passed=int, least=cython.longlong, enough=bint, ends=bint, searched=bint, noted=bint,
        known=bint, most=int, alone=bint, deep=bint, fresh=bint, opening=cython.ulonglong
    )
    cdef int _search(
        self, int mover, int depth, int alpha, int beta, int zeros, int passes, int ply
    ) noexcept nogil
    @cython.locals(low=cython.ulonglong, score=int, out=int)
    cdef int _ceiling(self, int mover, tiles_t tiles, unsigned long long meta, int ply) noexcept nogil
    @cython.locals(
        low=cython.ulonglong, gain=int, out=int, most=int, kind=int, one=int, two=int, number=Py_ssize_t, tile=int,
        score=int, points=int, last=int
    )
    cdef int _most_alone(self, int mover, Py_ssize_t base) noexcept nogil
    @cython.locals(at=Py_ssize_t, most=int, steps=cython.ulonglong, spare=cython.ulonglong)
    cdef int _most_solo(self, int mover, unsigned long long key) noexcept nogil
    @cython.locals(number=Py_ssize_t, tiles=tiles_t, meta=cython.ulonglong)
    cdef unsigned long long _find_opening(self, Py_ssize_t base) noexcept nogil
    @cython.locals(points=int, tile=int, i=int)
    cdef int _points_of(self, tiles_t tiles, unsigned long long meta) noexcept nogil
    @cython.locals(
        number=Py_ssize_t, meta=cython.ulonglong, tiles=tiles_t, points=int, estimate=cython.longlong, low=cython.ulonglong, one=cython.longlong
    )
    cdef bint _order(self, int mover, Py_ssize_t base, unsigned long long hint, bint alone) noexcept nogil
    cdef _make_room(self, Py_ssize_t room)
    @cython.locals(gap=Py_ssize_t, at=Py_ssize_t, to=Py_ssize_t, moved=cython.longlong)
    cdef void _sort(self, Py_ssize_t start, Py_ssize_t end) noexcept nogil
    @cython.locals(best=cython.longlong, one=cython.longlong, i=Py_ssize_t)
    cdef long long _best_estimate(self, Py_ssize_t first) noexcept nogil
    @cython.locals(words=cython.ulonglong, mark=cython.ulonglong)
    cdef unsigned long long _mark(self, tiles_t tiles, unsigned long long meta) noexcept nogil
    @cython.locals(i=Py_ssize_t)
    cdef void _begin_line(self, int ply, tiles_t tiles, unsigned long long meta, bint goes_on) noexcept nogil
    @cython.locals(
        value=int, sign=int, other=int, plays=int, score=int, laid=int, low=cython.ulonglong, first=int, rest=int,
        key=cython.ulonglong, at=Py_ssize_t, nothing=cython.ulonglong
    )
    cdef int _play_out(self, int mover, int zeros, int passes) noexcept nogil
    @cython.locals(i=Py_ssize_t, number=int, meta=cython.ulonglong, tiles=tiles_t)
    cpdef list line(self)
