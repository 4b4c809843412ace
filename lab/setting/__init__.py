"""How the cards, ways and figures of pai gow poker and Asia Poker were found."""
