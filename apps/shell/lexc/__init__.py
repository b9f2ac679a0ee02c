"""The command line ``lexc``; each command is imported when it is used."""
