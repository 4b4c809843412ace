"""Programs that found the files and figures that ship; `lab/README.md` lists them.

Run them from a clone: `python -m lab.ur.search`. The package does not import them, and wheels don't
have them.
"""
