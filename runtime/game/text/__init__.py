"""Positions and plays as text: places, CGP, drawings."""
