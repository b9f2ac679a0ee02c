"""The command line ``lexc``: its commands, each imported when it is used."""
