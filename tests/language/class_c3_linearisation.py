"""C3: the order of bases, super() down a diamond with arguments passed along, orders that cannot be."""
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.


class Root:
    def __init__(self, **rest):
        if rest:
            raise TypeError(f"left over: {sorted(rest)}")
        self.log = ["Root"]

    def who(self):
        return ["Root"]


class Named(Root):
    def __init__(self, name="?", **rest):
        super().__init__(**rest)
        self.name = name
        self.log.append("Named")

    def who(self):
        return ["Named"] + super().who()


class Sized(Root):
    def __init__(self, size=0, **rest):
        super().__init__(**rest)
        self.size = size
        self.log.append("Sized")

    def who(self):
        return ["Sized"] + super().who()


class Coloured(Named):
    def __init__(self, colour="none", **rest):
        super().__init__(**rest)
        self.colour = colour
        self.log.append("Coloured")

    def who(self):
        return ["Coloured", *super(Coloured, self).who()]


class Box(Coloured, Sized):
    def __init__(self, **rest):
        super().__init__(**rest)
        self.log.append("Box")

    def who(self):
        return ["Box"] + super().who()


b = Box(name="b", size=3, colour="red")
print(b.log, b.name, b.size, b.colour)
print(b.who(), Coloured().who())
print([c.__name__ for c in Box.__mro__], Box.mro() == list(Box.__mro__), Box.__bases__, Box.__base__)
try:
    Box(weight=3)
except TypeError as error:
    print(error)

O = object


class A(O): pass
class B(O): pass
class C(O): pass
class D(O): pass
class E(O): pass
class K1(A, B, C): pass
class K2(D, B, E): pass
class K3(D, A): pass
class Z(K1, K2, K3): pass


print("".join(c.__name__ + " " for c in Z.__mro__))
for bases in ((A, Z), (O, A), (A, A), (K1, B, A)):
    try:
        type("Bad", bases, {})
    except TypeError as error:
        print(str(error).splitlines())
for bases in ((int, str), (3,), (bool,), (type(None),), (type(len),), (range,), (type(lambda: 0),), (slice,)):
    try:
        type("Bad", bases, {})
    except TypeError as error:
        print(error)
print(super(K1, Z()).__thisclass__, issubclass(Z, (int, D)), Z.__subclasses__(), K1.__subclasses__())


class Base:
    @classmethod
    def make(cls, *args):
        return cls, args

    @staticmethod
    def helper(x):
        return x + 1

    @property
    def value(self):
        return 10


class Derived(Base):
    @classmethod
    def make(cls, *args):
        kind, rest = super().make(*args, "extra")
        return kind.__name__, rest

    @staticmethod
    def helper(x):
        return super(Derived, Derived).helper(x) * 2

    @property
    def value(self):
        return super().value + 1


print(Derived.make(1), Derived().make(2), Derived.helper(4), Derived().value)
s = super(Derived, Derived())
print(s.value, s.__self_class__, type(s), repr(s)[:38])
for bad in (lambda: super(Derived, 3), lambda: super(3, 3), lambda: super(Derived, Derived()).nothing):
    try:
        bad()
    except (TypeError, AttributeError) as error:
        print(error)


def outside():
    super().x


try:
    outside()
except RuntimeError as error:
    print(error)
