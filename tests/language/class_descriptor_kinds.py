"""Descriptors: data and non-data, set_name, caching in the instance, validation, bound through classes and super."""


class Typed:
    def __init__(self, kind, *, default=None):
        self.kind, self.default = kind, default

    def __set_name__(self, owner, name):
        self.public, self.slot = name, "_" + name
        print(f"{owner.__name__}.{name} is {self.kind.__name__}")

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        return getattr(instance, self.slot, self.default)

    def __set__(self, instance, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"{self.public} must be {self.kind.__name__}, not {type(value).__name__}")
        setattr(instance, self.slot, value)

    def __delete__(self, instance):
        print("deleting", self.public)
        delattr(instance, self.slot)


class Positive(Typed):
    def __set__(self, instance, value):
        super().__set__(instance, value)
        if value <= 0:
            raise ValueError(f"{self.public} must be positive")


class Person:
    name = Typed(str, default="nobody")
    age = Positive(int)

    def __init__(self, name, age):
        self.name, self.age = name, age


p = Person("Ann", 30)
print(p.name, p.age, p.__dict__, Person.age.kind)
for attribute, value in (("age", -1), ("age", "x"), ("name", 3)):
    try:
        setattr(p, attribute, value)
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
del p.name
print(p.name, vars(p))
try:
    del p.name
except AttributeError as error:
    print("AttributeError", error)
p.__dict__["age"] = 99
print(p.age)


class Lazy:
    """Non-data: the instance's own entry wins."""

    def __init__(self, compute):
        self.compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner, name):
        self.name = name

    def __get__(self, instance, owner):
        if instance is None:
            return self
        value = instance.__dict__[self.name] = self.compute(instance)
        return value


class Report:
    @Lazy
    def total(self):
        "The sum."
        print("computing")
        return sum(range(5))


r = Report()
print(r.total, r.total, r.__dict__, Report.total.__doc__)
del r.total
print(r.total)


class ReadOnly:
    def __get__(self, instance, owner):
        return 42

    def __set__(self, instance, value):
        raise AttributeError("can't set attribute")


class Holder:
    answer = ReadOnly()


h = Holder()
try:
    h.answer = 1
except AttributeError as error:
    print(error)
try:
    del h.answer
except AttributeError as error:
    print(error)
Holder.answer = 7
print(h.answer, Holder.answer)


class Method:
    def __init__(self, function):
        self.function = function

    def __get__(self, instance, owner):
        def bound(*args):
            return self.function(instance if instance is not None else owner, *args)
        return bound


class Uses:
    @Method
    def tell(this, word):
        return f"{this if isinstance(this, type) else type(this)} {word}"


class Sub(Uses):
    def tell(self, word):
        return "sub " + super().tell(word)


print(Uses().tell("a"), Uses.tell("b"), Sub().tell("c"), sep="\n")


class Celsius:
    def __init__(self, degrees=0):
        self._degrees = degrees

    @property
    def fahrenheit(self):
        """Degrees, the other way."""
        return self._degrees * 9 / 5 + 32

    @fahrenheit.setter
    def fahrenheit(self, value):
        self._degrees = (value - 32) * 5 / 9

    @fahrenheit.deleter
    def fahrenheit(self):
        self._degrees = 0

    only = property(lambda self: 1)
    write = property(None, lambda self, v: print("wrote", v))


c = Celsius(100)
c.fahrenheit = 32
print(c._degrees, c.fahrenheit, Celsius.fahrenheit.__doc__, Celsius.fahrenheit.fget.__name__)
c._degrees = 5
del c.fahrenheit
print(c._degrees)
c.write = 5
for action in (lambda: setattr(c, "only", 2), lambda: delattr(c, "only"), lambda: c.write):
    try:
        action()
    except AttributeError as error:
        print(error)
