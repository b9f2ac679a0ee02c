"""GCG, the record of a game as text: ``text`` has its lines and events, ``read`` and ``write`` make games of them."""
