"""Every way to pass and to declare arguments, and every complaint."""


def full(a, b=2, /, c=3, *args, d, e=5, **kwargs):
    return a, b, c, args, d, e, kwargs


def only(*, key): return key


def positional(x, y, /): return x - y


def default(items=[], *, seen={}):
    items.append(len(items))
    seen[len(items)] = True
    return items, seen


print(full(1, d=4), full(1, 2, 3, 4, 5, d=6, e=7, f=8), full(*range(4), **{"d": 1, "a": 9}))
print(default(), default(), default([7]))
calls = [
    lambda: full(), lambda: full(1), lambda: full(b=1, d=2), lambda: only(1), lambda: only(), lambda: only(key=1, kee=2), lambda: positional(1, y=2),
    lambda: positional(1), lambda: positional(1, 2, 3), lambda: (lambda: 0)(1), lambda: full(1, d=1, **{"d": 2}), lambda: only(**{1: 2}),
    lambda: only(*3), lambda: only(**[1]), lambda: len(), lambda: len(1, 2), lambda: "".join(1, 2), lambda: [].append(), lambda: int("x", base=10),
    lambda: int("12", bas=10), lambda: sorted([1], cmp=2), lambda: 3(), lambda: None(), lambda: "text"(), lambda: print(1, foo=2), lambda: max(), lambda: max(1),
    lambda: isinstance(1), lambda: range(), lambda: range(1, 2, 3, 4), lambda: dict(1), lambda: dict([1]), lambda: zip([1], [1, 2], strict=True).__next__() and list(zip([1], [1, 2], strict=True)),
]
for call in calls:
    try:
        print(call())
    except (TypeError, ValueError) as error:
        print(f"{type(error).__name__}: {error}")


class Kind:
    def method(self, x): return x
    @classmethod
    def build(cls, x): return cls, x
    @staticmethod
    def free(x): return x


for call in (lambda: Kind().method(), lambda: Kind.method(1), lambda: Kind.build(), lambda: Kind().free(1, 2), lambda: Kind(1), lambda: Kind().method(1, y=2)):
    try:
        print(call())
    except TypeError as error:
        print(error)


def outer(x):
    def inner(y=x, *zs, **named):
        return x + y + sum(zs) + sum(named.values())
    return inner


f = outer(10)
print(f(), f(1), f(1, 2, 3), f(1, k=5), f.__defaults__, full.__kwdefaults__, full.__code__.co_argcount, outer.__name__, f.__qualname__)
first, *middle, last = full(1, d=2)
print(first, middle, last, (lambda *a, **k: (a, k))(*"ab", *[1], **{"x": 1}, **dict(y=2)))
print((lambda x, /, *, y=1: x + y)(5), (lambda: (yield))().__class__.__name__, [*range(3), *"ab"], {**{"a": 1}, "a": 2}, {*[1, 1], 2})
