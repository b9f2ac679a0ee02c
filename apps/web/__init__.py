"""``lexq serve``: play and search words in a browser.

    python -m pip install 'lexkit[web]' && lexq serve

:mod:`.application` makes the ASGI application: pages and their files, games (:mod:`.games`, :mod:`.rooms`, over a
WebSocket each), the search for words (:mod:`.word_search`), all behind :mod:`.request_filter`, which refuses requests
from other sites and requests that are too large or too many (:mod:`.limits`). :mod:`.server` configures uvicorn for it.
Each message is a ``msgspec.Struct`` in the file that answers it; those of the WebSocket are in :mod:`.messages`. Tables
come from ``lexkit.apps.table``, which decides what a seat may do and see.
"""
