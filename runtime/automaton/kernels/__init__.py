"""Compiled walks through one automaton."""

from lexkit.formats.kernels import use_compiled

use_compiled(__name__)
