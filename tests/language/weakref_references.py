# weakref.ref: life, callbacks, equality.
import gc
import weakref


class Thing:
    def __init__(self, name="thing"):
        self.name = name

    def __eq__(self, other):
        return isinstance(other, Thing) and self.name == other.name

    def __hash__(self):
        return hash(self.name)


thing = Thing()
reference = weakref.ref(thing)
print(reference() is thing, reference() is reference(), weakref.ref(thing) is reference)
print(type(reference).__name__, weakref.ref is weakref.ReferenceType, isinstance(reference, weakref.ref))
print(repr(reference).startswith("<weakref at 0x"), "to 'Thing'" in repr(reference), reference.__callback__)
del thing
print(reference(), repr(reference).endswith("dead>"))

told = []
thing = Thing("called")
first = weakref.ref(thing, lambda reference: told.append(("first", reference is first, reference())))
second = weakref.ref(thing, lambda reference: told.append(("second", reference is second, reference())))
print(first is second, first == second, first.__callback__ is not None)
thing = None
print(told, first.__callback__)

dropped = weakref.ref(Thing(), lambda reference: told.append("at once"))
print(told[-1], dropped())
thing = Thing()
weakref.ref(thing, lambda reference: told.append("never"))
del thing
print(told[-1])

a, b, c = Thing("x"), Thing("x"), Thing("y")
print(weakref.ref(a) == weakref.ref(b), weakref.ref(a) != weakref.ref(c), weakref.ref(a) == a)
print(hash(weakref.ref(a)) == hash(a), {weakref.ref(a): 1}[weakref.ref(b)])
hashed, unhashed = weakref.ref(a), weakref.ref(c)
hash(hashed)
other = weakref.ref(b)
del a, b, c
print(hash(hashed) == hash("x"), hashed == hashed, hashed == other)
try:
    hash(unhashed)
except TypeError as error:
    print(error)
thing = Thing()
print(weakref.getweakrefcount(thing), weakref.getweakrefs(thing))
kept = [weakref.ref(thing), weakref.ref(thing), weakref.ref(thing, print)]
print(weakref.getweakrefcount(thing), len(weakref.getweakrefs(thing)), weakref.getweakrefs(thing)[0] is kept[0])
del kept
print(weakref.getweakrefcount(thing))


class Node:
    pass


one, two = Node(), Node()
one.other, two.other = two, one
reference = weakref.ref(one, lambda reference: print("the cycle has gone"))
del one, two
print(reference() is not None)
gc.collect()
print(reference())


def function():
    pass


def generator():
    yield 1


class Body:
    def method(self):
        return "called"


running = generator()
for target in (function, Body, running, {1, 2}, frozenset([1]), Body(), len, weakref, lambda: 0, Body().method):
    reference = weakref.ref(target)
    print(type(target).__name__, reference() is target)
del running, target
for wrong in (1, "text", None, [], {}, (), 1.5, b"x", object(), range(3), ValueError("x"), slice(1)):
    try:
        weakref.ref(wrong)
        print("fine", wrong)
    except TypeError as error:
        print(error)
body = Body()
print(weakref.ref(body.method)())


class Closed:
    __slots__ = ("x",)


class Open:
    __slots__ = ("x", "__weakref__")


class Sub(Closed):
    pass


class List(list):
    pass


class Int(int):
    pass


for kind in (Closed, Open, Sub, List, Int):
    try:
        made = kind()
        print(kind.__name__, weakref.ref(made)() is made)
    except TypeError as error:
        print(error)


def failing(reference):
    print("before it fails")


thing = Thing()
reference = weakref.ref(thing, failing)
del thing
def temporary(): pass
reference = weakref.ref(temporary, lambda reference: print("the function has gone"))
del temporary
print(reference())
held = {1, 2, 3}
reference = weakref.ref(held, lambda reference: print("the set has gone"))
held = None
print(reference())
for wrong in ((), (1, 2, 3)):
    try:
        weakref.ref(*wrong)
    except TypeError as error:
        print(type(error).__name__)
