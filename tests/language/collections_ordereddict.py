"""OrderedDict: order, equality, moving to the ends, popping from both."""
from collections import ChainMap, OrderedDict, UserDict, UserList, UserString, defaultdict

od = OrderedDict([("a", 1), ("b", 2), ("c", 3)])
od.move_to_end("a")
print(od, list(od), list(reversed(od)))
od.move_to_end("c", last=False)
print(od.popitem(), od.popitem(last=False), od)
try:
    od.move_to_end("zz")
except KeyError as error:
    print("KeyError", error)
print(OrderedDict(a=1, b=2) == OrderedDict(b=2, a=1), OrderedDict(a=1, b=2) == {"b": 2, "a": 1}, OrderedDict(a=1) | {"z": 26}, OrderedDict())
od["new"] = 5
od["b"] = 7
print(od, od.pop("new"), od.setdefault("d", 4), OrderedDict.fromkeys("xy", 0), od.copy() is od)
try:
    OrderedDict().popitem()
except KeyError as error:
    print("KeyError", error)
