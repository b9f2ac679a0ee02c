"""Quizzes and puzzles over HTTP, and whose cards they are."""
