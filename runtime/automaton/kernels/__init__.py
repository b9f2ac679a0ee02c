"""Compiled walks through one automaton."""

from ....formats.kernels import use_compiled

use_compiled(__name__)
