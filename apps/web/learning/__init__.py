"""Study in the browser: quizzes, puzzles, walls, and the learners that cards belong to."""
