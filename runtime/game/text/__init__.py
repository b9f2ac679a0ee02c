"""Positions and plays as text: places, CGP, drawn boards, files."""
