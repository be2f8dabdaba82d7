# Frame objects: sys._getframe, the callers, the code, the lines.
import sys


def where(depth=0):
    frame = sys._getframe(depth + 1)
    return frame.f_code.co_name, frame.f_lineno


def outer():
    def inner():
        return [where(0), where(1), where(2)]

    return inner()


print(outer())
print(sys._getframe().f_code.co_name)
try:
    sys._getframe(1000)
except ValueError as error:
    print(error)
try:
    sys._getframe("x")
except TypeError as error:
    print(type(error).__name__)


def same():
    a, b = sys._getframe(), sys._getframe()
    return a is b, a == b, hash(a) == hash(b), a.f_back is sys._getframe(1), a.f_code is not None


print(same())


def names():
    frame = sys._getframe()
    found = []
    # The frames of the program that runs this file are left out.
    while found[-1:] != ["<module>"]:
        found.append(frame.f_code.co_name)
        frame = frame.f_back
    return found


class Body:
    found = names()


print(names(), Body.found, (lambda: names())())
print([sys._getframe().f_globals is globals(), sys._getframe().f_locals is globals()])


def globals_of():
    return sys._getframe().f_globals is globals(), "print" in sys._getframe().f_builtins


print(globals_of())


def lines():
    frame = sys._getframe()
    found = [frame.f_lineno]
    found.append(frame.f_lineno)
    found.append(
        frame.f_lineno
    )
    first = frame.f_code.co_firstlineno
    return [line - first for line in found]


print(lines())


def kept():
    value = 5
    return sys._getframe()


ended = kept()
print(ended.f_code.co_name, type(ended).__name__)


def by_operator():
    class Number:
        def __add__(self, other):
            return names()

        def __init__(self):
            self.made = names()

        def __getitem__(self, key):
            return names()

        @property
        def seen(self):
            return names()

    number = Number()
    print(number + 1, number.made, number[0], number.seen)
    print(sorted([2, 1], key=lambda item: (print(names()), item)[1]))


by_operator()


def recursive(count):
    if count:
        return recursive(count - 1)
    frame, depth = sys._getframe(), 0
    while frame.f_code.co_name == "recursive":
        frame, depth = frame.f_back, depth + 1
    return depth


print(recursive(20))
print(sys._getframe().f_trace, sys._getframe().f_trace_lines)
print(isinstance(sys._getframe().f_lasti, int))
exec("print(sys._getframe().f_code.co_name, sys._getframe().f_code.co_filename, sys._getframe(1).f_code.co_name)")
