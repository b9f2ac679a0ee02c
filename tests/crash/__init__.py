"""What happens to files when a process is killed, a disk fails, the power goes, or somebody presses Ctrl-C.

``python -m tests.crash`` runs the campaigns; the tests here are short slices of them.
"""
