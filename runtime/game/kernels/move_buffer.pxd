# C types of move_buffer.py.
cimport cython
from lexkit.formats.kernels.node cimport ONE
from lexkit.formats.kernels.nodes cimport Nodes
from .shared_types cimport (
    BONUSES, ENOUGH, FIRST_ROOM, KEPT_ROOM, LOOK, MOST_MOVES, MOST_STATES, MOST_TILES, MOVE_SIZE, RESERVE, Line,
    bytes_from, fitting, is_rack_tile, letters_t, only_once
)
from .squares cimport Squares


cdef class MoveBuffer:
    cdef Nodes nodes
    # The rack, as a count of each tile, the blank's first; and the tile values.
    cdef unsigned char[64] counts
    cdef int[64] values
    cdef letters_t letters
    # Number of tiles on the rack before the play.
    cdef int laid_and_left
    # Size of a full rack. Bonuses by number of tiles laid and by number of squares of the word behind its first.
    cdef int rack_size
    cdef const int[::1] bonuses
    # The current line: its squares, its number and length, and its part of a move's number.
    cdef Line line
    cdef Py_ssize_t number, length
    cdef unsigned long long meta
    cdef int start_shift
    # Square where the word of the current play begins.
    cdef Py_ssize_t word_start
    cdef bint down
    # The memory of the moves, the position for the next one, and the position from which little room is left.
    cdef object array
    cdef unsigned char *memory
    cdef unsigned char *out
    cdef unsigned char *room
    # Number of moves to keep when the moves of the current position are dropped.
    cdef Py_ssize_t kept
    # By number of tiles: the minimum score of a move that is written. Then the highest value of a tile on the rack.
    cdef int[17] floors
    cdef int highest
    # Why the search ended early: any failure, too many moves, too many states.
    cdef bint failed, too_many, tired
    # True if a LineMoves object owns this generator.
    cdef bint taken
    cdef object error
    # Counts of states at which the deadline is checked next, and at which the current position has taken too many.
    cdef unsigned long long state_limit, last_state
    # Gordon's counters.
    cdef unsigned long long anchors, states, arcs

    @cython.locals(view=cython.uchar[:, ::1])
    cdef _make_room(self, Py_ssize_t moves, Py_ssize_t kept)
    @cython.locals(whole=Py_ssize_t)
    cdef void grow(self) noexcept nogil
    cdef bint must_stop(self) noexcept nogil
    cdef bint ready(self) noexcept nogil
    cdef void answer(self, Squares squares, const unsigned char *rack, bint both) noexcept nogil
    @cython.locals(direction=int)
    cdef void each_line(self, Squares squares, const unsigned char *rack, bint both) noexcept nogil
    cdef void each_anchor(
        self, Squares squares, unsigned long long tiles, unsigned long long crossed, letters_t held
    ) noexcept nogil
    @cython.locals(tile=int, held=letters_t, total=int)
    cdef letters_t take_rack(self, const unsigned char *rack) noexcept nogil
    @cython.final
    cdef bint has_bonus(self, int laid)
    @cython.final
    cdef inline int bonus(self, int laid, Py_ssize_t span) noexcept nogil
    cdef void enter(self, Squares squares, int direction, Py_ssize_t number) noexcept nogil
    @cython.locals(counts="const unsigned char *")
    cpdef moves_of(self, Squares squares, bytes rack, bint both, bytes grid=*)
    @cython.locals(enough=bint)
    cpdef moves_of_each(
        self, Squares squares, const unsigned char[::1] grids, const unsigned char[::1] racks, bint both,
        long long[::1] ends
    )
    cdef bint plays_on(self, Squares squares, int rack_size) noexcept nogil
    @cython.locals(tile=int, total=int, known=cython.ulonglong)
    cdef bint _trusts(self, Squares squares, const unsigned char *rack) noexcept nogil
    @cython.locals(number=Py_ssize_t)
    cdef Py_ssize_t found(self) noexcept nogil
    cdef void forget(self, Py_ssize_t kept) noexcept nogil
    cdef start(self)
    cdef raise_failure(self)
    cdef _result(self)
