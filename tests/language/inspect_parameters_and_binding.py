# Parameter, Signature and BoundArguments made and bound by hand.
import inspect
from inspect import Parameter, Signature

P = Parameter
KINDS = (P.POSITIONAL_ONLY, P.POSITIONAL_OR_KEYWORD, P.VAR_POSITIONAL, P.KEYWORD_ONLY, P.VAR_KEYWORD)


def attempt(make):
    try:
        print(make())
    except (TypeError, ValueError) as error:
        print(type(error).__name__ + ":", error)


for kind in KINDS:
    attempt(lambda: P("x", kind))
    attempt(lambda: P("x", kind, default=1))
    attempt(lambda: P("x", kind, annotation=int))
attempt(lambda: P("1x", P.KEYWORD_ONLY))
attempt(lambda: P("if", P.KEYWORD_ONLY))
attempt(lambda: P(3, P.KEYWORD_ONLY))
attempt(lambda: P("x", 9))
attempt(lambda: P("x"))
a, b, c = P("a", KINDS[1]), P("b", KINDS[1], default=2), P("c", KINDS[3])
attempt(lambda: Signature([a, b, c]))
attempt(lambda: Signature([b, a]))
attempt(lambda: Signature([c, a]))
attempt(lambda: Signature([a, a]))
attempt(lambda: Signature([P("p", KINDS[0]), a, P("r", KINDS[2]), c, P("k", KINDS[4])], return_annotation=str))
attempt(lambda: Signature())

every = inspect.signature(lambda a, b=2, *rest, c, d=4, **more: 0)


def bound(signature, *args, **kwargs):
    try:
        found = signature.bind(*args, **kwargs)
    except TypeError as error:
        print("TypeError:", error)
        return
    print(found, found.args, found.kwargs)
    found.apply_defaults()
    print("   ", dict(found.arguments), found.args, found.kwargs)


bound(every, 1, c=3)
bound(every, 1, 2, 3, 4, c=3, z=26)
bound(every, a=1, c=2)
bound(every, b=1, a=5, c=2, d=9)
bound(every)
bound(every, 1, a=2, c=1)
simple = inspect.signature(lambda a, b: 0)
bound(simple, 1)
bound(simple, 1, 2, 3)
bound(simple, 1, 2, c=3)
bound(simple, 1, 2)
positional = inspect.signature(lambda a, b=1, /, c=2: 0)
bound(positional, 1)
bound(positional, 1, 2, c=5)
bound(positional, 1, c=5)
bound(inspect.signature(lambda *, a: 0), a=1)
bound(inspect.signature(lambda *args: 0), 1, 2)
bound(inspect.signature(lambda **kw: 0), x=1, self=2)
partial = every.bind_partial(c=3)
print(partial, partial.args, partial.kwargs)
partial.arguments["a"] = 10
print(partial.args, partial.kwargs, partial.signature is every)
print(every.bind(1, c=2) == every.bind(1, c=2), every.bind(1, c=2) == every.bind(2, c=2))


def spec(a, b=1, *c, d, e=5, **f) -> int:
    pass


print(inspect.getfullargspec(spec).args, inspect.getfullargspec(spec).kwonlydefaults, inspect.getfullargspec(spec).annotations)
print(inspect.getfullargspec(spec))
print(inspect.getcallargs(spec, 1, d=4), inspect.getcallargs(spec, 1, 2, 3, d=4, z=1))
for args, kwargs in (((), {}), ((1,), {}), ((1,), {"a": 2, "d": 1})):
    try:
        print(inspect.getcallargs(spec, *args, **kwargs))
    except TypeError as error:
        print(error)
