"""Mapped file -> answers: the half of lexkit that programs embed, behind ``lexq``.

:class:`.lexicon.Lexicon` is the friendly layer; automaton, walk, contain and spell are the kernels below it.
"""
