# C types of lazy_state_machine.py.
cimport cython
from lexkit.formats.kernels.node cimport LOW_64, ONE, lowest
from lexkit.runtime.query.search.kernels.position_automaton cimport Positions, zeros

cpdef enum:
    ACCEPTS = 1
    ALL = 2
    GOES_ON = 4

    MOST_STATES = 1 << 15

cdef enum:
    MOST_KEY_WORDS = 1 << 16
    MOST_ROOM = 1 << 24


cdef class Machine:
    cdef readonly Py_ssize_t stride, states, most, room
    cdef readonly object error
    cdef Py_ssize_t key_words
    cdef unsigned int[::1] rows, slots
    cdef unsigned long long[::1] known, live, flags, keys, kept, scratch

    cdef object make_table(self, Py_ssize_t letters, Py_ssize_t key_words, Py_ssize_t most)
    cdef Py_ssize_t step(self, Py_ssize_t state, int tile) noexcept nogil
    cdef bint advance(self, Py_ssize_t state, int tile) noexcept nogil
    cdef int flags_of_key(self) noexcept nogil
    cdef Py_ssize_t find(self) noexcept nogil
    cdef void forget(self) noexcept nogil
    cdef Py_ssize_t keep(self, Py_ssize_t state) noexcept nogil
    @cython.locals(i=Py_ssize_t, hashed=cython.ulonglong, factor=cython.ulonglong)
    cdef Py_ssize_t _place(self, unsigned long long[::1] keys, Py_ssize_t at) noexcept nogil
    @cython.locals(
        place=Py_ssize_t, state=Py_ssize_t, ends=Py_ssize_t,
        numbers="unsigned long long[::1]", known="unsigned long long[::1]", live="unsigned long long[::1]",
        keys="unsigned long long[::1]", scratch="unsigned long long[::1]", indices="unsigned int[::1]",
        rows="unsigned int[::1]", slots="unsigned int[::1]", flags="unsigned long long[::1]",
    )
    cdef object _make_room(self, Py_ssize_t room)
    cdef void _grow(self) noexcept


cdef class PositionMachine(Machine):
    cdef unsigned long long[::1] follow, taking, last, universal

    cdef void begin(self, Positions positions) noexcept
    cdef bint advance(self, Py_ssize_t state, int tile) noexcept nogil
    @cython.locals(told=int)
    cdef int flags_of_key(self) noexcept nogil
