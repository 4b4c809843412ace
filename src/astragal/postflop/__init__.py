"""Heads-up hold'em from a flop, turn or river, solved to a proved bound."""
