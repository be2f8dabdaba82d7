# Introspection that decorators rely on.
def dataclass(cls):
    names = list(cls.__annotations__)
    def init(self, *args, **kw):
        for n, a in zip(names, args): setattr(self, n, a)
        for n in names[len(args):]: setattr(self, n, kw[n] if n in kw else getattr(cls, n))
    cls.__init__ = init
    cls.__repr__ = lambda self: f"{cls.__name__}(" + ", ".join(f"{n}={getattr(self, n)!r}" for n in names) + ")"
    cls.__eq__ = lambda self, o: type(self) is type(o) and vars(self) == vars(o)
    return cls

@dataclass
class Config:
    lr: float = 0.1
    steps: int = 10
    name: str = "run"
print(Config(), Config(1.0, name="x"), Config() == Config(), Config(2) == Config())

def registry():
    seen = {}
    def register(name=None):
        def wrap(fn):
            seen[name or fn.__name__] = fn
            return fn
        return wrap
    return seen, register
seen, register = registry()
@register()
def one(): return 1
@register("deux")
def two(): return 2
print({k: f() for k, f in seen.items()})

class cached:
    def __init__(self, fn):
        self.fn, self.cache = fn, {}
    def __call__(self, *args):
        if args not in self.cache:
            print("compute", args)
            self.cache[args] = self.fn(*args)
        return self.cache[args]
@cached
def slow(x): return x * x
print(slow(3), slow(3), slow(4))

class Meta:
    def method(self, x=1): "doc of method"
print(Meta.method.__doc__, Meta.method.__name__, Meta.method.__qualname__, Meta().method.__self__.__class__.__name__)
print(callable(one), callable(1), callable(Meta), Meta.__dict__["method"] is Meta.method, "method" in dir(Meta()))
class Prop:
    def __init__(self): self._v = 0
    def get(self): return self._v
    def set(self, v): self._v = v
    def drop(self): self._v = None
    v = property(get, set, drop, "the v")
p = Prop(); p.v = 4; print(p.v, Prop.v.__doc__); del p.v; print(p.v)
class WithClassMethod:
    n = 0
    @classmethod
    def inc(cls):
        cls.n += 1
        return cls
class Sub(WithClassMethod): pass
Sub.inc().inc(); print(Sub.n, WithClassMethod.n)
class Lazy:
    def __getattribute__(self, name):
        if name == "magic": return "always"
        return super().__getattribute__(name)
    def __init__(self): self.x = 1
print(Lazy().magic, Lazy().x)
class Const:
    __slots__ = ()
    A, B = range(2)
print(Const.A, Const.B, [k for k in vars(Const) if not k.startswith("_")])
