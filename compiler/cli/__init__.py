"""The command line ``lexc``: its group in lexc, plain lines in quick_start; options says which file has a command."""
