"""The command line ``lexc``: the program and most commands in lexc; attach, editions and shipping have the others."""
