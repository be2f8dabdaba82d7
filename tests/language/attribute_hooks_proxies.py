"""__getattr__, __getattribute__, __setattr__, __delattr__, __dir__, proxies."""
class Record:
    def __init__(self, **fields):
        object.__setattr__(self, "_fields", dict(fields))
        object.__setattr__(self, "log", [])

    def __getattr__(self, name):
        self.log.append(f"get {name}")
        try:
            return self._fields[name]
        except KeyError:
            raise AttributeError(f"no field {name!r}") from None

    def __setattr__(self, name, value):
        self.log.append(f"set {name}")
        self._fields[name] = value

    def __delattr__(self, name):
        self.log.append(f"del {name}")
        if name not in self._fields:
            raise AttributeError(name)
        del self._fields[name]

    def __dir__(self):
        return [*self._fields, "zzz"]


r = Record(a=1, b=2)
r.c = r.a + r.b
del r.a
print(r.c, r.log, dir(r), hasattr(r, "a"), getattr(r, "q", "default"), vars(r).keys())
try:
    r.nothing
except AttributeError as error:
    print(error)
try:
    del r.nothing
except AttributeError as error:
    print(error)


class Traced:
    count = 0

    def __init__(self):
        self.x = 1

    def __getattribute__(self, name):
        if not name.startswith("_"):
            Traced.count += 1
        return super().__getattribute__(name)

    def method(self):
        return self.x


t = Traced()
print(t.x, t.method(), Traced.count, t.__class__.__name__)


class Proxy:
    def __init__(self, target):
        self._target = target

    def __getattr__(self, name):
        value = getattr(self._target, name)
        if callable(value):
            def call(*a, **k):
                print("calling", name, a, k)
                return value(*a, **k)
            return call
        return value

    def __len__(self):
        return len(self._target)


p = Proxy([3, 1, 2])
p.append(0)
p.sort(reverse=True)
print(p._target, len(p), p.count(3))
