"""Descriptors: validation, lazy values, units, methods bound by hand."""
import functools


class Typed:
    def __init__(self, kind, *, low=None, high=None):
        self.kind, self.low, self.high = kind, low, high

    def __set_name__(self, owner, name):
        self.name = name
        owner.fields = [*getattr(owner, "fields", []), name]

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        try:
            return instance.__dict__[self.name]
        except KeyError:
            raise AttributeError(f"{self.name} is not set") from None

    def __set__(self, instance, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"{self.name} must be {self.kind.__name__}, not {type(value).__name__}")
        if self.low is not None and value < self.low or self.high is not None and value > self.high:
            raise ValueError(f"{self.name} must be in [{self.low}, {self.high}], got {value}")
        instance.__dict__[self.name] = value

    def __delete__(self, instance):
        print("forget", self.name)
        del instance.__dict__[self.name]


class Lazy:
    def __init__(self, function):
        self.function = function
        functools.update_wrapper(self, function)

    def __get__(self, instance, owner):
        if instance is None:
            return self
        print("computing", self.function.__name__)
        value = instance.__dict__[self.function.__name__] = self.function(instance)
        return value


class Person:
    name = Typed(str)
    age = Typed(int, low=0, high=150)

    def __init__(self, name, age):
        self.name, self.age = name, age

    @Lazy
    def initials(self):
        """Upper-case first letters."""
        return "".join(w[0] for w in self.name.split()).upper()


p = Person("ada lovelace", 36)
print(p.name, p.age, Person.fields, p.initials, p.initials, Person.initials.__doc__, type(Person.age).__name__)
for field, value in (("age", -1), ("age", "x"), ("age", 200), ("name", None)):
    try:
        setattr(p, field, value)
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
del p.age
try:
    p.age
except AttributeError as error:
    print(error, getattr(p, "age", "unknown"), hasattr(p, "age"))


class Celsius:
    def __get__(self, obj, owner):
        return (obj.fahrenheit - 32) * 5 / 9

    def __set__(self, obj, value):
        obj.fahrenheit = value * 9 / 5 + 32


class Weather:
    celsius = Celsius()
    fahrenheit = 212.0


w = Weather()
print(w.celsius)
w.celsius = 0
print(w.fahrenheit, vars(w))


def shout(self, mark="!"):
    return self.name.upper() + mark


bound = shout.__get__(p)
print(bound(), bound("?"), bound.__self__ is p, bound.__func__ is shout, shout.__get__(None, Person) is shout)
Person.shout = shout
print(p.shout(mark="..."), Person.shout(p), p.shout == p.shout, p.shout is p.shout)
import types
p.whisper = types.MethodType(lambda self: self.name.lower(), p)
print(p.whisper(), sorted(vars(p)), callable(p.whisper))
