"""The command line ``lexq``: its commands, each imported when it is used."""
