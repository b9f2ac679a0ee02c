# C types of position_automaton.py.
cimport cython
from lexkit.formats.kernels.node cimport ONE, lowest
from lexkit.runtime.query.language.kernels.expression cimport (
    MOST_DEPTH,
    Choice,
    Expression,
    Group,
    Letters,
    Repeat,
    Sequence,
)

cpdef enum:
    MAX_POSITIONS = 512


@cython.final
cdef class Positions:
    cdef readonly Py_ssize_t number, letters, words
    cdef unsigned long long[::1] labels, follow, taking, last, universal
    # Rows of positions while the tables are built, and the number of positions added so far.
    cdef unsigned long long[::1] sets
    cdef Py_ssize_t made

    @cython.locals(begin=Py_ssize_t, end=Py_ssize_t, words=Py_ssize_t)
    cdef object _divide(self, unsigned long long[::1] table)
    cpdef unsigned long long label(self, Py_ssize_t position) except? 0
    cpdef following(self, Py_ssize_t position)
    cpdef ends(self)
    @cython.locals(mask=cython.ulonglong, position=Py_ssize_t)
    cpdef unsigned long long first_letters(self)
    cdef Py_ssize_t _checked(self, Py_ssize_t position) except -1
    @cython.locals(number=object, bits=object, j=Py_ssize_t)
    cdef object _set(self, unsigned long long[::1] table, Py_ssize_t row)

    cdef Py_ssize_t _add(self, unsigned long long mask) except -1
    @cython.locals(
        words=Py_ssize_t, inside=Py_ssize_t, j=Py_ssize_t, position=Py_ssize_t, nullable=bint, part=Expression,
        sets="unsigned long long[::1]",
    )
    cdef void _build(self, Expression expression, Py_ssize_t at) except *
    @cython.locals(times=Py_ssize_t, number=Py_ssize_t, nullable=bint, may_miss=bint, inner=Expression)
    cdef void _repeat(self, Repeat expression, Py_ssize_t at) except *
    @cython.locals(words=Py_ssize_t, j=Py_ssize_t, sets="unsigned long long[::1]")
    cdef void _join(self, Py_ssize_t at, bint nullable, bint next_nullable) noexcept
    @cython.locals(
        words=Py_ssize_t, i=Py_ssize_t, j=Py_ssize_t, at=Py_ssize_t, bits=cython.ulonglong, sets="unsigned long long[::1]"
    )
    cdef void _connect(self, Py_ssize_t sources, Py_ssize_t targets) noexcept
    @cython.locals(
        words=Py_ssize_t, word=Py_ssize_t, j=Py_ssize_t, position=Py_ssize_t, changed=bint, bit=cython.ulonglong,
        mask=cython.ulonglong, sets="unsigned long long[::1]",
    )
    cdef int _complete(self) except -1
    cdef void _put(self, Py_ssize_t position, Py_ssize_t next_position) noexcept
    cdef bint _has(self, Py_ssize_t row, Py_ssize_t position) noexcept
    @cython.locals(words=Py_ssize_t, j=Py_ssize_t)
    cdef bint _leads_to(self, Py_ssize_t position, Py_ssize_t row, Py_ssize_t other) noexcept
    cdef unsigned long long _alphabet(self) noexcept


@cython.locals(made=Positions, tree=Expression, j=Py_ssize_t)
cpdef Positions positions(expression, Py_ssize_t letters)
@cython.locals(made=Positions, size=Py_ssize_t, edits=Py_ssize_t, read=Py_ssize_t)
cpdef Positions near_positions(bytes tiles, Py_ssize_t distance, Py_ssize_t letters)
@cython.locals(size=Py_ssize_t, left_out=Py_ssize_t, there=Py_ssize_t, now=Py_ssize_t)
cdef int _follow_edits(
    Positions made, bytes tiles, Py_ssize_t distance, Py_ssize_t position, Py_ssize_t read, Py_ssize_t edits
) except -1
cdef Py_ssize_t _place(Py_ssize_t size, Py_ssize_t read, Py_ssize_t edits) noexcept
cpdef zeros(Py_ssize_t size, code)
