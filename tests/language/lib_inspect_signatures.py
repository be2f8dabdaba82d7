"""inspect: signatures and binding, kinds of callables, sources, members, docs, argument specs."""
import functools
import inspect


def f(a, b: int = 2, /, c="x", *rest: float, key, other: "Text" = None, **named) -> bool:
    """First line.

        Indented.
    """
    return True


class Base:
    """A base."""

    def method(self, x, y=1):
        return x

    @classmethod
    def make(cls, n): ...

    @staticmethod
    def helper(*args): ...

    @property
    def prop(self):
        "Prop doc."


class Child(Base):
    def __init__(self, size, *, deep=False):
        self.size = size

    def __call__(self, v): ...


sig = inspect.signature(f)
print(sig, list(sig.parameters), sig.return_annotation)
for name, p in sig.parameters.items():
    print(name, p.kind, p.default if p.default is not inspect.Parameter.empty else "-", p.annotation if p.annotation is not p.empty else "-", p)
print(inspect.signature(Base().method), inspect.signature(Base.method), inspect.signature(Child), inspect.signature(Child(1)), inspect.signature(Base.make), inspect.signature(Base.helper), inspect.signature(lambda x, *y: 0))
bound = sig.bind(1, 5, "z", 1.5, 2.5, key=0, extra=9)
print(bound.arguments, bound.args, bound.kwargs)
partial = inspect.signature(lambda a, b=2, *c, d=4: 0).bind(1)
partial.apply_defaults()
print(partial.arguments)
for args, kwargs in (((), {}), ((1, 2, 3), {}), ((1,), {"key": 1, "a": 2}), ((1,), {"zz": 1, "key": 1})):
    try:
        print(inspect.signature(lambda a, *, key: 0).bind(*args, **kwargs))
    except TypeError as error:
        print(error)


def logged(g):
    @functools.wraps(g)
    def wrapper(*args, **kwargs):
        return g(*args, **kwargs)
    return wrapper


@logged
def wrapped(x, y=3): ...


print(inspect.signature(wrapped), inspect.signature(wrapped, follow_wrapped=False), inspect.unwrap(wrapped).__name__, inspect.signature(functools.partial(wrapped, 1)) if False else "")
print(inspect.isfunction(f), inspect.isfunction(len), inspect.isbuiltin(len), inspect.ismethod(Base().method), inspect.ismethod(Base.method), inspect.isclass(Base), inspect.ismodule(inspect), inspect.isgeneratorfunction(f), inspect.isgenerator(x for x in []), inspect.isroutine(len), inspect.isabstract(Base))
print([name for name, _ in inspect.getmembers(Child, inspect.isfunction)], [name for name, v in inspect.getmembers(Child(3)) if not name.startswith("__")])
print(repr(inspect.getdoc(f)), inspect.getdoc(Base), inspect.getdoc(Base.prop), inspect.cleandoc("a\n   b\n     c\n"), [c.__name__ for c in inspect.getmro(Child)])
print(inspect.getsource(Base.make), inspect.getsource(wrapped), sep="")
spec = inspect.getfullargspec(f)
print(spec.args, spec.varargs, spec.varkw, spec.defaults, spec.kwonlyargs, spec.kwonlydefaults, spec.annotations)


def gen():
    yield 1


g = gen()
print(inspect.getgeneratorstate(g), next(g), inspect.getgeneratorstate(g), list(g), inspect.getgeneratorstate(g), inspect.isgeneratorfunction(gen), gen.__code__.co_flags & 32)
p = inspect.Parameter("n", inspect.Parameter.KEYWORD_ONLY, default=5, annotation=int)
print(p, repr(p), p.replace(name="m"), inspect.Signature([p], return_annotation=str), inspect.Parameter.VAR_KEYWORD, p.kind.description)


def call_with_known(function, **values):
    return function(**{k: v for k, v in values.items() if k in inspect.signature(function).parameters})


print(call_with_known(lambda a, b=0: (a, b), a=1, b=2, c=3), len(inspect.signature(print).parameters) > 0 if False else "end")
