"""Encodings of hand values: pokerval, mask64, OpenHoldem's symbols, key sums, a broken mask."""
