# WeakValueDictionary, WeakKeyDictionary, WeakSet.
import copy
import gc
import weakref


class Thing:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"Thing({self.name!r})"


def pairs(mapping):
    return sorted((key if isinstance(key, str) else key.name, value) for key, value in mapping.items())


values = weakref.WeakValueDictionary()
a, b, c = Thing("a"), Thing("b"), Thing("c")
values["a"], values["b"], values["c"] = a, b, c
print(len(values), sorted(values), values["a"], values.get("z"), "b" in values, "z" in values)
del b
print(len(values), sorted(values.keys()), sorted(thing.name for thing in values.values()))
try:
    values["b"]
except KeyError as error:
    print("KeyError", error)
values["short"] = Thing("short")
print("short" in values, values.get("short", "default"))
print(values.setdefault("a", c), values.setdefault("new", c), values.pop("new"), values.pop("none", "nothing"))
values.update({"d": a}, e=c)
print(pairs(values))
other = values.copy()
del values["d"]
print(len(values), len(other), type(other).__name__, [type(r).__name__ for r in values.valuerefs()])
print(sorted(values | {"x": a}), sorted({"y": a} | values), repr(values).startswith("<WeakValueDictionary at"))
for key, value in values.items():
    value = None
print(values.popitem()[0] in ("a", "c", "e"))
del a, c, value
gc.collect()
print(len(values), len(other), list(other.items()), bool(values))

keys = weakref.WeakKeyDictionary()
a, b = Thing("a"), Thing("b")
keys[a], keys[b] = 1, 2
print(len(keys), keys[a], a in keys, Thing("a") in keys, 5 in keys)
del a
print(len(keys), pairs(keys), [key.name for key in keys], list(keys.values()))
keys[Thing("short")] = 3
print(len(keys))


class Loud:
    def __del__(self):
        print("the value has gone")


key = Thing("key")
keys[key] = Loud()
del key
print("after", len(keys))
try:
    keys["text"] = 1
except TypeError as error:
    print(error)
try:
    keys[Thing("z")]
except KeyError:
    print("KeyError")
print(keys.get(b), keys.setdefault(b, 9), keys.pop(b), len(keys), keys.pop(b, "gone"))
keys[b] = 4
print(pairs(keys.copy()), [reference() is b for reference in keys.keyrefs()])
deep = copy.deepcopy(keys)
print(pairs(deep))

things = weakref.WeakSet()
a, b, c = Thing("a"), Thing("b"), Thing("c")
things.add(a)
things.update([b, c])
things.add(a)
print(len(things), a in things, Thing("a") in things, 5 in things, sorted(thing.name for thing in things))
del c
print(len(things), sorted(thing.name for thing in things))
more = weakref.WeakSet([a])
print(more < things, more <= things, more == things, things >= more, things - more == weakref.WeakSet([b]))
print(sorted(t.name for t in things | more), sorted(t.name for t in things & more), sorted(t.name for t in things ^ more))
print(things.isdisjoint(more), more.issubset(things), things.copy() == things, things.union([a]) == things)
things.discard(a)
things.discard(a)
try:
    things.remove(a)
except KeyError:
    print("KeyError")
print(things.pop() is b, len(things))
try:
    things.pop()
except KeyError as error:
    print(error)


class Cache:
    def __init__(self):
        self.made = weakref.WeakValueDictionary()

    def get(self, name):
        thing = self.made.get(name)
        if thing is None:
            print("making", name)
            thing = self.made[name] = Thing(name)
        return thing


cache = Cache()
first = cache.get("x")
second = cache.get("x")
print(first is second)
del first, second
third = cache.get("x")

class Subject:
    def __init__(self):
        self.observers = weakref.WeakSet()

    def tell(self, what):
        for observer in sorted(self.observers, key=lambda observer: observer.name):
            print(observer.name, "hears", what)


subject, one, two = Subject(), Thing("one"), Thing("two")
subject.observers.update((one, two))
subject.tell("first")
del one
subject.tell("second")
