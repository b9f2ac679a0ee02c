"""The kernels of the folder above, compiled for sets of at most 63 letters and racks of at most 15 tiles."""
