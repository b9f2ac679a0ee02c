"""``lexq serve --api``: questions to lexicons over HTTP, as JSON, for other programs.

    python -m pip install 'lexkit[api]' && lexq serve --api --workers 2

:mod:`.messages` declares questions and answers; requests are checked against these declarations, and :mod:`.openapi`
describes the service by them. :mod:`.answers` computes answers, :mod:`.application` is the ASGI application behind the
request filter of ``lexkit.apps.web``, :mod:`.keys` has the keys and their rate limits, and :mod:`.running` runs one
process or several.
"""
