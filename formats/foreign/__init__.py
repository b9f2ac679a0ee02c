"""The files of other programs: recognize, read and write them."""
