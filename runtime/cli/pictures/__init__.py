"""The command of ``lexq`` that draws."""
