# Attributes of built-in classes as descriptors: stored in the object's structure, or computed.
import collections
import datetime
import functools
import inspect
import sys
import types


def told(make, *args):
    try:
        return make(*args)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


FRAME, TRACEBACK = type(sys._getframe()), types.TracebackType
ATTRIBUTES = [
    (complex, "real imag"),
    (float, "real imag"),
    (int, "real imag numerator denominator"),
    (slice, "start stop step"),
    (range, "start stop step"),
    (property, "fget fset fdel __isabstractmethod__"),
    (types.FunctionType, "__closure__ __builtins__ __code__"),
    (types.CodeType, "co_argcount co_flags co_name co_names co_varnames co_consts co_code co_freevars co_qualname"),
    (FRAME, "f_back f_code f_lineno f_locals f_trace_lines f_trace"),
    (TRACEBACK, "tb_frame tb_lasti tb_lineno tb_next"),
    (types.GeneratorType, "gi_code gi_frame gi_running gi_yieldfrom gi_suspended __name__ __qualname__"),
    (types.CoroutineType, "cr_await cr_code cr_frame cr_origin cr_running cr_suspended"),
    (types.AsyncGeneratorType, "ag_await ag_code ag_frame ag_running"),
    (BaseException, "args __cause__ __context__ __suppress_context__ __traceback__"),
    (StopIteration, "value"),
    (SystemExit, "code"),
    (OSError, "errno filename filename2 strerror"),
    (SyntaxError, "msg lineno offset text end_lineno end_offset filename print_file_and_line"),
    (ImportError, "msg name name_from path"),
    (AttributeError, "name obj"),
    (NameError, "name"),
    (UnicodeDecodeError, "encoding object start end reason"),
    (UnicodeEncodeError, "encoding object start end reason"),
    (BaseExceptionGroup, "message exceptions"),
    (types.GenericAlias, "__origin__ __args__ __parameters__ __unpacked__"),
    (functools.partial, "func args keywords"),
    (memoryview, "format itemsize nbytes obj"),
    (types.GetSetDescriptorType, "__name__ __objclass__ __qualname__ __doc__"),
    (types.MemberDescriptorType, "__name__ __objclass__ __qualname__ __doc__"),
    (collections.defaultdict, "default_factory"),
    (datetime.timedelta, "days seconds microseconds"),
    (type, "__base__ __bases__ __dict__ __doc__ __module__ __mro__ __name__ __qualname__ __type_params__"),
]
for owner, names in ATTRIBUTES:
    for name in names.split():
        found = owner.__dict__[name]
        kind = "member" if inspect.ismemberdescriptor(found) else "getset" if inspect.isgetsetdescriptor(found) else "?"
        facts = found.__name__, found.__qualname__, found.__objclass__ is owner, inspect.isdatadescriptor(found)
        print(owner.__name__, kind, *facts)

print(complex.real, float.real, complex.real.__doc__, slice.start, range.stop, OSError.errno)
print(complex.real.__get__(3 + 4j), complex.imag.__get__(3 + 4j, complex), slice.step.__get__(slice(1, 2, 3)))
print(complex.real.__get__(None, complex) is complex.real, float.real.__get__(None, float) is float.__dict__["real"])
for setting in (
    lambda: complex.real.__set__(1j, 2.0),
    lambda: float.real.__set__(1.0, 2.0),
    lambda: setattr(1j, "real", 3),
    lambda: range.start.__set__(range(3), 1),
):
    print(told(setting))


class Slotted:
    __slots__ = ("value",)


one = Slotted()
Slotted.value.__set__(one, 5)
print(one.value, Slotted.value.__get__(one), Slotted.value.__name__, Slotted.value.__qualname__, Slotted.value.__objclass__)
Slotted.value.__delete__(one)
print(told(lambda: one.value), told(lambda: Slotted.value.__get__(3)), Slotted.value, type(Slotted.value) is type(complex.real))


# What every class has, past its metaclass.
class Meta(type):
    @property
    def __mro__(cls):
        return "no order"

    @property
    def __dict__(cls):
        return "no names"

    @property
    def __name__(cls):
        return "no name"

    @property
    def __module__(cls):
        raise AttributeError("no module")


class Made(list, metaclass=Meta):
    "Documented."

    entry = 1


own = type.__dict__
print(Made.__mro__, Made.__dict__, Made.__name__, told(lambda: Made.__module__), Made.__doc__)
print(own["__mro__"].__get__(Made), own["__dict__"].__get__(Made)["entry"], own["__name__"].__get__(Made))
print(own["__base__"].__get__(bool), own["__bases__"].__get__(bool), own["__qualname__"].__get__(Made))
print(inspect.getattr_static(Slotted, "value") is Slotted.value, told(inspect.getattr_static, Slotted, "missing"))
own["__doc__"].__set__(Made, "Other.")
print(Made.__doc__, own["__doc__"].__get__(Made))
print(told(own["__doc__"].__set__, list, "no"))
print(told(own["__qualname__"].__set__, str, "no"))
print(told(own["__doc__"].__delete__, Made))
print(told(own["__mro__"].__get__, 3))
for name in ("__name__", "__qualname__", "__module__", "__doc__", "__bases__"):
    print(name, told(delattr, type("Plain", (), {}), name))
print(type(type.__doc__).__name__, type.__module__, type.__name__, type.__qualname__, type.__mro__, type.__bases__)
print(type.__or__(int, str), type.__ror__(int, str), type.__or__(int, 3), (int | None) == type.__or__(int, None))


# A descriptor that declines leaves the name to the metaclass's __getattr__.
class Virtual(type):
    def __getattr__(cls, name):
        if name == "color":
            return f"{cls.__name__} has color"
        raise AttributeError(f"nothing called {name}")


class Thing(metaclass=Virtual):
    @types.DynamicClassAttribute
    def color(self):
        return "of the instance"

    @types.DynamicClassAttribute
    def shape(self):
        return "round"


print(Thing.color, Thing().color, told(lambda: Thing.shape), Thing().shape, told(lambda: Thing.other))
print([pair for pair in inspect.getmembers(Thing) if pair[0] in ("color", "shape")][0])


# super() in a method of a class binds what it finds to the class.
class Base:
    found = property(lambda self: "of an instance")

    @classmethod
    def named(cls):
        return cls.__name__

    @staticmethod
    def plain():
        return "plain"

    def method(self):
        return self


class Derived(Base):
    @classmethod
    def read(cls):
        above = super()
        return above.found is Base.found, above.named(), above.plain(), above.method is Base.method


print(Derived.read(), super(Derived, Derived).named(), super(Derived, Derived()).found)
