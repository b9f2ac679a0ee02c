"""Compiled walks that measure words or pair them with others."""

from lexkit.formats.kernels import use_compiled

use_compiled(__name__)
