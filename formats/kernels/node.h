/* Proved node array, as the kernels use it: SPEC.md, section 4. A build with LEXKIT_CHECKED aborts the process at
   the first read outside the array. */
#ifndef LEXKIT_VIEW_H
#define LEXKIT_VIEW_H
#include <Python.h>
typedef struct {
    const unsigned int *words;
    Py_ssize_t size, width, forward_root, reverse_root, byte_end, half_end;
} lexkit_view;

/* Number of words per set: a constant in kernels compiled for narrow sets, otherwise a field of the view. */
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
