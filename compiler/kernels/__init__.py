"""Compiled code of the compiler."""

from ...formats.kernels import use_compiled

use_compiled(__name__)
