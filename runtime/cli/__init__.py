"""The command line ``lexq``."""
