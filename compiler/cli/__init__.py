"""The command line ``lexc``."""
