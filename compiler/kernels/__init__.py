"""Compiled code of the compiler."""

from lexkit.formats.kernels import use_compiled

use_compiled(__name__)
