"""Type parameters and aliases: lazy bounds, defaults, scopes, errors. Recorded with CPython 3.13."""

import typing


def t(f):
    try:
        print(f())
    except BaseException as e:
        print(type(e).__name__, e)


class A[T: (int, str), *Ts, **P]:
    x: T

    def m[U: "undefined"](self, a: U) -> T:
        return a

    type Inner = T | list[Inner]


print(A.__type_params__, A.__parameters__, A.__orig_bases__, A.__mro__[1])
T, Ts, P = A.__type_params__
print(
    T.__bound__,
    T.__constraints__,
    T.__covariant__,
    T.__infer_variance__,
    T.__name__,
    T.__module__,
    T.__default__ is typing.NoDefault,
)
U = A.m.__type_params__[0]
t(lambda: U.__bound__)


class B[T: nothing]:
    pass


t(lambda: B.__type_params__[0].__bound__)
type L[X] = list[X] | undefined_thing
print(L, L.__name__, L.__type_params__, L.__parameters__)
t(lambda: L.__value__)
undefined_thing = int
t(lambda: L.__value__)
t(lambda: L[int])
t(lambda: L[int].__args__)
t(lambda: L[int].__origin__ is L)
t(lambda: L[int, str])
type N = int
t(lambda: N[int])
t(lambda: N | None)
t(lambda: isinstance(1, N))
t(lambda: setattr(N, "__name__", "x"))
print(type(N), repr(N), N.__module__)
t(lambda: typing.TypeAliasType("Q", list[T], type_params=(T,)))
t(lambda: typing.TypeAliasType("Q", list[T], type_params=5))
t(lambda: typing.TypeAliasType(5, list[T]))
type Rec = dict[str, Rec]
print(Rec.__value__)


def f[T = int, *Ts = *tuple[int, str], **P = [int]](*a: *Ts):
    pass


print([p.__default__ for p in f.__type_params__], f.__annotations__, [p.has_default() for p in f.__type_params__])
t(lambda: A[int])
t(lambda: A[int, str, [int]])
t(lambda: A[int, str, bytes, [int]].__args__)


class C[T](A[T, int, ...]):
    pass


print(C.__orig_bases__, C.__parameters__, C[str])


def outer[T](x: T):
    T2 = T

    class In:
        y: T

        def g(self):
            return T

    def inner():
        nonlocal x
        return T

    return In.__annotations__, In().g() is T2, inner() is T


print(outer(1))
for src in [
    "def f[T]():\n    nonlocal T",
    "def f[T](T): return T",
    "class A[T]:\n    T = 1\n    def f(self): return T",
    "class A[T]:\n    nonlocal T",
    "def f[T]():\n    T = 1\n    return T",
    "class A[T]:\n  def g(self):\n    nonlocal T",
    "def f[T]():\n  def g():\n    nonlocal T\n    T = 1",
    "def f[T](): global T",
    "type X[T] = (T := 1)",
    "type X[T] = [T for T in x]",
    "def f[T](x=T): pass",
    "def f[T](x: T = 1): pass",
    "@T\ndef f[T](): pass",
    "class A[T](T): pass",
    "class A[__debug__]: pass",
    "type __debug__ = 1",
    "type type = type",
    "type = 5; type X = int; print(type)",
    "class A[T]:\n  type B[T] = T",
    "class A[T, T]: pass",
    "def f[T: yield 1](): pass",
    "def f[T: await x](): pass",
    "def f[T=1, U](): pass",
    "class A[*Ts, T=int]: pass",
    "lambda[T]: 1",
    "def f[T,](): pass",
    "def f[,T](): pass",
    "type X[T: int = str, *U = [1], **P = ()] = T",
    "type X[*T: int] = 1",
    "type X[**T: int] = 1",
    "type X",
    "type X.y = 1",
    "type (X) = 1",
    "type X = *a",
    "type X = a, b",
    "type X: int = 1",
]:
    try:
        exec(compile(src, "s", "exec"), {})
        print(repr(src), "ok")
    except BaseException as e:
        print(repr(src), type(e).__name__, e)


class K[T]:
    def f[S](self, x: S) -> T: ...


print(K.f.__annotations__, K.f.__qualname__, K.f.__type_params__, K[int].__class__)


def g[T: int](x: T) -> "T": ...


print(typing.get_type_hints(g), g.__annotations__)
print(typing.get_type_hints(K.f))
import pickle

t(lambda: pickle.loads(pickle.dumps(N)) is N)
t(lambda: pickle.dumps(T)[:0])
