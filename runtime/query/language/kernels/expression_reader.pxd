# C types of expression_reader.py.
cimport cython
from lexkit.formats.kernels.node cimport ONE
from lexkit.runtime.query.language.kernels.expression cimport (
    Choice,
    Echo,
    Expression,
    Group,
    Letters,
    Repeat,
    Sequence,
)

cpdef enum:
    MAX_NESTING = 50
    MAX_TIMES = 999

cdef enum:
    READ = 64

cdef extern from *:
    const int END "0x110000"


@cython.final
cdef class TileReader:
    cdef readonly str text
    cdef readonly object alphabet
    cdef readonly Py_ssize_t size
    cdef public Py_ssize_t at
    cdef readonly unsigned long long mask
    cdef Py_ssize_t count
    cdef object _error, _look, _longer
    cdef dict _spellings
    cdef str _starts

    cdef Py_UCS4 _sign(self) noexcept
    cpdef bint take(self, Py_UCS4 sign)
    @cython.locals(sign=Py_UCS4, number=object, tile=object)
    cpdef int letter(self) except -1
    @cython.locals(opening=Py_ssize_t, start=Py_ssize_t, number=int, first=int, last=int, mask=cython.ulonglong, others=bint)
    cpdef unsigned long long letters(self) except? 0


cpdef Expression read_pattern(TileReader source)
cpdef Expression read_subsequence(TileReader source)


@cython.final
cdef class RegexReader:
    cdef TileReader source
    cdef Letters any
    cdef int groups, closed, nesting

    @cython.locals(source=TileReader)
    cpdef Expression read(self)
    cdef Expression _choice(self)
    @cython.locals(source=TileReader)
    cdef Expression _sequence(self)
    cdef bint _at_end(self) noexcept
    @cython.locals(source=TileReader, sign=Py_UCS4, least=int, most=int)
    cdef Expression _repeated(self)
    cdef Expression _end_repetition(self, Expression repetition)
    @cython.locals(source=TileReader, opening=Py_ssize_t)
    cdef Expression _braces(self, Expression part)
    @cython.locals(source=TileReader, start=Py_ssize_t)
    cdef object _number(self)
    @cython.locals(source=TileReader, sign=Py_UCS4, number=int)
    cdef Expression _part(self)
    @cython.locals(source=TileReader, opening=Py_ssize_t, number=int)
    cdef Expression _group(self)
    @cython.locals(source=TileReader, start=Py_ssize_t, number=int)
    cdef Expression _echo(self)
    @cython.locals(source=TileReader)
    cdef object _misplaced(self)
