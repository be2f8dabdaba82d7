# What classes show of themselves, and how types makes them.
import types
import typing


class Base:
    x = 1

    def method(self):
        pass


names = Base.__dict__
print(type(names).__name__, types.MappingProxyType is type(names), names["x"], "x" in names, "y" in names, names.get("y", 5))
print([name for name in names if not name.startswith("__")], len(names) == len(list(names)), bool(names))
Base.y = 2
print("y" in names, names["y"], sorted(name for name in dict(names) if not name.startswith("__")))
for change in (lambda: names.__setitem__("z", 1), lambda: names.pop("x"), lambda: names.update({}), lambda: names.clear()):
    try:
        change()
    except AttributeError as error:
        print(error)
try:
    names["z"] = 1
except TypeError as error:
    print(error)
try:
    del names["x"]
except TypeError as error:
    print(error)
try:
    names["none"]
except KeyError as error:
    print("KeyError", error)
print(type(vars(Base)).__name__, vars(Base)["x"], {**names}["x"])

proxy = types.MappingProxyType({"a": 1, "b": 2})
print(proxy, str(proxy), list(proxy), list(proxy.items()), list(reversed(proxy)), proxy == {"a": 1, "b": 2})
print(proxy | {"c": 3}, {"c": 3} | proxy, proxy.copy(), type(proxy.copy()).__name__, proxy != {"a": 1})
source = {"k": [1]}
live = types.MappingProxyType(source)
source["new"] = 2
print(live["new"], len(live), list(live.keys()), list(live.values()))
for wrong in ([1], (1,), "text", 5, None):
    try:
        types.MappingProxyType(wrong)
    except TypeError as error:
        print(error)
try:
    live |= {"z": 1}
except TypeError as error:
    print(error)
match proxy:
    case {"a": found}:
        print("matched", found)


class Meta(type):
    @classmethod
    def __prepare__(metaclass, name, bases, **keywords):
        print("prepare", name, bases, keywords)
        return {"prepared": True}

    def __new__(metaclass, name, bases, namespace, **keywords):
        return super().__new__(metaclass, name, bases, namespace)

    def __init__(cls, name, bases, namespace, **keywords):
        super().__init__(name, bases, namespace)


made = types.new_class("Made", (Base,), {"metaclass": Meta, "flag": 1}, lambda namespace: namespace.update(own=3))
print(made, made.prepared, made.own, made.x, type(made))
print(types.prepare_class("Other", (made,), {"flag": 2})[0], types.prepare_class("Plain")[1:])
print(types.resolve_bases((Base, typing.List[int]))[:2], types.resolve_bases((Base,)))


class Entries:
    def __mro_entries__(self, bases):
        return (Base,)


entries = Entries()
resolved = types.new_class("Resolved", (entries,), {})
print(resolved.__bases__, resolved.__orig_bases__ == (entries,))
for name, value in (("__name__", 5), ("__qualname__", None)):
    try:
        setattr(Base, name, value)
    except TypeError as error:
        print(error)
Base.__name__ = "Renamed"
Base.__qualname__ = "Outer.Renamed"
print(Base, Base.__name__, Base().__class__.__name__)


class Answers:
    @types.DynamicClassAttribute
    def value(self):
        return "of the instance"


print(Answers().value)
try:
    Answers.value
except AttributeError:
    print("the class has none")
print(isinstance((lambda: 0), types.FunctionType), types.FrameType.__name__, types.MemberDescriptorType.__name__)
