# The same names as in walk_limits.py, as constants of compiled kernels.
cdef enum:
    MAX_VISITS = 1 << 28
    MAX_STRINGS = 1 << 26
    LOOK = 1 << 20

    CONTRADICTION = 1
    TOO_LARGE = 2
    INTERRUPTED = 3
