# C types of word_scan.py.
cimport cython
from line_search cimport ALL, BLANK, LINES, WIDTH, LineSearch, popcount


cdef class WordScan(LineSearch):
    cdef public bint quick
    cdef unsigned char[::1] letters
    cdef int[::1] starts
    cdef unsigned int[::1] sets
    cdef unsigned int places[480]
    cdef unsigned int line_sets[30]

    @cython.locals(line=int, at=int, letters=cython.uint, bits=cython.uint, length=int, first=int)
    cdef void describe_lines(self) noexcept
    @cython.locals(empty=int, anchors=int, at=int)
    cdef bint may_begin(self, int first, int length) noexcept
    @cython.locals(blanks=int, number=int, start=int, length=int, line=int, places=cython.uint, first=int)
    cpdef void by_scan(self)
    @cython.locals(missing=int, place=int, tile=int, here=int)
    cdef bint fits(self, int start, int first, int length) noexcept
    @cython.locals(tile=int, source=int)
    cdef void lay_word(self, int start, int first, int length, int at, int last, int remaining) noexcept
