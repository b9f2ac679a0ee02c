"""Compiled machines and their walks."""

from lexkit.formats.kernels import use_compiled

use_compiled(__name__)
