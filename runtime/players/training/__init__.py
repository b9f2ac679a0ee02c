"""Training of leave values: what racks are worth, by a census of boards or by self-play, and what leaves follow."""
