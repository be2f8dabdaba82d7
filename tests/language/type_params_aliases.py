# `type` statements. CPython 3.11 has none: recorded from 3.13.
import typing

type Number = int | float
print(Number, type(Number), Number.__name__, Number.__value__, Number.__type_params__, Number.__module__)
type Later = list[Undefined]
try:
    Later.__value__
except NameError as error:
    print(error)
Undefined = str
print(Later.__value__, Later.__value__ is Later.__value__)
type Recursive = list[Recursive] | int
print(Recursive.__value__)
type Pair[A, B = A] = tuple[A, B]
print(Pair, Pair.__type_params__, Pair.__parameters__, Pair.__value__, Pair[int, str], Pair[int, str].__args__)
type Many[*Ts, **P] = tuple[typing.Callable[P, int], *Ts]
print(Many.__type_params__)
print((Number | None).__args__, (Number | str).__args__)
try:
    Number[int]
except TypeError as error:
    print(error)
try:
    isinstance(1, Number)
except TypeError as error:
    print(error)
for name in ("__name__", "__value__", "other"):
    try:
        setattr(Number, name, 1)
    except AttributeError:
        print("AttributeError", name)


class Body:
    Inner = int
    type Alias = Inner
    type Generic[T: Inner] = dict[T, Inner]
    later = Alias


print(Body.Alias.__value__, Body.Generic.__value__, Body.Generic.__type_params__[0].__bound__, Body.later)


def function():
    local = float
    type Local = local
    local = bytes
    return Local


print(function().__value__)
made = typing.TypeAliasType("Made", list[int], type_params=())
print(made, made.__value__, made.__type_params__)
# `type` is a name still.
type = type
print(type(1))
type = 5
type: int = 6
print(type)
