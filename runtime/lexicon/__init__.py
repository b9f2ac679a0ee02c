"""The methods of a lexicon, one class for each subject.

:mod:`lexkit.runtime.lexicon.lexicon` puts them together.
"""
