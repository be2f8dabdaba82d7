class A:
# Recorded from CPython 3.13: 3.13 says more of an attribute that cannot be set.
    x = 1
    def __init__(self): self.y = 2
    def m(self): "doc of m"
class B(A):
    def __call__(self): return 5
a, b = A(), B()
print(isinstance(b, A), isinstance(a, B), isinstance(1, (str, int)), isinstance(True, int), issubclass(B, A), issubclass(B, (int, object)), issubclass(bool, int), isinstance(1, int | str), isinstance("a", int | None), type(a) is A, type(1) is int)
print(hasattr(a, "y"), hasattr(a, "z"), getattr(a, "x"), getattr(a, "z", 5), callable(b), callable(a), callable(len), callable(A), callable(lambda: 1), callable(5))
setattr(a, "z", 9); print(a.z, vars(a)); delattr(a, "z"); print(hasattr(a, "z"), a.__dict__, "x" in dir(a), "m" in dir(A), [n for n in dir(b) if not n.startswith("_")])
print(A.m.__doc__, A.__name__, type(a).__name__, B.__mro__ == (B, A, object), B.__bases__, a.__class__ is A, len.__name__)
print(id(a) == id(a), id(a) != id(b), hash("a") == hash("a"), hash(1) == hash(1.0) == hash(True), hash((1, "a")) == hash((1, "a")), chr(97), chr(128512), ord("a"), ord("é"))
for f in [lambda: isinstance(1, 5), lambda: issubclass(1, int), lambda: issubclass(int, 5), lambda: getattr(1, "a"), lambda: getattr(1, 5), lambda: hash([]), lambda: hash({}), lambda: chr(-1), lambda: chr("a"), lambda: ord("ab"), lambda: ord(1), lambda: vars(5), lambda: delattr(a, "nope"), lambda: setattr(5, "a", 1), lambda: a.nope, lambda: A.nope, lambda: a(), lambda: (5)(), lambda: callable(), lambda: len(), lambda: len(1, 2), lambda: getattr(a, "nope")]:
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
print(repr(None), repr(...), repr(NotImplemented), repr(int), repr(A).replace("__main__.", ""), repr(print), type(print).__name__)
