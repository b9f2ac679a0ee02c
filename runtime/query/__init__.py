"""The query toolkit: a language of conditions and its search.

``language`` turns texts into trees, ``search`` turns trees into ranks, and ``conditions`` are the terms of a query.
``evaluate`` answers queries, ``explain`` shows how, ``batch`` reads files of them. Imported by the first query beyond
prefix, suffix and substring.
"""
