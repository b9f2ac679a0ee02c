"""Former names of public methods: they still work, and warn."""

from __future__ import annotations

import warnings


def warn_renamed(former: str, name: str) -> None:
    """Warn the caller of a method, by its former name, that the method was renamed."""
    warnings.warn(f"{former} is now {name}", DeprecationWarning, stacklevel=3)
