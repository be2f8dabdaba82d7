"""lru_cache and cache: hits and misses, sizes, typed keys, wrapped functions."""
import functools
from functools import (WRAPPER_ASSIGNMENTS, cache, cached_property, cmp_to_key, lru_cache, partial, partialmethod, reduce, singledispatch,
                       singledispatchmethod, total_ordering, update_wrapper, wraps)


@lru_cache(maxsize=3)
def square(x, *, offset=0):
    """Squares."""
    print("computing", x, offset)
    return x * x + offset


for n in (1, 2, 3, 1, 4, 2):
    square(n)
square(2, offset=1)
print(square.cache_info(), square.cache_parameters(), square.__name__, square.__doc__, square.__wrapped__(5))
square.cache_clear()
print(square.cache_info())
info = square.cache_info()
print(info.hits, info.misses, info.maxsize, info.currsize)


@cache
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(90), fib.cache_info())


@lru_cache
def bare(x):
    return x


@lru_cache(maxsize=None, typed=True)
def typed(x):
    return type(x).__name__


print(bare(1), bare.cache_info(), typed(3), typed(3.0), typed(True), typed.cache_info())
try:
    bare([1])
except TypeError as error:
    print(error)
