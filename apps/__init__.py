"""Programs for people: games at a terminal and in a browser, study, the engine protocol.

An app imports only public names of :mod:`lexkit` and its public modules. That proves that the API suffices for other
people's programs. Its command is in a file ``command.py`` with a typer application; ``lexq`` finds it by
its name, see ``apps/shell/lexq/app.py``.
"""
