"""The nodes of a file as numpy arrays.

node_table reads them and says how high each is, node_order has their order, and packing_order lays the
nodes of a file out again.
"""
