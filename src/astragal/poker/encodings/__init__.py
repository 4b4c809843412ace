"""Other encodings of a hand's value: OpenHoldem's symbols, sums of keys, the legacy mask."""
