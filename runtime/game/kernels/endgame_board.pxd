# C types of endgame_board.py.
cimport cython
from lexkit.formats.kernels.node cimport ONE, lowest
from .shared_types cimport (
    Line, copy_words, first_of, line_key, new_squares, only_once, reset_squares, tile_key, tiles_t
)
from .squares cimport Squares

cpdef enum:
    MOST_PLAYS = 38
    BUCKET = 4
    FIRST_BUCKETS = 1 << 12
    GROWTH = 4
    EXACT = 1
    AT_LEAST = 2
    AT_MOST = 3
    PROVED = 63


@cython.final
cdef class SearchBoard:
    cdef Squares squares
    # The squares of all levels, one level after another; in interpreted kernels, a list for each level.
    cdef Line first
    cdef list levels
    cdef readonly int level
    # True if a LineMoves object owns this board.
    cdef bint taken
    # By level: occupied and crossed squares of each line, number of tiles on the board, key of each line and of the
    # board.
    cdef unsigned long long[4992] sets
    cdef unsigned long long[2496] line_keys
    cdef unsigned long long[39] board_keys
    cdef Py_ssize_t[39] tiles_down
    # The lines changed by the last play, or by the play given to find_changed: a bit for each row and each column.
    cdef unsigned long long[2] changed

    cdef _begin(self, Squares squares)
    cpdef load(self, bytes grid)
    cdef void use(self, int level) noexcept nogil
    @cython.locals(
        row=Py_ssize_t, column=Py_ssize_t, count=int, down=int, number=Py_ssize_t, at=Py_ssize_t, tile=cython.uchar,
        line=Line, placed=Py_ssize_t[16], i=int, key=cython.ulonglong, before=Line
    )
    cdef void play(self, tiles_t tiles, unsigned long long meta) noexcept nogil
    @cython.locals(
        row=Py_ssize_t, column=Py_ssize_t, count=int, down=int, number=Py_ssize_t, at=Py_ssize_t, _tile=int,
        run=cython.ulonglong, along=cython.ulonglong, across=cython.ulonglong
    )
    cdef void find_changed(self, tiles_t tiles, unsigned long long meta) noexcept nogil
    @cython.locals(end=Py_ssize_t, beyond=cython.ulonglong)
    cdef unsigned long long _beyond(self, unsigned long long run, Py_ssize_t at) noexcept nogil
    @cython.locals(
        row=Py_ssize_t, column=Py_ssize_t, count=int, down=int, at=Py_ssize_t, i=int, step=Py_ssize_t,
        start=Py_ssize_t, run=cython.ulonglong, key=cython.ulonglong
    )
    cdef unsigned long long key_after(self, tiles_t tiles, unsigned long long meta) noexcept nogil
    cdef void take_back(self) noexcept nogil
    @cython.locals(number=Py_ssize_t)
    cdef void _find_keys(self, int direction, unsigned long long lines) noexcept nogil


@cython.final
cdef class SearchTable:
    cdef unsigned long long[::1] entries
    cdef unsigned long long mask
    # The maximum number of buckets, and the number of entries in use.
    cdef unsigned long long most, kept
    cdef bint made

    @cython.locals(
        old=cython.ulonglong[::1], entries=cython.ulonglong[::1], buckets=cython.ulonglong, at=Py_ssize_t, to=Py_ssize_t
    )
    cdef _grow(self)

    @cython.locals(at=Py_ssize_t, i=int)
    cdef Py_ssize_t find(self, unsigned long long key) noexcept nogil
    @cython.locals(value=cython.longlong, low=cython.longlong)
    cdef int value(self, Py_ssize_t at) noexcept nogil
    cdef int kind(self, Py_ssize_t at) noexcept nogil
    cdef int depth(self, Py_ssize_t at) noexcept nogil
    @cython.locals(low=cython.longlong)
    cdef unsigned int move(self, Py_ssize_t at) noexcept nogil
    @cython.locals(
        first=Py_ssize_t, at=Py_ssize_t, i=int, word=cython.ulonglong, low=cython.ulonglong, least=int, other=int,
        deep=cython.ulonglong, sort=cython.ulonglong
    )
    cdef void store(
        self, unsigned long long key, int value, int kind, int depth, unsigned long long move
    ) noexcept nogil
    cpdef forget(self)
