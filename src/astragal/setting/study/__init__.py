"""Studies of a setting game: habits, values of hands, extremes, distilled cards, equilibria."""
