# C types of shadow.py.
cimport cython
from lexkit.formats.kernels.node cimport ONE
from lexkit.formats.kernels.nodes cimport Nodes
from .anagram_table cimport AnagramTable
from .shared_types cimport BONUSES, Line, key_sum, letters_t, only_once
from .leave_table cimport NEVER
from .rack_subsets cimport ROW, RackSubsets

cdef enum:
    NO_PLAY = -2147483647


@cython.final
cdef class Shadow:
    cdef AnagramTable table
    cdef RackSubsets subsets
    # Flags: leaves are weighed; a finder owns this shadow.
    cdef bint weighs, taken
    # The scoring rules; whether a longer play never has a lower bonus; whether only the longest plays count.
    cdef object scoring
    cdef int rack_size
    cdef const int[::1] bonuses
    cdef bint rising, only_longest
    # Of the current rack.
    cdef int held, blanks, highest
    cdef letters_t usable, letters
    cdef unsigned long long rack_key
    # Of the current anchor.
    cdef int furthest
    cdef int[17] deepest

    @cython.locals(other=Shadow)
    cpdef Shadow like(self)
    cdef _begin(self, AnagramTable table, unsigned long long letters, scoring)
    @cython.locals(tile=int, at=int)
    cdef void take_rack(self, const unsigned char *rack, const int *points) noexcept nogil
    @cython.locals(key=cython.ulonglong)
    cdef bint spells(self, unsigned long long through) noexcept nogil
    @cython.locals(
        multiplier=int[17], through=int[17], crossed=int[17], keys=cython.ulonglong[17], in_letters=int[17],
        in_across=int[17], ends=int[17], top_letter=int[17], top_cross=int[17], alone=bint, at=Py_ssize_t, front=int, behind=int,
        reach=int, nearest=int, count=int, worth=cython.longlong, most=cython.longlong, row=Py_ssize_t,
        place=Py_ssize_t, whole=int, extra=int, top=int, score=int, more=int, across=int, none=int,
        front_multiplier=int, front_crossed=int, front_letters=int, front_across=int, front_letter=int,
        front_cross=int, run=cython.ulonglong
    )
    cdef long long bound(
        self, Line line, Py_ssize_t first, Py_ssize_t last, Py_ssize_t limit, Py_ssize_t length, long long least,
        bint tight, bint marks
    ) noexcept nogil
    @cython.locals(rows="const long long *", often=int, points=cython.longlong, worth=cython.longlong)
    cdef inline long long _worth_of(self, Py_ssize_t row, int score, int whole, int top, int extra) noexcept nogil
