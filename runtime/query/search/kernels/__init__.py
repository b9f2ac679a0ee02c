"""Compiled machines and their walks."""

from .....formats.kernels import use_compiled

use_compiled(__name__)
