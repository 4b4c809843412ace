"""Poker hands as machine words.

>>> from astragal.poker.layouts import POKERVAL
>>> POKERVAL.hex(POKERVAL.pack(type="full house", rank=[7, 7, 7, 4, 4]))
'0x20077744'
"""
