# Type parameters of classes. CPython 3.11 has none: recorded from 3.13.
import typing


class Stack[T]:
    """A stack."""

    kind = "stack"

    def __init__(self) -> None:
        self.items: list[T] = []

    def push(self, item: T) -> None:
        self.items.append(item)

    def pop(self) -> T:
        return self.items.pop()


stack = Stack[int]()
stack.push(1)
print(stack.pop(), Stack.__type_params__, Stack.__parameters__, Stack.__orig_bases__, Stack.__mro__)
print(Stack.__name__, Stack.__qualname__, Stack.__doc__, Stack.__module__, Stack[int], Stack[int].__args__)
print(issubclass(Stack, typing.Generic), Stack.push.__annotations__, Stack.push.__qualname__)


class Base[T]:
    def __init_subclass__(cls, **keywords):
        super().__init_subclass__()
        print("made", cls.__name__, keywords)


class Sub[T](Base[T], flag=True):
    pass


class Both[K, V](Base[K], dict):
    pass


print(Sub.__bases__, Sub.__orig_bases__, Both.__parameters__, Both[int, str])


class Bounded[T: (int, str), U: list[T] = list[int]]:
    bound = T.__name__

    class Inner[V]:
        pair = (T, V)

    def get[W](self, w: W) -> tuple[T, U, W]:
        return T, U, W


print(Bounded.__type_params__[0].__constraints__, Bounded.__type_params__[1].__bound__, Bounded.__type_params__[1].__default__)
print(Bounded.bound, Bounded.Inner.pair, Bounded.Inner.__qualname__, Bounded().get(1), Bounded.get.__annotations__)


class Variadic[*Ts]:
    pass


class Callable[**P, R]:
    pass


print(Variadic.__type_params__, Variadic[int, str], Callable.__type_params__)


def decorate(cls):
    print("decorating", cls, cls.__type_params__)
    return cls


@decorate
class Decorated[T](metaclass=type):
    __slots__ = ("x",)


class Parent:
    def greet(self):
        return "hello"


class Child[T](Parent):
    def greet(self):
        return super().greet() + " " + __class__.__name__ + " " + T.__name__


print(Child().greet(), Child[int]().greet())


def factory():
    local = 3

    class Local[T]:
        value = local
        parameter = T

    return Local


print(factory().value, factory().parameter, factory().__qualname__)


class Plain:
    pass


print(Plain.__type_params__ if hasattr(Plain, "__type_params__") else None)
try:
    T
except NameError as error:
    print(error)
try:
    Stack[int, str]
except TypeError as error:
    print(type(error).__name__)
match stack:
    case Stack(items=[]):
        print("matched")
