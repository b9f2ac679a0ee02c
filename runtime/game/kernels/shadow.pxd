# C types of shadow.py.
cimport cython
from lexkit.formats.kernels.bits cimport ONE, lowest
from lexkit.formats.kernels.nodes cimport LOOK, Nodes
from lexkit.formats.kernels.node cimport below, child, children, letters
from .shared_types cimport Line, fitting, letters_t

cdef enum:
    NO_PLAY = -2147483647


@cython.final
cdef class Shadow:
    cdef Nodes nodes
    cdef unsigned char[::1] marks
    cdef bint knows
    # Whether leaves are worth anything, and the best leave by number of tiles played, in thousandths of a point.
    cdef bint weighs
    cdef int[17] extra
    cdef int shift, bingo_size, bingo
    # Words entered since the clock was looked at.
    cdef Py_ssize_t entered
    cdef unsigned long long[64] keys
    # The rack at hand.
    cdef int held, blanks, highest
    cdef letters_t usable, letters
    cdef int[16] values
    cdef unsigned long long rack_key

    @cython.locals(other=Shadow, tile=int)
    cpdef Shadow like(self)
    @cython.locals(among=letters_t, bits=cython.ulonglong)
    cdef void _enter(self, Py_ssize_t node, unsigned long long key, int depth) noexcept nogil
    @cython.locals(among=letters_t, bits=cython.ulonglong, there=Py_ssize_t)
    cdef int _enter_below(self, Py_ssize_t node, unsigned long long key, int depth, Py_ssize_t number) except -1
    cdef inline void _mark(self, unsigned long long ends, unsigned long long key, int depth) noexcept nogil
    cdef bint _marked(self, unsigned long long key) noexcept nogil
    @cython.locals(bits=cython.ulonglong)
    cdef bint spells(self, unsigned long long through) noexcept nogil
    @cython.locals(tile=int, _copy=int, at=int)
    cdef void take_rack(self, const unsigned char[::1] rack, const int *points) noexcept nogil
    # For each number of tiles behind the anchor: product of word multipliers, points of tiles played through, points of
    # words across, keys of the tiles played through.
    @cython.locals(
        squares=Py_ssize_t[32], multiplier=int[17], through=int[17], crossed=int[17], keys=cython.ulonglong[17],
        open_multipliers=int[17], alone=bint, at=Py_ssize_t, front=int, behind=int, reach=int, total=int, count=int,
        shortest=int, worth=cython.longlong, most=cython.longlong,
        whole=int, times=int, score=int, left_multiplier=int, left_crossed=int, i=int, j=int
    )
    cdef long long bound(
        self, Line line, Py_ssize_t first, Py_ssize_t last, Py_ssize_t limit, Py_ssize_t length
    ) noexcept nogil


cdef unsigned long long _sum(unsigned long long one, unsigned long long other) noexcept nogil
