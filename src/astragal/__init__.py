"""Exact answers about cards and dice, packed into machine words."""

__version__ = "0.1.0"
