"""The Royal Game of Ur as machine words.

>>> from astragal.ur.layouts import UR_STATE
>>> UR_STATE.hex(UR_STATE.pack(a_hand=7, b_hand=7))
'0x000000000000003f'
"""
