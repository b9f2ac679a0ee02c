"""``lexq serve --api``: questions to lexicons over HTTP, as JSON, for other programs.

    python -m pip install 'lexkit[api]' && lexq serve --api --workers 2

:mod:`.messages` declares what is asked and answered. Requests are checked by these declarations, and
:mod:`.openapi` describes the service by them. :mod:`.answers` asks the lexicon, :mod:`.application` is the ASGI
application behind the request filter of ``lexkit.apps.web``, :mod:`.keys` says who may ask how often, and
:mod:`.running` runs one process or several.
"""
