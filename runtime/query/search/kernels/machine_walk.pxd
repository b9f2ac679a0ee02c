# C types of machine_walk.py.
cimport cython
from lexkit.formats.kernels.node cimport ONE, lowest
from lexkit.formats.kernels.nodes cimport Nodes, given
from lexkit.formats.kernels.node cimport View, arcs, below, child, children, kid, letters, prefetch, words_before
from lexkit.runtime.automaton.kernels.substring_walk cimport MAX_NUMBERS, MAX_STRINGS, MAX_VISITS
from lexkit.runtime.automaton.kernels.tile_strings cimport copy_keys, in_order, make_keys, write_key
from lexkit.runtime.query.search.kernels.lazy_state_machine cimport ACCEPTS, ALL, GOES_ON, Machine


cdef class MachineWalk:
    cdef Nodes nodes
    cdef Machine machine
    cdef Py_ssize_t root_state
    # The path: nodes entered, states of the machine there, tiles not tried yet.
    cdef Py_ssize_t depth
    cdef int tile
    cdef Py_ssize_t[66] trail, states
    cdef unsigned long long[66] pending
    # Results found, one column each.
    cdef unsigned long long[:, ::1] columns
    cdef readonly Py_ssize_t found
    cdef object error

    cdef object set_up(self, object nodes, Machine machine, Py_ssize_t rows)
    cdef bint walk(self, long long budget) noexcept nogil
    cdef Py_ssize_t step_again(self, Py_ssize_t state, int tile) noexcept nogil
    @cython.final
    cdef bint _make_room(self) noexcept nogil
    cpdef bint go(self, long long budget) except -1


@cython.locals(graph=View, among=cython.ulonglong)
cdef void _enter(MachineWalk walk, Py_ssize_t node, Py_ssize_t state, unsigned long long tiles) noexcept nogil
cdef Py_ssize_t _advance(MachineWalk walk) noexcept nogil
cdef Py_ssize_t _step(MachineWalk walk, Py_ssize_t state, int tile) noexcept nogil


cdef class Forward(MachineWalk):
    # Roots: the forward root (whole), or nodes to begin at and the rank of the first word below each.
    cdef bint whole
    cdef const long long[::1] root_nodes, root_ranks
    cdef Py_ssize_t root, roots
    # Rank of the first word below each node of the path.
    cdef unsigned long long[66] ranks

    @cython.locals(last=cython.longlong)
    cpdef begin(self, const long long[::1] nodes, const long long[::1] ranks)
    @cython.locals(tile=int)
    cpdef bint begin_behind(self, long long node, long long rank, bytes tiles) except -1
    cpdef int told(self)
    @cython.final
    cdef inline void _give(self, unsigned long long low, unsigned long long high) noexcept nogil
    @cython.locals(graph=View, node=Py_ssize_t, tile=int, flags=int, ended=cython.ulonglong)
    cdef bint walk(self, long long budget) noexcept nogil
    @cython.locals(numbers="long long[::1]", i=Py_ssize_t)
    cpdef tuple answer(self)
    @cython.locals(words=cython.ulonglong, i=Py_ssize_t)
    cpdef number(self)


cdef class Leftward(MachineWalk):
    # Tiles that the rest of a word may begin with (onward), tiles that may not be read (unfit), whether the rest may
    # be empty (whole), and whether to record every x (anywhere).
    cdef unsigned long long onward, unfit
    cdef bint whole, anywhere
    # True if the words of the lexicon need fewer strings than the general limit.
    cdef bint contradicts
    # The tiles walked, last tile of x first.
    cdef unsigned char[66] path
    cdef Py_ssize_t longest, most
    cdef unsigned long long visits_left

    @cython.final
    cdef void _record(self, Py_ssize_t node, bint ended) noexcept nogil
    @cython.final
    cdef void _refuse(self) noexcept nogil
    @cython.locals(graph=View, node=Py_ssize_t, behind=Py_ssize_t, tile=int, flags=int, ended=bint)
    cdef bint walk(self, long long budget) noexcept nogil
    cpdef object answer(self)
    cpdef Py_ssize_t longest_found(self)
