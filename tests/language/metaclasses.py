"""Metaclasses: making, preparing, calling, operators on classes, conflicts."""


class Meta(type):
    made = []

    @classmethod
    def __prepare__(mcls, name, bases, **keywords):
        print("prepare", mcls.__name__, name, bases, keywords)
        return {"prepared": name.lower()}

    def __new__(mcls, name, bases, namespace, **keywords):
        print("new", name, sorted(key for key in namespace if not key.startswith("__")), keywords)
        cls = super().__new__(mcls, name, bases, namespace)
        cls.tag = keywords.get("tag")
        return cls

    def __init__(cls, name, bases, namespace, **keywords):
        print("init", cls.__name__, cls.tag)
        super().__init__(name, bases, namespace)
        Meta.made.append(name)

    def __call__(cls, *args, **keywords):
        print("call", cls.__name__, args, keywords)
        made = super().__call__(*args, **keywords)
        print("called", type(made).__name__)
        return made

    def __len__(cls):
        return len(cls.__name__)

    def __iter__(cls):
        return iter(cls.__name__)

    def __contains__(cls, item):
        return item in cls.__name__

    def __getitem__(cls, key):
        return f"{cls.__name__}[{key}]"

    def __repr__(cls):
        return f"<{cls.__name__}>"

    def __add__(cls, other):
        return f"{cls.__name__}+{other}"

    def __lt__(cls, other):
        return cls.__name__ < other.__name__

    def __getattr__(cls, name):
        if name.startswith("dynamic"):
            return f"{cls.__name__}.{name}"
        raise AttributeError(f"no {name} in {cls.__name__}")

    @property
    def upper(cls):
        return cls.__name__.upper()

    def helper(cls):
        return f"helper of {cls.__name__}"


class Base(metaclass=Meta, tag=1):
    def __init__(self, value=0):
        self.value = value

    def shown(self):
        return f"{self.value} {__class__.__name__}"


class Derived(Base, tag=2):
    def shown(self):
        return "derived " + super().shown()


print(type(Base) is Meta, type(Derived), Base.__class__, isinstance(Base, Meta), isinstance(Base, type))
print(Base.prepared, Derived.prepared, Meta.made, Base.tag, Derived.tag)
derived = Derived(5)
print(derived.shown(), isinstance(derived, Base), type(derived))
print(len(Base), list(Derived), "D" in Derived, "B" in Derived, Base["x"], Base + 1, Base, [Derived])
print(sorted([Derived, Base]), Base.dynamic_name, Base.upper, Base.helper(), str(Base))
try:
    Base.other
except AttributeError as error:
    print(error)
try:
    derived.helper
except AttributeError as error:
    print(error)
for action in (lambda: setattr(Base, "upper", 1), lambda: Meta.helper()):
    try:
        action()
    except (AttributeError, TypeError) as error:
        print(type(error).__name__)

Made = Meta("Made", (Base,), {"extra": 1}, tag=3)
print(Made, Made.extra, Made.tag, Made().value)
again = type("Again", (Base,), {"more": 2})
print(type(again), again.more, again.tag)


class Singleton(type):
    _instances = {}

    def __call__(cls, *args, **kwargs):
        if cls not in cls._instances:
            cls._instances[cls] = super().__call__(*args, **kwargs)
        return cls._instances[cls]


class Config(metaclass=Singleton):
    def __init__(self):
        self.values = {}


print(Config() is Config())


class Registry(type):
    plugins = {}

    def __init__(cls, name, bases, namespace):
        super().__init__(name, bases, namespace)
        if bases:
            Registry.plugins[name] = cls


class Plugin(metaclass=Registry):
    pass


class First(Plugin):
    pass


class Second(Plugin):
    pass


print(sorted(Registry.plugins), Registry.plugins["First"] is First)


class Checked(type):
    def __instancecheck__(cls, instance):
        return hasattr(instance, "quack")

    def __subclasscheck__(cls, subclass):
        return "quack" in vars(subclass)


class Duck(metaclass=Checked):
    pass


class Robot:
    quack = True


print(isinstance(Robot(), Duck), issubclass(Robot, Duck), isinstance(3, Duck), isinstance(Duck(), Duck))


class Other(type):
    pass


try:

    class Both(Config, metaclass=Other):
        pass

except TypeError as error:
    print(error)


class Joined(Singleton, Other):
    pass


class Fine(Config, metaclass=Joined):
    pass


print(type(Fine).__name__, type(Fine).__mro__[1].__name__)


def maker(name, bases, namespace, **keywords):
    print("maker", name, bases, keywords)
    return (name, sorted(key for key in namespace if not key.startswith("__")))


class Tuple(metaclass=maker, flag=True):
    one = 1


print(Tuple)


class Ordered(dict):
    def __setitem__(self, key, value):
        if key in self and not key.startswith("__"):
            raise TypeError(f"{key} defined twice")
        super().__setitem__(key, value)


class NoRepeats(type):
    @classmethod
    def __prepare__(mcls, name, bases):
        return Ordered()


class Once(metaclass=NoRepeats):
    a = 1
    b = 2


try:

    class Twice(metaclass=NoRepeats):
        a = 1
        a = 2

except TypeError as error:
    print(error)
try:

    class Wrong(metaclass=type("M", (type,), {"__prepare__": classmethod(lambda *args: 5)})):
        pass

except TypeError as error:
    print(error)
for arguments in ((1, (), {}), ("A", 1, {}), ("A", (), 1), ("A",), ("A", (int, str), {})):
    try:
        type.__new__(type, *arguments)
    except TypeError as error:
        print(error)
try:
    type.__new__(int, "A", (), {})
except TypeError as error:
    print(error)


class Descriptor:
    def __set_name__(self, owner, name):
        print("set_name", owner.__name__, name)

    def __get__(self, instance, owner):
        return "class" if instance is None else "instance"


class Holder(metaclass=Singleton):
    field = Descriptor()

    def __init_subclass__(cls, /, level=0, **keywords):
        super().__init_subclass__(**keywords)
        print("subclass", cls.__name__, level)


class Held(Holder, level=3):
    pass


print(Holder.field, Holder().field)


class WithClassCell(type):
    def __new__(mcls, name, bases, namespace):
        cls = super().__new__(mcls, name, bases, dict(namespace))
        print(cls().who())
        return cls


class Early(metaclass=WithClassCell):
    def who(self):
        return __class__.__name__


class Bool(type):
    def __bool__(cls):
        return False

    def __eq__(cls, other):
        return isinstance(other, Bool)

    def __hash__(cls):
        return 7

    def __dir__(cls):
        return ["only"]

    def __setattr__(cls, name, value):
        print("setattr", name)
        super().__setattr__(name, value)

    def __delattr__(cls, name):
        print("delattr", name)
        super().__delattr__(name)


class F1(metaclass=Bool):
    pass


class F2(metaclass=Bool):
    pass


print(bool(F1), F1 == F2, hash(F1), dir(F1), len({F1, F2}))
F1.x = 1
del F1.x
print(hasattr(F1, "x"))
