"""GCG, the record of a game as text: ``text`` has lines and events, ``read`` and ``write`` convert games."""
