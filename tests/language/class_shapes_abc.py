"""Abstract classes, class methods as factories, registries, template methods."""
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.
import math
from abc import ABC, abstractmethod


class Shape(ABC):
    registry = {}

    def __init_subclass__(cls, /, name=None, **kwargs):
        super().__init_subclass__(**kwargs)
        cls.kind = name or cls.__name__.lower()
        Shape.registry[cls.kind] = cls

    @abstractmethod
    def area(self): ...

    @property
    @abstractmethod
    def perimeter(self): ...

    @classmethod
    def parse(cls, text):
        kind, *numbers = text.split()
        return cls.registry[kind](*map(float, numbers))

    def describe(self):
        return f"{self.kind:<8} area {self.area():8.3f} perimeter {self.perimeter:8.3f}"

    def __lt__(self, other):
        return self.area() < other.area()


class Circle(Shape):
    def __init__(self, r):
        self.r = r

    def area(self):
        return math.pi * self.r ** 2

    @property
    def perimeter(self):
        return math.tau * self.r


class Rectangle(Shape, name="rect"):
    def __init__(self, w, h):
        self.w, self.h = w, h

    def area(self):
        return self.w * self.h

    @property
    def perimeter(self):
        return 2 * (self.w + self.h)


class Square(Rectangle):
    def __init__(self, side):
        super().__init__(side, side)

    def describe(self):
        return super().describe() + " (square)"


class Half(Shape):
    def area(self):
        return super().area()


shapes = [Shape.parse(t) for t in ("circle 1", "rect 2 3.5", "square 2")]
for shape in sorted(shapes):
    print(shape.describe())
print(sorted(Shape.registry), Square.__mro__[1:3], max(shapes).kind, Shape.__abstractmethods__ == {"area", "perimeter"})
for cls in (Shape, Half):
    try:
        cls()
    except TypeError as error:
        print(error)
try:
    Shape.parse("hexagon 1")
except KeyError as error:
    print("KeyError:", error)
try:
    Circle()
except TypeError as error:
    print(error)
try:
    shapes[0].perimeter = 3
except AttributeError as error:
    print(error)
