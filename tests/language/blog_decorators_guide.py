# Decorators as guides teach them: timers, retries, caches, classes that decorate and are decorated.
import functools, time, random, inspect

def debug(func):
    """Print the signature and return value"""
    @functools.wraps(func)
    def wrapper_debug(*args, **kwargs):
        args_repr = [repr(a) for a in args]
        kwargs_repr = [f"{k}={v!r}" for k, v in kwargs.items()]
        signature = ", ".join(args_repr + kwargs_repr)
        print(f"Calling {func.__name__}({signature})")
        value = func(*args, **kwargs)
        print(f"{func.__name__}() returned {value!r}")
        return value
    return wrapper_debug

@debug
def make_greeting(name, age=None):
    "Greets."
    if age is None:
        return f"Howdy {name}!"
    return f"Whoa {name}! {age} already!"

make_greeting("Benjamin")
make_greeting("Richard", age=112)
print(make_greeting.__name__, make_greeting.__doc__, make_greeting.__wrapped__("x"))
print(inspect.signature(make_greeting))

PLUGINS = dict()
def register(func):
    PLUGINS[func.__name__] = func
    return func
@register
def say_hello(name): return f"Hello {name}"
@register
def be_awesome(name): return f"Yo {name}"
print(sorted(PLUGINS), PLUGINS["say_hello"]("Al"))

def repeat(_func=None, *, num_times=2):
    def decorator_repeat(func):
        @functools.wraps(func)
        def wrapper_repeat(*args, **kwargs):
            for _ in range(num_times):
                value = func(*args, **kwargs)
            return value
        return wrapper_repeat
    if _func is None:
        return decorator_repeat
    else:
        return decorator_repeat(_func)

@repeat
def say_whee(): print("Whee!")
@repeat(num_times=3)
def greet(name): print(f"Hello {name}")
say_whee(); greet("Penny")

class CountCalls:
    def __init__(self, func):
        functools.update_wrapper(self, func)
        self.func = func
        self.num_calls = 0
    def __call__(self, *args, **kwargs):
        self.num_calls += 1
        print(f"Call {self.num_calls} of {self.func.__name__!r}")
        return self.func(*args, **kwargs)
@CountCalls
def hi(): return 1
hi(); hi(); print(hi.num_calls, hi.__name__)

def singleton(cls):
    @functools.wraps(cls)
    def wrapper(*args, **kwargs):
        if not wrapper.instance:
            wrapper.instance = cls(*args, **kwargs)
        return wrapper.instance
    wrapper.instance = None
    return wrapper
@singleton
class TheOne: pass
print(TheOne() is TheOne())

def retry(times, exceptions=(Exception,)):
    def decorator(f):
        @functools.wraps(f)
        def inner(*a, **k):
            for attempt in range(1, times + 1):
                try:
                    return f(*a, **k)
                except exceptions as e:
                    print(f"attempt {attempt} failed: {type(e).__name__}: {e}")
            raise RuntimeError(f"{f.__name__} failed after {times}")
        return inner
    return decorator
tries = iter([1, 2, None])
@retry(5, (ValueError,))
def flaky():
    v = next(tries)
    if v: raise ValueError(v)
    return "ok"
print(flaky())
@retry(1)
def never(): raise KeyError("k")
try: never()
except RuntimeError as e: print(e, repr(e.__context__))

def validate(**types):
    def deco(f):
        sig = inspect.signature(f)
        @functools.wraps(f)
        def inner(*a, **k):
            bound = sig.bind(*a, **k)
            bound.apply_defaults()
            for name, t in types.items():
                if not isinstance(bound.arguments[name], t):
                    raise TypeError(f"{name} must be {t.__name__}, got {type(bound.arguments[name]).__name__}")
            return f(*bound.args, **bound.kwargs)
        return inner
    return deco
@validate(x=int, y=float)
def area(x, y=1.0, *, unit="m"): return f"{x * y}{unit}"
print(area(2), area(2, y=3.0, unit="cm"))
try: area("2")
except TypeError as e: print(e)
try: area(1, 2.0, 3)
except TypeError as e: print(e)
class Circle:
    def __init__(self, r): self._r = r
    @property
    def radius(self):
        """Get it."""
        return self._r
    @radius.setter
    def radius(self, v):
        if v < 0: raise ValueError("positive expected")
        self._r = v
    @radius.deleter
    def radius(self): del self._r
    @functools.cached_property
    def area(self):
        print("computing")
        return 3 * self._r ** 2
    @classmethod
    def unit(cls): return cls(1)
    @staticmethod
    def pi(): return 3.14
    @debug
    def scale(self, k): self._r *= k; return self
    def __repr__(self): return f"Circle({self._r})"
c = Circle.unit()
print(c.area, c.area, c.radius, Circle.radius.__doc__, Circle.pi(), c.__dict__)
c.radius = 3
try: c.radius = -1
except ValueError as e: print(e)
del c.radius
try: c.radius
except AttributeError as e: print(e)
try: del c.area; del c.area
except AttributeError as e: print(e)
Circle(2).scale(3)
def compose(*fs): return functools.reduce(lambda f, g: lambda x: f(g(x)), fs)
print(compose(str, abs, int)("-4"))
@functools.lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(80), fib.cache_info())
@functools.singledispatch
def show(x): return f"obj {x}"
@show.register
def _(x: int): return f"int {x}"
@show.register(list)
def _(x): return f"list of {len(x)}"
print(show(1), show([1]), show("s"), show.dispatch(bool) is show.dispatch(int))
def trace(cls):
    for n, m in list(vars(cls).items()):
        if callable(m) and not n.startswith("__"):
            setattr(cls, n, debug(m))
    return cls
@trace
class Calc:
    def add(self, a, b): return a + b
    def __repr__(self): return "Calc()"
Calc().add(1, b=2)
buttons = [lambda x, i=i: x + i for i in range(3)]
@(lambda f: buttons[2](3))
def five(): pass
print(five)
