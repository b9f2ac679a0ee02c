"""The kernels of the folder above, compiled for sets of at most 31 letters and racks of at most 8 tiles."""
