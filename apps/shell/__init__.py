"""The command lines ``lexc`` and ``lexq``, each in its folder, and the modules that both share."""
