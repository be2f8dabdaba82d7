# The types of native functions and attributes as class dicts hold them, and what they tell of their classes.
import inspect
import types

for found in (int.__add__, list.__getitem__, dict.__contains__, str.upper, object.__init__, type.__call__, list.__len__):
    print(type(found).__name__, found, found.__objclass__, found.__qualname__)
for found in (dict.__dict__["fromkeys"], int.__dict__["from_bytes"], float.real):
    print(type(found).__name__, found, found.__objclass__, found.__qualname__, found.__name__)
for bound in ([].__add__, object().__str__, (2).__pow__):
    print(type(bound).__name__, bound.__objclass__, bound.__name__, inspect.ismethodwrapper(bound), inspect.isbuiltin(bound))
print(type([].append).__name__, inspect.isbuiltin([].append), inspect.isroutine(object().__lt__))
print(types.WrapperDescriptorType, types.MethodWrapperType, types.MethodDescriptorType, types.ClassMethodDescriptorType)
kinds = (int.__add__, str.upper, dict.__dict__["fromkeys"], (1).__add__, float.real)
for kind in map(type, kinds):
    try:
        type("Below", (kind,), {})
    except TypeError as error:
        print(error)

print(object() < 1 if False else object().__lt__(1), [name for name in ("__lt__", "__le__", "__gt__", "__ge__") if name in dir(object)])


class Slotted:
    __slots__ = {"power": "measured in kilowatts"}


print(Slotted.power.__objclass__, Slotted.power.__qualname__, inspect.getdoc(Slotted.power))


def f(cls, arg):
    "documented"


for wrap in (classmethod, staticmethod):
    made = wrap(f)
    made.x = 42
    print(made.x, made.__wrapped__ is f, sorted(made.__dict__), made.__doc__, made.__name__)
    del made.x
    print(hasattr(made, "x"))


class Mine(super):
    pass


class A:
    def name(self):
        return "A"


class B(A):
    def name(self):
        return "B" + Mine(B, self).name()


print(B().name())


class Chooses:
    @classmethod
    def __new__(*args):
        return args


print(Chooses(1) == (Chooses, Chooses, 1))


class Hook:
    def __get__(self, instance, owner=None):
        return lambda name: f"{name} of {owner.__name__}"


class Hooked:
    __getattribute__ = Hook()


print(Hooked().anything)


class Light:
    __slots__ = ("a", "b")


class Same:
    __slots__ = ("b", "a")


class Weak(Light):
    __slots__ = ("__weakref__",)


light = Light()
light.__class__ = Same
for other in (Weak, list, A):
    try:
        light.__class__ = other
    except TypeError as error:
        print(error)
a = A()
a.x = 1
del a.__dict__
print(a.__dict__, [hasattr(a, "x")])
for name in ("__name__", "__module__", "__bases__", "__dict__"):
    try:
        delattr(A, name)
    except (TypeError, AttributeError) as error:
        print(type(error).__name__, error)
for name in ("A\0B", b"A"):
    try:
        type(name, (), {})
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)


class C(A, int):
    pass


print(C.__base__, B.__annotations__)
