"""__new__: singletons, subclasses of int, float, str and tuple; __call__."""
class Singleton:
    _instance = None

    def __new__(cls, *args, **kwargs):
        if cls._instance is None:
            print("creating")
            cls._instance = super().__new__(cls)
        return cls._instance

    def __init__(self, value=0):
        self.value = value


a, b = Singleton(1), Singleton(2)
print(a is b, a.value)


class Even(int):
    def __new__(cls, value):
        return super().__new__(cls, value - value % 2)

    def __repr__(self):
        return f"Even({int(self)})"


print(Even(7), Even(4) + 1, isinstance(Even(3), int), [Even(9)], f"{Even(5)}", Even(5) == 4)


class Other:
    def __new__(cls):
        return "not an instance"

    def __init__(self):
        print("never")


print(Other())


class Temperature(float):
    def __new__(cls, value, unit="C"):
        self = super().__new__(cls, value)
        self.unit = unit
        return self

    def __str__(self):
        return f"{float(self):.1f}°{self.unit}"


t = Temperature(21.55, "F")
print(t, t + 1, t.unit, repr(t), t > 20, round(t, 1))


class Upper(str):
    def __new__(cls, text):
        return super().__new__(cls, text.upper())

    def shout(self):
        return self + "!"


u = Upper("abc")
print(u, u.shout(), type(u.lower()).__name__, u == "ABC", {u: 1}["ABC"], len(u))


class Frozen(tuple):
    def __new__(cls, *items):
        return super().__new__(cls, items)

    @property
    def total(self):
        return sum(self)


print(Frozen(1, 2, 3), Frozen(1, 2).total, Frozen(1, 2) + (3,), type(Frozen(1)[0:]).__name__)


class Multiplier:
    def __init__(self, by):
        self.by = by

    def __call__(self, x, *more, scale=1):
        return [v * self.by * scale for v in (x, *more)]


m = Multiplier(3)
print(m(2), m(1, 2, scale=10), callable(m), list(map(m, [1, 2])))
