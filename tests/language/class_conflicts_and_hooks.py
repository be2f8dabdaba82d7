"""Conflicts of metaclasses, odd namespaces, hooks that fail, bases that cannot be: what type and object say. Recorded with
CPython 3.13."""

import sys, types


class M1(type):
    pass


class M2(type):
    pass


class A(metaclass=M1):
    pass


class B(metaclass=M2):
    pass


def t(f):
    try:
        print(f())
    except BaseException as e:
        print(type(e).__name__, e, getattr(e, "__notes__", None))


def c1():
    class C(A, B):
        pass


t(c1)
t(lambda: M1("C", (B,), {}))
t(lambda: type("C", (A, B), {}))
print(type(type("C", (A,), {})).__name__)


class Odd(type):
    @classmethod
    def __prepare__(cls, name, bases, **kw):
        print("prepare", name, bases, sorted(kw))
        return kw.get("space", {})

    def __new__(m, n, b, ns, **kw):
        return super().__new__(m, n, b, dict(ns))

    def __init__(self, *a, **kw):
        pass


import collections


def c2():
    class C(metaclass=Odd, space=5):
        pass


t(c2)


class Map:
    def __init__(self):
        self.log = []
        self.d = {}

    def __getitem__(self, k):
        self.log.append(("get", k))
        return self.d[k]

    def __setitem__(self, k, v):
        self.log.append(("set", k))
        self.d[k] = v

    def keys(self):
        return list(self.d)


m = Map()


class C(metaclass=Odd, space=m):
    x = 1
    y = x + 1

    def f(self):
        pass


print([key for kind, key in m.log if kind == "set"], C.y)


class DD(collections.defaultdict):
    pass


class D(metaclass=Odd, space=DD(lambda: 7)):
    z = undefined_name


print(D.z)


class Sn:
    def __set_name__(self, owner, name):
        raise RuntimeError("no " + name)


def c3():
    class C:
        attr = Sn()


t(c3)
t(lambda: type("X", (), {"q": Sn()}))


class Sn2:
    def __set_name__(self, owner):
        pass


def c4():
    class C:
        attr = Sn2()


t(c4)


class NoPrep(type):
    __prepare__ = None


def c5():
    class C(metaclass=NoPrep):
        pass


t(c5)


def c6():
    class C(metaclass=lambda n, b, ns, **k: (n, b, sorted(ns), k), q=1):
        v = 2

    return C


t(c6)


def c7():
    class C(object, metaclass=5):
        pass


t(c7)


class Init:
    def __init_subclass__(cls, /, tag=None, **kw):
        super().__init_subclass__(**kw)
        cls.tag = tag


def c8():
    class C(Init, tag=3):
        pass

    print(C.tag)

    class D(Init, other=3):
        pass


t(c8)


def c9():
    class C(x=1):
        pass


t(c9)
t(lambda: type("C", (), {}, x=1))
t(lambda: type("C", (5,), {}))
t(lambda: type("C", [], {}))
t(lambda: type("C", (), []))
t(lambda: type(5, (), {}))
t(lambda: type("a\0b", (), {}))
t(lambda: type("C", (), {"__slots__": ("a", "a b")}))
t(lambda: type("C", (), {"__slots__": ("a",), "a": 1}))
t(lambda: type("C", (int,), {"__slots__": ("a",)}))
t(lambda: type("C", (), {"__slots__": ("__dict__", "__dict__")}))
t(lambda: type("C", (bool,), {}))
t(lambda: type("C", (types.FunctionType,), {}))
t(lambda: type("C", (int, str), {}))
t(lambda: type("C", (A, object, A), {}))
t(lambda: type("C", (object, A), {}))


class X:
    pass


class Y(X):
    pass


t(lambda: type("C", (X, Y), {}))


def c10():
    class Z(X):
        def __class_getitem__(cls, item):
            return (cls.__name__, item)

    return Z[1, 2], Z["a"]


t(c10)
t(lambda: X[1])


class IC(type):
    def __instancecheck__(self, x):
        print("ic", x)
        return x == 3

    def __subclasscheck__(self, x):
        print("sc", x)
        return 5


class Q(metaclass=IC):
    pass


print(isinstance(3, Q), isinstance(4, Q), isinstance(Q(), Q), issubclass(int, Q), isinstance(3, (str, Q)))
t(lambda: type.__call__(X).__class__)
t(lambda: type.__call__(int, "5"))
t(lambda: type.__call__(type, 5))
t(lambda: object.__new__(int))
t(lambda: object.__new__(X, 1))
t(lambda: object.__new__(5))
t(lambda: X(1))
t(lambda: int.__new__(str))
t(lambda: type.__new__(type, "C", (), {}).__name__)
t(lambda: type.__new__(int, "C", (), {}))


class Sl:
    __slots__ = {"a": "doc of a", "b": None}


print(Sl.a.__doc__, Sl.b.__doc__, Sl.__slots__)
t(lambda: Sl().a)
t(lambda: setattr(Sl(), "c", 1))
import inspect

print(inspect.getdoc(Sl.a))


class AbcM:
    pass


import abc


class Ab(abc.ABC):
    @abc.abstractmethod
    def f(self): ...
    @property
    @abc.abstractmethod
    def g(self): ...
    @classmethod
    @abc.abstractmethod
    def h(cls): ...


t(Ab)


class Ab1(Ab):
    f = g = 1


t(Ab1)
print(sorted(Ab.__abstractmethods__), sorted(Ab1.__abstractmethods__))


class E1(X):
    __qualname__ = "other.E1"


print(E1, E1.__qualname__)


def c11():
    class C:
        __qualname__ = 5


t(c11)


def c12():
    class C:
        __classcell__ = 5


t(c12)


def c13():
    class Meta(type):
        def __new__(m, n, b, ns):
            ns.pop("__classcell__", None)
            return super().__new__(m, n, b, ns)

    class C(metaclass=Meta):
        def f(self):
            return __class__


t(c13)


def c14():
    class C:
        def f(self):
            return super().f()

    C.f(5)


t(c14)
t(lambda: super())
t(lambda: super(X, 5))
t(lambda: super(5, X))


class Me:
    def __mro_entries__(self, bases):
        return (X, Y)[:1]


class Cme(Me()):
    pass


print(Cme.__mro__, Cme.__orig_bases__[0].__class__)
print(types.resolve_bases((Me(), int)))
t(lambda: types.new_class("N", (Me(),), {"metaclass": M1}, lambda ns: ns.update(a=1)).a)
t(lambda: setattr(X, "__bases__", (5,)))
t(lambda: setattr(X, "__bases__", ()))
t(lambda: setattr(Y, "__bases__", (Y,)))
t(lambda: setattr(int, "foo", 1))
t(lambda: delattr(X, "nope"))
t(lambda: setattr(X, "__name__", 5))
t(lambda: setattr(X, "__name__", "New"))
print(X)
t(lambda: setattr(X(), "__class__", int))
t(lambda: setattr(X(), "__class__", 5))
t(lambda: setattr(X(), "__dict__", 5))
