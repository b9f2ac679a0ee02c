from lexkit.runtime.game.kernels.fixed_width cimport Square, letters_t
from lexkit.runtime.game.kernels.squares cimport Squares


cdef class MoveBuffer:
    cdef const unsigned int[::1] words
    cdef const unsigned int *graph
    cdef readonly Py_ssize_t width
    cdef Py_ssize_t root
    # The rack: how many of each tile, blanks, and the tile values.
    cdef unsigned char[64] counts
    cdef int[64] values
    cdef int blanks
    cdef letters_t letters
    # Tiles on the rack before the play.
    cdef int laid_and_left
    # Tiles still on the rack when a bingo's last tile is laid; 0 for never.
    cdef int bingo_left
    cdef int bingo
    cdef int bingo_size
    # The line at work: its squares, its share of a move's number.
    cdef Square *line
    cdef Py_ssize_t number
    cdef unsigned long long meta
    cdef int start_shift
    cdef bint down
    cdef Py_ssize_t length
    # The moves. None is written that scores less than floor; highest: of the rack's tile values.
    cdef unsigned char *memory
    cdef unsigned char *out
    cdef unsigned char *room
    cdef object moves
    cdef bint failed
    cdef bint too_many
    cdef bint tired
    # Where the search looks at the clock, and states it may visit after that.
    cdef unsigned long long state_limit
    cdef unsigned long long states_beyond
    cdef object error
    cdef object look
    # Moves that stay where they are whatever is written for the position at work.
    cdef Py_ssize_t kept
    cdef int floor
    cdef int highest
    # Gordon's counters.
    cdef unsigned long long anchors
    cdef unsigned long long states
    cdef unsigned long long arcs

    cdef void _grow(self) noexcept nogil
    cdef bint _tired(self) noexcept nogil
    cdef bint _ready(self) noexcept nogil
    cdef void _answer(self, Squares squares, const unsigned char *rack, bint both) noexcept nogil
    cdef letters_t _take_rack(self, const unsigned char *rack) noexcept nogil
    cdef void _enter(self, Squares squares, int direction, Py_ssize_t number) noexcept nogil
    cdef bint _trusts(self, Squares squares, const unsigned char *rack) noexcept nogil
    cdef _forget(self)
    cdef _result(self)
