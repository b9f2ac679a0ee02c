"""``lexq serve``: play and search words in a browser.

    python -m pip install 'lexkit[web]' && lexq serve

:mod:`.application` makes the ASGI application: pages and their files, games (:mod:`.games`, :mod:`.rooms`, over a
WebSocket each), the search for words (:mod:`.word_search`), all behind :mod:`.guard`, which refuses what comes from
other sites and what is too large or too much (:mod:`.limits`). What clients may send is declared where it is answered,
by the fields of :mod:`.messages`. A table is that of ``lexkit.apps.table``: it decides what a seat may do and see.
"""
