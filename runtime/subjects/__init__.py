"""The methods of a lexicon, a class for each subject; :mod:`lexkit.runtime.lexicon` puts them together."""
