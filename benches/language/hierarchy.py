"""A hierarchy of classes: super(), properties, class and static methods, operators, slots."""

from abc import ABC, abstractmethod


class Shape(ABC):
    count = 0

    def __init__(self, name):
        self._name = name
        Shape.count += 1

    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, v):
        self._name = v.lower()

    @abstractmethod
    def area(self): ...
    def describe(self):
        return f"{self.name}:{self.area():.2f}"

    @classmethod
    def make(cls, *args):
        return cls(*args)

    @staticmethod
    def scale(x):
        return x * 2


class Rect(Shape):
    def __init__(self, w, h):
        super().__init__("rect")
        self.w, self.h = w, h

    def area(self):
        return self.w * self.h

    def __eq__(self, o):
        return isinstance(o, Rect) and self.w == o.w and self.h == o.h

    def __hash__(self):
        return hash((self.w, self.h))


class Square(Rect):
    def __init__(self, s):
        super().__init__(s, s)
        self.name = "SQUARE"

    def describe(self):
        return "[" + super().describe() + "]"


class Circle(Shape):
    def __init__(self, r):
        super().__init__("circle")
        self.r = r

    def area(self):
        return 3.14159 * self.r**2

    def __getattr__(self, name):
        if name == "diameter":
            return self.r * 2
        raise AttributeError(name)


class Vec:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __add__(self, o):
        return Vec(self.x + o.x, self.y + o.y)

    def __sub__(self, o):
        return Vec(self.x - o.x, self.y - o.y)

    def __mul__(self, k):
        return Vec(self.x * k, self.y * k)

    __rmul__ = __mul__

    def __getitem__(self, i):
        return self.x if i == 0 else self.y

    def __len__(self):
        return 2

    def __bool__(self):
        return self.x != 0 or self.y != 0

    def __iter__(self):
        yield self.x
        yield self.y

    def __call__(self):
        return self.x

    def __contains__(self, v):
        return v == self.x or v == self.y

    def __eq__(self, o):
        return self.x == o.x and self.y == o.y


def main():
    shapes = []
    for i in range(400):
        shapes.append(Rect(i, 2))
        shapes.append(Square.make(i))
        shapes.append(Circle(i))
    text = sum(len(s.describe()) for s in shapes)
    total = sum(s.area() + Shape.scale(1) for s in shapes)
    uniq = len({s for s in shapes if isinstance(s, Rect)})
    dia = sum(s.diameter for s in shapes if type(s) is Circle)
    v = Vec(0, 0)
    for i in range(600):
        v = v + Vec(i, 1) * 2 - Vec(1, 1)
        if v and len(v) == 2 and v[0] not in v:
            break
        if v == Vec(1, 2):
            v = 2 * v
        x, y = v
        v()
    return text, round(total, 3), uniq, dia, v.x, x + y
