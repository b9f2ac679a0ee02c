# C types of where_to_begin.py.
cimport cython
from lexkit.formats.kernels.node cimport ONE, lowest, popcount
from lexkit.runtime.query.language.kernels.expression cimport (
    Choice,
    Expression,
    Group,
    Letters,
    Repeat,
    Sequence,
)
from lexkit.runtime.query.search.kernels.position_automaton cimport zeros

cdef enum:
    NEAR = 6
    MOST_CUTS = 3
    FAR = 24
    MOST_LENGTHS = 66
    LOCATE = 8
    MIDDLE = 15000

cpdef enum:
    CHEAP = 25000


@cython.final
cdef class Profile:
    cdef const double[::1] shares, before, behind, front, inside
    cdef const double[:, ::1] pairs
    cdef unsigned long long letters

    @cython.locals(share=double)
    cpdef double share(self, unsigned long long mask)
    @cython.locals(letters=cython.ulonglong, rest=cython.ulonglong, near=int, far=int, both=double, whole=double)
    cpdef double share_beside(self, unsigned long long mask, unsigned long long read, bint leftwards)


@cython.final
cdef class Cut:
    cdef readonly Py_ssize_t place
    cdef readonly double steps


@cython.locals(parts=list)
cpdef tuple parts_of(expression)
@cython.locals(row=tuple)
cdef object _collect(object expression, list parts)
@cython.locals(least=double, steps=double, place=Py_ssize_t, found=list, chosen=list, rarest=list)
cpdef list cuts(tuple parts, Profile known)
cpdef require_parts(tuple parts, Profile known)
@cython.locals(place=Py_ssize_t, filled=bint, places=list)
cpdef list middles(tuple parts)
@cython.locals(mask=cython.ulonglong, place=Py_ssize_t, before=bint, behind=bint)
cpdef object text_of_row(tuple parts, unsigned long long alphabet)
cdef bint is_anything(part, unsigned long long alphabet) except -1
@cython.locals(rarity=double, mask=cython.ulonglong, read=cython.ulonglong)
cdef object _rarity(tuple parts, Py_ssize_t place, Profile known)
@cython.locals(repeat=Repeat)
cdef bint takes_all(part, Profile known) except -1
@cython.locals(
    left=_Estimate, alive=double, steps=double, usual=double, size=Py_ssize_t, begin=Py_ssize_t, depth=Py_ssize_t,
    there="double[::1]",
)
cdef double _estimate_steps(tuple parts, Py_ssize_t place, Profile known, double least) except? -1


@cython.final
cdef class _Estimate:
    cdef Profile known
    cdef const double[::1] there
    cdef Py_ssize_t size, low, high
    cdef bint forwards
    cdef unsigned long long read
    cdef double visited
    cdef double[66] paths, mass

    @cython.locals(number=Py_ssize_t)
    cdef _Estimate through(self, tuple parts, double most)
    @cython.locals(depth=Py_ssize_t, alive=double)
    cdef double alive(self) noexcept
    @cython.locals(before=_Estimate, after=_Estimate)
    cdef object _part(self, object part)
    @cython.locals(inner=Expression, after=_Estimate, number=Py_ssize_t, times=Py_ssize_t)
    cdef object _repeat(self, Repeat part)
    @cython.locals(none=_Estimate)
    cdef _Estimate _none(self)
    @cython.locals(copy=_Estimate)
    cdef _Estimate _copy(self)
    @cython.locals(depth=Py_ssize_t)
    cdef void _add(self, _Estimate other) noexcept
    @cython.locals(depth=Py_ssize_t)
    cdef void _take(self, _Estimate other) noexcept
    @cython.locals(
        share=double, number=double, low=Py_ssize_t, high=Py_ssize_t, depth=Py_ssize_t, deeper=Py_ssize_t,
        weight=double, alive=double, most=double,
    )
    cdef void _letter(self, unsigned long long mask) noexcept
    @cython.locals(
        share=double, number=double, low=Py_ssize_t, depth=Py_ssize_t, before=double, weight=double, most=double
    )
    cdef void _any_number(self, unsigned long long mask) noexcept
