"""``lexq serve``: play and search words in a browser.

    python -m pip install 'lexkit[web]' && lexq serve

:mod:`.application` makes the ASGI application: pages and their files (:mod:`.pages`), games (:mod:`.games`,
:mod:`.rooms`, over a WebSocket each), the search for words (:mod:`.word_search`), all behind :mod:`.guard`, which
refuses what comes from other sites and what is too large or too much (:mod:`.limits`). A table is that of
``lexkit.apps.table``: it decides what a seat may do and see.
"""
