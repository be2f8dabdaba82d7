"""abc.ABCMeta as a metaclass: subclasses, registration, queries."""
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.

from abc import ABC, ABCMeta, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence, Sized


class Counting(ABCMeta):
    count = 0

    def __new__(mcls, name, bases, namespace, **keywords):
        Counting.count += 1
        return super().__new__(mcls, name, bases, namespace, **keywords)


class Shape(metaclass=Counting):
    @abstractmethod
    def area(self): ...

    @property
    @abstractmethod
    def name(self): ...


class Square(Shape):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side**2

    name = "square"


class Partial(Shape):
    def area(self):
        return 0


print(Counting.count, type(Shape).__name__, sorted(Shape.__abstractmethods__), sorted(Partial.__abstractmethods__))
print(Square(3).area(), Square(2).name)
for cls in (Shape, Partial):
    try:
        cls()
    except TypeError as error:
        print(error)


class Late(ABC):
    @abstractmethod
    def run(self): ...

    def __new__(cls, *args):
        print("new", cls.__name__)
        return super().__new__(cls)


try:
    Late()
except TypeError as error:
    print(error)
print(type(Late("x").__class__) if False else type(ABC), isinstance(ABC, ABCMeta), type(Sequence) is ABCMeta)


@Shape.register
class Foreign:
    pass


print(issubclass(Foreign, Shape), isinstance(Foreign(), Shape), Shape in Foreign.__mro__)
try:
    Shape.register(3)
except TypeError as error:
    print(error)


class HasLen(ABC):
    @classmethod
    def __subclasshook__(cls, other):
        if cls is HasLen:
            return any("__len__" in base.__dict__ for base in other.__mro__)
        return NotImplemented


class Own:
    def __len__(self):
        return 1


print(isinstance(Own(), HasLen), issubclass(int, HasLen), isinstance([], HasLen), isinstance(Own(), Sized))
print(isinstance([], Sequence), isinstance({}, Mapping), isinstance(5, Iterable), isinstance(len, Callable), issubclass(dict, Mapping))
print(isinstance("", (int, Sequence)), isinstance(Own, Callable), callable(Own()), isinstance(Own(), Callable))
try:
    issubclass(3, Sequence)
except TypeError as error:
    print(error)


class Both(Sequence, metaclass=Counting):
    def __getitem__(self, index):
        return (10, 20)[index]

    def __len__(self):
        return 2


print(list(Both()), 20 in Both(), Both().index(20), list(reversed(Both())), type(Both).__name__)
