# C types of endgame_line_moves.py.
cimport cython
from lexkit.formats.kernels.node cimport ONE, lowest
from .shared_types cimport (
    BLANK, MOST_STATES, MOVE_SIZE, Line, append_moves, bytes_from, fetch, is_rack_tile, letters_t, meta_of, only_once,
    rack_key, tiles_of, tiles_t
)
from .gaddag_generator cimport GaddagGenerator
from .endgame_board cimport SearchBoard
from .squares cimport Squares
from .wordsmog cimport WordsmogWalk

cpdef enum:
    SLOT = 4
    NO_SCORE = -1
    MOST_OUTS = 8
    MOST_NOTED = 96


@cython.final
cdef class LineMoves:
    cdef SearchBoard board
    cdef Squares squares
    cdef GaddagGenerator generator
    # both: play an empty board down as well. in_use: whether a search owns this object.
    cdef bint both, in_use
    # Two racks of 64 counts; the number of tiles, the points and the key of each.
    cdef unsigned char[::1] racks
    cdef int[2] sizes, points
    cdef unsigned long long[2] keys
    cdef unsigned long long[1024] rack_keys
    # The slots, and the memory of the moves to which they point.
    cdef unsigned long long[::1] slots
    cdef unsigned long long mask
    cdef object array
    cdef unsigned char *moves
    cdef Py_ssize_t stored, room
    # Key and letters of the generator's current rack, and the lines that may have plays, one bit each.
    cdef unsigned long long taken
    cdef letters_t held
    cdef unsigned long long[2] lines
    # Out plays (those that leave no tile) noted for each ply, best first: their number, scores and lines; 32 is added
    # to the number of a column.
    cdef int[96] noted
    cdef int[768] outs, out_lines
    # Results of find_best for a rack.
    cdef int out_score
    cdef bint has_play
    cdef tiles_t play_tiles
    cdef unsigned long long play_meta

    @cython.locals(view=cython.uchar[::1])
    cdef _make_room(self, Py_ssize_t room)
    cdef Squares _squares_of(self, SearchBoard board)
    cdef _have(self, SearchBoard board)
    @cython.locals(player=int, tile=int, _copy=int, known=cython.ulonglong)
    cpdef deal(self, const unsigned char[::1] racks)
    cdef start(self)
    @cython.locals(i=int, kind=int, tile=int, had=int)
    cdef void lay(self, int player, tiles_t tiles, int count) noexcept nogil
    @cython.locals(i=int, kind=int, tile=int, had=int)
    cdef void lift(self, int player, tiles_t tiles, int count) noexcept nogil
    cdef unsigned long long _lines(self, int direction) noexcept nogil
    @cython.locals(key=cython.ulonglong, at=Py_ssize_t)
    cdef Py_ssize_t _slot(self, int direction, Py_ssize_t number, int player) noexcept nogil
    @cython.locals(key=cython.ulonglong, direction=int, lines=cython.ulonglong)
    cdef void _prepare(self, int player) noexcept nogil
    @cython.locals(before=Py_ssize_t, tiles=cython.ulonglong, crossed=cython.ulonglong)
    cdef bint _generate(
        self, int direction, Py_ssize_t number, int player, Py_ssize_t at, unsigned long long key
    ) noexcept nogil
    @cython.locals(
        out_score=int, best=int, best_at=Py_ssize_t, number=Py_ssize_t, meta=cython.ulonglong, tiles=tiles_t, i=int,
        worth=int, out_at=Py_ssize_t, plays=Py_ssize_t, score=int, laid=int, low=cython.ulonglong, tile=int
    )
    cdef bint _store(self, Py_ssize_t at, Py_ssize_t before, int player) noexcept nogil
    @cython.locals(lines=cython.ulonglong, direction=int, at=Py_ssize_t, number=Py_ssize_t, low=cython.ulonglong,
                   place=Py_ssize_t)
    cdef bint gather(self, int player) noexcept nogil
    @cython.locals(lines=cython.ulonglong, direction=int, at=Py_ssize_t, low=cython.ulonglong, worth=int,
                   best=int)
    cdef bint find_best(self, int player) noexcept nogil
    @cython.locals(lines=cython.ulonglong, direction=int, at=Py_ssize_t, key=cython.ulonglong)
    cdef bint knows_out(self, int player, int enough) noexcept nogil
    @cython.locals(lines=cython.ulonglong, direction=int, line=int, at=Py_ssize_t, key=cython.ulonglong,
                   low=cython.ulonglong, score=int, place=int, noted=int, i=int)
    cdef void note_outs(self, int player, int ply) noexcept nogil
    @cython.locals(i=int, line=int)
    cdef int sure_out(self, int ply) noexcept nogil
    @cython.locals(
        base=Py_ssize_t, direction=int, length=Py_ssize_t, number=Py_ssize_t, line=Line, at=Py_ssize_t,
        tiles=cython.ulonglong
    )
    cdef bint gather_fits(self, int player, Squares loose, Py_ssize_t most) noexcept nogil
    cdef void _take_rack(self, int player) noexcept nogil
    cpdef forget(self)
    cdef void _keep(self, Py_ssize_t number) noexcept nogil
    @cython.final
    @cython.locals(low=cython.ulonglong, score=int)
    cdef inline void _see_out(self, Py_ssize_t at) noexcept nogil
    cdef void _take(self, Py_ssize_t place) noexcept nogil
