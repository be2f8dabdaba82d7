"""singledispatch and singledispatchmethod: registration by hint and by class, bases, tables."""
import functools
from functools import (WRAPPER_ASSIGNMENTS, cache, cached_property, cmp_to_key, lru_cache, partial, partialmethod, reduce, singledispatch,
                       singledispatchmethod, total_ordering, update_wrapper, wraps)

@singledispatch
def show(value, depth=0):
    return f"object {value!r}"


@show.register
def _(value: int, depth=0):
    return f"int {value} at {depth}"


@show.register(list)
@show.register(tuple)
def show_many(value, depth=0):
    return [show(v, depth + 1) for v in value]


show.register(type(None), lambda value, depth=0: "nothing")


class Base: pass
class Child(Base): pass


@show.register
def _(value: Base, depth=0):
    return "base"


print(show(1), show([1, "a", (None, Child())]), show(True), show(2.5))
print(show.dispatch(bool) is show.dispatch(int), show.dispatch(float) is show.dispatch(object), sorted(k.__name__ for k in show.registry))


class Formatter:
    @singledispatchmethod
    def fmt(self, arg):
        return "?"

    @fmt.register
    def _(self, arg: int):
        return f"{arg:+d}"

    @fmt.register
    def _(self, arg: str):
        return arg.title()


f = Formatter()
print(f.fmt(3), f.fmt("abc def"), f.fmt(2.0))
