# The same names as in count_bits.py, for compiled kernels.
cdef extern from "count_bits.h":
    int popcount "lexkit_popcount"(unsigned long long x) noexcept nogil
    int lowest "lexkit_lowest"(unsigned long long x) noexcept nogil
    void hint "lexkit_prefetch"(const void *address) noexcept nogil
    const unsigned long long LOW_64 "(~0ULL)"
    unsigned long long ONE "1ULL"
