"""Attempts at breaking lexkit with a lexicon file: one test per abuse, named after the rule of SPEC.md it breaks.

The promise: whatever the bytes of a file are, opening it and asking it anything gives an answer or a
``LexkitError``, in bounded time and memory; never a crash, a hang or another error. Where the bytes were damaged
by accident, so that the checksums do not fit, there is no wrong answer either.

``forge`` builds files that lie and seals them with correct checksums; ``questions`` asks a file everything;
``rules`` ties a test to the rule it breaks (``test_every_rule`` checks that no rule of SPEC.md is left out);
``conftest`` sees to it that no attack passes without an error that names its rule. Random files are in
``campaigns/fuzz``.
"""
