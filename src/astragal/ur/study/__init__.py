"""Studies of the game with a solved table: reviews, puzzles, habits, openings, scores."""
