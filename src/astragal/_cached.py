"""A property that is computed once, without a lock."""

import sys
from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")

if sys.version_info >= (3, 12):
    from functools import cached_property
else:
    # The property of Python 3.11 has a lock for all instances of a class. A child that is forked
    # while another thread computes the property inherits the lock, and waits forever.
    class cached_property(Generic[T]):  # noqa: N801
        """Compute a value at its first use, and store it in the instance."""

        def __init__(self, function: Callable[[Any], T]) -> None:
            self.function = function
            self.__doc__ = function.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self.name = name

        @overload
        def __get__(self, instance: None, owner: type | None = None) -> "cached_property[T]": ...
        @overload
        def __get__(self, instance: object, owner: type | None = None) -> T: ...
        def __get__(self, instance: object, owner: type | None = None) -> "T | cached_property[T]":
            if instance is None:
                return self
            # Threads may compute the value at the same time; all return the value stored first.
            value: T = instance.__dict__.setdefault(self.name, self.function(instance))
            return value


__all__ = ["cached_property"]
