"""The solved table that tests of Ur share."""

from ur.conftest import four

__all__ = ["four"]
