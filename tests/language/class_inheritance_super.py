# Multiple inheritance, C3 order, super in all its forms, mixins, abstract classes.
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.
from abc import ABC, abstractmethod


class Base:
    def __init__(self, **kwargs):
        print("Base", kwargs)

    def who(self):
        return ["Base"]


class Left(Base):
    def __init__(self, left=1, **kwargs):
        print("Left", left)
        super().__init__(**kwargs)

    def who(self):
        return ["Left"] + super().who()


class Right(Base):
    def __init__(self, right=2, **kwargs):
        print("Right", right)
        super().__init__(**kwargs)

    def who(self):
        return ["Right"] + super().who()


class Both(Left, Right):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)

    def who(self):
        return ["Both"] + super(Both, self).who()


b = Both(left=10, right=20)
print(b.who(), [c.__name__ for c in Both.__mro__], Both.mro() == list(Both.__mro__))
print(super(Left, b).who(), super(Both, Both).who(b))
try:
    class Bad(Base, Left):
        pass
except TypeError as error:
    print(error)
try:
    class Twice(Base, Base):
        pass
except TypeError as error:
    print(error)
try:
    class OfBool(bool):
        pass
except TypeError as error:
    print(error)
try:
    class OfNumber(3):
        pass
except TypeError as error:
    print(type(error).__name__)


class Shape(ABC):
    @abstractmethod
    def area(self):
        ...

    @property
    @abstractmethod
    def name(self):
        ...

    def describe(self):
        return f"{self.name} of area {self.area():.2f}"


class Square(Shape):
    def __init__(self, side):
        self.side = side

    def area(self):
        return self.side ** 2

    @property
    def name(self):
        return "square"


class Partial(Shape):
    def area(self):
        return 0


print(Square(2).describe(), Shape.__abstractmethods__ == {"area", "name"})
for kind in (Shape, Partial):
    try:
        kind()
    except TypeError as error:
        print(error)


class JsonMixin:
    def to_json(self):
        import json
        return json.dumps(self.__dict__, sort_keys=True)


class ReprMixin:
    def __repr__(self):
        inner = ", ".join(f"{k}={v!r}" for k, v in self.__dict__.items())
        return f"{type(self).__name__}({inner})"


class User(JsonMixin, ReprMixin):
    def __init__(self, name, age):
        self.name, self.age = name, age


print(User("Ada", 36), User("Bob", 5).to_json())


class Counter(dict):
    def __missing__(self, key):
        return 0

    def add(self, key):
        self[key] += 1
        return self


print(Counter().add("a").add("a").add("b"), Counter()["none"], Counter(x=1).get("y"))


class Upper(str):
    def __new__(cls, text):
        return super().__new__(cls, text.upper())

    def shout(self):
        return self + "!"


u = Upper("hi")
print(u, u.shout(), type(u).__name__, len(u), u == "HI", {u: 1}["HI"], {"HI": 2}[u], isinstance(u, str), u.lower())


class Positive(int):
    def __new__(cls, value):
        if value < 0:
            raise ValueError("negative")
        return int.__new__(cls, value)

    def __add__(self, other):
        return Positive(int(self) + int(other))


print(Positive(3) + 4, type(Positive(3) + 4).__name__, Positive(5) * 2, type(Positive(5) * 2).__name__, [0, 1, 2, 3][Positive(2)])


class Stack(list):
    def push(self, item):
        self.append(item)

    @property
    def top(self):
        return self[-1]


s = Stack([1, 2])
s.push(3)
print(s, s.top, len(s), s[0:2], type(s[0:2]).__name__, s + [4], type(s + [4]).__name__, sorted(s, reverse=True), s == [1, 2, 3])


class Pair(tuple):
    def __new__(cls, a, b):
        return tuple.__new__(cls, (a, b))

    @property
    def first(self):
        return self[0]


print(Pair(1, 2), Pair(1, 2).first, Pair(1, 2) == (1, 2), hash(Pair(1, 2)) == hash((1, 2)))


class MyError(ValueError):
    def __init__(self, code, message="bad"):
        super().__init__(message)
        self.code = code


try:
    raise MyError(7)
except ValueError as error:
    print(error, error.code, error.args, repr(error), isinstance(error, MyError))


class Outer:
    class Inner:
        def method(self):
            return __class__.__qualname__

    def make(self):
        return self.Inner()


print(Outer().make().method(), Outer.Inner.__qualname__, Outer.make.__qualname__)


class Private:
    def __init__(self):
        self.__hidden = 1
        self._protected = 2

    def get(self):
        return self.__hidden


class SubPrivate(Private):
    def __init__(self):
        super().__init__()
        self.__hidden = 3


x = SubPrivate()
print(x.get(), sorted(x.__dict__))
try:
    x.__hidden
except AttributeError as error:
    print(error)
