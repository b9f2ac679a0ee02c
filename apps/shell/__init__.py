"""The command lines ``lexc`` and ``lexq``, each in its folder, and what both share."""
