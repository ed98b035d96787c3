"""A property that is computed when it is first asked for, and kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801 -- used as `@property` is
    """As `functools.cached_property`, without the lock that the latter has before Python 3.12.

    >>> class Circle:
    ...     radius = 2
    ...
    ...     @lazy
    ...     def area(self) -> float:
    ...         return 3.14 * self.radius**2
    >>> Circle().area
    12.56

    That lock is one for all objects of a class: two threads could not compute the text of two
    documents at the same time. Here two threads that ask for the same value both compute it.
    """

    def __init__(self, compute: Callable[[Any], T]) -> None:
        self.compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type | None = None) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type | None = None) -> T: ...
    def __get__(self, instance: object | None, owner: type | None = None) -> Self | T:
        if instance is None:
            return self
        value = instance.__dict__[self.name] = self.compute(instance)
        return value
