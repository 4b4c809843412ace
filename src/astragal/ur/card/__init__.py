"""Cards to play by: readable lines or points, their exact chance, and the search for them."""
