/* 64-bit hash keys of positions and lines in a search. Two with the same key are treated as equal. */
#ifndef LEXKIT_SEARCH_KEYS_H
#define LEXKIT_SEARCH_KEYS_H
#include "width.h"
#define LEXKIT_SALT 0x9E3779B97F4A7C15ULL

/* Return the XOR of the two halves of a 128-bit product. */
static inline unsigned long long lexkit_mix(unsigned long long one, unsigned long long other) {
    unsigned __int128 product = (unsigned __int128)one * other;
    return (unsigned long long)product ^ (unsigned long long)(product >> 64);
}

/* Hash a 64-bit number into a pseudorandom one. */
static inline unsigned long long lexkit_scatter(unsigned long long number) {
    return lexkit_mix((number ^ 0x2545F4914F6CDD1DULL) + LEXKIT_SALT, number ^ 0xE7037ED1A0B428DBULL);
}

/* Return the hash key of the squares of a line; ``salt`` differs from line to line. */
static inline unsigned long long lexkit_line_key(const lexkit_square *line, Py_ssize_t length, unsigned long long salt) {
    unsigned long long key = lexkit_mix(salt + LEXKIT_SALT, 0xD1B54A32D192ED03ULL), secret = LEXKIT_SALT, parts[3] = {0};
    Py_ssize_t at;
    for (at = 0; at < length; at++) {
        memcpy(parts, line + at, sizeof *line);
        secret += 0xA0761D6478BD642FULL;
        key += lexkit_mix(parts[0] ^ secret, parts[1] ^ (secret + 0xE7037ED1A0B428DBULL) ^ lexkit_mix(parts[2], LEXKIT_SALT));
    }
    return key;
}
#endif
