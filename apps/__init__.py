"""Programs for people: the command lines, games at a terminal and in a browser, study, the engine protocol, the API.

An app imports only public names of :mod:`lexkit` and its public modules, which proves that the API suffices for other
people's programs. Its command is in a file ``command.py`` with a typer application, which the table in
``apps/shell/lexq/app.py`` names.
"""
