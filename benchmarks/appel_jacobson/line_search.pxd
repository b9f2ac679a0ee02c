# C types of line_search.py.
cimport cython

cdef extern from *:
    int popcount "__builtin_popcount"(unsigned int) noexcept nogil
    int lowest "__builtin_ctz"(unsigned int) noexcept nogil

cdef enum:
    ALL = 0x7FFFFFE
    BLANK = 32
    LINES = 30
    WIDTH = 18
    BIT_MAP = 27


cdef class LineSearch:
    cdef const unsigned int[::1] words, sets
    cdef int root, right, kids, columns, state_bits
    cdef bint two_way
    cdef public bint keep, choosing, looking, alternate, one_by_one
    cdef bint marked
    cdef public list plays
    cdef public long long found, arcs, anchors, parts, in_vain, tests
    cdef int counts[32]
    cdef unsigned char laid[18]
    cdef unsigned char prefix[8]
    cdef const unsigned char[::1] tiles, crossed
    cdef const unsigned int[::1] cross
    cdef unsigned int held
    cdef int total, line, base, limit, run_end

    @cython.locals(tile=int)
    cpdef void load(self, object tiles, object cross, object crossed, bytes rack)
    cdef unsigned int allowed(self) noexcept
    @cython.final
    cdef void take(self, int tile) noexcept
    @cython.final
    cdef void put_back(self, int tile) noexcept
    @cython.final
    cdef int first_source(self, int tile) noexcept
    @cython.final
    cdef int next_source(self, int source) noexcept
    @cython.final
    cdef void note(self, int at, int first, int last, int remaining) noexcept
    @cython.final
    @cython.locals(plain=cython.uint, tile=int)
    cdef void complete(self, unsigned int letters, int at, int first, int last, int remaining) noexcept
    @cython.final
    cdef Py_ssize_t row(self, int node) noexcept
    @cython.final
    cdef unsigned int ends_right(self, int node) noexcept
    @cython.final
    @cython.locals(goes=cython.uint, row=Py_ssize_t)
    cdef unsigned int goes_right(self, int node, unsigned int among) noexcept
    @cython.final
    cdef unsigned int ends_left(self, int node) noexcept
    @cython.final
    cdef unsigned int goes_left(self, int node, unsigned int among) noexcept
    @cython.final
    @cython.locals(among=cython.uint, before=int)
    cdef int behind(self, int node, int tile) noexcept
    @cython.final
    @cython.locals(place=int, count=int)
    cdef int count_below(self, unsigned int among, int tile) noexcept
    @cython.final
    @cython.locals(among=cython.uint)
    cdef int in_front(self, int node, int tile) noexcept
    @cython.final
    @cython.locals(fits=cython.uint, tile=int)
    cdef bint leads_right(self, int node, int at, int remaining) noexcept
    @cython.final
    @cython.locals(fits=cython.uint)
    cdef bint leads_left(self, int node, int at, int remaining) noexcept
    @cython.final
    cdef bint leads_on(self, int first, int last, int node, int closed, int remaining) noexcept
    @cython.final
    @cython.locals(run=bint, fits=cython.uint, ends=cython.uint, bits=cython.uint, tile=int, there=int, source=int)
    cdef void lay_right(self, int at, int node, int first, int remaining) noexcept
    @cython.final
    cdef void after_right(self, int at, int node, int first, int remaining) noexcept
    @cython.final
    @cython.locals(end=int, tile=int)
    cdef int over_run(self, int at, int node, int first, int remaining) noexcept
    @cython.final
    @cython.locals(place=int)
    cdef bint is_anchor(self, int at) noexcept
    @cython.final
    @cython.locals(room=int)
    cdef int room_in_front(self, int at) noexcept
    @cython.final
    @cython.locals(first=int, node=int, place=int)
    cdef void extend_run(self, int at) noexcept
    @cython.final
    @cython.locals(place=int)
    cdef void enter(self, int line) noexcept
    @cython.locals(line=int, at=int)
    cpdef void by_dawg(self)
    @cython.final
    @cython.locals(vain=bint, fits=cython.uint, place=int, bits=cython.uint, tile=int, there=int, source=int)
    cdef void lay_left_part(self, int at, int node, int length, int room, int remaining) noexcept
    cpdef void by_gaddag(self)
    cpdef void by_both_sides(self)
    @cython.final
    @cython.locals(line=int, at=int, last=int, place=int, node=int)
    cdef void by_runs(self, bint both_ways) noexcept
    @cython.final
    cdef bint may_skip(self, int at) noexcept
    @cython.locals(line=int, at=int)
    cpdef void by_squares(self)
    @cython.final
    @cython.locals(
        first=int, run=bint, fits=cython.uint, ends=cython.uint, bits=cython.uint, tile=int, there=int, place=int,
        whole=bint, turn=int, source=int
    )
    cdef void lay_left_over_runs(self, int at, int anchor, int node, int remaining) noexcept
    @cython.final
    @cython.locals(node=int, tile=int)
    cdef int read_run(self, int first, int last, bint both_ways) noexcept
    @cython.final
    @cython.locals(
        fits=cython.uint, ends=cython.uint, bits=cython.uint, end=int, tile=int, there=int, turn=int, source=int
    )
    cdef void lay_left(self, int at, int last, int node, int remaining) noexcept
    @cython.final
    @cython.locals(bits=cython.uint, tile=int)
    cdef void lay_first(self, int at) noexcept
    @cython.final
    @cython.locals(source=int, there=int)
    cdef void lay_and_extend(
        self, int at, int first, int last, int node, int closed, int tile, int remaining
    ) noexcept
    @cython.final
    @cython.locals(
        allowed=cython.uint, fits_left=cython.uint, fits_right=cython.uint, left=cython.uint,
        right=cython.uint, run=bint, turned_left=bint
    )
    cdef void extend(self, int first, int last, int node, int closed, int remaining) noexcept
    @cython.final
    @cython.locals(at=int, tile=int)
    cdef void lay_side(self, int first, int last, int node, int closed, unsigned int bits, bint left, int remaining) noexcept
