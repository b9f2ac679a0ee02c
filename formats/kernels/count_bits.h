/* Bit counting for the compiled kernels (one instruction with -mpopcnt, a library call otherwise), and a hint to
   prefetch memory. */
#ifndef LEXKIT_BITS_H
#define LEXKIT_BITS_H
#if defined(_MSC_VER)
#define lexkit_prefetch(p) ((void)0)
#include <intrin.h>
static __inline int lexkit_popcount(unsigned long long x) { return (int)__popcnt64(x); }
static __inline int lexkit_lowest(unsigned long long x) { unsigned long i; _BitScanForward64(&i, x); return (int)i; }
#else
#define lexkit_prefetch(p) __builtin_prefetch(p)
#define lexkit_popcount(x) __builtin_popcountll(x)
#define lexkit_lowest(x) __builtin_ctzll(x)
#endif
#endif
