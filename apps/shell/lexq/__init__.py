"""The command line ``lexq``; each command is imported when it is used."""
