"""Query toolkit: a language of conditions and its search.

``language`` turns texts into trees, ``search`` turns trees into ranks, and ``conditions`` are the terms of a query.
``evaluate`` answers queries, ``explain`` shows how, and ``batch`` reads files of queries. The package is imported
by the first query other than prefix, suffix and substring.
"""
