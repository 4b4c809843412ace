"""Studies of the postflop solver."""
