# __slots__ in every form, and objects that change their class.
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.


class Point:
    __slots__ = ("x", "y")

    def __init__(self, x, y):
        self.x, self.y = x, y


point = Point(1, 2)
print(point.x, Point.x.__get__(point, Point), Point.__slots__, hasattr(point, "__dict__"))
for name in ("z", "__dict__"):
    try:
        setattr(point, name, {})
    except AttributeError as error:
        print(type(error).__name__)
del point.x
try:
    point.x
except AttributeError as error:
    print(type(error).__name__)
Point.x.__set__(point, 5)
print(point.x, type(Point.x).__name__, Point.x.__name__)
try:
    Point.x.__get__(3)
except TypeError as error:
    print(error)


class Open(Point):
    __slots__ = ("__dict__", "z")


opened = Open(1, 2)
opened.z, opened.other = 3, 4
print(opened.__dict__, opened.z, opened.x)


class Sub(Point):
    pass


sub = Sub(1, 2)
sub.anything = 1
print(sub.__dict__, sub.x)


class One:
    __slots__ = "single"


one = One()
one.single = 1
print(one.single, One.__slots__)


class Documented:
    __slots__ = {"a": "the first", "b": "the second"}


print(sorted(Documented.__slots__), Documented().__class__.__name__)


class Private:
    __slots__ = ("__hidden",)

    def __init__(self):
        self.__hidden = 7

    def get(self):
        return self.__hidden


print(Private().get(), [name for name in dir(Private) if "hidden" in name])
SOURCES = [
    "class A:\n    __slots__ = ('a',)\n    a = 1",
    "class A:\n    __slots__ = ('1a',)",
    "class A:\n    __slots__ = (1,)",
    "class A:\n    __slots__ = ('__dict__', '__dict__')",
    "class A(int):\n    __slots__ = ('a',)",
    "class A(tuple):\n    __slots__ = ()",
    "class A:\n    __slots__ = ('a',)\nclass B:\n    __slots__ = ('b',)\nclass C(A, B): pass",
    "class A:\n    __slots__ = ()\nclass B:\n    __slots__ = ('b',)\nclass C(A, B): pass",
    "class A(str):\n    __slots__ = ('a',)",
    "class A(list, dict): pass",
    "class A(bool): pass",
    "class A(type(None)): pass",
    "class A(object, int): pass",
]
for source in SOURCES:
    try:
        exec(source)
        print("fine")
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)


class Cat:
    def speak(self):
        return "meow"


class Dog:
    def speak(self):
        return "woof"


animal = Cat()
animal.name = "kept"
animal.__class__ = Dog
print(animal.speak(), animal.name, type(animal).__name__, isinstance(animal, Dog))
for target in (Point, 5, int, list):
    try:
        animal.__class__ = target
    except TypeError as error:
        print(error)


class Same:
    __slots__ = ("x", "y")


point = Point(1, 2)
point.__class__ = Same
print(point.x, type(point).__name__)
for value in ([], (lambda: 0)):
    try:
        value.__class__ = Cat
    except TypeError as error:
        print("TypeError")
