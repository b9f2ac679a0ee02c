"""Word list -> automaton -> file: the offline half of lexkit, behind ``lexc``.

:func:`.build.build` runs the stages; each stage is a module of this folder: read, words (sort), sorted_route or
gordon (construct), arrange (lay out), check (verify).
"""
