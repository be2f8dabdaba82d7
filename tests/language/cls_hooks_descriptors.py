"""__init_subclass__, __set_name__, descriptors, __class_getitem__, __getattr__ and their order."""
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.
class Typed:
    def __init__(self, kind, default=None): self.kind, self.default = kind, default
    def __set_name__(self, owner, name):
        print("set_name", owner.__name__, name)
        self.name = name
    def __get__(self, obj, owner):
        if obj is None:
            return self
        return obj.__dict__.get(self.name, self.default)
    def __set__(self, obj, value):
        if not isinstance(value, self.kind):
            raise TypeError(f"{self.name} must be {self.kind.__name__}, not {type(value).__name__}")
        obj.__dict__[self.name] = value
    def __delete__(self, obj):
        print("delete", self.name)
        del obj.__dict__[self.name]
class Positive(Typed):
    def __set__(self, obj, value):
        super().__set__(obj, value)
        if value <= 0:
            raise ValueError(f"{self.name} must be positive")
class Model:
    fields = {}
    def __init_subclass__(cls, table=None, **kw):
        super().__init_subclass__(**kw)
        cls.fields = {n: v.kind.__name__ for n, v in vars(cls).items() if isinstance(v, Typed)}
        cls.table = table or cls.__name__.lower() + "s"
        print("init_subclass", cls.__name__, cls.fields)
    def __init__(self, **kw):
        for k, v in kw.items(): setattr(self, k, v)
class Item(Model, table="stock"):
    name = Typed(str, "none")
    price = Positive(int)
class Sub(Item):
    extra = Typed(list)
i = Item(name="x", price=3)
print(i.name, i.price, Item.name.kind, Item.table, Sub.table, Sub.fields, i.__dict__)
for k, v in (("name", 5), ("price", -1), ("price", "a"), ("other", 1)):
    try:
        setattr(i, k, v)
        print("ok", k)
    except (TypeError, ValueError) as e:
        print(type(e).__name__, e)
del i.name
print(i.name)
try:
    del i.name
except KeyError as e:
    print("KeyError", e)
class NonData:
    def __get__(self, obj, owner): return "from descriptor" if obj else "class"
class Holder:
    attr = NonData()
h = Holder()
print(h.attr, Holder.attr)
h.__dict__["attr"] = "from dict"
print(h.attr)
class lazy:
    def __init__(self, fn): self.fn = fn
    def __set_name__(self, owner, name): self.name = name
    def __get__(self, obj, owner):
        if obj is None: return self
        print("computing", self.name)
        v = obj.__dict__[self.name] = self.fn(obj)
        return v
class Circle:
    def __init__(self, r): self.r = r
    @lazy
    def area(self): return self.r ** 2 * 3
c = Circle(2)
print(c.area, c.area, c.__dict__)
class Attrs:
    def __init__(self): object.__setattr__(self, "log", [])
    def __getattr__(self, name):
        if name.startswith("_"): raise AttributeError(f"no {name} here")
        self.log.append(("get", name))
        return name.upper()
    def __setattr__(self, name, value):
        self.log.append(("set", name, value))
        super().__setattr__(name, value)
    def __delattr__(self, name):
        self.log.append(("del", name))
        super().__delattr__(name)
    def __dir__(self): return ["b", "a"]
a = Attrs()
a.x = 1
print(a.x, a.y, a.log, dir(a), hasattr(a, "_z"), getattr(a, "_q", "dflt"))
del a.x
try:
    del a.x
except AttributeError as e:
    print(e)
try:
    a._nope
except AttributeError as e:
    print(e)
class GA:
    x = 5
    def __getattribute__(self, name):
        if name == "secret": raise AttributeError("hidden")
        return object.__getattribute__(self, name)
    def __getattr__(self, name): return f"fallback {name}"
print(GA().x, GA().secret, GA().other)
class Meta1:
    def __class_getitem__(cls, key): return f"{cls.__name__}[{key!r}]"
class Meta2(Meta1): pass
print(Meta2[3], Meta2["a", 1], Meta2[1:2], Meta2[...])
class Prop:
    def __init__(self): self._v = 0
    @property
    def v(self):
        "the v"
        return self._v
    @v.setter
    def v(self, x): self._v = x * 2
    @v.deleter
    def v(self): self._v = None
    ro = property(lambda self: 1)
    wo = property(None, lambda self, x: None)
p = Prop(); p.v = 4; print(p.v, Prop.v.__doc__, Prop.v.fget.__name__, str(Prop.v)[:22])
del p.v; print(p.v)
for f in (lambda: setattr(p, "ro", 1), lambda: delattr(p, "ro"), lambda: p.wo, lambda: delattr(p, "wo")):
    try: print(f())
    except AttributeError as e: print(e)
class Base:
    @property
    def name(self): return "base"
    @classmethod
    def make(cls, *a): return cls.__name__, a
    @staticmethod
    def helper(x): return x + 1
class Derived(Base):
    @Base.name.getter
    def name(self): return "derived " + super().name
    @classmethod
    def make(cls, *a): return ("D",) + super().make(*a)
print(Derived().name, Derived.make(1), Derived().make(2), Derived.helper(3), Derived().helper(4), str(Base.__dict__["helper"])[:42], Base.make, type(Base.__dict__["make"]))
try:
    class Bad:
        class D:
            def __set_name__(self, o, n): raise ValueError("in set_name")
        x = D()
except (RuntimeError, ValueError) as e:
    print(type(e).__name__, e, repr(e.__cause__))
class Counter:
    instances = 0
    def __new__(cls, *args, **kw):
        cls.instances += 1
        self = super().__new__(cls)
        self.order = cls.instances
        return self
    def __init__(self, v=0): self.v = v
class Even(Counter):
    def __new__(cls, v):
        return super().__new__(cls) if v % 2 == 0 else None
print(Counter().order, Counter(5).v, Even(2).v, Even(3), Counter.instances, Even.instances)
class Singleton:
    _one = None
    def __new__(cls):
        if cls._one is None: cls._one = super().__new__(cls)
        return cls._one
print(Singleton() is Singleton())
for f in (lambda: object(1), lambda: Counter(1, 2), lambda: Base(1), lambda: object.__new__(5), lambda: Base.name.fget(), lambda: super(Base, 5).x, lambda: Base().helper(), lambda: Base.make.__func__(), lambda: Derived.nope, lambda: Derived().nmae, lambda: type("X", (5,), {}), lambda: type("X", (bool,), {}), lambda: type("D", (Base, Base), {}), lambda: type("D", (Base, Derived), {}), lambda: type(5, (), {}), lambda: type("A", (), {"x": 1}).x, lambda: Base.__init__(1, 2), lambda: isinstance(3, "int"), lambda: Derived.__mro__, lambda: Base.__subclasses__(), lambda: Typed.__get__(5)):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
class Abstract:
    def __init_subclass__(cls):
        if not hasattr(cls, "run"): raise TypeError(f"{cls.__name__} must define run")
try:
    class Missing(Abstract): pass
except TypeError as e: print(e)
class Chain:
    def __init__(self, path=""): self.path = path
    def __getattr__(self, n): return Chain(f"{self.path}/{n}")
    def __call__(self, *a): return Chain(f"{self.path}({','.join(map(str, a))})")
    def __repr__(self): return self.path
print(Chain().users.get(5).posts, Chain("http:").a.b(1, 2))
