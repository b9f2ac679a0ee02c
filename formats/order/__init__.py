"""The order of nodes in a file (node_order), and files whose nodes are laid out again (packing_order)."""
