# C types of word_credits.py.
cimport cython
from lexkit.formats.kernels.nodes cimport Nodes
from lexkit.runtime.automaton.kernels.ranks cimport Walk
from .best_move cimport BestFinder
from .choice_walk cimport ChoiceWalk
from .leave_table cimport NEVER, LeaveTable
from .shadow cimport Shadow
from .shared_types cimport Line, tiles_t
from .squares cimport Squares

cpdef enum:
    MAIN = 0
    CROSS = 1
    ANAGRAMS = 2
    CREDIT = 4
    LISTED = 8
    FIRST_CREDITS = 1 << 12


cdef class CreditFinder(BestFinder):
    cdef Squares board
    cdef Walk walk
    # Whether some words are unknown, and whether the current search asks for them; the rank of a word whose moves the
    # current search ignores, or -1.
    cdef bint judges, judging
    cdef long long banned
    cdef int pass_worth
    # The words of a move: their number, whether the first is its main word, and their ranks. Then the ranks of the
    # words of the best move, and the worth of the best choice without each.
    cdef int formed
    cdef bint formed_main
    cdef long long[16] ranks, credited, others
    # Whether each word is known, its class, and the best worth of a choice that has no other unknown word or class in
    # this position; the words and classes met.
    cdef const unsigned char[::1] known_words
    cdef const long long[::1] classes
    cdef long long[::1] best_of_word, best_of_class, met_words, met_classes
    cdef unsigned char[::1] kind_of_word
    cdef Py_ssize_t words_met, classes_met
    # The number of turns and of credits since the last take, and the rows.
    cdef long long turn
    cdef Py_ssize_t credits
    cdef object noted_credits
    cdef long long[::1] credit_rows

    @cython.locals(at=Py_ssize_t)
    cdef _check(self, Nodes nodes, Squares board, const unsigned char[::1] known, const long long[::1] classes)
    cdef bint plays_on(self, Squares squares, int rack_size) noexcept nogil
    @cython.locals(found=bint, worth=cython.longlong, meta=cython.ulonglong, tiles=tiles_t)
    cdef void answer(self, Squares squares, const unsigned char *rack, bint both) noexcept nogil
    cdef void consider(self, long long worth, unsigned long long meta, tiles_t tiles) noexcept nogil
    @cython.locals(
        worth=cython.longlong, count=int, crossing=bint, missing=int, at=int, listed=int, number=int
    )
    cdef void _credit_best(self, Squares squares, const unsigned char *rack, bint both) noexcept nogil
    @cython.locals(least=cython.longlong, number=Py_ssize_t, rank=cython.longlong)
    cdef void _credit_unknown(self, Squares squares, const unsigned char *rack, bint both) noexcept nogil
    @cython.locals(worth=cython.longlong)
    cdef long long _worth_without_play(self, const unsigned char *rack) noexcept nogil
    @cython.locals(unknown=int, alike=bint, first=int, at=int, rank=cython.longlong, kind=cython.uchar)
    cdef bint _meets_unknown(self, long long worth, unsigned long long meta, tiles_t tiles) noexcept nogil
    @cython.locals(at=int)
    cdef bint _forms(self, long long rank) noexcept nogil
    @cython.locals(
        down=int, row=int, column=int, laid=int, number=Py_ssize_t, at=Py_ssize_t, line=Line, done=int, size=Py_ssize_t,
        tile=cython.uchar
    )
    cdef void _find_words(self, unsigned long long meta, tiles_t tiles) noexcept nogil
    @cython.locals(line=Line, lane=Py_ssize_t, size=Py_ssize_t, place=Py_ssize_t)
    cdef void _read_across(
        self, int direction, Py_ssize_t number, Py_ssize_t at, unsigned char tile
    ) noexcept nogil
    @cython.locals(at=Py_ssize_t)
    cdef void _credit(self, int kind, long long rank, long long credit) noexcept nogil
    cdef _make_more_room(self)
    cpdef take(self)
