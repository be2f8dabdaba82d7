"""`__repr__` and `__str__` by name are what `repr` and `str` show, for objects of built-in types and classes of them."""

import array
import collections
import datetime
import decimal
import fractions
import functools
import itertools
import re
import types
import uuid

values = [decimal.Decimal(1), fractions.Fraction(1, 2), datetime.date(2020, 1, 1), re.compile("a"), re.match("a", "a")]
values += [collections.deque([1]), array.array("i", [1]), range(3), slice(1), bytearray(b"a"), 1j, b"a", NotImplemented, ...]
values += [types.SimpleNamespace(a=1), functools.partial(print), itertools.count(), Exception("x"), int, len, {}.keys()]
values += [{}.items(), types.MappingProxyType({1: 2}), uuid.UUID(int=1), property(), staticmethod(len), object(), super(type)]
values += [collections.OrderedDict(a=1), collections.Counter("a"), ValueError(1, 2), KeyError("k"), memoryview(b"ab"), {1}, None]
for value in values:
    own = type(value)
    print(own.__name__, own.__repr__(value) == repr(value), own.__str__(value) == str(value), format(value) == str(value))
for value in [re.compile("a"), types.MappingProxyType({1: 2}), slice(1, 2), ..., NotImplemented, {}.keys()]:
    print(value.__repr__(), value.__str__(), "__repr__" in dir(value))


class Named(Exception):
    def __repr__(self):
        return "mine " + super().__repr__()


class Plain(dict):
    pass


class Both(collections.deque):
    def __repr__(self):
        return "<" + super().__repr__() + ">"


print(repr(Named("x")), str(Named("x")), Plain(a=1), Both([1]), str(Both([1])))
print(object.__repr__(Plain()).startswith("<__main__.Plain object at 0x"))
print(object.__repr__(re.compile("a")).startswith("<re.Pattern object at 0x"))
for value in [Plain(), [1], 3, "a", re.compile("a"), Both(), Named(), Exception(), object(), {}, {1}.__iter__(), 1.5, True]:
    print(object.__repr__(value).partition(" at 0x")[0])
