/* A proved node array as the kernels see it: SPEC.md, section 4. A checked build ends the process at the first read
   outside of the array, instead of reading on. */
#ifndef LEXKIT_VIEW_H
#define LEXKIT_VIEW_H
#include <Python.h>
typedef struct {
    const unsigned int *words;
    Py_ssize_t size, width, forward_root, reverse_root, byte_end, half_end;
} lexkit_view;

/* Words of a set: known when kernels for narrow sets are compiled, a number of the array in all others. */
#if LEXKIT_NARROW
#define lexkit_width(graph) 1
#else
#define lexkit_width(graph) ((graph).width)
#endif

#ifdef LEXKIT_CHECKED
static inline unsigned int lexkit_word(lexkit_view graph, Py_ssize_t at) {
    if (at < 0 || at >= graph.size) Py_FatalError("lexkit: a kernel read outside of the node array");
    return graph.words[at];
}
#else
#define lexkit_word(graph, at) ((graph).words[at])
#endif
#endif
