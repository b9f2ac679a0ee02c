"""The half of lexkit that reads lexicon files and answers questions.

Its command line is ``lexq``. ``lexicon`` puts the public :class:`lexkit.Lexicon` together from an index (``automaton``)
and one class for each subject (``lexicon_methods``). Below it are ``words``, ``query``, ``game`` and ``players``;
``limits`` holds the time limits.
"""
