/* The functions of both headers. Every x86-64 in use counts bits by an instruction; cgo does not take the option for it. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC target("popcnt")
#endif
#define LEXKIT_IMPLEMENTATION
#include "gaddag_game.h"
