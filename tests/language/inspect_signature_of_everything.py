# Signatures of whatever can be called, and their texts.
import functools
import inspect


def plain(a, b=1):
    pass


def every(a, /, b: int, c=2, *args: str, d, e: float = 3.5, **kw: "text") -> list[int]:
    pass


def bare_star(*, a, b=1):
    pass


class Made:
    def __init__(self, x, y=2):
        pass

    def method(self, z):
        pass

    @classmethod
    def of_class(cls, q):
        pass

    @staticmethod
    def static(w, *v):
        pass

    given = functools.partialmethod(method, 5)

    def __call__(self, k):
        pass


class New:
    def __new__(cls, a, *b):
        return object.__new__(cls)


class Meta(type):
    def __call__(cls, m, n=0):
        return type.__call__(cls)


class WithMeta(metaclass=Meta):
    pass


class Derived(Made):
    pass


class Nothing:
    pass


@functools.wraps(every)
def wrapper(*args, **kwargs):
    pass


class Given:
    __signature__ = inspect.Signature([inspect.Parameter("shown", inspect.Parameter.KEYWORD_ONLY)])


for thing in (
    plain, every, bare_star, lambda: 0, lambda x, *y: x, Made, Made.method, Made(1).method, Made.of_class, Made.static,
    Made(1), Made(1).given, New, WithMeta, Derived, Nothing, wrapper, Given,
    functools.partial(plain, 1), functools.partial(every, 1, e=3), functools.partial(every, 1, 2, b=5) if False else plain,
    functools.partial(functools.partial(every, 1), 2, 3, 4, d=0), functools.partial(bare_star, b=2),
):
    print(inspect.signature(thing))
print(inspect.signature(wrapper, follow_wrapped=False))
print(inspect.Signature.from_callable(plain) == inspect.signature(plain), inspect.signature(plain) == inspect.signature(every))
print(repr(inspect.signature(every)))
for parameter in inspect.signature(every).parameters.values():
    print(repr(parameter), parameter.kind, parameter.kind.name, parameter.kind.description, int(parameter.kind),
          parameter.default is parameter.empty, parameter.annotation)
print(inspect.signature(every).return_annotation, inspect.signature(plain).return_annotation is inspect.Signature.empty)


def attempt(thing):
    try:
        print(inspect.signature(thing))
    except (TypeError, ValueError) as error:
        print(type(error).__name__, str(error).split(" at 0x")[0])


attempt(5)
attempt(int)
attempt("text")
attempt(functools.partial(plain, 1, 2, 3))


class Selfless:
    def method():
        pass


attempt(Selfless().method)
first = inspect.signature(plain)
print(first.replace(return_annotation=int), first.replace(parameters=[]), first.replace(parameters=list(first.parameters.values())[:1]))
one = first.parameters["b"]
print(one.replace(name="c"), one.replace(default=inspect.Parameter.empty), one.replace(annotation=str), one.replace(kind=inspect.Parameter.KEYWORD_ONLY))
print(hash(first) == hash(inspect.signature(plain)), one == first.parameters["b"], one != first.parameters["a"])
