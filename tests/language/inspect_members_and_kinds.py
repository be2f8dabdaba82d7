# What is in classes and objects, and what kind of thing each is.
import inspect


class Base:
    """A base."""

    shared = 1

    def method(self):
        """Of the base.

        More.
        """

    @property
    def prop(self):
        """A property."""
        return 5

    def undocumented(self):
        pass


class Kind(Base):
    own = "x"

    def method(self):
        pass

    @classmethod
    def of_class(cls):
        pass

    @staticmethod
    def static():
        pass

    def __getattr__(self, name):
        if name == "magic":
            return "made up"
        raise AttributeError(name)


def generator():
    yield 1


def public(pairs):
    return [name for name, _ in pairs if not name.startswith("__")]


kind = Kind()
kind.inside = 3
print(public(inspect.getmembers(Kind)), public(inspect.getmembers(kind)))
print(public(inspect.getmembers(Kind, inspect.isfunction)), public(inspect.getmembers(kind, inspect.ismethod)))
print(public(inspect.getmembers_static(Kind, lambda value: isinstance(value, (staticmethod, classmethod, property)))))
for attribute in inspect.classify_class_attrs(Kind):
    if not attribute.name.startswith("__"):
        print(attribute.name, attribute.kind, attribute.defining_class.__name__, type(attribute.object).__name__)
print([cls.__name__ for cls in inspect.getmro(Kind)])
things = {
    "function": generator, "class": Kind, "method": kind.method, "builtin": len, "module": inspect,
    "generator": generator(), "code": generator.__code__, "property": Base.prop, "lambda": lambda: 0, "int": 5,
    "bound builtin": [].append, "method descriptor": str.join,
}
tests = ("isfunction", "isclass", "ismethod", "isbuiltin", "ismodule", "isgenerator", "isgeneratorfunction", "iscode",
         "isroutine", "isdatadescriptor", "ismethoddescriptor", "isabstract")
for name, thing in things.items():
    print(name, [test for test in tests if getattr(inspect, test)(thing)])
print(inspect.getdoc(Kind), "|", inspect.getdoc(Kind.method), "|", inspect.getdoc(Base.prop), "|", inspect.getdoc(kind.method))
print(repr(inspect.cleandoc("  first\n    second\n      third\n\n")), repr(inspect.cleandoc("\n\n  a\n  b")), repr(inspect.cleandoc("x")))
print(inspect.getattr_static(kind, "prop").__class__.__name__, inspect.getattr_static(kind, "inside"), inspect.getattr_static(kind, "magic", "absent"))
print(inspect.getattr_static(Kind, "of_class").__class__.__name__, kind.magic)
try:
    inspect.getattr_static(kind, "magic")
except AttributeError as error:
    print("AttributeError", error)

factor = 3


def outer():
    depth = 2

    def inner(x):
        return x * factor + depth + len(str(x)) + missing

    return inner


found = inspect.getclosurevars(outer())
print(found.nonlocals, found.globals, sorted(found.builtins), found.unbound)
running = generator()
print(inspect.getgeneratorstate(running), next(running), inspect.getgeneratorstate(running))
running.close()
print(inspect.getgeneratorstate(running))


class Annotated:
    x: int = 1
    y: "list[str]"


def annotated(a: int, b: "float" = 2) -> "str":
    pass


print(inspect.get_annotations(Annotated), inspect.get_annotations(annotated))
print(inspect.get_annotations(annotated, eval_str=True), inspect.get_annotations(Annotated, eval_str=True), inspect.get_annotations(Kind))
print(inspect.formatannotation(int), inspect.formatannotation(list[int]), inspect.formatannotation(Kind), inspect.formatannotation("text"))
print(inspect.unwrap(annotated) is annotated)
print([base.__name__ if isinstance(base, type) else "..." for base, *_ in [entry for entry in inspect.getclasstree([Base, Kind]) if isinstance(entry, tuple)]])
