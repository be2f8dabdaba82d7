"""Abstract methods, properties and class methods; registration; subclass hooks."""
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.
from abc import ABC, abstractmethod
import collections.abc as cabc


class Shape(ABC):
    def __init__(self, name):
        self.name = name

    @abstractmethod
    def area(self):
        """How large."""

    @property
    @abstractmethod
    def sides(self): ...

    @classmethod
    @abstractmethod
    def unit(cls): ...

    @staticmethod
    @abstractmethod
    def helper(): ...

    def describe(self):
        return f"{self.name}: {self.area():.1f}"


class Partial(Shape):
    def area(self):
        return super().area() or 0


class Square(Partial):
    sides = 4

    def __init__(self, n):
        super().__init__("square")
        self.n = n

    def area(self):
        return self.n ** 2

    @classmethod
    def unit(cls):
        return cls(1)

    @staticmethod
    def helper():
        return "help"


print(Square(3).describe(), Square.unit().area(), Square(2).sides, Square.helper(), sorted(Shape.__abstractmethods__), Square.__abstractmethods__, isinstance(Square(1), Shape), Shape.area.__isabstractmethod__)
for bad in (Shape, Partial, lambda: Shape("x"), cabc.Sequence, cabc.Iterator, cabc.Mapping):
    try:
        print(bad())
    except TypeError as error:
        print(error)


class Only(ABC):
    @abstractmethod
    def go(self): ...


try:
    Only()
except TypeError as error:
    print(error)


class Duck:
    def area(self):
        return 1


Shape.register(Duck)
print(isinstance(Duck(), Shape), issubclass(Duck, Shape), Shape in Duck.__mro__)


@Only.register
class Registered:
    pass


print(isinstance(Registered(), Only))


class Quacks(ABC):
    @classmethod
    def __subclasshook__(cls, other):
        return True if any("quack" in c.__dict__ for c in other.__mro__) else NotImplemented


class Mallard:
    def quack(self): ...


print(isinstance(Mallard(), Quacks), issubclass(int, Quacks))
