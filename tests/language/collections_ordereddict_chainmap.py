"""OrderedDict, ChainMap, UserDict, UserList, UserString, defaultdict's corners."""
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

defaults = {"colour": "red", "user": "guest"}
env = {"user": "admin"}
cm = ChainMap({}, env, defaults)
print(cm["user"], cm["colour"], dict(cm), len(cm), list(cm), cm.maps, "user" in cm, cm.get("zz", 0))
cm["user"] = "me"
child = cm.new_child({"colour": "blue"})
print(child, child.parents == cm, child["colour"], cm["colour"], env)
del cm["user"]
print(cm["user"], cm)
for bad in (lambda: cm.pop("colour"), lambda: cm.__delitem__("x"), lambda: cm["nothing"], lambda: ChainMap().popitem()):
    try:
        bad()
    except KeyError as error:
        print("KeyError", error)
print(ChainMap() == {}, ChainMap({"a": 1}) | {"b": 2}, {"b": 2} | ChainMap({"a": 1}), bool(ChainMap({}, {})))


class Lower(UserDict):
    def __setitem__(self, key, value):
        super().__setitem__(key.lower(), value)

    def __getitem__(self, key):
        return super().__getitem__(key.lower())

    def __contains__(self, key):
        return super().__contains__(key.lower())


low = Lower({"One": 1}, TWO=2)
low.update(Three=3)
print(low, low["ONE"], "two" in low, low.data, len(low), low.get("THREE"), low.pop("one"), isinstance(low, dict), low | {"X": 1})


class Stack(UserList):
    def push(self, item):
        self.append(item)
        return self


s = Stack([1, 2])
print(s.push(3), s + [4], s[1:], type(s[1:]).__name__, s == [1, 2, 3], s * 2, s.data, 2 in s, sorted(s, reverse=True), s.index(3), len(s))
s.sort(reverse=True)
s[0] = "z"
print(s, s.pop(), s.count(2), [0] + s)


class Shout(UserString):
    def __str__(self):
        return self.data.upper()


u = Shout("hello")
print(u, u + "!", u.title(), len(u), u == "hello", u[1], "ell" in u, repr(u), u.replace("l", "L"), type(u + "x").__name__)

dd = defaultdict(list)
for k, v in [("a", 1), ("b", 2), ("a", 3)]:
    dd[k].append(v)
print(dd, dd["zz"], len(dd), dd.default_factory, dd.get("q"), "q" in dd, dict(dd))
nested = defaultdict(lambda: defaultdict(int))
nested["x"]["y"] += 5
print(nested["x"], nested["n"]["m"], {k: dict(v) for k, v in nested.items()})
dd.default_factory = None
try:
    dd["gone"]
except KeyError as error:
    print("KeyError", error)
print(defaultdict(int, {"a": 1}) | {"b": 2}, defaultdict(int, a=1) == {"a": 1}, defaultdict(int).copy(), defaultdict(None, [(1, 2)]))
try:
    defaultdict(3)
except TypeError as error:
    print(error)
tree = lambda: defaultdict(tree)
t = tree()
t["a"]["b"]["c"] = 1
print(dict(t["a"]["b"]))
counts = defaultdict(int, zip("ab", (1, 2)))
counts["c"] += 1
print(sorted(counts.items()), type(counts).__mro__[1].__name__, isinstance(counts, dict))
