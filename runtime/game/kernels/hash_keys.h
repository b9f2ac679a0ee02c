/* Keys of what a search meets: 64 bits that stand for it. Two things of one key are taken for the same. */
#ifndef LEXKIT_SEARCH_KEYS_H
#define LEXKIT_SEARCH_KEYS_H
#include "width.h"
#define LEXKIT_SALT 0x9E3779B97F4A7C15ULL

/* The two halves of a product, folded. */
static inline unsigned long long lexkit_mix(unsigned long long one, unsigned long long other) {
    unsigned __int128 product = (unsigned __int128)one * other;
    return (unsigned long long)product ^ (unsigned long long)(product >> 64);
}

/* Another number for each number, in no order. */
static inline unsigned long long lexkit_scatter(unsigned long long number) {
    return lexkit_mix((number ^ 0x2545F4914F6CDD1DULL) + LEXKIT_SALT, number ^ 0xE7037ED1A0B428DBULL);
}

/* The key of the squares of a line; ``salt``: another number for each line. */
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
