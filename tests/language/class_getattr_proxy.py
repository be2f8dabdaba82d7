"""Attribute hooks: proxies, records, fluent builders, read-only objects."""


class Proxy:
    def __init__(self, target):
        object.__setattr__(self, "_target", target)
        object.__setattr__(self, "calls", [])

    def __getattr__(self, name):
        self.calls.append(name)
        return getattr(self._target, name)

    def __setattr__(self, name, value):
        self.calls.append(f"{name}=")
        setattr(self._target, name, value)

    def __delattr__(self, name):
        self.calls.append(f"del {name}")
        delattr(self._target, name)


class Thing:
    def __init__(self):
        self.x = 1

    def double(self):
        return self.x * 2


thing = Thing()
proxy = Proxy(thing)
proxy.x += 20
print(proxy.double(), thing.x, proxy.calls)
del proxy.x
try:
    proxy.double()
except AttributeError as error:
    print(error, proxy.calls[-2:])


class Record(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"no field {name!r}; there are {', '.join(self)}") from None

    __setattr__ = dict.__setitem__
    __delattr__ = dict.__delitem__

    def __missing__(self, key):
        return f"<{key}?>"


r = Record(a=1)
r.b = [2]
r.b.append(3)
print(r, r["zzz"], r.a, "zzz" in r, r.get("zzz"))
del r.a
print(r, len(r), hasattr(r, "nothing"), type(r).__name__)


class Query:
    def __init__(self, parts=()):
        self.parts = parts

    def __getattr__(self, verb):
        if verb.startswith("_"):
            raise AttributeError(verb)
        return lambda *args: Query(self.parts + ((verb, *args),))

    def __str__(self):
        return " ".join(f"{v.upper()} {', '.join(map(str, a))}".strip() for v, *a in self.parts)


print(Query().select("a", "b").from_("t").where("a > 1").limit(10))


class Frozen:
    def __init__(self, **fields):
        self.__dict__.update(fields)

    def __setattr__(self, name, value):
        raise AttributeError(f"{type(self).__name__} is read-only: cannot set {name!r} to {value!r}")

    def __eq__(self, other):
        return self.__dict__ == other.__dict__


f = Frozen(a=1, b=2)
try:
    f.a = 5
except AttributeError as error:
    print(error)
print(f.a, f == Frozen(b=2, a=1), f != Frozen(a=1))


class Counted:
    def __getattribute__(self, name):
        if name.startswith("n_"):
            return len(name) - 2
        return super().__getattribute__(name)


print(Counted().n_abc, Counted().__class__.__name__)
print(getattr(thing, "nope", None), [n for n in dir(thing) if not n.startswith("__")], getattr(3, "real"))
for name in ("doubl", "X", "__clas__"):
    try:
        getattr(thing, name)
    except AttributeError as error:
        print(error, "|", error.name, error.obj is thing)
