# C types of endgame_solo.py.
cimport cython
from .shared_types cimport Line, meta_of, only_once, scatter, tile_key, tiles_of, tiles_t
from .endgame_board cimport EXACT, SearchBoard, SearchTable
from .endgame_line_moves cimport LineMoves
from .squares cimport Squares

cpdef enum:
    MOST_SOLO = 7
    MOST_FITS = 1 << 15
    FIT = 14
    CELLS = 8
    COUNT = 8
    FIRST = 9
    LAST = 10
    FRONT = 11
    BEHIND = 12
    DOWN = 13
    MOST_SETS = 128
    KEPT = 16
    NO_ORDER = -1
    IMPOSSIBLE = -536870912
    NO_BOUND = 1073741823
    STEPS_BETWEEN_LOOKS = 4095

cdef enum:
    SOLO_SALT = 0x5DEECE66
    GUARDS = 0x88888888


@cython.final
cdef class SoloBound:
    cdef LineMoves lines
    cdef SearchBoard board
    cdef SearchTable table
    # The board's squares, and others as if nothing lay across any line.
    cdef Squares squares, loose
    cdef int columns, size
    # Maximum number of fits; 0 before there is room.
    cdef int most_fits
    # By square: the tile there, the tile of the board there, the number of the cluster's tile plus 1, and the number of
    # runs that end beside it.
    cdef unsigned char[1024] tiles, stands, mine, blocked, letter_multipliers, word_multipliers
    # By square and direction: the squares in front and behind (-1 beyond the edge), and whether the run of the final
    # board is known.
    cdef int[2048] fronts, behinds
    cdef unsigned char[2048] decided
    # The rack: the kind of each tile, and by kind how many are held and left, their points, and what one adds to the
    # number of a set of tiles.
    cdef unsigned char[64] kind_of
    cdef int[8] left, radix, worths, held
    cdef int kinds, sets
    # The fits; by square, kind and direction the last fit with that tile there, and the one before each. A hash set of
    # the runs that are words.
    cdef int[::1] fits, chain, heads
    # By square, kind and set of tiles: the most that a cluster of these tiles brings with such a tile there.
    cdef int[::1] with_cell
    cdef unsigned long long[::1] runs
    cdef unsigned long long run_mask
    cdef int first_fit
    # The cluster: squares, tiles and keys; and its tiles across which nothing is decided.
    cdef int cells, queued
    cdef int[8] cell_squares, cell_tiles, pending
    cdef unsigned long long[8] cell_keys
    # The key of the board, and the one from which those of clusters are made.
    cdef unsigned long long here, start
    # By set of tiles: how many clusters are kept, what all its tiles bring at most, what the end adds, the number of
    # each kind in four bits, and a mask for the lowest kind.
    cdef int[128] kept, total, ends
    # By set of tiles: what the others bring at most, with the end.
    cdef int[128] others
    cdef unsigned long long[128] packs, lowest
    # The clusters that are kept: value, mark of the first play, number of tiles, and square << 8 | tile of each.
    cdef int[2048] values, counts
    cdef unsigned int[2048] openings
    cdef int[16384] places
    # The clusters chosen so far, what the end adds to them, and the highest bound so far.
    cdef int[8] choices
    cdef int chosen, end, most_gained
    cdef unsigned int opening
    cdef long long steps

    cdef _begin(self, LineMoves lines, SearchTable table)
    @cython.locals(line=Line, square=int, row=int, column=int, most_fits=int)
    cdef _make_room(self)
    @cython.locals(size=int, base=Py_ssize_t, number=int, fit=int)
    cdef int most(self, int player, long long steps) noexcept nogil
    @cython.locals(limit=int, down=int, square=int, i=int, tile=int, at=Py_ssize_t, most=int, number=int)
    cdef int limit(self, tiles_t tiles, unsigned long long meta) noexcept nogil
    @cython.locals(
        square=int, row=int, column=int, line=Line, tile=int, count=int, number=int, at=Py_ssize_t
    )
    cdef void _prepare(self, int player) noexcept nogil
    @cython.locals(
        at=Py_ssize_t, fit=int, meta=cython.ulonglong, tiles=tiles_t, count=int, down=int, square=int,
        key=cython.ulonglong, i=int, tile=int, kind=int, head=int, last=int, slot=cython.ulonglong
    )
    cdef void _note_fits(self, Py_ssize_t base, int number) noexcept nogil
    @cython.locals(front=int)
    cdef int _first(self, int square, int down) noexcept nogil
    @cython.locals(behind=int)
    cdef int _last(self, int square, int down) noexcept nogil
    @cython.locals(
        square=int, down=int, first=int, last=int, front=int, behind=int, tile=int, link=int, laid=int, queued=int, fit=int
    )
    cdef void _grow(self, int at) noexcept nogil
    cdef bint _may_go_on(self) noexcept nogil
    @cython.locals(start=int, down=int, i=int, cell=int, square=int, kind=int, tile=int, front=int, behind=int)
    cdef bint _lay(self, int fit) noexcept nogil
    @cython.locals(square=int, tile=int)
    cdef void _lift(self, int cells) noexcept nogil
    @cython.locals(start=int, down=int, i=int)
    cdef void _settle(self, int fit, int at) noexcept nogil
    cdef void _block(self, int front, int behind, int more) noexcept nogil
    @cython.locals(
        number=int, linked=bint, i=int, tile=int, down=int, front=int, behind=int, value=int, place=int,
        at=Py_ssize_t
    )
    cdef void _weigh(self) noexcept nogil
    @cython.locals(i=int)
    cdef void _copy_cluster(self, int place, int to) noexcept nogil
    @cython.locals(
        key=cython.ulonglong, i=int, at=Py_ssize_t, best=int, opening=cython.uint, valid=int, down=int, seen=int,
        first=int, last=int, run=int, part=int, score=int, rest=int
    )
    cdef int _value(self, int down_now) noexcept nogil
    @cython.locals(i=int)
    cdef void _show(self, int part, int there) noexcept nogil
    @cython.locals(i=int, down=int, first=int, last=int, run=int)
    cdef bint _is_valid(self, int down_now) noexcept nogil
    @cython.locals(key=cython.ulonglong, i=int, slot=cython.ulonglong)
    cdef bint _is_word(self, int run, int down) noexcept nogil
    @cython.locals(run=int, step=int, square=int)
    cdef int _members(self, int first, int last, int down) noexcept nogil
    @cython.locals(
        step=int, across_step=int, main=int, multiplier=int, crosses=int, laid=int, linked=bint, square=int, points=int,
        start=int, end=int, cross=int, beside=int
    )
    cdef int _score(self, int part, int first, int last, int down) noexcept nogil
    @cython.locals(tile=int)
    cdef int _points(self, int square) noexcept nogil
    @cython.locals(highest=int, number=int, other=int)
    cdef int _share_out(self, int gain) noexcept nogil
    @cython.locals(highest=int, number=int, rest=int, points=int, kind=int, count=cython.ulonglong, part=int)
    cdef int _bound_sets(self, int gain) noexcept nogil
    cdef bint _has_part(self, int number, int part) noexcept nogil
    @cython.locals(guards=cython.ulonglong)
    cdef bint _contains(self, int number, int part) noexcept nogil
    @cython.locals(part=int, rest=int, place=int)
    cdef void _pack(self, int number, int gained) noexcept nogil
    @cython.locals(best=int, i=int)
    cdef void _note(self, int gained) noexcept nogil
    @cython.locals(i=int)
    cdef bint _touches(self, int place) noexcept nogil
    @cython.locals(i=int, square=int, down=int, first=int, last=int)
    cdef void _take(self, int place, int more) noexcept nogil
