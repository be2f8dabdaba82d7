# Views of an OrderedDict have names of their own, and are views of dicts.
from collections import OrderedDict

d = OrderedDict(a=1, b=2)


class Own(OrderedDict):
    pass


print(d.keys(), d.values(), d.items())
print(Own(c=3).keys(), OrderedDict().items(), dict(d).keys())
print(type(d.keys()).__name__, [c.__name__ for c in type(d.keys()).__mro__])
print(isinstance(d.keys(), type({}.keys())), isinstance({}.keys(), type(d.keys())))
for iterator in (iter(d.keys()), iter(d.values()), reversed(d.items())):
    print(type(iterator).__name__, list(iterator))
print(d.keys() == {"a", "b"}, d.keys() & {"a"}, sorted({"x"} | d.keys()), ("a", 1) in d.items(), len(d.values()))
d.move_to_end("a")
print(d.keys(), list(d.items()))
try:
    hash(d.keys())
except TypeError as error:
    print(error)
