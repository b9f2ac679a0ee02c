"""Methods of :class:`lexkit.Lexicon`, one class for each subject.

:mod:`lexkit.runtime.lexicon.lexicon` combines them.
"""
