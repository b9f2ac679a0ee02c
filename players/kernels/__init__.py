"""Compiled code of the players: what racks say of the leaves in them."""

from lexkit.formats.kernels import use_compiled

use_compiled(__name__)
