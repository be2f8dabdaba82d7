class Animal:
    kind = "animal"
    def __init__(self, name):
        self.name = name
    def speak(self):
        return f"{self.name} makes {self.sound()}"
    def sound(self):
        return "noise"
    def __repr__(self):
        return f"{type(self).__name__}({self.name!r})"

class Dog(Animal):
    def sound(self):
        return "woof"
    @property
    def loud(self):
        return self.sound().upper()
    @loud.setter
    def loud(self, value):
        self.name = value
    @staticmethod
    def add(a, b):
        return a + b
    @classmethod
    def make(cls, name):
        return cls(name)

d = Dog("rex")
print(d, d.speak(), d.loud, Dog.add(1, 2), d.add(3, 4), Dog.make("max"), d.kind)
d.loud = "bo"
print(d.name)
try:
    Animal("x").loud
except AttributeError as e:
    print(e)
class ReadOnly:
    @property
    def x(self):
        return 1
try:
    ReadOnly().x = 2
except AttributeError as e:
    print(e)

class A:
    def who(self): return ["A"]
class B(A):
    def who(self): return ["B"] + super().who()
class C(A):
    def who(self): return ["C"] + super().who()
class D(B, C):
    def who(self): return ["D"] + super(D, self).who()
print(D().who(), [k.__name__ for k in D.__mro__])
try:
    class X(A, B): pass
except TypeError as e:
    print(str(e).replace("\n", " "))

class Base:
    subs = []
    def __init_subclass__(cls, tag=None, **kw):
        super().__init_subclass__(**kw)
        Base.subs.append((cls.__name__, tag))
class S1(Base, tag="one"): pass
class S2(Base): pass
print(Base.subs)

class Descriptor:
    def __set_name__(self, owner, name):
        self.name = "_" + name
    def __get__(self, obj, owner=None):
        if obj is None:
            return self
        return getattr(obj, self.name, "unset")
    def __set__(self, obj, value):
        setattr(obj, self.name, value * 2)
class Has:
    v = Descriptor()
h = Has()
print(h.v); h.v = 21; print(h.v, h.__dict__)

class Dyn:
    def __getattr__(self, name):
        if name.startswith("x"):
            return name
        raise AttributeError(name)
    def __setattr__(self, name, value):
        object.__setattr__(self, name, ("set", value))
    def __delattr__(self, name):
        print("del", name)
        super().__delattr__(name)
q = Dyn()
q.a = 1
print(q.a, q.xyz, hasattr(q, "nope"), getattr(q, "nope", 5))
del q.a
print(hasattr(q, "a"))

class Call:
    def __call__(self, *args, **kw):
        return args, kw
print(Call()(1, k=2))

class Slots:
    __slots__ = ("a",)
    def __init__(self): self.a = 1
print(Slots().a)
class Private:
    def __init__(self): self.__x = 3
    def get(self): return self.__x
p = Private()
print(p.get(), p.__dict__)
class Eq:
    def __init__(self, v): self.v = v
    def __eq__(self, o): return isinstance(o, Eq) and self.v == o.v
    def __hash__(self): return hash(self.v)
print(Eq(1) == Eq(1), Eq(1) != Eq(2), len({Eq(1), Eq(1), Eq(2)}), Eq(3) in [Eq(3)])
class NoHash:
    def __eq__(self, o): return True
try:
    hash(NoHash())
except TypeError as e:
    print(e)
class New:
    inst = None
    def __new__(cls, *args):
        if cls.inst is None:
            cls.inst = super().__new__(cls)
        return cls.inst
    def __init__(self, v=0): self.v = v
print(New(1) is New(2), New.inst.v)
try:
    class Z: pass
    Z(1)
except TypeError as e:
    print(e)
class Cls:
    x = [i * 2 for i in range(3)]
    def m(self): return __class__.__name__
    class Inner:
        z = 1
print(Cls.x, Cls().m(), Cls.Inner.z, Cls.Inner.__qualname__, Cls.__name__)
print(isinstance(True, int), issubclass(D, A), isinstance(d, (int, Animal)), type(d) is Dog)
T = type("T", (A,), {"f": lambda self: 5})
print(T().f(), T().who(), T.__name__)
class Meth:
    def a(self): return 1
m = Meth()
bound = m.a
print(bound(), bound.__self__ is m, Meth.a(m))
setattr(m, "zz", 4); print(m.zz, vars(m))
del m.zz
try:
    m.zz
except AttributeError as e:
    print(e)
try:
    Meth.nope
except AttributeError as e:
    print(e)
class Deleted:
    def __del__(self): print("gone")
x = Deleted()
x = None
print("after")
