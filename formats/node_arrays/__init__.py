"""The nodes of a file as numpy arrays: node_order has their order, packing_order lays them out again."""
