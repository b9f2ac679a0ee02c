# C types of board_census.py.
cimport cython
from lexkit.formats.kernels.nodes cimport Nodes
from .shared_types cimport bytes_from, letters_t, meta_of, tiles_of, tiles_t
from .gaddag_generator cimport GaddagGenerator
from .move_buffer cimport MoveBuffer
from .squares cimport Squares

cpdef enum:
    MOST_PLACES = 1 << 25
    MOST_SPLITS = 1 << 15


cdef class Census(GaddagGenerator):
    cdef int size, blanks
    cdef unsigned long long known
    cdef Py_ssize_t columns, places
    cdef const long long[::1] steps
    # A rack with as many copies of each letter as a full rack has tiles.
    cdef const unsigned char[::1] everything
    # The best score of each set of tiles, by its index in the sheet.
    cdef readonly object sheet_array
    cdef int[::1] sheet
    # The splits of a rack: indices of the tiles played and of the tiles kept, and the number of tiles kept.
    cdef long long[::1] play_places
    cdef long long[::1] keep_places
    cdef unsigned char[::1] kept_sizes
    # By index: the maximum that the best play can lose by blanks.
    cdef int[::1] slack
    # A play's tiles, highest first; the loss of each as a blank; and their squares.
    cdef int[16] sorted
    cdef int[16] losses
    cdef int[16] squares_of

    @cython.locals(place=Py_ssize_t)
    cpdef survey(self, Squares squares, bint both)
    @cython.locals(whole=bint)
    cdef bint plays_on(self, Squares squares, int rack_size) noexcept nogil
    @cython.locals(held=letters_t)
    cdef letters_t take_rack(self, const unsigned char *rack) noexcept nogil
    @cython.locals(number=Py_ssize_t)
    cdef void at_anchor(self, Py_ssize_t node, letters_t held) noexcept nogil
    @cython.locals(
        low=cython.ulonglong, score=int, count=int, multiplier=int, square=int, place=Py_ssize_t, number=int, tile=int,
        loss=int, at=int
    )
    cdef void _enter(self, unsigned long long meta, tiles_t tiles) noexcept nogil
    @cython.locals(at=int, less=int, without=cython.uint, place=Py_ssize_t, kept=int, other=int)
    cdef void _lay_blanks(self, int count, int first, int laid, int score, unsigned int gone) noexcept nogil
    @cython.locals(at=Py_ssize_t, number=Py_ssize_t)
    cpdef weigh(
        self, const unsigned char[::1] racks, const int[::1] values, const long long[::1] steps, int longest,
        int[::1] worths
    )
    @cython.locals(
        count=Py_ssize_t, at=int, done=int, tile=int, copies=int, kept=int, number=Py_ssize_t, held=int,
        play=cython.longlong, keep=cython.longlong, copy=int, best=int, worth=int
    )
    cdef int _worth_of(
        self, const unsigned char[::1] rack, const int[::1] values, const long long[::1] steps, int longest
    ) noexcept nogil


@cython.locals(last=cython.longlong, at=int, column=Py_ssize_t, below=cython.longlong)
cdef Py_ssize_t _count_places(const long long[::1] steps, int longest, Py_ssize_t columns) except -1
