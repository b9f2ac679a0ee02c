"""What people learn from in the browser: quizzes, puzzles, and whose cards they are."""
