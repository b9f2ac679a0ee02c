# C types of fewer_left_parts.py.
cimport cython
from line_search cimport BLANK, LINES, WIDTH, LineSearch, lowest, popcount


cdef class FewerLeftParts(LineSearch):
    cdef int[::1] anchor_line, anchor_at, anchor_room, kept_node, kept_whole, kept_next
    cdef unsigned int[::1] anchor_cross
    cdef unsigned long long[::1] kept_tiles
    cdef int newest[256]
    cdef int described, longest, kept
    cdef public int most
    cdef bint listing

    @cython.locals(line=int, at=int, cross=cython.uint, number=int)
    cdef void describe(self) noexcept
    @cython.locals(
        fits=cython.uint, goes=cython.uint, ends=cython.uint, bits=cython.uint, tile=int, there=int,
        whole=int, source=int
    )
    cdef void lay_parts(self, int node, int length, int remaining) noexcept
    @cython.locals(first=int, place=int)
    cdef void from_anchor(self, int at, int length, int node, int whole, int remaining) noexcept
    cpdef void by_outer_loop(self)
    @cython.locals(number=int)
    cdef void hold_against_anchors(self, int length, int tile, int node, int whole, int remaining) noexcept
    @cython.locals(place=int, number=int, length=int, letters=cython.uint, tile=int, part=int)
    cpdef void by_list(self)
    @cython.locals(packed=cython.ulonglong, place=int)
    cdef void keep_part(self, int length, int tile, int node, int whole) noexcept
    cdef void grow(self) noexcept
    @cython.locals(packed=cython.ulonglong, place=int, tile=int)
    cdef void take_part(self, int at, int length, int part) noexcept
