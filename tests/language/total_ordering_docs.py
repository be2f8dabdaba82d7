# Expected output recorded from CPython 3.13.
# What total_ordering fills in says from which method it follows.
import functools

for name in ("__lt__", "__le__", "__gt__", "__ge__"):
    made = functools.total_ordering(type("Made", (), {name: lambda self, other: True, "__eq__": lambda self, other: True}))
    for other in ("__lt__", "__le__", "__gt__", "__ge__"):
        if other != name:
            print(name, other, getattr(made, other).__name__, getattr(made, other).__qualname__, getattr(made, other).__doc__)
