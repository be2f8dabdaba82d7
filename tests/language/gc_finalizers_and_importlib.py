"""Finalizers of objects in cycles see what they refer to; modules by name."""

import gc
import importlib


class Node:
    def __init__(self, name):
        self.name = name

    def __del__(self):
        print("gone:", self.name, sorted(self.__dict__), self.other.name)


def pair(first, second):
    a, b = Node(first), Node(second)
    a.other, b.other = b, a


pair("a", "b")
print("before")
gc.collect()
print("after")
gc.collect()
print("again")


class Alone:
    def __init__(self):
        self.me = self
        self.items = [1, {"k": self}]

    def __del__(self):
        print("alone:", len(self.items), self.items[1]["k"] is self)


Alone()
gc.collect()
kept = []


class Phoenix:
    def __init__(self):
        self.me = self
        self.value = 5

    def __del__(self):
        kept.append(self)


Phoenix()
gc.collect()
gc.collect()
print(len(kept), kept[0].value, kept[0].me is kept[0])

math = importlib.import_module("math")
print(math.floor(2.5), importlib.import_module("os.path").join("a", "b"))
print(importlib.import_module(".path", "os").basename("a/b"))
for call in [
    lambda: importlib.import_module("no_such_module"),
    lambda: importlib.import_module(".x"),
    lambda: importlib.import_module(),
]:
    try:
        call()
    except (ImportError, TypeError) as error:
        print(type(error).__name__, error)
