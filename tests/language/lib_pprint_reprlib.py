"""pprint of nested and wide values, of dataclasses; reprlib."""
import pprint
import reprlib
data = {"name": "test", "values": list(range(30)), "nested": {"a": [1, 2, {"deep": ("x", "y" * 60)}], "b": None}, "set": {3, 1, 2}, "z": "short"}
pprint.pprint(data)
pprint.pprint(data, width=40, depth=2)
pprint.pprint([["a" * 20, "b" * 20], ["c" * 20, "d" * 20]], indent=4)
print(pprint.pformat({"b": 1, "a": 2}), pprint.pformat({"b": 1, "a": 2}, sort_dicts=False), pprint.pformat([1, 2, 3], width=5), pprint.pformat("a " * 50, width=40), pprint.pformat((1,)), pprint.pformat([]))
pprint.pprint(list(range(40)), compact=True, width=60)
pprint.pp({"z": 1, "a": {"y": [1.5, True, None]}})
pprint.pprint({"long key number %d" % i: "value " * i for i in range(6)})
loop = [1]
loop.append(loop)
print(reprlib.repr(list(range(100))), reprlib.repr("x" * 100), reprlib.repr({i: i for i in range(10)}), reprlib.repr([[[[[[[1]]]]]]]), reprlib.repr(set(range(10))), reprlib.repr(10**60))


class Node:
    def __init__(self, v, kids=()):
        self.v, self.kids = v, list(kids)

    @reprlib.recursive_repr("<...>")
    def __repr__(self):
        return f"Node({self.v}, {self.kids})"


n = Node(1)
n.kids.append(n)
print(n)
from dataclasses import dataclass, field


@dataclass
class Config:
    name: str
    options: dict = field(default_factory=dict)
    items: list = field(default_factory=list)


pprint.pprint(Config("c", {"alpha": 1, "beta": [1, 2, 3]}, ["item number %d" % i for i in range(6)]), width=50)
