# types.SimpleNamespace takes a mapping and has __replace__ since CPython 3.13: recorded from it.
from types import SimpleNamespace


class Spam(SimpleNamespace):
    ham = 1


for make in (
    lambda: SimpleNamespace({"a": 1}, b=2),
    lambda: SimpleNamespace([("a", 1)], a=3),
    lambda: SimpleNamespace(1),
    lambda: SimpleNamespace({}, {}),
    lambda: SimpleNamespace({1: 2}),
    lambda: Spam(a=1),
    lambda: SimpleNamespace(a=1, b=2).__replace__(b=3),
    lambda: type(Spam(a=1).__replace__(a=2)).__name__,
    lambda: SimpleNamespace(a=1) == Spam(a=1),
    lambda: SimpleNamespace(a=1).__dict__,
):
    try:
        print(make())
    except TypeError as error:
        print("TypeError", error)
holder = SimpleNamespace(x=1)
holder.again = holder
print(holder)
