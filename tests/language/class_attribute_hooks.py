# __getattr__, __getattribute__, __setattr__, __delattr__, descriptors, __set_name__, properties.
class Typed:
    def __init__(self, kind, default=None):
        self.kind, self.default = kind, default

    def __set_name__(self, owner, name):
        self.name = "_" + name
        print("named", owner.__name__, name)

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        return getattr(instance, self.name, self.default)

    def __set__(self, instance, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"{self.name[1:]} must be {self.kind.__name__}, got {type(value).__name__}")
        setattr(instance, self.name, value)

    def __delete__(self, instance):
        print("deleting", self.name)
        delattr(instance, self.name)


class Person:
    name = Typed(str, "nobody")
    age = Typed(int, 0)


p = Person()
print(p.name, p.age, Person.name.kind)
p.name, p.age = "Ada", 36
print(p.name, p.age, p.__dict__)
try:
    p.age = "old"
except TypeError as error:
    print(error)
del p.age
print(p.age)


class Lazy:
    def __init__(self, function):
        self.function = function

    def __get__(self, instance, owner):
        if instance is None:
            return self
        value = self.function(instance)
        instance.__dict__[self.function.__name__] = value
        return value


class Data:
    @Lazy
    def heavy(self):
        print("computing")
        return 42


d = Data()
print(d.heavy, d.heavy)


class Logged:
    def __init__(self):
        object.__setattr__(self, "log", [])

    def __setattr__(self, name, value):
        self.log.append(("set", name, value))
        super().__setattr__(name, value)

    def __delattr__(self, name):
        self.log.append(("del", name))
        object.__delattr__(self, name)

    def __getattribute__(self, name):
        if name.startswith("secret"):
            return "hidden"
        return object.__getattribute__(self, name)

    def __getattr__(self, name):
        return f"missing {name}"


g = Logged()
g.a = 1
g.a += 1
del g.a
print(g.log, g.secret, g.nothing, hasattr(g, "whatever"))


class Celsius:
    def __init__(self, degrees=0):
        self.degrees = degrees

    @property
    def fahrenheit(self):
        """In the other scale."""
        return self.degrees * 9 / 5 + 32

    @fahrenheit.setter
    def fahrenheit(self, value):
        self.degrees = (value - 32) * 5 / 9

    @fahrenheit.deleter
    def fahrenheit(self):
        self.degrees = 0


c = Celsius(100)
print(c.fahrenheit, Celsius.fahrenheit.__doc__, type(Celsius.fahrenheit).__name__)
c.fahrenheit = 32
print(c.degrees)
del c.fahrenheit
print(c.degrees, Celsius.fahrenheit.fget(c), Celsius.fahrenheit.fset is not None)


class Proxy:
    def __init__(self, target):
        self.__dict__["target"] = target

    def __getattr__(self, name):
        return getattr(self.target, name)

    def __setattr__(self, name, value):
        setattr(self.target, name, value)


q = Proxy(c)
q.degrees = 5
print(q.degrees, c.degrees)


class Registry:
    classes = {}

    def __init_subclass__(cls, /, key=None, **more):
        super().__init_subclass__(**more)
        Registry.classes[key or cls.__name__.lower()] = cls


class A(Registry, key="first"):
    pass


class B(Registry):
    pass


print(Registry.classes)


class Box:
    def __class_getitem__(cls, item):
        return f"{cls.__name__} of {item}"


print(Box[int], Box["x"])


class Meta:
    count = 0

    @classmethod
    def bump(cls):
        cls.count += 1
        return cls.count


class Sub(Meta):
    pass


print(Sub.bump(), Sub.bump(), Meta.count, Sub.count, Meta.bump())


class Interface:
    @staticmethod
    def helper(x=3):
        return x * 2


print(Interface.helper(), Interface().helper(4))


class Static:
    method = lambda self: "bound"
    built_in = len


print(Static().method(), Static().built_in([1, 2]), Static.method(None))
print(getattr(p, "nope", "default"), p.__class__.__name__, Person.__name__, Person.__module__, Person.__qualname__)
print(A.__bases__, A.__mro__, issubclass(A, Registry), A.__base__)
