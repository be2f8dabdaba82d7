# weakref.proxy, WeakMethod and finalize.
import weakref


class Vector:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def length(self):
        return (self.x**2 + self.y**2) ** 0.5

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __eq__(self, other):
        return (self.x, self.y) == (other.x, other.y)

    def __getitem__(self, at):
        return (self.x, self.y)[at]

    def __len__(self):
        return 2

    def __iter__(self):
        return iter((self.x, self.y))

    def __contains__(self, value):
        return value in (self.x, self.y)

    def __str__(self):
        return f"<{self.x}, {self.y}>"

    def __bool__(self):
        return bool(self.x or self.y)


vector = Vector(3, 4)
proxy = weakref.proxy(vector)
print(proxy.x, proxy.length(), str(proxy), len(proxy), proxy[1], list(proxy), 3 in proxy, bool(proxy))
proxy.x = 6
print(vector.x, (proxy + vector).x, (proxy + proxy).y, proxy == vector, proxy != vector, f"{proxy}")
proxy.new = "attribute"
del proxy.y
print(vector.new, hasattr(vector, "y"), hasattr(proxy, "x"), hasattr(proxy, "y"))
vector.y = 1
print(type(proxy).__name__, isinstance(proxy, weakref.ProxyType), type(proxy) in weakref.ProxyTypes)
try:
    hash(proxy)
except TypeError:
    print("unhashable")
del vector
for use in (lambda: proxy.x, lambda: str(proxy), lambda: len(proxy), lambda: proxy + 1, lambda: setattr(proxy, "x", 1)):
    try:
        use()
    except ReferenceError as error:
        print(error)


def function(a, b=2):
    return a + b


called = weakref.proxy(function)
print(called(1), called(1, b=5), type(called).__name__, isinstance(called, weakref.CallableProxyType))
thing = Vector(0, 0)
proxy = weakref.proxy(thing, lambda proxy: print("the proxy's object has gone"))
print(bool(proxy))
del thing
try:
    weakref.proxy(5)
except TypeError as error:
    print(error)


class Owner:
    def method(self):
        return "called"


owner = Owner()
method = weakref.WeakMethod(owner.method)
print(method()(), method() == owner.method, method == weakref.WeakMethod(owner.method))
print(hash(method) == hash(weakref.WeakMethod(owner.method)))
with_callback = weakref.WeakMethod(owner.method, lambda reference: print("the owner has gone", reference is with_callback))
del owner
print(method())
try:
    weakref.WeakMethod(function)
except TypeError as error:
    print(str(error)[:33])


class File:
    pass


file = File()
end = weakref.finalize(file, print, "closed", sep="!")
print(end.alive, end.peek()[0] is file, end.peek()[1:], end.atexit)
del file
print(end.alive, end.peek(), end.detach(), end())
file = File()
end = weakref.finalize(file, lambda value: value * 2, 21)
print(end(), end(), end.alive)
del file
file = File()
end = weakref.finalize(file, print, "never")
print(end.detach()[1:], end.alive)
del file
first, second = File(), File()
weakref.finalize(first, print, "first has gone")
weakref.finalize(second, print, "second has gone")
del second
del first


class Reviving:
    def __del__(self):
        print("in __del__", reference() is self)


thing = Reviving()
reference = weakref.ref(thing, lambda reference: print("told", reference()))
del thing
print(reference())
