"""What happens to files when a process is killed, a disk fails, the power goes, or the user presses Ctrl-C.

``python -m campaigns crash`` runs the campaign; the tests here are short slices of it.
"""
