"""The commands of ``lexq gcg``."""
