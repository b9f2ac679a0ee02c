"""The commands of ``lexq`` that look ahead in a game."""
