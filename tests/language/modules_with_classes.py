# Modules whose `__class__` is assigned, modules without a name, and instances of subclasses of the module type.
import types
from types import ModuleType


def told(make, *args):
    try:
        return make(*args)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


class Lazy(ModuleType):
    constant = 1

    def __getattr__(self, name):
        if name.startswith("made_"):
            return name.upper()
        raise AttributeError(f"nothing called {name}")

    @property
    def computed(self):
        return f"computed by {self.__name__}"

    @property
    def writable(self):
        return self.__dict__.get("_held", "nothing")

    @writable.setter
    def writable(self, value):
        self.__dict__["_held"] = value * 2

    def method(self, more):
        return self.__name__ + more


module = ModuleType("module", "Documented.")
module.own = 5
print(module.__class__ is ModuleType, hasattr(module, "constant"), told(lambda: module.made_up))
module.__class__ = Lazy
print(module.__class__ is Lazy, type(module) is Lazy, isinstance(module, Lazy), isinstance(module, ModuleType))
print(module.constant, module.own, module.computed, module.method("!"), module.made_up, told(lambda: module.other))
module.writable = 4
module.constant = 2
print(module.writable, module.constant, Lazy.constant, sorted(name for name in vars(module) if not name.startswith("__")))
print(told(setattr, module, "computed", 1), module.__name__, module.__doc__)
module.__getattr__ = lambda name: f"own {name}"
print(module.made_up, module.whatever, module.computed)
del module.__getattr__
print(module.made_up)
for wrong in (int, object, 5, type("Other", (), {})):
    print(told(setattr, module, "__class__", wrong))
module.__class__ = ModuleType
print(module.__class__ is ModuleType, hasattr(module, "computed"), module.own)

# Without a name.
bare = ModuleType.__new__(ModuleType)
print(bare, told(lambda: bare.__name__), hasattr(bare, "__file__"), bool(bare.__dict__))
bare.entry = 1
print(bare.__dict__)
bare.__init__("named", "text")
print(bare, bare.__name__, bare.__doc__, bare.entry)
print(told(setattr, bare, "__dict__", {}), told(ModuleType.__new__, 3))


class Base:
    pass


class First(ModuleType, Base):
    pass


class Second(Base, ModuleType):
    pass


for kind in (First, Second):
    one = kind("one")
    one.b, one.a = 2, 1
    print([name for name in dir(one) if not name.startswith("__")], one)
    print(told(setattr, one, "__dict__", {}))
    one.__dict__["added"] = 3
    print(one.added)


class Odd(ModuleType):
    __dict__ = property(lambda self: "no dict")


print(told(dir, Odd("odd")), Odd("odd").__dict__)
print(dir(object()) == dir(Ellipsis), types.ModuleType is ModuleType)
