"""``lexq serve``: play and search words in a browser.

    python -m pip install 'lexkit[web]' && lexq serve

:mod:`.application` makes the ASGI application: pages and their files, games (:mod:`.games`, :mod:`.rooms`, over a
WebSocket each), the search for words (:mod:`.word_search`), all behind :mod:`.request_filter`, which refuses requests
from other sites and requests that are too large or too many (:mod:`.limits`). uvicorn runs it as :mod:`.server` says.
Each message is a ``msgspec.Struct`` in the file that answers it; those of the WebSocket are in :mod:`.messages`. A
table is that of ``lexkit.apps.table``: it decides what a seat may do and see.
"""
