# C types of rack_subsets.py.
cimport cython
from lexkit.formats.kernels.node cimport LOW_64, ONE, lowest, popcount
from .anagram_table cimport AnagramTable
from .shared_types cimport MOST_TILES, fetch_mark, is_marked, key_sum, letters_t, only_once
from .leave_table cimport NEVER, LeaveTable

cdef enum:
    MOST_LISTED = 8
    LOOKED_UP = 5
    SLOTS = 64
    ROW = 6
    UNKNOWN = -2147483647
    WORDS = 4


@cython.final
cdef class RackSubsets:
    cdef AnagramTable table
    cdef LeaveTable leaves
    cdef bint weighs
    # The rack: its tiles and their values, sorted, and the number of racks so far.
    cdef int held
    cdef int[16] values
    cdef unsigned char[16] tiles
    cdef unsigned long long racks
    # By choice: the sum of its keys, its number of blanks, the amount it subtracts from the number of the full rack's
    # leave, its points, and the points of its first and second tiles.
    cdef bint listed, lists
    cdef unsigned long long[256] keys
    cdef unsigned char[256] blanks
    cdef Py_ssize_t[256] spent
    cdef int[256] points, first, second
    # By choice: the worth of its leave, and the letters of the rack that are not in it.
    cdef int[256] worths
    cdef letters_t[256] left
    # The positions of each tile on the sorted rack.
    cdef unsigned char[64] places
    cdef unsigned long long[6] halves
    # The distinct choices by size: where those of a size begin, and their number.
    cdef int[9] room, number
    cdef unsigned char[256] choices, may_spell
    # By slot: its rack, the key of the tiles played through, and its rows.
    cdef unsigned long long[64] rack_of
    cdef unsigned long long[64] through
    cdef long long[6630] rows
    # By slot: the choices that may spell a word, as a set of WORDS numbers, and what a blank in one may be, if known.
    cdef unsigned long long[256] valid, known
    cdef letters_t[16384] letters
    # For the current anchor: the good choices, those contained in longer good ones, and the letters for a blank in
    # either.
    cdef unsigned long long[36] of_size
    cdef unsigned long long[4] good, reach
    cdef letters_t[256] blank_letters, beyond
    cdef Py_ssize_t slot_size, any_tiles

    @cython.locals(tile=int, _copy=int, at=int)
    cdef void take_rack(self, const unsigned char *rack, const int *points) noexcept nogil
    @cython.locals(count=int, points=int, often=int, worth=cython.longlong, row=Py_ssize_t)
    cdef void weigh(self, bint weighs) noexcept nogil
    @cython.locals(at=int, tile=int, twins=int, choice=int, rest=int, size=int)
    cdef void _list(self) noexcept nogil
    @cython.locals(slot=int, row=Py_ssize_t, size=int, word=int)
    cdef Py_ssize_t row_for(self, unsigned long long through, int count) noexcept nogil
    @cython.locals(
        place=int, choice=int, worth=cython.longlong, points=int, marks="const unsigned long long *", shift=int,
        number=int, most=int, first=int, second=int, single=cython.longlong, double=cython.longlong,
        triple=cython.longlong
    )
    cdef void _fill(self, Py_ssize_t row, int slot, unsigned long long through, int count) noexcept nogil
    @cython.locals(at=int)
    @cython.locals(place=Py_ssize_t, word=int, found=letters_t, bits=cython.ulonglong, tile=int, marks="const unsigned long long *")
    cdef letters_t letters_for(self, int slot, int choice, unsigned long long through) noexcept nogil
    cdef void forget_good(self) noexcept nogil
    @cython.locals(
        slot=int, word=int, bit=cython.ulonglong, bits=cython.ulonglong, choice=int, worth=cython.longlong, found=letters_t, some=bint
    )
    cdef bint mark(
        self, unsigned long long through, int count, int score, int whole, int top, int extra, long long least
    ) noexcept nogil
    @cython.locals(word=int, words=int, place=int, some=cython.ulonglong, whole=cython.ulonglong[4])
    cdef bint close(self) noexcept nogil
    @cython.locals(choice=int, others=int, bigger=int, every=letters_t)
    cdef void _close_letters(self) noexcept nogil
